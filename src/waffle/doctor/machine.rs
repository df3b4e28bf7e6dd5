//! This machine: files and disks.

use std::path::Path;

use rustix::fs::{Access, access, statvfs};
use waffle_service::config::Config;

use super::report::Finding;
use crate::server::open_files;

const FILES: &str = "open-files";
const CARDS: &str = "card-folder";
pub(super) const NAMES: super::Names = &[FILES, CARDS];

/// Fewer files than this hardly serve a crowd's pages and claims.
const FEW_FILES: u64 = 1024;
/// Watchers that a server should have room for, if its configuration allows as many.
const CROWD: usize = 10_000;

pub(super) const MIB: u64 = 1 << 20;

pub(super) async fn examine(config: &Config) -> Vec<Finding> {
    let (folder, sockets) = (config.cards.cache_dir.clone(), config.live.sockets);
    // The file system may be one of a network that hangs.
    let folder = tokio::task::spawn_blocking(move || card_folder(&folder));
    let cards = folder.await.unwrap_or_else(|error| Finding::skipped(CARDS, error.to_string()));
    vec![files(open_files::most(), sockets), cards]
}

fn files(most: Option<u64>, sockets: usize) -> Finding {
    let room = open_files::room(most).min(sockets);
    let limit = most.map_or_else(|| "no limit".to_owned(), |most| format!("up to {most}"));
    let seen = format!("{limit} in this session: room for {room} watchers of live.sockets = {sockets}");
    let to_do = "Raise LimitNOFILE of the service (ulimit -Hn in a shell), to 65536 for instance.";
    match most {
        Some(most) if most < FEW_FILES => Finding::wrong(FILES, seen, to_do),
        _ if room < sockets.min(CROWD) => Finding::warning(FILES, seen, to_do),
        _ => Finding::ok(FILES, seen),
    }
}

fn card_folder(folder: &Path) -> Finding {
    // Until the first card, the folder may be missing.
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let existing = absolute.ancestors().find(|folder| folder.exists()).unwrap_or(&absolute);
    if let Err(error) = access(existing, Access::WRITE_OK) {
        let seen = format!("{}: {error}", existing.display());
        return Finding::wrong(CARDS, seen, "Let the server write there, or set WAFFLE__CARDS__CACHE_DIR.");
    }
    let to_do = "Make room, or set WAFFLE__CARDS__CACHE_DIR to a folder on another disk.";
    free_space(CARDS, existing, Least { wrong: 64 * MIB, warning: 512 * MIB }, to_do)
}

/// Below which free space a disk is wrong, or worth a warning.
#[derive(Clone, Copy)]
pub(super) struct Least {
    pub(super) wrong: u64,
    pub(super) warning: u64,
}

/// Reads the free space of the disk of a folder; may hang with its file system.
pub(super) fn free_space(name: &'static str, folder: &Path, least: Least, to_do: &str) -> Finding {
    match statvfs(folder) {
        Ok(disk) => {
            space(name, &folder.display().to_string(), disk.f_bavail.saturating_mul(disk.f_frsize), least, to_do)
        }
        Err(error) => Finding::skipped(name, format!("{}: {error}", folder.display())),
    }
}

fn space(name: &'static str, folder: &str, free: u64, least: Least, to_do: &str) -> Finding {
    let seen = format!("{} MiB free at {folder}", free / MIB);
    match free {
        _ if free < least.wrong => Finding::wrong(name, seen, to_do),
        _ if free < least.warning => Finding::warning(name, seen, to_do),
        _ => Finding::ok(name, seen),
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Outcome::{Ok, Warning, Wrong};
    use super::*;

    #[test]
    fn few_files_are_a_warning_and_very_few_are_wrong() {
        for (most, sockets, outcome) in [
            (None, 100_000, Ok),
            (Some(65_536), 100_000, Ok),
            (Some(13_336), 100_000, Ok),
            (Some(13_332), 100_000, Warning),
            (Some(1_024), 768, Ok),
            (Some(1_024), 769, Warning),
            (Some(1_023), 10, Wrong),
        ] {
            assert_eq!(files(most, sockets).outcome(), outcome, "{most:?} {sockets}");
        }
    }

    #[test]
    fn little_space_is_a_warning_and_very_little_is_wrong() {
        let least = Least { wrong: 10 * MIB, warning: 20 * MIB };
        for (free, outcome) in
            [(20 * MIB, Ok), (20 * MIB - 1, Warning), (10 * MIB, Warning), (10 * MIB - 1, Wrong), (0, Wrong)]
        {
            assert_eq!(space(CARDS, "/x", free, least, "Make room.").outcome(), outcome, "{free}");
        }
    }
}
