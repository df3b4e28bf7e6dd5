//! What a server held over time, as charts that `docs/BENCHMARKS.md` shows.

/// The most points of a line.
const POINTS: usize = 30;

/// What a server held at some time.
pub(crate) struct Moment {
    pub(crate) minutes: f64,
    pub(crate) megabytes: f64,
    pub(crate) files: usize,
    pub(crate) connections: i64,
    pub(crate) claims: u64,
}

/// Prints the charts; returns the mean memory of the second and of the last quarter.
pub(crate) fn print(moments: &[Moment]) -> (f64, f64) {
    let of = |what: fn(&Moment) -> f64| moments.iter().map(what).collect::<Vec<f64>>();
    line("Memory of the server", "MB", moments, &of(|moment| moment.megabytes));
    line("Its open files, watchers included", "files", moments, &of(|moment| moment.files as f64));
    line("Its connections to PostgreSQL", "connections", moments, &of(|moment| moment.connections as f64));
    for moment in moments.iter().step_by((moments.len() / POINTS).max(1)) {
        let Moment { minutes, megabytes, files, connections, claims } = moment;
        println!(
            "{minutes:>5.1} min {claims:>9} claims {megabytes:>6.1} MB {files:>5} files {connections:>3} sessions"
        );
    }
    let quarter = moments.len() / 4;
    let mean = |part: &[Moment]| part.iter().map(|moment| moment.megabytes).sum::<f64>() / part.len().max(1) as f64;
    (mean(&moments[quarter..2 * quarter]), mean(&moments[moments.len() - quarter..]))
}

/// Prints a chart in the language of Mermaid, which GitHub draws.
fn line(title: &str, unit: &str, moments: &[Moment], values: &[f64]) {
    let step = (values.len() / POINTS).max(1);
    let some: Vec<String> = values.iter().step_by(step).map(|value| format!("{value:.0}")).collect();
    let most = values.iter().copied().fold(0.0, f64::max);
    let minutes = moments.last().map_or(0.0, |moment| moment.minutes);
    println!("```mermaid\nxychart-beta\n    title \"{title}\"\n    x-axis \"minutes\" 0 --> {minutes:.0}");
    println!("    y-axis \"{unit}\" 0 --> {:.0}\n    line [{}]\n```", most * 1.2, some.join(", "));
}
