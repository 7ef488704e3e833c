//! Properties of sums whose components may belong to any games of the catalogue.

use std::cell::RefCell;
use std::sync::LazyLock;

use crate::fuzz::brute::{self, Brute, TABLES, text};
use grundy_core::catalogue;
use grundy_core::game::Play;
use grundy_core::game::entry::{Family, example_key};
use grundy_core::game::shape::PlainValue;
use grundy_core::number::Natural;
use grundy_core::solve::{ComponentIndex, Filter, ListingStart, Solution, Sum, Winner};
use grundy_core::theory::genus::Genus;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::moves::{MovesPage, MovesRequest};
use grundy_core::wire::position::part;
use grundy_core::wire::request::{Defaults, Explain, Request};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The largest number of sums that brute force visits for a case. With a few hundred sums for each case, all cases
/// together take a second.
const MAX_REACH: usize = 400;

/// The number of positions that are tried from the beginning of each game's list of small positions. About as many are
/// tried from the rest of the list.
const TRIED: usize = 60;

/// Half of all components are chosen from only this number of positions: the first, smallest positions of [`Samples`].
/// Small positions matter, because misère play differs from normal play near the end of a game.
const SMALLEST: usize = 8;

/// A game's key, and small positions that brute force solves quickly. With each position comes the number of sums that
/// moves reach from there. The positions are sorted by this number.
struct Samples {
    key: String,
    positions: Vec<(PlainValue, usize)>,
}

/// The samples of every game of the catalogue.
static SAMPLES: LazyLock<Vec<Samples>> = LazyLock::new(|| {
    let of = |game: &&dyn Family| {
        let key = example_key(game.card());
        let small = catalogue::find(&key).unwrap().rules.small();
        let mut brute = Brute::default();
        // The first positions, which are mostly the smallest, and about as many from the rest.
        let spread = (0..small.len()).skip(TRIED).step_by(small.len().div_ceil(TRIED));
        let cheap = (0..small.len()).take(TRIED).chain(spread).filter_map(|index| {
            let one = brute::alone(&*small, index);
            Some((small.written(index), brute.reach(&key, &*one, MAX_REACH)?))
        });
        let mut positions: Vec<_> = cheap.collect();
        positions.sort_by_key(|(_, reach)| *reach);
        Samples { key, positions }
    };
    catalogue::all().iter().map(of).collect()
});

thread_local!(static BRUTE: RefCell<Brute> = RefCell::default());

/// Components of any games. They are so few, or so small, that brute force can solve their sum.
fn components() -> impl Strategy<Value = Vec<(usize, PlainValue)>> {
    let most = prop_oneof![Just(SMALLEST), Just(usize::MAX)];
    let any = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), most);
    proptest::collection::vec(any, 0..5).prop_map(|indices| {
        let mut reach = 1;
        let sampled = indices.into_iter().map(|(game, position, most)| {
            let game = game.index(SAMPLES.len());
            let positions = &SAMPLES[game].positions;
            let (written, more) = &positions[position.index(positions.len().min(most))];
            (game, written.clone(), *more)
        });
        let fits = |(game, written, more): (usize, PlainValue, usize)| {
            reach *= if reach * more <= MAX_REACH { more } else { return None };
            Some((game, written))
        };
        sampled.filter_map(fits).collect()
    })
}

fn sum(components: &[(usize, PlainValue)]) -> Sum {
    let mut games: Vec<usize> = Vec::new();
    for (game, _) in components {
        if !games.contains(game) {
            games.push(*game);
        }
    }
    Sum::new(games.into_iter().map(|game| {
        let mut part = part(&SAMPLES[game].key).unwrap();
        for (_, written) in components.iter().filter(|(other, _)| *other == game) {
            part.components.push(written.clone()).unwrap();
        }
        part
    }))
}

fn play() -> impl Strategy<Value = Play> {
    prop_oneof![Just(Play::Normal), Just(Play::Misere)]
}

#[test]
fn every_game_has_samples() {
    for Samples { key, positions } in &*SAMPLES {
        // At least five positions must reach more than three sums.
        let lively = positions.iter().filter(|(_, reach)| *reach > 3).count();
        assert!(lively >= 5, "brute force is too slow for small positions of {key}: add smaller ones");
    }
}

/// If theory knows only the winner of a component, and not its value, small sums with this component are searched.
#[test]
fn sums_without_values_are_searched_in_normal_play() {
    const EACH: usize = 12;
    let place = |key: &str| SAMPLES.iter().position(|samples| samples.key == key).unwrap();
    for key in ["moore", "end-nim"] {
        for other in [key, "nim", "kayles", "euclid"] {
            let of = |key: &str| {
                let game = place(key);
                SAMPLES[game].positions.iter().take(EACH).map(move |(written, _)| (game, written.clone()))
            };
            for (one, beside) in of(key).flat_map(|one| of(other).map(move |beside| (one.clone(), beside))) {
                let position = sum(&[one, beside]);
                let what = text(&position);
                BRUTE.with_borrow_mut(|brute| brute.check(&position, Play::Normal));
                assert!(Solution::of(position, Play::Normal, &TABLES).is_ok(), "{what}");
            }
        }
    }
    let draw = r#"{"games": {"w": {"graph": [[0]]}}, "position": {"w": [0], "moore": [[1, [3]]]}}"#;
    let draw: Request = Request::from_json(draw.as_bytes(), Defaults::default(), &RequestLimits::default()).unwrap();
    assert_eq!(Solution::of(draw.position, draw.play, &TABLES).unwrap().winner(), Winner::Draw);
}

/// Rewrites each pair `b>a` of a poset as `a<b`. The text form does not distinguish these two: it writes both as `a:b`.
fn upwards(position: &str) -> String {
    let pair = |word: &str| match word.split_once('>') {
        Some((above, below)) => format!("{below}<{above}"),
        None => word.to_owned(),
    };
    position.split('"').map(pair).collect::<Vec<_>>().join("\"")
}

proptest! {
    // Failures are not recorded here. They are kept in fuzz/corpus/sums, which survives changes of this test.
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Checks the winner, the values, all moves, the winning moves and the recommended move.
    #[test]
    fn sums_are_what_brute_force_says(components in components(), play in play()) {
        BRUTE.with_borrow_mut(|brute| brute.check(&sum(&components), play));
    }

    /// Checks the outcomes of all moves of a sum after [`Solution::search`]. Then makes a move, and checks the sum that
    /// remains, before and after a search. A position may be represented in one way if it was read, and in another way
    /// if a move left it.
    #[test]
    fn outcomes_are_what_brute_force_says(
        components in components(),
        play in play(),
        pick in any::<prop::sample::Index>(),
    ) {
        let Ok(mut solution) = Solution::of(sum(&components), play, &TABLES) else { return Ok(()) };
        let made = solution.moves(Filter::All, ListingStart::START).map(|listed| listed.r#move).collect::<Vec<_>>();
        solution.search(&TABLES);
        BRUTE.with_borrow_mut(|brute| brute.check_outcomes(&solution));
        if !made.is_empty() {
            let made = &made[pick.index(made.len())];
            let after = solution.position().after(made);
            let mut after = Solution::of(after, play, &TABLES).unwrap();
            BRUTE.with_borrow_mut(|brute| brute.check_outcomes(&after));
            after.search(&TABLES);
            BRUTE.with_borrow_mut(|brute| brute.check_outcomes(&after));
        }
    }

    /// If i heaps of two are added to a component or to the sum, the misère Grundy value is digit i of the genus that
    /// was computed without these heaps.
    #[test]
    fn genera_are_what_brute_force_says(components in components(), play in play(), twos in 0..3_usize) {
        let Ok(solution) = Solution::of(sum(&components), play, &TABLES) else { return Ok(()) };
        let genera = solution.genera(&TABLES);
        let nim = SAMPLES.iter().position(|samples| samples.key == "nim").unwrap();
        let with_twos = |of: &[(usize, PlainValue)]| {
            let twos = std::iter::repeat_n((nim, PlainValue::Integer(2_u64.into())), twos);
            sum(&of.iter().cloned().chain(twos).collect::<Vec<_>>())
        };
        let check = |genus: Option<&Genus<Natural>>, of: &[(usize, PlainValue)]| {
            let Some(genus) = genus else { return Err(TestCaseError::fail("small sums have a genus")) };
            let found = BRUTE.with_borrow_mut(|brute| brute.genus_of(&with_twos(of)));
            let last = genus.misere().len() - 1;
            let digit = if twos <= last { twos } else { last - (twos - last) % 2 };
            prop_assert_eq!(genus.misere()[digit].to_u64(), Some(found.misere), "{} beside {} twos", genus, twos);
            if twos == 0 {
                prop_assert_eq!(genus.normal().to_u64(), Some(found.normal));
            }
            Ok(())
        };
        check(genera.sum.as_ref(), &components)?;
        // Components of the same game are in the same order in `components` and in the position.
        let mut met = std::collections::HashMap::new();
        for component in &components {
            let place = solution.position().find(&SAMPLES[component.0].key).unwrap();
            let index = met.entry(component.0).or_insert(0);
            check(genera.of(ComponentIndex { part: place, index: *index }), std::slice::from_ref(component))?;
            *index += 1;
        }
    }

    #[test]
    fn positions_come_back_from_json_and_from_text(components in components()) {
        let position = sum(&components);
        let json = json!({ "position": position }).to_string();
        let read = Request::<Explain>::from_json(json.as_bytes(), Defaults::default(), &RequestLimits::default()).unwrap();
        prop_assert_eq!(text(&read.position), text(&position));
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (game, written) in &components {
            query.append_pair(&SAMPLES[*game].key, &written.to_string());
        }
        if !components.is_empty() {
            let read = Request::<Explain>::from_query(&query.finish(), &RequestLimits::default()).unwrap();
            prop_assert_eq!(upwards(&text(&read.position)), upwards(&text(&position)));
        }
    }

    #[test]
    fn the_order_of_components_means_nothing(
        (components, shuffled) in components().prop_flat_map(|components| (Just(components.clone()), Just(components).prop_shuffle())),
        play in play(),
    ) {
        let solve = |components: &[(usize, PlainValue)]| Solution::of(sum(components), play, &TABLES);
        match [solve(&components), solve(&shuffled)] {
            [Ok(one), Ok(other)] => {
                prop_assert_eq!(one.winner(), other.winner());
                prop_assert_eq!(one.grundy(), other.grundy());
                prop_assert_eq!(one.winning_count(), other.winning_count());
            }
            [one, other] => prop_assert_eq!(one.is_err(), other.is_err()),
        }
    }

    /// A cursor is accepted only by the listing from which it comes.
    #[test]
    fn cursors_know_their_listing(one in components(), other in components(), play in play()) {
        let page = |components: &[(usize, PlainValue)], cursor: Option<&str>| -> Option<Value> {
            let mut request = json!({"position": sum(components), "play": play, "limit": 1});
            if let Some(cursor) = cursor {
                request["cursor"] = json!(cursor);
            }
            let request = request.to_string();
            let request = MovesRequest::from_json(request.as_bytes(), Defaults::default(), &RequestLimits::default()).unwrap();
            Some(json!(MovesPage::of(request, &TABLES, &RequestLimits::default()).ok()?))
        };
        let first = page(&one, None);
        if let Some(cursor) = first.as_ref().and_then(|page| page["next"].as_str()) {
            prop_assert!(page(&one, Some(cursor)).is_some());
            if text(&sum(&one)) != text(&sum(&other)) {
                prop_assert!(page(&other, Some(cursor)).is_none());
            }
        }
    }
}
