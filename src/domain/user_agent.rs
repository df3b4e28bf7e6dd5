//! What a browser says of itself, and what that means to a person.

mod marks;

use utoipa::ToSchema;
use woothee::parser::{Parser, WootheeResult};

use marks::{APPS, BROWSERS, SYSTEMS, TABLETS, TELEVISIONS, first};

/// Longest text that is kept, in characters; real ones stay well below.
pub const MAX_LENGTH: usize = 512;
/// What stands for a browser or system that nobody knows.
pub const UNKNOWN: &str = "Unknown";

/// The `User-Agent` of a request: bounded, and without what does not print.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserAgent(String);

/// A browser on a device, in words for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    /// As `Chrome` or `Instagram`, whose links open in a browser of its own; [`UNKNOWN`] when it does not tell.
    pub browser: &'static str,
    /// As `macOS` or `Android`; [`UNKNOWN`] when it does not tell.
    pub os: &'static str,
    pub device: Device,
}

/// What a sign-in came from.
// Anything that is neither held in a hand nor on a lap counts as a desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToSchema)]
#[schema(as = DeviceType, rename_all = "lowercase")]
pub enum Device {
    Desktop,
    Mobile,
    Tablet,
}

impl Device {
    /// The code on the wire and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Mobile => "mobile",
            Self::Tablet => "tablet",
        }
    }
}

impl UserAgent {
    /// Takes what was sent, as much of it as is kept.
    pub fn new(text: &str) -> Self {
        Self(text.trim().chars().filter(|c| !c.is_control()).take(MAX_LENGTH).collect())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Tells what it is. Never fails: what can't be told is [`UNKNOWN`], on a desktop.
    ///
    /// A tablet that asks for desktop pages, as iPads do at first, says that it is a Mac, and is taken at its word.
    pub fn client(&self) -> Client {
        // The parser is made for ASCII.
        let text: String = self.0.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
        let parsed = Parser::new().parse(&text).unwrap_or_default();
        let os = first(SYSTEMS, &text).unwrap_or_else(|| system(parsed.os));
        Client { browser: browser(&text, &parsed), os, device: device(&text, os, parsed.category) }
    }
}

fn browser(text: &str, parsed: &WootheeResult<'_>) -> &'static str {
    if let Some(known) = first(APPS, text).or_else(|| first(BROWSERS, text)) {
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
        "Webview" => "In-app browser",
        "HTTP Library" => "HTTP library",
        _ if parsed.category == "crawler" => "Bot",
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
    if first(TELEVISIONS, text).is_some() {
        Device::Desktop
    } else if first(TABLETS, text).is_some() || (os == "Android" && is_android_tablet(text)) {
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

/// Browsers on Android phones say that they are mobile, those on tablets do not. Apps that are no browsers never say it.
fn is_android_tablet(text: &str) -> bool {
    text.starts_with("Mozilla/") && !["Mobile", "mobile", "Opera Mini"].iter().any(|mark| text.contains(mark))
}

#[cfg(test)]
mod tests;
