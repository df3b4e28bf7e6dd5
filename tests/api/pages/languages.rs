//! Pages in the language of their reader.

use std::collections::HashSet;
use std::io::Read as _;

use reqwest::Method;
use serde_json::json;
use waffle_language::{Language, Text, say};
use waffle_tests::{Answer, Page, Site, TestApp, Visitor, answer, form};

/// Reads an address with some headers, and unpacks what travels in brotli.
async fn read(app: &Site, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = app.request(Method::GET, path);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let mut read = answer(request).await;
    if read.header("content-encoding") == "br" {
        let mut body = Vec::new();
        brotli::Decompressor::new(&*read.body, 4096).read_to_end(&mut body).unwrap();
        read.body = body.into();
    }
    read
}

async fn open(app: &Site, path: &str, headers: &[(&str, &str)]) -> Page {
    Page::new(read(app, path, headers).await)
}

fn tag(page: &Page) -> String {
    page.attribute("html", "lang")
}

/// A text in a language, as a page shows it.
fn written(tag: &str, text: &Text) -> String {
    let text = text.write(Language::parse(tag).unwrap());
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The headers by which an answer varies.
fn varies(answer: &Answer) -> HashSet<String> {
    let values = answer.headers.get_all("vary").iter().flat_map(|value| value.to_str().unwrap().split(','));
    values.map(|name| name.trim().to_ascii_lowercase()).collect()
}

/// Sends the form at the foot of a page.
async fn choose(reader: &Visitor, lang: &str, to: &str) -> Page {
    reader.post("/language", &[("lang", lang), ("to", to)]).await
}

/// Where the form at the foot of a page leads back to.
fn place(page: &Page) -> String {
    page.value("form.languages [name=to]")
}

#[tokio::test]
async fn the_address_counts_before_the_choice_and_that_before_the_browser() {
    let app = TestApp::shared().await;
    let chose = ("cookie", "lang=de");
    for (path, headers, wanted) in [
        ("/about", &[("accept-language", "de-AT, en;q=0.9")][..], "de"),
        ("/about", &[("accept-language", "pl, en;q=0.5, es-419;q=0.8")], "es"),
        ("/about", &[("accept-language", "pl, *")], "en"),
        ("/about", &[], "en"),
        ("/about", &[("accept-language", "es"), chose], "de"),
        ("/about", &[("accept-language", "es"), ("cookie", "lang=xx")], "es"),
        ("/about?lang=en", &[("accept-language", "es"), chose], "en"),
        ("/about?lang=xx", &[("accept-language", "es"), chose], "de"),
        ("/nothing?lang=es", &[chose], "es"),
    ] {
        let page = open(&app, path, headers).await;
        let shown = (tag(&page), page.attribute("html", "dir"));
        assert_eq!(shown, (wanted.to_owned(), "ltr".to_owned()), "{path} {headers:?}");
    }
}

#[tokio::test]
async fn who_prefers_no_language_that_there_is_reads_the_servers() {
    let app = TestApp::with(&[("WAFFLE__SERVER__LANGUAGE", "de")]).await;
    let waffle = app.waffle("Camera", 5).await;
    for (headers, wanted, query) in [
        (&[("accept-language", "pl"), ("cookie", "lang=xx")][..], "de", ""),
        (&[], "de", ""),
        (&[("accept-language", "es")], "es", "&lang=es"),
        (&[("accept-language", "en")], "en", "&lang=en"),
    ] {
        let page = open(&app, &waffle.page(), headers).await;
        let card = page.attribute("meta[property='og:image']", "content");
        assert_eq!(tag(&page), wanted, "{headers:?}");
        assert!(card.ends_with(&format!("/card.png?format=square{query}")), "{card}");
    }
    assert_eq!(app.get("/api/waffles/none").await.json()["error"], "There is no such waffle.");
}

#[tokio::test]
async fn pages_vary_by_what_says_the_language_and_the_api_does_not() {
    let (app, _, waffle) = TestApp::shared_selling("Camera", 5).await;
    let names = ["accept-language", "cookie"].map(str::to_owned);
    let pages = ["", "/stage", "/draws", "/board.txt", "/nothing"].map(|rest| format!("{}{rest}", waffle.page()));
    let others = ["/", "/waffles", "/about", "/buyer", "/admin/login", "/api/docs"].map(str::to_owned);
    for path in pages.into_iter().chain(others) {
        let said = varies(&app.get(&path).await);
        assert!(names.iter().all(|name| said.contains(name)), "{path} varies by {said:?}");
    }
    let data = ["", "/spots", "/export", "/nothing"].map(|rest| waffle.api(rest));
    let others = ["/api/version".to_owned(), format!("{}/card.png?format=square", waffle.page())];
    for path in data.into_iter().chain(others) {
        let said = varies(&app.get(&path).await);
        assert!(!names.iter().any(|name| said.contains(name)), "{path} varies by {said:?}");
    }
}

#[tokio::test]
async fn a_choice_holds_for_all_pages_until_the_next_one() {
    let app = TestApp::shared().await;
    let mut reader = app.visitor();
    for lang in ["de", "es"] {
        let chosen = choose(&reader, lang, "/buyer").await;
        assert_eq!((chosen.status(), chosen.location()), (303, "/buyer"));
        let cookie = chosen.answer.header("set-cookie");
        assert_eq!(cookie, format!("lang={lang}; HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000"));
        reader.cookie = cookie.split(';').next().unwrap().to_owned();
        for path in ["/", "/waffles", "/about", "/buyer", "/api/docs", "/admin/login", "/nothing"] {
            let page = reader.get(path).await;
            let shown = [tag(&page), page.value("form.languages [aria-current]")];
            assert_eq!(shown, [lang, lang], "{path}");
        }
    }
    for elsewhere in ["https://evil.example/", "//evil.example", "/\\evil.example", "evil", ""] {
        assert_eq!(choose(&reader, "de", elsewhere).await.location(), "/", "{elsewhere}");
    }
    let unknown = choose(&reader, "xx", "/about").await;
    assert_eq!((unknown.status(), unknown.answer.header("set-cookie")), (400, ""));
    let all: Vec<_> = Language::all().map(Language::tag).collect();
    assert!(unknown.words("main").contains(&all.join(", ")), "{}", unknown.words("main"));
}

#[tokio::test]
async fn a_choice_leads_back_to_its_page_and_never_to_one_that_only_takes_forms() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 9).await;
    let filtered = "/admin/audit?action=mark_paid&entity_type=spot";
    for (path, wanted) in [
        (filtered, filtered),
        (&format!("{filtered}&lang=de"), filtered),
        (&format!("{}?lang=de", waffle.page()), &waffle.page()),
    ] {
        let page = seller.get(path).await;
        assert_eq!((page.status(), place(&page)), (200, wanted.to_owned()));
    }
    let buyer = app.visitor();
    let receipt = buyer.claim(&waffle, &[("social_handle", "anna"), ("numbers", "3")]).await.location().to_owned();
    let proof = buyer.get(&receipt).await.value("main [name=csrf_token]");
    let note = [("note", &*"x".repeat(201)), ("csrf_token", &*proof)];
    let taken = [("social_handle", "ben"), ("numbers", "3")];
    let answered = format!("http://{}{}", app.address, waffle.claim());
    let again = app.request(Method::POST, &waffle.claim()).header("referer", answered);
    for (refused, status, wanted) in [
        (buyer.claim(&waffle, &taken).await, 409, waffle.page()),
        (Page::new(answer(form(again, taken)).await), 409, waffle.page()),
        (buyer.post(&format!("{receipt}/paid"), &note).await, 400, receipt),
        (seller.send("/admin/waffles/new", &[]).await, 400, "/admin/waffles/new".to_owned()),
    ] {
        assert_eq!((refused.status(), place(&refused)), (status, wanted.clone()));
        assert_eq!(seller.get(&wanted).await.status(), 200, "{wanted}");
    }
}

#[tokio::test]
async fn what_is_kept_for_many_readers_is_kept_for_each_language() {
    let (app, _, waffle) = TestApp::selling("Camera", 9).await;
    let paths = [waffle.page(), format!("{}/stage", waffle.page()), "/".to_owned(), "/waffles".to_owned()];
    for (left, languages) in [("9", ["de", "es", "de", "en"]), ("8", ["en", "es", "de", "en"])] {
        if left == "8" {
            app.claim(&waffle, &[3], "anna").await.ok();
        }
        for (path, coding) in paths.iter().flat_map(|path| ["identity", "br"].map(|coding| (path, coding))) {
            for language in languages {
                let page = open(&app, path, &[("accept-language", language), ("accept-encoding", coding)]).await;
                let shown = [tag(&page), page.words("[data-left]"), page.words("[data-tag]")];
                let status = written(language, &say!("status-open"));
                assert_eq!(shown, [language, left, &*status], "{path} in {coding}");
            }
        }
    }
}

#[tokio::test]
async fn the_board_as_text_and_the_apis_description_are_kept_for_each_language_too() {
    let (app, _, waffle) = TestApp::selling("Camera", 4).await;
    app.sells(&waffle, &[1], "anna").await;
    app.claims(&waffle, &[2], "ben").await;
    app.draws(&waffle, &[1]).await;
    let path = format!("{}/board.txt", waffle.page());
    for (second, languages) in [("2 ben", ["de", "es", "de", "en"]), ("2 ben ✓", ["en", "es", "de", "en"])] {
        if second.ends_with('✓') {
            app.pays(&waffle, 2).await;
        }
        let mut known = String::new();
        for language in languages {
            let board = read(&app, &path, &[("accept-language", language), ("if-none-match", &known)]).await;
            let how = written(language, &say!("won-hand"));
            assert_eq!(board.text(), format!("1 anna ★\n{second}\n3 –\n4 –\n★ {how}\n"));
            board.header("etag").clone_into(&mut known);
        }
    }
    for (language, coding) in [("de", "br"), ("en", "br"), ("de", "identity"), ("es", "identity"), ("en", "br")] {
        let page = open(&app, "/api/docs", &[("accept-language", language), ("accept-encoding", coding)]).await;
        assert_eq!((page.status(), tag(&page).as_str()), (200, language), "{coding}");
    }
}

#[tokio::test]
async fn search_engines_find_the_board_in_every_language() {
    let site = "https://waffles.example.com";
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", site)]).await;
    let waffle = app.waffle("Camera", 5).await;
    let page = app.visitor().get(&waffle.page()).await;
    let links = page.all("link[rel=alternate][hreflang]");
    assert_eq!(links.len(), 1 + Language::all().len());
    assert!(!page.has("link[rel=canonical]"), "an address of a language would not be its own");
    for link in links {
        let [href, language] = ["href", "hreflang"].map(|name| link.value().attr(name).unwrap());
        if language == "x-default" {
            assert_eq!(href, format!("{site}{}", waffle.page()));
            continue;
        }
        assert!(href.starts_with(&format!("{site}{}?", waffle.page())), "{href}");
        let there = open(&app, href.trim_start_matches(site), &[("accept-language", "pl")]).await;
        assert_eq!((there.status(), tag(&there).as_str()), (200, language));
    }
}

#[tokio::test]
async fn a_german_page_writes_numbers_plurals_and_moments_as_german_does() {
    let app = TestApp::start().await;
    let draft = json!({"title": "Big", "total_spots": 10_000, "item_count": 2, "opens_at": "2026-06-01T18:00:00Z"});
    let (big, small) = (app.waffle_of(&draft, &[]).await, app.waffle("Small", 5).await);
    let page = open(&app, &big.page(), &[("accept-language", "de")]).await;
    assert_eq!(page.words(".facts"), "25,00 $ pro Platz 10.000 Plätze 2 Gewinne");
    assert_eq!(page.words("[data-opens]"), "1. Juni 2026, 18:00 UTC");
    let page = open(&app, &small.page(), &[("accept-language", "de")]).await;
    assert_eq!(page.words(".facts"), "25,00 $ pro Platz 5 Plätze 1 Gewinn");
}

#[tokio::test]
async fn a_page_refuses_in_its_readers_language_and_the_api_in_english() {
    let (app, _, waffle) = TestApp::selling("Camera", 5).await;
    app.claim(&waffle, &[3], "anna").await.ok();
    let mut reader = app.visitor();
    reader.cookie = "lang=de".to_owned();
    let taken = reader.claim(&waffle, &[("social_handle", "ben"), ("numbers", "3")]).await;
    let sentence = written("de", &say!("notice-taken", numbers = "3", count = 1));
    assert_eq!((taken.status(), taken.words("[data-notice] h2")), (409, sentence));
    let nameless = reader.claim(&waffle, &[("social_handle", ""), ("numbers", "4")]).await;
    let sentence = written("de", &say!("fault-handle-missing"));
    assert_eq!((nameless.status(), nameless.words("#handle-error")), (400, sentence));
    for (spots, handle, said) in
        [([3], "ben", "Spot 3 is already taken; nothing was claimed."), ([4], "", "Enter your social handle.")]
    {
        let claim = json!({"waffle_id": waffle.id, "spots": spots, "social_handle": handle});
        let plain = answer(app.claiming(&claim)).await;
        let german = app.claiming(&claim).header("accept-language", "de").header("cookie", "lang=de");
        assert_eq!(plain.json()["error"], said);
        assert_eq!(answer(german).await.text(), plain.text());
    }
}

#[tokio::test]
async fn the_first_template_is_in_its_readers_language_until_a_seller_changes_it() {
    let (app, browser) = TestApp::with_browser().await;
    let waffle = app.waffle("Box", 4).await;
    let path = "/admin/share-templates";
    let edit = browser.get(path).await.attribute(".entry a", "href");
    let reading = |tag: &str| Visitor { cookie: format!("{}; lang={tag}", browser.cookie), ..browser.clone() };
    let shown = async |tag: &str| {
        let seller = reading(tag);
        let (share, list) = (seller.get(&waffle.manage("/share")).await, seller.get(path).await);
        let form = seller.get(&edit).await;
        [
            [share.words("[name=template_id] [selected]"), share.words("#message")],
            [list.words(".entry h2"), list.words(".entry-body")],
            [form.value("#name"), form.words("#body")],
        ]
    };
    let first = |tag: &str| [say!("share-first-name"), say!("announce-open")].map(|text| written(tag, &text));
    for tag in ["de", "es", "en"] {
        let first = first(tag);
        assert_eq!(shown(tag).await, [(); 3].map(|()| first.clone()), "{tag}");
        let said = reading(tag).send_and_follow(&format!("{edit}/default"), &[]).await.words("[role=status]");
        assert!(said.contains(&first[0]), "{tag}: {said}");
        let question = reading(tag).get(&format!("{edit}/delete")).await.words("h1");
        assert!(question.contains(&first[0]), "{tag}: {question}");
    }

    // What is sent back as it is shown changes nothing.
    for tag in ["en", "de"] {
        let form = reading(tag).get(&edit).await;
        let (name, body): (_, String) = (form.value("#name"), form.one("#body").text().collect());
        reading(tag).send_and_follow(&edit, &[("name", &name), ("body", &body)]).await;
        assert_eq!(shown("es").await, [(); 3].map(|()| first("es")), "saved in {tag}");
    }
    reading("de").send_and_follow(&edit, &[("name", "Heute"), ("body", "Heute: {url}")]).await;
    for tag in ["de", "es"] {
        assert_eq!(shown(tag).await, [(); 3].map(|()| ["Heute", "Heute: {url}"].map(String::from)));
    }
}

#[tokio::test]
async fn a_message_for_a_moment_is_in_the_readers_language() {
    let (app, browser) = TestApp::with_browser().await;
    let waffle = app.waffle("Box", 4).await;
    app.claim(&waffle, &[3], "anna").await.ok();
    for tag in ["de", "es", "en"] {
        let seller = Visitor { cookie: format!("{}; lang={tag}", browser.cookie), ..browser.clone() };
        let message = seller.get(&waffle.manage("/share")).await.words("#message");
        assert_eq!(message, written(tag, &say!("announce-few-left")));
    }
}

#[tokio::test]
async fn a_form_is_read_in_the_language_that_it_was_shown_in() {
    let (app, english) = TestApp::with_browser().await;
    let german = Visitor { cookie: format!("{}; lang=de", english.cookie), ..english.clone() };
    let new = "/admin/waffles/new";
    for (seller, lang, spots, price, cents, shown) in [
        (&german, "de", "1.000", "1.250,50", 125_050, "1250,50"),
        (&german, "de", "10", "25.00", 2_500, "25,00"),
        (&english, "en", "1,000", "1,250.50", 125_050, "1250.50"),
        // It was on the screen before the language changed.
        (&german, "en", "1,000", "1,250.50", 125_050, "1250,50"),
    ] {
        assert_eq!(german.get(new).await.value("main [name=lang]"), "de");
        let fields = [("title", "Camera"), ("total_spots", spots), ("spot_price", price), ("lang", lang)];
        let manage = seller.send_and_follow(new, &fields).await;
        let [id, slug] = ["data-id", "data-slug"].map(|name| manage.attribute("[data-manage]", name));
        let waffle = app.get(&format!("/api/waffles/{slug}")).await.json();
        let total = if spots == "10" { 10 } else { 1_000 };
        assert_eq!((&waffle["spot_price"], &waffle["total_spots"]), (&json!(cents), &json!(total)), "{price}");
        let edit = seller.get(&format!("/admin/waffles/{id}/edit")).await;
        assert_eq!(edit.value("#spot_price"), shown, "{price}");
    }
    let fields = [("title", "Lamp"), ("total_spots", "10"), ("spot_price", "umsonst"), ("lang", "de")];
    let refused = german.send(new, &fields).await;
    assert_eq!((refused.status(), refused.value("#spot_price")), (400, "umsonst".to_owned()));
    let sentence = written("de", &say!("fault-price-amount", example = "25,00"));
    assert_eq!(refused.words("#spot_price-note"), sentence);

    // Refused, it is shown in the new language, and will be read in that one.
    for (lang, spots, price, shown) in [
        ("en", "1,000", "1,250.50", ["de", "1000", "1250,50", "1440"]),
        ("de", "1.000", "1.250,50", ["de", "1.000", "1.250,50", "1,440"]),
    ] {
        let fields = [("title", ""), ("total_spots", spots), ("spot_price", price), ("pay_within_minutes", "1,440")];
        let refused = german.send(new, &[&fields[..], &[("lang", lang)]].concat()).await;
        assert_eq!(refused.status(), 400);
        let form = ["main [name=lang]", "#total_spots", "#spot_price", "#pay_within_minutes"];
        assert_eq!(form.map(|field| refused.value(field)), shown, "{lang}");
    }
    let waffle = english.create("Box", 9).await;
    let draw = [("delay_seconds", "1,200"), ("alternates", "x"), ("lang", "en")];
    let refused = german.send(&waffle.manage("/draws"), &draw).await;
    assert_eq!(refused.status(), 400);
    assert_eq!(["#delay_seconds", "#alternates"].map(|field| refused.value(field)), ["1200", "x"]);
}

#[tokio::test]
async fn a_card_is_in_the_language_of_its_address_whoever_asks() {
    let (app, _, waffle) = TestApp::selling("Camera", 5).await;
    let card = format!("{}/card.png?format=square", waffle.page());
    let etag = async |query: &str, headers: &[(&str, &str)]| {
        let card = read(&app, &format!("{card}{query}"), headers).await.ok();
        card.header("etag").to_owned()
    };
    let (plain, german, spanish) = (etag("", &[]).await, etag("&lang=de", &[]).await, etag("&lang=es", &[]).await);
    assert!(plain != german && german != spanish && spanish != plain, "{plain} {german} {spanish}");
    for (query, headers) in [
        ("", &[("accept-language", "de"), ("cookie", "lang=es")][..]),
        ("&lang=en", &[("accept-language", "de")]),
        ("&lang=xx", &[("cookie", "lang=de")]),
    ] {
        assert_eq!(etag(query, headers).await, plain, "{query} {headers:?}");
    }
    for (language, query) in [("de", "&lang=de"), ("en", "")] {
        let page = open(&app, &waffle.page(), &[("accept-language", language)]).await;
        let picture = page.attribute("meta[property='og:image']", "content");
        assert!(picture.ends_with(&format!("{card}{query}")), "{picture}");
    }
    let shared = app.signed_in().await.get(&format!("/admin/waffles/{}/share?lang=de", waffle.id)).await;
    assert!(shared.has("a[href*='card.png'][href$='&lang=de']"), "what a seller downloads is in their language");
    assert!(shared.words("[data-preview]").contains("25,00 $"), "and so is what they post");
}
