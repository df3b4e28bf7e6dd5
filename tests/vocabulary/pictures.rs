//! Pictures that sellers upload, and what becomes of them.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, load_from_memory_with_format};

/// The file of a picture of this size: its left half red, its right half blue.
pub fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let colour = |x| if x < width / 2 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) };
    let picture = DynamicImage::from(RgbImage::from_fn(width, height, |x, _| colour(x)));
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A JPEG of such a picture, with anything behind it until it has this many bytes.
pub fn jpeg_of_length(length: usize) -> Vec<u8> {
    let mut file = picture(64, 32, ImageFormat::Jpeg);
    file.resize(length, b'x');
    file
}

/// The width and the height of a JPEG, and whether its left side is red.
pub fn seen(jpeg: &[u8]) -> (u32, u32, bool) {
    let picture = load_from_memory_with_format(jpeg, ImageFormat::Jpeg).unwrap().into_rgb8();
    let Rgb([red, _, blue]) = *picture.get_pixel(0, picture.height() / 2);
    (picture.width(), picture.height(), red > 150 && blue < 80)
}
