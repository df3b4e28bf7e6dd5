//! What a page carries from the first step of a sign-in, the password, to the second one, the code.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;
use waffle_store::accounts::Credentials;

use crate::config::Secret;
use crate::session::mac::MacKey;

/// How long entering the code may take.
const LIFETIME: TimeDelta = TimeDelta::minutes(5);

/// Makes and checks the proofs that a password was right, with a separate key derived from the server's secret.
pub struct StepKeys(MacKey);

/// The content of a proof, before it is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepClaim {
    pub admin_id: Uuid,
    expires_at: i64,
    mac: String,
}

impl StepKeys {
    /// Derives the key from the server's secret.
    pub fn new(secret: &Secret) -> Self {
        Self(MacKey::derived(secret, "waffle sign-in step key 1"))
    }

    /// Makes the proof that a visitor gave an account's password. It is valid for this visitor, for five minutes, and
    /// until the password changes.
    pub fn proof(&self, credentials: &Credentials, visitor: &str, now: DateTime<Utc>) -> String {
        let expires_at = (now + LIFETIME).timestamp();
        let mac = self.0.sign(&message(credentials, visitor, expires_at));
        format!("{}.{expires_at}.{mac}", credentials.account.id.simple())
    }

    /// Returns whether a proof was made for this account as it is now, and for this visitor.
    pub fn holds(&self, claim: &StepClaim, credentials: &Credentials, visitor: &str, now: DateTime<Utc>) -> bool {
        claim.admin_id == credentials.account.id
            && claim.expires_at > now.timestamp()
            && self.0.holds(&message(credentials, visitor, claim.expires_at), &claim.mac)
    }
}

impl StepClaim {
    /// Reads a proof; `None` if it is malformed.
    pub fn parse(proof: &str) -> Option<Self> {
        let mut parts = proof.splitn(3, '.');
        let admin_id = Uuid::try_parse(parts.next()?).ok()?;
        let expires_at = parts.next()?.parse().ok()?;
        Some(Self { admin_id, expires_at, mac: parts.next()?.to_owned() })
    }
}

fn message(credentials: &Credentials, visitor: &str, expires_at: i64) -> String {
    format!("{}:{expires_at}:{}:{visitor}", credentials.account.id.simple(), credentials.password_hash)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use uuid::Uuid;
    use waffle_domain::account::{Account, Profile};
    use waffle_domain::email::Email;
    use waffle_domain::role::Role;
    use waffle_domain::timezone::TimeZone;
    use waffle_domain::username::Username;
    use waffle_store::accounts::Credentials;

    use super::{StepClaim, StepKeys};
    use crate::config::Secret;

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_700_000_000, 0).unwrap()
    }

    fn keys(secret: &str) -> StepKeys {
        StepKeys::new(&Secret::new(secret))
    }

    fn credentials(id: u128, password_hash: &str) -> Credentials {
        let account = Account {
            id: Uuid::from_u128(id),
            username: Username::parse("anna").unwrap(),
            email: Email::parse("anna@example.org").unwrap(),
            role: Role::Admin,
            active: true,
            timezone: TimeZone::UTC,
            profile: Profile::default(),
            last_login_at: None,
            created_at: noon(),
        };
        Credentials { account, password_hash: password_hash.to_owned() }
    }

    #[test]
    fn a_proof_holds_for_its_visitor_account_and_password_for_five_minutes() {
        let ours = keys("a secret of more than thirty-two characters");
        let anna = credentials(1, "$2b$hash");
        let proof = ours.proof(&anna, "visitor", noon());
        let claim = StepClaim::parse(&proof).unwrap();
        assert_eq!(claim.admin_id, anna.account.id);
        assert!(ours.holds(&claim, &anna, "visitor", noon() + TimeDelta::seconds(299)));
        assert!(!ours.holds(&claim, &anna, "visitor", noon() + TimeDelta::seconds(300)));
        assert!(!ours.holds(&claim, &anna, "another", noon()));
        assert!(!ours.holds(&claim, &credentials(1, "$2b$other"), "visitor", noon()));
        assert!(!ours.holds(&claim, &credentials(2, "$2b$hash"), "visitor", noon()));
        assert!(!keys("another secret of more than thirty-two").holds(&claim, &anna, "visitor", noon()));
    }

    #[test]
    fn a_changed_proof_is_none() {
        let ours = keys("a secret of more than thirty-two characters");
        let anna = credentials(1, "$2b$hash");
        let proof = ours.proof(&anna, "visitor", noon());
        let later =
            proof.replace(&format!(".{}.", noon().timestamp() + 300), &format!(".{}.", noon().timestamp() + 900));
        assert_ne!(later, proof);
        for bad in [later.as_str(), &proof[..proof.len() - 1], &format!("{proof}A")] {
            assert!(!ours.holds(&StepClaim::parse(bad).unwrap(), &anna, "visitor", noon()), "{bad}");
        }
        for bad in ["", "..", "a.b.c", &proof[..20]] {
            assert_eq!(StepClaim::parse(bad), None, "{bad}");
        }
    }
}
