//! The messages on the manage page that forms of several pages share.

use actix_web::HttpResponse;
use uuid::Uuid;
use waffle_domain::number::grouped;
use waffle_http::session::signed_in::SignedIn;

use crate::answer;
use crate::context::flash::Flash;

/// How many lines of payments paid for nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct IdleLines {
    /// They are remembered now, as was asked for.
    pub remembered: usize,
    /// They were not, since their spots are no longer paid.
    pub not_remembered: usize,
    /// They were taken before.
    pub before: usize,
}

/// Redirects to the manage page, which says what was done.
pub fn to(me: &SignedIn, waffle: Uuid, flash: &Flash) -> HttpResponse {
    answer::said(me, &format!("/admin/waffles/{waffle}"), flash)
}

/// Says what was done to these spots, or that nothing was if there are none.
pub fn any(flash: Flash, numbers: Vec<i32>) -> Flash {
    if numbers.is_empty() { nothing() } else { flash.naming(numbers) }
}

pub fn nothing() -> Flash {
    Flash::failed("Nothing changed: it’s already done, or the spots changed in the meantime.")
}

pub fn locked() -> Flash {
    Flash::failed("A draw is locked until its round appears, so nothing changed.")
}

pub fn not_active() -> Flash {
    Flash::failed("The winners are drawn, so mark spots paid one at a time. Nothing changed.")
}

pub fn not_drawn() -> Flash {
    Flash::failed("There’s no draw to change or clear.")
}

/// Says which spots were paid, how many were skipped because they were no longer pending, and what became of the lines
/// that paid for nothing.
pub fn paid(numbers: Vec<i32>, skipped: usize, lines: IdleLines) -> Flash {
    let IdleLines { remembered, not_remembered, before } = lines;
    let failed = numbers.is_empty() && remembered == 0;
    let paid = match numbers.len() {
        0 if failed => "Nothing was marked paid.",
        0 => "",
        1 => "Spot {} is paid.",
        _ => "Marked paid: {}.",
    };
    let count = |count: usize, one: &str, many: &str| match count {
        0 => String::new(),
        1 => format!(" {one}"),
        _ => format!(" {}", many.replace('#', &grouped(u64::try_from(count).unwrap_or(u64::MAX)))),
    };
    let rest = [
        count(remembered, "Remembered 1 line.", "Remembered # lines."),
        count(skipped, "Skipped 1 that changed in the meantime.", "Skipped # that changed in the meantime."),
        count(before, "1 line was taken before.", "# lines were taken before."),
        count(
            not_remembered,
            "1 line was not remembered: its spots aren’t paid any more.",
            "# lines were not remembered: their spots aren’t paid any more.",
        ),
    ];
    let text = format!("{paid}{}", rest.concat());
    Flash { failed, undo: true, ..Flash::done(text.trim_start()).naming(numbers) }
}
