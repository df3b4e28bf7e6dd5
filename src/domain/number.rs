//! Numbers for people.

/// Writes a count with a comma between thousands: `10,000`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_separated() {
        let written = [0, 999, 1_000, 10_000, 123_456, 1_000_000].map(grouped);
        assert_eq!(written, ["0", "999", "1,000", "10,000", "123,456", "1,000,000"]);
    }
}
