//! Exact spots of poker for two.

use deckwright_core::poker::betting::{Action, BetTree, STREETS, Size, StreetTree};
use deckwright_core::poker::cards::{COMBO_CARDS, COMBOS, FULL_DECK, combo_mask};
use deckwright_core::poker::evaluate;
use deckwright_core::poker::spot::lock::{Lock, LockStep, Named};
use deckwright_core::poker::spot::pass::Ground;
use deckwright_core::poker::spot::walk::{Place, Step};
use deckwright_core::poker::spot::{Holding, Rake, Report, Solver, Spot};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::coded;
use crate::listen::Listener;
use crate::poker::{numbers, packed};

/// Bets and raises as parts of the pot, the cap, whether all-in is offered, and from which part of a stack a bet is all of it.
type StreetArgument = (Vec<f64>, Vec<f64>, u8, bool, f64);

fn bet_tree(streets: Vec<StreetArgument>, first: usize, smallest: u32) -> BetTree {
    let sizes = |parts: &[f64]| parts.iter().map(|part| Size::Pot(*part)).collect();
    let empty = StreetTree { bets: Vec::new(), raises: Vec::new(), cap: 0, all_in: false, all_in_from: 1.0 };
    let mut tree = BetTree { streets: vec![empty; STREETS], smallest };
    for (street, (bets, raises, cap, all_in, all_in_from)) in tree.streets[first..].iter_mut().zip(streets) {
        *street = StreetTree { bets: sizes(&bets), raises: sizes(&raises), cap, all_in, all_in_from };
    }
    tree
}

fn holdings(range: &[u8], board: u64) -> PyResult<Vec<Holding>> {
    let weights = numbers(range, COMBOS)?;
    let held = weights.iter().enumerate().filter(|(combo, weight)| **weight > 0.0 && combo_mask(*combo) & board == 0);
    Ok(held.map(|(combo, weight)| Holding { mask: combo_mask(combo), weight: *weight as f32 }).collect())
}

/// The steps to a decision (`("call", 0)`, `("raise", 500)`, `("deal", 17)`), and for some of its actions how often each
/// combination takes them.
type LockArgument = (Vec<(String, u32)>, Vec<((String, u32), Vec<u8>)>);

fn named(kind: &str, chips: u32) -> PyResult<Named> {
    Ok(match kind {
        "fold" => Named::Fold,
        "call" => Named::Call,
        "raise" => Named::To(chips),
        "all-in" => Named::AllIn,
        _ => return Err(PyValueError::new_err("expected fold, call, raise or all-in")),
    })
}

fn lock_of((steps, shares): LockArgument) -> PyResult<Lock> {
    let step = |(kind, number): (String, u32)| match kind.as_str() {
        "deal" => Ok(LockStep::Deal(number.min(63) as u8)),
        _ => named(&kind, number).map(LockStep::Act),
    };
    let share = |((kind, chips), often): ((String, u32), Vec<u8>)| Ok((named(&kind, chips)?, numbers(&often, COMBOS)?));
    Ok(Lock {
        steps: steps.into_iter().map(step).collect::<PyResult<_>>()?,
        shares: shares.into_iter().map(share).collect::<PyResult<_>>()?,
    })
}

fn rank_of(hand: u64, board: u64) -> u16 {
    evaluate::rank(hand | board)
}

/// A spot that is being solved. The ground is what there is before memory is taken.
#[pyclass(module = "deckwright._kernel")]
pub struct SpotSolver {
    ground: Option<Ground>,
    solver: Option<Solver>,
    threads: usize,
}

fn report_of(report: Report) -> (u64, Vec<f64>, Vec<f64>) {
    (report.iterations, report.values.to_vec(), report.gains.to_vec())
}

impl SpotSolver {
    /// Makes the solver of the ground, unless there is one.
    fn take_memory(&mut self, py: Python<'_>) -> PyResult<()> {
        if let Some(ground) = self.ground.take() {
            let solver = py.detach(|| Solver::new(ground, self.threads)).map_err(PyValueError::new_err)?;
            if solver.pairs() <= 0.0 {
                return Err(coded("range.no-deal", "the ranges cannot be held at the same time: they need the same cards"));
            }
            self.solver = Some(solver);
        }
        Ok(())
    }
}

#[pymethods]
impl SpotSolver {
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        ranges: Vec<Vec<u8>>,
        board: u64,
        pot: u32,
        stacks: [u32; 2],
        trees: Vec<Vec<StreetArgument>>,
        smallest: u32,
        rake: (f64, f64),
        locks: Vec<LockArgument>,
        threads: usize,
    ) -> PyResult<SpotSolver> {
        let cards = (board & FULL_DECK).count_ones();
        let [first, second] = ranges.as_slice() else { return Err(PyValueError::new_err("expected two ranges")) };
        if !(3..=5).contains(&cards) {
            return Err(coded("board.wrong-number", format!("found {cards} cards on the board, expected 3, 4 or 5")));
        }
        let street = cards as u8 - 2;
        let holdings = [holdings(first, board)?, holdings(second, board)?];
        if let Some(player) = holdings.iter().position(Vec::is_empty) {
            return Err(coded("range.empty", format!("player {}: no hand is left beside the board", player + 1)));
        }
        let mut trees = trees.into_iter().map(|streets| bet_tree(streets, street as usize, smallest));
        let (Some(of_first), Some(of_second)) = (trees.next(), trees.next()) else {
            return Err(PyValueError::new_err("expected two trees"));
        };
        let spot = Spot {
            deck: FULL_DECK,
            board: board & FULL_DECK,
            holdings,
            pot,
            stacks,
            bets: [of_first, of_second],
            street,
            last_street: 3,
            rake: Rake { part: rake.0, most: rake.1 },
            rank: rank_of,
        };
        let mut ground = py.detach(|| Ground::new(spot, false)).map_err(|text| coded("spot.too-large", text))?;
        if !locks.is_empty() {
            let locks = locks.into_iter().map(lock_of).collect::<PyResult<Vec<Lock>>>()?;
            py.detach(|| ground.lock(&locks)).map_err(|text| coded("spot.bad-lock", text))?;
        }
        Ok(SpotSolver { ground: Some(ground), solver: None, threads })
    }

    /// Before memory is taken: decisions of betting, boards (up to suits that can change places), holdings, bytes.
    fn size(&self) -> PyResult<(usize, usize, usize, Vec<usize>, u64)> {
        let ground = self.ground.as_ref().or(self.solver.as_ref().map(|solver| &solver.ground));
        let ground = ground.ok_or_else(|| PyValueError::new_err("the solver is running"))?;
        let holdings = ground.spot.holdings.iter().map(Vec::len).collect();
        let symmetries = ground.deals.permutations.len();
        Ok((ground.tree.action_nodes(), ground.deals.boards.len(), symmetries, holdings, ground.bytes()))
    }

    /// Runs until `iterations` in all, until the average gain of a player is at most `target` chips, or until
    /// `told(iterations, values, gains)` returns False; the last two are None where quality was not looked at.
    fn run(
        &mut self,
        py: Python<'_>,
        iterations: u64,
        target: Option<f64>,
        told: Option<Py<PyAny>>,
    ) -> PyResult<(u64, Vec<f64>, Vec<f64>)> {
        self.take_memory(py)?;
        let mut solver = self.solver.take().ok_or_else(|| PyValueError::new_err("the solver is running"))?;
        let mut listener = Listener::new(told);
        let mut tell = |iteration: u64, report: Option<Report>| match report {
            None => listener.hear_now_and_then(|py, told| told.call1(py, (iteration, py.None(), py.None()))),
            Some(report) => listener.hear(|py, told| told.call1(py, (iteration, report.values.to_vec(), report.gains.to_vec()))),
        };
        let report = py.detach(|| solver.run(iterations, target, &mut tell));
        self.solver = Some(solver);
        listener.finish(report_of(report))
    }

    /// The average play of both, to be kept.
    fn play<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let solver = self.solver.as_mut().ok_or_else(|| PyValueError::new_err("nothing is solved yet"))?;
        let bytes = py.detach(|| solver.play());
        Ok(PyBytes::new(py, &bytes))
    }

    /// Takes over play that was kept, after so many iterations.
    fn load_play(&mut self, py: Python<'_>, iterations: u64, shares: &[u8]) -> PyResult<()> {
        self.take_memory(py)?;
        let solver = self.solver.as_mut().ok_or_else(|| PyValueError::new_err("the solver is running"))?;
        match py.detach(|| solver.load_play(iterations, shares)) {
            true => Ok(()),
            false => Err(coded("file.damaged", "the numbers are not of this spot: they were changed or damaged")),
        }
    }

    /// What is at the end of a walk: steps are actions by place (`("act", 1)`) and cards (`("deal", 17)`).
    fn walk<'py>(&mut self, py: Python<'py>, steps: Vec<(String, u8)>) -> PyResult<Bound<'py, PyDict>> {
        let solver = self.solver.as_mut().ok_or_else(|| PyValueError::new_err("nothing is solved yet"))?;
        let steps = steps.into_iter().map(|(kind, number)| match kind.as_str() {
            "deal" => Step::Deal(number),
            _ => Step::Act(number as usize),
        });
        let steps: Vec<Step> = steps.collect();
        let place = py.detach(|| solver.walk(&steps)).map_err(|text| coded("spot.no-such-node", text))?;
        let found = PyDict::new(py);
        match place {
            Place::End => found.set_item("kind", "end")?,
            Place::Deal(cards) => {
                found.set_item("kind", "deal")?;
                found.set_item("cards", cards.iter().map(|card| *card as u32).collect::<Vec<u32>>())?;
            }
            Place::Decision(decision) => {
                found.set_item("kind", "decision")?;
                found.set_item("player", decision.player)?;
                found.set_item("board", decision.board)?;
                found.set_item("pot", decision.betting.total())?;
                found.set_item("to_call", decision.betting.highest() - decision.betting.bets[decision.player])?;
                found.set_item("in_front", decision.betting.bets[decision.player])?;
                found.set_item("stacks", decision.betting.stacks[..2].to_vec())?;
                let named = |action: &Action| match action {
                    Action::Fold => ("fold", 0),
                    Action::Call => ("call", 0),
                    Action::Raise(to) => ("raise", *to),
                };
                found.set_item("actions", decision.actions.iter().map(named).collect::<Vec<_>>())?;
                let holdings = &solver.ground.spot.holdings[decision.player];
                let combos: Vec<usize> = holdings.iter().map(|held| combo_number(held.mask)).collect();
                found.set_item("combos", combos)?;
                let wide = |row: &Vec<f32>| row.iter().map(|number| *number as f64).collect::<Vec<f64>>();
                found.set_item("reach", packed(py, &wide(&decision.reach[decision.player])))?;
                let others = &solver.ground.spot.holdings[1 - decision.player];
                found.set_item("others", others.iter().map(|held| combo_number(held.mask)).collect::<Vec<_>>())?;
                found.set_item("others_reach", packed(py, &wide(&decision.reach[1 - decision.player])))?;
                let often: Vec<Bound<'py, PyBytes>> = decision.often.iter().map(|row| packed(py, &wide(row))).collect();
                found.set_item("often", often)?;
                let values: Vec<Bound<'py, PyBytes>> = decision.values.iter().map(|row| packed(py, row)).collect();
                found.set_item("values", values)?;
            }
        }
        Ok(found)
    }
}

fn combo_number(mask: u64) -> usize {
    COMBO_CARDS.iter().position(|[high, low]| mask == 1 << high | 1 << low).unwrap_or(0)
}
