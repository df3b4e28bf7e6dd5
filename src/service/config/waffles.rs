//! The settings of new waffles.

use serde::Deserialize;
use waffle_domain::slug::{MAX_SLUG_PREFIX, SlugPrefix};

use super::ConfigError;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawWaffles {
    slug_prefix: String,
}

impl RawWaffles {
    pub(super) fn slug_prefix(&self) -> Result<SlugPrefix, ConfigError> {
        SlugPrefix::parse(self.slug_prefix.trim()).ok_or_else(|| {
            let needed = format!("at most {MAX_SLUG_PREFIX} of a-z and 0-9, as in a");
            ConfigError::bad_value("waffles.slug_prefix", &self.slug_prefix, &needed)
        })
    }
}
