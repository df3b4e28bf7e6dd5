//! The program that drives Chromium, for as long as a test needs it.

use std::{
    cell::RefCell,
    env,
    io::{self, BufRead, BufReader, Lines, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    thread,
    time::Duration,
};

use tempfile::TempDir;

const INSTALL: &str =
    "the browser tests need Chromium and chromedriver; install both with: .ci/install-packages browser";
/// How long it may take to close a browser.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);
/// How often it is started.
const TRIES: usize = 5;

/// A chromedriver on a free port. Dropping it ends it and its browsers, even when the test panics.
pub struct Chromedriver {
    process: Child,
    port: u16,
    pub url: String,
    /// The sessions of its browsers.
    pub opened: RefCell<Vec<String>>,
    /// Holds the browsers' profiles.
    pub profiles: TempDir,
}

impl Chromedriver {
    pub fn start() -> Self {
        let program = find(&["chromedriver", "chromium.chromedriver"]).expect(INSTALL);
        let profiles = tempfile::Builder::new().prefix("waffle-browser-").tempdir().expect("a folder for profiles");
        // It takes a port of one kind of address and then wants the same of the other, which another program may have.
        let (process, log, port) =
            (0..TRIES).find_map(|_| launch(&program, &profiles)).expect("chromedriver does not start");
        // Reads on, so that chromedriver never blocks on a full pipe.
        thread::spawn(move || log.for_each(drop));
        Self { process, port, url: format!("http://127.0.0.1:{port}"), opened: RefCell::default(), profiles }
    }
}

/// Starts the program once, and reads its log until it says on which port it listens.
fn launch(program: &Path, profiles: &TempDir) -> Option<(Child, Lines<BufReader<ChildStdout>>, u16)> {
    let mut process = Command::new(program)
        .arg("--port=0")
        .env("TMPDIR", profiles.path())
        // Browsers ask for English pages, whatever the language of this machine is.
        .env("LANGUAGE", "en_US")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect(INSTALL);
    let mut log = BufReader::new(process.stdout.take().expect("its log")).lines();
    let port = log.by_ref().map_while(Result::ok).find_map(|line| {
        line.rsplit_once("started successfully on port ").map(|(_, port)| port.trim_end_matches('.').to_owned())
    });
    if let Some(port) = port.and_then(|port| port.parse().ok()) {
        return Some((process, log, port));
    }
    eprintln!("chromedriver did not start: {:?}", process.wait());
    None
}

impl Chromedriver {
    /// Closes a browser, even if it is still in use.
    fn close(&self, session: &str) -> io::Result<()> {
        let mut driver = TcpStream::connect(("127.0.0.1", self.port))?;
        driver.set_read_timeout(Some(CLOSE_TIMEOUT))?;
        write!(driver, "DELETE /session/{session} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
        // chromedriver answers once the browser is gone.
        BufReader::new(driver).read_line(&mut String::new()).map(|_| ())
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        for session in self.opened.take() {
            if let Err(error) = self.close(&session) {
                eprintln!("a browser did not close: {error}");
            }
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The path of Chromium without the parts that no page sees, if it is installed: a test opens it with a third of the
/// processor time.
pub fn headless_shell() -> Option<PathBuf> {
    find(&["chromium-headless-shell", "chrome-headless-shell"])
}

/// The path of the browser, in case chromedriver can't find it by itself.
pub fn chromium() -> Option<PathBuf> {
    find(&["chromium", "chromium-browser", "google-chrome"])
}

fn find(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    let places = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.into_iter().find(|place| Path::is_file(place))
}
