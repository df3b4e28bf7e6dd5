//! Photos of waffles and of the seller: which files may be uploaded, and the names of the photos that become of them.

mod polyglots;

use std::fmt;

use crate::draw::digest::{Digest, sha256};
use crate::refusal::Refusal;

/// The largest file, in bytes.
pub const MAX_FILE: usize = 8 * 1024 * 1024;
/// The most pixels of a file: 40 megapixels.
pub const MAX_PIXELS: u64 = 40_000_000;
/// The longer side of a photo as it is kept, in pixels; smaller ones stay as they are.
pub const LONGEST_SIDE: u32 = 1_600;
/// How many photos an account may upload in a day.
pub const MOST_A_DAY: i64 = 100;
/// How many files of an account a server takes in an hour, also those whose photo is kept already.
pub const MOST_AN_HOUR: u32 = 100;

/// A photo as it is kept: a JPEG, with nothing in it but the picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Photo {
    pub hash: PhotoHash,
    pub jpeg: Vec<u8>,
    /// In pixels, as is the height.
    pub width: u32,
    pub height: u32,
}

/// The name of a photo: the SHA-256 of its JPEG.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PhotoHash(Digest);

impl PhotoHash {
    /// An address of a photo of this server, or nothing, in the API's description.
    pub const ADDRESS_OR_NONE: &str = r"^([^\s\x00-\x1f\x7f-\x9f]*/photos/[0-9a-f]{64}\.jpg)?$";

    /// Names a JPEG.
    pub fn of(jpeg: &[u8]) -> Self {
        Self(sha256(jpeg))
    }

    /// Parses the name as addresses have it: in lowercase.
    pub fn parse(name: &str) -> Option<Self> {
        Digest::parse(name).filter(|digest| digest.to_string() == name).map(Self)
    }

    /// Finds the photo that an address may be of, whichever host it names: the service may have several, and get more.
    pub fn in_address(address: &str) -> Option<Self> {
        let (_, name) = address.strip_suffix(".jpg")?.rsplit_once("/photos/")?;
        Self::parse(name)
    }

    /// Finds the photo that an address is of, if the address is the service's, which is reached at this origin.
    pub fn at_origin(address: &str, origin: &str) -> Option<Self> {
        Self::in_address(address).filter(|hash| address.strip_suffix(&hash.path()) == Some(origin))
    }

    /// The photo's path at every host of the service.
    pub fn path(self) -> String {
        format!("/photos/{self}.jpg")
    }

    /// Wraps the bytes of a hash.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(Digest::of(bytes))
    }

    /// The bytes of the hash.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }
}

impl fmt::Display for PhotoHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// The kinds of files that may be uploaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Jpeg,
    Png,
    WebP,
}

impl FileKind {
    /// Recognizes a file by its first bytes, whatever its name and its content type say. Refuses all other kinds.
    pub fn of(file: &[u8]) -> Result<Self, Refusal> {
        match file {
            [0xff, 0xd8, 0xff, ..] => Ok(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Ok(Self::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Ok(Self::WebP),
            [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] if is_heic(brand) => Err(Refusal::HeicPhoto),
            _ => Err(Refusal::NotAPhoto),
        }
    }

    /// Returns whether a file of this kind is there to its end. Decoders paint the missing part of some files grey.
    pub fn is_whole(self, file: &[u8]) -> bool {
        self.behind(file).is_some()
    }

    /// Returns whether a whole file of this kind is also something that others could open or run, such as a page or an
    /// archive. Nothing but the picture would be kept of it.
    pub fn is_more_than_a_picture(self, file: &[u8]) -> bool {
        self.behind(file).is_some_and(|behind| polyglots::is_more_than_a_picture(file, behind))
    }

    /// What is behind the end of the picture, if the file is there to that.
    fn behind(self, file: &[u8]) -> Option<&[u8]> {
        match self {
            Self::Jpeg => behind_jpeg(file),
            Self::Png => behind_png(file),
            Self::WebP => behind_webp(file),
        }
    }
}

/// Whether a brand of the ISO container is one of HEIC's, or the one that covers it: phones write both.
fn is_heic(brand: &[u8]) -> bool {
    let brands: [&[u8]; 8] = [b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"];
    brands.iter().any(|known| brand.starts_with(known))
}

/// Finds the end mark behind the data of the pixels, which can't contain one.
fn behind_jpeg(file: &[u8]) -> Option<&[u8]> {
    let mut rest = file.get(2..)?;
    loop {
        rest = match rest {
            // Any number of these may be in front of a marker.
            [0xff, 0xff, ..] => rest.get(1..)?,
            [0xff, 0xda, pixels @ ..] => {
                let end = pixels.windows(2).position(|pair| pair == [0xff, 0xd9])?;
                return pixels.get(end + 2..);
            }
            // Markers without a segment.
            [0xff, 0x01 | 0xd0..=0xd7, after @ ..] => after,
            [0xff, _, segment @ ..] => segment.get(usize::from(u16::from_be_bytes(*segment.first_chunk()?))..)?,
            _ => return None,
        };
    }
}

/// Finds the last chunk.
fn behind_png(file: &[u8]) -> Option<&[u8]> {
    let mut rest = file.get(8..)?;
    loop {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (kind, after) = after.split_first_chunk::<4>()?;
        // Behind the data is its checksum.
        rest = after.get(usize::try_from(u32::from_be_bytes(*length)).ok()?.checked_add(4)?..)?;
        if kind == b"IEND" {
            return Some(rest);
        }
    }
}

/// Goes through the chunks: the decoder makes room for as many bytes and pixels as each says that it has.
fn behind_webp(file: &[u8]) -> Option<&[u8]> {
    let length = usize::try_from(u32::from_le_bytes(*file.get(4..)?.first_chunk()?)).ok()?;
    let (picture, behind) = file.split_at_checked(length.checked_add(8)?)?;
    webp_chunks(picture.get(12..)?, true)?;
    Some(behind)
}

fn webp_chunks(mut rest: &[u8], may_have_frames: bool) -> Option<()> {
    while !rest.is_empty() {
        let (kind, after) = rest.split_first_chunk::<4>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let (data, after) = after.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        let pixels = match (kind, data) {
            (b"ANMF", _) if may_have_frames => webp_chunks(data.get(16..)?, false).map(|()| 0)?,
            (b"VP8 ", [_, _, _, 0x9d, 0x01, 0x2a, size @ ..]) => {
                let [width, height] = [size.first_chunk()?, size.get(2..)?.first_chunk()?];
                let [width, height] = [width, height].map(|side| u64::from(u16::from_le_bytes(*side) & 0x3fff));
                width * height
            }
            (b"VP8L", [0x2f, size @ ..]) => {
                let sides = u64::from(u32::from_le_bytes(*size.first_chunk()?));
                ((sides & 0x3fff) + 1) * ((sides >> 14 & 0x3fff) + 1)
            }
            _ => 0,
        };
        if pixels > MAX_PIXELS {
            return None;
        }
        // Chunks have an even length.
        rest = after.get(data.len() % 2..).unwrap_or_default();
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{FileKind, PhotoHash};
    use crate::refusal::Refusal;

    #[test]
    fn an_address_of_this_server_names_its_photo() {
        let hash = PhotoHash::of(b"a photo");
        let name = hash.to_string();
        assert_eq!(PhotoHash::parse(&name), Some(hash));
        for good in [format!("https://waffles.example.com/photos/{name}.jpg"), hash.path()] {
            assert_eq!(PhotoHash::in_address(&good), Some(hash), "{good}");
        }
        for other in [
            format!("https://a.example/photos/{name}.png"),
            format!("https://a.example/photos/{name}.jpg?large"),
            format!("https://a.example/photos/{}.jpg", name.to_uppercase()),
            format!("https://a.example/photos/{name}0.jpg"),
            format!("https://a.example/photos/x{name}.jpg"),
            format!("https://a.example/pictures/{name}.jpg"),
            "https://a.example/photos/camera.jpg".to_owned(),
        ] {
            assert_eq!(PhotoHash::in_address(&other), None, "{other}");
        }
    }

    #[test]
    fn only_an_address_at_the_origin_of_the_service_has_to_be_that_of_a_photo() {
        let hash = PhotoHash::of(b"a photo");
        let (origin, path) = ("https://waffles.example.com", hash.path());
        assert_eq!(PhotoHash::at_origin(&format!("{origin}{path}"), origin), Some(hash));
        for other in [
            format!("https://other.example{path}"),
            format!("{origin}:8443{path}"),
            format!("{origin}/shop{path}"),
            path.clone(),
            format!("{origin}/photos/camera.jpg"),
        ] {
            assert_eq!(PhotoHash::at_origin(&other, origin), None, "{other}");
        }
    }

    #[test]
    fn a_file_is_judged_by_its_first_bytes() {
        let container = |brand: &[u8]| [&b"\0\0\0\x18ftyp"[..], brand, b"\0\0\0\0"].concat();
        for (file, kind) in [
            (b"\xff\xd8\xff\xe0".to_vec(), Ok(FileKind::Jpeg)),
            (b"\x89PNG\r\n\x1a\n".to_vec(), Ok(FileKind::Png)),
            (b"RIFF\x04\0\0\0WEBPVP8 ".to_vec(), Ok(FileKind::WebP)),
            (container(b"heic"), Err(Refusal::HeicPhoto)),
            (container(b"mif1"), Err(Refusal::HeicPhoto)),
            (container(b"isom"), Err(Refusal::NotAPhoto)),
            (b"RIFF\x04\0\0\0WAVEfmt ".to_vec(), Err(Refusal::NotAPhoto)),
            (b"GIF89a".to_vec(), Err(Refusal::NotAPhoto)),
            (b"<svg xmlns='http://www.w3.org/2000/svg'>".to_vec(), Err(Refusal::NotAPhoto)),
            (b"<?xml version='1.0'?>".to_vec(), Err(Refusal::NotAPhoto)),
            (b"%PDF-1.7".to_vec(), Err(Refusal::NotAPhoto)),
            (b"\xff\xd8".to_vec(), Err(Refusal::NotAPhoto)),
            (Vec::new(), Err(Refusal::NotAPhoto)),
        ] {
            assert_eq!(FileKind::of(&file), kind, "{}", file.escape_ascii());
        }
    }

    #[test]
    fn a_file_without_its_end_is_noticed() {
        // The end mark inside the segment belongs to a small picture of a camera.
        let jpeg = b"\xff\xd8\xff\xe1\0\x05\xff\xd9x\xff\xff\xda\0\x03x pixels \xff\0\xd9\xff\xd9";
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\x04IDATIEND\x01\x02\x03\x04\0\0\0\0IEND\xaeB`\x82";
        let webp = b"RIFF\x12\0\0\0WEBPVP8L\x05\0\0\0/\x01\0\0\0\0";
        for (kind, whole) in [(FileKind::Jpeg, &jpeg[..]), (FileKind::Png, &png[..]), (FileKind::WebP, &webp[..])] {
            assert!(kind.is_whole(whole) && kind.is_whole(&[whole, b"<script>"].concat()), "{kind:?}");
            for cut in 0..whole.len() {
                assert!(!kind.is_whole(&whole[..cut]), "{kind:?} after {cut} bytes");
            }
        }
        // Lengths that lead nowhere.
        for (kind, broken) in [
            (FileKind::Jpeg, &b"\xff\xd8\xff\xe1\0\0\xff\xda\xff\xd9"[..]),
            (FileKind::Png, &b"\x89PNG\r\n\x1a\n\xff\xff\xff\xffIEND1234"[..]),
            (FileKind::WebP, &b"RIFF\xff\xff\xff\xffWEBP"[..]),
            (FileKind::WebP, &b"RIFF\x0c\0\0\0WEBPEXIF\xfe\xff\xff\xff"[..]),
            (FileKind::WebP, &b"RIFF\x24\0\0\0WEBPANMF\x18\0\0\0................EXIF\xfe\xff\xff\xff"[..]),
        ] {
            assert!(!kind.is_whole(broken), "{kind:?}");
        }
    }

    #[test]
    fn a_webp_that_says_it_has_more_pixels_than_a_photo_may_have_is_not_decoded() {
        let lossy = |sides: [u16; 2]| {
            let [width, height] = sides.map(u16::to_le_bytes);
            [&b"RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a"[..], &width, &height].concat()
        };
        let lossless = |sides: [u32; 2]| {
            let sides = (sides[0] - 1) | (sides[1] - 1) << 14;
            [&b"RIFF\x12\0\0\0WEBPVP8L\x05\0\0\0/"[..], &sides.to_le_bytes(), b"\0"].concat()
        };
        assert!(FileKind::WebP.is_whole(&lossy([8_000, 5_000])) && FileKind::WebP.is_whole(&lossless([8_000, 5_000])));
        assert!(
            !FileKind::WebP.is_whole(&lossy([8_000, 5_001])) && !FileKind::WebP.is_whole(&lossless([8_000, 5_001]))
        );
    }
}
