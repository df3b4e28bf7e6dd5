//! Static files: embedded in the binary, and served under names that contain the hash of their content, so that
//! browsers may cache them forever.

use std::{collections::HashMap, sync::Arc};

use actix_web::{
    HttpResponse,
    http::header::{self, HeaderValue},
    web,
};
use bytes::Bytes;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use waffle_actors::snapshot::Codings;
use waffle_domain::refusal::Refusal;
use waffle_language::{ByLanguage, ENGLISH, Language};

use super::compress::Lasting;
use super::join_scripts::{self, ScriptError};
use super::script_texts;
use super::strip_comments;
use crate::error::HttpError;

/// For an address whose content never changes.
pub const FOREVER: &str = "public, max-age=31536000, immutable";
const FOR_A_DAY: &str = "public, max-age=86400";
const HASH_CHARS: usize = 12;
/// The folder of stylesheet parts. They are served within the stylesheet that imports them, never on their own.
const PARTS: &str = "css/";

#[derive(RustEmbed)]
#[folder = "../../static/"]
struct Files;

/// The static files, by name and by served path. Clones share them.
#[derive(Debug, Clone)]
pub struct Assets(Arc<Table>);

#[derive(Debug, Default)]
struct Table {
    by_name: ByLanguage<HashMap<String, Asset>>,
    by_path: HashMap<String, Asset>,
}

#[derive(Debug, Clone)]
struct Asset {
    /// Path below `/static/`, such as `app.3f2a91c0d4e5.css`.
    path: String,
    content_type: HeaderValue,
    content: Bytes,
    codings: Codings,
}

/// Why the static files can't be served: a mistake in the build, found at startup.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssetError {
    #[error("static file {0} has a name or a kind that can't be served")]
    Unservable(String),
    #[error("stylesheet {stylesheet} imports {part}, which is not there")]
    MissingPart { stylesheet: String, part: String },
    #[error("stylesheet {0} has something behind a comment on the comment's line: put it on a separate line")]
    Comment(String),
    #[error("a script can't be joined with what it imports")]
    Script(#[from] ScriptError),
    #[error("script {script} uses the text {key}, which is not in languages/en.ftl, or not one for scripts")]
    Text { script: String, key: String },
}

impl Assets {
    /// Loads all files and names them by their content. A stylesheet or a script is served together with what it
    /// imports, so that a browser makes one request. It can't name other files, whose names here no browser knows.
    pub fn load() -> Result<Self, AssetError> {
        let files = Files::iter().filter_map(|name| {
            let content = Files::get(&name)?.data.into_owned();
            Some((name.into_owned(), content))
        });
        Self::of(&files.collect())
    }

    fn of(sources: &HashMap<String, Vec<u8>>) -> Result<Self, AssetError> {
        let mut table = Table::default();
        for (name, content) in sources.iter().filter(|(name, _)| !name.starts_with(PARTS)) {
            let content = joined(name, content, sources)?.map_or_else(|| content.clone(), String::into_bytes);
            for (language, by_name) in table.by_name.iter_mut() {
                let content = script_texts::put(&content, language)
                    .map_err(|key| AssetError::Text { script: name.clone(), key })?;
                let asset = describe(name, content).ok_or_else(|| AssetError::Unservable(name.clone()))?;
                // Most are the same in all languages.
                let asset = table.by_path.entry(asset.path.clone()).or_insert(asset).clone();
                by_name.insert(name.clone(), asset);
            }
        }
        Ok(Self(Arc::new(table)))
    }

    /// Returns where a file is served for a language, such as `app.css` at `/static/app.3f2a91c0d4e5.css`. `None` when
    /// there is no such file.
    pub fn url(&self, language: Language, name: &str) -> Option<String> {
        self.0.by_name.of(language).get(name).map(|asset| format!("/static/{}", asset.path))
    }

    /// Returns the text of a file for a language, for what is served at another address. `None` when there is no such
    /// file.
    pub fn text(&self, language: Language, name: &str) -> Option<&str> {
        str::from_utf8(&self.0.by_name.of(language).get(name)?.content).ok()
    }
}

/// `GET /static/{path}`: a file under the name that holds its hash.
pub async fn serve(assets: web::Data<Assets>, path: web::Path<String>) -> Result<HttpResponse, HttpError> {
    let asset = assets.0.by_path.get(path.as_str()).ok_or(Refusal::NoRoute)?;
    Ok(asset.answer(FOREVER))
}

/// `GET /favicon.ico`: the icon, for browsers that ask for it without having read a page.
pub async fn favicon(assets: web::Data<Assets>) -> Result<HttpResponse, HttpError> {
    icon(&assets, "favicon.svg")
}

/// `GET /apple-touch-icon.png`: the icon on the home screen, where iOS looks for it.
pub async fn touch_icon(assets: web::Data<Assets>) -> Result<HttpResponse, HttpError> {
    icon(&assets, "touch_icon.png")
}

fn icon(assets: &Assets, name: &str) -> Result<HttpResponse, HttpError> {
    let asset = assets.0.by_name.of(ENGLISH).get(name).ok_or(Refusal::NoRoute)?;
    Ok(asset.answer(FOR_A_DAY))
}

/// `GET /robots.txt`: which pages are for search engines.
pub async fn robots() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, FOR_A_DAY))
        .body("User-agent: *\nDisallow: /admin\nDisallow: /api/\n")
}

impl Asset {
    fn answer(&self, caching: &'static str) -> HttpResponse {
        let mut response = HttpResponse::Ok()
            .insert_header((header::CONTENT_TYPE, self.content_type.clone()))
            .insert_header((header::CACHE_CONTROL, caching))
            .body(self.content.clone());
        response.extensions_mut().insert(self.codings.clone());
        response.extensions_mut().insert(Lasting);
        response
    }
}

/// The text of a stylesheet or a script, with what it imports; none for other files.
fn joined(name: &str, content: &[u8], sources: &HashMap<String, Vec<u8>>) -> Result<Option<String>, AssetError> {
    match name.rsplit_once('.') {
        Some((_, "css")) => {
            let text = join_parts(name, &text_of(name, content.to_vec())?, sources)?;
            let plain = strip_comments::out_of_stylesheet(&text);
            plain.map(Some).map_err(|_| AssetError::Comment(name.to_owned()))
        }
        Some((_, "js")) => Ok(Some(join_scripts::join(name, sources)?)),
        _ => Ok(None),
    }
}

/// Replaces each line `@import "./css/part.css";` of a stylesheet with that part.
fn join_parts(stylesheet: &str, text: &str, sources: &HashMap<String, Vec<u8>>) -> Result<String, AssetError> {
    let mut joined = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let part = line.trim_end().strip_prefix("@import \"./").and_then(|rest| rest.strip_suffix("\";"));
        match part {
            Some(part) => {
                let missing = || AssetError::MissingPart { stylesheet: stylesheet.to_owned(), part: part.to_owned() };
                joined.push_str(&text_of(part, sources.get(part).cloned().ok_or_else(missing)?)?);
            }
            None => joined.push_str(line),
        }
    }
    Ok(joined)
}

fn text_of(name: &str, content: Vec<u8>) -> Result<String, AssetError> {
    String::from_utf8(content).map_err(|_| AssetError::Unservable(name.to_owned()))
}

fn describe(name: &str, content: Vec<u8>) -> Option<Asset> {
    let (stem, extension) = name.rsplit_once('.')?;
    let content_type = match extension {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    };
    let hash = format!("{:x}", Sha256::digest(&content));
    Some(Asset {
        path: format!("{stem}.{}.{extension}", hash.get(..HASH_CHARS)?),
        content_type: HeaderValue::from_static(content_type),
        content: content.into(),
        codings: Codings::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets(files: &[(&str, &str)]) -> Result<Assets, AssetError> {
        Assets::of(&files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect())
    }

    fn content(assets: &Assets, name: &str) -> String {
        String::from_utf8(assets.0.by_name.of(ENGLISH)[name].content.to_vec()).unwrap()
    }

    #[test]
    fn the_files_of_this_build_can_be_served() {
        let assets = Assets::load().unwrap();
        for (name, asset) in assets.0.by_name.of(ENGLISH) {
            assert!(assets.0.by_path.contains_key(&asset.path));
            let names = |part: &&str| asset.content.windows(part.len()).any(|window| window == part.as_bytes());
            let other = ["'./", "\"./", "(./"].into_iter().find(names);
            assert_eq!(other, None, "{name} names a file, which is served under another name");
        }
        assert!(assets.url(ENGLISH, "favicon.svg").unwrap().starts_with("/static/favicon."));
        assert_eq!(assets.url(ENGLISH, "nothing.css"), None);
    }

    #[test]
    fn a_stylesheet_is_served_whole_and_its_parts_are_not() {
        let assets = assets(&[
            ("app.css", "/* All. */\n@import \"./css/b.css\";\n@import \"./css/a.css\";\n"),
            ("css/a.css", "a {}\n"),
            ("css/b.css", "b {}\n"),
        ])
        .unwrap();
        assert_eq!(content(&assets, "app.css"), "b {}\na {}\n");
        assert_eq!(assets.0.by_path.len(), 1);
    }

    #[test]
    fn a_part_that_is_missing_is_named() {
        let assets = assets(&[("app.css", "@import \"./css/a.css\";")]);
        let missing = AssetError::MissingPart { stylesheet: "app.css".into(), part: "css/a.css".into() };
        assert_eq!(assets.unwrap_err(), missing);
    }

    #[test]
    fn no_part_of_the_stylesheet_is_left_out() {
        let app = Files::get("app.css").unwrap();
        let app = str::from_utf8(&app.data).unwrap();
        for part in Files::iter().filter(|name| name.starts_with(PARTS)) {
            assert!(app.contains(&format!("@import \"./{part}\";")), "{part}");
        }
    }

    #[test]
    fn a_change_renames_all_that_lead_to_it() {
        let page = |grid| {
            let files = [("page.js", "import './list.js';"), ("list.js", "import './grid.js';"), ("grid.js", grid)];
            assets(&files).unwrap().url(ENGLISH, "page.js").unwrap()
        };
        assert_eq!(page("1"), page("1"));
        assert_ne!(page("1"), page("2"));
    }

    #[test]
    fn files_that_refer_to_each_other_are_refused() {
        let circle = assets(&[("a.js", "import './b.js';"), ("b.js", "import './a.js';")]);
        assert!(matches!(circle.unwrap_err(), AssetError::Script(ScriptError::Circle(_))));
    }
}
