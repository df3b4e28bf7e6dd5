//! Looks for what keeps people out who can't see, hear or point well, with axe-core.

use std::fs;
use std::path::Path;

use serde_json::json;
use waffle_tests::ROOT;
use waffle_tests::browser::Browser;

const AXE: &str = "tests/tools/node_modules/axe-core/axe.min.js";

/// Every rule of axe's that is not an experiment: WCAG 2.2 A and AA, and best practices.
pub(super) const ALL: &str = "{}";

/// What depends on the colours.
pub(super) const CONTRAST: &str = "{runOnly: ['color-contrast', 'link-in-text-block']}";

/// The checker, as a script to be run before a page's own.
pub(super) fn script() -> String {
    let file = Path::new(ROOT).join(AXE);
    fs::read_to_string(file).expect("axe-core, which `make checkers` installs")
}

/// Lists what breaks a rule on a page: the rule, why, and where.
pub(super) async fn barriers(browser: &Browser, name: &str, options: &str) -> Vec<String> {
    let run = format!(
        "axe.run(document, {{resultTypes: ['violations'], ...{options}}}).then(({{violations}}) => violations.flatMap(
            (rule) => rule.nodes.map((it) => `${{rule.id}}: ${{it.html.slice(0, 200)}} ${{it.failureSummary}}`)))"
    );
    let found = browser.value(&run).await;
    let found = found.as_array().unwrap_or_else(|| panic!("axe did not run on {name}: {}", json!(found)));
    found.iter().map(|barrier| format!("{name}: {}", barrier.as_str().unwrap_or_default())).collect()
}
