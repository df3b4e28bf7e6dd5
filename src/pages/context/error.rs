//! The error page: what happened and what to do next.

use serde::Serialize;

use crate::context::{Frame, Link, Section};

/// The page for a failed request.
#[derive(Debug, Clone, Serialize)]
pub struct ErrorPage {
    pub frame: Frame,
    pub status: u16,
    pub heading: &'static str,
    /// What happened, in a sentence or two.
    pub message: String,
    /// What to do next, the best choice first.
    pub actions: Vec<Link>,
    /// The id to quote when asking the operator.
    pub request_id: Option<String>,
}

template!(ErrorPage: "error");

impl ErrorPage {
    /// Describes an HTTP status for people. `message` replaces the general sentence if the handler knows more.
    pub fn new(status: u16, message: Option<String>, request_id: Option<String>) -> Self {
        let (heading, sentence) = words(status);
        Self {
            frame: Frame::new(heading, Section::Elsewhere),
            status,
            heading,
            message: message.unwrap_or_else(|| sentence.to_owned()),
            actions: actions(status),
            request_id,
        }
    }
}

fn words(status: u16) -> (&'static str, &'static str) {
    match status {
        400 => (
            "That didn’t work",
            "We couldn’t read that request. \
             Go back and try again.",
        ),
        401 => ("Please sign in", "This page is for sellers who are signed in."),
        403 => (
            "That’s not allowed",
            "The form may have expired, or your account isn’t allowed to do this. \
             Go back, reload the page and try again.",
        ),
        404 => (
            "Nothing on this plate",
            "This page doesn’t exist. A waffle’s link stops working when its seller archives it.",
        ),
        405 => ("Wrong way in", "This page can’t be opened this way. Go back and try again."),
        409 => (
            "Someone was faster",
            "Something changed after you loaded the page, so nothing was done. Reload to see the latest.",
        ),
        413 => ("Too much at once", "That’s more than we can take at once. Shorten it and try again."),
        429 => ("Easy on the syrup", "That’s a lot of tries in a short time. Wait a moment, then try again."),
        503 => ("The iron is heating up", "The server is busy. Nothing was changed. Try again in a few seconds."),
        _ => (
            "That one burnt",
            "Something went wrong on our side. Please try again. If it keeps happening, tell the operator this number.",
        ),
    }
}

fn actions(status: u16) -> Vec<Link> {
    match status {
        401 => vec![Link::new("/admin/login", "Sign in"), Link::new("/", "Home")],
        403 => vec![Link::new("/", "Home"), Link::new("/admin/login", "Sign in")],
        _ => vec![Link::new("/waffles", "See all waffles"), Link::new("/", "Home")],
    }
}
