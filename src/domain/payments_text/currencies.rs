//! The currency next to an amount: the configured one, or another.

use crate::money::Currency;

/// A currency: its code, what is written for it next to amounts, and its names; all in lower case.
type Known = (&'static str, &'static [&'static str], &'static [&'static str]);

/// Currencies with separate signs or names. If several share a sign, it means the first one.
const KNOWN: [Known; 22] = [
    ("usd", &["$", "us$"], &["us", "dollar", "dollars", "buck", "bucks"]),
    ("eur", &["€"], &["euro", "euros"]),
    ("gbp", &["£"], &["pound", "pounds", "quid"]),
    ("jpy", &["¥", "円"], &["yen"]),
    ("cny", &["cn¥", "元"], &["yuan", "rmb"]),
    ("aud", &["a$", "au$"], &["dollar", "dollars", "australian"]),
    ("cad", &["c$", "ca$"], &["dollar", "dollars", "canadian"]),
    ("nzd", &["nz$"], &["dollar", "dollars"]),
    ("hkd", &["hk$"], &["dollar", "dollars"]),
    ("sgd", &["s$", "sg$"], &["dollar", "dollars"]),
    ("twd", &["nt$"], &["dollar", "dollars"]),
    ("mxn", &["mx$", "mex$"], &["peso", "pesos", "mexican"]),
    ("brl", &["r$"], &["real", "reais"]),
    ("chf", &["fr", "fr.", "sfr"], &["franken"]),
    ("sek", &["kr"], &["kronor"]),
    ("nok", &["kr"], &["kroner"]),
    ("dkk", &["kr"], &["kroner"]),
    ("pln", &["zł"], &["zl", "zloty"]),
    ("czk", &["kč"], &["koruna"]),
    ("huf", &["ft"], &["forint"]),
    ("inr", &["₹", "rs", "rs."], &["rupee", "rupees"]),
    ("zar", &["r"], &["rand"]),
];

/// Money that belongs to no country, and parts of a currency.
const COINS: [&str; 15] = [
    "btc", "eth", "ltc", "sats", "satoshis", "usdt", "usdc", "doge", "tokens", "bitcoin", "cent", "cents", "centavos",
    "pence", "penny",
];

/// Codes besides the known ones that are neither words nor names, so that they count anywhere in a line.
const NO_WORDS: [&str; 18] = [
    "ars", "bsd", "clp", "cop", "crc", "dop", "fjd", "gtq", "hnl", "idr", "jmd", "krw", "myr", "php", "thb", "ttd",
    "uyu", "vnd",
];
/// The fewest and most letters before a sign that may name a country, as in `RD$` or `MXN$`: a single one may be the
/// end of a name.
const COUNTRY: std::ops::RangeInclusive<usize> = 2..=3;

/// The codes of ISO 4217.
const CODES: &str = "\
    aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd btn bwp byn bzd cad \
    cdf chf clp cny cop crc cup cve czk djf dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gnf gtq \
    gyd hkd hnl htg huf idr ils inr iqd irr isk jmd jod jpy kes kgs khr kmf kpw krw kwd kyd kzt lak lbp lkr \
    lrd lsl lyd mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen \
    pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl thb \
    tjs tmt tnd top try ttd twd tzs uah ugx usd uyu uzs ves vnd vuv wst xaf xcd xof xpf yer zar zmw zwl";

/// The configured currency, and what may be next to its amounts.
#[derive(Debug)]
pub(super) struct Own {
    symbol: String,
    /// Its code, its signs and its names. Several currencies may share a sign.
    names: Vec<&'static str>,
}

/// The configured money.
#[derive(Debug)]
pub(super) struct Money<'a> {
    pub(super) currency: &'a Currency,
    pub(super) own: Own,
}

impl<'a> Money<'a> {
    pub(super) fn of(currency: &'a Currency) -> Self {
        Self { currency, own: Own::of(currency) }
    }
}

/// The meaning of the text next to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    Nothing,
    Own,
    Foreign,
}

impl Own {
    pub(super) fn of(currency: &Currency) -> Self {
        let symbol = currency.symbol.trim().to_lowercase();
        let is_own = |(code, signs, _): &&Known| *code == symbol || signs.contains(&symbol.as_str());
        let known = KNOWN.iter().filter(is_own);
        let names = known.flat_map(|(code, signs, names)| [*code].into_iter().chain([*signs, *names].concat()));
        Self { names: names.collect(), symbol }
    }

    fn has(&self, name: &str) -> bool {
        name == self.symbol || self.names.contains(&name)
    }

    /// Judges a word next to a number. In capitals, any currency's code counts.
    pub(super) fn of_word(&self, word: &str) -> Beside {
        let lower = word.to_lowercase();
        let capitals = word.chars().all(char::is_uppercase);
        let named = || {
            KNOWN.iter().any(|(code, signs, names)| {
                *code == lower || signs.contains(&lower.as_str()) || names.contains(&lower.as_str())
            })
        };
        match lower.as_str() {
            "" => Beside::Nothing,
            own if self.has(own) => Beside::Own,
            other if COINS.contains(&other) || named() || capitals && is_code(other) => Beside::Foreign,
            _ => Beside::Nothing,
        }
    }

    /// Judges a sign next to a number, and the letters directly before it, as in `A$25`. A sign that several currencies
    /// share is the configured one's.
    pub(super) fn of_sign(&self, sign: char, before: &str) -> Beside {
        let sign = if sign == '\u{ff04}' { '$' } else { sign.to_lowercase().next().unwrap_or(sign) };
        let together = format!("{}{sign}", before.to_lowercase());
        let own = |name: &str| self.has(name);
        let country = || COUNTRY.contains(&before.chars().count()) && before.chars().all(char::is_uppercase);
        let known = || has_sign(&together) || is_sign(sign) && country();
        if own(&together)
            || country() && own(&before.to_lowercase())
            || !known() && (own(sign.encode_utf8(&mut [0; 4])) || self.symbol.ends_with(sign))
        {
            return Beside::Own;
        }
        // An operator who writes `A$` pastes from apps that write `$`.
        if before.is_empty() && self.symbol.ends_with(sign) {
            return Beside::Own;
        }
        if is_sign(sign) { Beside::Foreign } else { Beside::Nothing }
    }

    /// Whether a text, as of a column for currencies, names another one.
    pub(super) fn is_not(&self, text: &str) -> bool {
        let mut words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
        let signed = text.chars().any(|c| is_sign(c) && self.of_sign(c, "") == Beside::Foreign);
        // If no currency known here has the configured symbol, any code that no other currency has may be its code.
        let unknown = self.names.is_empty() && !is_code(&self.symbol);
        let others = |word: &str| !unknown || KNOWN.iter().any(|(code, ..)| *code == word);
        signed || words.any(|word| is_code(&word) && !self.has(&word) && others(&word))
    }

    /// Whether a field of a table without column names is another currency's code.
    pub(super) fn is_foreign_field(&self, field: &str) -> bool {
        field.len() == 3 && field.bytes().all(|byte| byte.is_ascii_uppercase()) && self.is_not(field)
    }

    /// Whether a word anywhere in a line is the code of another currency, and nothing else.
    pub(super) fn is_foreign_code(&self, word: &str) -> bool {
        let lower = word.to_lowercase();
        let plain = || KNOWN.iter().any(|(code, ..)| *code == lower) || NO_WORDS.contains(&lower.as_str());
        self.is_foreign_field(word) && plain()
    }
}

/// Whether this text, in lower case, is written next to a currency's amounts.
pub(super) fn has_sign(written: &str) -> bool {
    KNOWN.iter().any(|(_, signs, _)| signs.contains(&written))
}

/// Whether a character is a currency's sign.
pub(super) fn is_sign(c: char) -> bool {
    matches!(c, '$' | '¢' | '£' | '¥' | '฿' | '円' | '元' | '\u{ff04}' | '\u{20a0}'..='\u{20cf}')
}

/// Whether a word in lower case is the code of a currency.
pub(super) fn is_code(word: &str) -> bool {
    word.len() == 3 && CODES.split(' ').any(|code| code == word)
}
