//! `/admin/settings/second-factor`, and the other pages that require a code.

use std::time::Duration;

use waffle_tests::{PASSWORD, TestApp, Visitor};

use crate::admin::second_factor::code;

const PAGE: &str = "/admin/settings/second-factor";
const SECURITY: &str = "/admin/settings/security";
const NEW: &str = "another-iron-43";

#[tokio::test]
async fn the_page_shows_the_secret_once_and_changes_the_password_with_a_code() {
    let app = TestApp::start().await;
    let (boss, other) = (app.signed_in().await, app.signed_in().await);
    let begun = boss.send(PAGE, &[("current_password", PASSWORD)]).await;
    assert!(begun.words("#secret").split(' ').all(|part| part.len() == 4), "{}", begun.words("#secret"));
    let secret = begun.words("#secret").replace(' ', "");
    assert_eq!(secret.len(), 32);
    let refused = boss.send(&format!("{PAGE}/confirm"), &[("code", "000000")]).await;
    assert_eq!((refused.status(), refused.has("#code[aria-invalid]")), (403, true));
    assert!(refused.words("main").contains("The key was shown once."));
    let text = refused.answer.text();
    assert!(!refused.has("#secret") && !refused.has(".qr") && !text.contains(&secret) && !text.contains("otpauth"));
    let shown_to_other = other.send(&format!("{PAGE}/confirm"), &[("code", "000000")]).await;
    assert!(shown_to_other.status() == 409 && shown_to_other.has("#current-password") && !shown_to_other.has("#code"));
    let right = code(&app, &secret, 0);
    assert_eq!(other.send(&format!("{PAGE}/confirm"), &[("code", &right)]).await.status(), 409);
    let on = boss.send(&format!("{PAGE}/confirm"), &[("code", &right)]).await;
    assert_eq!((on.status(), on.all(".recovery-codes li").len()), (200, 10));

    let page = boss.get(PAGE).await;
    assert!(page.words("main").contains("10 recovery codes left") && page.has("[formaction$='/off']"));
    let own = boss.get("/admin/admins").await.attribute("a[aria-label='Manage admin']", "href");
    let mia = Visitor::of_role(&app, "mia", "super_admin").await;
    assert!(mia.get(&own).await.has("form[action$='/second-factor/remove']"));
    app.visitor().ask_for_a_link("admin").await;
    let link = app.visitor().get(&boss.link().await).await;
    assert!(app.visitor().reset(&link.value("[name=token]"), NEW, NEW).await.has("#code"), "a link alone is no code");
    app.clock.advance(Duration::from_secs(30));
    let fields = [("current_password", PASSWORD), ("code", &*code(&app, &secret, 0))];
    let renewed = boss.send(&format!("{PAGE}/recovery-codes"), &fields).await;
    assert!(renewed.words("main").contains("Your earlier codes no longer work."), "{}", renewed.words("main"));
    let needing = TestApp::on(&app.database_url(), &[("WAFFLE__AUTH__REQUIRE_SECOND_FACTOR", "super_admins")]).await;
    let page = Visitor { app: needing.site(), cookie: boss.cookie.clone() }.get(PAGE).await;
    assert!(page.words("main").contains("Your role needs one.") && !page.has("[formaction]"));

    assert!(boss.get(SECURITY).await.has("#code"));
    let passwords = [("current_password", PASSWORD), ("new_password", NEW), ("repeat_password", NEW)];
    let without = boss.send(SECURITY, &passwords).await;
    assert_eq!((without.status(), without.words("#code-note").contains("Enter the code")), (400, true));
    let replayed = boss.send(SECURITY, &[&passwords[..], &[("code", &right)]].concat()).await;
    assert_eq!((replayed.status(), replayed.words("#code-note").contains("already used")), (403, true));
    app.clock.advance(Duration::from_secs(30));
    let next = code(&app, &secret, 0);
    let changed = boss.send_and_follow(SECURITY, &[&passwords[..], &[("code", &next)]].concat()).await;
    assert_eq!(changed.words("[role=status]"), "Your password is changed.");
}
