use proptest::prelude::{any, prop_oneof, proptest};
use proptest::strategy::{Just, Strategy};

use super::{Device, MAX_LENGTH, UserAgent};
use Device::{Desktop, Mobile, Tablet};

/// A text sent by a real browser, app or program, and its meaning.
type Sample = (&'static str, &'static str, &'static str, Device);

const PHONES: &[Sample] = &[
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Version/17.5 Mobile/15E148 Safari/604.1",
        "Safari",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1",
        "Chrome",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 14_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 \
         Mobile/15E148 Safari/605.1.15",
        "Firefox",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 \
         EdgiOS/125.2535.96 Mobile/15E148 Safari/605.1.15",
        "Edge",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.8.0",
        "Opera",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 \
         Mobile/15E148 DuckDuckGo/7 Safari/605.1.15",
        "DuckDuckGo",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 13_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/8.1.1 \
         Focus/8.1.1 Mobile/15E148",
        "Firefox Focus",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Version/12.1.2 Mobile/15E148 Safari/604.1",
        "Safari",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile \
         Safari/537.36",
        "Chrome",
        "Android",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP1A.240505.004) AppleWebKit/537.36 (KHTML, like Gecko) \
         Chrome/125.0.6422.113 Mobile Safari/537.36",
        "Chrome",
        "Android",
        Mobile,
    ),
    ("Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0", "Firefox", "Android", Mobile),
    (
        "Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 \
         Chrome/121.0.0.0 Mobile Safari/537.36",
        "Samsung Internet",
        "Android",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile \
         Safari/537.36 EdgA/125.0.2535.96",
        "Edge",
        "Android",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile \
         Safari/537.36 OPR/83.0.0.0",
        "Opera",
        "Android",
        Mobile,
    ),
    (
        "Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16",
        "Opera Mini",
        "Android",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; U; Android 13; de-de; 2201117TY Build/TKQ1.221114.001) AppleWebKit/537.36 (KHTML, like \
         Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.10.1-gn",
        "Mi Browser",
        "Android",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.11.0.302) AppleWebKit/537.36 (KHTML, like \
         Gecko) Chrome/99.0.4844.88 HuaweiBrowser/14.0.2.311 Mobile Safari/537.36",
        "Huawei Browser",
        "HarmonyOS",
        Mobile,
    ),
    ("Mozilla/5.0 (Mobile; Nokia 2780 Flip; rv:84.0) Gecko/84.0 Firefox/84.0 KAIOS/3.1", "Firefox", "KaiOS", Mobile),
    (
        "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) \
         Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15063",
        "Edge",
        "Windows Phone",
        Mobile,
    ),
    (
        "Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0.9.2372 Mobile Safari/537.10+",
        "Safari",
        "BlackBerry",
        Mobile,
    ),
];

const TABLETS: &[Sample] = &[
    (
        "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 \
         Mobile/15E148 Safari/604.1",
        "Safari",
        "iPadOS",
        Tablet,
    ),
    (
        "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 \
         Mobile/15E148 Safari/604.1",
        "Chrome",
        "iPadOS",
        Tablet,
    ),
    (
        "Mozilla/5.0 (iPad; CPU OS 14_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 \
         Mobile/15E148 Safari/605.1.15",
        "Firefox",
        "iPadOS",
        Tablet,
    ),
    // Desktop pages on an iPad: other browsers can be distinguished from a Mac, Safari can't.
    (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126 \
         Version/11.1.1 Safari/605.1.15",
        "Chrome",
        "iPadOS",
        Tablet,
    ),
    (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 \
         Safari/605.1.15",
        "Firefox",
        "iPadOS",
        Tablet,
    ),
    (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 \
         Safari/605.1.15",
        "Safari",
        "macOS",
        Desktop,
    ),
    (
        "Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 \
         Safari/537.36",
        "Chrome",
        "Android",
        Tablet,
    ),
    (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
        "Chrome",
        "Android",
        Tablet,
    ),
    (
        "Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-T970) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/24.0 \
         Chrome/117.0.0.0 Safari/537.36",
        "Samsung Internet",
        "Android",
        Tablet,
    ),
    ("Mozilla/5.0 (Android 13; Tablet; rv:127.0) Gecko/127.0 Firefox/127.0", "Firefox", "Android", Tablet),
    (
        "Mozilla/5.0 (Linux; Android 14; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 \
         Safari/537.36",
        "Chrome",
        "Android",
        Tablet,
    ),
    (
        "Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.4.1 like \
         Chrome/120.0.6099.230 Safari/537.36",
        "Silk",
        "Android",
        Tablet,
    ),
    (
        "Mozilla/5.0 (Linux; U; en-US) AppleWebKit/528.5+ (KHTML, like Gecko, Safari/528.5+) Version/4.0 Kindle/3.0 \
         (screen 600x800; rotate)",
        "Kindle",
        "Kindle",
        Tablet,
    ),
    (
        "Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ (KHTML, like Gecko) Version/5.0 \
         Safari/533.2+ Kindle/3.0+",
        "Kindle",
        "Kindle",
        Tablet,
    ),
    (
        "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 7 Build/MOB30X) AppleWebKit/537.36 (KHTML, like Gecko) \
         Chrome/79.0.3945.116 Safari/537.36",
        "Chrome",
        "Android",
        Tablet,
    ),
    (
        "Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ (KHTML, like Gecko) Version/7.2.1.0 \
         Safari/536.2+",
        "Safari",
        "BlackBerry",
        Tablet,
    ),
];

const APPS: &[Sample] = &[
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Mobile/21F90 Instagram 337.0.3.23.54 (iPhone14,3; iOS 17_5_1; de_DE; de; scale=3.00; 1284x2778; 610279485)",
        "Instagram",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) \
         Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36 Instagram 335.0.0.39.93 Android (34/14; 450dpi; \
         1080x2125; samsung; SM-S918B; dm3q; qcom; en_GB; 607720734)",
        "Instagram",
        "Android",
        Mobile,
    ),
    (
        "Instagram 219.0.0.12.117 Android (30/11; 420dpi; 1080x2220; samsung; SM-G973F; beyond1; exynos9820; en_US; \
         340011805)",
        "Instagram",
        "Android",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPad; CPU OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 \
         Instagram 337.0.3.23.54 (iPad13,8; iPadOS 17_5_1; en_US; en; scale=2.00; 750x1334; 610279485)",
        "Instagram",
        "iPadOS",
        Tablet,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Mobile/15E148 musical_ly_34.7.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US \
         BytedanceWebview/d8a21c6",
        "TikTok",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; Android 13; SM-A536B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) \
         Version/4.0 Chrome/125.0.6422.53 Mobile Safari/537.36 trill_340704 JsSdk/1.0 NetType/WIFI Channel/googleplay \
         AppName/trill app_version/34.7.4 BytedanceWebview/d8a21c6",
        "TikTok",
        "Android",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Mobile/21F90 \
         [FBAN/FBIOS;FBAV/468.0.0.36.115;FBBV/604622912;FBDV/iPhone15,2;FBMD/iPhone;\
         FBSN/iOS;FBSV/17.5.1;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]",
        "Facebook",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; Android 12; SM-A125F Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) \
         Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/466.1.0.56.79;]",
        "Facebook",
        "Android",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; Android 13; SM-T870 Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) \
         Version/4.0 Chrome/125.0.6422.147 Safari/537.36 [FB_IAB/FB4A;FBAV/466.1.0.56.79;]",
        "Facebook",
        "Android",
        Tablet,
    ),
    (
        "Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP1A.240505.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) \
         Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/459.0.0.46.109;]",
        "Messenger",
        "Android",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 \
         Mobile/15E148 Snapchat/12.90.0.43 (like Safari/8618.2.12.10.9, panda)",
        "Snapchat",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Mobile/15E148 [Pinterest/iOS]",
        "Pinterest",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Mobile/15E148 Twitter for iPhone/10.44",
        "X",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240605.024; wv) AppleWebKit/537.36 (KHTML, like Gecko) \
         Version/4.0 Chrome/126.0.6478.50 Mobile Safari/537.36 Barcelona 335.0.0.32.93 Android (34/14; 420dpi; \
         1080x2205; Google/google; Pixel 8; shiba; shiba; en_US; 606327613)",
        "Threads",
        "Android",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN",
        "WeChat",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         GSA/319.0.638340538 Mobile/15E148 Safari/604.1",
        "Google app",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Mobile/15E148",
        "In-app browser",
        "iOS",
        Mobile,
    ),
    (
        "Mozilla/5.0 (Linux; Android 13; Pixel 6 Build/TQ3A.230901.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) \
         Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36",
        "In-app browser",
        "Android",
        Mobile,
    ),
    ("Dalvik/2.1.0 (Linux; U; Android 13; SM-G991B Build/TP1A.220624.014)", "Android app", "Android", Mobile),
];

const DESKTOPS: &[Sample] = &[
    (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 \
         Safari/537.36",
        "Chrome",
        "Windows 10/11",
        Desktop,
    ),
    (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 \
         Safari/537.36 Edg/126.0.0.0",
        "Edge",
        "Windows 10/11",
        Desktop,
    ),
    (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0",
        "Firefox",
        "Windows 10/11",
        Desktop,
    ),
    (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 \
         Safari/537.36 OPR/110.0.0.0",
        "Opera",
        "Windows 10/11",
        Desktop,
    ),
    (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 \
         Safari/537.36 Vivaldi/6.8.3381.44",
        "Vivaldi",
        "Windows 10/11",
        Desktop,
    ),
    (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 \
         YaBrowser/24.6.0.0 Safari/537.36",
        "Yandex Browser",
        "Windows 10/11",
        Desktop,
    ),
    ("Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko", "Internet Explorer", "Windows 7", Desktop),
    (
        "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0; Touch; Tablet PC 2.0)",
        "Internet Explorer",
        "Windows 8",
        Desktop,
    ),
    (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 \
         Safari/537.36",
        "Chrome",
        "macOS",
        Desktop,
    ),
    (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0",
        "Firefox",
        "macOS",
        Desktop,
    ),
    (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 \
         Safari/605.1.15 Ddg/17.5",
        "DuckDuckGo",
        "macOS",
        Desktop,
    ),
    (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
        "Chrome",
        "Linux",
        Desktop,
    ),
    ("Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox", "Linux", Desktop),
    (
        "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 \
         Safari/537.36",
        "Chrome",
        "ChromeOS",
        Desktop,
    ),
    ("Mozilla/5.0 (X11; FreeBSD amd64; rv:109.0) Gecko/20100101 Firefox/115.0", "Firefox", "BSD", Desktop),
    (
        "Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) 94.0.4606.31/7.0 TV \
         Safari/537.36",
        "Safari",
        "Tizen",
        Desktop,
    ),
    (
        "Mozilla/5.0 (PlayStation; PlayStation 5/8.20) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 \
         Safari/605.1.15",
        "Safari",
        "PlayStation",
        Desktop,
    ),
];

const OTHERS: &[Sample] = &[
    ("curl/8.8.0", "curl", "Unknown", Desktop),
    ("Wget/1.21.4", "Wget", "Unknown", Desktop),
    ("PostmanRuntime/7.39.0", "Postman", "Unknown", Desktop),
    ("python-requests/2.32.3", "Python", "Unknown", Desktop),
    ("Go-http-client/1.1", "Go", "Unknown", Desktop),
    ("okhttp/4.12.0", "HTTP library", "Unknown", Desktop),
    ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Bot", "Unknown", Desktop),
    ("Mozilla/5.0", "Unknown", "Unknown", Desktop),
    ("-", "Unknown", "Unknown", Desktop),
    ("", "Unknown", "Unknown", Desktop),
    ("  ", "Unknown", "Unknown", Desktop),
    ("waffle iron \u{1f9c7} \u{0}\u{1b}[31m", "Unknown", "Unknown", Desktop),
    ("<script>alert(1)</script>", "Unknown", "Unknown", Desktop),
];

#[test]
fn real_browsers_apps_and_programs_are_recognized() {
    let samples: Vec<_> = [PHONES, TABLETS, APPS, DESKTOPS, OTHERS].concat();
    assert!(samples.len() >= 60);
    let told = |(text, ..): &Sample| {
        let client = UserAgent::new(text).client();
        (*text, client.browser, client.os, client.device)
    };
    let wrong: Vec<_> =
        samples.iter().map(|sample| (told(sample), *sample)).filter(|(told, sample)| told != sample).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_very_long_text_is_cut_and_still_understood() {
    let (text, browser, os, device) = DESKTOPS[0];
    let long = UserAgent::new(&format!("{text} {}", "x".repeat(100_000)));
    assert_eq!(long.as_str().chars().count(), MAX_LENGTH);
    let client = long.client();
    assert_eq!((client.browser, client.os, client.device), (browser, os, device));
    assert_eq!(UserAgent::new(&"é".repeat(MAX_LENGTH)).as_str(), "é".repeat(MAX_LENGTH));
    assert_eq!(UserAgent::new(&"é".repeat(MAX_LENGTH + 1)).as_str(), "é".repeat(MAX_LENGTH));
    let spaced = format!("\0 {} x", "é".repeat(MAX_LENGTH - 1));
    assert_eq!(UserAgent::new(&spaced).as_str(), "é".repeat(MAX_LENGTH - 1), "without spaces at its ends");
}

fn piece() -> impl Strategy<Value = String> {
    let words = "Mozilla/5.0 (compatible; Windows NT 10.0; Phone OS Xbox; Android - iPad like Mac OS X DoCoMo/2.0 \
                 (;FOMA; KDDI- UP.Browser/ SoftBank/1.0/ WILLCOM;/ jig browser; Opera/ Version/ Trident/7.0; rv: \
                 MSIE 9.0; PLAYSTATION 3; PSP (PlayStation Portable); BlackBerry9/ BB10 Version/ CrOS ) FreeBSD ; \
                 Chrome/ Safari/ Firefox/ Gecko/ bot/ Googlebot Mobile Java/ HttpClient/ InternetTVBrowser/";
    let words: Vec<_> = words.split_whitespace().collect();
    prop_oneof![proptest::sample::select(words).prop_map(str::to_owned), any::<String>(), Just(" ".to_owned())]
}

proptest! {
    #[test]
    fn no_text_breaks_it(pieces in proptest::collection::vec(piece(), 0..12)) {
        let client = UserAgent::new(&pieces.concat()).client();
        assert!(!client.browser.is_empty() && !client.os.is_empty());
    }
}
