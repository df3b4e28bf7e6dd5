//! `/admin/reports`

use waffle_tests::TestApp;

#[tokio::test]
async fn without_anything_to_tell_every_report_says_so() {
    let (_app, seller) = TestApp::with_browser().await;
    for report in ["monthly-activity", "power-buyers", "drought", "spot-velocity"] {
        let page = seller.get(&format!("/admin/reports?report={report}")).await;
        assert_eq!(page.status(), 200);
        assert!(page.has(".empty") && !page.has(".chart"), "{report}");
    }
    let months = seller.get("/admin/reports").await;
    assert_eq!(months.words(".tabs [aria-current=page]"), "Months");
    assert_eq!(months.words(".parts [aria-current=page]"), "Reports");
    assert_eq!(months.value("#from"), "2025-07-01", "twelve months");
    let unfiltered = seller.get("/admin/reports?from=&to=").await;
    assert!(unfiltered.has(".empty"), "no month ever had a waffle");
    assert_eq!(unfiltered.value("#from"), "", "empty filters are no filters");
}

#[tokio::test]
async fn a_report_has_its_numbers_in_words_and_in_a_chart() {
    let (app, seller, waffle) = TestApp::browsing("Camera <script>alert(1)</script>", 8).await;
    app.visitor().claims(&waffle, "1-3", "anna").await;
    let manage = seller.get(&waffle.manage("?view=spots")).await;
    let pay = manage.attribute("[data-number='2'] [data-act=pay]", "formaction");
    seller.send(&pay, &[]).await;

    let months = seller.get("/admin/reports").await;
    assert_eq!(months.words("tbody tr:first-child"), "June 2026 1 3 $25.00", "the newest month first");
    assert_eq!(months.all("tbody tr").len(), 1, "no months from before the first waffle");
    assert_eq!(months.all(".charts[aria-hidden=true] svg").len(), 2);
    let buyers = seller.get("/admin/reports?report=power-buyers").await;
    assert_eq!(buyers.words("tbody tr"), "@anna 1 $25.00 0.0%");
    assert_eq!(buyers.attribute("tbody a", "href"), "/buyer/anna");
    let speed = seller.get("/admin/reports?report=spot-velocity").await;
    assert_eq!(speed.attribute("tbody a", "href"), waffle.manage(""));
    assert!(speed.words(".chart").contains("Camera <script>"), "as words, not as a script");
    for page in [&months, &buyers, &speed] {
        assert!(!page.has(".report script") && !page.has("[style]") && !page.has("style"));
    }
}

#[tokio::test]
async fn filters_stay_in_the_form_and_in_the_link_to_the_file() {
    let (_app, seller) = TestApp::with_browser().await;
    let page = seller.get("/admin/reports?report=power-buyers&from=2026-01-01&to=2026-01-31&limit=5").await;
    assert_eq!(
        (page.value("#from"), page.value("#to"), page.value("#limit")),
        ("2026-01-01".to_owned(), "2026-01-31".to_owned(), "5".to_owned())
    );
    let file = page.attribute(".page-head a", "href");
    assert_eq!(file, "/api/admin/reports/power-buyers?format=csv&from=2026-01-01&to=2026-01-31&limit=5");
    assert_eq!(seller.get(&file).await.status(), 200, "the browser's cookie is enough");
    let usual = seller.get("/admin/reports?report=drought").await;
    assert_eq!((usual.value("#from"), usual.value("#to")), ("2026-03-04".to_owned(), "2026-06-01".to_owned()));
    assert_eq!(usual.words(".presets [aria-current]"), "90 days");
}

#[tokio::test]
async fn a_wrong_filter_is_named_where_it_stands() {
    let (_app, seller) = TestApp::with_browser().await;
    let page = seller.get("/admin/reports?report=power-buyers&from=soon&to=&limit=101").await;
    assert_eq!(page.status(), 400);
    assert!(page.words("#from-error").contains("not a date") && page.words("#limit-error").contains("1 to 100"));
    assert_eq!((page.value("#from"), page.value("#limit")), ("soon".to_owned(), "101".to_owned()));
}

#[tokio::test]
async fn times_are_those_of_the_admins_zone_and_say_so() {
    let app = TestApp::start().await;
    app.sql("UPDATE admins SET timezone = 'Asia/Tokyo', role = 'waffle_manager'").await;
    let seller = app.signed_in().await;
    seller.create("Camera", 8).await;
    let page = seller.get("/admin/reports?report=spot-velocity").await;
    assert!(page.words("thead").contains("Created (Asia/Tokyo)"));
    assert!(page.words("tbody").contains("1 Jun 2026, 21:00"));
    assert!(page.words(".report").contains("Times are in Asia/Tokyo"));
}
