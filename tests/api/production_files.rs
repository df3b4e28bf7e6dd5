//! `deploy/`: the unit, the container and the documents agree with each other and with the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use waffle_domain::timeouts::SHUTDOWN;
use waffle_service::config::{Config, Environment};
use waffle_tests::{ROOT, TestApp};

const GUIDE: &str = include_str!("../../docs/deployment.md");
const UNIT: &str = include_str!("../../deploy/waffle.service");
const DOCKERFILE: &str = include_str!("../../deploy/Dockerfile");
const COMPOSE: &str = include_str!("../../deploy/compose.yaml");
const TOOLCHAIN: &str = include_str!("../../rust-toolchain.toml");

/// What follows a word in a text, up to one of these letters or white space.
fn after<'a>(text: &'a str, word: &str, end: &[char]) -> &'a str {
    let rest = text.split_once(word).unwrap_or_else(|| panic!("no {word}")).1;
    rest.split(|letter: char| letter.is_whitespace() || end.contains(&letter)).next().unwrap()
}

#[test]
fn the_unit_may_do_little() {
    let rated = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--threshold=20", "--no-pager", "deploy/waffle.service"])
        .current_dir(ROOT)
        .output();
    // A machine without systemd has nothing to rate it with.
    if let Ok(rated) = rated {
        let said = String::from_utf8_lossy(&rated.stderr);
        assert!(rated.status.success() && said.is_empty(), "{said}{}", String::from_utf8_lossy(&rated.stdout));
    }
}

#[test]
fn a_server_has_the_time_to_end_that_it_needs() {
    let unit: u64 = after(UNIT, "TimeoutStopSec=", &[]).parse().unwrap();
    let container: u64 = after(COMPOSE, "stop_grace_period: ", &['s']).parse().unwrap();
    assert!(unit.min(container) > SHUTDOWN.as_secs());
}

#[test]
fn the_container_is_built_by_the_same_compiler_and_runs_on_the_same_debian() {
    let (version, build) = after(DOCKERFILE, "FROM rust:", &[]).split_once('-').unwrap();
    let channel = after(TOOLCHAIN, "channel = \"", &['"']);
    assert!(channel.starts_with(&format!("{version}.")), "rust:{version} is not {channel}");
    assert_eq!(after(DOCKERFILE, "FROM debian:", &['-']), build);
    assert_eq!(after(COMPOSE, "image: postgres:17-", &[]), build);
}

#[test]
fn every_variable_that_they_name_is_known() {
    let manual = include_str!("../../src/waffle/cli/sections.roff");
    let readme = include_str!("../../README.md");
    let mut seen = BTreeSet::new();
    for text in [GUIDE, UNIT, DOCKERFILE, COMPOSE, manual, readme] {
        let words = text.split(|letter: char| !(letter.is_ascii_uppercase() || letter == '_'));
        seen.extend(words.filter(|word| word.starts_with("WAFFLE__") && *word != "WAFFLE__SECTION__KEY"));
    }
    assert!(seen.len() > 8, "{seen:?}");
    for name in seen {
        let refused = Config::load(&Environment::default().with(name, "?")).unwrap_err().to_string();
        assert!(!refused.contains("names no setting"), "{refused}");
    }
}

#[test]
fn the_guide_names_every_file_and_no_other() {
    let named: BTreeSet<&str> =
        GUIDE.split("(../deploy/").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    for file in &named {
        assert!(Path::new(ROOT).join("deploy").join(file).exists(), "there is no deploy/{file}");
    }
    for entry in fs::read_dir(Path::new(ROOT).join("deploy")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let known =
            named.iter().any(|file| file.split('/').next() == Some(&name)) || GUIDE.contains(&format!("deploy/{name}"));
        // The secrets of the container on this machine.
        assert!(known || name == ".env", "docs/deployment.md says nothing of deploy/{name}");
    }
}

/// Runs a program, which must succeed, and returns what it prints.
#[cfg(target_os = "linux")]
fn run(program: &str, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_release_has_its_files_with_their_modes_and_checksums() {
    use std::os::unix::fs::PermissionsExt;

    // What it packs is listed by Git.
    if !Path::new(ROOT).join(".git").exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir_all(path("manual/man")).unwrap();
    fs::write(path("manual/man/waffle.1"), "a page").unwrap();
    // In place of the program, which would take long to pack.
    run(&format!("{ROOT}/deploy/dist"), &["/usr/bin/git", &path("manual"), &path("release")], folder.path());
    let release = folder.path().join("release");
    run("sha256sum", &["--check", "SHA256SUMS"], &release);
    let sums = fs::read_to_string(release.join("SHA256SUMS")).unwrap();
    let archive = sums.split_whitespace().nth(1).unwrap();
    run("tar", &["-xpzf", archive], &release);
    let unpacked = release.join(archive.strip_suffix(".tar.gz").unwrap());
    for (file, mode) in [
        ("LICENSES-OF-PACKAGES", 0o644),
        ("README.md", 0o644),
        ("SHA256SUMS", 0o644),
        ("config/default.toml", 0o644),
        ("deploy/certificates", 0o755),
        ("deploy/waffle.service", 0o644),
        ("docs/runbook.md", 0o644),
        ("man/waffle.1", 0o644),
        ("waffle", 0o755),
    ] {
        let found = fs::metadata(unpacked.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(found.permissions().mode() & 0o777, mode, "{file}");
    }
    assert!(fs::read_to_string(unpacked.join("LICENSES-OF-PACKAGES")).unwrap().contains("sqlx-postgres "));
    let checked = run("sha256sum", &["--check", "SHA256SUMS"], &unpacked);
    let packed = run("tar", &["-tzf", archive], &release);
    assert_eq!(checked.lines().count() + 1, packed.lines().count(), "all but the checksums: {packed}");
    // A file that is not as it was packed is found.
    fs::write(unpacked.join("README.md"), "another").unwrap();
    let checked = Command::new("sha256sum").args(["--check", "SHA256SUMS"]).current_dir(&unpacked).output().unwrap();
    assert!(!checked.status.success(), "{checked:?}");
}

#[tokio::test]
async fn a_container_is_healthy_as_long_as_its_server_is_ready() {
    assert_eq!(after(DOCKERFILE, "PORT=", &[]), "8080");
    assert!(COMPOSE.contains("127.0.0.1:8080:8080"));
    let script = COMPOSE.split_once("exec 3<>").unwrap().1.split_once("interval:").unwrap().0;
    let script = format!("exec 3<>{}", script.split_whitespace().collect::<Vec<_>>().join(" ").replace("$$", "$"));
    let app = TestApp::start().await;
    let healthy = async |path: &str, port: u16| {
        let script = script.replace("/ready", path).replace("/8080", &format!("/{port}"));
        tokio::process::Command::new("bash")
            .arg("-c")
            .arg(script)
            .stderr(Stdio::null())
            .status()
            .await
            .unwrap()
            .success()
    };
    assert!(healthy("/ready", app.address.port()).await);
    assert!(!healthy("/api/none", app.address.port()).await);
    assert!(!healthy("/ready", 1).await);
}
