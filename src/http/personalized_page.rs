//! Compresses a page that is the same for all its readers, but for a few bytes that differ for each.
//!
//! Brotli's data comes in blocks (RFC 7932, section 9), and an encoder that is flushed ends its block on a byte
//! boundary. So the page is compressed once, with a stand-in for each reader's bytes and a flush before and after it.
//! The stand-in's block is left out. Each reader gets an uncompressed block in its place: a header of three bytes, then
//! their own.

use std::io::{self, Write};
use std::sync::Arc;

use brotli::CompressorWriter;
use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use waffle_actors::snapshot::{Cut, CutPage};

/// How many bytes after the cut are in the uncompressed block too: brotli codes a byte by the two before it.
const TAIL: usize = 2;
/// The bytes of the stand-in. No UTF-8 text contains them, so nothing in a page is coded as a copy of them. They form a
/// row of pairs, of a byte of the first kind and one of the second, and no pair repeats; so no part of the stand-in is
/// coded as a copy of another part either.
const STAND_IN: ([u8; 9], [u8; 4]) = ([0xc0, 0xc1, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb], [0xfc, 0xfd, 0xfe, 0xff]);
/// The most bytes that may differ between readers.
const MOST: usize = 64;

/// A response's page, and what this reader gets in its cut.
pub struct PersonalizedPage {
    /// The page.
    pub page: Arc<CutPage>,
    /// This reader's own text: ASCII, up to 64 bytes, and the same length for all readers.
    pub own: String,
}

impl PersonalizedPage {
    /// Returns the page without compression.
    pub fn text(&self) -> String {
        let Cut { before, after } = &self.page.text;
        [before.as_str(), &self.own, after].concat()
    }

    /// Compresses the part that all readers share.
    ///
    /// # Errors
    /// The page could not be compressed, this reader's own text is too long, or nothing comes after the cut.
    pub fn compress(&self, parameters: &BrotliEncoderParams) -> io::Result<Cut<Bytes>> {
        let Cut { before, after } = &self.page.text;
        let size_hint = before.len() + self.own.len() + after.len();
        let parameters = BrotliEncoderParams { size_hint, ..parameters.clone() };
        let stand_in = stand_in(self.own.len());
        let (tail, after) = match after.as_bytes().split_at_checked(TAIL) {
            Some(parts) if self.own.len() <= MOST => parts,
            _ => return Err(io::Error::other("a page that can't be compressed around its cut")),
        };
        let mut brotli = CompressorWriter::with_params(Vec::with_capacity(size_hint / 3), 4096, &parameters);
        brotli.write_all(before.as_bytes())?;
        brotli.flush()?;
        let begin = brotli.get_ref().len();
        brotli.write_all(&[&stand_in, tail].concat())?;
        brotli.flush()?;
        let end = brotli.get_ref().len();
        brotli.write_all(after)?;
        let all = Bytes::from(brotli.into_inner());
        Ok(Cut { before: all.slice(..begin), after: all.slice(end..) })
    }

    /// Puts this reader's own bytes into what [`PersonalizedPage::compress`] made.
    pub fn spliced(&self, Cut { before, after }: &Cut<Bytes>) -> Bytes {
        let tail = self.page.text.after.as_bytes().get(..TAIL).unwrap_or_default();
        let own = self.own.as_bytes();
        [before, &header(own.len() + TAIL)[..], own, tail, after].concat().into()
    }
}

fn stand_in(length: usize) -> Vec<u8> {
    let (often, seldom) = STAND_IN;
    let pairs = seldom.iter().flat_map(|second| often.iter().map(move |first| [*first, *second]));
    pairs.flatten().take(length).collect()
}

/// The header of an uncompressed block of up to 65,536 bytes. From the lowest bit: not the last block (1 bit), a length
/// of four nibbles (2 bits), the length less one (16 bits), uncompressed (1 bit), and the rest of the byte.
fn header(length: usize) -> [u8; 3] {
    let length = u16::try_from(length - 1).unwrap_or(u16::MAX);
    let [low, high] = length.to_le_bytes();
    let bits = u32::from_le_bytes([low, high, 0, 0]) << 3 | 1 << 19;
    let [first, second, third, _] = bits.to_le_bytes();
    [first, second, third]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use brotli::BrotliDecompress;
    use brotli::enc::BrotliEncoderParams;
    use proptest::prelude::*;
    use waffle_actors::snapshot::{Cut, CutPage};

    use super::PersonalizedPage;

    fn read(mut compressed: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        BrotliDecompress(&mut compressed, &mut text).unwrap();
        text
    }

    proptest! {
        #[test]
        fn every_reader_gets_the_page_with_their_own_bytes_in_it(
            before in r#"(<p title="\PC{0,9}">|Spot [0-9]{1,4}|value="|\PC){0,400}"#,
            after in r#"[ -~]{2}(<p title="\PC{0,9}">|Spot [0-9]{1,4}|value="|\PC){0,400}"#,
            end in "(ß|\\PC|)\"> [a-z]{0,4}",
            owns in prop::collection::vec("[ -~]{32}|value=\"value=\"value=\"value=\"valu", 1..4),
            quality in 2..=9,
        ) {
            let parameters = BrotliEncoderParams { quality, lgwin: 18, ..Default::default() };
            // What comes right after the cut comes again, after all kinds of characters.
            let after = format!("\"> {after}{}", end.repeat(3));
            let page = Arc::new(CutPage::new(Cut { before, after }));
            let mut compressed = None;
            for own in owns {
                let copy = PersonalizedPage { page: page.clone(), own };
                let compressed = compressed.get_or_insert_with(|| copy.compress(&parameters).unwrap());
                prop_assert_eq!(read(&copy.spliced(compressed)), copy.text().into_bytes());
            }
        }
    }

    fn copy(own: usize, after: &str) -> PersonalizedPage {
        let text = Cut { before: "before".repeat(9), after: after.to_owned() };
        PersonalizedPage { page: Arc::new(CutPage::new(text)), own: "x".repeat(own) }
    }

    #[test]
    fn up_to_64_bytes_are_a_readers_own_and_something_comes_after_them() {
        let parameters = BrotliEncoderParams::default();
        for length in 0..=64 {
            let copy = copy(length, "\">");
            let compressed = copy.compress(&parameters).unwrap();
            assert_eq!(read(&copy.spliced(&compressed)), copy.text().into_bytes());
        }
        assert!(copy(65, "\">").compress(&parameters).is_err());
        assert!(copy(64, ">").compress(&parameters).is_err());
    }
}
