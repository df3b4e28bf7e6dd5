//! The pixels that a card is drawn on.

use image::{Rgb, RgbImage};
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};
use rusttype::{Scale, point};

use super::fonts::FONTS;
use super::wrapped_text::Line;

/// A colour: red, green, blue.
pub(super) type Colour = [u8; 3];

/// A rectangle in pixels.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

/// A picture being drawn.
pub(super) struct Canvas {
    width: u32,
    height: u32,
    /// Its pixels, row by row.
    pixels: Vec<Colour>,
}

impl Canvas {
    pub(super) fn new((width, height): (u32, u32), colour: Colour) -> Self {
        let count = u64::from(width) * u64::from(height);
        Self { width, height, pixels: vec![colour; usize::try_from(count).unwrap_or_default()] }
    }

    /// Fills a rectangle with rounded corners and smooth edges.
    pub(super) fn fill(&mut self, area: Area, radius: f32, colour: Colour) {
        let (left, top) = (area.x.floor(), area.y.floor());
        let (right, bottom) = ((area.x + area.width).ceil(), (area.y + area.height).ceil());
        let (centre_x, centre_y) = (area.x + area.width / 2.0, area.y + area.height / 2.0);
        let radius = radius.min(area.width / 2.0).min(area.height / 2.0);
        for y in pixels(top, bottom, self.height) {
            for x in pixels(left, right, self.width) {
                // The distance from the pixel's centre to the edge of the shape, negative inside.
                let dx = (to_f32(x) + 0.5 - centre_x).abs() - (area.width / 2.0 - radius);
                let dy = (to_f32(y) + 0.5 - centre_y).abs() - (area.height / 2.0 - radius);
                let distance = dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius;
                self.blend(x, y, colour, (0.5 - distance).clamp(0.0, 1.0));
            }
        }
    }

    /// Shows a picture in the upper left corner.
    pub(super) fn show(&mut self, picture: &RgbImage) {
        for (x, y, Rgb(colour)) in picture.enumerate_pixels() {
            self.blend(x, y, *colour, 1.0);
        }
    }

    /// Writes a line of text that starts at `x` and sits on `baseline`.
    pub(super) fn write(&mut self, line: &Line, x: f32, baseline: f32, size: f32, colour: Colour) {
        for (font, id, offset) in &line.glyphs {
            let glyph = font.glyph(*id).scaled(Scale::uniform(size)).positioned(point(x + offset, baseline));
            let Some(bounds) = glyph.pixel_bounding_box() else { continue };
            glyph.draw(|glyph_x, glyph_y, coverage| {
                let place = |start: i32, offset: u32| u32::try_from(i64::from(start) + i64::from(offset)).ok();
                if let (Some(x), Some(y)) = (place(bounds.min.x, glyph_x), place(bounds.min.y, glyph_y)) {
                    self.blend(x, y, colour, coverage);
                }
            });
        }
    }

    /// Returns the height of a line's letters above its baseline.
    pub(super) fn ascent(size: f32) -> f32 {
        FONTS.first().map_or(size, |font| font.v_metrics(Scale::uniform(size)).ascent)
    }

    pub(super) fn into_png(self) -> Result<Vec<u8>, EncodingError> {
        let mut png = Vec::with_capacity(200_000);
        let mut encoder = Encoder::new(&mut png, self.width, self.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        encoder.set_filter(Filter::Adaptive);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        writer.finish()?;
        Ok(png)
    }

    fn blend(&mut self, x: u32, y: u32, colour: Colour, coverage: f32) {
        if coverage <= 0.0 {
            return;
        }
        if x >= self.width {
            return;
        }
        let place = u64::from(y) * u64::from(self.width) + u64::from(x);
        if let Some(pixel) = usize::try_from(place).ok().and_then(|place| self.pixels.get_mut(place)) {
            if coverage >= 1.0 {
                *pixel = colour;
                return;
            }
            for (old, new) in pixel.iter_mut().zip(colour) {
                let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * coverage;
                *old = to_u8(mixed);
            }
        }
    }
}

fn pixels(from: f32, to: f32, most: u32) -> std::ops::Range<u32> {
    to_u32(from)..to_u32(to).min(most)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a pixel's place, clamped to what fits")]
fn to_u32(value: f32) -> u32 {
    value.clamp(0.0, 100_000.0) as u32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a colour's part, clamped to what fits")]
fn to_u8(value: f32) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

#[expect(clippy::cast_precision_loss, reason = "pictures are a few thousand pixels wide")]
fn to_f32(value: u32) -> f32 {
    value as f32
}
