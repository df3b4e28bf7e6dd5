//! A chart of bars, made of text.

/// The longest bar, in characters.
const LONGEST: f64 = 40.0;
/// What costs more than this for its work, compared to the cheapest smaller size, grows faster than its work.
/// Measurements on a shared machine differ by less.
const TOLERANCE: f64 = 1.5;

/// Costs of one kind of work at growing sizes.
pub(crate) struct Chart {
    title: String,
    rows: Vec<Row>,
}

struct Row {
    size: usize,
    /// How much there is to do at this size.
    work: usize,
    /// CPU time in microseconds: the server's and PostgreSQL's.
    cost: (f64, f64),
    note: String,
}

impl Chart {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), rows: Vec::new() }
    }

    /// Adds what the same work costs at another size.
    pub(crate) fn add(&mut self, size: usize, cost: (f64, f64), note: impl Into<String>) {
        self.rows.push(Row { size, work: 1, cost, note: note.into() });
    }

    /// Adds what work that grows with the size costs.
    pub(crate) fn add_growing(&mut self, size: usize, cost: (f64, f64), note: impl Into<String>) {
        self.rows.push(Row { size, work: size.max(1), cost, note: note.into() });
    }

    /// Prints it: `#` is the server's part, `=` PostgreSQL's.
    pub(crate) fn print(&self) {
        println!("\n{}", self.title);
        let most = self.rows.iter().map(Row::sum).fold(f64::MIN_POSITIVE, f64::max);
        let mut cheapest = f64::INFINITY;
        for row in &self.rows {
            let bar = |sign: &str, cost: f64| sign.repeat(length(cost / most));
            let each = row.sum() / row.work as f64;
            let flag = if each > cheapest * TOLERANCE { "!" } else { " " };
            cheapest = cheapest.min(each);
            println!(
                "{:>7} {:>9.2} µs {flag} {:<41} {}",
                row.size,
                row.sum(),
                bar("#", row.cost.0) + &bar("=", row.cost.1),
                row.note
            );
        }
    }
}

impl Row {
    fn sum(&self) -> f64 {
        self.cost.0 + self.cost.1
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the longest bar")]
fn length(part: f64) -> usize {
    (part * LONGEST).round().clamp(0.0, LONGEST) as usize
}
