//! The recognisers: optimisations at loading, most of which find a plan faster than the general path. Any can be left
//! out, to measure what it gains, and all of them together, to compare with the general path.

macro_rules! recognisers {
    ($($(#[$what:meta])* $name:ident $text:literal,)*) => {
        /// Something that is recognised at loading.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Recogniser { $($(#[$what])* $name),* }

        impl Recogniser {
            /// All of them, and their names.
            pub const ALL: &[(Recogniser, &str)] = &[$((Recogniser::$name, $text)),*];
        }
    };
}

recognisers! {
    /// Common shapes of expressions are one node; those that depend on nothing, or one top card, are tables; sets are
    /// arranged.
    Tables "tables",
    FastTrick "fast trick",
    NextTrick "next trick at once",
    DutyTable "duty table",
    /// What stays the same from trick to trick: who sits out, where cards go.
    TrickFacts "trick facts",
    SecretCards "secret cards",
    TurnLoop "turn loop",
    PlannedMoves "planned moves",
    FixedPicks "fixed picks",
    NumberPicks "number picks",
    /// Conditions of offers asked once for all of them.
    OfferTests "offer tests",
    /// Cards that an offer lists by its zone and tables.
    AllowedCards "allowed cards",
    AlwaysOpen "always open",
    ShortLists "short lists",
    PlannedEffects "planned effects",
    ScoringSheet "scoring sheet",
    UtilitySheet "utility sheet",
    SameForSeats "same for seats",
    FixedDestinations "fixed destinations",
    SingleCopies "single copies",
    /// What a game does not have is not looked for: wins at any time, sets that score, news of hidden cards.
    Absences "absences",
    Ladder "ladder",
}

/// Which recognisers are used when a program is loaded. All choices are the same game, which only a test can show: it
/// plays with all of them and with none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planning {
    Fast,
    Without(Recogniser),
    General,
}

impl Planning {
    pub fn uses(self, recogniser: Recogniser) -> bool {
        match self {
            Planning::Fast => true,
            Planning::Without(other) => other != recogniser,
            Planning::General => false,
        }
    }

    /// All but the recogniser of this name.
    pub fn without(name: &str) -> Option<Planning> {
        Recogniser::ALL.iter().find(|(_, text)| *text == name).map(|(recogniser, _)| Planning::Without(*recogniser))
    }
}

/// The reason of a plan that is left out.
pub const LEFT_OUT: &str = "it is left out for a comparison";
