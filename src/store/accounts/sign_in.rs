//! Reads the accounts that sign-ins are for.

use std::net::IpAddr;

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use ipnetwork::{IpNetwork, Ipv6Network};
use uuid::Uuid;
use waffle_domain::network::network;
use waffle_domain::username::Username;

use super::{Credentials, checked_account};
use crate::failure::StoreFailure;

/// An account that a sign-in is for.
pub struct Candidate {
    pub credentials: Credentials,
    /// Whether its sign-ins take a code.
    pub has_second_factor: bool,
    /// Whether one of its last sign-ins, since the given time, came from the same network.
    pub known_there: bool,
}

const HAS_SECOND_FACTOR: &str = "EXISTS (SELECT FROM second_factors f WHERE f.admin_id = a.id) AS has_second_factor";

/// Finds an account, active or not, by its username, and whether it has signed in from the network of an address since
/// a given time. Looks at its last hundred sign-ins only, since a program may sign in every minute.
pub async fn candidate(
    pool: &PgPool,
    username: &Username,
    address: IpAddr,
    since: DateTime<Utc>,
) -> Result<Option<Candidate>, StoreFailure> {
    let sql = format!(
        "SELECT a.*, {HAS_SECOND_FACTOR}, EXISTS (
             SELECT FROM (
                 SELECT ip_address FROM login_history WHERE admin_id = a.id AND created_at > $3
                 ORDER BY created_at DESC, id DESC LIMIT 100
             ) lately WHERE ip_address <<= $2
         ) AS known_there
         FROM admins a WHERE username = $1"
    );
    let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(username.as_str()).bind(network_of(address)).bind(since);
    let found = found.try_map(|row| read(&row)).fetch_optional(pool).await;
    found.map_err(StoreFailure::nothing_done)
}

/// Finds an account again after its password was checked.
pub async fn candidate_again(pool: &PgPool, id: Uuid) -> Result<Option<Candidate>, StoreFailure> {
    let sql = format!("SELECT a.*, {HAS_SECOND_FACTOR}, true AS known_there FROM admins a WHERE id = $1");
    let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).try_map(|row| read(&row)).fetch_optional(pool).await;
    found.map_err(StoreFailure::nothing_done)
}

reader! {
    fn read(row) -> Candidate { has_second_factor, known_there; credentials: checked_account(row)? }
}

/// The network of a client's address: an IPv6 client usually has a whole /64.
fn network_of(address: IpAddr) -> IpNetwork {
    match network(address) {
        IpAddr::V6(address) => {
            Ipv6Network::new(address, 64).map_or(IpNetwork::from(IpAddr::V6(address)), IpNetwork::V6)
        }
        address @ IpAddr::V4(_) => IpNetwork::from(address),
    }
}
