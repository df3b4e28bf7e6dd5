//! The folder that keeps the demo's data between runs.

use std::{
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use waffle_private_postgres::Cluster;
use waffle_service::config::Secret;

use super::password;

const POSTGRES: &str = "postgres";
const CARDS: &str = "cards";
const JWT_SECRET: &str = "jwt-secret";
const BEACON_SECRET: &str = "beacon-secret";
const ADMIN_PASSWORD: &str = "admin-password";

/// Why the folder can't be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("Can't keep data in {path}: {source}. Choose another folder with --data.", path = .path.display())]
    Refused { path: PathBuf, source: io::Error },
    #[error("The data can't be removed: {0}. Stop the demo that uses it.")]
    Erase(#[from] waffle_private_postgres::Error),
}

/// The data folder, known to exist.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// Opens the folder, and creates it if need be.
    pub(super) fn open(path: &Path) -> Result<Self, FolderError> {
        let refused = |source| FolderError::Refused { path: path.to_owned(), source };
        fs::create_dir_all(path).map_err(refused)?;
        path.canonicalize().map(Self).map_err(refused)
    }

    /// Returns the folder of the PostgreSQL cluster.
    pub(super) fn postgres(&self) -> PathBuf {
        self.0.join(POSTGRES)
    }

    /// Removes the files that demos have left here, and nothing else.
    pub(super) async fn empty(&self) -> Result<(), FolderError> {
        // This goes first: it waits for a demo that is just ending, and refuses while one is running.
        Cluster::erase(self.postgres()).await?;
        for name in [JWT_SECRET, BEACON_SECRET, ADMIN_PASSWORD] {
            self.ignore_missing(name, fs::remove_file(self.0.join(name)))?;
        }
        self.ignore_missing(CARDS, fs::remove_dir_all(self.0.join(CARDS)))
    }

    fn ignore_missing(&self, name: &str, outcome: io::Result<()>) -> Result<(), FolderError> {
        match outcome {
            Err(source) if source.kind() != ErrorKind::NotFound => {
                Err(FolderError::Refused { path: self.0.join(name), source })
            }
            _ => Ok(()),
        }
    }

    /// Returns the secret that signs sessions, the same in every run.
    pub(super) fn jwt_secret(&self) -> Result<Secret, FolderError> {
        self.read_or_write(JWT_SECRET, random)
    }

    /// Returns the secret of the demo's beacon, the same in every run, so that earlier draws can be checked.
    pub(super) fn beacon_secret(&self) -> Result<Secret, FolderError> {
        self.read_or_write(BEACON_SECRET, random)
    }

    /// Returns the first account's password, the same in every run.
    pub(super) fn admin_password(&self) -> Result<Secret, FolderError> {
        self.read_or_write(ADMIN_PASSWORD, password::random)
    }

    fn read_or_write(&self, name: &str, make: impl FnOnce() -> String) -> Result<Secret, FolderError> {
        let path = self.0.join(name);
        let read = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => write_new(&path, make()),
            read => read,
        };
        read.map(|text| Secret::new(text.trim())).map_err(|source| FolderError::Refused { path, source })
    }
}

/// 256 random bits.
fn random() -> String {
    format!("{:032x}{:032x}", rand::random::<u128>(), rand::random::<u128>())
}

impl fmt::Display for Folder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(formatter)
    }
}

/// Writes a file that only its owner can read, whole or not at all.
fn write_new(path: &Path, text: String) -> io::Result<String> {
    let draft = path.with_extension("new");
    let mut file: File = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
    writeln!(file, "{text}")?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn secrets_are_made_once_and_for_their_owner_alone() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::open(&parent.path().join("new/data")).unwrap();
        let (jwt, password) = (folder.jwt_secret().unwrap(), folder.admin_password().unwrap());
        assert!(jwt.expose().len() == 64 && password.expose().split('-').count() == 4);
        let again = Folder::open(&parent.path().join("new/data")).unwrap();
        assert!(again.jwt_secret().unwrap() == jwt && again.admin_password().unwrap() == password);
        for name in [JWT_SECRET, ADMIN_PASSWORD] {
            let mode = fs::metadata(parent.path().join("new/data").join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
    }

    #[tokio::test]
    async fn emptying_removes_the_demos_data_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        let folder = Folder::open(parent.path()).unwrap();
        let jwt = folder.jwt_secret().unwrap();
        fs::create_dir(parent.path().join(CARDS)).unwrap();
        fs::write(parent.path().join("letter.txt"), "mine").unwrap();
        folder.empty().await.unwrap();
        folder.empty().await.unwrap();
        let left: Vec<_> = fs::read_dir(parent.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["letter.txt"]);
        assert!(folder.jwt_secret().unwrap() != jwt);
    }

    #[test]
    fn a_folder_that_can_not_be_used_is_named_with_the_way_out() {
        let parent = tempfile::tempdir().unwrap();
        let file = parent.path().join("file");
        fs::write(&file, "").unwrap();
        let sentence = Folder::open(&file.join("data")).err().unwrap().to_string();
        assert!(sentence.contains("file/data") && sentence.contains("--data"), "{sentence}");
    }
}
