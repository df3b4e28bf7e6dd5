//! The user that PostgreSQL runs as, which must not be root.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::Error;

const CANDIDATES: [&str; 2] = ["postgres", "nobody"];

/// An account of the operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct User {
    pub(crate) uid: u32,
    pub(crate) gid: u32,
}

impl User {
    /// Returns the user to change to, or `None` if this process does not run as root. For a folder that is not root's,
    /// this is its owner.
    pub(crate) fn unprivileged(folder: Option<&Path>) -> Result<Option<Self>, Error> {
        if !is_root()? {
            return Ok(None);
        }
        if let Some(metadata) = folder.and_then(|folder| fs::metadata(folder).ok())
            && metadata.uid() != 0
        {
            return Ok(Some(Self { uid: metadata.uid(), gid: metadata.gid() }));
        }
        let passwd = fs::read_to_string("/etc/passwd")?;
        CANDIDATES.iter().find_map(|name| find(&passwd, name)).map(Some).ok_or(Error::NoUnprivilegedUser)
    }
}

/// Returns whether this process runs as root.
pub(crate) fn is_root() -> io::Result<bool> {
    // A new file belongs to the effective user.
    Ok(tempfile::tempfile()?.metadata()?.uid() == 0)
}

fn find(passwd: &str, name: &str) -> Option<User> {
    passwd.lines().find_map(|line| {
        let mut fields = line.split(':');
        if fields.next()? != name {
            return None;
        }
        let (uid, gid) = (fields.nth(1)?.parse().ok()?, fields.next()?.parse().ok()?);
        (uid != 0).then_some(User { uid, gid })
    })
}

#[cfg(test)]
mod tests {
    use super::{User, find};

    const PASSWD: &str = "root:x:0:0:root:/root:/bin/bash\npostgres:x:101:104::/:/bin/sh\ntoor:x:0:0::/:/bin/sh\n";

    #[test]
    fn a_user_is_found_by_its_whole_name() {
        assert_eq!(find(PASSWD, "postgres"), Some(User { uid: 101, gid: 104 }));
        assert_eq!(find(PASSWD, "post"), None);
    }

    #[test]
    fn another_name_of_root_is_not_taken() {
        assert_eq!(find(PASSWD, "toor"), None);
    }
}
