//! Pattern instances: which differ only in copies; how many cards can be left once all instances are gone (`Effect::Sweep`).

use std::collections::HashMap;

use crate::rules::plan::prelude::*;
/// The instances of a group.
pub fn instances_of<'a>(program: &'a Program, group: &Group) -> &'a [Instance] {
    &program.instances[group.first as usize..][..group.count as usize]
}

/// For each instance, the first of its group that has the same types of cards, by number in the group.
pub fn alike_instances(program: &Program) -> Vec<u16> {
    let mut alike = vec![0; program.instances.len()];
    for group in &program.groups {
        let mut first: HashMap<Vec<u8>, u16> = HashMap::new();
        for index in 0..group.count {
            let at = (group.first + index) as usize;
            let mut types: Vec<u8> =
                program.instances[at].cards.into_iter().map(|card| program.deck.type_of[card as usize]).collect();
            types.sort_unstable();
            alike[at] = *first.entry(types).or_insert(index);
        }
    }
    alike
}

/// If every so-many cards of a tallied set make an instance, fewer are left once all instances have been swept.
pub fn swept_bounds(program: &Program, group: &Group) -> Vec<(u16, u8)> {
    let instances = instances_of(program, group);
    let mut bounds = Vec::new();
    for (k, class) in program.tallies.iter().enumerate() {
        let inside: Vec<u32> =
            instances.iter().filter(|instance| instance.cards.within(*class)).map(|instance| instance.cards.len()).collect();
        let Some(smallest) = inside.iter().copied().min() else {
            continue;
        };
        let count = inside.iter().filter(|size| **size == smallest).count() as u64;
        if count == binomial(class.len() as u64, smallest as u64) {
            bounds.push((k as u16, smallest as u8 - 1));
        }
    }
    bounds
}

fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}
