//! End nim: take from the first or the last heap of a row.
//!
//! For each row there is exactly one heap size *l*, perhaps 0, such that a heap of *l* put before the row makes a lost
//! position. Likewise there is exactly one size *r* for a heap put behind the row. The sizes *l* and *r* can be
//! computed from those for shorter rows (Albert and Nowakowski 2001). Put a heap of *x* behind a row that has *l* and
//! *r*. The longer row has a new *l*: 0 if *x* = *r*; *x* − 1 if *r* < *x* ≤ *l*; *x* + 1 if *l* ≤ *x* < *r*; and *x*
//! otherwise. The rule for *r* is the mirror image. This gives the winner in quadratic time. For each end, it also
//! gives the only move at this end that may win. Grundy values are not known.
//!
//! In misère play, a row with a heap of 2 or more has the same winner as in normal play. If all heaps are 1, the row is
//! lost iff the number of heaps is odd (Cairns and Ho 2011).

use std::collections::VecDeque;

use crate::game::kinds::lists::{self, with};
use crate::game::{
    Card, Follower, Goal, HasValue, Illegal, Moves, Play, Rules, Source, Step, Tag, Theory, Value, small,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::step::{counted, joined};

/// End nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndNim;

const ALBERT_AND_NOWAKOWSKI: Source =
    Source { author: "M. H. Albert and R. J. Nowakowski", year: 2001, title: "The game of End-Nim" };

const CAIRNS_AND_HO: Source =
    Source { author: "G. Cairns and N. B. Ho", year: 2011, title: "A restriction of the game End-Nim" };

/// The largest length of a row. It is limited because solving needs quadratic time.
const LONGEST: usize = 2000;

/// The heap at an end of the row. `normal` and `misere` are the numbers of stones that a winning move leaves in this
/// heap; `None` if no move in this heap wins.
#[derive(Clone, Debug)]
struct End {
    place: usize,
    normal: Option<Natural>,
    misere: Option<Natural>,
}

impl End {
    fn left(&self, play: Play) -> Option<(usize, &Natural)> {
        let left = match play {
            Play::Normal => &self.normal,
            Play::Misere => &self.misere,
        };
        left.as_ref().map(|left| (self.place, left))
    }
}

/// Two heap sizes for a row: a heap of the first size before the row makes a lost position, and so does a heap of the
/// second size behind the row.
type Partners = (Natural, Natural);

/// The explanation shows the partners of the shorter rows of at most this many lengths.
const SHOWN_LENGTHS: usize = 3;

/// A solved row.
#[derive(Clone, Debug)]
pub struct SolvedRow {
    /// The partners of the longest shorter rows, in the order in which they were found: a list for each length.
    shorter: VecDeque<Vec<Partners>>,
    /// The first and the last heap. If the row has only one heap, the list has one entry.
    ends: Vec<End>,
}

impl SolvedRow {
    /// Returns the moves that win if the row is played alone. Each move is the index of a heap, and the number of
    /// stones that the move leaves in this heap.
    fn winning(&self, play: Play) -> impl Iterator<Item = (usize, &Natural)> {
        self.ends.iter().filter_map(move |end| end.left(play))
    }
}

impl HasValue for SolvedRow {
    fn value(&self) -> Value {
        Value::Outcome { wins: self.winning(Play::Normal).next().is_some(), valued: false }
    }
}

/// Returns the size of the heap that makes a row a lost position if it is put at the row's far end. The row has the
/// heap `heap` at its near end. Consider the row without `heap`. A heap of size `far` at its far end would make it a
/// lost position, and so would a heap of size `near` at its near end.
fn partner(heap: &Natural, far: &Natural, near: &Natural) -> Natural {
    if heap == near {
        Natural::ZERO
    } else if near < heap && heap <= far {
        heap - &Natural::ONE
    } else if far <= heap && heap < near {
        heap + &Natural::ONE
    } else {
        heap.clone()
    }
}

/// Returns the partners of the longest shorter rows: a list for each of at most [`SHOWN_LENGTHS`] lengths, the shortest
/// first. The entry at an index of a list is for the part of the row that starts at this index. A row of fewer than two
/// heaps has no list.
fn partners(heaps: &[&Natural]) -> VecDeque<Vec<Partners>> {
    let mut lists: VecDeque<Vec<Partners>> = VecDeque::new();
    for length in meter::each(1..heaps.len(), 0) {
        meter::charge_each(heaps.len() - length, cost::LOOK_UP);
        let list = match lists.back() {
            None => heaps.iter().map(|heap| ((*heap).clone(), (*heap).clone())).collect(),
            Some(rows) => (0..=heaps.len() - length)
                .map(|first| {
                    let ((before, behind), (next_before, next_behind)) = (&rows[first], &rows[first + 1]);
                    let last = heaps[first + length - 1];
                    (partner(last, before, behind), partner(heaps[first], next_behind, next_before))
                })
                .collect(),
        };
        if lists.len() == SHOWN_LENGTHS {
            lists.pop_front();
        }
        lists.push_back(list);
    }
    lists
}

/// Lists the partners of the shorter rows of several heaps, in words. `None` if there is no such row.
fn shorter_rows(heaps: &[&Natural], shorter: &VecDeque<Vec<Partners>>) -> Option<String> {
    let short = |heap: &&Natural| heap.short().to_string();
    let mut rows = Vec::new();
    for list in shorter {
        let length = heaps.len() + 1 - list.len();
        for (first, (before, behind)) in list.iter().enumerate().filter(|_| length > 1) {
            let row = joined(&heaps[first..first + length], short, " ");
            rows.push(format!("{row} (l = {}, r = {})", before.short(), behind.short()));
        }
    }
    let are_all = heaps.len() <= SHOWN_LENGTHS + 2;
    let which = if are_all { "The shorter rows" } else { "The longest of the shorter rows" };
    (!rows.is_empty()).then(|| format!("{which}: {}.", rows.join("; ")))
}

/// The heaps that are not empty, with their places.
fn present(heaps: &[Natural]) -> Vec<(usize, &Natural)> {
    heaps.iter().enumerate().filter(|(_, heap)| !heap.is_zero()).collect()
}

fn heaps_of<'h>(row: &[(usize, &'h Natural)]) -> Vec<&'h Natural> {
    row.iter().map(|(_, heap)| *heap).collect()
}

/// The places of the first and the last heap that is not empty. If they are the same, the place is listed once.
fn ends(heaps: &[Natural]) -> Vec<usize> {
    let is_there = |heap: &Natural| !heap.is_zero();
    let mut ends: Vec<usize> =
        [heaps.iter().position(is_there), heaps.iter().rposition(is_there)].into_iter().flatten().collect();
    ends.dedup();
    ends
}

impl Rules for EndNim {
    type Position = Vec<Natural>;
    /// The place of the heap, and the stones left in it.
    type Move = (usize, Natural);

    const CARD: Card = Card {
        id: "end-nim",
        name: "End nim",
        aliases: &["Take from the ends", "ZJOI2009 取石子游戏 (Luogu P2599)"],
        problems: &["Luogu P2599"],
        keywords: &["piles in a row", "take from either end", "ends"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A row of heaps. A move takes any number of stones, at least one, from the first or from the last heap that is not \
                empty. Who cannot move loses.",
        position: "the heaps in order, at most 2000; empty ones keep their places",
        text_form: "heap,heap,…",
        example: "0,3,2,5,2",
        moves: &[
            ("0,3,2,5,2", "0,0,2,5,2", "take 3 of 3 from heap 2"),
            ("0,3,2,5,2", "0,3,2,5,1", "take 1 of 2 from heap 5"),
        ],
        sources: &[
            ALBERT_AND_NOWAKOWSKI,
            CAIRNS_AND_HO,
            Source { author: "Luogu", year: 2009, title: "P2599, 取石子游戏" },
        ],
        normal: "The winner and all winning moves of one row are known, but not its value. Sums are searched while \
                 they are small.",
        misere: "The winner and all winning moves of one row are known. Sums are searched while they are small.",
        ..Card::BLANK
    };

    fn legal(&self, heaps: &Vec<Natural>) -> Result<(), Illegal> {
        if heaps.len() > LONGEST {
            return Err(Illegal::part(
                LONGEST,
                format!("there are at most {LONGEST} heaps: solving takes quadratic time"),
            ));
        }
        Ok(())
    }

    /// Lists the moves that take 1, 2, … stones from the first heap. Then lists those that take from the last heap.
    fn moves(&self, heaps: &Vec<Natural>) -> impl Iterator<Item = (usize, Natural)> {
        let lefts = |place: usize| (0..heaps[place].to_u64().unwrap_or_default()).rev();
        ends(heaps).into_iter().flat_map(move |place| lefts(place).map(move |left| (place, left.into())))
    }

    fn find(&self, heaps: &Vec<Natural>, left: &Follower<Vec<Natural>>) -> Result<(usize, Natural), Illegal> {
        let to = left.whole()?;
        let ends = ends(heaps);
        match lists::changes(heaps, to).as_deref() {
            None => Err(format!("the heaps stay {}; empty ones keep their places", heaps.len()).into()),
            Some([place]) if ends.contains(place) && to[*place] < heaps[*place] => Ok((*place, to[*place].clone())),
            Some(_) => Err(Illegal::new(match ends.as_slice() {
                [] => "no heap has a stone".to_owned(),
                [only] => format!("only heap {} has stones, and must get smaller", only + 1),
                [first, last, ..] => {
                    format!("one of heaps {} and {}, the ends of the row, must get smaller", first + 1, last + 1)
                }
            })),
        }
    }

    fn after(&self, heaps: &Vec<Natural>, (place, left): &(usize, Natural)) -> Follower<Vec<Natural>> {
        with(heaps, *place, left.clone()).into()
    }

    fn describe(&self, heaps: &Vec<Natural>, (place, left): &(usize, Natural)) -> String {
        let heap = &heaps[*place];
        format!("take {} of {} from heap {}", heap.saturating_sub(left).short(), heap.short(), place + 1)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        [small::lists(0..=3, 4), small::lists(4..=4, 3), small::lists(5..=5, 2)].concat()
    }
}

impl Theory<Self> for EndNim {
    type Solved = SolvedRow;

    fn solve(&self, heaps: &Vec<Natural>) -> SolvedRow {
        let row = present(heaps);
        let shorter = partners(&heaps_of(&row));
        let high = row.iter().filter(|(_, heap)| **heap > Natural::ONE).count();
        let end = |(place, heap): (usize, &Natural), left: Natural| {
            let others_are_ones = high == usize::from(*heap > Natural::ONE);
            // If all other heaps are 1, the winning move leaves an odd number of heaps of 1.
            let misere = if others_are_ones { Natural::from(row.len() % 2 == 1) } else { left.clone() };
            let smaller = |left: Natural| Some(left).filter(|left| left < heap);
            End { place, normal: smaller(left), misere: smaller(misere) }
        };
        let ends = match (row.as_slice(), shorter.back().map(Vec::as_slice)) {
            ([first, .., last], Some([(_, behind), (before, _)])) => {
                vec![end(*first, before.clone()), end(*last, behind.clone())]
            }
            (row, _) => row.iter().map(|only| end(*only, Natural::ZERO)).collect(),
        };
        SolvedRow { shorter, ends }
    }

    fn moves_to<'a>(
        &'a self,
        heaps: &'a Vec<Natural>,
        row: &'a SolvedRow,
        goal: &Goal,
    ) -> Option<Moves<'a, (usize, Natural)>> {
        match goal {
            Goal::All => {
                let make = move |place: usize, rank: &Natural| {
                    Some((place, heaps[place].checked_sub(&(rank + &Natural::ONE))?))
                };
                Some(Moves::blocks(ends(heaps).into_iter(), move |place| heaps[*place].clone(), make))
            }
            Goal::Wins(play) => {
                Some(Moves::list(row.winning(*play).map(|(place, left)| (place, left.clone())).collect()))
            }
            _ => None,
        }
    }

    fn explain(&self, heaps: &Vec<Natural>, row: &SolvedRow) -> Vec<Step> {
        if row.ends.is_empty() {
            return Vec::new();
        }
        let present = present(heaps);
        let mut steps = Vec::new();
        if let ([(first, _), .., (last, _)], Some([(_, behind), (before, _)])) =
            (&present[..], row.shorter.back().map(Vec::as_slice))
        {
            let theory = "A row has just one size l of a heap before it that makes a lost position, and just one size r behind it. \
                          For a single heap both are its own size.";
            let longer = "Let a row have l and r. With a heap x more behind it, the new l is 0 if x = r, x − 1 if r < x ≤ l, x + 1 if \
                          l ≤ x < r, and else x. With a heap more before it, the new r follows in the mirror image.";
            steps.extend([Step::by(ALBERT_AND_NOWAKOWSKI, theory), Step::by(ALBERT_AND_NOWAKOWSKI, longer)]);
            steps.extend(shorter_rows(&heaps_of(&present), &row.shorter).map(Step::new));
            let of = |size: &Natural, place: &usize| {
                format!("{} in heap {}", counted(size.short(), "stone", "stones"), place + 1)
            };
            let (before, behind) = (of(before, first), of(behind, last));
            steps.push(Step::new(format!("So the position is lost with {before}, and with {behind}.")));
        } else {
            steps.push(Step::new("A single heap is taken whole."));
        }
        let winning: Vec<String> = row
            .winning(Play::Normal)
            .map(|(place, left)| {
                let stones = counted(heaps[place].short(), "stone", "stones");
                format!("leaves {} of the {stones} of heap {}", left.short(), place + 1)
            })
            .collect();
        let wins = !winning.is_empty();
        let here = if wins {
            format!("Here a move wins if it {}.", winning.join(", or "))
        } else {
            "Here neither end has more stones than that, so no move leaves just that many.".to_owned()
        };
        steps.extend([Step::new(here), Step::winner("So", wins, Play::Normal)]);
        steps
    }

    fn explain_misere(&self, heaps: &Vec<Natural>, _: &SolvedRow) -> Vec<Step> {
        let theory = "In misère play a row in which some heap has 2 or more stones is won by whom it is in normal play, and a row of \
                      1s is lost for the player to move exactly if their number is odd.";
        let here = match present(heaps).iter().filter(|(_, heap)| **heap > Natural::ONE).count() {
            0 => "Here no heap has 2 or more.".to_owned(),
            1 => "Here one heap has 2 or more.".to_owned(),
            high => format!("Here {high} heaps have 2 or more."),
        };
        vec![Step::by(CAIRNS_AND_HO, theory), Step::new(here)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_partners_of_the_shorter_rows_are_shown() {
        let row: Vec<Natural> = [0_u64, 3, 2, 5, 2].map(Natural::from).to_vec();
        let steps = EndNim.explain(&row, &EndNim.solve(&row));
        let texts: Vec<String> = steps[2..].iter().map(|step| step.fact.text()).collect();
        let expected = [
            "The shorter rows: 3 2 (l = 2, r = 3); 2 5 (l = 5, r = 2); 5 2 (l = 2, r = 5); 3 2 5 (l = 5, r = 4); 2 5 2 (l = 0, \
             r = 0).",
            "So the position is lost with 0 stones in heap 2, and with 4 stones in heap 5.",
            "Here a move wins if it leaves 0 of the 3 stones of heap 2.",
            "So alone in normal play the player to move wins.",
        ];
        assert_eq!(texts, expected);
    }
}
