//! Decisions between two actions, one for each class of hands, learned by regret: what push-or-fold is made of.

/// How often each class takes its second action, and what it has learned. Discounted regrets (Brown and Sandholm 2019).
#[derive(Debug, Clone)]
pub struct Cells {
    /// What the first and the second action would have earned beside what was played.
    regrets: Vec<[f64; 2]>,
    current: Vec<f64>,
    sums: Vec<f64>,
    weight: f64,
}

const ALPHA: f64 = 1.5;
const GAMMA: f64 = 4.0;

impl Cells {
    pub fn new(count: usize) -> Cells {
        Cells { regrets: vec![[0.0; 2]; count], current: vec![0.5; count], sums: vec![0.0; count], weight: 0.0 }
    }

    /// How often the second action is taken now.
    pub fn current(&self) -> &[f64] {
        &self.current
    }

    /// How often it was taken on average, later play counting for more.
    pub fn average(&self) -> Vec<f64> {
        self.sums.iter().map(|sum| if self.weight > 0.0 { sum / self.weight } else { 0.5 }).collect()
    }

    /// Learns from what the second action earns more than the first, by class, in iteration `time` (from 1).
    pub fn learn(&mut self, more: &[f64], time: f64) {
        let fade = ((time - 1.0) / time).powf(GAMMA);
        let kept = (time - 1.0).powf(ALPHA) / ((time - 1.0).powf(ALPHA) + 1.0);
        self.weight = self.weight * fade + 1.0;
        for (((regrets, current), sum), more) in self.regrets.iter_mut().zip(&mut self.current).zip(&mut self.sums).zip(more) {
            *sum = *sum * fade + *current;
            let old = [-*current * more, (1.0 - *current) * more];
            for (regret, missed) in regrets.iter_mut().zip(old) {
                *regret = *regret * if *regret > 0.0 { kept } else { 0.5 } + missed;
            }
            let [first, second] = regrets.map(|regret| regret.max(0.0));
            *current = if first + second > 0.0 { second / (first + second) } else { 0.5 };
        }
    }
}

/// The best that can be earned, over the classes, by taking the second action where it earns more.
pub fn best(more: &[f64]) -> f64 {
    more.iter().map(|more| more.max(0.0)).sum()
}

/// What is earned by taking it so often.
pub fn earned(more: &[f64], often: &[f64]) -> f64 {
    more.iter().zip(often).map(|(more, often)| more * often).sum()
}
