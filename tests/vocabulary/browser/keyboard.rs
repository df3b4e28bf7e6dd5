//! Pages used with the keyboard alone: what can't be reached with it can't be pressed.

use std::time::Duration;

use serde_json::json;

use super::Browser;
use super::session::key;

/// How many steps may lead to an element.
const MOST: usize = 1_000;

impl Browser {
    /// Presses an element: ticks a box, or does what a button or a link does.
    pub async fn press_by_keys(&self, css: &str) {
        self.reach(css).await;
        let box_to_tick = self.value("document.activeElement.matches('[type=checkbox], [type=radio]')").await;
        self.stroke(if box_to_tick == true { ' ' } else { key::ENTER }).await;
    }

    /// Replaces the text in a field.
    pub async fn fill_by_keys(&self, css: &str, text: &str) {
        self.reach(css).await;
        self.key(format!("{}a", key::CONTROL)).await;
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
            let Ok(place) = self.session.execute(&step).await else {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            match place.as_str() {
                Some("there") => return,
                Some("beside") => self.stroke(key::RIGHT).await,
                _ => self.stroke(key::TAB).await,
            }
        }
        panic!("{css} can't be reached with the keyboard");
    }

    /// Presses a key and releases it, wherever the focus is.
    pub async fn stroke(&self, value: char) {
        self.session.stroke(value).await.expect("a key");
    }
}
