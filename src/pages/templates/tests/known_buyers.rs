//! The list of buyers, full and empty.

use waffle_domain::wire::blocked_handles::BlockedHandle;
use waffle_domain::wire::known_buyers::KnownBuyer;
use waffle_store::merge_users::MergeCounts;

use super::samples::{admin, at, form};
use super::{keep, templates};
use crate::context::buyers::{BlockedHandlesPage, KnownBuyersPage, MergePage};
use crate::context::flash::Flash;
use crate::context::form::{Field, Form};
use crate::context::pager::TablePager;
use crate::context::{Frame, Section};

fn page(search: Field, handles: &[&str]) -> KnownBuyersPage {
    let row = |handle: &&str| KnownBuyer { handle: (*handle).to_owned(), created_at: at(), updated_at: at() };
    let link = |page: u32| Some(format!("?page={page}"));
    KnownBuyersPage {
        frame: Frame::new("Buyers", Section::Users),
        search,
        total: 1_234,
        users: handles.iter().map(row).collect(),
        may_merge: !handles.is_empty(),
        may_block: !handles.is_empty(),
        pager: Some(TablePager { page: 2, pages: 50, previous: link(1), next: link(3) }),
    }
}

#[test]
fn the_registry_renders_full_and_empty() {
    let templates = templates();
    let longest = "x".repeat(64);
    keep("users", &templates.render(&page(Field::default(), &["anna", &longest])).unwrap());
    keep("users-beyond", &templates.render(&page(Field::default(), &[])).unwrap());
    let nobody = |search| KnownBuyersPage { total: 0, pager: None, ..page(search, &[]) };
    keep("users-empty", &templates.render(&nobody(Field::default())).unwrap());
    keep("users-nobody", &templates.render(&nobody(Field::new("zzz"))).unwrap());
    let preview = MergeCounts { spots: 7, waffles: 3, wins: 1 };
    for (name, preview, nothing) in [("merge", None, true), ("merge-preview", Some(preview), false)] {
        let page = MergePage {
            frame: Frame::new("Merge handles", Section::Users).with_admin(Some(admin())),
            flash: Some(Flash::failed("No.")),
            form: form(&[("handle", "<b>", "No."), ("into", "anna", "")]),
            preview,
            nothing,
        };
        keep(name, &templates.render(&page).unwrap());
    }
    keep("users-refused", &templates.render(&nobody(Field::refused("<b>", "No."))).unwrap());
}

#[test]
fn blocked_handles_render_full_empty_and_refused() {
    let templates = templates();
    let row = |handle: &str, reason: Option<&str>| BlockedHandle {
        handle: handle.to_owned(),
        reason: reason.map(ToOwned::to_owned),
        created_by: "mia".to_owned(),
        created_at: at(),
    };
    let page = |form, flash, blocked| BlockedHandlesPage {
        frame: Frame::new("Blocked handles", Section::Users).with_admin(Some(admin())),
        flash,
        form,
        blocked,
    };
    let rows = vec![row("spam", Some("<b>لا يدفع")), row(&"x".repeat(64), None), row("..", None)];
    let flash = Some(Flash::done("@spam can’t claim anymore."));
    let full = templates.render(&page(Form::default(), flash, rows)).unwrap();
    assert!(full.contains("<span dir=\"auto\">&lt;b&gt;لا يدفع</span>"), "a reason is escaped and finds its direction");
    assert_eq!(full.matches("<span dir=\"auto\">").count(), 1, "no reason, no line");
    assert!(full.contains("href=\"/buyer/@..\"") && full.contains("action=\"/admin/users/blocked/@../unblock\""));
    keep("blocked", &full);
    let empty = templates.render(&page(Form::default(), None, Vec::new())).unwrap();
    assert!(empty.contains("No one is blocked."));
    keep("blocked-empty", &empty);
    let refused = page(form(&[("handle", "<b>", "No.")]), Some(Flash::failed("No.")), vec![row("spam", None)]);
    keep("blocked-refused", &templates.render(&refused).unwrap());
}
