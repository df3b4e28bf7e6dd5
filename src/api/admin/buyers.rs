//! `GET /api/admin/users`: every handle that ever claimed a spot.

use waffle_store::buyers::known_buyers::KnownBuyers;

use crate::endpoint::endpoints;
use crate::table::{index, page_of};

endpoints! { "Buyers registry";
    /// List every handle that ever claimed
    GET "/api/admin/users" => index::<KnownBuyers> as listUsers for ReadUsers,
        page_of::<KnownBuyers>("A page of handles, the newest first."), ValidationFailed;
}
