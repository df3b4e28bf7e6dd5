//! The marks of browsers, systems and devices that the parser does not know.

/// Substrings to look for in order, and what each means.
pub(super) type Marks = &'static [(&'static str, &'static str)];

/// Returns the meaning of the first mark that the text contains.
pub(super) fn first(marks: Marks, text: &str) -> Option<&'static str> {
    marks.iter().find(|(mark, _)| text.contains(mark)).map(|(_, meaning)| *meaning)
}

/// Apps that open links in a built-in browser, more specific marks first.
pub(super) const APPS: Marks = &[
    ("Instagram", "Instagram"),
    ("Barcelona ", "Threads"),
    ("musical_ly", "TikTok"),
    ("BytedanceWebview", "TikTok"),
    ("TikTok", "TikTok"),
    ("trill_", "TikTok"),
    ("FBAN/Messenger", "Messenger"),
    ("MessengerForiOS", "Messenger"),
    ("FB_IAB/Orca", "Messenger"),
    ("FBAN/", "Facebook"),
    ("FBAV/", "Facebook"),
    ("FB_IAB", "Facebook"),
    ("Snapchat", "Snapchat"),
    ("Pinterest", "Pinterest"),
    ("LinkedInApp", "LinkedIn"),
    ("Twitter for ", "X"),
    ("WhatsApp", "WhatsApp"),
    ("MicroMessenger", "WeChat"),
    (" Line/", "LINE"),
    ("KAKAOTALK", "KakaoTalk"),
    ("Discord/", "Discord"),
    ("Telegram-", "Telegram"),
    ("Reddit/", "Reddit"),
    ("GSA/", "Google app"),
];

/// Browsers and programs.
pub(super) const BROWSERS: Marks = &[
    ("bot/", "Bot"),
    ("Bot/", "Bot"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("Ddg/", "DuckDuckGo"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Silk/", "Silk"),
    ("Kindle/", "Kindle"),
    ("MiuiBrowser/", "Mi Browser"),
    ("HuaweiBrowser/", "Huawei Browser"),
    ("UCBrowser/", "UC Browser"),
    ("YaBrowser/", "Yandex Browser"),
    ("Vivaldi/", "Vivaldi"),
    ("Whale/", "Whale"),
    ("OculusBrowser/", "Meta Quest Browser"),
    ("Brave/", "Brave"),
    ("Ecosia", "Ecosia"),
    ("Focus/", "Firefox Focus"),
    ("Klar/", "Firefox Focus"),
    ("SeaMonkey/", "SeaMonkey"),
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("Opera Mini", "Opera Mini"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("OPiOS/", "Opera"),
    ("Electron/", "Desktop app"),
    ("HeadlessChrome/", "Headless Chrome"),
    ("; wv)", "In-app browser"),
    ("curl/", "curl"),
    ("Wget/", "Wget"),
    ("HTTPie/", "HTTPie"),
    ("PostmanRuntime/", "Postman"),
    ("insomnia/", "Insomnia"),
    ("python-requests/", "Python"),
    ("python-httpx/", "Python"),
    ("aiohttp/", "Python"),
    ("Python-urllib/", "Python"),
    ("Go-http-client/", "Go"),
    ("okhttp/", "HTTP library"),
    ("axios/", "HTTP library"),
    ("node-fetch", "HTTP library"),
    ("undici", "HTTP library"),
    ("reqwest/", "HTTP library"),
    ("Java/", "HTTP library"),
    ("Dalvik/", "Android app"),
    ("CFNetwork/", "Apple app"),
];

/// Systems that the parser does not know, or mistakes for others.
pub(super) const SYSTEMS: Marks = &[
    ("Windows Phone", "Windows Phone"),
    ("HarmonyOS", "HarmonyOS"),
    ("OpenHarmony", "HarmonyOS"),
    ("KAIOS/", "KaiOS"),
    ("Tizen", "Tizen"),
    ("Web0S", "webOS"),
    ("iPad", "iPadOS"),
    ("iPhone", "iOS"),
    ("iPod", "iOS"),
    // Only iPads that request desktop pages claim to be a Mac with these mobile browsers.
    ("Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/", "iPadOS"),
    ("Macintosh; Intel Mac OS X 10.15) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/", "iPadOS"),
    ("Kindle/", "Kindle"),
    ("Android", "Android"),
    ("PlayStation", "PlayStation"),
    ("Nintendo", "Nintendo"),
    ("PlayBook", "BlackBerry"),
    ("Darwin/", "Apple"),
];

/// Devices that are tablets, whatever else the text says.
pub(super) const TABLETS: Marks = &[
    ("iPad", "iPad"),
    ("Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/", "iPad"),
    ("Macintosh; Intel Mac OS X 10.15) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/", "iPad"),
    ("; Tablet;", "tablet"),
    ("Tablet; rv:", "tablet"),
    ("Pixel Tablet", "Pixel"),
    ("Kindle", "Kindle"),
    ("Silk/", "Fire"),
    ("; KFT", "Fire"),
    ("; KFM", "Fire"),
    ("PlayBook", "PlayBook"),
    ("Nexus 7", "Nexus"),
    ("Nexus 9", "Nexus"),
    ("Nexus 10", "Nexus"),
    ("SM-T", "Galaxy Tab"),
    ("SM-X", "Galaxy Tab"),
    ("SM-P", "Galaxy Tab"),
    ("Lenovo TB", "Lenovo Tab"),
    ("Xiaomi Pad", "Xiaomi Pad"),
];

/// Televisions and headsets.
pub(super) const TELEVISIONS: Marks = &[
    ("SMART-TV", "television"),
    ("SmartTV", "television"),
    ("Smart TV", "television"),
    ("Android TV", "television"),
    ("GoogleTV", "television"),
    ("BRAVIA", "television"),
    ("; AFT", "Fire TV"),
    ("CrKey/", "Chromecast"),
    ("Web0S", "television"),
    ("OculusBrowser/", "headset"),
];
