//! Brute force over the rules in the files of the games. Sums are multisets of components, and are solved by the
//! definition. No code here depends on a certain game or a theory. [`Brute::check`] compares what the theory says about
//! a sum with brute force.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::LazyLock;

use grundy_core::game::shape::PlainValue;
use grundy_core::game::{Play, Positions, Solved, Tameness, Value};
use grundy_core::number::Natural;
use grundy_core::solve::{
    ComponentIndex, Filter, ListingStart, Move, Obstacle, RatedMove, Refusal, Solution, Sum, Summand, Winner,
};
use grundy_core::theory::Caches;
use grundy_core::theory::graphs::MoveResult;

/// The tables that all tests share, so that they are computed only once.
pub static TABLES: LazyLock<Caches> = LazyLock::new(Caches::default);

/// The index of a component in the list of all components.
type Id = usize;

/// The components of a sum, in ascending order. So equal sums have equal lists.
type IdSum = Vec<Id>;

/// The Grundy value of a whole sum in normal play, and its Grundy value in misère play. Each of the two is the mex of
/// the options' values in the same kind of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BruteGenus {
    /// The value in normal play. It is 0 if there are no options.
    pub normal: u64,
    /// The value in misère play. It is 1 if there are no options.
    pub misere: u64,
}

impl BruteGenus {
    /// Returns whether the player to move wins.
    pub fn wins(self, play: Play) -> bool {
        match play {
            Play::Normal => self.normal != 0,
            Play::Misere => self.misere != 0,
        }
    }
}

/// The components that brute force has met so far, their options, and the values of their sums.
#[derive(Default)]
pub struct Brute {
    /// For each component, the key of its game, and a list that has only this component.
    components: Vec<(Rc<str>, Box<dyn Positions>)>,
    ids: HashMap<(Rc<str>, PlainValue), Id>,
    options: HashMap<Id, Rc<[IdSum]>>,
    genera: HashMap<IdSum, BruteGenus>,
}

impl Brute {
    /// Forgets all results if there are many of them, so that hours of fuzzing do not fill the memory.
    pub fn tidy(&mut self) {
        if self.genera.len().max(self.components.len()) > 500_000 {
            *self = Self::default();
        }
    }

    /// Returns the components in `positions`, in their order. `key` is the key of their game.
    fn of_run(&mut self, key: &str, positions: &dyn Positions) -> Vec<Id> {
        let key = Rc::from(key);
        let of = |index| {
            let written = positions.written(index);
            let known = (Rc::clone(&key), written.clone());
            *self.ids.entry(known).or_insert_with(|| {
                let mut alone = positions.ruleset().none();
                alone.push(written).unwrap();
                self.components.push((Rc::clone(&key), alone));
                self.components.len() - 1
            })
        };
        (0..positions.len()).map(of).collect()
    }

    /// Returns the components of a position, in their order.
    fn of_position<R: AsRef<dyn Positions> + ?Sized>(&mut self, position: &Sum<R>) -> Vec<Id> {
        position.parts().iter().flat_map(|part| self.of_run(&part.key, part.positions())).collect()
    }

    /// Returns the options of a component, in the order of the rules. An option is a list of components.
    fn options(&mut self, id: Id) -> Rc<[IdSum]> {
        if let Some(options) = self.options.get(&id) {
            return Rc::clone(options);
        }
        let (key, positions) = &self.components[id];
        let (key, options) = (Rc::clone(key), positions.options(0));
        let options: Rc<[IdSum]> = options.iter().map(|option| sorted(self.of_run(&key, &**option))).collect();
        self.options.insert(id, Rc::clone(&options));
        options
    }

    /// Returns the moves of a sum, component by component. A move is the place of a component, and the components that
    /// replace this component.
    fn moves(&mut self, sum: &[Id]) -> Vec<(usize, IdSum)> {
        let each = sum.iter().enumerate();
        each.flat_map(|(at, id)| self.options(*id).to_vec().into_iter().map(move |to| (at, to))).collect()
    }

    /// Returns the sums after one move.
    fn after(&mut self, sum: &[Id]) -> Vec<IdSum> {
        self.moves(sum).into_iter().map(|(at, to)| replaced(sum, at, &to)).collect()
    }

    /// Returns the genus of a sum. This function does not recurse, since play may have thousands of moves.
    fn genus(&mut self, sum: &IdSum) -> BruteGenus {
        let mut open = vec![sum.clone()];
        while let Some(last) = open.last().cloned() {
            let after = self.after(&last);
            let before = open.len();
            open.extend(after.iter().filter(|after| !self.genera.contains_key(*after)).cloned());
            if open.len() == before {
                let genera = after.iter().map(|after| self.genera[after]);
                let misere = if after.is_empty() { 1 } else { mex(genera.clone().map(|genus| genus.misere)) };
                let genus = BruteGenus { normal: mex(genera.map(|genus| genus.normal)), misere };
                self.genera.insert(last, genus);
                open.pop();
            }
        }
        self.genera[sum]
    }

    /// Returns the genus of the sum of all components in `positions`. `key` is the key of their game.
    pub fn genus_of_run(&mut self, key: &str, positions: &dyn Positions) -> BruteGenus {
        let sum = sorted(self.of_run(key, positions));
        self.genus(&sum)
    }

    /// Returns the genus of a whole position.
    pub fn genus_of(&mut self, position: &Sum) -> BruteGenus {
        let sum = sorted(self.of_position(position));
        self.genus(&sum)
    }

    /// Counts the sums that moves can reach from a position, and the position itself. Returns `None` if there are more
    /// than `most`, or if play can return to an earlier sum.
    pub fn reach(&mut self, key: &str, positions: &dyn Positions, most: usize) -> Option<usize> {
        // The search is depth first. In `reached`, a sum has the value `true` while the sums to which its moves lead
        // are still being searched.
        let mut reached: HashMap<IdSum, bool> = HashMap::new();
        let mut open = vec![(sorted(self.of_run(key, positions)), false)];
        while let Some((sum, is_done)) = open.pop() {
            if is_done {
                reached.insert(sum, false);
                continue;
            }
            if reached.contains_key(&sum) {
                continue;
            }
            let mut after = self.after(&sum);
            reached.insert(sum.clone(), true);
            open.push((sum, true));
            if after.iter().any(|after| reached.get(after) == Some(&true)) {
                return None;
            }
            after.retain(|after| !reached.contains_key(after));
            after.sort_unstable();
            after.dedup();
            // The number of sums is checked before their options are listed, since there may be too many sums.
            if reached.len() + after.len() > most {
                return None;
            }
            open.extend(after.into_iter().map(|after| (after, false)));
        }
        Some(reached.len())
    }

    /// Compares everything that a solution says about a sum with brute force. Panics if something is wrong.
    pub fn check(&mut self, position: &Sum, play: Play) {
        let what = format!("{} in {play:?} play", text(position));
        let sum = self.of_position(position);
        let solution = match Solution::of(copy(position), play, &TABLES) {
            Ok(solution) => solution,
            Err(refusal) => return assert!(self.may_refuse(position, play, &refusal), "{refusal:?}: {what}"),
        };
        let genus = self.genus(&sorted(sum.clone()));
        assert_eq!(solution.winner() == Winner::First, genus.wins(play), "the winner of {what}");
        assert_eq!(solution.is_misere(), play == Play::Misere);

        let values: Vec<Value> = position.places().map(|place| solution.value(place)).collect();
        for (id, value) in sum.iter().zip(&values) {
            let alone = self.genus(&vec![*id]).normal;
            match value {
                Value::Nimber(value) => assert_eq!(*value, alone, "the values of {what}"),
                Value::Outcome { wins, .. } => assert_eq!(*wins, alone != 0, "the winner of a component of {what}"),
                Value::Infinite(_) => panic!("play ends in {what}"),
            }
        }
        let known = values.iter().all(|value| matches!(value, Value::Nimber(_)));
        assert_eq!(solution.grundy().cloned(), known.then(|| genus.normal.into()), "the value of {what}");

        let mut all = Vec::new();
        for (at, to) in self.moves(&sum) {
            let after = self.genus(&replaced(&sum, at, &to));
            let grundy = known.then(|| Natural::from(after.normal));
            let outcome = if after.wins(play) { MoveResult::Loss } else { MoveResult::Win };
            all.push(Told { r#move: (at, to), grundy, outcome });
        }
        let mut winning: Vec<Told> = all.iter().filter(|told| told.outcome == MoveResult::Win).cloned().collect();
        assert!(!solution.can_be_drawn() && solution.drawing_count().is_zero(), "a draw in {what}");
        assert_eq!(solution.count(), Natural::from(all.len()), "the moves of {what}");
        assert_eq!(solution.winning_count(), Natural::from(winning.len()), "the winning moves of {what}");
        assert_eq!(self.listed(&solution, Filter::All), all, "the moves of {what}");
        let listed = self.listed(&solution, Filter::Winning);
        self.check_picks(&solution, if listed.is_empty() { &all } else { &listed });
        assert_same(listed, &mut winning, &what);

        let choice = if winning.is_empty() { &all } else { &winning };
        let (best, count) = solution.best_and_winning_count();
        assert_eq!(count, solution.winning_count(), "the winning moves of {what}");
        let mut told = |best: Option<Move>| best.map(|best| self.of_move(position, &best));
        assert_eq!(told(best), told(solution.best()), "the move that is recommended in {what}");
        match solution.best() {
            None => assert!(choice.is_empty(), "no move is recommended in {what}"),
            Some(best) => {
                let best = self.of_move(position, &best);
                assert!(choice.iter().any(|told| told.r#move == best), "{best:?} is recommended in {what}");
            }
        }
    }

    /// Compares the outcomes of all moves, and the recommended move, with brute force. Tests also call this for sums
    /// after a move, because a game may represent such a sum in another way than a sum that was read.
    pub fn check_outcomes(&mut self, solution: &Solution) {
        let play = if solution.is_misere() { Play::Misere } else { Play::Normal };
        let what = format!("{} in {play:?} play", text(solution.position()));
        let mut wins = |r#move: &Move| {
            let after = solution.position().after(r#move);
            let after = self.of_position(&after);
            !self.genus(&sorted(after)).wins(play)
        };
        let mut winning = 0_usize;
        for listed in solution.moves(Filter::All, ListingStart::START) {
            let outcome = if wins(&listed.r#move) { MoveResult::Win } else { MoveResult::Loss };
            winning += usize::from(outcome == MoveResult::Win);
            assert_eq!(listed.outcome, outcome, "{:?} in {what}", listed.r#move);
        }
        assert_eq!(solution.winning_count(), Natural::from(winning), "the winning moves of {what}");
        assert_eq!(
            solution.winner() == Winner::First,
            winning > 0 || solution.is_misere() && solution.count().is_zero(),
            "{what}"
        );
        if let Some(best) = solution.best() {
            assert_eq!(wins(&best), winning > 0, "{best:?} is recommended in {what}");
        }
    }

    /// Returns the moves of a listing. For at most three of these moves, checks that a listing that begins at the mark
    /// of the move has this move and all moves after it.
    fn listed(&mut self, solution: &Solution, filter: Filter) -> Vec<Told> {
        let listed: Vec<RatedMove> = solution.moves(filter, ListingStart::START).collect();
        let marks: Vec<ListingStart> = listed.iter().map(|listed| listed.mark.clone()).collect();
        let mut told = Vec::new();
        for RatedMove { r#move, value, outcome, .. } in listed {
            assert_eq!(solution.outcome(&r#move), outcome, "{move:?}");
            let after = solution.position().after(&r#move);
            let play = if solution.is_misere() { Play::Misere } else { Play::Normal };
            // The options of a sum that has a solution must have a solution, too, so that play can always continue.
            let after = Solution::of(after, play, &TABLES).unwrap();
            assert_eq!(after.winner() == Winner::Second, outcome == MoveResult::Win, "{move:?}");
            let grundy = value.map(|value| match value {
                Value::Nimber(value) => value,
                other => panic!("{other:?} after {move:?}"),
            });
            told.push(Told { r#move: self.of_move(solution.position(), &r#move), grundy, outcome });
        }
        for (at, mark) in marks.into_iter().enumerate().step_by(told.len().div_ceil(3).max(1)) {
            let rest: Vec<_> = solution.moves(filter, mark).map(|listed| listed.r#move).collect();
            let rest: Vec<_> = rest.iter().map(|rest| self.of_move(solution.position(), rest)).collect();
            assert!(rest.iter().eq(told[at..].iter().map(|told| &told.r#move)), "the moves from {at} on are others");
        }
        told
    }

    /// Checks that the move picked by a rank is the listed move with this rank. `expected` has the listed moves.
    fn check_picks(&mut self, solution: &Solution, expected: &[Told]) {
        for (rank, told) in expected.iter().enumerate() {
            let pick = solution.pick(|count| {
                assert_eq!(*count, Natural::from(expected.len()));
                rank.into()
            });
            assert_eq!(self.of_move(solution.position(), &pick.unwrap()), told.r#move, "the pick of rank {rank}");
        }
        if expected.is_empty() {
            assert!(solution.pick(Natural::clone).is_none());
        }
    }

    /// Returns a move as the place of its component, and the components that replace this component.
    fn of_move<R: AsRef<dyn Positions> + ?Sized>(&mut self, position: &Sum<R>, made: &Move) -> (usize, IdSum) {
        let at = position.places().position(|other| other == made.place).unwrap();
        (at, sorted(self.of_run(&position.parts()[made.place.part].key, &*position.left(made))))
    }

    /// Returns whether a sum may be refused because of the component that `refusal` names. This component must have
    /// moves, and no theory for sums. If no other component has moves, this component must also have no theory for the
    /// case that it is alone.
    fn may_refuse(&mut self, position: &Sum, play: Play, refusal: &Refusal) -> bool {
        let sum = self.of_position(position);
        let places = position.places().zip(sum);
        let alive: Vec<ComponentIndex> =
            places.filter(|(_, id)| !self.options(*id).is_empty()).map(|(place, _)| place).collect();
        match (&refusal.reason, play) {
            (Obstacle::NotAlone, Play::Normal) | (Obstacle::NotTame, Play::Misere) => {}
            _ => return false,
        }
        let Some(part) = position.find(&refusal.key) else { return false };
        let at = ComponentIndex { part, index: refusal.index };
        let positions = alone(&*position.parts()[at.part].components, at.index);
        let unknown = match play {
            Play::Normal => !matches!(positions.value(0), Value::Nimber(_)),
            Play::Misere => positions.tameness(0) == Tameness::Unknown,
        };
        unknown && alive.contains(&at) && (alive.len() > 1 || !positions.has_theory_alone(0, play))
    }
}

/// A move of a listing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Told {
    /// The place of the component, and the components that replace this component.
    r#move: (usize, IdSum),
    /// The value of the sum after the move.
    grundy: Option<Natural>,
    outcome: MoveResult,
}

/// Asserts that both lists have the same moves, in any order.
fn assert_same(mut listed: Vec<Told>, expected: &mut [Told], what: &str) {
    listed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(listed, expected, "the winning moves of {what}");
}

fn sorted(mut sum: IdSum) -> IdSum {
    sum.sort_unstable();
    sum
}

/// Returns the sum with one component replaced by others.
fn replaced(sum: &[Id], at: usize, to: &[Id]) -> IdSum {
    let (before, after) = sum.split_at(at);
    sorted([before, to, &after[1..]].concat())
}

fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let values: HashSet<u64> = values.collect();
    (0..=u64::MAX).find(|value| !values.contains(value)).unwrap()
}

/// Solves one component alone.
pub fn alone(positions: &dyn Positions, index: usize) -> Box<dyn Solved> {
    positions.alone(index).solve(Play::Normal, &TABLES).unwrap()
}

/// Copies a position.
pub fn copy<R: AsRef<dyn Positions> + ?Sized>(position: &Sum<R>) -> Sum {
    let copy =
        |part: &Summand<R>| Summand { key: part.key.clone(), place: part.place, components: part.positions().copy() };
    Sum::new(position.parts().iter().map(copy))
}

/// Returns the JSON of a position.
pub fn text<R: AsRef<dyn Positions> + ?Sized>(position: &Sum<R>) -> String {
    serde_json::to_string(position).unwrap()
}
