//! `waffle account`, next to a running server.

use std::process::{Output, Stdio};
use std::time::Duration;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::time::timeout;
use waffle_beacon::http_client::client_builder;
use waffle_test_databases::{Replicated, TestDatabase};
use waffle_tests::PASSWORD;
use waffle_tests::program::{Server, configured, program, said};

const NEW: &str = "maple-Syrup+7781";

/// A running server with the account `admin`, and its database.
struct Shop {
    server: Server,
    database: TestDatabase,
    client: Client,
}

impl Shop {
    async fn open() -> Self {
        let database = TestDatabase::create().await.unwrap();
        let mut command = configured(&database.url());
        command.env("WAFFLE__RATE_LIMIT__LOGIN_PER_MINUTE", "0");
        let server = Server::listening(command).await;
        Self { server, database, client: client_builder().pool_max_idle_per_host(0).build().unwrap() }
    }

    /// Runs `waffle account` with something on its standard input.
    async fn run(&self, arguments: &[&str], input: &str) -> Output {
        run(&self.database.url(), arguments, input).await
    }

    /// The same, which must succeed.
    async fn done(&self, arguments: &[&str], input: &str) -> Output {
        let output = self.run(arguments, input).await;
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", said(&output));
        output
    }

    /// The same, which must fail with a sentence.
    async fn refused(&self, arguments: &[&str], input: &str, words: &str) {
        let output = self.run(arguments, input).await;
        let text = said(&output);
        assert!(output.status.code() == Some(1) && text.contains(words), "{arguments:?} {input:?}: {text}");
        assert!(output.stdout.is_empty() && (input.is_empty() || !text.contains(input.trim())), "{text}");
    }

    async fn ask(&self, method: Method, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let request = self.client.request(method, format!("http://{}{path}", self.server.address));
        let answer = request.bearer_auth(token).json(body).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    /// Tries to sign in; returns the code of the refusal, or else the token.
    async fn sign_in(&self, username: &str, password: &str, code: &str) -> Result<String, String> {
        let body = json!({"username": username, "password": password, "code": code});
        let (_, answer) = self.ask(Method::POST, "/api/admin/login", "", &body).await;
        let text = |key: &str| answer[key].as_str().map(str::to_owned);
        text("token").ok_or_else(|| text("code").unwrap())
    }

    async fn me(&self, token: &str) -> (u16, Value) {
        self.ask(Method::GET, "/api/admin/me", token, &json!({})).await
    }

    /// What the audit log says, newest first: action, author and detail.
    async fn audit(&self) -> Vec<(String, Value, String)> {
        let token = self.sign_in("admin", PASSWORD, "").await.unwrap();
        let (_, page) = self.ask(Method::GET, "/api/admin/audit", &token, &json!({})).await;
        let text = |entry: &Value, key: &str| entry[key].as_str().unwrap().to_owned();
        let entries = page["entries"].as_array().unwrap().iter();
        entries.map(|entry| (text(entry, "action"), entry["admin_id"].clone(), text(entry, "detail"))).collect()
    }
}

async fn run(url: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = configured(url);
    let mut child = command.arg("account").args(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // It may have refused before it reads anything.
    let _ = stdin.write_all(input.as_bytes()).await;
    drop(stdin);
    child.wait_with_output().await.unwrap()
}

#[tokio::test]
async fn an_account_that_is_created_signs_in_and_is_on_record() {
    let shop = Shop::open().await;
    let output = shop.done(&["create", "Mia", "--role", "waffle_manager"], &format!("{NEW}\n")).await;
    assert!(said(&output).contains("mia is created") && !said(&output).contains(NEW), "{}", said(&output));
    let token = shop.sign_in("mia", NEW, "").await.unwrap();
    let (_, me) = shop.me(&token).await;
    assert_eq!([&me["role"], &me["email"]], ["waffle_manager", "mia@localhost"]);
    shop.done(&["create", "boss", "--role", "super_admin", "--email", "boss@example.com"], NEW).await;
    let boss = shop.sign_in("boss", NEW, "").await.unwrap();
    assert_eq!(shop.me(&boss).await.1["email"], "boss@example.com");
    let entry = |detail: &str| ("create_admin".to_owned(), Value::Null, detail.to_owned());
    let expected = [entry("boss (super_admin), at the terminal"), entry("mia (waffle_manager), at the terminal")];
    assert_eq!(shop.audit().await, expected);
}

#[tokio::test]
async fn a_new_password_ends_sessions_requests_and_lockouts() {
    let shop = Shop::open().await;
    shop.done(&["create", "mia", "--role", "admin"], "another-Syrup+11").await;
    let session = shop.sign_in("mia", "another-Syrup+11", "").await.unwrap();
    assert_eq!(shop.me(&session).await.0, 200);
    shop.ask(Method::POST, "/api/admin/forgot-password", "", &json!({"username": "mia"})).await;
    for _ in 0..5 {
        assert_eq!(shop.sign_in("mia", "wrong", "").await, Err("invalid_credentials".to_owned()));
    }
    assert_eq!(shop.sign_in("mia", "another-Syrup+11", "").await, Err("locked_out".to_owned()));

    let output = shop.done(&["reset-password", "mia"], &format!("{NEW}\r\n")).await;
    assert!(!said(&output).contains(NEW), "{}", said(&output));
    assert_eq!(shop.me(&session).await.0, 401);
    assert_eq!(shop.sign_in("mia", "another-Syrup+11", "").await, Err("invalid_credentials".to_owned()));
    assert!(shop.sign_in("mia", NEW, "").await.is_ok());
    let (action, author, detail) = shop.audit().await.remove(0);
    assert_eq!(
        (action.as_str(), author, detail.as_str()),
        ("reset_admin_password", Value::Null, "mia, at the terminal")
    );
    let admin = shop.sign_in("admin", PASSWORD, "").await.unwrap();
    let (_, open) = shop.ask(Method::GET, "/api/admin/password-resets", &admin, &json!({})).await;
    assert!(!open.to_string().contains("mia"), "{open}");
}

#[tokio::test]
async fn who_is_locked_out_or_has_lost_the_second_factor_gets_in_again() {
    let shop = Shop::open().await;
    let locked = async |code: &str| {
        for _ in 0..5 {
            shop.sign_in("admin", if code.is_empty() { "wrong" } else { PASSWORD }, code).await.unwrap_err();
        }
        shop.sign_in("admin", PASSWORD, code).await.unwrap_err()
    };
    assert_eq!(locked("").await, "locked_out");
    shop.done(&["unlock", "admin"], "").await;
    assert!(shop.sign_in("admin", PASSWORD, "").await.is_ok());
    assert_eq!(locked("").await, "locked_out", "later failures count");

    let factor = "INSERT INTO second_factors (admin_id, sealed_secret, confirmed_at, last_step)
                  SELECT id, decode(repeat('00', 48), 'hex'), now(), 0 FROM admins";
    shop.database.execute(factor).await.unwrap();
    shop.done(&["unlock", "admin"], "").await;
    assert_eq!(shop.sign_in("admin", PASSWORD, "").await, Err("second_factor_required".to_owned()));
    assert_eq!(locked("123456").await, "locked_out");
    shop.done(&["unlock", "admin"], "").await;
    assert_eq!(shop.sign_in("admin", PASSWORD, "123456").await, Err("invalid_code".to_owned()));
    assert!(said(&shop.done(&["list"], "").await).contains(" yes "));
    shop.done(&["remove-second-factor", "admin"], "").await;
    let actions: Vec<_> = shop.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["remove_second_factor", "unlock_admin", "unlock_admin", "unlock_admin"]);
    shop.refused(&["remove-second-factor", "admin"], "", "no second factor").await;
}

#[tokio::test]
async fn a_generated_password_is_printed_once_and_alone() {
    let shop = Shop::open().await;
    for arguments in [&["create", "mia", "--role", "admin", "--generate"][..], &["reset-password", "mia", "--generate"]]
    {
        let output = shop.done(arguments, "").await;
        let printed = String::from_utf8(output.stdout).unwrap();
        let password = printed.strip_suffix('\n').unwrap();
        assert!(password.len() == 24 && !password.contains('\n'), "{printed}");
        assert!(!String::from_utf8(output.stderr).unwrap().contains(password));
        assert!(shop.sign_in("mia", password, "").await.is_ok());
    }
}

#[tokio::test]
async fn the_rules_of_the_pages_apply_and_nothing_is_done_against_them() {
    let shop = Shop::open().await;
    let create = |username| ["create", username, "--role", "admin"];
    for (arguments, input, words) in [
        (&create("mia")[..], "", "A password is required."),
        (&create("mia"), "short", "at least 8 characters"),
        (&create("mia"), "my-waffle-password", "the name of this service"),
        (&create("mia"), "password123", "too common"),
        (&create("m i a"), NEW, "A username may contain"),
        (&create("ADMIN"), NEW, "Another account has this username."),
        (&["create", "mia", "--role", "admin", "--email", "admin@localhost"], NEW, "Another account has this e-mail"),
        (&["create", "mia", "--role", "admin", "--email", "none"], NEW, "not an e-mail address"),
        (&["reset-password", "admin"], "short", "at least 8 characters"),
        (&["reset-password", "nobody"], NEW, "There is no such account."),
        (&["unlock", "nobody"], "", "There is no such account."),
    ] {
        shop.refused(arguments, input, words).await;
    }
    let output = shop.run(&["create", "mia", "--role", "owner"], NEW).await;
    assert!(output.status.code() == Some(2) && said(&output).contains("waffle_manager"), "{}", said(&output));
    let admin = shop.sign_in("admin", PASSWORD, "").await.unwrap();
    let settings = json!({"password_min_length": 30});
    assert_eq!(shop.ask(Method::PATCH, "/api/admin/settings", &admin, &settings).await.0, 200);
    shop.refused(&create("mia"), NEW, "at least 30 characters").await;
    let output = shop.done(&["reset-password", "admin", "--generate"], "").await;
    assert_eq!(output.stdout.len(), 31);
    let list = said(&shop.done(&["list"], "").await);
    assert_eq!(list.lines().count(), 2, "{list}");
    assert!(list.contains("admin ") && list.contains(" super_admin ") && list.contains(" active "), "{list}");
}

/// The program at a terminal that shows what is typed unless the program turns that off.
struct Terminal {
    stdin: ChildStdin,
    stdout: ChildStdout,
    shown: String,
    child: tokio::process::Child,
}

impl Terminal {
    fn open(url: &str, arguments: &str) -> Self {
        let settings = configured(url);
        let mut command = Command::new("script");
        command.env_clear().envs(settings.as_std().get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.args(["-q", "-e", "-E", "always", "-c"]).arg(format!("{} account {arguments}", program().display()));
        command.arg("/dev/null").stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { stdin, stdout, shown: String::new(), child }
    }

    async fn shows(&mut self, words: &str) {
        while !self.shown.contains(words) {
            let mut bytes = [0; 1_024];
            let read = timeout(Duration::from_secs(20), self.stdout.read(&mut bytes)).await.expect(words).unwrap();
            assert!(read > 0, "it ended before it said {words}: {}", self.shown);
            self.shown += &String::from_utf8_lossy(&bytes[..read]);
        }
    }

    async fn types(&mut self, line: &str) {
        self.stdin.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    /// Waits for its end; returns its exit code, and all that was shown.
    async fn ended(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).await.unwrap();
        (self.child.wait().await.unwrap().code(), self.shown + &rest)
    }
}

#[tokio::test]
async fn at_a_terminal_the_password_is_typed_twice_and_not_shown() {
    let shop = Shop::open().await;
    for (again, code) in [("maple-Syrup+7782", 1), (NEW, 0)] {
        let mut terminal = Terminal::open(&shop.database.url(), "reset-password admin");
        terminal.shows("New password of admin: ").await;
        terminal.types(NEW).await;
        terminal.shows("The same again: ").await;
        terminal.types(again).await;
        let (ended, shown) = terminal.ended().await;
        assert!(ended == Some(code) && !shown.contains("Syrup"), "{ended:?} {shown}");
        assert!(shown.contains("At least 8 characters") && shown.contains("differ") == (code == 1), "{shown}");
        assert_eq!(shop.sign_in("admin", NEW, "").await.is_ok(), code == 0);
    }
}

#[tokio::test]
async fn a_database_that_is_away_or_not_up_to_date_is_named() {
    let empty = TestDatabase::empty().await.unwrap();
    let other = TestDatabase::create().await.unwrap();
    let migration = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                     VALUES (0, 'other', true, '', 0)";
    other.execute(migration).await.unwrap();
    for (url, words) in [
        (empty.url(), "The database lacks migrations: 0001"),
        (other.url(), "Another version of Waffle"),
        ("postgres://waffle:hunter2@127.0.0.1:1/waffle".to_owned(), "The database can't be reached"),
    ] {
        let output = run(&url, &["list"], "").await;
        let text = said(&output);
        assert!(output.status.code() == Some(1) && text.contains(words) && !text.contains("hunter2"), "{text}");
    }
    let mut command = configured(&other.url());
    let output = command.env_remove("JWT_SECRET").args(["account", "list"]).output().await.unwrap();
    assert!(output.status.code() == Some(2) && said(&output).contains("JWT_SECRET"), "{}", said(&output));
}

#[tokio::test]
async fn of_several_databases_it_uses_the_primary() {
    let servers = Replicated::start("waffle").await.unwrap();
    let mut server = Server::listening(configured(&servers.primary.url("waffle"))).await;
    server.stop().await;
    let standby = run(&servers.standby.url("waffle"), &["list"], "").await;
    assert!(standby.status.code() == Some(1) && said(&standby).contains("a standby"), "{}", said(&standby));
    let both = run(&servers.url_of_both("waffle"), &["create", "mia", "--role", "admin"], NEW).await;
    assert_eq!(both.status.code(), Some(0), "{}", said(&both));
}
