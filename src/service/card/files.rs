//! The files of the cards: `<slug>.<format>.<host>.<fingerprint>.png`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{fs, io};

use uuid::Uuid;

use super::{Face, Format};

/// The parts of a file's name.
#[derive(Debug, Clone)]
pub(super) struct Name {
    slug: String,
    pub(super) format: Format,
    /// A hash of the address on the card, which differs from host to host, and of its language.
    pub(super) host: u64,
    /// A hash of what the card shows.
    pub(super) fingerprint: u64,
}

impl Name {
    pub(super) fn new(slug: &str, format: Format, face: &Face) -> Self {
        let mut hasher = DefaultHasher::new();
        (&face.url, face.language.tag()).hash(&mut hasher);
        Self { slug: slug.to_owned(), format, host: hasher.finish(), fingerprint: face.fingerprint() }
    }

    fn file(&self) -> String {
        format!("{}{:016x}.{:016x}.png", start(&self.slug, self.format), self.host, self.fingerprint)
    }
}

/// Reads a card; `None` if there is no such file.
pub(super) async fn read(folder: &Path, name: &Name) -> io::Result<Option<Vec<u8>>> {
    match tokio::fs::read(folder.join(name.file())).await {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

/// Puts a whole file in place, then removes the one it replaces and those of hosts that are not `kept`.
pub(super) fn replace(folder: &Path, name: &Name, png: &[u8], kept: impl Fn(u64) -> bool) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    // The name must be unique: a card that was forgotten during its drawing may be drawn twice at the same time.
    let unfinished = folder.join(format!(".{}.part", Uuid::new_v4().simple()));
    fs::write(&unfinished, png)?;
    fs::rename(&unfinished, folder.join(name.file()))?;
    let (own, newest) = (format!("{:016x}", name.host), name.file());
    remove(folder, &name.slug, name.format, |file| {
        let host = file.split('.').nth(2).unwrap_or_default();
        file != newest && (host == own || !u64::from_str_radix(host, 16).is_ok_and(&kept))
    })
}

/// Removes the files of a card for which `which` is true.
pub(super) fn remove(folder: &Path, slug: &str, format: Format, which: impl Fn(&str) -> bool) -> io::Result<()> {
    let start = start(slug, format);
    let entries = match fs::read_dir(folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(&start) && which(name)) {
            match fs::remove_file(entry.path()) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
                _ => {}
            }
        }
    }
    Ok(())
}

fn start(slug: &str, format: Format) -> String {
    format!("{slug}.{}.", format.name())
}
