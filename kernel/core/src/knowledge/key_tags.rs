//! Tags of what information-set keys are told, so that no two kinds of news look alike. Plans and the general path must
//! tell the same: they name the same tag.

macro_rules! key_tags {
    ($($(#[$what:meta])* $name:ident $value:literal,)*) => {
        $($(#[$what])* pub const $name: u64 = $value;)*

        #[cfg(test)]
        const ALL: &[u64] = &[$($value),*];
    };
}

key_tags! {
    /// A zone was shuffled.
    KEY_TAG_SHUFFLED 0x5_0000,
    /// A test of hidden cards had this outcome.
    KEY_TAG_PROOF 0x6_0000,
    /// A choice made in secret: all are told that it was made, its maker which offer and what was picked.
    KEY_TAG_HAS_CHOSEN 0x7_0000,
    KEY_TAG_SECRET_PICK 0x7_1000,
    KEY_TAG_SECRET_OFFER 0x7_2000,
    /// A pick that is not announced, to its maker alone.
    KEY_TAG_OWN_PICK 0x7_3000,
    /// A hand was dealt.
    KEY_TAG_DEALT 0x8_0000,
    /// An action of this slot was chosen, and its value.
    KEY_TAG_SLOT 0x9_0000,
    KEY_TAG_VALUE 0xa_0000,
    KEY_TAG_BET 0xb_0000,
    KEY_TAG_CALL 0xc_0000,
    /// What a hand left in the registers of the match.
    KEY_TAG_MATCH_REGISTER 0xd_0000,
    /// One card went from one zone to another; so many at once; the whole zone.
    KEY_TAG_MOVED 0x10_0000,
    KEY_TAG_MOVED_MANY 0x11_0000,
    KEY_TAG_MOVED_ALL 0x12_0000,
    /// Where cards of a pile came to lie in a step, to whoever knows them.
    KEY_TAG_PLACES 0x13_0000,
}

#[test]
fn no_two_kinds_of_news_have_one_tag() {
    let distinct: std::collections::HashSet<_> = ALL.iter().collect();
    assert_eq!(distinct.len(), ALL.len());
}
