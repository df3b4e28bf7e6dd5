//! What operators do to accounts at the terminal, when no one can sign in. The rules for names and passwords are those
//! of the pages.

use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::new_account::{AccountDraft, NewAccount};
use waffle_domain::password::PasswordPolicy;
use waffle_domain::password_queue::Asker;
use waffle_domain::refusal::Refusal;
use waffle_domain::username::Username;
use waffle_store::accounts::at_terminal;
use waffle_store::pools::PgPool as Pool;
use waffle_store::settings;

use crate::clock::Clock;
use crate::failure::{Failure, of_read};
use crate::session::password_hash::PasswordHasher;

/// The way to the accounts, without a server.
pub struct Terminal {
    pool: Pool,
    clock: Clock,
    passwords: PasswordHasher,
}

impl Terminal {
    /// Makes one for a database that is up to date. `bcrypt_cost` is that of new passwords.
    pub fn new(pool: Pool, clock: Clock, bcrypt_cost: u32) -> Self {
        Self { pool, clock, passwords: PasswordHasher::new(bcrypt_cost) }
    }

    /// Lists all accounts, active ones first, each with whether it has a second factor.
    pub async fn list(&self) -> Result<Vec<(Account, bool)>, Failure> {
        at_terminal::list(&self.pool).await.map_err(of_read)
    }

    /// Finds an account, active or not.
    pub async fn find(&self, username: &str) -> Result<Account, Failure> {
        let username = Username::parse(username)?;
        at_terminal::find(&self.pool, &username).await.map_err(of_read)?.ok_or(Refusal::NoAccount.into())
    }

    /// Reads the rules for new passwords.
    pub async fn password_policy(&self) -> Result<PasswordPolicy, Failure> {
        Ok(settings::read(&self.pool).await.map_err(of_read)?.password_policy())
    }

    /// Checks and creates an account.
    pub async fn create(&self, draft: &AccountDraft) -> Result<Account, Failure> {
        let new = NewAccount::parse(draft, self.password_policy().await?)?;
        let hash = self.passwords.hash(new.password.clone(), Asker::Known(Uuid::nil())).await?;
        Ok(at_terminal::create(&self.pool, Uuid::now_v7(), &new, &hash, self.clock.now()).await?)
    }

    /// Sets an account's password. Its sessions end, on all servers, and so do its lockouts.
    pub async fn reset_password(&self, account: &Account, password: &str) -> Result<(), Failure> {
        let policy = self.password_policy().await?;
        let password = policy.check_field("password", password, account.username.as_str())?;
        let hash = self.passwords.hash(password, Asker::Known(Uuid::nil())).await?;
        Ok(at_terminal::reset_password(&self.pool, account.id, &hash, self.clock.now()).await?)
    }

    /// Removes an account's second factor, and ends its lockouts.
    pub async fn remove_second_factor(&self, account: &Account) -> Result<(), Failure> {
        Ok(at_terminal::remove_second_factor(&self.pool, account.id, self.clock.now()).await?)
    }

    /// Ends an account's lockouts, on all servers.
    pub async fn unlock(&self, account: &Account) -> Result<(), Failure> {
        Ok(at_terminal::unlock(&self.pool, account.id, self.clock.now()).await?)
    }
}
