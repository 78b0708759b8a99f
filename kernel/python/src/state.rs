//! A state as Python's own loop sees it: its actions are objects made once for a game, and one call leads to the next.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use deckwright_core::erased::Reached;
use deckwright_core::game::{Action, Legal};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::position::Position;

/// The action objects of a game, each made by its notation when it is first listed.
#[pyclass(frozen, module = "deckwright._kernel")]
#[derive(Default)]
pub struct ActionBook {
    pages: Mutex<Pages>,
}

#[derive(Default)]
struct Pages {
    /// By seat, slot and value.
    entries: Vec<Vec<Vec<Option<Entry>>>>,
    /// What actions say, numbered.
    texts: HashMap<String, usize>,
    /// The list in which each text was met last.
    met: Vec<u64>,
    lists: u64,
}

struct Entry {
    action: Py<PyAny>,
    text: usize,
}

impl Pages {
    fn find(&self, seat: u8, action: Action) -> Option<&Entry> {
        self.entries.get(seat as usize)?.get(action.slot as usize)?.get(action.value as usize)?.as_ref()
    }

    fn enter(&mut self, seat: u8, action: Action, made: Py<PyAny>, text: String) {
        fn room<T: Default>(shelf: &mut Vec<T>, index: usize) -> &mut T {
            if shelf.len() <= index {
                shelf.resize_with(index + 1, T::default);
            }
            &mut shelf[index]
        }
        let next = self.texts.len();
        let text = *self.texts.entry(text).or_insert(next);
        room(&mut self.met, text);
        let of_slot = room(room(&mut self.entries, seat as usize), action.slot as usize);
        *room(of_slot, action.value as usize) = Some(Entry { action: made, text });
    }

    /// The objects of a list, and whether each says something else; otherwise those actions that have none yet.
    fn read(&mut self, py: Python<'_>, seat: u8, legal: &Legal) -> Result<(Vec<Py<PyAny>>, bool), Vec<Action>> {
        self.lists += 1;
        let (mut actions, mut texts) = (Vec::with_capacity(legal.len() as usize), Vec::with_capacity(legal.len() as usize));
        for action in legal.iter() {
            let Some(entry) = self.find(seat, action) else {
                return Err(legal.iter().filter(|action| self.find(seat, *action).is_none()).collect());
            };
            actions.push(entry.action.clone_ref(py));
            texts.push(entry.text);
        }
        let lists = self.lists;
        let differ = texts.into_iter().all(|text| std::mem::replace(&mut self.met[text], lists) != lists);
        Ok((actions, differ))
    }
}

#[pymethods]
impl ActionBook {
    #[new]
    fn new() -> ActionBook {
        ActionBook::default()
    }
}

impl ActionBook {
    /// No Python runs while it is held.
    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Legal actions of a seat as objects. The game's notation makes those that are new, and tells apart what says the same.
    fn list<'py>(&self, game: &Bound<'py, PyAny>, seat: u8, legal: &Legal) -> PyResult<Bound<'py, PyTuple>> {
        let py = game.py();
        let (actions, differ) = loop {
            let read = self.pages().read(py, seat, legal);
            match read {
                Ok(read) => break read,
                Err(missing) => {
                    let notation = game.getattr("notation")?;
                    for Action { slot, value } in missing {
                        let made = notation.call_method1("action", (slot, value, seat))?.unbind();
                        let text: String = notation.call_method1("folded", (slot, value))?.extract()?;
                        self.pages().enter(seat, Action { slot, value }, made, text);
                    }
                }
            }
        };
        if differ {
            return PyTuple::new(py, actions);
        }
        let numbers: Vec<(u16, u8)> = legal.iter().map(|action| (action.slot, action.value)).collect();
        Ok(game.getattr("notation")?.call_method1("tell_apart", (numbers, seat))?.cast_into::<PyTuple>()?)
    }
}

/// What may be done in a state, as objects.
struct Listed {
    legal: Legal,
    actions: Py<PyTuple>,
    /// Where the objects are, to know one again.
    addresses: Vec<usize>,
}

impl Listed {
    fn find(&self, action: &Bound<'_, PyAny>) -> Option<Action> {
        let address = action.as_ptr() as usize;
        let place = self.addresses.iter().position(|listed| *listed == address)?;
        self.legal.nth(place as u32)
    }
}

/// A state of a game, with its deal and its history: what `deckwright.engine.State` is made on. Immutable.
#[pyclass(frozen, subclass, module = "deckwright._kernel")]
pub struct StateCore {
    reached: Arc<Reached>,
    game: Py<PyAny>,
    book: Py<ActionBook>,
    deal: Py<PyAny>,
    steps: Py<PyAny>,
    is_exact: bool,
    listed: PyOnceLock<Listed>,
    public: PyOnceLock<Py<PyAny>>,
    views: PyOnceLock<Py<PyDict>>,
}

thread_local! {
    /// The state that the next instance is to be: a subclass written in Python is made by calling it.
    static NEXT: RefCell<Option<StateCore>> = const { RefCell::new(None) };
}

impl StateCore {
    fn new_after(&self, py: Python<'_>, reached: Reached, action: &Bound<'_, PyAny>) -> PyResult<StateCore> {
        let steps = PyTuple::new(py, [self.steps.bind(py), action])?.into_any().unbind();
        Ok(StateCore {
            reached: Arc::new(reached),
            game: self.game.clone_ref(py),
            book: self.book.clone_ref(py),
            deal: self.deal.clone_ref(py),
            steps,
            is_exact: true,
            listed: PyOnceLock::new(),
            public: PyOnceLock::new(),
            views: PyOnceLock::new(),
        })
    }

    fn listed(&self, py: Python<'_>) -> PyResult<&Listed> {
        self.listed.get_or_try_init(py, || {
            let mut legal = Legal::default();
            let position = &self.reached.position;
            let actions = match position.turn() {
                None => PyTuple::empty(py),
                Some(seat) => {
                    position.legal(&mut legal);
                    self.book.get().list(self.game.bind(py), seat, &legal)?
                }
            };
            let addresses = actions.iter_borrowed().map(|action| action.as_ptr() as usize).collect();
            Ok(Listed { legal, actions: actions.unbind(), addresses })
        })
    }
}

#[pymethods]
impl StateCore {
    #[new]
    #[pyo3(signature = (game = None, position = None, *, deal = None, steps = None, is_exact = true))]
    fn new(
        py: Python<'_>,
        game: Option<Bound<'_, PyAny>>,
        position: Option<&Bound<'_, Position>>,
        deal: Option<Py<PyAny>>,
        steps: Option<Py<PyAny>>,
        is_exact: bool,
    ) -> PyResult<StateCore> {
        if let Some(next) = NEXT.take() {
            return Ok(next);
        }
        let (Some(game), Some(position)) = (game, position) else {
            return Err(PyTypeError::new_err("a state is made of a game and a position"));
        };
        let book = game.getattr("book")?.cast_into::<ActionBook>()?.unbind();
        Ok(StateCore {
            reached: position.get().reached.clone(),
            game: game.unbind(),
            book,
            deal: deal.unwrap_or_else(|| py.None()),
            steps: steps.unwrap_or_else(|| py.None()),
            is_exact,
            listed: PyOnceLock::new(),
            public: PyOnceLock::new(),
            views: PyOnceLock::new(),
        })
    }

    /// The game that is played.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }

    /// How it was dealt; None for a resampled state, which never was.
    #[getter]
    fn deal(&self, py: Python<'_>) -> Py<PyAny> {
        self.deal.clone_ref(py)
    }

    /// False for a resampled state that ignores some inference from play, given up when the effort ran out.
    #[getter]
    fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The last action and, first, what came before it in the same form; None at the start.
    #[getter(_steps)]
    fn steps(&self, py: Python<'_>) -> Py<PyAny> {
        self.steps.clone_ref(py)
    }

    /// The kernel's own state, for rooms that work on the kernel directly.
    #[getter]
    fn position(&self) -> Position {
        Position { reached: self.reached.clone() }
    }

    /// Who decides; None when the game is over.
    #[getter]
    fn seat(&self) -> Option<u8> {
        self.reached.position.turn()
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.reached.position.is_over()
    }

    /// Hands completed so far.
    #[getter]
    fn hands(&self) -> u32 {
        self.reached.position.hands()
    }

    /// Everything the seat to act may do, in a stable order; empty when the game is over.
    fn actions(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(self.listed(py)?.actions.clone_ref(py))
    }

    /// The state after an action; IllegalAction if it cannot be taken, and nothing has changed.
    fn apply<'py>(slf: &Bound<'py, Self>, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, state) = (slf.py(), slf.get());
        match state.listed.get(py).and_then(|listed| listed.find(action)) {
            Some(found) => StateCore::make_after(slf, state.reached.position.apply(found), action),
            None => {
                let legal = slf.call_method1("_legal", (action,))?;
                let Some(found) = state.listed(py)?.find(&legal) else {
                    return Err(PyValueError::new_err("the action is not one of those listed"));
                };
                StateCore::make_after(slf, state.reached.position.apply(found), &legal)
            }
        }
    }

    /// Views that were made once for all who ask.
    #[getter(_views)]
    fn views(&self, py: Python<'_>) -> Py<PyDict> {
        self.views.get_or_init(py, || PyDict::new(py).unbind()).clone_ref(py)
    }

    /// What every observer sees alike: asked once of the state's own `_make_public`.
    #[getter(_public)]
    fn public(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let made = slf.get().public.get_or_try_init(py, || slf.call_method0("_make_public").map(Bound::unbind));
        made.map(|made| made.clone_ref(py))
    }
}

impl StateCore {
    /// A state of the same class.
    fn make_after<'py>(slf: &Bound<'py, Self>, reached: Reached, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let next = slf.get().new_after(slf.py(), reached, action)?;
        NEXT.set(Some(next));
        slf.get_type().call0().inspect_err(|_| drop(NEXT.take()))
    }
}
