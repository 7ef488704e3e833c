//! The poisoned bar: break a bar of chocolate along a line and eat the part without the poisoned square.
//!
//! The bar is a sum of four heaps: the columns left and right of the poisoned square, and the rows above and below it.
//! A break takes any number of lines from one of these heaps. So the game is nim with four heaps.

use crate::game::kinds::lists;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, small};
use crate::number::Natural;
use crate::theory::ranks::xor;

/// The poisoned bar.
#[derive(Clone, Copy, Debug, Default)]
pub struct PoisonedBar;

/// The numbers of columns left and right of the poisoned square, and the numbers of rows above and below it.
type Bar = [Natural; 4];

const ROBIN: Source = Source { author: "A. C. Robin", year: 1989, title: "A poisoned chocolate problem" };

const LINES: [&str; 4] = ["column left", "column right", "row above", "row below"];
const SIDES: [&str; 4] = ["columns on the left", "columns on the right", "rows above", "rows below"];

fn leave(bar: &Bar, side: usize, left: Natural) -> Bar {
    let mut bar = bar.clone();
    bar[side] = left;
    bar
}

/// Returns the moves that change the value *v* of the bar to *v* XOR `change`. A move is the side to eat from, and the
/// number of lines to leave on this side.
fn moves_to(bar: &Bar, change: &Natural) -> Vec<(usize, Natural)> {
    let targets = bar.iter().enumerate().map(|(side, lines)| (side, lines ^ change));
    targets.filter(|(side, left)| *left < bar[*side]).collect()
}

impl Rules for PoisonedBar {
    type Position = Bar;
    /// The side that is eaten from, and the number of lines that remain on this side.
    type Move = (usize, Natural);

    const CARD: Card = Card {
        id: "poisoned-bar",
        name: "Poisoned chocolate bar",
        aliases: &["Poisoned chocolate", "Four-sided nim"],
        keywords: &["poison", "poisonous square", "eat rows and columns", "cut a bar"],
        tags: &[Tag::Boards, Tag::Heaps],
        rules: "A bar of chocolate with one poisoned square. A move breaks it along a line and eats the part without the \
                poisoned square. Who is left with just that square loses.",
        position: "[left, right, above, below]: the columns left and right of the poisoned square, the rows above and below it",
        text_form: "left,right,above,below",
        example: "1,2,3,4",
        moves: &[("1,2,3,4", "0,2,3,4", "eat 1 column left"), ("1,2,3,4", "1,2,3,1", "eat 3 rows below")],
        sources: &[ROBIN],
        normal: "Exact. It is nim with the four numbers as heaps: the value is their XOR.",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if none of the four numbers is above 1.",
        ..Card::BLANK
    };

    /// The moves, one side after the other. From each side, 1, 2, … lines are eaten.
    fn moves(&self, bar: &Bar) -> impl Iterator<Item = (usize, Natural)> {
        let left = |side: usize| (0..bar[side].to_u64().unwrap_or_default()).rev();
        (0..bar.len()).flat_map(move |side| left(side).map(move |left| (side, left.into())))
    }

    fn find(&self, bar: &Bar, left: &Follower<Bar>) -> Result<(usize, Natural), Illegal> {
        let to = left.whole()?;
        match lists::changes(bar, to).as_deref() {
            Some([side]) if to[*side] < bar[*side] => Ok((*side, to[*side].clone())),
            _ => Err("just one of the four numbers must get smaller".into()),
        }
    }

    fn after(&self, bar: &Bar, (side, left): &(usize, Natural)) -> Follower<Bar> {
        leave(bar, *side, left.clone()).into()
    }

    fn describe(&self, bar: &Bar, (side, left): &(usize, Natural)) -> String {
        let eaten = bar[*side].saturating_sub(left);
        if eaten == 1 {
            return format!("eat 1 {}", LINES[*side]);
        }
        format!("eat {} {}", eaten.short(), SIDES[*side])
    }

    fn small(&self) -> Vec<Bar> {
        small::lists(4..=4, 3).into_iter().filter_map(|bar| bar.try_into().ok()).collect()
    }
}

impl Theory<Self> for PoisonedBar {
    type Solved = Natural;

    fn solve(&self, bar: &Bar) -> Natural {
        xor(bar)
    }

    fn moves_to<'a>(&'a self, bar: &'a Bar, xor: &'a Natural, goal: &Goal) -> Option<Moves<'a, (usize, Natural)>> {
        Some(match goal {
            Goal::All => {
                let make =
                    move |side: usize, rank: &Natural| Some((side, bar[side].checked_sub(&(rank + &Natural::ONE))?));
                Moves::blocks(0..bar.len(), move |side| bar[*side].clone(), make)
            }
            Goal::Value(value) => Moves::list(moves_to(bar, &(xor ^ value))),
            _ => return None,
        })
    }

    fn explain(&self, bar: &Bar, xor: &Natural) -> Vec<Step> {
        let [left, right, above, below] = bar.each_ref().map(Natural::short);
        let theory = "A break takes any number of rows or columns from one side of the poisoned square: it is nim with four heaps, and \
                      the value is their XOR.";
        let here = format!("Here it is {left} ⊕ {right} ⊕ {above} ⊕ {below} = {}.", xor.short());
        vec![Step::by(ROBIN, theory), Step::new(here)]
    }

    fn tameness(&self, bar: &Bar, _: &Natural) -> Tameness {
        Tameness::tame(bar.iter().all(|lines| *lines <= Natural::ONE))
    }
}
