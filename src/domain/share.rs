//! The message that a seller posts to share a waffle, and the templates that messages start from.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_language::{Language, say};

use crate::announcement::Announcement;
use crate::change::replace;
use crate::invalid::{Invalid, checked};
use crate::text::one_line;

/// The longest name of a template, in characters.
pub const MAX_NAME: usize = 100;
/// The longest message, in characters, before its placeholders are filled in.
pub const MAX_MESSAGE: usize = 5_000;

/// The values of the placeholders of messages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShareValues {
    pub title: String,
    /// The price of a spot as an amount, for example `$25.00`.
    pub price: String,
    /// How many spots the waffle has.
    pub spots: String,
    /// The absolute address of the public page.
    pub url: String,
    /// How many spots are free.
    pub left: String,
    /// Their numbers, for example `3, 7-9`.
    pub free: String,
    /// The numbers of the spots that are claimed and not paid.
    pub unpaid: String,
    /// When spots can be claimed.
    pub opens: String,
    /// By when the last of those that are not paid is to be paid.
    pub deadline: String,
    /// The absolute address at which to check the draw.
    pub draw: String,
    /// The winners, for example `#7 @anna, #12 @ben`.
    pub winners: String,
}

impl ShareValues {
    /// The placeholders with their values.
    pub fn named(&self) -> [(&'static str, &str); 11] {
        [
            ("{title}", &self.title),
            ("{price}", &self.price),
            ("{spots}", &self.spots),
            ("{url}", &self.url),
            ("{left}", &self.left),
            ("{free}", &self.free),
            ("{unpaid}", &self.unpaid),
            ("{opens}", &self.opens),
            ("{deadline}", &self.deadline),
            ("{draw}", &self.draw),
            ("{winners}", &self.winners),
        ]
    }

    /// Fills in the placeholders of a message in one pass. Unknown ones stay as they are, and placeholders inside a
    /// value are not filled in.
    pub fn expand(&self, message: &str) -> String {
        let known = self.named();
        let mut expanded = String::with_capacity(message.len());
        let mut rest = message;
        while let Some(at) = rest.find('{') {
            let (before, from) = rest.split_at(at);
            expanded.push_str(before);
            if let Some((value, behind)) =
                known.iter().find_map(|(name, value)| Some((value, from.strip_prefix(name)?)))
            {
                // The waffle has none of it yet.
                expanded.push_str(if value.is_empty() { "–" } else { value });
                rest = behind;
            } else {
                expanded.push('{');
                rest = from.strip_prefix('{').unwrap_or_default();
            }
        }
        expanded + rest
    }
}

/// A text that share messages start from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShareTemplate {
    pub id: Uuid,
    #[schema(example = "Short")]
    pub name: String,
    /// The text with its placeholders.
    #[schema(example = "{title}: {spots} spots at {price}. {url}")]
    pub body: String,
    /// Whether it is used for waffles without a saved message.
    pub default: bool,
    // Whether it came with the service.
    #[serde(skip)]
    pub ours: bool,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl ShareTemplate {
    /// Puts it into the words of a reader's language, if it came with the service and no seller has changed it: its own
    /// are the English ones then. What sellers wrote is the same in all languages.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        if !self.ours || self.updated_at != self.created_at {
            return self;
        }
        let [name, body] = [say!("share-first-name"), Announcement::Open.message()];
        Self { name: name.write(language), body: body.write(language), ..self }
    }
}

/// A checked new template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewShareTemplate {
    /// 1 to 100 characters.
    pub name: String,
    /// 1 to 5,000 characters.
    pub body: String,
}

impl NewShareTemplate {
    /// Checks a new template. Fails with all invalid fields.
    pub fn parse(name: &str, body: &str) -> Result<Self, Invalid> {
        let edit = ShareTemplateEdit::parse(Some(name), Some(body))?;
        Ok(Self { name: edit.name.unwrap_or_default(), body: edit.body.unwrap_or_default() })
    }
}

/// A change to a template; `None` leaves a field as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShareTemplateEdit {
    name: Option<String>,
    body: Option<String>,
}

impl ShareTemplateEdit {
    /// Checks a change. Fails with all invalid fields.
    pub fn parse(name: Option<&str>, body: Option<&str>) -> Result<Self, Invalid> {
        let body = body.map(|body| parse_message("body", body));
        checked!(Self { name: name.map(parse_name).transpose(), body: body.transpose() })
    }

    /// Changes the template, and returns the names of the fields that changed.
    pub fn apply(self, template: &mut ShareTemplate) -> Vec<&'static str> {
        let mut changed = Vec::new();
        replace(&mut template.name, self.name, "name", &mut changed);
        replace(&mut template.body, self.body, "body", &mut changed);
        changed
    }
}

fn parse_name(input: &str) -> Result<String, Invalid> {
    let texts = [say!("share-name-missing"), say!("fault-name-long"), say!("fault-name-controls")];
    one_line("name", MAX_NAME, texts, input)
}

/// Checks a message or a template's body: 1 to 5,000 characters. The line ends that browsers send become `\n`.
pub fn parse_message(field: &str, input: &str) -> Result<String, Invalid> {
    let message = parse_draft(field, input)?;
    if message.trim().is_empty() {
        return Err(Invalid::field(field, say!("share-message-missing")));
    }
    Ok(message)
}

/// Refuses a template that there is not.
pub fn unknown_template() -> Invalid {
    Invalid::field("template_id", say!("share-template-unknown"))
}

/// Leads the links in a message from the pages of one waffle to those of another.
pub fn relink(message: &str, from: &str, to: &str) -> String {
    let (from, to) = (format!("/waffle/{from}"), format!("/waffle/{to}"));
    let mut parts = message.split(&from);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |linked, part| {
        // The slug of a third waffle may begin with this one.
        let another = part.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
        let page = if another { &from } else { &to };
        linked + page + part
    })
}

/// Checks a message that is still being written, and so may be empty.
pub fn parse_draft(field: &str, input: &str) -> Result<String, Invalid> {
    let message = input.replace("\r\n", "\n");
    if message.chars().count() > MAX_MESSAGE {
        return Err(Invalid::field(field, say!("share-message-long", most = MAX_MESSAGE)));
    }
    if message.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        return Err(Invalid::field(field, say!("share-message-control")));
    }
    Ok(message)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};
    use proptest::prelude::{Strategy, prop_assert_eq, prop_oneof, proptest};
    use proptest::{collection, strategy::Just};
    use uuid::Uuid;
    use waffle_language::Language;

    use super::{
        MAX_MESSAGE, NewShareTemplate, ShareTemplate, ShareTemplateEdit, ShareValues, parse_draft, parse_message,
        relink,
    };

    fn values() -> ShareValues {
        ShareValues {
            title: "Box".into(),
            price: "$25.00".into(),
            spots: "100".into(),
            url: "https://waffles.example/waffle/box".into(),
            ..ShareValues::default()
        }
    }

    #[test]
    fn fills_every_known_placeholder_each_time() {
        let filled = values().expand("{title}! {spots} spots, {price} each. {title}: {url}");
        assert_eq!(filled, "Box! 100 spots, $25.00 each. Box: https://waffles.example/waffle/box");
    }

    #[test]
    fn leaves_unknown_placeholders() {
        for text in ["", "{}", "{name}", "{Title}", "{ title }", "{title", "title}", "}{", "{{", "🧇 {é}"] {
            assert_eq!(values().expand(text), text, "{text}");
        }
        assert_eq!(values().expand("{{title}}"), "{Box}");
        assert_eq!(values().expand("{{title{price}"), "{{title$25.00");
    }

    #[test]
    fn what_there_is_none_of_is_a_dash() {
        assert_eq!(values().expand("Won by {winners}, {left} left"), "Won by –, – left");
        let drawn = ShareValues { winners: "#7 @anna".into(), left: "0".into(), ..values() };
        assert_eq!(drawn.expand("Won by {winners}, {left} left"), "Won by #7 @anna, 0 left");
    }

    #[test]
    fn does_not_fill_placeholders_in_values() {
        let tricky = ShareValues { title: "{price}{url}".into(), price: "{title}".into(), ..values() };
        assert_eq!(tricky.expand("{title} {price}"), "{price}{url} {title}");
    }

    #[test]
    fn a_message_has_1_to_5000_characters_in_lines() {
        assert!(parse_message("message", " \n").is_err());
        assert_eq!(parse_draft("message", "").unwrap(), "");
        assert_eq!(parse_message("message", "a\r\n\tb").unwrap(), "a\n\tb");
        assert!(parse_message("message", &"é".repeat(MAX_MESSAGE)).is_ok());
        assert!(parse_message("message", &"é".repeat(MAX_MESSAGE + 1)).is_err());
        assert!(parse_message("message", "a\0b").is_err());
        let faults = NewShareTemplate::parse("", "").unwrap_err();
        assert_eq!(faults.0.iter().map(|f| f.field.as_str()).collect::<Vec<_>>(), ["name", "body"]);
        assert!(NewShareTemplate::parse(&"é".repeat(101), "x").is_err());
        assert!(NewShareTemplate::parse("a\nb", "x").is_err());
    }

    #[test]
    fn links_lead_to_the_other_waffle_and_nothing_else_changes() {
        for (message, linked) in [
            ("Box: https://waffles.example/waffle/box", "Box: https://waffles.example/waffle/lamp-2"),
            ("/waffle/box/stage, /waffle/box?a\n/waffle/box", "/waffle/lamp-2/stage, /waffle/lamp-2?a\n/waffle/lamp-2"),
            ("/waffle/box-2 and /waffle/boxes", "/waffle/box-2 and /waffle/boxes"),
            ("{title}: {url}, a waffle/box", "{title}: {url}, a waffle/box"),
            ("", ""),
        ] {
            assert_eq!(relink(message, "box", "lamp-2"), linked, "{message}");
        }
    }

    fn template() -> ShareTemplate {
        let (id, at) = (Uuid::nil(), DateTime::UNIX_EPOCH);
        let (name, body) = ("a".into(), "b".into());
        ShareTemplate { id, name, body, default: false, ours: false, created_at: at, updated_at: at }
    }

    #[test]
    fn the_template_that_came_with_the_service_has_each_readers_words_until_a_seller_changes_it() {
        let ours = ShareTemplate { ours: true, ..template() };
        let edited = ShareTemplate { updated_at: ours.updated_at + TimeDelta::seconds(1), ..ours.clone() };
        let german = Language::parse("de").unwrap();
        assert_eq!(ours.clone().in_language(german).name, "Neue Waffel");
        for language in Language::all() {
            let read = ours.clone().in_language(language);
            for placeholder in ["{title}", "{price}", "{spots}", "{url}"] {
                assert!(read.body.contains(placeholder), "{}: {}", language.tag(), read.body);
            }
            for theirs in [template(), edited.clone()] {
                assert_eq!(theirs.clone().in_language(language), theirs);
            }
        }
    }

    #[test]
    fn an_edit_returns_what_it_changed() {
        let mut template = template();
        let edit = ShareTemplateEdit::parse(Some("a"), Some("c")).unwrap();
        assert_eq!(edit.apply(&mut template), ["body"]);
        assert_eq!((template.name.as_str(), template.body.as_str()), ("a", "c"));
        assert!(ShareTemplateEdit::default().apply(&mut template).is_empty());
    }

    /// The pieces of a message: text without braces, placeholders, and braces that belong to no placeholder.
    fn pieces() -> impl Strategy<Value = Vec<String>> {
        let text = "[^{}]{0,8}".prop_map(String::from);
        let known =
            prop_oneof![Just("{title}"), Just("{price}"), Just("{spots}"), Just("{url}")].prop_map(str::to_owned);
        let is_known = |text: &str| values().named().iter().any(|(name, _)| *name == text.trim());
        let unknown = "\\{[a-z]{0,4}\\} ".prop_filter("unknown", move |text| !is_known(text)).prop_map(String::from);
        collection::vec(prop_oneof![text, known, unknown], 0..12)
    }

    proptest! {
        #[test]
        fn each_piece_is_filled_on_its_own(pieces in pieces()) {
            let filled: String = pieces.iter().map(|piece| match piece.as_str() {
                "{title}" => values().title,
                "{price}" => values().price,
                "{spots}" => values().spots,
                "{url}" => values().url,
                other => other.to_owned(),
            }).collect();
            prop_assert_eq!(values().expand(&pieces.concat()), filled);
        }

        #[test]
        fn a_title_comes_out_as_it_is(title in "\\PC{1,40}", around in "[^{}]{0,10}") {
            let tricky = ShareValues { title: title.clone(), ..values() };
            prop_assert_eq!(tricky.expand(&format!("{around}{{title}}{around}")), format!("{around}{title}{around}"));
        }
    }
}
