//! Compares the solver with brute force over sets of cells. The brute force uses neither components nor normal forms.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use proptest::prelude::*;

use super::{CellMove, Cells, DeletionRules, Layout, Setting, Solver, graphs};
use crate::theory::graphs::Graph;
use crate::theory::misere::sums::Sums;

/// The result of brute force: the Grundy value, and whether the player to move wins in misère play.
type Truth = (u64, bool);

fn truth(rules: &DeletionRules, free: &BTreeSet<usize>, known: &mut HashMap<BTreeSet<usize>, Truth>) -> Truth {
    if let Some(truth) = known.get(free) {
        return *truth;
    }
    let options: Vec<Truth> = rules
        .moves()
        .iter()
        .filter(|made| made.needs().iter().all(|cell| free.contains(cell)))
        .map(|made| {
            let left = free.iter().copied().filter(|cell| !made.takes(*cell)).collect();
            truth(rules, &left, known)
        })
        .collect();
    let value = (0..=u64::MAX).find(|value| options.iter().all(|(option, _)| option != value)).unwrap();
    let wins = options.is_empty() || options.iter().any(|(_, wins)| !wins);
    known.insert(free.clone(), (value, wins));
    (value, wins)
}

fn check(rules: DeletionRules) {
    let rules = Arc::new(rules);
    let free = Cells::all(rules.cells());
    let mut known = HashMap::new();
    let all: BTreeSet<usize> = (0..rules.cells()).collect();
    let (value, wins) = truth(&rules, &all, &mut known);
    let solver = Solver::of(&rules, &free, false, &Setting::default()).unwrap().unwrap();
    assert_eq!(solver.value(), value, "{rules:?}");
    assert_eq!(wins_in_misere(&solver, &free), wins, "{rules:?}");
    let regions = rules.regions(&free);
    let xor = regions.iter().fold(0, |xor, region| xor ^ solver.value_of(region).unwrap());
    assert_eq!(xor, value, "{rules:?}");
    for made in rules.possible(&free) {
        let left = rules.after(&free, made);
        let (value, wins) = truth(&rules, &left.iter().collect(), &mut known);
        for asked in 0..value + 3 {
            assert_eq!(solver.is_worth(&left, asked).unwrap(), asked == value, "{rules:?} {left:?}");
        }
        assert_eq!(solver.value_of(&left).unwrap(), value, "{rules:?} {left:?}");
        assert_eq!(wins_in_misere(&solver, &left), wins, "{rules:?} {left:?}");
        if let Some((tame, _)) = solver.tameness(&left).unwrap() {
            assert_eq!(tame, value);
        }
        let anew = Solver::of(&rules, &left, false, &Setting::default()).unwrap().unwrap();
        assert_eq!(anew.value(), value, "{rules:?} {left:?}");
        assert_eq!(wins_in_misere(&anew, &left), wins, "{rules:?} {left:?}");
    }
}

fn wins_in_misere(solver: &Solver, free: &Cells) -> bool {
    let mut sums = Sums::default();
    let parts = solver.parts(free, &mut sums).unwrap().unwrap();
    sums.wins(&parts).unwrap()
}

fn cells(most: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::btree_set(0..most, 1..=4.min(most)).prop_map(|cells| cells.into_iter().collect())
}

fn general(most: usize) -> impl Strategy<Value = DeletionRules> {
    (2..=most).prop_flat_map(|count| {
        let made = (cells(count), cells(count), any::<prop::sample::Index>()).prop_map(|(needs, mut takes, which)| {
            let own = needs[which.index(needs.len())];
            if !takes.contains(&own) {
                takes.push(own);
            }
            CellMove::new(needs, takes)
        });
        prop::collection::vec(made, 1..=12).prop_map(move |moves| DeletionRules::new(count, moves, Layout::None))
    })
}

/// A game of pieces on a board. The moves are all placements on the whole board. Tests then delete some of the cells.
fn board(rows: usize, columns: usize, pieces: Vec<Vec<(usize, usize)>>) -> DeletionRules {
    let mut moves = Vec::new();
    for piece in &pieces {
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let cells: Vec<(usize, usize)> = piece.iter().map(|cell| (cell.0 + row, cell.1 + column)).collect();
            if cells.iter().all(|cell| cell.0 < rows && cell.1 < columns) {
                moves.push(CellMove::taking(cells.iter().map(|cell| cell.0 * columns + cell.1).collect::<Vec<_>>()));
            }
        }
    }
    DeletionRules::new(rows * columns, moves, Layout::Board { columns, pieces })
}

fn cornered(piece: BTreeSet<(usize, usize)>) -> Vec<(usize, usize)> {
    let row = piece.iter().map(|cell| cell.0).min().unwrap();
    let column = piece.iter().map(|cell| cell.1).min().unwrap();
    piece.into_iter().map(|cell| (cell.0 - row, cell.1 - column)).collect()
}

fn cram(rows: usize, columns: usize) -> DeletionRules {
    board(rows, columns, vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]])
}

/// Arc Kayles on some cells of a board, numbered in any order, or on a graph that is not a board.
fn arcs() -> impl Strategy<Value = DeletionRules> {
    let edges = (prop::collection::vec(any::<bool>(), 12), prop::collection::vec((0..12_usize, 0..12_usize), 0..3));
    (edges, Just((0..12_usize).collect::<Vec<_>>()).prop_shuffle(), any::<bool>()).prop_map(
        |((free, others), names, is_board)| {
            let beside = |one: usize, other: usize| other == one + 4 || other == one + 1 && !other.is_multiple_of(4);
            let pairs = (0..12).flat_map(|one| (one + 1..12).map(move |other| (one, other)));
            let pairs = pairs.filter(|(one, other)| beside(*one, *other) && free[*one] && free[*other]);
            let more = others.into_iter().filter(|(one, other)| one != other);
            // For a graph that is not a board, every fifth edge is removed.
            let edges = pairs.chain(more.filter(|_| !is_board)).enumerate();
            let kept = edges.filter(|(place, _)| is_board || place % 5 != 4);
            let moves = kept.map(|(_, (one, other))| CellMove::taking([names[one], names[other]])).collect();
            DeletionRules::new(12, moves, Layout::None)
        },
    )
}

/// Small games: bent pieces on boards, Cram, and games whose cells have no places on a board.
fn small_game() -> impl Strategy<Value = DeletionRules> {
    let bent = vec![vec![(0, 0), (0, 1), (1, 0)], vec![(0, 0), (0, 1), (1, 1)]];
    prop_oneof![
        (1..=3_usize, 1..=3_usize).prop_map(|(rows, columns)| cram(rows, columns)),
        (1..=3_usize, 1..=3_usize).prop_map(move |(rows, columns)| board(rows, columns, bent.clone())),
        general(7),
        arcs().prop_filter("few moves", |rules| rules.moves().len() < 10),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn general_games(rules in general(11)) {
        check(rules);
    }

    #[test]
    fn arc_kayles(rules in arcs()) {
        check(rules);
    }

    #[test]
    fn pieces(
        (rows, columns) in (1..=3_usize, 1..=4_usize),
        turned in any::<bool>(),
        pieces in prop::collection::vec(prop::collection::btree_set((0..2_usize, 0..3_usize), 1..4), 1..4),
    ) {
        let pieces = pieces.into_iter().map(cornered).collect();
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        check(board(rows, columns, pieces));
    }

    /// A board with holes is a whole board on which some cells are deleted. The cells that remain must have the same
    /// value on a larger board, on which all other cells are deleted.
    #[test]
    fn cram_with_holes((rows, columns) in (1..=4_usize, 1..=4_usize), gone in any::<u16>()) {
        let rules = cram(rows, columns);
        let free = (0..rules.cells()).filter(|cell| gone >> cell & 1 == 0).collect();
        let (value, wins) = truth(&rules, &free, &mut HashMap::new());
        for (height, width) in [(rows, columns), (4, 12), (8, 12)] {
            let rules = Arc::new(cram(height, width));
            let mut cells = Cells::none(rules.cells());
            for cell in &free {
                let (row, column) = (cell / columns + height - rows, cell % columns + width - columns);
                cells.insert(row * width + column);
            }
            let solver = Solver::of(&rules, &cells, false, &Setting::default()).unwrap().unwrap();
            prop_assert_eq!(solver.value(), value, "in {} × {}", height, width);
            prop_assert_eq!(wins_in_misere(&solver, &cells), wins);
        }
    }
}

/// Returns the edges of a row or a circle whose cells are in the order of `names`.
fn edges(names: &[usize], is_circle: bool) -> Vec<[usize; 2]> {
    let row = names.windows(2).map(|ends| [ends[0], ends[1]]);
    row.chain(is_circle.then(|| [names[names.len() - 1], names[0]])).collect()
}

/// Returns the number of regions that are rows or circles, and the number of all regions.
fn paths(rules: &DeletionRules) -> (usize, usize) {
    let free = Cells::all(rules.cells());
    let solver = Solver::of(&Arc::new(rules.clone()), &free, false, &Setting::default()).unwrap().unwrap();
    (solver.paths().len(), rules.regions(&free).len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn rows_and_circles_of_graphs_are_heaps(
        names in (3..=8_usize).prop_flat_map(|count| Just((0..count).collect::<Vec<_>>()).prop_shuffle()),
        is_circle in any::<bool>(),
        rule in 0..3,
    ) {
        let edges = edges(&names, is_circle);
        let moves = match rule {
            0 => graphs::arc_kayles(&edges),
            1 => graphs::node_kayles(names.len(), &edges),
            _ => graphs::grim(&edges),
        };
        let rules = DeletionRules::new(names.len(), moves, Layout::None);
        prop_assert_eq!(paths(&rules), (1, 1));
        check(rules);
    }

    /// Checks that all regions are rows if the pieces lie in the rows of a board. Moves that take the cell `hole` are
    /// left out, so this cell may cut its row in two.
    #[test]
    fn rows_of_boards_are_heaps(
        rows in 1..=2_usize,
        columns in 1..=9_usize,
        lengths in prop::collection::btree_set(1..=4_usize, 1..3),
        hole in 0..18_usize,
    ) {
        let columns = if rows == 2 { columns.min(5) } else { columns };
        let pieces = lengths.iter().map(|length| (0..*length).map(|column| (0, column)).collect()).collect();
        let whole = board(rows, columns, pieces);
        let kept = whole.moves().iter().filter(|made| !made.takes(hole)).cloned().collect();
        let rules = DeletionRules::new(rows * columns, kept, whole.layout().clone());
        let (found, all) = paths(&rules);
        prop_assert_eq!(found, all);
        check(rules);
    }
}

/// Checks that regions that are nearly rows are not solved as rows. Some of these regions have a branch, a chord, or an
/// edge of which only one end may be taken. In two regions, each move takes three cells. In the first of these, no move
/// takes the cells 2, 3 and 4. In the second, the three cells of each move have a gap.
#[test]
fn what_is_no_path_is_searched() {
    let row = edges(&[0, 1, 2, 3, 4], false);
    let branch = [&row[..], &[[2, 5]]].concat();
    let chord = [&row[..], &[[4, 5], [0, 3]]].concat();
    let games = |edges: &[[usize; 2]]| [graphs::arc_kayles(edges), graphs::node_kayles(6, edges), graphs::grim(edges)];
    let mut one_way = graphs::grim(&row);
    one_way.pop();
    let not_all = [[0, 1, 2], [1, 2, 3], [3, 4, 5]].map(CellMove::taking).to_vec();
    let gaps = [[0, 1, 3], [1, 2, 4], [2, 3, 5]].map(CellMove::taking).to_vec();
    for moves in games(&branch).into_iter().chain(games(&chord)).chain([one_way, not_all, gaps]) {
        let rules = DeletionRules::new(6, moves, Layout::None);
        assert_eq!(paths(&rules).0, 0, "{rules:?}");
        check(rules);
    }
}

/// Returns whether the player to move wins a sum in misère play, by the rules alone.
fn wins_sum(
    games: &[&DeletionRules],
    sum: &(Vec<BTreeSet<usize>>, u32),
    known: &mut HashMap<(Vec<BTreeSet<usize>>, u32), bool>,
) -> bool {
    if let Some(wins) = known.get(sum) {
        return *wins;
    }
    let (frees, heap) = sum;
    let mut options: Vec<_> = (0..*heap).map(|smaller| (frees.clone(), smaller)).collect();
    for (game, (rules, free)) in games.iter().zip(frees).enumerate() {
        for made in rules.moves().iter().filter(|made| made.needs().iter().all(|cell| free.contains(cell))) {
            let mut left = frees.clone();
            left[game].retain(|cell| !made.takes(*cell));
            options.push((left, *heap));
        }
    }
    let wins = options.is_empty() || options.iter().any(|option| !wins_sum(games, option, known));
    known.insert(sum.clone(), wins);
    wins
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Checks sums of two small games and a heap of nim. The heap is given as a graph.
    #[test]
    fn sums_in_misere_play(one in small_game(), other in small_game(), heap in 0..4_u32) {
        let games = [&one, &other];
        let free = games.map(|rules| Cells::all(rules.cells()));
        let mut sums = Sums::default();
        let mut sum = sums.vertices(&Graph::nim_heap(3), heap).unwrap()[&heap].clone();
        for (rules, free) in games.iter().zip(&free) {
            let solver = Solver::of(&Arc::new((*rules).clone()), free, false, &Setting::default()).unwrap().unwrap();
            sum = sum.beside(&solver.parts(free, &mut sums).unwrap().unwrap());
        }
        let all = (games.map(|rules| (0..rules.cells()).collect()).to_vec(), heap);
        prop_assert_eq!(sums.wins(&sum).unwrap(), wins_sum(&games, &all, &mut HashMap::new()));
    }
}

/// Checks that cached values are not used for another game, even if that game is similar. The second piece is too wide
/// for this board. Boards are stored with one bit for each cell. The bit of the cell (0, 16) might be mistaken for the
/// bit of a cell in another row.
#[test]
fn pieces_are_told_apart() {
    let (down, wide) = (vec![(0, 0), (1, 0)], vec![(0, 0), (0, 16)]);
    let setting = Setting::default();
    for (piece, value) in [(down, 1), (wide, 0)] {
        let rules = Arc::new(board(2, 7, vec![piece]));
        assert_eq!(Solver::of(&rules, &Cells::all(14), false, &setting).unwrap().unwrap().value(), value);
    }
}

/// Checks that grids are recognised as boards. Four other graphs must not be recognised: a triangle, a star with five
/// edges, a cube, and two separate edges.
#[test]
fn grids_are_drawn() {
    let drawn = |edges: &[[usize; 2]]| {
        let cells = edges.iter().flatten().max().map_or(0, |last| last + 1);
        let rules = DeletionRules::new(cells, edges.iter().map(|edge| CellMove::taking(*edge)).collect(), Layout::None);
        super::drawing::drawn(&rules, &Cells::all(cells))
    };
    for (rows, columns) in [(1, 16), (2, 2), (4, 7), (7, 4), (8, 16), (16, 8)] {
        let grid = cram(rows, columns);
        let edges: Vec<[usize; 2]> = grid.moves().iter().map(|made| [made.needs()[0], made.needs()[1]]).collect();
        let places = drawn(&edges).unwrap();
        let all: BTreeSet<(usize, usize)> = places.values().copied().collect();
        let side = |of: fn(&(usize, usize)) -> usize| all.iter().map(of).max().unwrap() + 1;
        let sides = (side(|place| place.0), side(|place| place.1));
        assert!(sides == (rows, columns) || sides == (columns, rows), "{sides:?}");
        assert_eq!((places.len(), all.len()), (rows * columns, rows * columns));
    }
    let cube: Vec<[usize; 2]> =
        (0..8).flat_map(|one| [1, 2, 4].map(|bit| [one, one ^ bit])).filter(|[one, other]| one < other).collect();
    for edges in [&[[0, 1], [1, 2], [2, 0]][..], &[[0, 1], [0, 2], [0, 3], [0, 4], [0, 5]], &cube, &[[0, 1], [2, 3]]] {
        assert!(drawn(edges).is_none(), "{edges:?}");
    }
}

#[test]
fn play_that_may_never_end_is_not_searched() {
    let graph = Graph::from_rows([vec![1], vec![0, 2], vec![]]).unwrap();
    assert!(Sums::default().vertices(&graph, 0).is_none() && Sums::default().vertices(&graph, 2).is_some());
}

/// Compares the values with the tables of Lemoine and Viennot (2012) and of the program igs.
#[test]
fn values_of_cram() {
    let rows: [&[u8]; 3] = [&[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2], &[0, 1, 0, 1, 0, 1, 0], &[0, 1, 1, 4, 1, 3]];
    for (height, values) in (1..).zip(rows) {
        for (width, value) in (height..).zip(values) {
            for rules in [cram(height, width), cram(width, height)] {
                let rules = Arc::new(rules);
                let free = Cells::all(rules.cells());
                let solver = Solver::of(&rules, &free, false, &Setting::default()).unwrap().unwrap();
                assert_eq!(solver.value(), u64::from(*value), "{height} × {width}");
            }
        }
    }
}
