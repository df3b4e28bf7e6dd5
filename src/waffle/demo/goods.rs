//! The goods that the demo's seller has sold before.

/// Goods that were sold, once or several times.
pub(super) struct Good {
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    pub(super) spots: i32,
    pub(super) cents: i64,
    pub(super) winners: i64,
}

const fn good(title: &'static str, description: &'static str, spots: i32, cents: i64, winners: i64) -> Good {
    Good { title, description, spots, cents, winners }
}

pub(super) const GOODS: [Good; 30] = [
    good("Crate of maple syrup", "Twelve bottles, dark and robust.", 24, 400, 1),
    good(
        "Stovetop waffle iron from 1921",
        "Cast iron, cleaned, seasoned and ready for its second century.",
        40,
        700,
        1,
    ),
    good("Copper mixing bowl", "Hand-hammered, tinned inside.", 30, 500, 1),
    good("A year of flour", "A sack every month, stone-milled, wherever you live.", 50, 600, 2),
    good("Cherry-wood rolling pin", "Turned by the neighbour who also made the table.", 15, 300, 1),
    good("Two enamel coffee pots", "One red, one blue: two winners.", 30, 450, 2),
    good("Belgian chocolate, the big box", "Three kilos. Share it or do not.", 36, 500, 1),
    good("Espresso grinder", "Conical burrs, a year of warranty.", 60, 900, 1),
    good("Linen apron and oven mitts", "Four sets, four winners.", 24, 300, 4),
    good("Stand mixer, rebuilt", "New gears, new bowl, old charm.", 80, 1_200, 1),
    good("Honey from five valleys", "Five jars, five flowers.", 20, 350, 1),
    good("Sourdough starter and a Dutch oven", "The starter is called Gustav.", 40, 650, 1),
    good("Tea for a winter", "Forty tins in a wooden box.", 30, 550, 1),
    good("Silver sugar tongs", "Somebody’s grandmother had them at every party.", 15, 800, 1),
    good("Iron crêpe pan, 30 cm", "It only gets better.", 24, 400, 1),
    good("Picnic basket for four", "With plates, a corkscrew and a blanket.", 40, 600, 1),
    good("Vanilla, a hundred pods", "From Madagascar, packed last month.", 30, 700, 1),
    good("Baking book, signed", "Three copies, each with a note on page 40.", 30, 250, 3),
    good("Waffle breakfast for two", "At the counter, on a Sunday of your choice.", 20, 400, 1),
    good("Cast-iron Dutch oven", "Five litres, blue, not a scratch.", 50, 800, 1),
    good("Kitchen scale, brass", "With weights from 5 to 1000 grams.", 24, 600, 1),
    good("Ice-cream maker", "For the other half of the year.", 60, 750, 1),
    good("Hand-painted cake stand", "Signed underneath.", 20, 450, 1),
    good("Knife set, forged", "Chef, bread and paring.", 60, 1_000, 1),
    good("Jam for a year", "Twelve jars, one for each month.", 24, 350, 1),
    good("Cocoa and a milk frother", "Two winners, two frothers.", 36, 300, 2),
    good("Fondue set", "Pot, forks, burner, and a bottle for the cook.", 40, 550, 1),
    good("Nutcracker, life-size", "Well, knee-high. Walnuts included.", 30, 500, 1),
    good("Gift basket of the house", "A bit of everything that we sell.", 100, 500, 3),
    good("Pizza stone and peel", "Goes into any oven.", 30, 400, 1),
];
