//! `waffle account`: lists accounts, creates one, and lets one in again, for the night when no one can sign in. The
//! list and a generated password go to standard output, everything else to standard error.

mod password;

use std::future::Future;
use std::io::{self, Write};
use std::mem;

use actix_web::rt::System;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tokio::time::timeout;
use waffle_domain::account::Account;
use waffle_domain::new_account::AccountDraft;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Role;
use waffle_domain::timeouts::ACCOUNT_STEP;
use waffle_service::accounts_at_terminal::Terminal;
use waffle_service::clock::Clock;
use waffle_service::config::{Config, ConfigError, Environment};
use waffle_service::failure::Failure;
use waffle_store::checkup::{Checkup, MigrationFacts};
use waffle_store::database::Database;
use waffle_store::failure::StoreFailure;
use waffle_store::pools;

/// What to do.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// List all accounts.
    List,
    /// Create an account. Its password is typed twice, or read from standard input if that is no terminal.
    Create {
        username: String,
        #[arg(long, value_parser = roles())]
        role: Role,
        /// E-mail address [default: <USERNAME>@localhost]
        #[arg(long)]
        email: Option<String>,
        /// Make a password and print it, this once
        #[arg(long)]
        generate: bool,
    },
    /// Set an account's password, which is read likewise. It is signed out everywhere, and no longer locked out.
    ResetPassword {
        username: String,
        /// Make a password and print it, this once
        #[arg(long)]
        generate: bool,
    },
    /// Remove an account's second factor, when its app and its recovery codes are lost.
    RemoveSecondFactor { username: String },
    /// End an account's lockouts after wrong passwords or codes, on all servers.
    Unlock { username: String },
}

fn roles() -> impl TypedValueParser<Value = Role> {
    let names = PossibleValuesParser::new(Role::ALL.map(Role::as_str));
    names.try_map(|name| Role::parse(&name).ok_or("there is no such role"))
}

/// Why it was not done: a sentence that says what to do about it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AccountError {
    #[error(transparent)]
    Configuration(#[from] ConfigError),
    #[error("The database can't be reached: {0}. Check DATABASE_URL, and that PostgreSQL runs there.")]
    Database(#[from] StoreFailure),
    #[error("This database is a standby, to which nothing can be written. Name the primary in DATABASE_URL.")]
    Standby,
    #[error("The pooler in DATABASE_URL lends backends between transactions. Name the database itself.")]
    Pooler,
    #[error("The database lacks migrations: {0}. Start the server once, which applies them.")]
    NotUpToDate(String),
    #[error("Another version of Waffle has made this database. Use the program of that version.")]
    OtherVersion,
    #[error("{0} Nothing was done.")]
    Refused(String),
    #[error("The two passwords differ. Nothing was done.")]
    Different,
    #[error("The password can't be read: {0}. Nothing was done.")]
    Password(#[source] io::Error),
    #[error("The database's answer was lost, so it may have been done. Look with `waffle account list`, or repeat it.")]
    Unknown,
    #[error("It can't be printed: {0}.")]
    Output(#[from] io::Error),
}

impl From<Failure> for AccountError {
    fn from(failure: Failure) -> Self {
        if failure.refusal == Refusal::OutcomeUnknown {
            return Self::Unknown;
        }
        if failure.status() >= 500 {
            return Self::Refused(format!("It did not work: {failure}."));
        }
        let faults: Vec<_> = failure.fields().iter().map(|fault| fault.message.english()).collect();
        Self::Refused(if faults.is_empty() { failure.sentence().to_string() } else { faults.join(" ") })
    }
}

/// Does it, in a database that a server has brought up to date.
pub(crate) fn run(command: &Command, environment: &Environment) -> Result<(), AccountError> {
    let config = Config::load(environment)?;
    let system = System::new();
    let outcome = system.block_on(carry_out(command, &config));
    // Dropping it would wait for what still hangs, such as a look-up of a name.
    mem::forget(system);
    outcome
}

async fn carry_out(command: &Command, config: &Config) -> Result<(), AccountError> {
    let terminal = in_time(connect(config)).await?;
    match command {
        Command::List => list(&in_time(terminal.list()).await?)?,
        Command::Create { username, role, email, generate } => {
            let email = email.clone().unwrap_or_else(|| format!("{}@localhost", username.trim().to_lowercase()));
            create(&terminal, username, *role, email, *generate).await?;
        }
        Command::ResetPassword { username, generate } => {
            let account = in_time(terminal.find(username)).await?;
            let name = &account.username;
            let password = password_for(&terminal, name.as_str(), *generate).await?;
            in_time(terminal.reset_password(&account, &password)).await?;
            hand_over(&password, *generate)?;
            eprintln!("{name} has a new password, and is signed out everywhere.");
            mention_deactivation(&account);
        }
        Command::RemoveSecondFactor { username } => {
            let account = in_time(terminal.find(username)).await?;
            in_time(terminal.remove_second_factor(&account)).await?;
            eprintln!("{} has no second factor any more.", account.username);
        }
        Command::Unlock { username } => {
            let account = in_time(terminal.find(username)).await?;
            in_time(terminal.unlock(&account)).await?;
            eprintln!("{} is no longer locked out.", account.username);
            mention_deactivation(&account);
        }
    }
    Ok(())
}

async fn in_time<T, E>(step: impl Future<Output = Result<T, E>>) -> Result<T, AccountError>
where
    AccountError: From<E>,
{
    Ok(timeout(ACCOUNT_STEP, step).await.map_err(|_| AccountError::Unknown)??)
}

/// Connects to the primary, and looks whether its tables are those of this version.
async fn connect(config: &Config) -> Result<Terminal, AccountError> {
    let database = Database::parse(config.secrets.database_url.expose())?;
    database.find_primary().await?;
    // Without the name by which the connections of servers are counted.
    let options = database.primary().clone().application_name("waffle account");
    let mut checkup = Checkup::open(&options).await?;
    if checkup.server().await?.is_standby() {
        return Err(AccountError::Standby);
    }
    // Settings for a session would stay with a backend that others get.
    if !checkup.keeps_its_session(&options).await? {
        return Err(AccountError::Pooler);
    }
    let MigrationFacts { missing, unknown, different, later: _ } = checkup.migrations().await?;
    if !unknown.is_empty() || !different.is_empty() {
        return Err(AccountError::OtherVersion);
    }
    if !missing.is_empty() {
        let missing: Vec<String> = missing.iter().map(|version| format!("{version:04}")).collect();
        return Err(AccountError::NotUpToDate(missing.join(", ")));
    }
    Ok(Terminal::new(pools::pool(options, 1), Clock::system(), config.auth.bcrypt_cost))
}

async fn create(
    terminal: &Terminal,
    username: &str,
    role: Role,
    email: String,
    generate: bool,
) -> Result<(), AccountError> {
    // Before someone types a password for nothing.
    match timeout(ACCOUNT_STEP, terminal.find(username)).await.map_err(|_| AccountError::Unknown)? {
        Err(failure) if failure.refusal == Refusal::NoAccount => {}
        Err(failure) => return Err(failure.into()),
        Ok(_) => return Err(Failure::from(Refusal::UsernameTaken).into()),
    }
    let password = password_for(terminal, username, generate).await?;
    let draft = AccountDraft {
        username: username.to_owned(),
        email,
        role: role.to_string(),
        password: password.clone(),
        ..AccountDraft::default()
    };
    let account = in_time(terminal.create(&draft)).await?;
    hand_over(&password, generate)?;
    eprintln!("{} is created, with the role {}. Sign in at /admin/login.", account.username, account.role);
    Ok(())
}

async fn password_for(terminal: &Terminal, username: &str, generate: bool) -> Result<String, AccountError> {
    let policy = in_time(terminal.password_policy()).await?;
    if generate { Ok(password::generated(policy, username)) } else { password::read(policy, username) }
}

/// Prints a generated password.
fn hand_over(password: &str, generated: bool) -> io::Result<()> {
    if generated {
        writeln!(io::stdout(), "{password}")?;
        eprintln!("This is the password; it is not shown again.");
    }
    Ok(())
}

fn mention_deactivation(account: &Account) {
    if !account.active {
        eprintln!("The account is deactivated: it can't sign in until a super admin reactivates it.");
    }
}

fn list(accounts: &[(Account, bool)]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let line = |name: &str, role: &str, state: &str, factor: &str, last: &str| {
        format!("{name:24}  {role:14}  {state:11}  {factor:13}  {last}\n")
    };
    let mut text = line("username", "role", "state", "second factor", "last sign-in (UTC)");
    for (account, has_second_factor) in accounts {
        let last = account.last_login_at.map(|at| at.format("%Y-%m-%d %H:%M").to_string());
        text += &line(
            account.username.as_str(),
            account.role.as_str(),
            if account.active { "active" } else { "deactivated" },
            if *has_second_factor { "yes" } else { "no" },
            last.as_deref().unwrap_or("never"),
        );
    }
    out.write_all(text.as_bytes())?;
    out.flush()
}
