//! Draws with their entries, which are long and never change: cached for the next request.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use uuid::Uuid;
use waffle_actors::snapshot::Rendered;
use waffle_domain::wire::draw::{CheckableDraw, Draw};

use crate::failure::Failure;

/// How many draws are kept. One of 10,000 entries takes some 2 MB.
const MOST: usize = 16;

/// A draw, cached with its finished answers.
#[derive(Debug)]
pub struct KeptDraw {
    pub draw: CheckableDraw,
    pub json: OnceLock<Rendered>,
    entries: OnceLock<Rendered>,
}

impl KeptDraw {
    /// Returns the entries' text.
    pub fn entries(&self) -> &Rendered {
        self.entries.get_or_init(|| Rendered::new(self.draw.entries.clone()))
    }
}

/// The most recently requested draws, newest first.
#[derive(Debug, Default)]
pub struct KeptDraws(Mutex<VecDeque<Arc<KeptDraw>>>);

impl KeptDraws {
    /// Returns a waffle's draw; calls `read` unless the draw is cached in this state.
    pub async fn get(
        &self,
        waffle_id: Uuid,
        draw: &Draw,
        read: impl AsyncFnOnce() -> Result<CheckableDraw, Failure>,
    ) -> Result<Arc<KeptDraw>, Failure> {
        let is_it = |kept: &KeptDraw| kept.draw.waffle_id == waffle_id && kept.draw.draw == *draw;
        let known = self.draws().iter().find(|kept| is_it(kept)).cloned();
        let kept = match known {
            Some(kept) => kept,
            None => Arc::new(KeptDraw { draw: read().await?, json: OnceLock::new(), entries: OnceLock::new() }),
        };
        let mut draws = self.draws();
        draws.retain(|other| !is_it(other));
        draws.push_front(Arc::clone(&kept));
        draws.truncate(MOST);
        Ok(kept)
    }

    fn draws(&self) -> MutexGuard<'_, VecDeque<Arc<KeptDraw>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn draw(number: i32, state: &str) -> Draw {
        Draw {
            number,
            state: state.into(),
            reason: None,
            locked_at: DateTime::UNIX_EPOCH,
            round: 7,
            round_at: DateTime::UNIX_EPOCH,
            chain: "ab".into(),
            private_chain: true,
            entries_count: 1,
            entries_sha256: "cd".into(),
            excluded: Vec::new(),
            item_count: 1,
            one_win_per_handle: false,
            algorithm: "waffle-draw-v1".into(),
            signature: None,
            randomness: None,
            winning_spot_numbers: Vec::new(),
            winning_social_handles: Vec::new(),
            drawn_at: None,
            voided_at: None,
            alternates: 0,
            alternate_spot_numbers: Vec::new(),
            alternate_social_handles: Vec::new(),
            prizes: None,
            clock: "checked".into(),
        }
    }

    async fn get(draws: &KeptDraws, draw: Draw, reads: &mut usize) -> Arc<KeptDraw> {
        let read = async || {
            *reads += 1;
            let waffle_id = Uuid::nil();
            Ok(CheckableDraw { draw: draw.clone(), waffle_id, slug: "box".into(), entries: "1 anna\n".into() })
        };
        let kept = draws.get(Uuid::nil(), &draw, read).await.unwrap();
        assert_eq!((kept.entries().body.as_ref(), &kept.draw.draw), (&b"1 anna\n"[..], &draw));
        kept
    }

    #[tokio::test]
    async fn a_draw_is_read_once_as_it_is_and_sixteen_are_kept() {
        let (draws, mut reads) = (KeptDraws::default(), 0);
        for state in ["locked", "locked", "drawn", "drawn"] {
            get(&draws, draw(1, state), &mut reads).await;
        }
        assert_eq!(reads, 2);
        for number in 2..=16 {
            get(&draws, draw(number, "void"), &mut reads).await;
        }
        get(&draws, draw(1, "drawn"), &mut reads).await;
        assert_eq!(reads, 17, "asked for last, it is kept");
        get(&draws, draw(17, "void"), &mut reads).await;
        get(&draws, draw(1, "drawn"), &mut reads).await;
        assert_eq!(reads, 18);
        get(&draws, draw(2, "void"), &mut reads).await;
        assert_eq!(reads, 19, "the first of those that nobody asked for again is not");
    }

    #[tokio::test]
    async fn an_answer_is_made_once() {
        let (draws, mut reads, mut made) = (KeptDraws::default(), 0, 0);
        for _ in 0..2 {
            let kept = get(&draws, draw(1, "drawn"), &mut reads).await;
            let json = kept.json.get_or_init(|| {
                made += 1;
                Rendered::new(kept.draw.slug.clone())
            });
            assert_eq!(json.body, "box");
        }
        assert_eq!((reads, made), (1, 1));
    }

    #[tokio::test]
    async fn what_could_not_be_read_is_read_again() {
        let (draws, mut reads) = (KeptDraws::default(), 0);
        let failed = draws
            .get(Uuid::nil(), &draw(1, "drawn"), async || Err(waffle_domain::refusal::Refusal::NoDraw.into()))
            .await;
        assert!(failed.is_err());
        get(&draws, draw(1, "drawn"), &mut reads).await;
        assert_eq!(reads, 1);
    }
}
