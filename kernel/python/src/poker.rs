//! Poker: hands by the million, equities, push or fold.

use deckwright_core::poker::cards::{CARDS, COMBOS, FULL_DECK};
use deckwright_core::poker::classes::CLASSES;
use deckwright_core::poker::equity::Matchup;
use deckwright_core::poker::evaluate::{CATEGORY_NAMES, census, evaluator};
use deckwright_core::poker::matchups::{count_matchups, equities};
use deckwright_core::poker::triples::sample_triples;
use deckwright_core::poker::{push_fold, push_fold3};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::coded;
use crate::listen::heard;

/// The sets of cards that a buffer holds: masks as a row of u64, or cards as u8, one row of five to seven for each hand.
fn hands_of(py: Python<'_>, hands: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    if let Ok(masks) = PyBuffer::<u64>::get(hands) {
        let masks = masks.to_vec(py)?;
        return match masks.iter().position(|mask| *mask > FULL_DECK || !(5..=7).contains(&mask.count_ones())) {
            None => Ok(masks),
            Some(row) => Err(bad_hand(row)),
        };
    }
    let cards = PyBuffer::<u8>::get(hands).map_err(|_| bad_shape())?;
    let &[_, width] = cards.shape() else { return Err(bad_shape()) };
    if !(5..=7).contains(&width) {
        return Err(bad_shape());
    }
    let cards = cards.to_vec(py)?;
    let mut masks = Vec::with_capacity(cards.len() / width);
    for (row, hand) in cards.chunks_exact(width).enumerate() {
        let mask = hand.iter().fold(0, |mask, card| mask | 1u64 << (card & 63));
        if mask > FULL_DECK || mask.count_ones() as usize != width || hand.iter().any(|card| *card as usize >= CARDS) {
            return Err(bad_hand(row));
        }
        masks.push(mask);
    }
    Ok(masks)
}

fn bad_shape() -> PyErr {
    coded("hands.bad-shape", "expected an array of uint64 masks, or one of uint8 cards with 5, 6 or 7 columns")
}

fn bad_hand(row: usize) -> PyErr {
    coded("hands.bad-hand", format!("row {row}: expected 5, 6 or 7 different cards, each from 0 to {}", CARDS - 1))
}

/// The rank of each hand, 1 to 7462, the higher the better, as native u16.
#[pyfunction]
pub fn rank_hands<'py>(py: Python<'py>, hands: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let masks = hands_of(py, hands)?;
    PyBytes::new_with(py, 2 * masks.len(), |out| {
        py.detach(|| {
            let evaluator = evaluator();
            for (bytes, mask) in out.chunks_exact_mut(2).zip(&masks) {
                bytes.copy_from_slice(&evaluator.rank(*mask).to_ne_bytes());
            }
        });
        Ok(())
    })
}

/// What a rank is called: high card, pair, ...
#[pyfunction]
pub fn hand_category(rank: u16) -> &'static str {
    CATEGORY_NAMES[evaluator().category(rank)]
}

/// How many hands of so many cards there are in each category.
#[pyfunction]
pub fn hand_census(py: Python<'_>, cards: usize) -> PyResult<Vec<(&'static str, u64)>> {
    if !(5..=7).contains(&cards) {
        return Err(PyValueError::new_err(format!("found {cards} cards, expected 5, 6 or 7")));
    }
    let counts = py.detach(|| census(cards));
    Ok(CATEGORY_NAMES.into_iter().zip(counts).collect())
}

fn matchup_of(ranges: Vec<Vec<u8>>, board: u64, dead: u64) -> PyResult<Matchup> {
    let ranges = ranges.iter().map(|range| numbers(range, COMBOS)).collect::<PyResult<_>>()?;
    let matchup = Matchup { ranges, board: board & FULL_DECK, dead: dead & FULL_DECK };
    matchup.issue().map_or(Ok(matchup), |(code, text)| Err(coded(code, text)))
}

/// So many finite doubles, none below 0.
pub fn numbers(bytes: &[u8], count: usize) -> PyResult<Vec<f64>> {
    let found: Vec<f64> = bytes.chunks_exact(8).map(|number| f64::from_ne_bytes(number.try_into().unwrap_or_default())).collect();
    if bytes.len() != 8 * count || found.iter().any(|number| !number.is_finite() || *number < 0.0) {
        return Err(PyValueError::new_err(format!("expected {count} numbers, none below 0")));
    }
    Ok(found)
}

/// The bytes of doubles, as this machine holds them.
pub fn packed<'py>(py: Python<'py>, numbers: &[f64]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &numbers.iter().flat_map(|number| number.to_ne_bytes()).collect::<Vec<u8>>())
}

/// What an exact equity would cost, roughly in evaluations of hands.
#[pyfunction]
pub fn equity_cost(py: Python<'_>, ranges: Vec<Vec<u8>>, board: u64, dead: u64) -> PyResult<f64> {
    let matchup = matchup_of(ranges, board, dead)?;
    Ok(py.detach(|| matchup.exact_cost()))
}

/// The equity of ranges, exactly if `deals` is 0.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn equity<'py>(
    py: Python<'py>,
    ranges: Vec<Vec<u8>>,
    board: u64,
    dead: u64,
    deals: u64,
    seed: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let matchup = matchup_of(ranges, board, dead)?;
    let found = heard(py, progress, |told| match deals {
        0 => matchup.exact(threads, told),
        _ => matchup.sampled(deals, seed, threads, told),
    })?;
    let Some(found) = found.map_err(PyValueError::new_err)? else { return Ok(None) };
    let fields = PyDict::new(py);
    fields.set_item("win", found.win)?;
    fields.set_item("tie", found.tie)?;
    fields.set_item("share", found.share)?;
    fields.set_item("error", found.error)?;
    fields.set_item("deals", found.deals)?;
    Ok(Some(fields))
}

/// The exact counts of every class against every other: u32, little-endian, by class and class.
#[pyfunction]
pub fn class_matchups<'py>(
    py: Python<'py>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let found = heard(py, progress, |told| count_matchups(threads, told))?.map_err(PyValueError::new_err)?;
    let bytes = |counts: Vec<u64>| counts.iter().flat_map(|count| (*count as u32).to_le_bytes()).collect::<Vec<u8>>();
    Ok(found.map(|counts| PyBytes::new(py, &bytes(counts))))
}

/// Doubles of the equity of every class against every other, from `class_matchups`.
#[pyfunction]
pub fn class_equities<'py>(py: Python<'py>, counts: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let words = counts.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap_or_default()) as u64);
    let words: Vec<u64> = words.collect();
    match counts.len() == 4 * CLASSES * CLASSES {
        true => Ok(packed(py, &equities(&words))),
        false => Err(PyValueError::new_err("expected the counts of 169 classes against 169")),
    }
}

/// By decision how often each class goes in; values, gains and standard errors by seat; iterations.
type PushFoldResult = (Vec<Vec<f64>>, Vec<f64>, Vec<f64>, Vec<f64>, u64);

/// Push or fold for two, from exact equities.
#[pyfunction]
pub fn push_or_fold_two(
    py: Python<'_>,
    stack: f64,
    equities: &[u8],
    target: f64,
    most: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<PushFoldResult>> {
    let equities = numbers(equities, CLASSES * CLASSES)?;
    let found = heard(py, progress, |told| push_fold::solve(stack, &equities, target, most, told))?;
    Ok(found.map(|found| {
        (vec![found.push, found.call], found.values.to_vec(), found.gains.to_vec(), vec![0.0, 0.0], found.iterations)
    }))
}

/// What `push_or_fold_three` needs: u16, little-endian.
#[pyfunction]
pub fn class_triples<'py>(
    py: Python<'py>,
    deals: u32,
    seed: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let found = heard(py, progress, |told| sample_triples(deals, seed, threads, told))?.map_err(PyValueError::new_err)?;
    let bytes = |numbers: Vec<u16>| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    Ok(found.map(|numbers| PyBytes::new(py, &bytes(numbers))))
}

/// Push or fold for three, from triples of so many deals each.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn push_or_fold_three(
    py: Python<'_>,
    stack: f64,
    triples: &[u8],
    deals: u32,
    target: f64,
    most: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<PushFoldResult>> {
    let words: Vec<u16> = triples.chunks_exact(2).map(|word| u16::from_le_bytes([word[0], word[1]])).collect();
    let triples = push_fold3::Triples::new(&words, deals);
    let triples = triples.ok_or_else(|| PyValueError::new_err("expected the numbers of all triples of classes"))?;
    let found = heard(py, progress, |told| push_fold3::solve(stack, &triples, target, most, told))?;
    Ok(found.map(|found| (found.often, found.values.to_vec(), found.gains.to_vec(), found.errors.to_vec(), found.iterations)))
}
