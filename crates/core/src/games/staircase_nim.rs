//! Staircase nim: move coins from a step to the next lower step. The theory is in [`crate::game::kinds::stairs`].

use crate::game::kinds::lists;
use crate::game::kinds::stairs;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, small};
use crate::number::Natural;
use crate::theory::sources::FERGUSON;
use crate::theory::step::equation;

/// Staircase nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaircaseNim;

/// Returns the staircase after some coins have gone down from the step at `index`.
fn down(steps: &[Natural], index: usize, coins: &Natural) -> Vec<Natural> {
    let mut steps = steps.to_vec();
    steps[index] = steps[index].saturating_sub(coins);
    if let Some(below) = index.checked_sub(1) {
        steps[below] = &steps[below] + coins;
    }
    steps
}

impl Rules for StaircaseNim {
    type Position = Vec<Natural>;
    /// The index of the step, and the coins that go down from it.
    type Move = (usize, Natural);

    const CARD: Card = Card {
        id: "staircase-nim",
        name: "Staircase nim",
        aliases: &["Staircase Nim (HackerRank)", "Stair nim"],
        problems: &["CSES Stair Game", "Luogu P3480"],
        keywords: &["stairs", "steps", "staircase"],
        tags: &[Tag::Heaps, Tag::Coins, Tag::Contest],
        rules: "Coins on the steps of a staircase. A move takes any number of coins, at least one, from a step and \
                puts them on the next lower one; from step 1 they leave the game. Who cannot move loses. Where coins \
                stay on the lowest stair, as in CSES's Stair Game, that stair is no step: leave it out. In Luogu P3480, \
                heaps that ascend stay so: step 1 is the last difference of neighbours, and the first heap is the last step.",
        position: "the coins on step 1, 2, 3, …",
        text_form: "coins,coins,…",
        example: "2,1,3",
        moves: &[
            ("2,1,3", "2,3,1", "move 2 coins from step 3 to step 2"),
            ("2,1,3", "1,1,3", "move 1 coin off step 1"),
        ],
        sources: &[FERGUSON, Source { author: "HackerRank", year: 2014, title: "Game Theory: Move the Coins" }],
        normal: "Exact. The value is the XOR of the coins on steps 1, 3, 5, ….",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if no odd step has more than 1 coin.",
        ..Card::BLANK
    };

    /// The moves, step by step. From each step, 1, 2, … coins go down.
    fn moves(&self, steps: &Vec<Natural>) -> impl Iterator<Item = (usize, Natural)> {
        let coins = |index: usize| 1..=steps[index].to_u64().unwrap_or_default();
        (0..steps.len()).flat_map(move |index| coins(index).map(move |coins| (index, coins.into())))
    }

    fn find(&self, steps: &Vec<Natural>, left: &Follower<Vec<Natural>>) -> Result<(usize, Natural), Illegal> {
        let to = left.whole()?;
        let Some(changes) = lists::changes(steps, to) else {
            return Err(format!("the steps stay {}", steps.len()).into());
        };
        let from = changes.last().and_then(|index| Some((*index, steps[*index].checked_sub(&to[*index])?)));
        let from = from.filter(|(index, coins)| down(steps, *index, coins) == *to);
        from.ok_or_else(|| "one step must lose coins, and the next lower one must get just these".into())
    }

    fn after(&self, steps: &Vec<Natural>, (index, coins): &(usize, Natural)) -> Follower<Vec<Natural>> {
        down(steps, *index, coins).into()
    }

    fn describe(&self, _: &Vec<Natural>, (index, coins): &(usize, Natural)) -> String {
        let what = if *coins == 1 { "coin" } else { "coins" };
        match index {
            0 => format!("move {} {what} off step 1", coins.short()),
            index => format!("move {} {what} from step {} to step {index}", coins.short(), index + 1),
        }
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        [small::lists(0..=3, 4), small::lists(4..=4, 2), small::lists(6..=6, 1)].concat()
    }
}

impl Theory<Self> for StaircaseNim {
    type Solved = Natural;

    fn solve(&self, steps: &Vec<Natural>) -> Natural {
        stairs::solve(steps)
    }

    fn moves_to<'a>(
        &'a self,
        steps: &'a Vec<Natural>,
        own: &'a Natural,
        goal: &Goal,
    ) -> Option<Moves<'a, (usize, Natural)>> {
        match goal {
            Goal::All => {
                let make = move |index, rank: &Natural| Some((index, rank + &Natural::ONE));
                Some(Moves::blocks(0..steps.len(), move |index| steps[*index].clone(), make))
            }
            goal => {
                let moves = stairs::moves_of(steps, own, goal)?;
                Some(Moves::found(moves, |down| Some((down.index, down.coins.clone()))))
            }
        }
    }

    fn explain(&self, steps: &Vec<Natural>, own: &Natural) -> Vec<Step> {
        let theory = "What comes onto an odd step can be sent on at once, so the coins on odd steps are heaps of nim, and the \
                      others do not count: the value is the XOR of the coins on odd steps.";
        let here = match stairs::shown(steps) {
            shown if shown.is_empty() => "Here there is no step.".to_owned(),
            shown => format!("Here it is {}.", equation(&shown, own.short())),
        };
        vec![Step::by(FERGUSON, theory), Step::new(here)]
    }

    fn tameness(&self, steps: &Vec<Natural>, _: &Natural) -> Tameness {
        Tameness::tame(stairs::high(steps) == 0)
    }
}
