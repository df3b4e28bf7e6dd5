//! A proxy as the documentation sets it up, in front of the test's server.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::timeout;

const DOCUMENTATION: &str = include_str!("../../../docs/deployment.md");
/// For this name, and valid nowhere.
const CERTIFICATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/api/proxies/test.pem");
const KEY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/api/proxies/test.key");

/// Where nginx logs requests and failures, and a program its output.
const REQUESTS: &str = "requests.log";
const ERRORS: &str = "errors.log";
const SAID: &str = "said.log";

/// The exit codes of curl when TLS fails, by an alert or by the end of the connection.
const CURLE_SSL_CONNECT_ERROR: i32 = 35;
const CURLE_RECV_ERROR: i32 = 56;

/// The programs that the documentation sets up.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Program {
    Nginx,
    Caddy,
}

/// What the documentation's text becomes.
pub(crate) struct Setup<'s> {
    pub(crate) program: Program,
    pub(crate) upstream: SocketAddr,
    /// The site's name.
    pub(crate) name: &'s str,
    /// nginx's certificate and its key.
    pub(crate) certificate: &'s str,
    pub(crate) key: &'s str,
    /// Parts of the text, each of which is there once, and what replaces them.
    pub(crate) changes: &'s [(&'s str, &'s str)],
}

impl Setup<'_> {
    /// As documented.
    pub(crate) fn documented(program: Program, upstream: SocketAddr) -> Self {
        Self { program, upstream, name: "waffles.example.com", certificate: CERTIFICATE, key: KEY, changes: &[] }
    }

    fn configuration(&self, folder: &Path, port: u16) -> String {
        let (upstream, folder) = (self.upstream.to_string(), folder.display());
        match self.program {
            Program::Nginx => {
                let site = with(
                    &with(documented("nginx"), self.changes),
                    &[
                        ("127.0.0.1:8080", &upstream),
                        ("listen 443 ssl", &format!("listen 127.0.0.1:{port} ssl")),
                        ("/etc/ssl/waffles.example.com.pem", self.certificate),
                        ("/etc/ssl/waffles.example.com.key", self.key),
                        ("/var/log/nginx/waffle.log", &format!("{folder}/{REQUESTS}")),
                        ("/var/log/nginx/waffle-errors.log", &format!("{folder}/{ERRORS}")),
                    ],
                );
                let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                    .map(|kind| format!("{kind}_temp_path {folder}/{kind};\n"))
                    .concat();
                format!(
                    "daemon off; master_process off; pid {folder}/pid; error_log stderr;\n\
                     events {{ worker_connections 64; }}\n\
                     http {{ access_log off;\n{temporary}{site} }}"
                )
            }
            Program::Caddy => {
                let site = with(&with(documented("caddyfile"), self.changes), &[("127.0.0.1:8080", &upstream)]);
                let site = with(&site, &[("waffles.example.com", self.name)]);
                let options = site.strip_prefix("{\n").expect("separate options");
                format!(
                    "{{\nadmin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\n\
                     default_bind 127.0.0.1\nhttps_port {port}\n{options}"
                )
            }
        }
    }
}

/// A running proxy. It ends when it is dropped.
pub(crate) struct Proxy {
    name: String,
    port: u16,
    _child: Child,
    folder: TempDir,
}

impl Proxy {
    /// Starts a program with the documentation's text, in which only addresses and files are replaced.
    pub(super) async fn start(program: Program, upstream: SocketAddr) -> Self {
        Self::set_up(&Setup::documented(program, upstream)).await
    }

    /// Starts a program with the documentation's text and some changes.
    pub(crate) async fn set_up(setup: &Setup<'_>) -> Self {
        // Another proxy may take a port between its choice and the program's start.
        for _ in 0..5 {
            if let Some(proxy) = Self::try_start(setup).await {
                return proxy;
            }
        }
        panic!("{:?} does not start", setup.program);
    }

    async fn try_start(setup: &Setup<'_>) -> Option<Self> {
        let program = setup.program;
        let folder = tempfile::tempdir().unwrap();
        let port = free_port().await;
        let mut command = program.command(folder.path(), &setup.configuration(folder.path(), port));
        let mut child = command
            .env_clear()
            .env("HOME", folder.path())
            .env("XDG_DATA_HOME", folder.path())
            .env("XDG_CONFIG_HOME", folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(folder.path().join(SAID)).unwrap())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("{program:?} can't be run, .ci/install-packages installs it: {error}"));
        let listens = async {
            while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
                if child.try_wait().unwrap().is_some() {
                    return false;
                }
                tokio::task::yield_now().await;
            }
            true
        };
        let started = timeout(Duration::from_secs(20), listens).await.expect("a proxy that starts or ends");
        if !started {
            return None;
        }
        let proxy = Self { name: setup.name.to_owned(), port, _child: child, folder };
        if let Program::Caddy = program {
            timeout(Duration::from_secs(20), proxy.has_certificate()).await.expect("a certificate");
        }
        Some(proxy)
    }

    /// Waits until Caddy has made its certificate, which it does after it listens. It answers itself for other hosts.
    async fn has_certificate(&self) {
        while !self.shakes_hands(&["-H", "Host: elsewhere.example"]).await {}
    }

    /// Returns where it listens, whose name is not that of the certificate.
    pub(super) fn address(&self) -> String {
        format!("https://127.0.0.1:{}", self.port)
    }

    /// Returns where it listens, for certificates of this machine.
    pub(crate) fn local_address(&self) -> String {
        format!("https://localhost:{}", self.port)
    }

    /// Returns the file with Caddy's certificate authority.
    pub(crate) fn authority(&self) -> PathBuf {
        self.folder.path().join("caddy/pki/authorities/local/root.crt")
    }

    /// Reads an address through the proxy over TLS, with some arguments of curl, and returns head and body.
    pub(super) async fn read(&self, path: &str, arguments: &[&str]) -> String {
        let output = self.ask(path, arguments).await;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Returns what it has written so far.
    pub(super) fn logs(&self) -> String {
        let read = |name| std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
        [REQUESTS, ERRORS, SAID].map(read).concat()
    }

    /// Returns whether the proxy answers at all, or refuses the connection's TLS.
    pub(super) async fn shakes_hands(&self, arguments: &[&str]) -> bool {
        let output = self.ask("/", arguments).await;
        let refused = [CURLE_SSL_CONNECT_ERROR, CURLE_RECV_ERROR].map(Some).contains(&output.status.code());
        assert!(refused || output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        !refused
    }

    async fn ask(&self, path: &str, arguments: &[&str]) -> Output {
        Command::new("curl")
            .args(["--silent", "--show-error", "--insecure", "--include", "--http1.1", "--max-time", "20"])
            .args(["--connect-to", &format!("{}:443:127.0.0.1:{}", self.name, self.port)])
            .args(arguments)
            .arg(format!("https://{}{path}", self.name))
            .output()
            .await
            .expect("curl, which .ci/install-packages installs")
    }
}

impl Program {
    /// Whether it keeps no log of requests by default.
    pub(super) fn logs_no_requests(self) -> bool {
        matches!(self, Self::Caddy)
    }

    fn command(self, folder: &Path, configuration: &str) -> Command {
        let file = folder.join("configuration");
        std::fs::write(&file, configuration).unwrap();
        match self {
            Self::Nginx => {
                // Where Debian puts it, which only root's path names.
                let installed = Path::new("/usr/sbin/nginx");
                let mut command = Command::new(if installed.exists() { installed } else { Path::new("nginx") });
                command.arg("-e").arg("stderr").arg("-p").arg(folder).arg("-c").arg(file);
                command
            }
            Self::Caddy => {
                let mut command = Command::new("caddy");
                command.args(["run", "--adapter", "caddyfile", "--config"]).arg(file);
                command
            }
        }
    }
}

/// The documentation's only example in a language.
fn documented(language: &str) -> &'static str {
    let start = format!("```{language}\n");
    let mut examples = DOCUMENTATION.split(&start).skip(1);
    let example = examples.next().and_then(|rest| rest.split_once("```")).expect(language).0;
    assert!(examples.next().is_none(), "{language} has two examples");
    example
}

fn with(text: &str, replaced: &[(&str, &str)]) -> String {
    replaced.iter().fold(text.to_owned(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
        text.replace(from, to)
    })
}

/// Below the ports that systems give out and those of the tests' databases, so that no other program gets it in the
/// meantime.
async fn free_port() -> u16 {
    loop {
        let port = rand::random_range(10_000..20_000);
        if TcpListener::bind(("127.0.0.1", port)).await.is_ok() {
            return port;
        }
    }
}
