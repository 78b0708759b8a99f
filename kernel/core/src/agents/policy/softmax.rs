//! Probabilities from preferences, the same on every machine: no library's exponential is used.

use crate::chance::Rng;

/// Replaces logits by probabilities.
pub fn softmax(values: &mut [f32]) {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for value in values.iter_mut() {
        *value = exp(*value - most);
        total += *value;
    }
    values.iter_mut().for_each(|value| *value /= total);
}

/// Which of some things with these probabilities happens.
pub fn sample(probabilities: &[f32], rng: &mut Rng) -> usize {
    let mut left = (rng.word() >> 40) as f32 / (1u32 << 24) as f32;
    for (index, probability) in probabilities.iter().enumerate() {
        left -= probability;
        if left < 0.0 {
            return index;
        }
    }
    probabilities.len().saturating_sub(1)
}

/// The exponential of a number that is not positive; its relative error grows with the number, to 1e-5 at -50.
#[inline]
pub fn exp(x: f32) -> f32 {
    let scaled = x.max(-87.0) * std::f32::consts::LOG2_E;
    let whole = scaled.floor();
    let rest = (scaled - whole) * std::f32::consts::LN_2;
    // Taylor's series up to ln 2.
    let series = 1.0
        + rest
            * (1.0
                + rest / 2.0
                    * (1.0 + rest / 3.0 * (1.0 + rest / 4.0 * (1.0 + rest / 5.0 * (1.0 + rest / 6.0 * (1.0 + rest / 7.0))))));
    series * f32::from_bits(((whole as i32 + 127).max(0) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_right_to_five_digits() {
        for step in 0..2_000 {
            let x = -(step as f32) / 40.0;
            let exact = (x as f64).exp();
            assert!(((exp(x) as f64) - exact).abs() <= 1e-5 * exact, "{x}");
        }
        assert!(exp(-1e30) >= 0.0 && exp(-1e30) < 1e-30);
    }

    #[test]
    fn probabilities_add_up_and_are_met() {
        let mut values = [1.0, 3.0, 1.0, f32::MIN];
        softmax(&mut values);
        assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-6 && values[0] == values[2]);
        let mut rng = Rng::new(1);
        let mut seen = [0u32; 4];
        (0..20_000).for_each(|_| seen[sample(&values, &mut rng)] += 1);
        assert!((seen[1] as f32 / 20_000.0 - values[1]).abs() < 0.02 && seen[3] == 0);
    }
}
