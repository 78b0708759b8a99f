//! Blueprints of poker for two to six.

use std::fs::File;
use std::path::PathBuf;

use deckwright_core::poker::betting::{Action, BetTree, Betting, Next, Size, StreetTree};
use deckwright_core::poker::blueprint::kmeans::{Classes, abstraction_of, quality};
use deckwright_core::poker::blueprint::local::{local_best_response, responder};
use deckwright_core::poker::blueprint::play::{Player, duel};
use deckwright_core::poker::blueprint::stored::{Source, Stored};
use deckwright_core::poker::blueprint::tables::{MOST_ACTIONS, Tables};
use deckwright_core::poker::blueprint::train::{Method, SHARDS, Trainer};
use deckwright_core::poker::blueprint::tree::END;
use deckwright_core::poker::blueprint::walk::Log;
use deckwright_core::poker::blueprint::{Deal, Game};
use deckwright_core::poker::cards::{FULL_DECK, cards_of};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::coded;
use crate::listen::Listener;
use crate::poker::packed;

/// Bets and raises as parts of the pot, the cap, whether all-in is offered, and from which part of a stack a bet is all of it.
type StreetArgument = (Vec<f64>, Vec<f64>, u8, bool, f64);

/// Seed, deals to choose from, when what was learned fades, floor, where actions are skipped, and from which walk on; the
/// walks of a batch at most.
type MethodArgument = (u64, u64, u64, u64, f32, f32, u64, u64);

/// By seat what is earned and its standard error, both over all seats, and how often nothing was learned.
type DuelResult = (Vec<(f64, f64)>, f64, f64, f64);

/// A blueprint: in the making, or as it was saved.
#[pyclass(module = "deckwright._kernel")]
pub struct Blueprint {
    trainer: Option<Trainer>,
}

fn damaged() -> PyErr {
    coded("file.damaged", "the numbers are not of this game: they were changed or damaged")
}

impl Blueprint {
    fn at_rest(&self) -> PyResult<&Trainer> {
        self.trainer.as_ref().ok_or_else(|| PyValueError::new_err("the trainer is running"))
    }

    /// The code and the betting after a path of actions by place.
    fn find(&self, path: &[usize]) -> PyResult<(u32, Betting)> {
        let trainer = self.at_rest()?;
        let mut betting = Betting::before_flop(&vec![trainer.game.stack; trainer.game.players], trainer.game.blinds, 0);
        let mut code = 0;
        for (number, at) in path.iter().enumerate() {
            let found = if code & END == 0 { trainer.tree.children(code).get(*at) } else { None };
            let Some(next) = found else {
                return Err(coded("blueprint.no-such-node", format!("step {}: there is no action {at}", number + 1)));
            };
            betting = betting.after(trainer.tree.actions_of(code)[*at]);
            while betting.next() == Next::Deal {
                betting = betting.dealt();
            }
            code = *next;
        }
        Ok((code, betting))
    }
}

#[pymethods]
impl Blueprint {
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        players: usize,
        stack: u32,
        blinds: [u32; 2],
        streets: Vec<StreetArgument>,
        classes: Classes,
        method: MethodArgument,
        threads: usize,
    ) -> PyResult<Blueprint> {
        let sizes = |parts: &[f64]| parts.iter().map(|part| Size::Pot(*part)).collect();
        let street = |(bets, raises, cap, all_in, all_in_from): &StreetArgument| StreetTree {
            bets: sizes(bets),
            raises: sizes(raises),
            cap: *cap,
            all_in: *all_in,
            all_in_from: *all_in_from,
        };
        if !(2..=6).contains(&players) || streets.len() != 4 || streets.iter().any(|street| street.0.len() > MOST_ACTIONS - 4) {
            return Err(PyValueError::new_err("expected 2 to 6 players and four streets of a few sizes"));
        }
        let bets = BetTree { streets: streets.iter().map(street).collect(), smallest: blinds[1] };
        let (seed, deals, fade_every, fade_until, floor, skip_below, skip_from, largest_batch) = method;
        let fade_every = fade_every.max(1);
        let method = Method { seed, deals, fade_every, fade_until, floor, skip_below, skip_from, largest_batch };
        let game = Game { players, stack, blinds, bets };
        let trainer = py.detach(|| Trainer::new(game, abstraction_of(classes), method, threads));
        Ok(Blueprint { trainer: Some(trainer.map_err(|text| coded("blueprint.too-large", text))?) })
    }

    /// Decisions, ends, bytes if everything is learned, buckets by street.
    fn size(&self) -> PyResult<(usize, usize, u64, Vec<usize>)> {
        let trainer = self.at_rest()?;
        Ok((trainer.tree.nodes.len(), trainer.tree.ends.len(), trainer.most_bytes(), trainer.tables.buckets.to_vec()))
    }

    /// On flop and turn: the spread of strength over all hands, and inside a bucket.
    fn quality(&self, py: Python<'_>, deals: usize) -> PyResult<Vec<(f64, f64)>> {
        let abstraction = self.at_rest()?.abstraction.as_ref();
        let found = py.detach(|| [1, 2].map(|street| quality(abstraction, street, deals, 1)));
        Ok(found.iter().map(|street| (street.spread, street.inside)).collect())
    }

    /// Walks done, information sets that have learned something, bytes of what was learned.
    fn progress(&self) -> PyResult<(u64, u64, u64)> {
        let trainer = self.at_rest()?;
        Ok((trainer.walks, trainer.tables.cells, trainer.tables.bytes()))
    }

    /// Walks until so many are done, or until `told(walks)` returns False. An exception stops it, unharmed.
    fn run(&mut self, py: Python<'_>, until: u64, told: Option<Py<PyAny>>) -> PyResult<()> {
        let mut trainer = self.trainer.take().ok_or_else(|| PyValueError::new_err("the trainer is running"))?;
        let mut listener = Listener::new(told);
        let mut tell = |walks: u64| listener.hear_now_and_then(|py, told| told.call1(py, (walks,)));
        py.detach(|| trainer.run(until, &mut tell));
        self.trainer = Some(trainer);
        listener.finish(())
    }

    /// Where the batch that begins now ends, and how many parts it has.
    fn batch(&self, until: u64) -> PyResult<(u64, u64)> {
        Ok((self.at_rest()?.batch_end(until), SHARDS))
    }

    /// What some parts of the batch up to a walk learn, one piece of bytes each.
    fn shards<'py>(&self, py: Python<'py>, end: u64, shards: Vec<u64>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let trainer = self.at_rest()?;
        if end < trainer.walks || shards.iter().any(|shard| *shard >= SHARDS) {
            return Err(PyValueError::new_err("there is no such part of a batch"));
        }
        let logs: Vec<Vec<u8>> = py.detach(|| shards.iter().map(|shard| trainer.shard(end, *shard).to_bytes()).collect());
        Ok(logs.iter().map(|log| PyBytes::new(py, log)).collect())
    }

    /// Learns what all parts of a batch have found, in their order.
    fn merge(&mut self, py: Python<'_>, logs: Vec<Vec<u8>>, end: u64) -> PyResult<()> {
        let trainer = self.trainer.as_mut().ok_or_else(|| PyValueError::new_err("the trainer is running"))?;
        let read: Option<Vec<Log>> = logs.iter().map(|log| Log::from_bytes(log)).collect();
        match read.is_some_and(|logs| end > trainer.walks && py.detach(|| trainer.merge(&logs, end))) {
            true => Ok(()),
            false => Err(damaged()),
        }
    }

    /// All that a checkpoint holds beside the number of walks.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.at_rest()?.tables.to_bytes()))
    }

    fn restore(&mut self, walks: u64, numbers: &[u8]) -> PyResult<()> {
        let trainer = self.trainer.as_mut().ok_or_else(|| PyValueError::new_err("the trainer is running"))?;
        trainer.tables = Tables::from_bytes(&trainer.tree, trainer.abstraction.as_ref(), numbers).ok_or_else(damaged)?;
        trainer.walks = walks;
        Ok(())
    }

    /// The average play alone, as a bundle keeps it.
    fn play<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let trainer = self.at_rest()?;
        Ok(PyBytes::new(py, &trainer.play_to_bytes()))
    }

    /// Plays as a file says from a byte on, so many; it is read as it is needed.
    fn open_play(&mut self, path: PathBuf, at: u64, length: u64) -> PyResult<()> {
        let trainer = self.trainer.as_mut().ok_or_else(|| PyValueError::new_err("the trainer is running"))?;
        let source = Source::File { file: File::open(path)?, at, length };
        trainer.tables = Tables::from_play(&trainer.tree, trainer.abstraction.as_ref(), source).ok_or_else(damaged)?;
        Ok(())
    }

    /// Whether all play of an open file can be read, and is as it was written.
    fn is_whole(&self, py: Python<'_>) -> PyResult<bool> {
        let trainer = self.at_rest()?;
        Ok(py.detach(|| trainer.tables.stored.as_ref().is_none_or(Stored::is_whole)))
    }

    /// What a player who knows the average play and answers locally earns, against copies of it in all other seats.
    fn local_best_response(&self, py: Python<'_>, deals: u64, seed: u64) -> PyResult<DuelResult> {
        let trainer = self.at_rest()?;
        let found = py.detach(|| local_best_response(trainer, deals, seed));
        Ok((found.by_seat, found.mean, found.error, found.unlearned))
    }

    /// What a player earns who has learned an answer inside the abstraction by so many walks; None if `told` stopped it.
    fn best_response(
        &self,
        py: Python<'_>,
        walks: u64,
        deals: u64,
        seed: u64,
        threads: usize,
        told: Option<Py<PyAny>>,
    ) -> PyResult<Option<DuelResult>> {
        let trainer = self.at_rest()?;
        let mut listener = Listener::new(told);
        let found = py.detach(|| {
            let play = Source::Memory(trainer.play_to_bytes());
            let fixed = Tables::from_play(&trainer.tree, trainer.abstraction.as_ref(), play).ok_or("no play")?;
            let mut answer = responder(trainer, fixed, walks, seed, threads)?;
            answer.run(walks, &mut |walks| listener.hear_now_and_then(|py, told| told.call1(py, (walks,))));
            let done = answer.walks >= walks;
            Ok(done.then(|| duel(trainer, Player::Best(&answer.tables), Player::Blueprint(&trainer.tables), deals, seed)))
        });
        let found: Result<_, String> = listener.finish(found)?;
        let found = found.map_err(PyValueError::new_err)?;
        Ok(found.map(|found| (found.by_seat, found.mean, found.error, found.unlearned)))
    }

    /// What the average play earns in each seat in turn, in big blinds a hand, against `call`, `random` or another play.
    fn duel(&self, py: Python<'_>, others: &str, play: Option<&[u8]>, deals: u64, seed: u64) -> PyResult<DuelResult> {
        let trainer = self.at_rest()?;
        let other = match play {
            Some(shares) => {
                let source = Source::Memory(shares.to_vec());
                Some(Tables::from_play(&trainer.tree, trainer.abstraction.as_ref(), source).ok_or_else(damaged)?)
            }
            None => None,
        };
        let player = match (others, &other) {
            (_, Some(tables)) => Player::Blueprint(tables),
            ("random", _) => Player::Random,
            _ => Player::Call,
        };
        let found = py.detach(|| duel(trainer, Player::Blueprint(&trainer.tables), player, deals, seed));
        Ok((found.by_seat, found.mean, found.error, found.unlearned))
    }

    /// What is at the end of a path of actions by place.
    fn node<'py>(&self, py: Python<'py>, path: Vec<usize>) -> PyResult<Bound<'py, PyDict>> {
        let (code, betting) = self.find(&path)?;
        let trainer = self.at_rest()?;
        let found = PyDict::new(py);
        found.set_item("pot", betting.total())?;
        found.set_item("street", betting.street)?;
        found.set_item("stacks", betting.stacks[..trainer.game.players].to_vec())?;
        found.set_item("bets", betting.bets[..trainer.game.players].to_vec())?;
        found.set_item("folded", (0..trainer.game.players).filter(|seat| !betting.is_live(*seat)).collect::<Vec<_>>())?;
        found.set_item("kind", if code & END == 0 { "decision" } else { "end" })?;
        if code & END == 0 {
            let node = trainer.tree.nodes[code as usize];
            let named = |action: &Action| match action {
                Action::Fold => ("fold", 0),
                Action::Call => ("call", 0),
                Action::Raise(to) => ("raise", *to),
            };
            found.set_item("player", node.player)?;
            found.set_item("actions", trainer.tree.actions_of(code).iter().map(named).collect::<Vec<_>>())?;
            let (mut shares, mut learned) = (Vec::new(), Vec::new());
            for bucket in 0..trainer.tables.buckets[node.street as usize] {
                let mut policy = [0.0; MOST_ACTIONS];
                learned.push(trainer.tables.average(&trainer.tree, code, bucket as u16, &mut policy));
                shares.extend(policy[..node.actions as usize].iter().map(|often| *often as f64));
            }
            if trainer.tables.stored.as_ref().is_some_and(|stored| !stored.is_sound()) {
                return Err(damaged());
            }
            found.set_item("shares", packed(py, &shares))?;
            found.set_item("learned", learned)?;
        }
        Ok(found)
    }

    /// The bucket of each hand (a mask of two cards) on a board.
    fn buckets(&self, py: Python<'_>, hands: Vec<u64>, board: u64) -> PyResult<Vec<u16>> {
        let trainer = self.at_rest()?;
        let street = match (board & FULL_DECK).count_ones() {
            0 => 0,
            3 => 1,
            4 => 2,
            5 => 3,
            found => return Err(coded("board.wrong-number", format!("found {found} cards on the board, expected 0, 3, 4 or 5"))),
        };
        if hands.iter().any(|hand| hand.count_ones() != 2 || hand & board != 0 || *hand > FULL_DECK) {
            return Err(coded("hands.bad-hand", "expected hands of two cards beside the board"));
        }
        let mut cards = [0; 5];
        cards.iter_mut().zip(cards_of(board)).for_each(|(to, card)| *to = card);
        Ok(py.detach(|| {
            let mut found = Vec::with_capacity(hands.len());
            for few in hands.chunks(6) {
                let mut deal = Deal { hands: [0; 6], board: cards };
                deal.hands[..few.len()].copy_from_slice(few);
                let mut out = [0; 6];
                trainer.abstraction.buckets_of(&deal, few.len(), street, &mut out);
                found.extend(&out[..few.len()]);
            }
            found
        }))
    }
}
