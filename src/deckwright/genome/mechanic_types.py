"""Types that mechanics' methods take, for annotations alone: nothing of it is loaded."""

from deckwright.document import Block as Block
from deckwright.genome.checks.inert import Surroundings as Surroundings
from deckwright.genome.checks.length import Measure as Measure
from deckwright.genome.compile.builder import Builder as Builder
from deckwright.genome.compile.effects import Place as Place
from deckwright.genome.compile.privacy import SightLimits as SightLimits
from deckwright.genome.rulebook.grammar.sentences import Step as Step
from deckwright.genome.rulebook.phrases.english import English as English
from deckwright.genome.schema import GameGenome as GameGenome
from deckwright.genome.writing import Writer as Writer
from deckwright.genome.writing import WritingPlace

Where = WritingPlace
