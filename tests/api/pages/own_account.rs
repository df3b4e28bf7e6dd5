//! `/admin/settings` and `/admin/settings/security`

use waffle_domain::social_link::Platform;
use waffle_tests::{PASSWORD, TestApp, login};

const PROFILE: &str = "/admin/settings";
const SECURITY: &str = "/admin/settings/security";
const NEW: &str = "another-iron-43";

#[tokio::test]
async fn a_saved_profile_shows_in_the_navigation_at_once() {
    let (_app, mia) = TestApp::with_browser_as("mia", "waffle_manager").await;
    let form = mia.get(PROFILE).await;
    assert_eq!((form.words(".who-name"), form.attribute(".who-name", "href")), ("mia".into(), PROFILE.into()));
    assert_eq!((form.value("#email"), form.value("#timezone")), ("mia@localhost".into(), "UTC".into()));
    assert!(form.all("#zones option").len() > 400 && form.has("#zones option[value='Europe/Berlin']"));
    assert_eq!(form.words(".tabs a[aria-current]"), "Profile");
    assert!(!form.has("[href='/admin/settings/system']") && !form.has("html[data-zone]"));

    let names = |display, first, last| {
        [
            ("display_name", display),
            ("first_name", first),
            ("last_name", last),
            ("email", "mia@example.org"),
            ("current_password", PASSWORD),
            ("timezone", "america/new york"),
            ("social_tiktok", "@mia"),
        ]
    };
    for (fields, shown) in [
        (names("The Boss", "Mia", "Berg"), "The Boss"),
        (names("", "Mia", "Berg"), "Mia Berg"),
        (names("", "Mia", ""), "Mia"),
        (names(" ", "", "Berg"), "mia"),
    ] {
        let saved = mia.send_and_follow(PROFILE, &fields).await;
        assert_eq!(
            (saved.words("[role=status]"), saved.words(".who-name")),
            ("Your profile is saved.".into(), shown.into())
        );
        assert_eq!(
            (saved.value("#timezone"), saved.value("#social_tiktok")),
            ("America/New_York".into(), "@mia".into())
        );
        assert!(saved.has("html[data-zone='America/New_York']"));
    }
}

#[tokio::test]
async fn mistakes_in_a_profile_are_marked_and_what_was_typed_stays() {
    let (app, boss) = TestApp::with_browser().await;
    app.seller_as("mia", "admin").await;
    let long = "x".repeat(101);
    let fields = [("first_name", &*long), ("email", "nobody"), ("timezone", "Mars"), ("social_x", &long)];
    let refused = boss.send(PROFILE, &fields).await;
    assert_eq!((refused.status(), refused.all("[aria-invalid]").len()), (400, 3));
    assert!(refused.words("#timezone-note").contains("IANA"));
    assert!(refused.words("#links-note").starts_with("X: use at most 100"));
    assert!(refused.has("details.more[open]"));
    assert_eq!((refused.value("#timezone"), refused.value("#social_x")), ("Mars".into(), long.clone()));
    let taken =
        [("first_name", "Ada"), ("email", "MIA@localhost"), ("timezone", "UTC"), ("current_password", PASSWORD)];
    let refused = boss.send(PROFILE, &taken).await;
    assert_eq!((refused.status(), refused.words("#email-note").contains("Another account")), (409, true));
    let eleven = Platform::ALL.map(|platform| (format!("social_{}", platform.as_str()), "ada"));
    let mut fields: Vec<_> = eleven.iter().map(|(name, handle)| (name.as_str(), *handle)).collect();
    fields.extend([("email", "ada@example.org"), ("timezone", "UTC"), ("current_password", PASSWORD)]);
    let refused = boss.send(PROFILE, &fields).await;
    assert_eq!((refused.status(), refused.words("#links-note").contains("at most 10")), (400, true));
    boss.send_and_follow(PROFILE, &fields[1..]).await;
    app.holds("(SELECT count(*) FROM audit_trail) = 1").await;
}

#[tokio::test]
async fn a_password_is_changed_with_the_policy_in_sight() {
    let (app, boss) = TestApp::with_browser().await;
    let form = boss.get(SECURITY).await;
    assert!(form.words("#new-password-note").starts_with("At least 8 characters"));
    assert_eq!(form.words(".tabs a[aria-current]"), "Security");
    assert!(form.has(".tabs a[href='/admin/settings/system']"));
    let fields =
        |current, new, repeat| [("current_password", current), ("new_password", new), ("repeat_password", repeat)];
    for (form, status, at, says) in [
        (fields("", NEW, NEW), 400, "current-password", "Enter your current"),
        (fields("wrong", NEW, NEW), 403, "current-password", "not your current"),
        (fields(PASSWORD, "", ""), 400, "new-password", "required"),
        (fields(PASSWORD, "short-7", "short-7"), 400, "new-password", "at least 8"),
        (fields(PASSWORD, "letmein", "letmein"), 400, "new-password", "too common"),
        (fields(PASSWORD, NEW, "another-iron-44"), 400, "repeat-password", "don’t match"),
        (fields(PASSWORD, NEW, ""), 400, "repeat-password", "don’t match"),
    ] {
        let refused = boss.send(SECURITY, &form).await;
        assert_eq!((refused.status(), refused.all("[aria-invalid]").len()), (status, 1), "{says}");
        assert!(refused.words(&format!("#{at}-note")).contains(says), "{says}");
        assert!(
            refused.has("[role=alert]")
                && !refused.answer.text().contains(NEW)
                && !refused.answer.text().contains(PASSWORD)
        );
    }
    let changed = boss.send_and_follow(SECURITY, &fields(PASSWORD, NEW, NEW)).await;
    assert_eq!(changed.words("[role=status]"), "Your password is changed.");
    assert_eq!(
        (login(&app, "admin", NEW).await.status.as_u16(), login(&app, "admin", PASSWORD).await.status.as_u16()),
        (200, 401)
    );
    app.holds("(SELECT string_agg(action, ' ') FROM audit_trail) = 'change_password'").await;
}

#[tokio::test]
async fn another_address_takes_the_password_and_a_changed_password_signs_out_elsewhere_unless_unticked() {
    let (app, boss) = TestApp::with_browser().await;
    let missing = boss.send(PROFILE, &[("email", "x@example.org"), ("timezone", "UTC")]).await;
    assert_eq!((missing.status(), missing.words("#profile-password-note").contains("Enter your current")), (400, true));
    assert_eq!(missing.value("#email"), "x@example.org");
    let wrong = [("email", "x@example.org"), ("timezone", "UTC"), ("current_password", "wrong")];
    assert_eq!(boss.send(PROFILE, &wrong).await.status(), 403);

    let other = app.signed_in().await;
    let form = boss.get(SECURITY).await;
    assert!(form.has("[name=end_other_sessions][checked]"));
    assert_eq!((form.all(".sessions li").len(), form.all(".sessions form").len()), (2, 1));
    let passwords = [("current_password", PASSWORD), ("new_password", NEW), ("repeat_password", NEW)];
    boss.send_and_follow(SECURITY, &passwords).await;
    assert_eq!(other.get(SECURITY).await.status(), 200, "it was not ticked");
    let back = [("current_password", NEW), ("new_password", "a-third-iron-44"), ("end_other_sessions", "on")];
    boss.send_and_follow(SECURITY, &back).await;
    assert_eq!(other.get(SECURITY).await.status(), 303);
}

#[tokio::test]
async fn sessions_are_ended_from_the_list() {
    let (app, boss) = TestApp::with_browser().await;
    let (one, two) = (app.signed_in().await, app.signed_in().await);
    let list = boss.get(SECURITY).await;
    assert_eq!(list.all(".sessions form").len(), 2);
    let end = list.attribute(".sessions form", "action");
    assert_eq!(boss.send_and_follow(&end, &[]).await.words("[role=status]"), "That session has ended.");
    assert_eq!(boss.send(&end, &[]).await.status(), 404);
    let left = [one.get(SECURITY).await.status(), two.get(SECURITY).await.status()];
    assert!(left == [200, 303] || left == [303, 200], "{left:?}");
    let alone = boss.send_and_follow("/admin/settings/sessions/end-others", &[]).await;
    assert_eq!(alone.words("[role=status]"), "You’re signed out everywhere else.");
    assert!(!alone.has(".sessions form") && !alone.has("[action$='end-others']"));
    assert_eq!([one.get(SECURITY).await.status(), two.get(SECURITY).await.status()], [303, 303]);
    assert_eq!(boss.post("/admin/settings/sessions/end-others", &[]).await.status(), 403, "without its proof");
    assert!(!boss.get(SECURITY).await.answer.text().contains("<script>"));
}
