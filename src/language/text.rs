//! A text and its values, until its reader's language is known.

use std::borrow::Cow;
use std::fmt;

use fluent_bundle::{FluentArgs, FluentValue};
use serde::{Deserialize, Serialize};

use crate::amount::{Amount, amount};
use crate::language::{ENGLISH, Language};
use crate::messages::{Style, known, write, written};
use crate::moment::Moment;
use crate::number;

/// A text that is to be written in its reader's language: its key in the languages' files, and its values. Made by
/// [`say!`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// Empty for a text that is the same in all languages.
    say: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    with: Vec<(Cow<'static, str>, Arg)>,
}

/// A value of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Arg {
    /// A whole number, which may decide about a plural.
    Number(i64),
    /// What is the same in all languages, such as a name.
    Words(String),
    /// Another text.
    Text(Text),
    /// An amount of money.
    Amount(Amount),
    /// A moment.
    Moment(Moment),
}

/// Makes a [`Text`]: `say!("stage-board-left", left, total = board.len())`. The values have the names of the text's
/// placeholders.
#[macro_export]
macro_rules! say {
    ($key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Text::new($key)$(.with(stringify!($name), $crate::say!(@ $name $($value)?)))*
    };
    (@ $name:ident) => { $name };
    (@ $name:ident $value:expr) => { $value };
}

impl Text {
    /// The text with a key, so far without values. [`say!`] reads better.
    pub fn new(key: impl Into<Cow<'static, str>>) -> Self {
        Self { say: key.into(), with: Vec::new() }
    }

    /// The text for a code of the service, such as a role: `role-super-admin` for `role` and `super_admin`.
    pub fn of_code(kind: &str, code: &str) -> Self {
        Self::new(format!("{kind}-{}", code.replace('_', "-")))
    }

    /// A text that is the same in all languages, such as a name or a title.
    pub fn verbatim(words: impl Into<String>) -> Self {
        Self { say: "".into(), with: vec![("".into(), Arg::Words(words.into()))] }
    }

    /// Texts as a list in a sentence: `a, b and c`. `None` without any.
    pub fn list(texts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut texts: Vec<Self> = texts.into_iter().collect();
        let last = texts.pop()?;
        let before = texts.into_iter().reduce(|before, next| say!("list-comma", before, next));
        Some(match before {
            Some(before) => say!("list-and", before, last),
            None => last,
        })
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Arg>) -> Self {
        self.with.push((name.into(), value.into()));
        self
    }

    /// Whether there is such a text.
    pub fn is_known(&self) -> bool {
        known(&self.say)
    }

    /// Writes it as plain text.
    pub fn write(&self, language: Language) -> String {
        self.written(language).into_owned()
    }

    /// Writes it in English, for the API and logs. Nothing is copied if the text has no values, or is the same in all
    /// languages.
    pub fn english(&self) -> Cow<'_, str> {
        self.written(ENGLISH)
    }

    fn written(&self, language: Language) -> Cow<'_, str> {
        match (&*self.say, self.with.as_slice()) {
            ("", [(_, Arg::Words(words)), ..]) => words.into(),
            ("", [(_, value), ..]) => value.write(language).into(),
            (key, []) => written(language, Style::Plain, key, None),
            (key, values) => {
                let values = values.iter().map(|(name, value)| (&**name, value.plain(language)));
                written(language, Style::Plain, key, Some(&values.collect::<FluentArgs<'_>>()))
            }
        }
    }
}

/// Writes a text into HTML, with its values, which `escape` makes safe. The tags in it are the text's own.
pub fn html<'a>(
    language: Language,
    key: &str,
    values: impl Iterator<Item = (&'a str, Arg)>,
    escape: impl Fn(&str) -> String,
) -> String {
    let args: FluentArgs = values.map(|(name, value)| (name, value.fluent(language, &escape))).collect();
    write(language, Style::Html, key, Some(&args))
}

impl Arg {
    /// Writes it as plain text.
    pub fn write(&self, language: Language) -> String {
        match self {
            Self::Number(value) => number::count(language, *value),
            Self::Words(words) => words.clone(),
            Self::Text(text) => text.write(language),
            Self::Amount(value) => amount(language, value),
            Self::Moment(moment) => moment.write(language),
        }
    }

    fn plain(&self, language: Language) -> FluentValue<'_> {
        match self {
            Self::Number(value) => FluentValue::from(*value),
            Self::Words(words) => FluentValue::from(words.as_str()),
            other => FluentValue::from(other.write(language)),
        }
    }

    fn fluent(&self, language: Language, escape: impl Fn(&str) -> String) -> FluentValue<'static> {
        match self {
            Self::Number(value) => FluentValue::from(*value),
            other => FluentValue::from(escape(&other.write(language))),
        }
    }
}

/// In English, for logs and the API.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english())
    }
}

macro_rules! numbers {
    ($($number:ty)+) => {$(
        impl From<$number> for Arg {
            fn from(value: $number) -> Self {
                Self::Number(value.try_into().unwrap_or(i64::MAX))
            }
        }
    )+};
}
numbers! { i32 u8 u16 u32 u64 usize }

macro_rules! args {
    ($($type:ty => $variant:ident)+) => {$(
        impl From<$type> for Arg {
            fn from(value: $type) -> Self {
                Self::$variant(value.into())
            }
        }
    )+};
}
args! { i64 => Number String => Words &str => Words &String => Words Text => Text Amount => Amount Moment => Moment }

#[cfg(test)]
mod tests {
    use super::{Arg, Text};
    use crate::language::{ENGLISH, Language};

    #[test]
    fn a_list_ends_as_the_language_ends_it() {
        let list = |words: &[&str], language| {
            Text::list(words.iter().map(|word| Text::verbatim(*word))).map(|list| list.write(language))
        };
        let german = Language::parse("de").unwrap();
        assert_eq!(list(&[], ENGLISH), None);
        assert_eq!(list(&["a"], ENGLISH).as_deref(), Some("a"));
        assert_eq!(list(&["a", "b"], ENGLISH).as_deref(), Some("a and b"));
        assert_eq!(list(&["a", "b", "c"], german).as_deref(), Some("a, b und c"));
    }

    #[test]
    fn a_text_is_kept_as_json() {
        let text = say!("stage-board-left", left = 3, total = "ten", inner = say!("moment-utc"));
        let json = serde_json::to_string(&text).unwrap();
        let written =
            r#"{"say":"stage-board-left","with":[["left",3],["total","ten"],["inner",{"say":"moment-utc"}]]}"#;
        assert_eq!(json, written);
        assert_eq!(serde_json::from_str::<Text>(&json).unwrap(), text);
        assert_eq!(serde_json::from_str::<Arg>(&json).unwrap(), Arg::Text(text));
    }
}
