//! [`Position`]: everything on the table, one sum of games; and how it is read from JSON and from text.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::value::RawValue;

use crate::fault::{Code, Fault, Faults, quote};
use crate::games::{Component, Kind};
use crate::json::{self, Members};
use crate::limits::Meter;

/// A sum of games: its components, those of one game together, the games in catalogue order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position(Vec<Component>);

impl Position {
    /// The sum of these. Components of one game keep their order.
    #[must_use]
    pub fn new(mut components: Vec<Component>) -> Self {
        if !components.is_sorted_by_key(Component::kind) {
            components.sort_by_key(Component::kind);
        }
        Self(components)
    }

    /// The components.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.0
    }

    /// How a client names a component: its place among those of its game.
    #[must_use]
    pub fn index_in_game(&self, place: usize) -> usize {
        let kind = self.0.get(place).map(Component::kind);
        let first = self.0.partition_point(|component| Some(component.kind()) < kind);
        place.saturating_sub(first)
    }

    /// The place of a component that a client names, if there is such.
    #[must_use]
    pub fn place_of(&self, kind: Kind, index: usize) -> Option<usize> {
        let first = self.0.partition_point(|component| component.kind() < kind);
        let place = first.checked_add(index)?;
        self.0.get(place).filter(|component| component.kind() == kind).map(|_| place)
    }

    /// The position after a move.
    #[must_use]
    pub fn with(&self, place: usize, to: Component) -> Self {
        let mut components = self.0.clone();
        if let Some(component) = components.get_mut(place) {
            *component = to;
        }
        Self(components)
    }

    /// Writes something that each component has, by its place, in the shape of a position: game → list.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize_each<'p, S: Serializer, T: Serialize>(
        &'p self,
        serializer: S,
        each: impl Fn(usize, &'p Component) -> T,
    ) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut first = 0_usize;
        for run in self.0.chunk_by(|left, right| left.kind() == right.kind()) {
            map.serialize_entry(run[0].kind().id(), &Run { first, components: run, each: &each })?;
            first = first.saturating_add(run.len());
        }
        map.end()
    }
}

/// The components of one game, from the place `first` on.
struct Run<'r, 'p, F> {
    first: usize,
    components: &'p [Component],
    each: &'r F,
}

impl<'p, T: Serialize, F: Fn(usize, &'p Component) -> T> Serialize for Run<'_, 'p, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.components.len()))?;
        for (place, component) in (self.first..).zip(self.components) {
            list.serialize_element(&(self.each)(place, component))?;
        }
        list.end()
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_each(serializer, |_, component| component)
    }
}

/// The fast reading: strict, and silent about what is wrong.
pub struct PositionSeed<'m, 'l>(pub &'m mut Meter<'l>);

impl<'de> DeserializeSeed<'de> for PositionSeed<'_, '_> {
    type Value = Position;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Position, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for PositionSeed<'_, '_> {
    type Value = Position;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of games")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Position, A::Error> {
        let mut components = Vec::new();
        let mut seen = Vec::new();
        while let Some(kind) = map.next_key_seed(KindSeed)? {
            if seen.contains(&kind) {
                return Err(A::Error::custom("duplicate"));
            }
            seen.push(kind);
            map.next_value_seed(ListSeed { kind, meter: self.0, components: &mut components })?;
        }
        Ok(Position::new(components))
    }
}

struct KindSeed;

impl<'de> DeserializeSeed<'de> for KindSeed {
    type Value = Kind;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Kind, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for KindSeed {
    type Value = Kind;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the id of a game")
    }

    fn visit_str<E: Error>(self, id: &str) -> Result<Kind, E> {
        Kind::from_id(id).ok_or_else(|| E::custom("unknown game"))
    }
}

struct ListSeed<'c, 'm, 'l> {
    kind: Kind,
    meter: &'m mut Meter<'l>,
    components: &'c mut Vec<Component>,
}

impl<'de> DeserializeSeed<'de> for ListSeed<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ListSeed<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of positions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        self.kind.read_list(list, self.meter, self.components)
    }
}

impl Position {
    /// The slow reading: the same, but it finds all that is wrong.
    ///
    /// # Errors
    /// The faults, with pointers relative to `raw`.
    pub fn from_raw(raw: &RawValue, meter: &mut Meter) -> Result<Self, Faults> {
        let Members(games) = Members::of(raw, r#"an object of games, such as {"euclid": [[5, 26]]}"#)?;
        let mut components = Vec::new();
        let mut faults = Faults::default();
        let mut seen = Vec::new();
        for (id, list) in &games {
            let Some(kind) = Kind::from_id(id) else {
                faults.push_with(|| unknown_game(id).under(id));
                continue;
            };
            if seen.contains(&kind) {
                faults.push(
                    Fault::new(Code::InvalidJson, format!("the key {id:?} stands twice in one object")).under(id),
                );
                continue;
            }
            seen.push(kind);
            read_list_slowly(kind, list, meter, &mut components, &mut faults);
        }
        if faults.is_empty() { Ok(Self::new(components)) } else { Err(faults) }
    }
}

fn read_list_slowly(
    kind: Kind,
    raw: &RawValue,
    meter: &mut Meter,
    components: &mut Vec<Component>,
    faults: &mut Faults,
) {
    // Long positions would make the hint as long.
    let one_position = raw.get().len() <= 100 && kind.from_raw(raw, &mut meter.restarted()).is_ok();
    let hint = if one_position { format!(": did you mean [{}]?", raw.get()) } else { String::new() };
    let list = json::elements(raw, meter.max_components()).filter(|_| !one_position);
    let Some(list) = list else {
        let detail = format!("expected a list of positions of {}, found {}{hint}", kind.id(), json::type_of(raw));
        faults.push(Fault::new(Code::InvalidRequest, detail).under(kind.id()));
        return;
    };
    for (index, raw) in list.iter().enumerate() {
        match kind.from_raw(raw, meter) {
            Ok(component) => components.push(component),
            Err(found) => {
                let full = found.iter().any(|fault| matches!(fault.code, Code::TooManyComponents | Code::TooCostly));
                for fault in found {
                    faults.push(fault.under(index).under(kind.id()));
                }
                if full {
                    return;
                }
            }
        }
    }
}

/// The fault of an id that no game has.
#[must_use]
pub fn unknown_game(id: &str) -> Fault {
    Fault::new(Code::UnknownGame, format!("there is no game {}; the nearest is {:?}", quote(id), Kind::nearest(id)))
}
