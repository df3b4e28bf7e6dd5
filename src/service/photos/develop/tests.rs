//! What becomes of files: good ones, hostile ones, and those on a limit.

use image::codecs::png::PngEncoder;
use image::{ImageEncoder, RgbaImage, load_from_memory_with_format};
use waffle_domain::photo::LONGEST_SIDE;

use super::*;

const RED: Rgba<u8> = Rgba([220, 20, 20, 255]);
const BLUE: Rgba<u8> = Rgba([20, 20, 220, 255]);

/// A picture of this size: its left half red, its right half blue.
fn halves(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, _| if x < width / 2 { RED } else { BLUE })
}

fn file(picture: &RgbaImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    match format {
        // It has no transparency.
        ImageFormat::Jpeg => DynamicImage::from(picture.clone()).into_rgb8().write_to(&mut file, format).unwrap(),
        format => picture.write_to(&mut file, format).unwrap(),
    }
    file.into_inner()
}

/// What becomes of the file of a waffle's photo.
fn develop(file: &[u8]) -> Result<Photo, Failure> {
    super::develop(file, LONGEST_SIDE)
}

/// The photo that becomes of a file, as everyone sees it.
fn developed(file: &[u8]) -> RgbImage {
    let photo = develop(file).unwrap();
    let seen = load_from_memory_with_format(&photo.jpeg, ImageFormat::Jpeg).unwrap().into_rgb8();
    assert_eq!(seen.dimensions(), (photo.width, photo.height));
    assert_eq!(photo.hash, PhotoHash::of(&photo.jpeg));
    seen
}

fn is_like(picture: &RgbImage, (x, y): (u32, u32), Rgba([red, green, blue, _]): Rgba<u8>) -> bool {
    let seen = picture.get_pixel(x, y).0;
    seen.into_iter().zip([red, green, blue]).all(|(seen, colour)| seen.abs_diff(colour) < 12)
}

/// What is said about the field of a file that can't be taken.
fn fault(file: &[u8]) -> String {
    let failure = develop(file).unwrap_err();
    assert_eq!(failure.status(), 400, "{failure:?}");
    let [fault] = failure.fields() else { panic!("{failure:?}") };
    assert_eq!(fault.field, FIELD);
    fault.message.to_string()
}

/// A PNG of one colour, written without its pixels in memory.
fn plain_png(width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let rows = usize::try_from(width.div_ceil(8) * height).unwrap();
    encoder.write_header().unwrap().write_image_data(&vec![0xff; rows]).unwrap();
    file
}

#[test]
fn each_kind_of_file_becomes_a_jpeg_that_looks_the_same() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let photo = developed(&file(&halves(64, 32), format));
        assert_eq!(photo.dimensions(), (64, 32), "{format:?}");
        assert!(is_like(&photo, (8, 16), RED) && is_like(&photo, (56, 16), BLUE), "{format:?}");
    }
}

#[test]
fn a_photo_is_1600_pixels_long_at_most_and_small_ones_stay_as_they_are() {
    for ((width, height), kept) in [
        ((1_600, 10), (1_600, 10)),
        ((1_601, 10), (1_600, 10)),
        ((3_200, 1_000), (1_600, 500)),
        ((500, 4_000), (200, 1_600)),
        ((20_000, 4), (1_600, 1)),
        ((1, 1), (1, 1)),
    ] {
        let photo = developed(&file(&halves(width, height), ImageFormat::Png));
        assert_eq!(photo.dimensions(), kept, "{width} × {height}");
    }
}

/// A JPEG whose EXIF says how the camera was held.
fn held(orientation: u8) -> Vec<u8> {
    let jpeg = file(&halves(64, 32), ImageFormat::Jpeg);
    let entry = b"\x01\0\x12\x01\x03\0\x01\0\0\0";
    let exif = [&b"Exif\0\0II*\0\x08\0\0\0"[..], entry, &[orientation, 0, 0, 0], &[0; 4]].concat();
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], b"\xff\xe1", &length, &exif, &jpeg[2..]].concat()
}

#[test]
fn a_photo_is_turned_as_its_exif_says() {
    // Where the red half is: left, right, top or below.
    let [left, right, top, below] = [(8, 16), (56, 16), (16, 8), (16, 56)];
    for (orientation, red, blue) in [
        (1, left, right),
        (2, right, left),
        (3, right, left),
        (4, left, right),
        (5, top, below),
        (6, top, below),
        (7, below, top),
        (8, below, top),
        (0, left, right),
        (9, left, right),
    ] {
        let photo = developed(&held(orientation));
        let upright = if red.1 == 16 { (64, 32) } else { (32, 64) };
        assert_eq!(photo.dimensions(), upright, "{orientation}");
        assert!(is_like(&photo, red, RED) && is_like(&photo, blue, BLUE), "{orientation}");
    }
}

#[test]
fn nothing_of_a_file_is_kept_but_its_picture() {
    let place = b"50.8467 N, 4.3525 E, home";
    let mut png = Vec::new();
    let mut encoder = PngEncoder::new(&mut png);
    encoder.set_icc_profile(place.to_vec()).unwrap();
    encoder.write_image(&[0; 3], 1, 1, ExtendedColorType::Rgb8).unwrap();
    let comment = [&b"\xff\xfe\0\x1b"[..], place].concat();
    let jpeg = held(6);
    let commented = [&jpeg[..2], &comment, &jpeg[2..]].concat();
    for talkative in [
        [&jpeg[..], place].concat(),
        [&jpeg[..], b"\0\0\0\x18ftypmp42", place].concat(),
        [&file(&halves(8, 8), ImageFormat::Png)[..], place].concat(),
        [&file(&halves(8, 8), ImageFormat::WebP)[..], place].concat(),
        commented,
        png,
    ] {
        let jpeg = develop(&talkative).unwrap().jpeg;
        for part in [&place[..], b"ftyp", b"Exif", b"home"] {
            assert!(!jpeg.windows(part.len()).any(|window| window == part), "{}", part.escape_ascii());
        }
        assert!(jpeg.ends_with(b"\xff\xd9"));
        // Nothing but the usual head, tables and pixels: no comments, and no segments of applications but the first.
        assert!(!jpeg.windows(2).any(|pair| matches!(pair, [0xff, 0xe1..=0xef | 0xfe])));
    }
}

#[test]
fn what_is_also_something_to_open_or_run_is_refused() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let polyglot = [&file(&halves(8, 8), format)[..], b"<script>alert(1)</script>"].concat();
        assert_eq!(develop(&polyglot).unwrap_err().refusal, Refusal::NotOnlyAPhoto, "{format:?}");
    }
}

#[test]
fn what_is_transparent_is_laid_on_white() {
    let glass = RgbaImage::from_pixel(16, 16, Rgba([0, 0, 0, 0]));
    let half = RgbaImage::from_pixel(16, 16, Rgba([220, 20, 20, 128]));
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let [glass, half] = [&glass, &half].map(|picture| developed(&file(picture, format)));
        assert!(is_like(&glass, (8, 8), Rgba([255, 255, 255, 255])), "{format:?}");
        assert!(is_like(&half, (8, 8), Rgba([237, 137, 137, 255])), "{format:?}");
    }
}

#[test]
fn the_colours_of_phones_become_those_of_every_screen() {
    let pixels = [200, 100, 100].repeat(64);
    let of_profile = |profile: Option<&[u8]>| {
        let mut png = Vec::new();
        let mut encoder = PngEncoder::new(&mut png);
        if let Some(profile) = profile {
            encoder.set_icc_profile(profile.to_vec()).unwrap();
        }
        encoder.write_image(&pixels, 8, 8, ExtendedColorType::Rgb8).unwrap();
        developed(&png)
    };
    for plain in [None, Some(&b"sRGB IEC61966-2.1"[..])] {
        assert!(is_like(&of_profile(plain), (4, 4), Rgba([200, 100, 100, 255])));
    }
    for name in DISPLAY_P3 {
        let Rgba([red, green, _, _]) = DynamicImage::from(of_profile(Some(name))).into_rgba8()[(4, 4)];
        assert!(red > 208 && green < 98, "{red} {green}");
    }
}

#[test]
fn forty_megapixels_are_taken_and_no_more() {
    let most = plain_png(8_000, 5_000);
    assert_eq!(developed(&most).dimensions(), (1_600, 1_000));
    assert!(fault(&plain_png(8_000, 5_001)).contains("40 megapixels"));
}

/// A PNG whose head says that it is this large, with hardly anything behind.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut png = plain_png(8, 8);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let checksum = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&checksum.to_be_bytes());
    png
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}

#[test]
fn a_small_file_does_not_become_large_in_memory() {
    assert!(fault(&bomb(50_000, 50_000)).contains("40 megapixels"));
    for (width, height) in [(6_000, 6_000), (40_000_000, 1), (u32::MAX, u32::MAX), (0, 0)] {
        assert!(!fault(&bomb(width, height)).is_empty(), "{width} × {height}");
    }
    let mut jpeg = file(&halves(64, 32), ImageFormat::Jpeg);
    let head = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    jpeg[head + 5..head + 9].copy_from_slice(&[0xff; 4]);
    assert!(fault(&jpeg).contains("40 megapixels"));
}

#[test]
fn a_file_that_is_cut_anywhere_is_refused() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let whole = file(&halves(64, 32), format);
        // The first bytes decide of what kind it is.
        for cut in 12..whole.len() {
            assert!(!fault(&whole[..cut]).is_empty(), "{format:?} after {cut} bytes");
        }
    }
}

#[test]
fn bytes_that_are_no_picture_are_refused_whatever_they_begin_with() {
    for begin in [&b"\xff\xd8\xff\xda\0\x02"[..], b"\x89PNG\r\n\x1a\n", b"RIFF\x20\0\0\0WEBPVP8 "] {
        let scattered = |number: u32| number.wrapping_mul(2_654_435_761).to_be_bytes()[0];
        let nonsense: Vec<u8> = (0..2_000).map(scattered).collect();
        let file = [begin, &nonsense, b"\xff\xd9\0\0\0\0IEND\xaeB`\x82"].concat();
        assert!(!fault(&file).is_empty(), "{}", begin.escape_ascii());
    }
    for other in [&b"GIF89a"[..], b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"", b"<html>"] {
        assert_eq!(develop(other).unwrap_err().refusal, Refusal::NotAPhoto, "{}", other.escape_ascii());
    }
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic";
    assert_eq!(develop(heic).unwrap_err().refusal, Refusal::HeicPhoto);
}
