//! The list of buyers, full and empty.

use super::samples::moment;
use super::{keep, templates};
use crate::pages::context::buyers::{KnownBuyerRow, KnownBuyersPage, MergePage, MergePreview};
use crate::pages::context::flash::Flash;
use crate::pages::context::form::Field;
use crate::pages::context::pager::TablePager;
use crate::pages::context::{Frame, Section};

fn page(search: Field, handles: &[&str]) -> KnownBuyersPage {
    let row =
        |handle: &&str| KnownBuyerRow { handle: (*handle).to_owned(), first_seen: moment(), last_claim: moment() };
    let link = |page: u32| Some(format!("?page={page}"));
    KnownBuyersPage {
        frame: Frame::new("Buyers", Section::Users),
        search,
        total: 1_234,
        users: handles.iter().map(row).collect(),
        may_merge: !handles.is_empty(),
        pager: Some(TablePager { page: 2, pages: 50, previous: link(1), next: link(3) }),
    }
}

#[test]
fn the_registry_renders_full_and_empty() {
    let templates = templates();
    let longest = "x".repeat(64);
    keep("users", &templates.known_buyers(&page(Field::default(), &["anna", &longest])).unwrap());
    keep("users-beyond", &templates.known_buyers(&page(Field::default(), &[])).unwrap());
    let nobody = |search| KnownBuyersPage { total: 0, pager: None, ..page(search, &[]) };
    keep("users-empty", &templates.known_buyers(&nobody(Field::default())).unwrap());
    keep("users-nobody", &templates.known_buyers(&nobody(Field::new("zzz"))).unwrap());
    let preview = MergePreview { spots: 7, waffles: 3, wins: 1 };
    for (name, preview, nothing) in [("merge", None, true), ("merge-preview", Some(preview), false)] {
        let page = MergePage {
            frame: Frame::new("Merge handles", Section::Users),
            csrf_token: "proof".into(),
            flash: Some(Flash::failed("No.")),
            handle: Field::refused("<b>", "No."),
            into: Field::new("anna"),
            preview,
            nothing,
        };
        keep(name, &templates.merge_buyers(&page).unwrap());
    }
    keep("users-refused", &templates.known_buyers(&nobody(Field::refused("<b>", "No."))).unwrap());
}
