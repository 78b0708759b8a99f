//! Zone instances: whose they are, and who sees what arrives there.

use super::program::*;
use super::run::scoring::those;
use crate::game::Observers;

/// One zone instance.
#[derive(Debug, Clone, Copy)]
pub struct ZoneInfo {
    pub family: u8,
    pub role: Role,
    /// Seat or team that owns it, NONE for the table.
    pub owner: i32,
    pub owned_by: Owner,
    /// Only its top card lies open.
    pub only_top: bool,
}

impl ZoneInfo {
    pub fn owner(&self) -> (Owner, i32) {
        (self.owned_by, self.owner)
    }
}

/// Every instance, family by family.
pub fn zone_infos(program: &Program) -> Vec<ZoneInfo> {
    let mut zones = Vec::new();
    for (index, family) in program.zones.iter().enumerate() {
        for owner in 0..program.owners(family.owner) {
            for _ in 0..family.piles {
                let owner = if family.owner == Owner::Table { NONE } else { owner as i32 };
                zones.push(ZoneInfo {
                    family: index as u8,
                    role: family.role,
                    owner,
                    owned_by: family.owner,
                    only_top: family.seen_by == SeenBy::Top,
                });
            }
        }
    }
    zones
}

/// The zones of a role that each seat has, its team's included.
pub fn zones_by_seat(program: &Program, zones: &[ZoneInfo], role: Role) -> [Vec<u8>; MAX_SEATS] {
    std::array::from_fn(|seat| {
        let own = |zone: &ZoneInfo| zone.role == role && program.owns(seat, zone.owned_by, zone.owner);
        (0..).zip(zones).filter(|(_, zone)| own(zone)).map(|(index, _)| index).collect()
    })
}

/// Who sees a card that arrives in a zone.
pub fn viewers(program: &Program, zone: &ZoneInfo, seen_by: SeenBy, everyone: Observers) -> Observers {
    let team = match (seen_by, zone.owned_by) {
        (SeenBy::All | SeenBy::Top, _) => return everyone,
        (SeenBy::None, _) | (_, Owner::Table) => return 0,
        (SeenBy::Owner, Owner::Seat) => return 1 << zone.owner,
        (SeenBy::Team, Owner::Seat) => match program.team_of[zone.owner as usize] {
            NONE => return 1 << zone.owner,
            team => team,
        },
        (_, Owner::Team) => zone.owner,
    };
    those(0..program.seats, |seat| program.team_of[seat as usize] == team).into()
}
