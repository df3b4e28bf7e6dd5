//! The HTML pages: what each one shows and how it is rendered.

pub mod admin;
pub mod card_image;
pub mod context;
pub mod templates;
