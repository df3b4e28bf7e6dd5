//! How many spots of a board each handle holds: counted when that is first needed, and kept up to date from then on.

use std::collections::HashMap;

use waffle_domain::board::{Board, Mismatch};
use waffle_domain::handle::Handle;

#[derive(Debug, Default)]
pub(super) struct Holdings(Option<HashMap<Handle, i32>>);

impl Holdings {
    /// Returns how many spots of the board the handle holds.
    pub(super) fn of(&mut self, handle: &Handle, board: &Board) -> i32 {
        let counted = self.0.get_or_insert_with(|| {
            let mut counted = HashMap::new();
            for holder in board.spots().filter_map(|spot| spot.handle()) {
                *counted.entry(holder.clone()).or_default() += 1;
            }
            counted
        });
        counted.get(handle).copied().unwrap_or_default()
    }

    /// Follows a change of one spot of the board.
    pub(super) fn follow(
        &mut self,
        board: &mut Board,
        number: i32,
        change: impl FnOnce(&mut Board) -> Result<(), Mismatch>,
    ) -> Result<(), Mismatch> {
        let Some(counted) = &mut self.0 else { return change(board) };
        let holder = |board: &Board| board.spot(number).and_then(|spot| spot.handle().cloned());
        let before = holder(board);
        change(board)?;
        let after = holder(board);
        if before != after {
            if let Some(before) = before
                && let Some(held) = counted.get_mut(&before)
            {
                *held -= 1;
                if *held == 0 {
                    counted.remove(&before);
                }
            }
            if let Some(after) = after {
                *counted.entry(after).or_default() += 1;
            }
        }
        Ok(())
    }

    /// Forgets the counts.
    pub(super) fn forget(&mut self) {
        self.0 = None;
    }
}
