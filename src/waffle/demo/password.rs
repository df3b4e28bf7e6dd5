//! The password of the demo's first account.

/// Words that are easy to type.
const WORDS: [&str; 64] = [
    "acorn", "amber", "anchor", "apple", "autumn", "bakery", "barrel", "basil", "beacon", "berry", "birch", "breeze",
    "bridge", "butter", "candle", "canyon", "cedar", "cherry", "cinnamon", "clover", "cocoa", "copper", "coral",
    "cotton", "cricket", "dawn", "desert", "feather", "forest", "garden", "ginger", "harbor", "hazel", "honey",
    "island", "ivory", "jasmine", "kettle", "lantern", "lemon", "linen", "maple", "marble", "meadow", "mint", "nutmeg",
    "oak", "olive", "orchard", "pepper", "pine", "plum", "quartz", "river", "saffron", "silver", "spruce", "sugar",
    "summer", "thistle", "timber", "vanilla", "velvet", "willow",
];

/// Makes a password of three words and a number: one of about 2^31.
pub(super) fn random() -> String {
    let [one, two, three] = std::array::from_fn(|_| WORDS[rand::random_range(0..WORDS.len())]);
    format!("{one}-{two}-{three}-{:04}", rand::random_range(0..10_000))
}
