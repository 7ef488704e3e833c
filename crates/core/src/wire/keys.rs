//! [`Keys`]: finds a key among the keys that were read before it. There may be a hundred thousand such keys.

use std::collections::BTreeMap;

use crate::number::{cost, meter};

/// The largest number of keys that are compared one by one. For so few keys, this is faster than a table. Nearly all
/// requests have one or two keys.
const FEW: usize = 8;

/// The places of keys in a list that grows at its end. A table is made only if there are many keys.
#[derive(Debug, Default)]
pub(super) struct Keys(Option<BTreeMap<String, usize>>);

impl Keys {
    /// Returns the place of a key among `count` keys; `name` returns the key at a place.
    pub(super) fn find<'n>(&mut self, key: &str, count: usize, name: impl Fn(usize) -> &'n str) -> Option<usize> {
        meter::charge(cost::LOOK_UP);
        if count <= FEW {
            return (0..count).find(|place| name(*place) == key);
        }
        let places = self.0.get_or_insert_default();
        for place in places.len()..count {
            places.insert(name(place).to_owned(), place);
        }
        places.get(key).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_while_the_list_grows() {
        let (mut keys, mut names) = (Keys::default(), Vec::<String>::new());
        for number in 0..40 {
            let name = format!("key-{}", number % 30);
            let found = keys.find(&name, names.len(), |place| &names[place]);
            assert_eq!(found, names.iter().position(|known| *known == name), "{name}");
            if found.is_none() {
                names.push(name);
            }
        }
        assert_eq!(names.len(), 30);
    }
}
