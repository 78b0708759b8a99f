//! Batches from which measures of a game are worked out.

use deckwright_core::agents::AgentForm;
use deckwright_core::measure::Sample;
use deckwright_core::measure::any::Judged;
use deckwright_core::measure::coverage::{Counted, Counts};
use deckwright_core::measure::decisions::{Closely, Looked};
use deckwright_core::measure::swings::Swing;
use deckwright_core::measure::tension::{Curve, Moments};
use pyo3::prelude::*;

use crate::agent::{AgentArgument, no_agent};
use crate::listen::heard;
use crate::{Rules, seed_of};

fn sample_of(games: u64, seed: &[u8], threads: usize, most_decisions: u64) -> PyResult<Sample> {
    Ok(Sample { games, seed: seed_of(seed)?, threads: threads.clamp(1, 1024), most_decisions })
}

fn forms(agents: Vec<AgentArgument>) -> Vec<AgentForm> {
    agents.into_iter().map(AgentArgument::into_form).collect()
}

/// By deal: returns and parts of the win by turn and seat, decisions, games cut.
type DealResult = (Vec<f64>, Vec<f64>, u64, u64);

/// Plays each deal so many times, agents one seat further each time.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn play_duplicates(
    py: Python<'_>,
    rules: &Rules,
    agents: Vec<AgentArgument>,
    deals: u64,
    turns: usize,
    seed: &[u8],
    threads: usize,
    most_decisions: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<DealResult>> {
    let sample = sample_of(deals, seed, threads, most_decisions)?;
    let (agents, game) = (forms(agents), rules.game.clone());
    let found = heard(py, progress, |heard| game.duplicates(&agents, turns, &sample, heard))?.map_err(no_agent)?;
    Ok(found.into_iter().map(|deal| (deal.returns, deal.wins, deal.decisions, deal.cut)).collect())
}

/// A choice: its options, whether they have consequences, whether they differ in value, what the best gains, in how many worlds the rival's is foremost, whether it
/// is on average, whether the next
/// player's options differ, and whether anybody's do later on.
type LookedAt = (u32, bool, bool, f64, Option<f64>, Option<bool>, bool, bool, bool);

/// By game, its choices that were looked at: options, whether they differ in value, what the best gains, whether the next
/// player's options differ.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
#[pyo3(signature = (rules, agents, playout, games, per_game, worlds, seed, threads, most_decisions, progress, rival=None))]
pub fn look_at_decisions(
    py: Python<'_>,
    rules: &Rules,
    agents: Vec<AgentArgument>,
    playout: AgentArgument,
    games: u64,
    per_game: usize,
    worlds: usize,
    seed: &[u8],
    threads: usize,
    most_decisions: u64,
    progress: Option<Py<PyAny>>,
    rival: Option<AgentArgument>,
) -> PyResult<Vec<Vec<LookedAt>>> {
    let sample = sample_of(games, seed, threads, most_decisions)?;
    let (by, closely, game) = (
        Judged { agents: forms(agents), playout: playout.into_form(), rival: rival.map(AgentArgument::into_form) },
        Closely { per_game, worlds },
        rules.game.clone(),
    );
    let found = heard(py, progress, |heard| game.measure_decisions(&by, closely, &sample, heard))?.map_err(no_agent)?;
    let plain = |looked: Vec<_>| {
        looked.into_iter().map(|one: Looked| {
            (
                one.options,
                one.has_consequence,
                one.matters,
                one.gain,
                one.foremost,
                one.is_best,
                one.interacts,
                one.reaches,
                one.sways,
            )
        })
    };
    Ok(found.into_iter().map(|looked| plain(looked).collect()).collect())
}

/// Decisions, chances by moment and side, each side's part of the win, and whether it was cut.
pub type CurveResult = (u64, Vec<f64>, Vec<f64>, bool);

/// By game, each side's chance to win at moments from the first decision on.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn follow_chances(
    py: Python<'_>,
    rules: &Rules,
    agents: Vec<AgentArgument>,
    playout: AgentArgument,
    games: u64,
    moments: usize,
    worlds: usize,
    seed: &[u8],
    threads: usize,
    most_decisions: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<CurveResult>> {
    let sample = sample_of(games, seed, threads, most_decisions)?;
    let (by, moments, game) = (
        Judged { agents: forms(agents), playout: playout.into_form(), rival: None },
        Moments { count: moments, worlds },
        rules.game.clone(),
    );
    let found = heard(py, progress, |heard| game.measure_tension(&by, moments, &sample, heard))?.map_err(no_agent)?;
    Ok(found.into_iter().map(plain_curve).collect())
}

/// A curve as plain numbers.
pub fn plain_curve(curve: Curve) -> CurveResult {
    (curve.decisions, curve.chances, curve.outcome, curve.cut)
}

/// The chooser's chance with its best action, what the choice changes in the chances of another side at most, and whether
/// that is more than noise.
type SwingResult = (f64, f64, bool);

/// By game, what some of its choices change in who wins.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn look_at_swings(
    py: Python<'_>,
    rules: &Rules,
    agents: Vec<AgentArgument>,
    playout: AgentArgument,
    games: u64,
    per_game: usize,
    worlds: usize,
    seed: &[u8],
    threads: usize,
    most_decisions: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Vec<SwingResult>>> {
    let sample = sample_of(games, seed, threads, most_decisions)?;
    let (by, closely, game) = (
        Judged { agents: forms(agents), playout: playout.into_form(), rival: None },
        Closely { per_game, worlds },
        rules.game.clone(),
    );
    let found = heard(py, progress, |heard| game.measure_swings(&by, closely, &sample, heard))?.map_err(no_agent)?;
    let plain = |swings: Vec<Swing>| swings.into_iter().map(|one| (one.own, one.others, one.differs)).collect();
    Ok(found.into_iter().map(plain).collect())
}

/// Kind, number (and value, of an action), how often, in how many games.
pub type CountResult = (&'static str, u16, u8, u64, u64);

/// What applied in games between agents, and how many games there were.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn count_rules(
    py: Python<'_>,
    rules: &Rules,
    agents: Vec<AgentArgument>,
    games: u64,
    seed: &[u8],
    threads: usize,
    most_decisions: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<CountResult>, u64)> {
    let sample = sample_of(games, seed, threads, most_decisions)?;
    let (agents, game) = (forms(agents), rules.game.clone());
    let (counts, games) = heard(py, progress, |heard| game.measure_coverage(&agents, &sample, heard))?.map_err(no_agent)?;
    Ok((plain_counts(counts), games))
}

/// Counts as plain numbers.
pub fn plain_counts(counts: Counts) -> Vec<CountResult> {
    let named = |counted: Counted| match counted {
        Counted::Effect(number) => ("effect", number, 0),
        Counted::Node(number) => ("node", number, 0),
        Counted::Scoring(number) => ("scoring", number, 0),
        Counted::CardScoring(number) => ("card_scoring", number, 0),
        Counted::Win(number) => ("win", number, 0),
        Counted::Limit => ("limit", 0, 0),
        Counted::EmptyStock => ("empty_stock", 0, 0),
        Counted::Passes => ("passes", 0, 0),
        Counted::Card(card) => ("card", card as u16, 0),
        Counted::Chosen(slot, value) => ("action", slot, value),
    };
    let plain = counts.into_iter().map(|(counted, times)| {
        let (kind, number, value) = named(counted);
        (kind, number, value, times.times, times.games)
    });
    plain.collect()
}
