//! Solves sums in which play may go on for ever. Uses no theory, but explores every sum that play can reach. Then goes
//! backwards from the sums without moves, and finds the winner of each sum. The moves of a client's game come from its
//! JSON, and those of a game of the catalogue from its rules.

use std::collections::HashMap;

use grundy_core::catalogue;
use serde_json::{Value, json};

/// The rules of a game.
#[derive(Clone, Debug)]
pub enum LoopyMoves {
    /// A graph. A vertex is named by its index or by a name.
    Graph {
        /// The targets of each vertex. A target may be listed twice, and may be the vertex itself.
        targets: Vec<Vec<usize>>,
        /// The names of the vertices.
        names: Option<Vec<String>>,
    },
    /// A graph in which a move may leave several vertices.
    Splitting {
        /// The options of each vertex. Each option is the list of the vertices that it leaves.
        options: Vec<Vec<Vec<usize>>>,
        /// The names of the vertices.
        names: Option<Vec<String>>,
    },
    /// A deletion game. A move needs some cells to be free, and takes some cells. A position is the list of the free
    /// cells.
    Deletion {
        /// The names of the cells. For a board, `Err` has the numbers of rows and columns.
        cells: Result<Vec<Value>, (usize, usize)>,
        /// For each move, the cells that it needs and the cells that it takes.
        moves: Vec<(Vec<usize>, Vec<usize>)>,
    },
    /// Vectors that moves subtract. A step is subtracted once, and a ride one or more times.
    Vectors {
        /// The vectors that are subtracted once.
        steps: Vec<Vec<i64>>,
        /// The vectors that are subtracted one or more times.
        rides: Vec<Vec<i64>>,
    },
    /// A game of the catalogue. The library's own rules give the options.
    Catalogue,
}

impl LoopyMoves {
    /// Returns the options of a component. Each option is the list of the components that a move leaves.
    fn options(&self, key: &str, component: &Value) -> Vec<Vec<Value>> {
        match self {
            Self::Graph { targets, names } => {
                let names = names.as_deref();
                let at = (0..targets.len()).find(|at| vertex(*at, names) == *component).unwrap();
                targets[at].iter().map(|to| vec![vertex(*to, names)]).collect()
            }
            Self::Splitting { options, names } => {
                let names = names.as_deref();
                let at = (0..options.len()).find(|at| vertex(*at, names) == *component).unwrap();
                // Answers list the vertices of an option in ascending order.
                let sorted = |parts: &Vec<usize>| {
                    let mut parts = parts.clone();
                    parts.sort_unstable();
                    parts
                };
                options[at].iter().map(|parts| sorted(parts).iter().map(|to| vertex(*to, names)).collect()).collect()
            }
            Self::Deletion { cells, moves } => {
                let free: Vec<usize> = if let Ok(names) = cells {
                    (0..names.len()).filter(|cell| component.as_array().unwrap().contains(&names[*cell])).collect()
                } else {
                    let rows: Vec<String> = serde_json::from_value(component.clone()).unwrap();
                    rows.concat().bytes().enumerate().filter(|(_, cell)| *cell == b'.').map(|(cell, _)| cell).collect()
                };
                let possible = moves.iter().filter(|(needs, _)| needs.iter().all(|cell| free.contains(cell)));
                let after =
                    |takes: &Vec<usize>| position_of(cells, |cell| free.contains(&cell) && !takes.contains(&cell));
                possible.map(|(_, takes)| vec![after(takes)]).collect()
            }
            Self::Vectors { steps, rides } => {
                let from: Vec<i64> = serde_json::from_value(component.clone()).unwrap();
                let minus = |times: i64, vector: &[i64]| -> Option<Vec<i64>> {
                    let to: Vec<i64> = from.iter().zip(vector).map(|(x, v)| x - times * v).collect();
                    to.iter().all(|x| *x >= 0).then_some(to)
                };
                let steps = steps.iter().filter_map(|step| minus(1, step));
                let rides = rides.iter().flat_map(|ride| (1..).map_while(move |times| minus(times, ride)));
                steps.chain(rides).map(|to| vec![json!(to)]).collect()
            }
            Self::Catalogue => {
                let mut positions = catalogue::find(key).unwrap().rules.none();
                let text = json!({"position": {key: [component]}}).to_string();
                let request = request_of(&text);
                positions.push(request.position.parts()[0].components.written(0)).unwrap();
                let parts = |option: &dyn grundy_core::game::Positions| {
                    (0..option.len()).map(|at| json!(option.written(at))).collect()
                };
                positions.options(0).iter().map(|option| parts(&**option)).collect()
            }
        }
    }
}

fn request_of(text: &str) -> grundy_core::wire::request::Request {
    use grundy_core::wire::{limits::RequestLimits, request::Defaults, request::Request};
    Request::from_json(text.as_bytes(), Defaults::default(), &RequestLimits::default()).unwrap()
}

/// Returns the position of a deletion game in which exactly the cells with `is_free` are free. `cells` has the names of
/// all cells, or the numbers of rows and columns of a board.
pub fn position_of(cells: &Result<Vec<Value>, (usize, usize)>, is_free: impl Fn(usize) -> bool) -> Value {
    match cells {
        Ok(names) => (0..names.len()).filter(|cell| is_free(*cell)).map(|cell| names[cell].clone()).collect(),
        Err((rows, columns)) => {
            let letter = |cell: usize| if is_free(cell) { '.' } else { 'x' };
            let row = |row: usize| -> String { (0..*columns).map(|column| letter(row * columns + column)).collect() };
            (0..*rows).map(row).collect()
        }
    }
}

/// Returns a vertex as positions write it.
pub fn vertex(at: usize, names: Option<&[String]>) -> Value {
    names.map_or(json!(at), |names| json!(names[at]))
}

/// Games of the client or of the catalogue, with their keys.
pub type LoopyGames = Vec<(String, LoopyMoves)>;

/// A component, as the index of its game in [`LoopyGames`] and the JSON text of its position.
type Component = (usize, String);

/// The result of play: a draw, or the winner and the number of moves. The winner hurries, and the loser delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayResult {
    /// The player to move wins.
    Win(u64),
    /// The other player wins.
    Loss(u64),
    /// Play never ends.
    Draw,
}

impl PlayResult {
    /// Returns the winner as answers name it.
    pub fn winner(self) -> &'static str {
        match self {
            Self::Win(_) => "first",
            Self::Loss(_) => "second",
            Self::Draw => "draw",
        }
    }

    /// Returns the outcome of a move to this position, for the player who makes it.
    pub fn outcome_before(self) -> &'static str {
        match self {
            Self::Win(_) => "loss",
            Self::Loss(_) => "win",
            Self::Draw => "draw",
        }
    }

    /// Returns how many moves play lasts; `None` if play never ends.
    pub fn length(self) -> Option<u64> {
        match self {
            Self::Win(length) | Self::Loss(length) => Some(length),
            Self::Draw => None,
        }
    }
}

/// All sums that play can reach from a sum.
pub struct ReachedSums<'g> {
    games: &'g LoopyGames,
    numbers: HashMap<Vec<Component>, usize>,
    after: Vec<Vec<usize>>,
    /// The result of each sum, in normal play and in misère play.
    truths: [Vec<PlayResult>; 2],
}

impl<'g> ReachedSums<'g> {
    /// Explores all sums that play can reach from a position; `None` if there are more than `most` sums.
    pub fn from(games: &'g LoopyGames, position: &Value, most: usize) -> Option<Self> {
        let mut reached = Self { games, numbers: HashMap::new(), after: Vec::new(), truths: [Vec::new(), Vec::new()] };
        let start = reached.sum(position);
        let mut open = vec![start.clone()];
        reached.numbers.insert(start, 0);
        let mut next = 0;
        while let Some(sum) = open.get(next).cloned() {
            next += 1;
            let mut after = Vec::new();
            for to in reached.moves(&sum) {
                let number = reached.numbers.len();
                let number = *reached.numbers.entry(to.clone()).or_insert(number);
                if number == open.len() {
                    open.push(to);
                }
                after.push(number);
            }
            if open.len() > most {
                return None;
            }
            after.sort_unstable();
            after.dedup();
            reached.after.push(after);
        }
        reached.truths = [false, true].map(|is_misere| decide(&reached.after, is_misere));
        Some(reached)
    }

    /// Returns the components of a position. They are sorted, so that the order in the position does not matter.
    fn sum(&self, position: &Value) -> Vec<Component> {
        let mut sum = Vec::new();
        for (key, list) in position.as_object().unwrap() {
            let game = self.games.iter().position(|(known, _)| known == key).unwrap();
            sum.extend(list.as_array().unwrap().iter().map(|component| (game, component.to_string())));
        }
        sum.sort_unstable();
        sum
    }

    fn moves(&self, sum: &[Component]) -> Vec<Vec<Component>> {
        let mut moves = Vec::new();
        for (at, (game, component)) in sum.iter().enumerate() {
            let (key, rules) = &self.games[*game];
            for option in rules.options(key, &serde_json::from_str(component).unwrap()) {
                let mut after = sum.to_vec();
                after.remove(at);
                after.extend(option.iter().map(|part| (*game, part.to_string())));
                after.sort_unstable();
                moves.push(after);
            }
        }
        moves
    }

    /// Returns the result of a position that was reached.
    pub fn truth(&self, position: &Value, is_misere: bool) -> PlayResult {
        self.truths[usize::from(is_misere)][self.numbers[&self.sum(position)]]
    }

    /// Returns every move of a position once, in the form of answers: the key, the index, the components that the move
    /// leaves, and the position after the move.
    pub fn listed(&self, position: &Value) -> Vec<(String, usize, Vec<Value>, Value)> {
        let mut listed: Vec<(String, usize, Vec<Value>, Value)> = Vec::new();
        for (key, list) in position.as_object().unwrap() {
            let (_, rules) = self.games.iter().find(|(known, _)| known == key).unwrap();
            for (index, component) in list.as_array().unwrap().iter().enumerate() {
                for to in rules.options(key, component) {
                    let mut after = position.clone();
                    let parts = after[key].as_array_mut().unwrap();
                    parts.splice(index..=index, to.iter().cloned());
                    let r#move = (key.clone(), index, to, after);
                    if !listed.contains(&r#move) {
                        listed.push(r#move);
                    }
                }
            }
        }
        listed
    }
}

/// Decides positions in rounds. A round decides the positions whose result follows from the earlier rounds. So the
/// number of the round is how many moves play lasts if the winner hurries and the loser delays.
fn decide(after: &[Vec<usize>], is_misere: bool) -> Vec<PlayResult> {
    let mut truths = vec![PlayResult::Draw; after.len()];
    for round in 0.. {
        let decide = |(at, after): (usize, &Vec<usize>)| {
            let lost = after.iter().any(|to| matches!(truths[*to], PlayResult::Loss(_)));
            let all_won = after.iter().all(|to| matches!(truths[*to], PlayResult::Win(_)));
            let truth = match truths[at] {
                PlayResult::Draw if after.is_empty() && is_misere => PlayResult::Win(0),
                PlayResult::Draw if lost => PlayResult::Win(round),
                PlayResult::Draw if all_won => PlayResult::Loss(round),
                _ => return None,
            };
            Some((at, truth))
        };
        let found: Vec<(usize, PlayResult)> = after.iter().enumerate().filter_map(decide).collect();
        if found.is_empty() {
            break;
        }
        for (at, truth) in found {
            truths[at] = truth;
        }
    }
    truths
}
