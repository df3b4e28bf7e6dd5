//! Sends hints to the other servers.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};
use waffle_store::database::Database;
use waffle_store::hints::HintSender;

use crate::hints_to_servers::Hints;

/// Hints gather for this long and go out together; the first after a quiet time goes immediately.
const PACE: Duration = Duration::from_millis(8);
/// The pause after sending failed.
const PAUSE: Duration = Duration::from_millis(250);

/// Sends hints until it is dropped.
pub(crate) async fn notify(hints: Arc<Hints>, database: Database) {
    let mut session: Option<HintSender> = None;
    let mut works = true;
    let mut next = Instant::now();
    loop {
        hints.unsent.wait().await;
        sleep_until(next).await;
        hints.sending.store(true, Ordering::SeqCst);
        let these = hints.unsent.take();
        let sent = async {
            let mut sender = match session.take() {
                Some(sender) if !sender.is_let_go() => sender,
                _ => HintSender::open(&database).await?,
            };
            sender.send(hints.server, &these).await?;
            Ok::<_, waffle_store::failure::StoreFailure>(sender)
        };
        match sent.await {
            Ok(sender) => {
                session = Some(sender);
                if !works {
                    log::info!("hints to other servers are sent again");
                }
                works = true;
                hints.sending.store(false, Ordering::SeqCst);
            }
            Err(failure) => {
                if works {
                    log::info!(error:% = failure; "hints to other servers can't be sent");
                }
                works = false;
                for (waffle, newest) in these {
                    hints.unsent.add(waffle, newest);
                }
                hints.sending.store(false, Ordering::SeqCst);
                sleep(PAUSE).await;
            }
        }
        next = Instant::now() + PACE;
    }
}
