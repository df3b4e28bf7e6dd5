//! The tokens that carry a session: JWT, HS256 and nothing else.

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use uuid::{NoContext, Timestamp, Uuid};
use waffle_domain::account::Account;

use crate::config::Secret;
use crate::session::jwt_provider;

/// The audience of tokens: this service. A token that the same secret signed for another audience is refused.
const AUDIENCE: &str = "waffle";

/// Signs tokens and checks them.
pub struct TokenKeys {
    signing: EncodingKey,
    checking: DecodingKey,
    validation: Validation,
}

/// A token just issued.
#[derive(Clone)]
pub struct IssuedToken {
    /// The token itself: a secret.
    pub text: String,
    pub expires_at: DateTime<Utc>,
}

/// The session that a genuine, unexpired token names. Role and username come from the database, since they may have
/// changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenSession {
    pub admin_id: Uuid,
    /// The token's id, with which signing out ends the session.
    pub jti: Uuid,
    pub expires_at: DateTime<Utc>,
}

/// A token that proves nothing: forged, malformed, expired, not valid yet, for another service, or of another
/// algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the token is not valid")]
pub struct BadToken;

#[derive(Serialize)]
struct Claims<'a> {
    aud: &'a str,
    sub: Uuid,
    username: &'a str,
    role: &'a str,
    iat: i64,
    exp: i64,
    jti: Uuid,
}

#[derive(Deserialize)]
struct CheckedClaims {
    sub: Uuid,
    exp: i64,
    nbf: Option<i64>,
    jti: Uuid,
}

impl TokenKeys {
    /// Takes the secret that signs tokens; changing it makes all earlier tokens invalid.
    pub fn new(secret: &Secret) -> Self {
        jwt_provider::install();
        let secret = secret.expose().as_bytes();
        let mut validation = Validation::new(Algorithm::HS256);
        // `check` compares times itself, with the one that it is given.
        validation.validate_exp = false;
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["aud", "exp"]);
        Self { signing: EncodingKey::from_secret(secret), checking: DecodingKey::from_secret(secret), validation }
    }

    /// Issues a token. Times in it are whole seconds.
    pub fn issue(
        &self,
        account: &Account,
        jti: Uuid,
        now: DateTime<Utc>,
        lifetime: TimeDelta,
    ) -> Result<IssuedToken, jsonwebtoken::errors::Error> {
        let exp = now.timestamp().saturating_add(lifetime.num_seconds());
        let claims = Claims {
            aud: AUDIENCE,
            sub: account.id,
            username: account.username.as_str(),
            role: account.role.as_str(),
            iat: now.timestamp(),
            exp,
            jti,
        };
        let text = jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.signing)?;
        Ok(IssuedToken { text, expires_at: DateTime::from_timestamp(exp, 0).unwrap_or(DateTime::<Utc>::MAX_UTC) })
    }

    /// Checks signature, algorithm, audience and times, but not whether the session was ended: the database knows that.
    pub fn check(&self, token: &str, now: DateTime<Utc>) -> Result<TokenSession, BadToken> {
        let claims = jsonwebtoken::decode::<CheckedClaims>(token, &self.checking, &self.validation)
            .map_err(|_| BadToken)?
            .claims;
        let early = claims.nbf.is_some_and(|start| start > now.timestamp());
        if early || claims.exp <= now.timestamp() {
            return Err(BadToken);
        }
        let expires_at = DateTime::from_timestamp(claims.exp, 0).ok_or(BadToken)?;
        Ok(TokenSession { admin_id: claims.sub, jti: claims.jti, expires_at })
    }
}

/// Makes a token's id: a version 7 UUID, so that the database stores sessions in the order in which they began.
pub fn new_jti(now: DateTime<Utc>) -> Uuid {
    let seconds = u64::try_from(now.timestamp()).unwrap_or_default();
    Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, now.timestamp_subsec_nanos()))
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use chrono::{DateTime, TimeDelta, Utc};
    use ring::hmac;
    use serde_json::{Value, json};
    use uuid::Uuid;
    use waffle_domain::account::{Account, Profile};
    use waffle_domain::email::Email;
    use waffle_domain::role::Role;
    use waffle_domain::timezone::TimeZone;
    use waffle_domain::username::Username;

    use super::{BadToken, TokenKeys, new_jti};
    use crate::config::Secret;

    const SECRET: &str = "a secret of more than thirty-two characters";

    fn keys() -> TokenKeys {
        TokenKeys::new(&Secret::new(SECRET))
    }

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_700_000_000, 250_000_000).unwrap()
    }

    fn anna() -> Account {
        Account {
            id: Uuid::from_u128(7),
            username: Username::parse("anna").unwrap(),
            email: Email::parse("anna@example.org").unwrap(),
            role: Role::WaffleManager,
            active: true,
            timezone: TimeZone::UTC,
            profile: Profile::default(),
            last_login_at: None,
            created_at: noon(),
        }
    }

    const HS256: (&str, hmac::Algorithm) = ("HS256", hmac::HMAC_SHA256);

    fn forged((name, algorithm): (&str, hmac::Algorithm), secret: &str, claims: &Value) -> String {
        let header = json!({"alg": name, "typ": "JWT"});
        let [header, claims] = [&header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        let text = format!("{header}.{claims}");
        let signature = hmac::sign(&hmac::Key::new(algorithm, secret.as_bytes()), text.as_bytes());
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    fn claims() -> Value {
        let exp = noon().timestamp() + 60;
        json!({"aud": "waffle", "sub": Uuid::from_u128(7), "exp": exp, "jti": Uuid::from_u128(9)})
    }

    #[test]
    fn a_token_holds_for_its_lifetime_and_not_a_second_longer() {
        let issued = keys().issue(&anna(), Uuid::from_u128(9), noon(), TimeDelta::hours(1)).unwrap();
        assert_eq!(issued.expires_at.timestamp(), noon().timestamp() + 3_600);
        let session = keys().check(&issued.text, noon() + TimeDelta::seconds(3_599)).unwrap();
        assert_eq!((session.admin_id, session.jti), (Uuid::from_u128(7), Uuid::from_u128(9)));
        assert_eq!(session.expires_at, issued.expires_at);
        assert_eq!(keys().check(&issued.text, noon() + TimeDelta::seconds(3_600)), Err(BadToken));
    }

    #[test]
    fn tokens_of_the_same_moment_differ() {
        assert_ne!(new_jti(noon()), new_jti(noon()));
    }

    #[test]
    fn the_claims_are_the_documented_ones() {
        let issued = keys().issue(&anna(), Uuid::from_u128(9), noon(), TimeDelta::hours(1)).unwrap();
        let claims: Value = jsonwebtoken::dangerous::insecure_decode(&issued.text).unwrap().claims;
        let expected = json!({
            "aud": "waffle", "sub": Uuid::from_u128(7), "username": "anna", "role": "waffle_manager",
            "iat": 1_700_000_000, "exp": 1_700_003_600, "jti": Uuid::from_u128(9),
        });
        assert_eq!(claims, expected);
    }

    #[test]
    fn another_secret_or_algorithm_is_refused() {
        assert!(keys().check(&forged(HS256, SECRET, &claims()), noon()).is_ok());
        let other = "another secret of more than thirty-two characters";
        assert_eq!(keys().check(&forged(HS256, other, &claims()), noon()), Err(BadToken));
        assert_eq!(keys().check(&forged(("HS384", hmac::HMAC_SHA384), SECRET, &claims()), noon()), Err(BadToken));
        assert_eq!(keys().check(&forged(("HS512", hmac::HMAC_SHA512), SECRET, &claims()), noon()), Err(BadToken));
    }

    #[test]
    fn an_unsigned_token_is_refused() {
        let signed = forged(HS256, SECRET, &claims());
        let payload = signed.split('.').nth(1).unwrap();
        // {"alg":"none","typ":"JWT"}
        let none = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{payload}.");
        assert_eq!(keys().check(&none, noon()), Err(BadToken));
    }

    #[test]
    fn a_token_that_begins_later_is_refused_until_then() {
        let mut claims = claims();
        claims["nbf"] = json!(noon().timestamp() + 30);
        let token = forged(HS256, SECRET, &claims);
        assert_eq!(keys().check(&token, noon() + TimeDelta::seconds(29)), Err(BadToken));
        assert!(keys().check(&token, noon() + TimeDelta::seconds(30)).is_ok());
        claims["nbf"] = json!("soon");
        assert_eq!(keys().check(&forged(HS256, SECRET, &claims), noon()), Err(BadToken));
    }

    #[test]
    fn a_token_for_another_service_is_refused() {
        for aud in [json!("another"), json!(["another", "third"]), json!(""), json!([]), json!(null), json!(7)] {
            let mut claims = claims();
            claims["aud"] = aud.clone();
            assert_eq!(keys().check(&forged(HS256, SECRET, &claims), noon()), Err(BadToken), "{aud}");
        }
        let mut claims = claims();
        claims["aud"] = json!(["another", "waffle"]);
        assert!(keys().check(&forged(HS256, SECRET, &claims), noon()).is_ok());
    }

    #[test]
    fn missing_claims_and_garbage_are_refused() {
        for name in ["aud", "sub", "exp", "jti"] {
            let mut claims = claims();
            claims.as_object_mut().unwrap().remove(name);
            assert_eq!(keys().check(&forged(HS256, SECRET, &claims), noon()), Err(BadToken), "{name}");
        }
        for text in ["", ".", "..", "a.b.c", "nonsense"] {
            assert_eq!(keys().check(text, noon()), Err(BadToken), "{text}");
        }
    }
}
