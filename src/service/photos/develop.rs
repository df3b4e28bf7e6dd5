//! Makes the photo that is kept of a file that was uploaded: turned upright, made smaller, and encoded again, so that
//! nothing but the picture is left of the file.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::metadata::{Cicp, Orientation};
use image::{
    ConvertColorOptions, DynamicImage, ExtendedColorType, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage,
    Rgba,
};
use waffle_domain::failure::Failure;
use waffle_domain::photo::{FileKind, MAX_PIXELS, Photo, PhotoHash};
use waffle_domain::refusal::Refusal;
use waffle_language::say;

/// The field of a request that a file is in.
const FIELD: &str = "file";
/// The longest side of a file's picture, in pixels: that of a JPEG.
const MAX_SIDE: u32 = 65_535;
/// The most memory for what a file has apart from its pixels, in bytes.
const MAX_EXTRAS: u64 = 64 * 1024 * 1024;
/// From 1 to 100.
const QUALITY: u8 = 82;
/// The name of the colours of phones' photos in a colour profile, in both ways to write it. Other profiles are rare,
/// and close to sRGB.
const DISPLAY_P3: [&[u8]; 2] = [b"Display P3", b"\0D\0i\0s\0p\0l\0a\0y\0 \0P\x003"];

/// Makes the photo, with this many pixels on its longer side at most. Takes up to a few seconds, so don't call it on a
/// thread that serves requests.
pub(super) fn develop(file: &[u8], longest_side: u32) -> Result<Photo, Failure> {
    let kind = FileKind::of(file)?;
    if !kind.is_whole(file) {
        return Err(unreadable());
    }
    if kind.is_more_than_a_picture(file) {
        return Err(Refusal::NotOnlyAPhoto.into());
    }
    let rgb = picture(file, kind, longest_side)?;
    let ((width, height), mut jpeg) = (rgb.dimensions(), Vec::new());
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY)
        .encode(rgb.as_raw(), width, height, ExtendedColorType::Rgb8)
        .map_err(Failure::internal)?;
    Ok(Photo { hash: PhotoHash::of(&jpeg), jpeg, width, height })
}

/// Refuses a file that can't be decoded.
pub(super) fn unreadable() -> Failure {
    Failure::invalid(FIELD, say!("fault-photo-unreadable"))
}

fn picture(file: &[u8], kind: FileKind, longest_side: u32) -> Result<RgbImage, Failure> {
    let mut reader = ImageReader::with_format(Cursor::new(file), format(kind));
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_EXTRAS);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| unreadable().cause(error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Failure::invalid(FIELD, say!("fault-photo-pixels")));
    }
    // What a file has apart from its pixels may be broken: then it counts for nothing.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten().unwrap_or_default();
    let picture = DynamicImage::from_decoder(decoder).map_err(|error| unreadable().cause(error))?;
    let mut picture = on_white(picture);
    if width.max(height) > longest_side {
        picture = picture.resize(longest_side, longest_side, FilterType::Triangle);
    }
    picture.apply_orientation(orientation);
    let mut picture = DynamicImage::from(picture.into_rgb8());
    if DISPLAY_P3.iter().any(|name| profile.windows(name.len()).any(|part| part == *name)) {
        picture.set_color_space(Cicp::DISPLAY_P3).map_err(Failure::internal)?;
        picture.apply_color_space(Cicp::SRGB, ConvertColorOptions::default()).map_err(Failure::internal)?;
    }
    Ok(picture.into_rgb8())
}

fn format(kind: FileKind) -> ImageFormat {
    match kind {
        FileKind::Jpeg => ImageFormat::Jpeg,
        FileKind::Png => ImageFormat::Png,
        FileKind::WebP => ImageFormat::WebP,
    }
}

/// Lays a picture that is transparent somewhere on white.
fn on_white(picture: DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return picture;
    }
    let mut pixels = picture.into_rgba8();
    for Rgba([red, green, blue, alpha]) in pixels.pixels_mut() {
        let [opaque, white] = [u16::from(*alpha), u16::from(u8::MAX - *alpha)];
        for colour in [red, green, blue] {
            let laid = (u16::from(*colour) * opaque + 255 * white + 127) / 255;
            *colour = u8::try_from(laid).unwrap_or(u8::MAX);
        }
        *alpha = u8::MAX;
    }
    pixels.into()
}

#[cfg(test)]
mod tests;
