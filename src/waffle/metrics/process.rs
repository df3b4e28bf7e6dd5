//! What the operating system knows about this process; on Linux only.

/// The resources that this process uses.
#[derive(Debug, PartialEq)]
pub(super) struct Usage {
    pub(super) cpu_seconds: f64,
    pub(super) resident_bytes: u64,
    pub(super) open_files: u64,
    pub(super) most_files: Option<u64>,
}

impl Usage {
    #[cfg(target_os = "linux")]
    pub(super) fn read() -> Option<Self> {
        use std::fs;

        let file = |name: &str| fs::read_to_string(format!("/proc/self/{name}")).ok();
        Some(Self {
            cpu_seconds: linux::cpu_seconds(&file("stat")?)?,
            resident_bytes: linux::resident_bytes(&file("status")?)?,
            open_files: fs::read_dir("/proc/self/fd").ok()?.count() as u64,
            most_files: file("limits").as_deref().and_then(linux::most_files),
        })
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn read() -> Option<Self> {
        None
    }
}

#[cfg(any(test, target_os = "linux"))]
mod linux {
    /// Ticks per second in `/proc`: fixed by the kernel's interface, whatever its timer runs at.
    const TICKS: f64 = 100.0;

    /// Adds user and system time, the 14th and 15th field of `stat`. The second field, a name in parentheses, may
    /// contain anything, so fields are counted from its end.
    pub(super) fn cpu_seconds(stat: &str) -> Option<f64> {
        let (_, rest) = stat.rsplit_once(')')?;
        let mut ticks = rest.split_whitespace().skip(11).map(str::parse::<u32>);
        let (user, system) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
        Some((f64::from(user) + f64::from(system)) / TICKS)
    }

    pub(super) fn resident_bytes(status: &str) -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim_end().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    }

    /// Reads the soft limit; none when it is unlimited.
    pub(super) fn most_files(limits: &str) -> Option<u64> {
        let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn the_kernels_files_are_parsed() {
            let stat =
                "42 (a) b (c) S 1 42 42 0 -1 4194560 9 0 0 0 1234 66 0 0 20 0 9 0 77 1000 250 18446744073709551615";
            assert_eq!(super::cpu_seconds(stat), Some(13.0));
            assert_eq!(super::resident_bytes("Name:\twaffle\nVmRSS:\t   2048 kB\nThreads:\t9\n"), Some(2_097_152));
            let limits =
                "Limit  Soft  Hard  Units\nMax open files            1024                 4096                 files\n";
            assert_eq!(super::most_files(limits), Some(1_024));
            assert_eq!(super::most_files("Max open files   unlimited   unlimited   files"), None);
            assert_eq!(super::cpu_seconds("nonsense"), None);
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn the_usage_of_this_process_is_plausible() {
        let usage = super::Usage::read().unwrap();
        assert!(usage.resident_bytes > 1 << 20 && usage.open_files >= 3, "{usage:?}");
        assert!(usage.most_files.is_none_or(|most| most >= usage.open_files), "{usage:?}");
    }
}
