//! Charts as SVG, drawn on the server. Each repeats the numbers of its table.
//!
//! The SVG uses three colours and contains neither styles nor scripts. The stylesheet maps each colour to one of the
//! light or dark theme.

use std::error::Error;

use plotters::chart::ChartBuilder;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Rectangle, Text};
use plotters::prelude::SVGBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, RGBColor, TRANSPARENT, TextStyle};

const BAR: RGBColor = RGBColor(166, 60, 12);
const WORDS: RGBColor = RGBColor(111, 84, 60);
const LINE: RGBColor = RGBColor(232, 211, 173);

/// Narrow, so that the text stays readable when the chart is scaled down to a phone.
const WIDTH: u32 = 480;
const COLUMNS_HEIGHT: u32 = 260;
const BAR_HEIGHT: u32 = 30;
/// How many letters fit next to a bar.
const LABEL: usize = 17;

/// A value with its label and its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    pub label: String,
    pub value: f64,
    pub text: String,
}

/// Why a chart could not be drawn: a bug in the server.
pub type ChartError = Box<dyn Error + Send + Sync>;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws a column for each value, in order. `written` formats the values of the axis.
pub fn columns(marks: &[Mark], written: impl Fn(f64) -> String) -> Result<String, ChartError> {
    draw(COLUMNS_HEIGHT, |area| {
        let count = coordinate(marks.len());
        let top = marks.iter().map(|mark| mark.value).fold(0.0, f64::max);
        let top = if top > 0.0 { top * 1.05 } else { 1.0 };
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .x_label_area_size(28)
            .y_label_area_size(axis_width(&written(top), &written(top.floor())))
            .build_cartesian_2d(-0.5..count - 0.5, 0.0..top)?;
        let name = |at: &f64| {
            let here = marks.iter().enumerate().find(|(place, _)| (coordinate(*place) - at).abs() < 1e-6);
            here.map(|(_, mark)| mark.label.clone()).unwrap_or_default()
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(LINE)
            .axis_style(LINE)
            .label_style(words(HPos::Center))
            .x_labels(5)
            .x_label_formatter(&name)
            .y_labels(5)
            .y_label_formatter(&|value| written(*value))
            .draw()?;
        let half = if marks.len() > 60 { 0.5 } else { 0.38 };
        chart.draw_series(marks.iter().enumerate().map(|(place, mark)| {
            let middle = coordinate(place);
            Rectangle::new([(middle - half, 0.0), (middle + half, mark.value)], BAR.filled())
        }))?;
        Ok(())
    })
}

/// Draws a bar for each value, the first at the top, with its label on the left and its text on the right.
pub fn bars(marks: &[Mark]) -> Result<String, ChartError> {
    let height = u32::try_from(marks.len()).unwrap_or(u32::MAX).clamp(1, 100) * BAR_HEIGHT + 12;
    draw(height, |area| {
        let longest = marks.iter().map(|mark| mark.value).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        let count = coordinate(marks.len());
        let chart = ChartBuilder::on(area)
            .margin(6)
            .set_label_area_size(plotters::chart::LabelAreaPosition::Left, 168)
            .set_label_area_size(plotters::chart::LabelAreaPosition::Right, 90)
            .build_cartesian_2d(0.0..longest, 0.0..count)?;
        for (place, mark) in marks.iter().enumerate() {
            let middle = count - coordinate(place) - 0.5;
            let (left, y) = chart.backend_coord(&(0.0, middle));
            let (right, _) = chart.backend_coord(&(mark.value, middle));
            let (_, upper) = chart.backend_coord(&(0.0, middle + 0.34));
            let (_, lower) = chart.backend_coord(&(0.0, middle - 0.34));
            area.draw(&Rectangle::new([(left, upper), (right.max(left + 1), lower)], BAR.filled()))?;
            area.draw(&Text::new(shortened(&mark.label), (left - 8, y), words(HPos::Right)))?;
            area.draw(&Text::new(mark.text.clone(), (right.max(left + 1) + 7, y), words(HPos::Left)))?;
        }
        Ok(())
    })
}

fn draw(height: u32, content: impl FnOnce(&Area<'_>) -> Result<(), Box<dyn Error>>) -> Result<String, ChartError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        content(&area).and_then(|()| Ok(area.present()?)).map_err(|error| error.to_string())?;
    }
    Ok(svg)
}

fn words(side: HPos) -> TextStyle<'static> {
    // The backend divides sizes by 1.24.
    ("inherit", 20).into_font().color(&WORDS).pos(Pos::new(side, VPos::Center))
}

/// The width of the axis labels. The longest one is among those at its upper end.
fn axis_width(end: &str, whole_end: &str) -> u32 {
    let letters = end.chars().count().max(whole_end.chars().count());
    u32::try_from(letters).unwrap_or(u32::MAX).clamp(2, 20) * 9 + 14
}

/// The coordinate of the value at a position.
fn coordinate(place: usize) -> f64 {
    u32::try_from(place).map_or(f64::MAX, f64::from)
}

fn shortened(label: &str) -> String {
    if label.chars().count() <= LABEL {
        return label.to_owned();
    }
    let kept: String = label.chars().take(LABEL - 1).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::{Mark, bars, columns, shortened};

    fn marks(values: &[f64]) -> Vec<Mark> {
        let mark = |value: &f64| Mark { label: format!("m{value}"), value: *value, text: format!("{value} spots") };
        values.iter().map(mark).collect()
    }

    fn assert_tame(svg: &str) {
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
        for wild in ["style=", "<style", "<script", "href", "NaN", "inf"] {
            assert!(!svg.contains(wild), "{wild} in {svg}");
        }
    }

    #[test]
    fn a_chart_has_a_bar_for_each_value() {
        for values in [&[3.0][..], &[1.0, 0.0, 250_000.0], &[0.0, 0.0], &[0.001; 12], &[5.0; 700]] {
            let (columns, bars) = (columns(&marks(values), |v| v.to_string()).unwrap(), bars(&marks(values)).unwrap());
            assert_tame(&columns);
            assert_tame(&bars);
            let drawn = |svg: &str| svg.matches("fill=\"#A63C0C\"").count();
            assert_eq!((drawn(&columns), drawn(&bars)), (values.len(), values.len()));
        }
        assert_tame(&columns(&[], |v| v.to_string()).unwrap());
        assert_tame(&bars(&[]).unwrap());
    }

    #[test]
    fn every_colour_is_one_that_the_stylesheet_knows() {
        let css = include_str!("../../static/css/reports_and_charts.css");
        let all = marks(&[1.0, 2.0]);
        let svg = columns(&all, |v| v.to_string()).unwrap() + &bars(&all).unwrap();
        for part in svg.split("=\"#").skip(1) {
            let colour = format!("=\"#{}\"", &part[..6]);
            assert!(css.contains(&colour), "{colour}");
        }
    }

    #[test]
    fn names_are_escaped_and_cut_between_letters() {
        let mark = Mark { label: "<b>&\"Ä".into(), value: 1.0, text: "1 < 2".into() };
        let svg = bars(&[mark]).unwrap();
        assert!(!svg.contains("<b>") && svg.contains("&lt;b&gt;") && svg.contains("1 &lt; 2"), "{svg}");
        assert_eq!(shortened("Äpfel und Birnen im Schlafrock"), "Äpfel und Birnen…");
        assert_eq!(shortened("seventeen letters"), "seventeen letters");
    }
}
