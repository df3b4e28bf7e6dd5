//! The claim form as typed, and the claim that it asks for.

use uuid::Uuid;
use waffle_domain::claim::{Claim, Selection};
use waffle_domain::handle::Handle;
use waffle_domain::idempotency_key::IdempotencyKey;
use waffle_domain::invalid::{Findings, Invalid};
use waffle_domain::money::Currency;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::spot_ranges::{in_sentence, ranges};
use waffle_language::say;

use crate::context::claim::{ClaimForm, ClaimNotice, Rest};
use crate::context::form::Field;
use crate::waffle::fresh_key;

/// What was sent: spots as typed numbers, ticked boxes, or a count to pick at random.
#[derive(Debug, Default)]
pub struct TypedClaim {
    key: String,
    social_handle: String,
    /// Typed numbers and ticked spots, joined.
    numbers: String,
    count: String,
    pick: bool,
}

/// A valid claim.
pub struct Wanted {
    pub claim: Claim,
}

impl From<Vec<(String, String)>> for TypedClaim {
    fn from(fields: Vec<(String, String)>) -> Self {
        let mut typed = Self::default();
        let mut ticked = Vec::new();
        for (name, value) in fields {
            match name.as_str() {
                "idempotency_key" => typed.key = value,
                "social_handle" => typed.social_handle = value,
                "numbers" => value.trim().clone_into(&mut typed.numbers),
                "spot" => ticked.push(value),
                "count" => typed.count = value,
                "pick" => typed.pick = value == "random",
                _ => {}
            }
        }
        if !ticked.is_empty() {
            let numbers: Option<Vec<u32>> = ticked.iter().map(|number| number.parse().ok()).collect();
            let ticked = numbers.map_or_else(|| ticked.join(", "), |numbers| ranges(numbers.into_iter()));
            let comma = if typed.numbers.is_empty() { "" } else { ", " };
            typed.numbers = format!("{}{comma}{ticked}", typed.numbers);
        }
        typed
    }
}

impl TypedClaim {
    /// Validates the form against a waffle's number of spots, and names every invalid field.
    pub fn read(&self, waffle_id: Uuid, total_spots: i32) -> Result<Wanted, Invalid> {
        let mut findings = Findings::default();
        let selection = if self.pick {
            how_many(&self.count).and_then(Selection::any)
        } else {
            SpotNumbers::read("numbers", &self.numbers, total_spots).map(Selection::Numbers)
        };
        let selection = findings.keep(selection);
        let handle = findings.keep(Handle::typed(&self.social_handle));
        findings.into_result()?;
        let (Some(selection), Some(handle)) = (selection, handle) else { return Err(Invalid(Vec::new())) };
        // The form's own key is always valid and random. A request with another one, broken or easy to guess, is
        // treated as having none: it would lead to the receipt of the client that claimed with it.
        let key = IdempotencyKey::parse(&self.key).ok().filter(|key| !key.is_guessable());
        let id = Uuid::now_v7();
        Ok(Wanted { claim: Claim { id, waffle_id, selection, handle, key, assigned_by: None, source: None } })
    }

    /// The form as typed, with its errors.
    pub fn refused(&self, Invalid(faults): Invalid) -> ClaimForm {
        // Keeps its key: an earlier try with an unknown outcome may have used it.
        let mut form = self.kept_with_its_key();
        for fault in faults {
            let field = match fault.field.as_str() {
                "social_handle" => &mut form.social_handle,
                "count" => &mut form.count,
                _ => &mut form.numbers,
            };
            field.error = Some(fault.message);
        }
        form
    }

    /// The form as typed, with a new key.
    pub fn kept(&self, idempotency_key: String) -> ClaimForm {
        ClaimForm {
            idempotency_key,
            social_handle: Field::new(&self.social_handle),
            numbers: Field::new(&self.numbers),
            count: Field::new(&self.count),
        }
    }

    /// The form as typed, with its own key, to be sent again.
    pub fn kept_with_its_key(&self) -> ClaimForm {
        self.kept(IdempotencyKey::parse(&self.key).map_or_else(|_| fresh_key(), |key| key.as_str().to_owned()))
    }
}

/// Parses a count. One too large for our integers becomes the largest, which is just as much too many.
fn how_many(text: &str) -> Result<u64, Invalid> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Invalid::field("count", say!("claim-count-invalid")));
    }
    Ok(if digits.len() < text.len() { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

impl Wanted {
    /// Says which spots are taken and offers the others, which also fill the form's numbers.
    pub fn taken(&self, taken: &[i32], spot_price: i64, currency: &Currency) -> (ClaimNotice, Field) {
        let wanted = match &self.claim.selection {
            Selection::Numbers(numbers) => numbers.as_slice(),
            Selection::Any(_) => &[],
        };
        let free: Vec<u32> = wanted.iter().filter(|n| !taken.contains(n)).map(|n| n.unsigned_abs()).collect();
        let count = u32::try_from(free.len()).unwrap_or(u32::MAX);
        let free = ranges(free.into_iter());
        let rest = (count > 0).then(|| Rest {
            numbers: free.clone(),
            count,
            sum: currency.amount(spot_price.saturating_mul(count.into())),
            idempotency_key: fresh_key(),
        });
        let notice = ClaimNotice::Taken {
            numbers: in_sentence(&ranges(taken.iter().map(|number| number.unsigned_abs()))),
            count: u32::try_from(taken.len()).unwrap_or(u32::MAX),
            handle: self.claim.handle.to_string(),
            rest,
        };
        (notice, Field::new(free))
    }
}

#[cfg(test)]
mod tests {
    use super::TypedClaim;

    fn typed(fields: &[(&str, &str)]) -> TypedClaim {
        fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>().into()
    }

    #[test]
    fn ticked_spots_join_the_typed_numbers() {
        let both = typed(&[("numbers", " 3, 7 "), ("spot", "10"), ("spot", "11"), ("spot", "12")]);
        assert_eq!(both.numbers, "3, 7, 10-12");
        assert_eq!(typed(&[("numbers", ""), ("spot", "4")]).numbers, "4");
        assert_eq!(typed(&[("spot", "4"), ("spot", "x")]).numbers, "4, x");
        assert_eq!(typed(&[("spot", "4294967295"), ("spot", "0")]).numbers, "4294967295, 0");
    }

    #[test]
    fn a_form_that_is_shown_again_keeps_its_key_only_where_it_may_have_counted() {
        let form = typed(&[("idempotency_key", "k1"), ("social_handle", "Anna"), ("count", "2")]);
        assert_eq!(form.kept_with_its_key().idempotency_key, "k1");
        assert_eq!(form.kept("k2".into()).idempotency_key, "k2");
        assert_eq!(form.kept("k2".into()).social_handle.value, "Anna");
    }
}
