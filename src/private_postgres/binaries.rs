//! Finds an installed PostgreSQL.

use std::cmp::Reverse;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;
use crate::user::is_root;

/// The first version with `pg_terminate_backend(pid, timeout)`.
const OLDEST: u32 = 14;
const PROGRAMS: [&str; 3] = ["initdb", "pg_ctl", "postgres"];
/// Where installations are: the parent folder, how their names begin, and the subfolder with the programs.
const HOMES: [(&str, &str, &str); 4] = [
    ("/usr/lib/postgresql", "", "bin"),
    ("/usr", "pgsql-", "bin"),
    ("/opt/homebrew/opt", "postgresql@", "bin"),
    ("/usr/local/opt", "postgresql@", "bin"),
];

/// Finds the folder of PostgreSQL's programs, of the wanted major version if there is one.
pub(crate) fn find(wanted: Option<u32>) -> Result<PathBuf, Error> {
    choose(on_path().chain(told_by_pg_config()).chain(in_usual_places()), wanted).ok_or_else(|| match wanted {
        Some(major) => Error::OtherVersion { major },
        None => Error::NotInstalled { command: install_command() },
    })
}

fn choose(mut folders: impl Iterator<Item = PathBuf>, wanted: Option<u32>) -> Option<PathBuf> {
    folders.find(|folder| {
        PROGRAMS.iter().all(|program| folder.join(program).is_file())
            && major_version(folder).is_some_and(|major| wanted.map_or(major >= OLDEST, |wanted| major == wanted))
    })
}

fn on_path() -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    // `postgres` may be a link into the folder with the other programs.
    folders.into_iter().filter_map(|folder| Some(folder.join("postgres").canonicalize().ok()?.parent()?.to_owned()))
}

fn told_by_pg_config() -> Option<PathBuf> {
    let output = Command::new("pg_config").arg("--bindir").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().into())
}

fn in_usual_places() -> impl Iterator<Item = PathBuf> {
    HOMES.iter().flat_map(|(parent, prefix, programs)| {
        let mut found: Vec<(u32, PathBuf)> = fs::read_dir(parent)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let major = entry.file_name().to_str()?.strip_prefix(prefix)?.parse().ok()?;
                Some((major, entry.path().join(programs)))
            })
            .collect();
        found.sort_by_key(|(major, _)| Reverse(*major));
        found.into_iter().map(|(_, folder)| folder)
    })
}

fn major_version(folder: &Path) -> Option<u32> {
    let output = Command::new(folder.join("postgres")).arg("--version").output().ok()?;
    parse_major(std::str::from_utf8(&output.stdout).ok()?)
}

fn parse_major(answer: &str) -> Option<u32> {
    let version = answer.strip_prefix("postgres (PostgreSQL) ")?;
    version.split(|character: char| !character.is_ascii_digit()).next()?.parse().ok()
}

fn install_command() -> String {
    let commands = [
        ("brew", "brew install postgresql@17"),
        ("apt-get", "apt-get update && apt-get install -y postgresql"),
        ("dnf", "dnf install -y postgresql-server"),
        ("pacman", "pacman -Sy --noconfirm postgresql"),
        ("apk", "apk add postgresql"),
    ];
    let path = env::var_os("PATH").unwrap_or_default();
    let has = |program: &str| env::split_paths(&path).any(|folder| folder.join(program).is_file());
    match commands.into_iter().find(|(manager, _)| has(manager)) {
        Some((manager, command)) if manager == "brew" || is_root().unwrap_or(false) => command.to_owned(),
        Some((_, command)) => format!("sudo sh -c '{command}'"),
        None => "see https://www.postgresql.org/download/".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};

    use super::{PROGRAMS, choose, parse_major};

    fn install(parent: &Path, version: &str) -> PathBuf {
        let folder = parent.join(version);
        fs::create_dir(&folder).unwrap();
        for program in PROGRAMS {
            let path = folder.join(program);
            fs::write(&path, format!("#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n")).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        folder
    }

    #[test]
    fn the_first_version_that_is_new_enough_is_taken() {
        let parent = tempfile::tempdir().unwrap();
        let [old, fifteen, seventeen] = ["13.2", "15.18", "17.1"].map(|version| install(parent.path(), version));
        let all = [parent.path().join("absent"), old, fifteen.clone(), seventeen.clone()];
        assert_eq!(choose(all.clone().into_iter(), None), Some(fifteen));
        assert_eq!(choose(all.clone().into_iter(), Some(17)), Some(seventeen));
        assert_eq!(choose(all.into_iter(), Some(16)), None);
    }

    #[test]
    fn a_folder_that_lacks_a_program_is_passed_over() {
        let parent = tempfile::tempdir().unwrap();
        let client_only = install(parent.path(), "16.0");
        fs::remove_file(client_only.join("initdb")).unwrap();
        assert_eq!(choose([client_only].into_iter(), None), None);
    }

    #[test]
    fn versions_are_read_as_postgres_writes_them() {
        assert_eq!(parse_major("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"), Some(15));
        assert_eq!(parse_major("postgres (PostgreSQL) 18beta1\n"), Some(18));
        assert_eq!(parse_major("something else"), None);
    }
}
