//! The inputs in the repository: those from which others are made, and those that once showed a defect.

use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::PathBuf;

/// The folder of a target's inputs.
pub(crate) struct Corpus(PathBuf);

impl Corpus {
    pub(crate) fn of(target: &str) -> Self {
        Self(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target))
    }

    /// Reads all inputs, in the order of their names.
    pub(crate) fn read(&self) -> Vec<(OsString, Vec<u8>)> {
        let folder = fs::read_dir(&self.0).unwrap_or_else(|error| panic!("{} is missing: {error}", self.0.display()));
        let mut inputs: Vec<_> = folder
            .map(|file| {
                let file = file.unwrap();
                (file.file_name(), fs::read(file.path()).unwrap())
            })
            .collect();
        inputs.sort();
        assert!(inputs.len() >= 2, "{} has too few inputs to begin with", self.0.display());
        inputs
    }

    /// Adds an input that showed a defect, so that it is tried from now on.
    pub(crate) fn keep(&self, input: &[u8]) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        hasher.write(input);
        let path = self.0.join(format!("found-{:016x}", hasher.finish()));
        fs::write(&path, input).unwrap();
        path
    }
}
