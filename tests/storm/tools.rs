//! Programs that operators run next to PostgreSQL, as the user that it runs as.

use std::{fs, os::unix::fs::MetadataExt, process::Stdio};

use tokio::process::Command;
use waffle_test_databases::Cluster;

/// A command that runs as the user of this PostgreSQL, which may not be root.
pub(crate) fn as_user_of(cluster: &Cluster, program: &str) -> Command {
    let owner = fs::metadata(cluster.folder()).unwrap();
    let mut command = Command::new(program);
    command.uid(owner.uid()).gid(owner.gid()).current_dir("/").kill_on_drop(true).stdin(Stdio::null());
    command
}

/// The password of its superuser `waffle`.
pub(crate) fn password(cluster: &Cluster) -> String {
    fs::read_to_string(cluster.folder().join("password")).unwrap().trim().to_owned()
}

/// A file of the folder `deploy`, in which these lines are replaced. Each must be there.
pub(crate) fn deployed(file: &str, changes: &[(&str, String)]) -> String {
    let mut text = fs::read_to_string(format!("{}/deploy/{file}", waffle_tests::ROOT)).unwrap();
    for (line, replacement) in changes {
        assert!(text.lines().any(|one| one == *line), "{file} lacks `{line}`");
        text = text.replace(line, replacement);
    }
    text
}

/// Runs a command to its end, which must be a success.
pub(crate) async fn succeeds(command: &mut Command) -> String {
    let output = command.output().await.unwrap();
    let said = waffle_tests::program::said(&output);
    assert!(output.status.success(), "{command:?}: {said}");
    said
}
