//! Which of the database's servers is the primary: looked at all the time, so that a standby that was promoted is used
//! within a second.

use std::time::Duration;

use tokio::time::sleep;
use waffle_store::database::Database;
use waffle_store::database::lookout::Lookout;

/// How often the servers are looked at while there is a primary, and while there is none.
const LOOK: Duration = Duration::from_millis(500);
const SEARCH: Duration = Duration::from_millis(250);

/// Follows the primary until it is dropped.
pub(crate) async fn follow(database: Database) {
    let mut lookout = Lookout::new(&database);
    loop {
        let lost = lookout.is_lost();
        sleep(if lost { SEARCH } else { LOOK }).await;
        match lookout.look().await {
            Ok(()) if lost => log::warn!("there is a primary again"),
            Err(failure) if !lost => log::warn!(error:% = failure; "there is no primary"),
            _ => {}
        }
    }
}
