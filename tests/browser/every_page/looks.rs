//! How things lie on a page: none on another, amounts in one line, boxes without holes.

use serde_json::json;
use waffle_tests::browser::Browser;

use super::found;

/// Counts that lie under what can be pressed.
const COVERED: &str = "[...document.querySelectorAll('.row')].flatMap((row) => {
    const boxes = (css) => [...row.querySelectorAll(css)].map((it) => it.getBoundingClientRect());
    return boxes('.row-counts dd').filter((a) => boxes('.on-card').some((b) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom))
        .map(({left, top}) => `${row.innerText.slice(0, 30)} ${left} ${top}`); })";

/// Words and amounts among the counts that break inside.
const BROKEN: &str = "[...document.querySelectorAll('.counts, .row-counts')].filter((it) => it.checkVisibility())
    .flatMap((it) => {
        const [found, range] = [[], document.createRange()];
        const texts = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const text = texts.currentNode;
            range.selectNodeContents(text);
            if (/^\\S+$/.test(text.data.trim()) && range.getClientRects().length > 1) found.push(text.data);
        }
        return found; })";

/// Rows of waffles that are too high for sixty of them: above 110 pixels, though the title is one line and no opening
/// follows.
const HIGH: &str = "[...document.querySelectorAll('.row[data-waffle]')].filter((it) => it.offsetHeight > 110)
    .filter((it) => !it.querySelector('[data-opening]'))
    .map((it) => [it.offsetHeight, it.querySelector('.card-title a')])
    .filter(([, title]) => title.getClientRects().length === 1)
    .map(([height, title]) => `${title.innerText} ${height}`)";

/// Winners in a ledger of unlike heights.
const UNLIKE: &str = "[...document.querySelectorAll('.ledger .winners')]
    .map((it) => [...it.children].map(({offsetHeight}) => offsetHeight)).filter((all) => new Set(all).size > 1)";

/// Boxes to tick that are not at the first line of what they stand for.
const OFF_THEIR_LINE: &str = "[...document.querySelectorAll('.check')]
    .filter((it) => it.checkVisibility() && !it.querySelector('svg')).flatMap((it) => {
        const [texts, range] = [document.createTreeWalker(it, NodeFilter.SHOW_TEXT), document.createRange()];
        while (texts.nextNode() && !texts.currentNode.data.trim());
        range.selectNodeContents(texts.currentNode);
        const middle = ({top, bottom}) => (top + bottom) / 2;
        const off = middle(it.querySelector('input').getBoundingClientRect()) - middle(range.getClientRects()[0]);
        return Math.abs(off) > 4 ? [`${it.innerText.slice(0, 30)} ${off}`] : []; })";

/// Panels that go on below what is in them: by more than what keeps it off the edge.
const HOLES: &str = "[...document.querySelectorAll('.receipt .panel, .manage-cols .panel')]
    .filter((it) => it.checkVisibility()).map((it) => {
        const says = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
        const ends = [...it.querySelectorAll('*')].filter((inner) => inner.checkVisibility())
            .filter((inner) => inner.childElementCount === 0 || [...inner.childNodes].some(says))
            .map((inner) => inner.getBoundingClientRect().bottom);
        return [it.getBoundingClientRect().bottom - Math.max(...ends), it];
    }).filter(([hole]) => hole > 32).map(([hole, it]) => `${it.innerText.slice(0, 30)} ${hole}`)";

/// A header of more than one row.
const HIGH_HEADER: &str = "[...document.querySelectorAll('.top')].map(({offsetHeight}) => offsetHeight)
    .filter((height) => height > 64)";

/// Lists what lies badly on a page.
pub(super) async fn faults(browser: &Browser, name: &str) -> Vec<String> {
    let checks = [
        ("covers counts", COVERED),
        ("breaks amounts", BROKEN),
        ("has high rows", HIGH),
        ("has unlike winners", UNLIKE),
        ("has boxes off their line", OFF_THEIR_LINE),
        ("has holes", HOLES),
        ("has a high header", HIGH_HEADER),
    ];
    found(browser, name, &checks.map(|(what, check)| (what, check, json!([])))).await
}
