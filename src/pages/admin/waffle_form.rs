//! What the forms for a new and an edited waffle share.

use uuid::Uuid;
use waffle_domain::invalid::{FieldError, Findings, Invalid};
use waffle_domain::money::{Currency, Price};
use waffle_http::error::HttpError;
use waffle_http::session::form::Fields;
use waffle_service::actions::Services;

use crate::admin::payment_methods::choices;
use crate::context::form::Form;
use crate::context::terms::Opening;
use crate::context::waffle_form::WaffleForm;

/// The fields of both forms, as typed.
pub(super) struct Typed {
    pub(super) title: String,
    pub(super) description: String,
    /// `None` if it is not a price; the findings then say so.
    pub(super) spot_price: Option<Price>,
    pub(super) image_url: String,
    pub(super) social_media_links: Vec<String>,
    pub(super) payment_methods: Vec<Uuid>,
}

impl Typed {
    /// Reads the fields, and adds those that don't parse to the findings.
    pub(super) fn read(fields: &Fields, currency: &Currency, findings: &mut Findings) -> Self {
        let spot_price = findings.keep(currency.parse(fields.text("spot_price")));
        let methods: Result<Vec<Uuid>, _> = fields.all("payment_methods").map(Uuid::try_parse).collect();
        let unknown = |_| Invalid::field("payment_methods", "This payment method no longer exists. Reload the page.");
        let payment_methods = findings.keep(methods.map_err(unknown)).unwrap_or_default();
        Self {
            title: fields.text("title").to_owned(),
            // Browsers send line breaks as CRLF.
            description: fields.text("description").replace("\r\n", "\n"),
            spot_price,
            image_url: fields.text("image_url").to_owned(),
            social_media_links: fields.text("social_media_links").lines().map(str::to_owned).collect(),
            payment_methods,
        }
    }
}

/// The number of winners; 1 if left empty.
pub(super) fn items(fields: &Fields) -> i64 {
    let items = fields.text("item_count");
    if items.trim().is_empty() { 1 } else { whole(items) }
}

/// A whole number, with or without commas between thousands. Anything else becomes 0, which every field refuses.
pub(super) fn whole(text: &str) -> i64 {
    let mut groups = text.trim().split(',');
    let first = groups.next().unwrap_or_default();
    let grouped = groups.clone().all(|group| group.len() == 3) && (groups.next().is_none() || first.len() <= 3);
    if !grouped {
        return 0;
    }
    text.trim().replace(',', "").parse().unwrap_or_default()
}

/// The form as typed, with its errors. `offered` are methods to list in addition to the active ones.
pub(super) async fn kept(
    services: &Services,
    (fields, faults): (&Fields, &[FieldError]),
    offered: &[Uuid],
    opening: Opening,
) -> Result<WaffleForm, HttpError> {
    let ticked: Vec<Uuid> = fields.all("payment_methods").filter_map(|method| Uuid::try_parse(method).ok()).collect();
    Ok(WaffleForm {
        form: Form::typed(fields, faults),
        payment_methods: choices(services, offered, |method| ticked.contains(&method)).await?,
        opening,
    })
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (typed, number) in [("100", 100), (" 10,000 ", 10_000), ("2.5", 0), ("1,5", 0), ("", 0), ("1000,000", 0)] {
            assert_eq!(whole(typed), number, "{typed:?}");
        }
    }
}
