//! `/admin/admins`

use waffle_tests::{PASSWORD, Page, TestApp, login, words};

const PATH: &str = "/admin/admins";
const NEW: &str = "another-iron-43";

fn names(page: &Page, list: &str) -> Vec<String> {
    page.all(&format!("{list} .entry-words :is(h2, h3)")).into_iter().map(words).collect()
}

#[tokio::test]
async fn an_account_is_created_managed_deactivated_and_activated_by_forms() {
    let (app, boss) = TestApp::with_browser().await;
    let list = boss.get(PATH).await;
    assert!(list.has(".parts a[href='/admin/admins'][aria-current=page]"));
    assert!(list.words(".entries").contains("You Super admin"), "{}", list.words(".entries"));
    let anna = boss.account("anna", "waffle_manager").await;

    let page = boss.get(&anna).await;
    assert_eq!((page.words("h1"), page.value("[name=role][checked]")), ("anna".into(), "waffle_manager".into()));
    let raised = boss.send_and_follow(&format!("{anna}/role"), &[("role", "admin")]).await;
    assert!(raised.words("[role=status]").starts_with("anna’s role is saved"));
    assert_eq!(raised.value("[name=role][checked]"), "admin");
    let fields = [
        ("first_name", "Anna"),
        ("email", "anna@example.org"),
        ("timezone", "europe/berlin"),
        ("social_x", "@anna"),
        ("social_website", " "),
    ];
    let saved = boss.send_and_follow(&format!("{anna}/profile"), &fields).await;
    assert!(saved.words("[role=status]").starts_with("anna’s profile is saved"));
    assert_eq!(
        (saved.value("#first_name"), saved.value("#timezone"), saved.value("#social_x")),
        ("Anna".into(), "Europe/Berlin".into(), "@anna".into())
    );
    assert!(saved.has("details.more[open]"));
    let set = boss.send_and_follow(&format!("{anna}/password"), &[("new_password", NEW)]).await;
    assert!(set.words("[role=status]").contains("Pass it on yourself"));
    assert_eq!(login(&app, "anna", NEW).await.status, 200);

    let gone = boss.send_and_follow(&format!("{anna}/deactivate"), &[("current_password", PASSWORD)]).await;
    assert!(gone.words("[role=status]").starts_with("anna is deactivated"));
    assert!(!gone.has(&format!("form[action='{anna}/deactivate']")));
    let list = boss.get(PATH).await;
    assert_eq!(
        (names(&list, ".inactive"), names(&list, ".entries:not(.inactive)")),
        (vec!["anna".into()], vec!["admin".into()])
    );
    assert_eq!(login(&app, "anna", NEW).await.status, 403);
    let back = boss.send_and_follow(&format!("{anna}/activate"), &[]).await;
    assert!(back.words("[role=status]").starts_with("anna is active again"));
    assert_eq!(login(&app, "anna", NEW).await.status, 200);
    app.holds(
        "(SELECT string_agg(action, ' ' ORDER BY seq) FROM audit_trail) = 'create_admin update_admin_role \
         update_admin_profile reset_admin_password deactivate_admin activate_admin'",
    )
    .await;
}

#[tokio::test]
async fn mistakes_on_a_new_account_are_marked_and_what_was_typed_stays_but_the_password() {
    let (_app, boss) = TestApp::with_browser().await;
    let empty = boss.send("/admin/admins/new", &[]).await;
    assert_eq!((empty.status(), empty.all("[aria-invalid]").len()), (400, 3));
    assert_eq!(empty.words("#username-note"), "A username is required.");
    assert_eq!(empty.words("#email-note"), "An e-mail address is required.");
    assert_eq!(empty.words("#password-note"), "A password is required.");
    assert!(empty.words("[role=alert]").starts_with("Not created yet"));

    let fields = |username, email, password| {
        [
            ("username", username),
            ("email", email),
            ("password", password),
            ("role", "waffle_manager"),
            ("first_name", "<Anna>"),
        ]
    };
    for (form, status, id, says) in [
        (fields("anna", "a@example.org", "short-7"), 400, "password", "at least 8 characters"),
        (fields("anna", "a@example.org", "Password"), 400, "password", "too common"),
        (fields("anna", "nobody", NEW), 400, "email", "not an e-mail address"),
        (fields("an na", "a@example.org", NEW), 400, "username", "letters a-z"),
        (fields("ADMIN", "a@example.org", NEW), 409, "username", "Another account has this username."),
        (fields("anna", "Admin@LOCALHOST", NEW), 409, "email", "Another account has this e-mail address."),
    ] {
        let refused = boss.send("/admin/admins/new", &form).await;
        assert_eq!((refused.status(), refused.all("[aria-invalid]").len()), (status, 1), "{says}");
        assert!(refused.words(&format!("#{id}-note")).contains(says), "{}", refused.words(&format!("#{id}-note")));
        assert_eq!((refused.value("#first_name"), refused.value("#username")), ("<Anna>".into(), form[0].1.into()));
        assert_eq!(refused.value("[name=role][checked]"), "waffle_manager");
        assert!(!refused.answer.text().contains(form[2].1), "a password is never sent back");
    }
    assert_eq!(names(&boss.get(PATH).await, ".entries"), ["admin"]);
}

#[tokio::test]
async fn refusals_stand_at_the_form_that_they_belong_to() {
    let (app, boss) = TestApp::with_browser().await;
    let anna = boss.account("anna", "admin").await;
    let id = anna.rsplit('/').next().unwrap();
    let lower = [("role", "waffle_manager")];
    let wrong = [("role", "waffle_manager"), ("current_password", "wrong")];
    for (form, status, says) in
        [(&lower[..], 400, "Enter your current password"), (&wrong[..], 403, "not your current")]
    {
        let refused = boss.send(&format!("{anna}/role"), form).await;
        assert_eq!((refused.status(), refused.all("[aria-invalid]").len()), (status, 1));
        assert!(refused.words("#role-password-note").contains(says));
        assert_eq!(refused.value("[name=role][checked]"), "waffle_manager", "the choice stays");
    }
    let refused = boss.send(&format!("{anna}/role"), &[("role", "root")]).await;
    assert_eq!((refused.status(), refused.words("#role-error").starts_with("Choose a role")), (400, true));
    for (password, status, says) in [("", 400, "Enter your current"), ("wrong", 403, "not your current")] {
        let refused = boss.send(&format!("{anna}/deactivate"), &[("current_password", password)]).await;
        assert_eq!((refused.status(), refused.all("[aria-invalid]").len()), (status, 1));
        assert!(refused.words("#deactivate-password-note").contains(says));
        assert!(refused.words("[role=alert]").starts_with("Not saved yet"), "said where the page begins");
        assert!(refused.has("#deactivate-password[autofocus]"), "and where it ends");
    }
    let refused = boss.send(&format!("{anna}/password"), &[("new_password", "short-7")]).await;
    assert_eq!((refused.status(), refused.words("#new-password-note").contains("at least 8")), (400, true));
    let fields = [("first_name", "Anna"), ("email", "admin@localhost"), ("timezone", "UTC")];
    let refused = boss.send(&format!("{anna}/profile"), &fields).await;
    assert_eq!((refused.status(), refused.value("#first_name")), (409, "Anna".into()));
    assert!(refused.words("#email-note").contains("Another account"));
    let own = boss.get(PATH).await.attribute("a[aria-label='Manage admin']", "href");
    let refused = boss.send(&format!("{own}/role"), &[("role", "admin"), ("current_password", PASSWORD)]).await;
    assert_eq!((refused.status(), refused.words("#role-error").contains("last active super admin")), (409, true));
    let own_page = boss.get(&own).await;
    assert!(!own_page.has("#deactivate-password") && own_page.has("a[href='/admin/settings/security']"));
    for (rest, password) in [("deactivate", "current_password"), ("password", "new_password")] {
        assert_eq!(boss.send(&format!("{own}/{rest}"), &[(password, PASSWORD)]).await.status(), 409, "{rest}");
    }
    app.holds(&format!("(SELECT role = 'admin' AND active FROM admins WHERE id = '{id}')")).await;
    app.holds("(SELECT count(*) FROM audit_trail) = 1").await;
}

#[tokio::test]
async fn who_lowers_himself_is_led_to_what_he_may_still_see() {
    let (_app, boss) = TestApp::with_browser().await;
    boss.account("anna", "super_admin").await;
    let own = boss.get(PATH).await.attribute("a[aria-label='Manage admin']", "href");
    let landing =
        boss.send_and_follow(&format!("{own}/role"), &[("role", "admin"), ("current_password", PASSWORD)]).await;
    assert_eq!((landing.status(), landing.has(".parts a[href='/admin/admins']")), (200, false));
    assert_eq!(boss.get(PATH).await.status(), 403);
}

#[tokio::test]
async fn open_requests_stand_there_with_a_link_to_copy_and_reading_is_recorded() {
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com")]).await;
    let boss = app.signed_in().await;
    boss.account("anna", "admin").await;
    assert!(!boss.get(PATH).await.has(".resets"));
    app.holds("NOT EXISTS (SELECT FROM audit_trail WHERE action = 'read_password_reset')").await;
    let visitor = app.visitor();
    visitor.ask_for_a_link("anna").await;
    let list = boss.get(PATH).await;
    let words = list.words(".resets").replace(" ,", ",");
    assert!(words.starts_with("anna requested 1 Jun 2026, 12:00 UTC, valid until 1 Jun 2026, 13:00 UTC"), "{words}");
    let link = list.value(".resets input");
    assert!(link.starts_with("https://waffles.example.com/admin/reset-password?token="), "{link}");
    assert_eq!(list.attribute(".resets [data-copy]", "data-copy"), link);
    assert_eq!(list.answer.header("cache-control"), "no-store");
    app.holds(
        "(SELECT count(*) FROM audit_trail WHERE action = 'read_password_reset' AND admin_username = 'admin') = 1",
    )
    .await;
}
