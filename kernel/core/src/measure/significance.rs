//! Whether the columns of a table differ by more than chance.

/// Analysis of variance with worlds as blocks (Fisher 1925): rows are worlds, columns actions.
pub fn blocks_differ(rows: &[Vec<f64>], level: f64) -> bool {
    let columns = rows.first().map_or(0, Vec::len);
    if rows.len() < 2 || columns < 2 {
        return false;
    }
    let (r, c) = (rows.len() as f64, columns as f64);
    let grand = rows.iter().flatten().sum::<f64>() / (r * c);
    let column_means: Vec<f64> = (0..columns).map(|column| rows.iter().map(|row| row[column]).sum::<f64>() / r).collect();
    let between = r * column_means.iter().map(|mean| (mean - grand).powi(2)).sum::<f64>();
    let mut within = 0.0;
    for row in rows {
        let mean = row.iter().sum::<f64>() / c;
        within += row.iter().zip(&column_means).map(|(value, column)| (value - column - mean + grand).powi(2)).sum::<f64>();
    }
    let scale = rows.iter().flatten().map(|value| value.abs()).fold(0.0, f64::max).powi(2) * 1e-18;
    if between <= scale {
        return false;
    }
    if within <= scale {
        return true;
    }
    let (d1, d2) = (c - 1.0, (c - 1.0) * (r - 1.0));
    let f = (between / d1) / (within / d2);
    // The upper tail of F(d1, d2).
    incomplete_beta(d2 / 2.0, d1 / 2.0, d2 / (d2 + d1 * f)) < level
}

/// The regularised incomplete beta function by its continued fraction (Lentz 1976; DLMF 8.17.22).
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp() / a;
    let guard = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut c, mut d, mut product) = (1.0, 0.0, 1.0);
    for step in 0..400 {
        let m = (step / 2) as f64;
        let factor = if step == 0 {
            1.0
        } else if step % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        d = 1.0 / guard(1.0 + factor * d);
        c = guard(1.0 + factor / c);
        product *= c * d;
        if (1.0 - c * d).abs() < 1e-12 && step > 0 {
            break;
        }
    }
    // The first step put one too many into the product.
    front * (product - 1.0)
}

/// By Stirling's series, shifted up to where it is exact enough.
fn ln_gamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 12.0 {
        shift -= x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / (x * x);
    let series = (1.0 / 12.0 - inverse * (1.0 / 360.0 - inverse * (1.0 / 1260.0 - inverse / 1680.0))) / x;
    shift + (x - 0.5) * x.ln() - x + 0.918_938_533_204_672_7 + series
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Rng;

    #[test]
    fn the_beta_function_has_its_tabled_values() {
        let cases = [(1.0, 1.0, 0.3, 0.3), (2.0, 3.0, 0.4, 0.5248), (0.5, 0.5, 0.5, 0.5), (5.0, 1.0, 0.9, 0.59049)];
        for (a, b, x, value) in cases {
            assert!((incomplete_beta(a, b, x) - value).abs() < 1e-9, "{a} {b} {x}: {}", incomplete_beta(a, b, x));
        }
        // F(2, 10) is above 4.1028 once in twenty times (Fisher's table).
        assert!((incomplete_beta(5.0, 1.0, 10.0 / (10.0 + 2.0 * 4.1028)) - 0.05).abs() < 1e-4);
    }

    #[test]
    fn equal_columns_are_called_different_as_often_as_the_level_says() {
        let mut rng = Rng::new(1);
        let mut uniform = move || rng.below(1 << 20) as f64 / (1 << 20) as f64;
        let mut called = 0;
        for _ in 0..4000 {
            let rows: Vec<Vec<f64>> = (0..16)
                .map(|_| {
                    let block = 5.0 * uniform();
                    (0..4).map(|_| block + uniform()).collect()
                })
                .collect();
            called += blocks_differ(&rows, 0.05) as u32;
        }
        assert!((140..260).contains(&called), "{called} of 4000");
    }

    #[test]
    fn columns_that_always_differ_do_and_columns_that_never_do_do_not() {
        assert!(blocks_differ(&[vec![0.0, 1.0], vec![5.0, 6.0]], 0.05));
        assert!(!blocks_differ(&[vec![0.0, 0.0], vec![5.0, 5.0]], 0.05));
        assert!(!blocks_differ(&[vec![1.0, 2.0]], 0.05));
    }
}
