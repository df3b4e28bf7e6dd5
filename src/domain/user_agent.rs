//! What a browser says about itself, and what that means to a person.

mod browser_marks;

use waffle_language::{Text, say};
use woothee::parser::{Parser, WootheeResult};

use crate::names::names;
use crate::text_type;
use browser_marks::first;

/// The longest text that is kept, in characters. Real ones are much shorter.
pub const MAX_LENGTH: usize = 512;
/// The name of an unknown browser or system.
pub const UNKNOWN: &str = "Unknown";

/// What stands in place of a browser's name, also in the list of marks.
const IN_APP: &str = "In-app browser";
const LIBRARY: &str = "HTTP library";
const BOT: &str = "Bot";

/// The `User-Agent` of a request, bounded and without control characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserAgent(String);

text_type!(UserAgent);

/// A browser on a device, described for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    /// For example `Chrome`, or `Instagram` for the browser inside that app. [`UNKNOWN`] if the text does not say.
    pub browser: &'static str,
    /// For example `macOS` or `Android`. [`UNKNOWN`] if the text does not say.
    pub os: &'static str,
    pub device: Device,
}

names! {
    /// The kind of device that a sign-in came from.
    // Anything but a phone or tablet counts as a desktop, even a television.
    #[schema(as = DeviceType)]
    pub enum Device {
        Desktop = "desktop",
        Mobile = "mobile",
        Tablet = "tablet",
    }
}

/// A browser and its system in words: `Chrome on macOS`.
pub fn client_words(browser: &str, os: &str) -> Text {
    match (browser, os) {
        (UNKNOWN, UNKNOWN) => say!("client-unknown"),
        (UNKNOWN, os) => say!("client-unknown-on", os),
        (browser, UNKNOWN) => browser_words(browser),
        (browser, os) => say!("client-on", browser = browser_words(browser), os),
    }
}

/// The name of a browser, or what stands in its place.
fn browser_words(browser: &str) -> Text {
    match browser {
        IN_APP => say!("client-in-app"),
        LIBRARY => say!("client-library"),
        BOT => say!("client-bot"),
        "Desktop app" => say!("client-desktop-app"),
        "Android app" => say!("client-android-app"),
        "Apple app" => say!("client-apple-app"),
        name => Text::verbatim(name),
    }
}

impl UserAgent {
    /// Takes the header as sent, and keeps at most [`MAX_LENGTH`] characters, without spaces at either end.
    pub fn new(text: &str) -> Self {
        let printable = text.chars().filter(|c| !c.is_control()).skip_while(|c| c.is_whitespace());
        let kept: String = printable.take(MAX_LENGTH).collect();
        Self(kept.trim_end().to_owned())
    }

    /// Recognizes the browser, system and device. Never fails: what it can't recognize is [`UNKNOWN`], on a desktop.
    ///
    /// A tablet that requests desktop pages, as iPads do by default, claims to be a Mac and is recorded as one.
    pub fn client(&self) -> Client {
        // The parser expects ASCII.
        let text: String = self.0.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
        let parsed = Parser::new().parse(&text).unwrap_or_default();
        let os = first("[systems]", &text).unwrap_or_else(|| system(parsed.os));
        Client { browser: browser(&text, &parsed), os, device: device(&text, os, parsed.category) }
    }
}

fn browser(text: &str, parsed: &WootheeResult<'_>) -> &'static str {
    if let Some(known) = first("[apps]", text).or_else(|| first("[browsers]", text)) {
        return known;
    }
    match parsed.name {
        "Chrome" => "Chrome",
        "Safari" => "Safari",
        "Firefox" => "Firefox",
        "Edge" => "Edge",
        "Opera" => "Opera",
        "Vivaldi" => "Vivaldi",
        "Sleipnir" => "Sleipnir",
        "Internet Explorer" => "Internet Explorer",
        "Webview" => IN_APP,
        "HTTP Library" => LIBRARY,
        _ if parsed.category == "crawler" => BOT,
        _ => UNKNOWN,
    }
}

fn system(parsed: &str) -> &'static str {
    match parsed {
        "Windows 10" => "Windows 10/11",
        "Windows 8.1" => "Windows 8.1",
        "Windows 8" => "Windows 8",
        "Windows 7" => "Windows 7",
        "Windows Phone OS" => "Windows Phone",
        windows if windows.starts_with("Windows") => "Windows",
        "Mac OSX" => "macOS",
        "Mac OS Classic" => "Mac OS",
        "iPad" => "iPadOS",
        "iPhone" | "iPod" | "iOS" => "iOS",
        "Android" => "Android",
        "ChromeOS" => "ChromeOS",
        "Linux" => "Linux",
        "BSD" => "BSD",
        blackberry if blackberry.starts_with("BlackBerry") => "BlackBerry",
        playstation if playstation.starts_with("PlayStation") => "PlayStation",
        xbox if xbox.starts_with("Xbox") => "Xbox",
        nintendo if nintendo.starts_with("Nintendo") => "Nintendo",
        _ => UNKNOWN,
    }
}

fn device(text: &str, os: &str, category: &str) -> Device {
    let has = |mark: &str| text.contains(mark);
    if first("[televisions]", text).is_some() {
        Device::Desktop
    } else if first("[tablets]", text).is_some() || (os == "Android" && is_android_tablet(text)) {
        Device::Tablet
    } else if matches!(os, "Android" | "iOS" | "KaiOS" | "Windows Phone" | "BlackBerry")
        || matches!(category, "smartphone" | "mobilephone")
        || has("Mobile")
        || has("Opera Mini")
    {
        Device::Mobile
    } else {
        Device::Desktop
    }
}

/// Browsers on Android phones say that they are mobile, those on tablets do not. Apps other than browsers never do.
fn is_android_tablet(text: &str) -> bool {
    text.starts_with("Mozilla/") && !["Mobile", "mobile", "Opera Mini"].iter().any(|mark| text.contains(mark))
}

#[cfg(test)]
mod tests;
