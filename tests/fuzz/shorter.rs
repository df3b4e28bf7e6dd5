//! Makes an input that shows a defect as short as it can be.

/// The most tries.
const TRIES: usize = 5_000;

/// Removes everything that the defect does not need: ever smaller pieces.
pub(crate) fn shorter(input: &[u8], fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let (mut shortest, mut tries) = (input.to_vec(), 0);
    let mut piece = shortest.len() / 2;
    while piece > 0 {
        let mut place = 0;
        while place < shortest.len() {
            if tries == TRIES {
                return shortest;
            }
            tries += 1;
            let end = shortest.len().min(place + piece);
            let without = [&shortest[..place], &shortest[end..]].concat();
            if fails(&without) {
                shortest = without;
            } else {
                place += piece;
            }
        }
        piece /= 2;
    }
    shortest
}

#[test]
fn nothing_is_left_but_what_it_takes_to_fail() {
    let input = [&b"x".repeat(3_000)[..], b"a", &b"y".repeat(2_000), b"b", b"z"].concat();
    let fails = |input: &[u8]| {
        let place = |byte| input.iter().position(|other| *other == byte);
        place(b'a').zip(place(b'b')).is_some_and(|(a, b)| a < b)
    };
    assert_eq!(shorter(&input, fails), b"ab");
}
