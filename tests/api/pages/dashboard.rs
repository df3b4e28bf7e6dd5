//! `/admin`

use waffle_tests::{TestApp, words};

#[tokio::test]
async fn a_card_counts_available_pending_and_paid() {
    let (app, seller) = TestApp::with_browser().await;
    let empty = seller.get("/admin").await;
    assert!(empty.words("main").contains("Create your first waffle"));

    let waffle = seller.create("Camera", 8).await;
    app.visitor().claims(&waffle, "1-3", "anna").await;
    let manage = seller.get(&waffle.manage("?view=spots")).await;
    let pay = manage.attribute("[data-number='2'] [data-act=pay]", "formaction");
    seller.send(&pay, &[]).await;
    let card = seller.get("/admin").await;
    let words = card.words(".admin-card");
    assert!(words.contains("Available 5 Pending 2 Paid 1") && words.contains("37.5% claimed"), "{words}");
    assert_eq!(card.attribute(".admin-card a", "href"), waffle.manage(""));
}

#[tokio::test]
async fn archived_waffles_have_a_list_of_their_own() {
    let (_app, seller) = TestApp::with_browser().await;
    seller.create("Camera", 8).await;
    let archived = seller.get("/admin?archived=true").await;
    assert!(!archived.has(".admin-card"));
    assert_eq!(archived.words(".tabs [aria-current=page]"), "Archived");
}

#[tokio::test]
async fn waffles_are_found_by_title_and_state_and_full_ones_come_below_open_ones() {
    let (app, seller) = TestApp::with_browser().await;
    let drawn = seller.create("Zebra", 2).await;
    app.sells(&drawn, &[1, 2], "anna").await;
    app.draws(&drawn, &[1]).await;
    let open = seller.create("100 % Äpfel", 8).await;
    seller.create("Camera", 8).await;
    let full = seller.create("Lamp", 2).await;
    app.visitor().claims(&full, "1-2", "anna").await;
    app.visitor().claims(&open, "1", "ben").await;
    let listed = async |query: &str| {
        let page = seller.get(&format!("/admin{query}")).await;
        assert_eq!(page.status(), 200, "{query}");
        page.all(".card-title").into_iter().map(words).collect::<Vec<_>>().join(", ")
    };
    for (query, titles) in [
        ("", "Camera, 100 % Äpfel, Lamp, Zebra"),
        ("?sort=title", "100 % Äpfel, Camera, Lamp, Zebra"),
        ("?sort=owed", "100 % Äpfel, Camera, Lamp, Zebra"),
        ("?sort=x&show=x&page=x", "Camera, 100 % Äpfel, Lamp, Zebra"),
        ("?search=AM", "Camera, Lamp"),
        ("?search=%25", "100 % Äpfel"),
        ("?search=_%00", ""),
        ("?show=open", "Camera, 100 % Äpfel"),
        ("?show=open&search=%C3%84PF&sort=owed", "100 % Äpfel"),
        ("?show=full", "Lamp"),
        ("?show=drawn", "Zebra"),
        ("?archived=true", ""),
    ] {
        assert_eq!(listed(query).await, titles, "{query}");
    }
    assert!(!seller.get("/admin").await.has("[role=search]"), "a few are found by looking");
    let found = seller.get("/admin?show=full&search=la%26mp&sort=owed").await;
    assert_eq!((found.value("[name=search]"), found.value("[name=show]")), ("la&mp".into(), "full".into()));
    let archived = "/admin?archived=true&search=la%26mp&sort=owed";
    assert!(found.has(&format!(".tabs a[href='{archived}']")) && found.words("main").contains("Nothing found"));
    for number in 5..=7 {
        seller.create(&format!("Waffle {number}"), 2).await;
    }
    assert!(seller.get("/admin").await.has("[role=search]"));
}

#[tokio::test]
async fn a_list_has_sixty_waffles_on_a_page_and_its_next_page_keeps_what_was_looked_for() {
    let (app, seller) = TestApp::with_browser().await;
    app.sql(
        "INSERT INTO waffles (id, slug, title, social_media_links, total_spots, spot_price, item_count, available_count,
            created_at)
         SELECT gen_random_uuid(), 'drop-' || n, 'Drop ' || n, '{}', 3, 2500, 1, 3, now() - n * interval '1 hour'
         FROM generate_series(1, 61) n",
    )
    .await;
    for (which, archived) in [("show=open", false), ("archived=true", true)] {
        app.sql(&format!("UPDATE waffles SET archived = {archived}")).await;
        let path = format!("?{which}&search=drop&sort=newest");
        let first = seller.get(&format!("/admin{path}")).await;
        let next = first.attribute("[rel=next]", "href");
        assert_eq!((first.all(".admin-card").len(), &next), (60, &format!("{path}&page=2")));
        assert!(!first.has("[rel=prev]"));
        let last = seller.get(&format!("/admin{next}")).await;
        assert_eq!((last.all(".admin-card").len(), last.words(".card-title").as_str()), (1, "Drop 61"));
        assert_eq!(last.attribute("[rel=prev]", "href"), format!("{path}&page=1"));
        assert!(!last.has("[rel=next]"));
    }
}
