//! The combined moves of a compound. They are counted by multiplication, and each move is found by its rank.
//!
//! Moves are listed in lexicographic order: first by the choice for the first component, then by the choice for the
//! second component, and so on. The options of a component are in the order of the rules of its game. If a component
//! may stay as it is, that choice comes after the options.

use super::component::{LabelledComponent, LabelledOptions, label_by_value};
use super::{CombinedMove, CompoundSolution};
use crate::game::Goal;
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::{ComponentIndex, Filter, Move, Winner};
use crate::theory::compounds::counts::Counts;
use crate::theory::compounds::{Compound, Label};
use crate::theory::graphs::MoveResult;

/// A combined move in a list of moves, with its rank and its outcome.
#[derive(Debug)]
pub struct RatedCombinedMove {
    /// The rank of the move among the moves that are listed.
    pub rank: Natural,
    /// The move.
    pub combined: CombinedMove,
    /// The outcome for the player who makes the move.
    pub outcome: MoveResult,
}

/// Some of the choices for a component. All of them leave the component with the same label.
#[derive(Clone, Debug)]
struct Choices<'s> {
    count: Natural,
    label: &'s Label,
    /// By how much each of these choices changes the length of the component: see
    /// [`OptionRun::length`](super::component::OptionRun::length).
    longer: i64,
    from: Origin<'s>,
}

/// The kind of some [`Choices`]: options of the component, or leaving the component as it is.
#[derive(Clone, Debug)]
enum Origin<'s> {
    /// The choices are consecutive options in the list of the options that meet the goal. The number is the rank of the
    /// first choice in this list.
    Options(&'s Goal, Natural),
    /// The component does not change.
    Stay,
    /// Options that can't be found by rank, because no goal selects them. Only their number is known.
    Uncounted,
}

/// The option that is chosen for a component.
struct Chosen<'s> {
    place: ComponentIndex,
    goal: &'s Goal,
    rank: Natural,
    /// The label of the option, if it is known before the option is made.
    label: Option<Label>,
}

/// The outcome of the moves to list. `None` stands for all moves.
type Wanted = Option<MoveResult>;

impl CompoundSolution {
    /// The number of moves.
    #[must_use]
    pub fn count(&self) -> Natural {
        self.ranked(None).count()
    }

    /// The number of winning moves.
    #[must_use]
    pub fn winning_count(&self) -> Natural {
        self.ranked(Some(MoveResult::Win)).count()
    }

    /// The number of moves that keep the game drawn.
    #[must_use]
    pub fn drawing_count(&self) -> Natural {
        self.ranked(Some(MoveResult::Draw)).count()
    }

    /// The moves whose ranks are at least `from`. Each move is computed only when the iterator reaches it.
    pub fn moves(&self, filter: Filter, from: Natural) -> impl Iterator<Item = RatedCombinedMove> {
        let ranked = self.ranked(Self::wanted(filter));
        let mut next = from;
        std::iter::from_fn(move || {
            let rank = next.clone();
            next = &next + &Natural::ONE;
            ranked.rated(rank)
        })
    }

    /// Chooses a random move that is as good as the position. In a won position it is a winning move, and in a drawn
    /// position it is a move that keeps the draw. In a lost position it is any move. All these moves are equally likely
    /// if `draw` returns each number below its argument with the same chance.
    #[must_use]
    pub fn pick(&self, draw: impl FnOnce(&Natural) -> Natural) -> Option<CombinedMove> {
        let wanted = match self.winner() {
            Winner::First => Some(MoveResult::Win),
            Winner::Draw => Some(MoveResult::Draw),
            Winner::Second => None,
        };
        self.pick_of(wanted, draw)
    }

    /// Chooses a random move. All moves are equally likely if `draw` returns each number below its argument with the
    /// same chance.
    #[must_use]
    pub fn pick_any(&self, draw: impl FnOnce(&Natural) -> Natural) -> Option<CombinedMove> {
        self.pick_of(None, draw)
    }

    fn pick_of(&self, wanted: Wanted, draw: impl FnOnce(&Natural) -> Natural) -> Option<CombinedMove> {
        let ranked = self.ranked(wanted);
        let count = ranked.count();
        let rank = (!count.is_zero()).then(|| draw(&count))?;
        Some(ranked.rated(rank)?.combined)
    }

    /// The recommended move; `None` iff there is no move.
    ///
    /// In a conjunctive compound, the move makes the length of each component smaller by 1. This wins if any move wins,
    /// and otherwise delays the end. In a won selective compound, the move ends the game at once if it can. Otherwise
    /// it changes each won component to the lost option that is over soonest. In a won diminished disjunctive compound,
    /// the move wins and makes progress. In all other cases, it is the first move that keeps the outcome of the
    /// position.
    #[must_use]
    pub fn best(&self) -> Option<CombinedMove> {
        if self.is_over() {
            return None;
        }
        let chosen = match self.rule.compound {
            Compound::Conjunctive | Compound::ContinuedConjunctive => self.each(|_, component| shorter(component)),
            Compound::Selective | Compound::ShortenedSelective if self.winner() == Winner::First => self.simple_win(),
            Compound::DiminishedDisjunctive if self.winner() == Winner::First => self.ending_win(),
            _ => None,
        };
        let chosen = chosen.filter(|chosen| !chosen.is_empty());
        match chosen {
            Some(chosen) => self.made(&chosen),
            None => self.pick(|_| Natural::ZERO),
        }
    }

    /// Collects the options that `choose` returns, at most one for each component. `None` if `choose` fails for a
    /// component, or if the meter is spent.
    fn each<'s>(
        &'s self,
        choose: impl Fn(ComponentIndex, &'s LabelledComponent) -> Result<Option<(&'s Goal, Natural)>, NoChoice>,
    ) -> Option<Vec<Chosen<'s>>> {
        let mut all = Vec::new();
        for (place, component) in &self.components {
            meter::go_on(cost::LOOK_UP).ok()?;
            if let Some((goal, rank)) = choose(*place, component).ok()? {
                all.push(Chosen { place: *place, goal, rank, label: None });
            }
        }
        Some(all)
    }

    /// The winning move of a selective compound, if the labels of the components suffice to find one. They do not
    /// suffice in misère play of a compound that ends only when all components have ended.
    fn simple_win(&self) -> Option<Vec<Chosen<'_>>> {
        let ending = self.components.iter().find(|(_, component)| component.label == Label::CanEnd);
        if let Some((ending, _)) = ending {
            return self.each(|place, component| {
                Ok(if place == *ending { Some(first_with(component, &Label::Over).ok_or(NoChoice)?) } else { None })
            });
        }
        self.each(|_, component| match &component.label {
            Label::Won => first_with(component, &Label::Lost).ok_or(NoChoice).map(Some),
            Label::Lost => Ok(None),
            _ => Err(NoChoice),
        })
    }

    /// The winning move of a compound in which each move changes only one component. The move ends the game at once, or
    /// else it makes progress, so that play does not go on for ever: see [`crate::theory::graphs::tokens`].
    fn ending_win(&self) -> Option<Vec<Chosen<'_>>> {
        let wins = self.ranked(Some(MoveResult::Win)).single();
        let (place, choices, _) =
            wins.into_iter().min_by_key(|(_, choices, _)| (*choices.label != Label::Over, choices.longer))?;
        let Origin::Options(goal, rank) = choices.from else { return None };
        Some(vec![Chosen { place, goal, rank, label: None }])
    }

    fn made(&self, chosen: &[Chosen]) -> Option<CombinedMove> {
        let moves = chosen.iter().map(|Chosen { place, goal, rank, .. }| {
            let made = self.position().components_of(*place).moves(place.index, goal).nth(rank)?;
            Some(Move { place: *place, made })
        });
        Some(CombinedMove(moves.collect::<Option<_>>()?))
    }

    fn ranked(&self, wanted: Wanted) -> Ranked<'_> {
        Ranked { solution: self, wanted }
    }

    /// Returns the result of [`Self::counts_behind`], which is computed when it is first needed.
    fn behind(&self) -> &[Counts] {
        self.behind.get_or_init(|| self.counts_behind())
    }

    /// The choices that a combined move has for a component: one of its options, or no move
    /// if the rule allows this.
    fn choices<'s>(&'s self, component: &'s LabelledComponent, wanted: Wanted) -> Vec<Choices<'s>> {
        let mut all = Vec::new();
        let ended = component.has_ended();
        match &component.options {
            LabelledOptions::Rows(rows) => {
                let mut first = Natural::ZERO;
                for row in rows {
                    let from = Origin::Options(&Goal::All, first.clone());
                    first = &first + &row.count;
                    let length = |length: Option<u32>| i64::from(length.unwrap_or_default());
                    let longer = length(row.length) - length(component.length);
                    all.push(Choices { count: row.count.clone(), label: &row.label, longer, from });
                }
            }
            LabelledOptions::ByValue { lost, count, goal } => {
                let others = count.saturating_sub(lost);
                // If all moves are listed, the label of each option is found when the option is made.
                let (lost_from, others_from) = match wanted {
                    None => (Origin::Options(&Goal::All, Natural::ZERO), Origin::Options(&Goal::All, lost.clone())),
                    Some(_) => (Origin::Options(goal, Natural::ZERO), Origin::Uncounted),
                };
                all.push(Choices { count: lost.clone(), label: &Label::Lost, longer: 0, from: lost_from });
                all.push(Choices { count: others, label: &Label::Won, longer: 0, from: others_from });
            }
        }
        let stays = if ended { !self.rule.compound.is_short() } else { self.rule.compound.may_stay() };
        if stays {
            all.push(Choices { count: Natural::ONE, label: &component.label, longer: 0, from: Origin::Stay });
        }
        all
    }

    /// Returns a list in which the entry with index *i* is about all components from index *i* on. It says, for each
    /// label, how many choices for these components together leave the label.
    fn counts_behind(&self) -> Vec<Counts> {
        let mut behind: Vec<Counts> = Vec::with_capacity(self.components.len());
        for (_, component) in meter::each(self.components.iter().rev(), cost::LOOK_UP) {
            let choices = self.choices(component, None);
            let own = Counts::of(choices.iter().map(|choices| (choices.label, &choices.count)));
            let all = behind.last().map(|behind| own.beside(behind, self.rule));
            behind.push(all.unwrap_or(own));
        }
        behind.reverse();
        behind
    }
}

/// The error that a component has no option with the label that the move needs.
struct NoChoice;

/// The option whose length is smaller by 1 than the length of the component. If play of the component never ends, it is
/// the first option from which play never ends.
fn shorter(component: &LabelledComponent) -> Result<Option<(&Goal, Natural)>, NoChoice> {
    let wanted = match &component.label {
        Label::Length(length) => match length.checked_sub(&Natural::ONE) {
            Some(length) => Label::Length(length),
            None => return Ok(None),
        },
        label => label.clone(),
    };
    first_with(component, &wanted).ok_or(NoChoice).map(Some)
}

/// Finds the option with the label `wanted` and the least [`OptionRun::length`](super::component::OptionRun::length),
/// or the first of several such options. Returns a goal that this option meets, and its rank among the options that
/// meet the goal.
fn first_with<'s>(component: &'s LabelledComponent, wanted: &Label) -> Option<(&'s Goal, Natural)> {
    let rows = match &component.options {
        LabelledOptions::Rows(rows) => rows,
        LabelledOptions::ByValue { lost, goal, .. } => {
            return (*wanted == Label::Lost && !lost.is_zero()).then_some((goal, Natural::ZERO));
        }
    };
    let mut first = Natural::ZERO;
    let mut best: Option<(Option<u32>, Natural)> = None;
    for row in rows {
        meter::go_on(cost::LOOK_UP).ok()?;
        if row.label == *wanted && best.as_ref().is_none_or(|(length, _)| row.length < *length) {
            best = Some((row.length, first.clone()));
        }
        first = &first + &row.count;
    }
    best.map(|(_, rank)| (&Goal::All, rank))
}

/// The moves with the outcome `wanted`. Each move is found by its rank among these moves.
struct Ranked<'s> {
    solution: &'s CompoundSolution,
    wanted: Wanted,
}

impl<'s> Ranked<'s> {
    fn is_wanted(&self, label: &Label) -> bool {
        self.wanted.is_none_or(|wanted| self.solution.rule.outcome(label) == wanted)
    }

    fn count(&self) -> Natural {
        let Self { solution, .. } = self;
        if solution.is_over() {
            return Natural::ZERO;
        }
        if solution.rule.compound == Compound::DiminishedDisjunctive {
            return self.single().iter().map(|(_, choices, _)| &choices.count).sum();
        }
        let all = solution.behind().first().map_or(Natural::ZERO, |all| all.total_where(|label| self.is_wanted(label)));
        // A move must not leave all components as they are. The choice to leave them all comes last, so it suffices to
        // subtract 1 from the number of moves.
        let stays = solution.rule.compound.may_stay() && self.is_wanted(&solution.label);
        all.saturating_sub(&stays.into())
    }

    /// Returns the choices with the outcome `wanted`, for compounds in which each move changes only one component. Each
    /// choice comes with the label of all components together after the choice.
    fn single(&self) -> Vec<(ComponentIndex, Choices<'s>, Label)> {
        let Self { solution, .. } = self;
        let (rule, components) = (solution.rule, &solution.components);
        let beside = |left: &Option<Label>, right: &Label| match left {
            Some(left) => rule.beside(left, right),
            None => right.clone(),
        };
        // For each component, the label of all later components together. The list begins with the last component.
        let mut behind = Vec::with_capacity(components.len());
        let mut all_behind = None;
        for (_, component) in components.iter().rev() {
            behind.push(all_behind.clone());
            all_behind = Some(beside(&all_behind, &component.label));
        }
        let (mut wanted, mut before) = (Vec::new(), None);
        for (place, component) in components {
            let others = match (&before, behind.pop().flatten()) {
                (before, Some(behind)) => Some(beside(before, &behind)),
                (before, None) => before.clone(),
            };
            for choices in meter::each(solution.choices(component, self.wanted), cost::LOOK_UP) {
                let left = beside(&others, choices.label);
                if self.is_wanted(&left) {
                    wanted.push((*place, choices, left));
                }
            }
            before = Some(beside(&before, &component.label));
        }
        wanted
    }

    fn rated(&self, rank: Natural) -> Option<RatedCombinedMove> {
        let chosen = self.chosen(&rank)?;
        let combined = self.solution.made(&chosen)?;
        let mut changed = chosen.iter().zip(&combined.0).peekable();
        let mut labels = Vec::with_capacity(self.solution.components.len());
        for (place, component) in &self.solution.components {
            meter::go_on(cost::LOOK_UP).ok()?;
            labels.push(match changed.next_if(|(chosen, _)| chosen.place == *place) {
                Some((Chosen { label: Some(label), .. }, _)) => label.clone(),
                Some((_, Move { made, .. })) => {
                    label_by_value(self.solution.position.components_of(*place), place.index, made).ok()?
                }
                None => component.label.clone(),
            });
        }
        let left = self.solution.rule.of_list(&labels);
        Some(RatedCombinedMove { rank, outcome: self.solution.rule.outcome(&left), combined })
    }

    /// The options that the move with this rank consists of.
    fn chosen(&self, rank: &Natural) -> Option<Vec<Chosen<'s>>> {
        let Self { solution, .. } = self;
        if *rank >= self.count() {
            return None;
        }
        if solution.rule.compound == Compound::DiminishedDisjunctive {
            return self.chosen_in_one(rank);
        }
        let (mut rank, mut all) = (rank.clone(), Vec::new());
        let mut so_far: Option<Label> = None;
        for (at, (place, component)) in solution.components.iter().enumerate() {
            let mut choices = solution.choices(component, self.wanted).into_iter();
            let (choices, own, label) = loop {
                meter::go_on(cost::LOOK_UP).ok()?;
                let choices = choices.next()?;
                let label = match &so_far {
                    Some(so_far) => solution.rule.beside(so_far, choices.label),
                    None => choices.label.clone(),
                };
                let each = self.completions(at + 1, &label);
                if let Some(rest) = rank.checked_sub(&(&choices.count * &each)) {
                    rank = rest;
                    continue;
                }
                let (own, rest) = rank.div_rem(&each);
                rank = rest;
                break (choices, own, label);
            };
            match choices.from {
                Origin::Options(goal, first) => all.push(Chosen {
                    place: *place,
                    goal,
                    rank: &first + &own,
                    label: component.tells_by_rank(goal).then(|| choices.label.clone()),
                }),
                Origin::Stay => {}
                Origin::Uncounted => return None,
            }
            so_far = Some(label);
        }
        Some(all)
    }

    /// Does the same as [`Self::chosen`], for compounds in which each move changes only one component.
    fn chosen_in_one(&self, rank: &Natural) -> Option<Vec<Chosen<'s>>> {
        let mut rank = rank.clone();
        for (place, choices, _) in self.single() {
            match (rank.checked_sub(&choices.count), choices.from) {
                (Some(rest), _) => rank = rest,
                (None, Origin::Options(goal, first)) => {
                    let label = Some(choices.label.clone());
                    return Some(vec![Chosen { place, goal, rank: &first + &rank, label }]);
                }
                (None, _) => return None,
            }
        }
        None
    }

    /// Counts the ways to complete a move by choices for the components from index `from` on. If an outcome is wanted,
    /// only moves with this outcome count. The choices for the earlier components together leave the label `so_far`.
    fn completions(&self, from: usize, so_far: &Label) -> Natural {
        match self.solution.behind().get(from) {
            None => self.is_wanted(so_far).into(),
            Some(behind) if self.wanted.is_none() => behind.total(),
            Some(behind) => behind.total_where(|label| self.is_wanted(&self.solution.rule.beside(so_far, label))),
        }
    }
}
