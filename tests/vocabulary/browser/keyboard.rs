//! Pages used with the keyboard alone: what can't be reached with it can't be pressed.

use std::{char, time::Duration};

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;
use serde_json::json;

use crate::browser::Browser;

/// How many steps may lead to an element.
const MOST: usize = 1_000;

impl Browser {
    /// Presses an element: ticks a box, or does what a button or a link does.
    pub async fn press_by_keys(&self, css: &str) {
        self.reach(css).await;
        let box_to_tick = self.value("document.activeElement.matches('[type=checkbox], [type=radio]')").await;
        self.stroke(if box_to_tick == true { ' ' } else { char::from(Key::Enter) }).await;
    }

    /// Replaces the text in a field.
    pub async fn fill_by_keys(&self, css: &str, text: &str) {
        self.reach(css).await;
        self.key(Key::Control + "a").await;
        self.key(text).await;
    }

    /// Moves the focus to an element: with Tab, and with the arrows among the spots of a board.
    async fn reach(&self, css: &str) {
        self.shows(css).await;
        let step = format!(
            "const [wanted, focus] = [document.querySelector({}), document.activeElement];
             if (focus === wanted) return 'there';
             return focus?.closest('#board')?.contains(wanted) ? 'beside' : '';",
            json!(css)
        );
        for _ in 0..MOST {
            // While one page replaces another, there is no answer.
            let Ok(place) = self.client.execute(&step, Vec::new()).await else {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            match place.as_str() {
                Some("there") => return,
                Some("beside") => self.stroke(char::from(Key::Right)).await,
                _ => self.stroke(char::from(Key::Tab)).await,
            }
        }
        panic!("{css} can't be reached with the keyboard");
    }

    /// Presses a key and lets it go, wherever the focus is.
    async fn stroke(&self, value: char) {
        let keys = KeyActions::new("keyboard".into()).then(KeyAction::Down { value }).then(KeyAction::Up { value });
        self.client.perform_actions(keys).await.expect("a key");
    }
}
