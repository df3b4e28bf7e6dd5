//! A numbered file that has shipped never changes, nor does an edition of the functions.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType};
use waffle_store::functions::{EDITION, FUNCTIONS};
use waffle_store::migrate::MIGRATIONS;

const RELEASED: &str = include_str!("../../../migrations/released.txt");
const CHANGELOG: &str = include_str!("../../../CHANGELOG.md");

/// What this program ships: names and checksums.
fn shipping() -> Vec<(String, String)> {
    let checksum =
        |file: &Migration| file.checksum.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
    let name = |file: &Migration| format!("{:04}_{}", file.version, file.description.replace(' ', "_"));
    let texts = sqlx::AssertSqlSafe(FUNCTIONS.map(|(_, text)| text).concat()).into_sql_str();
    let functions = Migration::new(0, "functions".into(), MigrationType::Simple, texts, false);
    let files = MIGRATIONS.iter().map(|file| (name(file), checksum(file)));
    files.chain([(format!("functions-{EDITION}"), checksum(&functions))]).collect()
}

/// Compares what ships with what has shipped. A list is of releases, and of names with checksums.
fn breaches(shipped: &str, shipping: &[(String, String)], changelog: &str) -> Vec<String> {
    let lines = || shipped.lines().filter(|line| !line.starts_with('#'));
    let listed: Vec<(&str, &str)> = lines().filter_map(|line| line.split_once(' ')).collect();
    let releases: Vec<&str> = lines().filter(|line| !line.contains(' ')).collect();
    let is_edition = |name: &str| name.starts_with("functions-");
    let newest = listed.iter().map(|(name, _)| *name).filter(|name| !is_edition(name)).max();
    let editions = listed.iter().filter_map(|(name, _)| name.strip_prefix("functions-")?.parse::<i32>().ok());

    let mut found = Vec::new();
    for (name, checksum) in &listed {
        match shipping.iter().find(|(ships, _)| ships == name) {
            Some((_, ships)) if ships == checksum => {}
            Some(_) if is_edition(name) => found.push(format!("{name} has shipped: raise EDITION")),
            Some(_) => found.push(format!("{name} has shipped: it never changes, write another file")),
            None if is_edition(name) => {}
            None => found.push(format!("{name} has shipped: it stays")),
        }
    }
    for (name, _) in shipping {
        let is_new = listed.iter().all(|(listed, _)| listed != name);
        if is_new && !is_edition(name) && newest.is_some_and(|newest| name.as_str() < newest) {
            found.push(format!("{name} comes before {}, which has shipped", newest.unwrap_or_default()));
        }
    }
    if let Some(latest) = editions.max()
        && EDITION != latest
        && EDITION != latest + 1
    {
        found.push(format!("EDITION is {EDITION}, and the last that shipped is {latest}"));
    }
    let names = changelog.lines().filter_map(|line| line.strip_prefix("## [")?.split_once(']'));
    for (release, _) in names.filter(|(release, _)| *release != "Unreleased") {
        if !releases.contains(&release) {
            let new = shipping.iter().filter(|(name, _)| listed.iter().all(|(listed, _)| listed != name));
            let new: Vec<String> = new.map(|(name, checksum)| format!("{name} {checksum}")).collect();
            found.push(format!("a release has lines in migrations/released.txt:\n{release}\n{}", new.join("\n")));
        }
    }
    if !releases.is_empty() && listed.is_empty() {
        found.push("a release ships something".into());
    }
    found
}

#[test]
fn what_has_shipped_is_as_it_was() {
    let found = breaches(RELEASED, &shipping(), CHANGELOG);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_change_of_what_has_shipped_is_found() {
    let now = |names: &[(&str, &str)]| -> Vec<(String, String)> {
        names.iter().map(|(name, checksum)| ((*name).to_owned(), (*checksum).to_owned())).collect()
    };
    let edition = format!("functions-{EDITION}");
    let ships = now(&[("0001_one", "a"), ("0003_three", "c"), (&edition, "f")]);
    let list = format!("# what has shipped\n0.2.0\n0001_one a\n0003_three c\n{edition} f\n");
    let log = "## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n";
    let check = |list: &str, ships: &[(String, String)]| breaches(list, ships, log);
    assert!(check(&list, &ships).is_empty());
    let more = now(&[("0001_one", "a"), ("0003_three", "c"), ("0004_four", "d"), (&edition, "f")]);
    assert!(check(&list, &more).is_empty(), "new files are added");
    let raised = list.replace(&edition, &format!("functions-{}", EDITION - 1));
    assert!(check(&raised, &ships).is_empty(), "the edition was raised");

    for (list, ships, says) in [
        (list.replace("one a", "one b"), &ships, "0001_one has shipped: it never changes"),
        (list.replace("one a", "one a\n0002_two b"), &ships, "0002_two has shipped: it stays"),
        (list.replace("0001_one a\n", ""), &ships, "0001_one comes before 0003_three"),
        (list.replace(" f", " g"), &ships, "raise EDITION"),
        (list.replace(&edition, "functions-9"), &ships, "the last that shipped is 9"),
        (list.replace(&edition, &format!("functions-{}", EDITION - 2)), &ships, "the last that shipped is"),
        (list.replace("0.2.0", "0.1.0"), &ships, "a release has lines"),
        ("0.2.0".to_owned(), &ships, "a release ships something"),
        ("# nothing yet".to_owned(), &ships, "0.2.0\n0001_one a\n0003_three c"),
    ] {
        let found = check(&list, ships).join("\n");
        assert!(found.contains(says), "{list}: {found}");
    }
}
