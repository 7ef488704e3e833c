//! [`Sums`]: misère play of sums whose components are heaps, regions of deletion games and vertices of graphs. Sums are
//! searched as multisets.

use std::collections::HashMap;
use std::sync::Arc;

use smallvec::SmallVec;

use super::multisets::{
    ComponentRules, MOST_BYTES, Multisets, NotSearched, Number, ONE_MOVE, Summands, bytes_to_insert,
};
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::cache::allocated;
use crate::theory::deletion::Cells;
use crate::theory::deletion::section::Section;
use crate::theory::deletion::space::Words;
use crate::theory::genus::Genus;
use crate::theory::graphs::Graph;
use crate::theory::graphs::graph::{index, vertex};
use crate::theory::heaps::moves::MAX_PARTS;
use crate::theory::heaps::solved::HeapValues;
use crate::theory::tame::TameGenus;

/// The largest size of a region that is tested for being tame. For larger regions, the test costs more than it saves.
const CLASSIFIED: u32 = 16;

/// The heaps up to this one are simplified: see [`Sums::simplify`].
const SIMPLIFIED: usize = 128;

/// The heaps up to this one are compared with the options of their options. Of the codes 0.ab, only 0.15 and 0.44 to 0.47
/// have larger heaps that equal a simpler sum without having the options of another heap. The work grows with the fourth
/// power of this number.
const REVERSED: usize = 16;

/// A component, with all that is known of it so far.
#[derive(Debug, Default)]
struct Component {
    kind: Kind,
    /// The options that were requested so far, in order.
    options: Vec<Summands>,
    /// The options that were not requested yet. The next option to request is at the end of the list. An option is
    /// split into its components only when it is requested, because splitting takes longer than making the option. The
    /// list is `None` until the first option is requested.
    left: Option<UnsplitOptions>,
    tameness: Class,
}

/// The kind of a component.
#[derive(Clone, Copy, Debug, Default)]
enum Kind {
    /// A vertex of a graph. The options of a vertex, and whether it is tame, are known from the start.
    #[default]
    Vertex,
    /// A region of a deletion game: the index of its section in `Numbered::spaces`, and its key in this section.
    Region(usize, Words),
    /// A heap: the index of its game in `Numbered::games`, and its size.
    Heap(usize, usize),
}

/// Options of a component that are not split into components yet.
#[derive(Debug)]
enum UnsplitOptions {
    Keys(Vec<Words>),
    /// The heaps of each option, filled up with zeros. A list for each option would take four times the memory.
    Heaps(Vec<[u32; MAX_PARTS]>),
}

impl UnsplitOptions {
    fn bytes(&self) -> usize {
        match self {
            Self::Keys(keys) => allocated::<Words>(keys.capacity()),
            Self::Heaps(heaps) => allocated::<[u32; MAX_PARTS]>(heaps.capacity()),
        }
    }
}

/// Returns the heaps of an option.
fn heaps_of(option: &[u32; MAX_PARTS]) -> impl Iterator<Item = usize> + use<> {
    option.map(index).into_iter().filter(|heap| *heap > 0)
}

/// A game of heaps that occurs in sums.
#[derive(Debug)]
struct HeapGame {
    solved: Arc<HeapValues>,
    /// For each heap 0, 1, 2, …: whether it occurred before.
    heaps: Vec<HeapState>,
}

/// Whether a heap occurred before, and the sum that stands for it.
#[derive(Clone, Debug)]
enum HeapState {
    NotYet,
    Known(Summands),
}

/// Whether a component is tame, as far as this is known.
#[derive(Clone, Copy, Debug, Default)]
enum Class {
    /// The component was not tested yet.
    #[default]
    Unseen,
    /// The component is not tame, or it is too large to be tested.
    Wild,
    Tame(TameGenus),
}

impl Class {
    fn of(tame: Option<TameGenus>) -> Self {
        tame.map_or(Self::Wild, Self::Tame)
    }

    fn tame(self) -> Option<TameGenus> {
        match self {
            Self::Tame(tame) => Some(tame),
            Self::Unseen | Self::Wild => None,
        }
    }
}

/// All components of the sums so far. The number of a component is its index in `components`.
#[derive(Debug)]
struct Numbered {
    components: Vec<Component>,
    spaces: Vec<Arc<dyn Section>>,
    numbers_of_spaces: HashMap<Vec<u64>, usize>,
    numbers_of_regions: HashMap<(usize, Words), Number>,
    numbers_of_vertices: HashMap<Vec<Summands>, Number>,
    games: Vec<HeapGame>,
    /// The bytes of the options of all components.
    bytes: usize,
}

impl Numbered {
    fn new() -> Self {
        let tameness = Class::Tame(TameGenus { value: 1, is_fickle: true });
        let one_move = Component { options: vec![Summands::default()], tameness, ..Component::default() };
        Self {
            components: vec![one_move],
            spaces: Vec::new(),
            numbers_of_spaces: HashMap::new(),
            numbers_of_regions: HashMap::new(),
            numbers_of_vertices: HashMap::new(),
            games: Vec::new(),
            bytes: 0,
        }
    }

    /// Returns the number that the next new component gets.
    fn next(&self) -> Number {
        vertex(self.components.len())
    }

    /// Returns the index of a section in `spaces` whose keys have the same meaning as the keys of `section`: see
    /// [`Section::space`]. If there is no such section, adds `section`.
    fn space(&mut self, section: &Arc<dyn Section>) -> usize {
        meter::charge_each(section.space().len(), cost::BYTE);
        if let Some(space) = self.numbers_of_spaces.get(section.space()) {
            return *space;
        }
        self.spaces.push(Arc::clone(section));
        self.numbers_of_spaces.insert(section.space().to_vec(), self.spaces.len() - 1);
        self.spaces.len() - 1
    }

    /// Splits a position of a deletion game into its components. `left` is the position's key in the section
    /// `self.spaces[space]`: see [`Section::key`].
    fn split(&mut self, space: usize, left: Words) -> Summands {
        let section = Arc::clone(&self.spaces[space]);
        let mut parts = Vec::new();
        let plain = section.split(left, &mut |key| {
            meter::charge(cost::COMPONENT);
            let next = self.next();
            let number = *self.numbers_of_regions.entry((space, key)).or_insert(next);
            if number == next {
                self.components.push(Component { kind: Kind::Region(space, key), ..Component::default() });
            }
            parts.push(number);
        });
        Summands::of(parts.into_iter().chain((plain == 1).then_some(ONE_MOVE)))
    }

    /// Returns the index of a game of heaps in `games`. Adds the game if it is new.
    fn game(&mut self, solved: &Arc<HeapValues>) -> usize {
        meter::charge_each(self.games.len().saturating_add(1).saturating_mul(solved.moves().bytes()), cost::BYTE);
        let known = self.games.iter().position(|game| game.solved.moves() == solved.moves());
        known.unwrap_or_else(|| {
            self.games.push(HeapGame { solved: Arc::clone(solved), heaps: Vec::new() });
            self.games.len() - 1
        })
    }

    /// Returns the sum that stands for a heap. It is empty if the heap has no move.
    fn heap(&mut self, game: usize, heap: usize) -> Result<Summands, Spent> {
        let next = self.next();
        let HeapGame { solved, heaps } = &mut self.games[game];
        if heaps.len() <= heap {
            heaps.resize(heap + 1, HeapState::NotYet);
        }
        if let HeapState::Known(sum) = &heaps[heap] {
            return Ok(sum.clone());
        }
        meter::charge(cost::COMPONENT);
        let moves = solved.moves();
        let is_stuck = |heap: usize| moves.options(heap).next().is_none();
        let number = if is_stuck(heap) {
            None
        } else if moves.options(heap).all(|parts| parts.into_iter().all(is_stuck)) {
            Some(ONE_MOVE)
        } else {
            Some(next)
        };
        // If the meter was spent meanwhile, options are missing.
        meter::go_on(0)?;
        if number == Some(next) {
            let tame = solved.kind(&heap.into()).and_then(|kind| {
                let value = kind.value.to_u64()?;
                Some(TameGenus { value, is_fickle: kind.is_fickle })
            });
            let tameness = Class::of(tame);
            self.components.push(Component { kind: Kind::Heap(game, heap), tameness, ..Component::default() });
        }
        let sum = Summands::of(number);
        heaps[heap] = HeapState::Known(sum.clone());
        Ok(sum)
    }

    /// Returns the sum of some heaps of a game.
    fn heaps(&mut self, game: usize, heaps: impl IntoIterator<Item = usize>) -> Result<Summands, Spent> {
        let mut parts = SmallVec::<[Number; 4]>::new();
        for heap in heaps {
            parts.extend_from_slice(self.heap(game, heap)?.list());
        }
        Ok(Summands::of(parts))
    }

    /// Returns the options of a region or of a heap, before the options are split into components.
    fn left(&self, kind: Kind) -> Result<UnsplitOptions, Spent> {
        let left = match kind {
            Kind::Vertex => UnsplitOptions::Keys(Vec::new()),
            Kind::Region(space, key) => {
                let section = &self.spaces[space];
                let mut made = section.options(key);
                meter::charge_each(made.len(), section.steps());
                made.reverse();
                UnsplitOptions::Keys(made)
            }
            Kind::Heap(game, heap) => {
                let moves = self.games[game].solved.moves();
                let padded =
                    |heaps: Vec<usize>| std::array::from_fn(|part| heaps.get(part).map_or(0, |heap| vertex(*heap)));
                let mut made: Vec<[u32; MAX_PARTS]> = moves.options(heap).map(padded).collect();
                meter::charge_each(made.len(), cost::OPTION);
                made.reverse();
                UnsplitOptions::Heaps(made)
            }
        };
        // If the meter was spent meanwhile, options are missing.
        meter::go_on(0)?;
        Ok(left)
    }

    /// Returns the component whose options are these sums.
    fn vertex(&mut self, mut options: Vec<Summands>) -> Summands {
        options.sort_unstable();
        options.dedup();
        let next = self.next();
        let (sum, new) = self.numbered(options, next);
        self.components.extend(new);
        sum
    }

    /// Returns the component whose options are these sums, which are sorted and differ. If the component is new, it is
    /// returned, too, and has the number `next`.
    fn numbered(&mut self, options: Vec<Summands>, next: Number) -> (Summands, Option<Component>) {
        if options.is_empty() || options == self.components[index(ONE_MOVE)].options {
            return (Summands::of(options.first().map(|_| ONE_MOVE)), None);
        }
        let number = *self.numbers_of_vertices.entry(options.clone()).or_insert(next);
        let new = (number == next).then(|| {
            let classes = options.iter().map(|option| self.known_class(option)).collect::<Option<Vec<TameGenus>>>();
            let tameness = Class::of(classes.and_then(|options| TameGenus::over(&options)));
            Component { options, tameness, ..Component::default() }
        });
        (Summands::of([number]), new)
    }

    /// Finds simple sums that stand for the first heaps of a game: see [`Sums::simplify`].
    fn simplify(&mut self, game: usize) -> Result<(), NotSearched> {
        let first = self.components.len();
        // Larger heaps get smaller numbers, as in a search that meets them first. See [`Summands`].
        self.components.resize_with(first + SIMPLIFIED, Component::default);
        self.games[game].heaps.resize(SIMPLIFIED + 1, HeapState::NotYet);
        for heap in 0..=SIMPLIFIED {
            let UnsplitOptions::Heaps(parts) = self.left(Kind::Heap(game, heap))? else { continue };
            let mut options = parts
                .iter()
                .map(|parts| self.heaps(game, heaps_of(parts)))
                .collect::<Result<Vec<Summands>, Spent>>()?;
            options.sort_unstable();
            options.dedup();
            let equal = if heap <= REVERSED { self.equal_sum(&options)? } else { None };
            let sum = equal.unwrap_or_else(|| {
                let place = first + SIMPLIFIED - heap;
                let (sum, new) = self.numbered(options, vertex(place));
                if let Some(new) = new {
                    self.components[place] = new;
                }
                sum
            });
            self.games[game].heaps[heap] = HeapState::Known(sum);
        }
        Ok(())
    }

    /// Returns a sum S of known components that is equal to the position with these options, in every sum and in misère
    /// play. `None` if no such sum is found. The options must be sorted.
    ///
    /// The position equals S if S has options, and all of them are among `options`, and S is an option of each of the
    /// others. For a move to one of the others can be answered by the move to S, and then nothing has changed (Conway
    /// 1976, chapter 12).
    fn equal_sum(&mut self, options: &[Summands]) -> Result<Option<Summands>, NotSearched> {
        let mut of_options = Vec::with_capacity(options.len());
        for option in options {
            of_options.push(self.options(option)?);
        }
        let one_move = Summands::of([ONE_MOVE]);
        let beside_one_move = options.iter().map(|option| option.beside(&one_move));
        let mut candidates: Vec<Summands> = of_options.iter().flatten().cloned().chain(beside_one_move).collect();
        candidates.sort_unstable();
        candidates.dedup();
        for sum in candidates {
            let own = self.options(&sum)?;
            let mut others = options.iter().zip(&of_options).filter(|(option, _)| own.binary_search(option).is_err());
            if !own.is_empty()
                && own.iter().all(|option| options.binary_search(option).is_ok())
                && others.all(|(_, replies)| replies.binary_search(&sum).is_ok())
            {
                return Ok(Some(sum));
            }
        }
        Ok(None)
    }

    /// Returns the options of a sum, sorted and without repetitions.
    fn options(&mut self, sum: &Summands) -> Result<Vec<Summands>, NotSearched> {
        let mut options = Vec::new();
        for (place, component) in sum.list().iter().enumerate() {
            // Equal components have equal options.
            if place > 0 && sum.list()[place - 1] == *component {
                continue;
            }
            let mut rank = 0;
            while let Some(option) = self.option(*component, rank)? {
                meter::go_on(cost::COMPONENT)?;
                options.push(sum.with(place, &option));
                rank += 1;
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// Returns the genus of a sum if all its components are already known to be tame.
    fn known_class(&self, sum: &Summands) -> Option<TameGenus> {
        let tameness = |part: &Number| self.components[index(*part)].tameness.tame();
        sum.list().iter().try_fold(TameGenus::nothing(), |sum, part| Some(sum.beside(&tameness(part)?)))
    }

    /// Returns the genus of a sum; `None` if the sum is not known to be tame.
    fn tameness(&mut self, sum: &Summands) -> Result<Option<TameGenus>, NotSearched> {
        for component in sum.list() {
            if self.class_of(*component)?.is_none() {
                return Ok(None);
            }
        }
        Ok(self.known_class(sum))
    }

    /// Returns the genus of a component. A component is tame if and only if all its options are tame and its genus is
    /// the genus of a sum of heaps of nim. `None` if the component is not known to be tame.
    fn class_of(&mut self, component: Number) -> Result<Option<TameGenus>, NotSearched> {
        let Component { tameness, kind, .. } = &self.components[index(component)];
        if !matches!(tameness, Class::Unseen) {
            return Ok(tameness.tame());
        }
        let mut is_tame = match *kind {
            Kind::Region(space, key) => self.spaces[space].size(key) <= CLASSIFIED,
            Kind::Vertex | Kind::Heap(..) => true,
        };
        let mut options = Vec::new();
        while is_tame && let Some(option) = self.option(component, options.len())? {
            let tameness = self.tameness(&option)?;
            options.extend(tameness);
            is_tame = tameness.is_some();
        }
        let tame = if is_tame { TameGenus::over(&options) } else { None };
        self.components[index(component)].tameness = Class::of(tame);
        Ok(tame)
    }
}

impl ComponentRules for Numbered {
    fn option(&mut self, component: Number, rank: usize) -> Result<Option<Summands>, NotSearched> {
        let Component { kind, options, left, .. } = &self.components[index(component)];
        if let Some(option) = options.get(rank) {
            return Ok(Some(option.clone()));
        }
        let kind = *kind;
        if left.is_none() {
            if self.bytes > MOST_BYTES {
                return Err(NotSearched::TooLarge);
            }
            let left = self.left(kind)?;
            self.bytes = self.bytes.saturating_add(left.bytes());
            self.components[index(component)].left = Some(left);
        }
        let option = match (&mut self.components[index(component)].left, kind) {
            (Some(UnsplitOptions::Keys(left)), Kind::Region(space, _)) => {
                let Some(next) = left.pop() else { return Ok(None) };
                self.split(space, next)
            }
            (Some(UnsplitOptions::Heaps(left)), Kind::Heap(game, _)) => {
                let Some(next) = left.last().copied() else { return Ok(None) };
                let option = self.heaps(game, heaps_of(&next))?;
                if let Some(UnsplitOptions::Heaps(left)) = &mut self.components[index(component)].left {
                    left.pop();
                }
                option
            }
            _ => return Ok(None),
        };
        let options = &mut self.components[index(component)].options;
        let before = options.capacity();
        options.push(option.clone());
        self.bytes = self.bytes.saturating_add((options.capacity() - before).saturating_mul(size_of::<Summands>()));
        Ok(Some(option))
    }

    fn plain(&mut self, sum: &Summands) -> Result<Option<bool>, NotSearched> {
        let tameness = self.tameness(sum)?;
        Ok(tameness.as_ref().map(TameGenus::wins))
    }

    fn bytes(&self) -> usize {
        self.bytes.saturating_add(allocated::<Component>(self.components.capacity()))
    }
}

/// Sums in misère play. The components of these sums are heaps, regions of deletion games, and vertices of graphs
/// without cycles.
#[derive(Debug)]
pub struct Sums {
    search: Multisets<Numbered>,
    /// The genera of the sums that [`Self::genus`] met.
    genera: HashMap<Summands, Genus>,
}

impl Default for Sums {
    fn default() -> Self {
        Self { search: Multisets::new(Numbered::new(), usize::MAX), genera: HashMap::new() }
    }
}

impl Sums {
    /// Returns the components that stand for some heaps of a game.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn heaps(
        &mut self,
        solved: &Arc<HeapValues>,
        heaps: impl IntoIterator<Item = usize>,
    ) -> Result<Summands, Spent> {
        let game = self.search.components.game(solved);
        self.search.components.heaps(game, heaps)
    }

    /// Lets equal sums of few moves stand for the first heaps of a game, if no heap of the game has occurred yet. Heaps
    /// with the same options become one component, and of the very first heaps, many become sums of smaller heaps.
    /// Then later searches meet fewer sums.
    ///
    /// # Errors
    /// If the sums take too much memory, or if the meter is spent.
    pub fn simplify(&mut self, solved: &Arc<HeapValues>) -> Result<(), NotSearched> {
        let components = &mut self.search.components;
        let game = components.game(solved);
        if components.games[game].heaps.is_empty() { components.simplify(game) } else { Ok(()) }
    }

    /// Returns the genus of a sum, from the genera of all sums that moves lead to. The genera are kept.
    ///
    /// # Errors
    /// If the sums take too much memory, or if the meter is spent.
    pub fn genus(&mut self, sum: &Summands) -> Result<Genus, NotSearched> {
        let of_options = |options: &Vec<Summands>| allocated::<Summands>(options.capacity());
        // Each entry has a sum, its options, and how many options have a known genus.
        let mut path = vec![(sum.clone(), self.search.components.options(sum)?, 0)];
        let mut bytes = 0_usize;
        while let Some((_, options, known)) = path.last_mut() {
            let unknown = options[*known..].iter().position(|option| !self.genera.contains_key(option));
            meter::go_on_each(unknown.unwrap_or(options.len() - *known).saturating_add(1), cost::LOOK_UP)?;
            if let Some(more) = unknown {
                *known += more;
                let option = options[*known].clone();
                if let Some(tame) = self.search.components.tameness(&option)? {
                    self.genera.insert(option, Genus::of_tame(tame));
                } else {
                    let kept = bytes.saturating_add(bytes_to_insert(&self.genera));
                    if kept.saturating_add(self.search.components.bytes()) > MOST_BYTES {
                        return Err(NotSearched::TooLarge);
                    }
                    let options = self.search.components.options(&option)?;
                    bytes = bytes.saturating_add(of_options(&options));
                    path.push((option, options, 0));
                }
            } else if let Some((sum, options, _)) = path.pop() {
                bytes = bytes.saturating_sub(of_options(&options));
                let of_options: Vec<&Genus> = options.iter().filter_map(|option| self.genera.get(option)).collect();
                let genus = Genus::over(&of_options)?;
                self.genera.insert(sum, genus);
            }
        }
        Ok(self.genera[sum].clone())
    }

    /// Returns the component whose options are these sums.
    #[must_use]
    pub fn of_options(&mut self, options: Vec<Summands>) -> Summands {
        self.search.components.vertex(options)
    }

    /// Returns the sum of some positions of deletion games. Each position is given by a [`Section`], and by the cells
    /// of the section that are free.
    pub(in crate::theory) fn parts<'s>(
        &mut self,
        sections: impl Iterator<Item = (&'s Arc<dyn Section>, Cells)>,
    ) -> Result<Summands, Spent> {
        let numbered = &mut self.search.components;
        let mut parts = Summands::default();
        for (section, left) in sections {
            let space = numbered.space(section);
            parts = parts.beside(&numbered.split(space, section.key(&left)));
        }
        meter::go_on(0)?;
        Ok(parts)
    }

    /// Returns, for each vertex that can be reached from `start`, the sum that stands for the vertex; `None` if play
    /// might never end, or if the meter is spent. Vertices with the same options are the same component, even if they
    /// are in different graphs.
    #[must_use]
    pub fn vertices(&mut self, graph: &Graph, start: u32) -> Option<HashMap<u32, Summands>> {
        // The sums of the vertices on the present path are not known yet. These vertices have `None`.
        let mut found: HashMap<u32, Option<Summands>> = HashMap::from([(start, None)]);
        let mut path = vec![(start, 0)];
        while let Some((vertex, looked)) = path.last_mut() {
            let options = graph.options(*vertex);
            if let Some(to) = options.get(*looked).copied() {
                *looked += 1;
                meter::go_on(cost::NUMBER).ok()?;
                match found.get(&to) {
                    Some(Some(_)) => {}
                    Some(None) => return None,
                    None => {
                        found.insert(to, None);
                        path.push((to, 0));
                    }
                }
            } else {
                meter::go_on(cost::COMPONENT).ok()?;
                let options = options.iter().map(|to| found.get(to)?.clone()).collect::<Option<Vec<Summands>>>()?;
                let parts = self.search.components.vertex(options);
                found.insert(*vertex, Some(parts));
                path.pop();
            }
        }
        found.into_iter().map(|(vertex, parts)| Some((vertex, parts?))).collect()
    }

    /// Returns whether the player to move wins a sum.
    ///
    /// # Errors
    /// If the sums take too much memory, or if the meter is spent.
    pub fn wins(&mut self, sum: &Summands) -> Result<bool, NotSearched> {
        self.search.wins(sum)
    }

    /// Returns the value of a sum in normal play, and whether the sum is fickle. `None` if the sum is not known to be
    /// tame.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn tameness(&mut self, sum: &Summands) -> Result<Option<(u64, bool)>, Spent> {
        match self.search.components.tameness(sum) {
            Ok(tame) => Ok(tame.map(|TameGenus { value, is_fickle }| (value, is_fickle))),
            Err(NotSearched::TooLarge) => Ok(None),
            Err(NotSearched::Spent(spent)) => Err(spent),
        }
    }
}
