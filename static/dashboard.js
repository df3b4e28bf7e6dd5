// The list of the seller's waffles.

import './keys.js';
import './list.js';
