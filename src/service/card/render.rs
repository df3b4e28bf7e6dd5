//! Draws a card: title, price, remaining spots with a progress bar, address and its QR code.

use std::borrow::Cow;

use fast_qr::ECL;
use fast_qr::qr::QRBuilder;
use image::imageops::FilterType;
use image::{ImageFormat, RgbImage, load_from_memory_with_format};
use waffle_domain::draw::how_won::HowWon;
use waffle_language::{Text, count, say};

use super::canvas::{Area, Canvas, Colour};
use super::drawable_letters::drawn;
use super::wrapped_text::{Block, LINE_HEIGHT, Setting, set};
use super::{CardError, Face, Format};

const BATTER: Colour = [0xff, 0xf4, 0xdf];
const PLATE: Colour = [0xff, 0xfc, 0xf5];
const CRUST: Colour = [0xc6, 0x85, 0x37];
const IRON: Colour = [0xa9, 0x66, 0x20];
const POCKET: Colour = [0xdc, 0xa4, 0x55];
const SYRUP: Colour = [0x6b, 0x2f, 0x10];
const COCOA: Colour = [0x33, 0x1c, 0x0f];
const CRUMB: Colour = [0x7a, 0x56, 0x3c];
const BERRY: Colour = [0xa5, 0x38, 0x0a];
const BUTTER: Colour = [0xff, 0xde, 0x9a];

/// The border around everything, in pixels.
const MARGIN: f32 = 76.0;

/// Draws a card as a PNG, with the waffle's photo. Takes tens of milliseconds, so don't call it on a thread that serves
/// requests.
pub fn render(face: &Face, photo: Option<&[u8]>, format: Format) -> Result<Vec<u8>, CardError> {
    let mut canvas = Canvas::new(format.size(), BATTER);
    match format {
        Format::Story => story(&mut canvas, face, photo)?,
        Format::Square => square(&mut canvas, face, photo)?,
    }
    Ok(canvas.into_png()?)
}

fn story(canvas: &mut Canvas, face: &Face, photo: Option<&[u8]>) -> Result<(), CardError> {
    let width = 1_080.0 - 2.0 * MARGIN;
    // Title and price must end above the count of remaining spots, whose position is fixed.
    let below_photo = Setting { width, lines: 3, height: 200.0, largest: 96.0, smallest: 58.0 };
    let alone = Setting { width, lines: 4, height: 360.0, largest: 108.0, smallest: 58.0 };
    let (y, setting) = top(canvas, photo, [(540, 40.0, below_photo), (350, 70.0, alone)]);
    let y = write(canvas, &set(&title(face), setting), MARGIN, y, COCOA) + 36.0;
    price(canvas, face, MARGIN, y, 58.0);
    remaining(canvas, face, Area { x: MARGIN, y: 960.0, width, height: 380.0 }, 200.0);
    let panel = Area { x: MARGIN, y: 1_400.0, width, height: 430.0 };
    canvas.fill(panel, 44.0, PLATE);
    qr(canvas, &face.url, Area { x: panel.x + 38.0, y: panel.y + 38.0, width: 354.0, height: 354.0 })?;
    address(canvas, face, Area { x: panel.x + 430.0, y: panel.y + 60.0, width: width - 470.0, height: 0.0 });
    Ok(())
}

fn square(canvas: &mut Canvas, face: &Face, photo: Option<&[u8]>) -> Result<(), CardError> {
    let width = 1_080.0 - 2.0 * MARGIN;
    let below_photo = Setting { width, lines: 2, height: 106.0, largest: 84.0, smallest: 46.0 };
    let alone = Setting { width, lines: 3, height: 190.0, largest: 84.0, smallest: 46.0 };
    let (y, setting) = top(canvas, photo, [(230, 20.0, below_photo), (130, 44.0, alone)]);
    let y = write(canvas, &set(&title(face), setting), MARGIN, y, COCOA) + 22.0;
    price(canvas, face, MARGIN, y, 44.0);
    remaining(canvas, face, Area { x: MARGIN, y: 474.0, width, height: 226.0 }, 116.0);
    let panel = Area { x: MARGIN, y: 728.0, width, height: 290.0 };
    canvas.fill(panel, 36.0, PLATE);
    qr(canvas, &face.url, Area { x: panel.x + 25.0, y: panel.y + 25.0, width: 240.0, height: 240.0 })?;
    address(canvas, face, Area { x: panel.x + 300.0, y: panel.y + 40.0, width: width - 335.0, height: 0.0 });
    Ok(())
}

/// Draws the top of a card: its photo, or else a waffle. Each has its height, the space below it, and the setting of
/// the title. Returns where the title begins, and how it is set.
fn top(canvas: &mut Canvas, photo: Option<&[u8]>, [of_photo, of_waffle]: [(u16, f32, Setting); 2]) -> (f32, Setting) {
    let shown = photo.and_then(|photo| part_of(photo, 1_080, of_photo.0.into()));
    let (height, space, setting) = if shown.is_some() { of_photo } else { of_waffle };
    match shown {
        Some(photo) => canvas.show(&photo),
        None => waffle(canvas, 1_080.0, height.into()),
    }
    (f32::from(height) + space, setting)
}

/// Brings as much of the middle of a photo as fits to a shape. It is cut first: a strip would become huge.
fn part_of(photo: &[u8], width: u32, height: u32) -> Option<RgbImage> {
    let photo = load_from_memory_with_format(photo, ImageFormat::Jpeg).ok()?;
    let (whole_width, whole_height) = (photo.width(), photo.height());
    let part_width = whole_width.min(whole_height * width / height).max(1);
    let part_height = whole_height.min(whole_width * height / width).max(1);
    let (x, y) = ((whole_width - part_width) / 2, (whole_height - part_height) / 2);
    let part = photo.crop_imm(x, y, part_width, part_height);
    Some(part.resize_exact(width, height, FilterType::Triangle).into_rgb8())
}

/// Draws the top of a card without a photo: a waffle with syrup in some of its pockets.
fn waffle(canvas: &mut Canvas, width: f32, height: f32) {
    let whole = Area { x: 0.0, y: 0.0, width, height };
    canvas.fill(whole, 0.0, IRON);
    let (columns, gap) = (9_u8, 12.0);
    let cell = (width - gap) / f32::from(columns) - gap;
    let mut row = 0_u8;
    let mut y = height - gap - cell;
    while y > -cell {
        for column in 0..columns {
            let area = Area { x: gap + f32::from(column) * (cell + gap), y, width: cell, height: cell };
            let filled = (u16::from(column) * 7 + u16::from(row) * 5).is_multiple_of(11);
            canvas.fill(area, 20.0, CRUST);
            let inner = Area { x: area.x + 9.0, y: area.y + 12.0, width: cell - 18.0, height: cell - 21.0 };
            canvas.fill(inner, 14.0, if filled { SYRUP } else { POCKET });
        }
        row += 1;
        y -= cell + gap;
    }
}

/// Returns the title, as far as it can be drawn. If too little is left, the address and the message that goes with the
/// card have to do.
fn title(face: &Face) -> Cow<'_, str> {
    drawn(&face.title).unwrap_or_else(|| words(face, &say!("card-board", total = face.total)).into())
}

fn price(canvas: &mut Canvas, face: &Face, x: f32, y: f32, size: f32) {
    let setting = line(860.0, size, size * 0.5);
    let text = set(&words(face, &say!("card-price", price = &face.price)), setting);
    let wide = text.lines.iter().map(|line| line.width).fold(0.0, f32::max);
    let height = size * 1.75;
    canvas.fill(Area { x, y, width: wide + size * 1.3, height }, height / 2.0, BERRY);
    write(canvas, &text, x + size * 0.65, y + (height - text.size) / 2.0, PLATE);
}

/// Says how the winners were found, and their prizes as far as they can be drawn, or else from how many spots.
fn won(face: &Face, how_won: HowWon) -> String {
    let how = how_won.text();
    let prizes = face.prizes.join(", ");
    match drawn(&prizes) {
        Some(prizes) => words(face, &say!("card-prizes", how, prizes = &*prizes)),
        None => words(face, &say!("card-how-won", total = face.total, how)),
    }
}

/// Writes a text in the card's language, or in English if its letters can't be drawn.
fn words(face: &Face, text: &Text) -> String {
    let words = text.write(face.language);
    if drawn(&words).is_some_and(|drawn| *drawn == words) { words } else { text.to_string() }
}

fn remaining(canvas: &mut Canvas, face: &Face, area: Area, size: f32) {
    let total = face.total;
    let (large, small) = match (face.how_won, face.available) {
        (Some(how_won), _) => (words(face, &say!("card-won", winners = &face.winners)), won(face, how_won)),
        (None, 0) => (words(face, &say!("card-sold-out")), words(face, &say!("card-all-claimed", total))),
        (None, left) => (count(face.language, left.into()), words(face, &say!("card-left", total))),
    };
    // Winners take as much room as a number, in up to three lines.
    let lines = if face.how_won.is_some() { 3 } else { 1 };
    let large = set(&large, Setting { lines, height: size * LINE_HEIGHT, ..line(area.width, size, size * 0.3) });
    let below = write(canvas, &large, area.x, area.y, COCOA);
    let small = set(&small, line(area.width, size * 0.32, 20.0));
    write(canvas, &small, area.x, below - size * 0.02, CRUMB);
    let bar = Area { x: area.x, y: area.y + area.height - 46.0, width: area.width, height: 34.0 };
    canvas.fill(bar, 17.0, BUTTER);
    let claimed = face.total.saturating_sub(face.available);
    if claimed > 0 && face.total > 0 {
        let part = fraction(claimed, face.total);
        canvas.fill(Area { width: (bar.width * part).max(34.0), ..bar }, 17.0, SYRUP);
    }
}

fn address(canvas: &mut Canvas, face: &Face, area: Area) {
    let over = face.how_won.is_some() || face.available == 0;
    let word = words(face, &if over { say!("card-see") } else { say!("card-claim") });
    let heading = set(&word, line(area.width, 48.0, 30.0));
    let y = write(canvas, &heading, area.x, area.y, COCOA) + 18.0;
    let plain = face.url.trim_start_matches("https://").trim_start_matches("http://");
    let (host, path) = plain.split_at(plain.find('/').unwrap_or(plain.len()));
    let host = set(host, line(area.width, 42.0, 26.0));
    let y = write(canvas, &host, area.x, y, CRUMB);
    let path = set(path, Setting { lines: 4, ..line(area.width, 42.0, 34.0) });
    write(canvas, &path, area.x, y, CRUMB);
}

fn qr(canvas: &mut Canvas, url: &str, area: Area) -> Result<(), CardError> {
    let code = QRBuilder::new(url).ecl(ECL::M).build().map_err(|e| CardError::Qr(format!("{e:?}")))?;
    canvas.fill(area, 18.0, [0xff; 3]);
    let modules = u16::try_from(code.size).unwrap_or(u16::MAX);
    // The standard asks for a quiet zone of four modules around the code; whole pixels keep its edges sharp.
    let module = (area.width / f32::from(modules + 8)).floor().max(1.0);
    let start = (area.width - module * f32::from(modules)) / 2.0;
    for row in 0..modules {
        for column in 0..modules {
            if code[usize::from(row)][usize::from(column)].value() {
                let x = (area.x + start + f32::from(column) * module).floor();
                let y = (area.y + start + f32::from(row) * module).floor();
                canvas.fill(Area { x, y, width: module, height: module }, 0.0, COCOA);
            }
        }
    }
    Ok(())
}

/// Returns the setting for one line of text.
fn line(width: f32, largest: f32, smallest: f32) -> Setting {
    Setting { width, lines: 1, height: f32::INFINITY, largest, smallest }
}

/// Writes a block from its upper left corner, and returns the `y` at which it ends.
fn write(canvas: &mut Canvas, block: &Block, x: f32, y: f32, colour: Colour) -> f32 {
    let step = block.size * LINE_HEIGHT;
    let mut top = y;
    for line in &block.lines {
        canvas.write(line, x, top + Canvas::ascent(block.size), block.size, colour);
        top += step;
    }
    top
}

fn fraction(part: u32, whole: u32) -> f32 {
    let small = |n: u32| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
    small(part) / small(whole).max(1.0)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, Rgb, RgbImage};
    use waffle_domain::draw::how_won::{HowWon, Lot, WinnersOrigin};
    use waffle_language::{ENGLISH, Language};

    use super::super::{Face, Format};
    use super::render;

    const DRAWN: HowWon =
        HowWon { origin: WinnersOrigin::Draw(Lot { number: 1, private_chain: false }), draws_before: 0 };
    const PICKED: HowWon = HowWon { origin: WinnersOrigin::Hand, draws_before: 2 };

    fn face(title: &str) -> Face {
        Face {
            title: title.into(),
            language: ENGLISH,
            price: "$25.00".into(),
            available: 10,
            total: 60,
            how_won: None,
            winners: String::new(),
            prizes: Vec::new(),
            url: "https://waffles.example.com/waffle/golden-maple-syrup".into(),
            photo: None,
        }
    }

    /// The picture's size, and its bytes, row by row.
    type Picture = ((u32, u32), Vec<u8>);

    fn picture(face: &Face, format: Format) -> Picture {
        picture_with(None, face, format)
    }

    fn picture_with(photo: Option<&[u8]>, face: &Face, format: Format) -> Picture {
        let png = render(face, photo, format).unwrap();
        if let Some(folder) = std::env::var_os("WAFFLE_CARDS_DIR") {
            let name = format!("{:016x}-{}.png", face.fingerprint(), format.name());
            std::fs::write(std::path::Path::new(&folder).join(name), &png).unwrap();
        }
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        assert_eq!(reader.output_color_type(), (png::ColorType::Rgb, png::BitDepth::Eight));
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        ((info.width, info.height), bytes)
    }

    /// The picture below the first rows.
    fn below(((width, _), bytes): &Picture, rows: u32) -> Vec<u8> {
        bytes[(rows * width * 3) as usize..].to_vec()
    }

    #[test]
    fn cards_have_their_sizes_whatever_they_show() {
        let hostile = ["", "🧇", &"W".repeat(200), &"Crème Brûlée “Grande” 🎁🔥 ".repeat(8), "e\u{301}\u{200d}"];
        for title in hostile {
            for format in Format::ALL {
                assert_eq!(picture(&face(title), format).0, format.size(), "{title}");
            }
        }
    }

    #[test]
    fn a_title_that_cannot_be_drawn_leaves_the_board_and_the_address() {
        for format in Format::ALL {
            let plain = picture(&face("A board of 60 spots"), format);
            for title in ["金色枫糖浆早餐盒", "صندوق الوافل", "กล่องวาฟเฟิล", "🫨"]
            {
                assert!(picture(&face(title), format) == plain, "{title}");
            }
            assert!(picture(&face("Vintage camera (كاميرا) 🫨"), format) == picture(&face("Vintage camera"), format));
        }
    }

    #[test]
    fn once_it_is_drawn_a_card_names_the_prizes_as_far_as_they_fit() {
        let drawn = |prizes: &[&str]| {
            let prizes = prizes.iter().map(ToString::to_string).collect();
            picture(&Face { how_won: Some(DRAWN), prizes, ..face("Box") }, Format::Square)
        };
        let plain = drawn(&[]);
        assert!(drawn(&["金色枫糖浆早餐盒"]) == plain, "nothing of it can be drawn");
        let [one, two] = [&["The camera"][..], &["The camera", "Film"]].map(drawn);
        assert!(one != plain && two != plain && one != two);
        // Below them, all stays as it is.
        assert!(below(&drawn(&["W".repeat(100).as_str(); 10]), 728) == below(&plain, 728));
    }

    #[test]
    fn winners_stay_within_their_place_however_many_there_are() {
        let won = |count: usize| {
            let winners = vec!["#10000 @a_handle.of.twenty"; count].join(", ");
            below(&picture(&Face { how_won: Some(DRAWN), winners, ..face("Box") }, Format::Square), 650)
        };
        assert!(won(1) == won(2) && won(2) == won(10));
    }

    #[test]
    fn no_title_reaches_into_what_is_below_it() {
        let photo = photo(200, 100);
        for (photo, lengths) in [(None, 1..6), (Some(&photo[..]), 4..5)] {
            for (format, end, next) in [(Format::Story, 920, 960), (Format::Square, 464, 474)] {
                let short = below(&picture_with(photo, &face("Box"), format), end);
                let plate: Vec<u8> = short[..3].to_vec();
                assert!(short[..((next - end) * 1_080 * 3) as usize].chunks(3).all(|pixel| pixel == plate));
                for title in ["Golden Maple Syrup ", "Sold out “Crème brûlée” torch ", "WWWWWWWW WWWW "] {
                    for times in lengths.clone() {
                        let long = picture_with(photo, &face(&title.repeat(times)), format);
                        assert!(below(&long, end) == short, "{} of {title:?} {times} times", format.name());
                    }
                }
            }
        }
    }

    /// A photo of this size: its left half red, its right half blue.
    fn photo(width: u32, height: u32) -> Vec<u8> {
        let halves =
            RgbImage::from_fn(width, height, |x, _| Rgb(if x < width / 2 { [220, 20, 20] } else { [20, 20, 220] }));
        let mut jpeg = Cursor::new(Vec::new());
        halves.write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        jpeg.into_inner()
    }

    #[test]
    fn the_photo_is_at_the_top_whatever_its_shape() {
        let pixel = |((width, _), bytes): &Picture, x: u32, y: u32| {
            let place = ((y * width + x) * 3) as usize;
            [bytes[place], bytes[place + 1], bytes[place + 2]]
        };
        let is_red = |[red, green, blue]: [u8; 3]| red > 200 && green < 50 && blue < 50;
        let is_blue = |[red, green, blue]: [u8; 3]| red < 50 && green < 50 && blue > 200;
        for (format, end) in [(Format::Story, 540), (Format::Square, 230)] {
            let plain = picture(&face("Box"), format);
            for (width, height) in [(1_600, 800), (100, 100), (1_600, 20), (20, 1_600)] {
                let card = picture_with(Some(&photo(width, height)), &face("Box"), format);
                for y in [0, end - 1] {
                    assert!(is_red(pixel(&card, 20, y)) && is_blue(pixel(&card, 1_060, y)), "{width} × {height}");
                }
                assert!(!is_red(pixel(&card, 20, end)), "{width} × {height}");
            }
            assert!(picture_with(Some(b"no photo"), &face("Box"), format) == plain);
        }
    }

    #[test]
    fn everything_shown_changes_the_picture() {
        let plain = face("Golden Maple Syrup");
        let others = [
            Face { title: "Other".into(), ..plain.clone() },
            Face { price: "$26.00".into(), ..plain.clone() },
            Face { available: 9, ..plain.clone() },
            Face { available: 0, ..plain.clone() },
            Face { available: 8_765, total: 10_000, ..plain.clone() },
            Face { how_won: Some(DRAWN), ..plain.clone() },
            Face { how_won: Some(PICKED), ..plain.clone() },
            Face { how_won: Some(PICKED), winners: "#7 @anna".into(), ..plain.clone() },
            Face { url: "https://waffles.example.com/waffle/other".into(), ..plain.clone() },
            Face { language: Language::parse("de").unwrap(), ..plain.clone() },
        ];
        for format in Format::ALL {
            let before = picture(&plain, format);
            for other in &others {
                assert_ne!(picture(other, format), before, "{other:?}");
            }
        }
    }
}
