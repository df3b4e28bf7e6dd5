//! Photos that are something else too.

/// What runs wherever it is in a file that is opened as a page, or as a script of a server; each after a `<`.
const TAGS: [&[u8]; 5] = [b"!doctype html", b"?php", b"html", b"iframe", b"script"];
/// The tag of a drawing, which is looked for in few places.
const DRAWING: &[u8] = b"svg";
/// How many bytes browsers look at to find out what a file is.
const SNIFFED: usize = 1_445;
/// Where readers look for the beginning of a PDF.
const PDF_BEGINS_WITHIN: usize = 1_024;
/// Where readers look for the record that ends a ZIP: it has 22 bytes, and behind it a comment.
const ZIP_ENDS_WITHIN: usize = ZIP_END + 65_535;
const ZIP_END: usize = 22;

/// Returns whether a file, which is a picture with this behind it, is also a document or an archive that others could
/// open or run: a web page, a script, a drawing, a PDF, a ZIP or what is packed like one, a RAR or a 7z.
///
/// Phones put a lot into their photos, which is not refused: other JPEGs and a film behind the picture, and in front
/// of it texts in XML, such as `<x:xmpmeta`. So nothing is refused for having something behind the picture.
///
/// Compressed pixels hold every short sequence of bytes sooner or later. What is looked for in the whole file has six
/// bytes or more: a tag, in capital letters or not, counts with the byte that ends its name. The likeliest one is
/// `<html`: one of 300,000 random files of the largest size has it. `<svg` has only five bytes, and is looked for where
/// texts begin: at the start of the file, and right behind the picture. A PDF is looked for where its readers do. The
/// record that ends a ZIP counts if it is of an archive on one disk, and its comment does not go beyond the file. More
/// may be behind it: readers of archives don't mind.
pub(super) fn is_more_than_a_picture(file: &[u8], behind: &[u8]) -> bool {
    tags(file).any(|tag| TAGS.iter().any(|name| is_named(tag, name)))
        || [file, behind].iter().any(|text| tags(first(text, SNIFFED)).any(|tag| is_named(tag, DRAWING)))
        || first(file, PDF_BEGINS_WITHIN).windows(5).any(|part| part == b"%PDF-")
        || is_zip(file)
        || file.windows(6).any(|part| matches!(part, b"Rar!\x1a\x07" | b"7z\xbc\xaf\x27\x1c"))
}

fn first(file: &[u8], length: usize) -> &[u8] {
    file.get(..length).unwrap_or(file)
}

/// What is behind each `<`, up to the next one.
fn tags(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'<').skip(1)
}

fn is_named(tag: &[u8], name: &[u8]) -> bool {
    let Some((begin, rest)) = tag.split_at_checked(name.len()) else { return false };
    let ends = rest.first().is_some_and(|next| next.is_ascii_whitespace() || matches!(next, b'>' | b'/'));
    ends && begin.eq_ignore_ascii_case(name)
}

fn is_zip(file: &[u8]) -> bool {
    let last = file.rchunks(ZIP_ENDS_WITHIN).next().unwrap_or_default();
    let mut records = last.windows(ZIP_END).zip((0..=last.len().saturating_sub(ZIP_END)).rev());
    records.any(|(record, behind)| {
        matches!(record, [b'P', b'K', 5, 6, 0, 0, 0, 0, .., low, high]
            if usize::from(u16::from_le_bytes([*low, *high])) <= behind)
    })
}

#[cfg(test)]
mod tests {
    use super::{PDF_BEGINS_WITHIN, SNIFFED, ZIP_END, ZIP_ENDS_WITHIN, is_more_than_a_picture};
    use crate::photo::{FileKind, MAX_FILE};

    /// The record that ends a ZIP with this comment.
    fn zip_end(comment: &[u8]) -> Vec<u8> {
        let length = u16::try_from(comment.len()).unwrap().to_le_bytes();
        [&b"PK\x05\x06\0\0\0\0\x01\0\x01\0\x2e\0\0\0\x1e\0\0\0"[..], &length, comment].concat()
    }

    /// A JPEG with something in front of its pixels, and something behind its end.
    fn jpeg(in_front: &[u8], behind: &[u8]) -> Vec<u8> {
        let length = u16::try_from(in_front.len() + 2).unwrap().to_be_bytes();
        [&b"\xff\xd8\xff\xe1"[..], &length, in_front, b"\xff\xda\0\x02 pixels \xff\xd9", behind].concat()
    }

    fn is_refused(file: &[u8]) -> bool {
        let kind = FileKind::of(file).unwrap();
        assert!(kind.is_whole(file), "{}", file.escape_ascii());
        kind.is_more_than_a_picture(file)
    }

    #[test]
    fn a_photo_that_is_also_a_page_a_document_or_an_archive_is_refused() {
        for other in [
            &b"<!DOCTYPE html><title>x</title>"[..],
            b"<html>",
            b"\n<HTML\nlang=en>",
            b"<script>alert(1)</script>",
            b"*/ <ScRiPt/src=//a.example>",
            b"<iframe src=//a.example>",
            b"<?php system($_GET[0]); ?>",
            b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>",
            b"<svg/onload=alert(1)>",
            b"Rar!\x1a\x07\0",
            b"Rar!\x1a\x07\x01\0",
            b"7z\xbc\xaf\x27\x1c\0\x04",
            &zip_end(b""),
            &zip_end(b"a comment"),
            &[&zip_end(b"")[..], &[0; 512]].concat(),
        ] {
            assert!(is_refused(&jpeg(b"Exif", other)), "behind: {}", other.escape_ascii());
            assert!(is_refused(&jpeg(other, b"")), "in front: {}", other.escape_ascii());
        }
        assert!(is_refused(&jpeg(b"%PDF-1.7", b"")));
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\0IEND\xaeB`\x82";
        let webp = b"RIFF\x12\0\0\0WEBPVP8L\x05\0\0\0/\x01\0\0\0\0";
        for picture in [&png[..], &webp[..]] {
            for other in [&b"<script>"[..], b"<svg >", &zip_end(b"")] {
                assert!(is_refused(&[picture, other].concat()), "{}", other.escape_ascii());
            }
            assert!(!is_refused(picture) && !is_refused(&[picture, &vec![0; 100_000]].concat()), "zeros are nothing");
        }
    }

    #[test]
    fn what_phones_put_into_photos_is_no_reason_to_refuse_them() {
        let xmp = b"http://ns.adobe.com/xap/1.0/\0<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>\
            <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
            <rdf:Description GCamera:MotionPhoto='1'/></rdf:RDF></x:xmpmeta><?xpacket end='w'?>";
        let film = [&b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\x01\0\0mdat"[..], &vec![0x5a; 65_536]].concat();
        let smaller = jpeg(xmp, b"");
        for behind in [&b""[..], &film, &smaller, &[&smaller[..], &film].concat(), &vec![0; 100_000], b"\r\n"] {
            assert!(!is_refused(&jpeg(xmp, behind)), "{} bytes", behind.len());
        }
        // Files in an archive without its end, which no reader finds; words that only begin like a tag; and texts.
        for other in [
            &b"PK\x03\x04\x14\0\0\0"[..],
            b"<scripture> <htm> <svgs> <?phpx <iframed>",
            b"html script iframe svg %PDF",
            b"<script",
            b"Rar! 7z",
        ] {
            assert!(!is_refused(&jpeg(other, other)), "{}", other.escape_ascii());
        }
    }

    #[test]
    fn what_is_short_counts_only_where_it_is_looked_for() {
        let after = |length: usize, text: &[u8]| [&vec![b'x'; length][..], text].concat();
        for (begins_within, text) in [(PDF_BEGINS_WITHIN, &b"%PDF-"[..]), (SNIFFED, &b"<svg>"[..])] {
            let last = begins_within - text.len();
            assert!(is_more_than_a_picture(&after(last, text), b""), "{}", text.escape_ascii());
            assert!(!is_more_than_a_picture(&after(last + 1, text), b""), "{}", text.escape_ascii());
        }
        let picture = after(10_000, b"");
        assert!(is_more_than_a_picture(&picture, &after(SNIFFED - 5, b"<svg>")));
        assert!(!is_more_than_a_picture(&picture, &after(SNIFFED - 4, b"<svg>")));
        assert!(is_more_than_a_picture(&after(MAX_FILE - 8, b"<script>"), b""), "a page is looked for everywhere");
    }

    #[test]
    fn the_end_of_a_zip_is_looked_for_as_far_as_its_comment_reaches() {
        let longest = zip_end(&vec![b'x'; 65_535]);
        assert_eq!(longest.len(), ZIP_ENDS_WITHIN);
        assert!(is_more_than_a_picture(&[&[b'x'; 9][..], &longest].concat(), b""));
        assert!(!is_more_than_a_picture(&[&longest[..], b"x"].concat(), b""), "no reader looks there");
        assert!(!is_more_than_a_picture(&longest[..longest.len() - 1], b""), "its comment is cut");
        let mut split = zip_end(b"");
        assert_eq!(split.len(), ZIP_END);
        split[4] = 1;
        assert!(!is_more_than_a_picture(&split, b""), "there are more disks");
    }
}
