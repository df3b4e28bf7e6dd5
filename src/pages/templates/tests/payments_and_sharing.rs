//! The pages of payment methods and of sharing, full and empty.

use uuid::Uuid;
use waffle_domain::payment::{LinkFormat, PaymentMethod, PaymentOption, PaymentTypes};
use waffle_domain::role::Role;
use waffle_domain::share::ShareTemplate;

use super::samples::{admin, at, form};
use super::{keep, templates};
use crate::context::flash::Flash;
use crate::context::form::{Field, Form};
use crate::context::payment_methods::{DeactivatePage, MethodCard, PaymentMethodPage, PaymentMethodsPage, TypeChoice};
use crate::context::share::{
    DeleteTemplatePage, Placeholder, ShareCard, SharePage, ShareTemplatePage, ShareTemplatesPage,
};
use crate::context::{AdminPart, Frame, Section};

const BODY: &str = "🧇 {title}\n\n{spots} spots at {price} each.\n\nPick your numbers here: {url}";

fn types() -> PaymentTypes {
    let format = LinkFormat::parse("https://pay.example/{handle}");
    PaymentTypes::new([("A", format), ("B", None), ("C", None), ("D", None)].map(|(n, f)| (format!("Wallet {n}"), f)))
}

fn method(kind: &str, name: &str, handle: &str, waffles: i64) -> MethodCard {
    let option = PaymentOption::parse(Uuid::nil(), kind, name, handle, Some("Please leave the note empty")).unwrap();
    MethodCard::new(&PaymentMethod { option, is_active: true }, &types(), waffles)
}

fn frame(title: &str, section: Section) -> Frame {
    Frame::new(title, section).with_admin(Some(admin()))
}

fn flash(failed: bool) -> Flash {
    Flash { failed, ..Flash::done("Honey Pay is saved.") }
}

fn methods(active: Vec<MethodCard>, inactive: Vec<MethodCard>) -> PaymentMethodsPage {
    let frame = frame("Payment methods", Section::PaymentMethods);
    PaymentMethodsPage { frame, flash: Some(flash(false)), active, inactive }
}

fn method_form() -> PaymentMethodPage {
    PaymentMethodPage {
        frame: frame("New payment method", Section::PaymentMethods),
        action: "/admin/payment-methods/new".into(),
        error: None,
        types: TypeChoice::all(&types(), ""),
        type_error: None,
        form: Form::default(),
        waffles: 0,
    }
}

fn template(default: bool) -> ShareTemplate {
    ShareTemplate {
        id: Uuid::from_u128(default.into()),
        name: "New drop".into(),
        body: BODY.into(),
        default,
        created_at: at(),
        updated_at: at(),
    }
}

fn share() -> SharePage {
    SharePage {
        frame: frame("Share Golden Hour", Section::Admin),
        waffle_id: "0193b5a0-0000-7000-8000-000000000001".into(),
        slug: "golden-hour".into(),
        title: "Golden Hour: a vintage rangefinder camera".into(),
        archived: false,
        flash: Some(flash(false)),
        templates: vec![template(true), template(false)],
        template: Some(template(true).id),
        template_error: None,
        message: Field::new(BODY),
        preview: "🧇 Golden Hour\n\n100 spots at $25.00 each.".into(),
        placeholders: vec![Placeholder { name: "{price}", value: "$25.00".into() }],
        cards: ShareCard::all("golden-hour", "17"),
        title_cut: false,
    }
}

#[test]
fn every_page_of_payment_methods_renders() {
    let templates = templates();
    let active = vec![
        method("wallet_a", "Honey Pay", "@golden-seller", 3),
        method("wallet_b", "Bank transfer", "IBAN DE12 3456 7890", 0),
        method("wallet_c", "Card", "https://cards.example/golden", 1),
    ];
    let page = methods(active, vec![method("wallet_d", "Coins", "golden", 0)]);
    let html = templates.render(&page).unwrap();
    assert!(html.contains("on 3 active waffles") && html.contains("https://pay.example/golden-seller"));
    keep("payment-methods", &html);
    keep("payment-methods-empty", &templates.render(&methods(Vec::new(), Vec::new())).unwrap());
    keep("payment-method-new", &templates.render(&method_form()).unwrap());
    let refused = PaymentMethodPage {
        error: Some("Nothing was added yet.".into()),
        type_error: Some("Choose one of these types.".into()),
        form: form(&[
            ("display_name", "", "Enter a name that buyers will recognize."),
            ("instructions", "\u{202e}", "This holds an invisible character that turns text around."),
            ("handle_or_url", "ftp://x", "A full address starts with http:// or https://."),
        ]),
        ..method_form()
    };
    keep("payment-method-refused", &templates.render(&refused).unwrap());
    let edit = PaymentMethodPage { types: Vec::new(), waffles: 1, ..method_form() };
    assert!(templates.render(&edit).unwrap().contains("1 active waffle uses it"));
    for (waffles, words) in
        [(0, "No active waffle uses it"), (1, "1 active waffle uses it"), (2, "2 active waffles use")]
    {
        let frame = frame("Deactivate", Section::PaymentMethods);
        let method = method("wallet_a", "Honey Pay", "@golden-seller", waffles);
        let html = templates.render(&DeactivatePage { frame, method }).unwrap();
        assert!(html.contains(words), "{words}");
        keep(&format!("payment-method-deactivate-{waffles}"), &html);
    }
}

#[test]
fn every_page_of_sharing_renders() {
    let templates = templates();
    keep("share", &templates.render(&share()).unwrap());
    let refused = SharePage {
        archived: true,
        templates: Vec::new(),
        template_error: Some("This template was deleted. Choose another one.".into()),
        message: Field::refused("", "Write what is to be posted."),
        preview: String::new(),
        flash: Some(flash(true)),
        ..share()
    };
    keep("share-refused", &templates.render(&refused).unwrap());
    let page = ShareTemplatesPage {
        frame: frame("Share templates", Section::ShareTemplates),
        flash: Some(flash(true)),
        templates: vec![template(true), template(false)],
    };
    keep("share-templates", &templates.render(&page).unwrap());
    keep("share-templates-empty", &templates.render(&ShareTemplatesPage { templates: vec![], ..page }).unwrap());
    let page = ShareTemplatePage {
        frame: frame("New share template", Section::ShareTemplates),
        action: "/admin/share-templates/new".into(),
        error: Some("Nothing was saved yet.".into()),
        form: form(&[("name", "", "Give the template a name."), ("body", BODY, "")]),
    };
    keep("share-template", &templates.render(&page).unwrap());
    for (name, successor, last) in
        [("last", None, true), ("default", Some("Last call".to_owned()), false), ("other", None, false)]
    {
        let page = DeleteTemplatePage {
            frame: frame("Delete", Section::ShareTemplates),
            template: template(!last),
            successor,
            last,
        };
        keep(&format!("share-template-delete-{name}"), &templates.render(&page).unwrap());
    }
}

#[test]
fn what_sellers_typed_is_escaped_and_its_first_line_kept() {
    let mut page = share();
    page.message.value = "\n</textarea><script>alert(1)</script>".into();
    page.preview = "<img src=x onerror=alert(1)>".into();
    page.templates[0].body = "\" autofocus onfocus=\"alert(1)".into();
    let html = templates().render(&page).unwrap();
    assert!(!html.contains("<script>alert") && !html.contains("<img src=x") && !html.contains("\" autofocus"));
    // Browsers drop the first line break in a textarea, so the page adds one.
    assert!(html.contains(">\n\n&lt;/textarea&gt;"));
}

#[test]
fn the_navigation_leads_where_the_role_may_go() {
    let leads_to = |role, href| AdminPart::of(role).iter().any(|part| part.href == href);
    for role in Role::ALL {
        assert!(leads_to(role, "/admin") && leads_to(role, "/admin/share-templates"), "{role:?}");
        assert_eq!(leads_to(role, "/admin/payment-methods"), role != Role::WaffleManager, "{role:?}");
    }
    let html = templates().render(&share()).unwrap();
    assert!(html.contains("href=\"/admin\" aria-current=\"page\""));
    let public = templates().render(&super::samples::about()).unwrap();
    assert!(!public.contains("/admin/share-templates"));
}
