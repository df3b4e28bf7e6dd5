//! File systems of a cluster's members alone, in memory, which can be full without harm to anyone else.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// More than an hour of chaos needs, in MB.
const SIZE: u64 = 7_000;
/// What still fits on a full one, in MB: it grows while it is looked at.
const REST: u64 = 1;

/// They are unmounted when this is dropped.
pub(crate) struct Disks([PathBuf; 3]);

impl Disks {
    /// Makes them at these folders; `None` without the right to.
    pub(crate) fn mount(at: [PathBuf; 3]) -> Option<Self> {
        let disks = Self(at);
        for place in &disks.0 {
            std::fs::create_dir(place).unwrap();
            let size = format!("size={SIZE}m,mode=755");
            let mut mount = Command::new("mount");
            mount.args(["-t", "tmpfs", "-o", &size, "waffle-chaos"]).arg(place).stderr(Stdio::null());
            if !mount.status().is_ok_and(|status| status.success()) {
                println!("only root can mount disks that are full: this fault is left out");
                return None;
            }
        }
        Some(disks)
    }

    /// Leaves no room on one of them.
    pub(crate) fn fill(&self, place: usize) {
        let mut used = Command::new("df");
        used.args(["-m", "--output=used"]).arg(&self.0[place]);
        let used = String::from_utf8(used.output().unwrap().stdout).unwrap();
        resize(&self.0[place], used.split_whitespace().last().unwrap().parse::<u64>().unwrap() + REST);
    }

    /// Makes room again.
    pub(crate) fn extend(&self, place: usize) {
        resize(&self.0[place], SIZE);
    }
}

impl Drop for Disks {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").args(&self.0).stderr(Stdio::null()).status();
    }
}

fn resize(place: &Path, size: u64) {
    let mut resize = Command::new("mount");
    let status = resize.args(["-o", &format!("remount,size={size}m")]).arg(place).status().unwrap();
    assert!(status.success(), "{} can't be {size} MB", place.display());
}
