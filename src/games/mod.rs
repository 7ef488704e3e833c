//! The catalogue. A game is one file here and one line in the list below; everything else follows from its trait.

use std::fmt;

use serde::de::SeqAccess;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use crate::fault::{self, Code, Fault};
use crate::game::{Card, Game, Illegal, MisereClass};
use crate::limits::Meter;
use crate::natural::Natural;
use crate::shape::{Pair, Shape, ShapeSeed};
use crate::step::Step;

/// Makes the position with two numbers, none where it would be no legal one.
pub type FromPair = fn(Pair) -> Option<Component>;

/// Makes the two sums over the list of games, [`Component`] of their positions and [`Kind`] of themselves. No other
/// `match` over games exists.
macro_rules! catalogue {
    ($($module:ident::$game:ident,)*) => {
        $(mod $module; pub use $module::$game;)*

        /// A position of one game, one component of a sum.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Component {
            $(#[doc = concat!("Of [`", stringify!($game), "`].")] $game($game),)*
        }

        /// A game of the catalogue, in its order.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Kind {
            $(#[doc = concat!("[`", stringify!($game), "`].")] $game,)*
        }

        $(impl From<$game> for Component {
            fn from(position: $game) -> Self {
                Self::$game(position)
            }
        })*

        impl Kind {
            /// All games.
            pub const ALL: &[Self] = &[$(Self::$game,)*];

            /// What the catalogue says of the game.
            #[must_use]
            pub fn card(self) -> &'static Card {
                match self { $(Self::$game => const { &$game::CARD },)* }
            }

            /// The schema of a position.
            #[must_use]
            pub fn schema(self) -> RefOr<Schema> {
                match self { $(Self::$game => $game::schema(),)* }
            }

            /// Reads the list of the game's positions from JSON: the hot path.
            ///
            /// # Errors
            /// Where anything is wrong; what it is, [`Kind::from_raw`] tells.
            pub fn read_list<'de, A: SeqAccess<'de>>(
                self,
                list: A,
                meter: &mut Meter,
                components: &mut Vec<Component>,
            ) -> Result<(), A::Error> {
                match self { $(Self::$game => read_list::<$game, A>(list, meter, components),)* }
            }

            /// Reads one position from JSON, finding all that is wrong with it.
            ///
            /// # Errors
            /// The faults, with pointers relative to the position.
            pub fn from_raw(self, raw: &RawValue, meter: &mut Meter) -> Result<Component, Vec<Fault>> {
                match self { $(Self::$game => from_raw::<$game>(raw, meter),)* }
            }

            /// Reads one position from its text form.
            ///
            /// # Errors
            /// The first fault, with a pointer relative to the position.
            pub fn from_text(self, text: &str, meter: &mut Meter) -> Result<Component, Fault> {
                match self { $(Self::$game => from_text::<$game>(text, meter),)* }
            }

            /// How to make positions of two numbers, if the game's are such.
            #[must_use]
            pub fn from_pair(self) -> Option<FromPair> {
                match self { $(Self::$game => from_pair::<$game>(),)* }
            }
        }

        impl Component {
            /// The game.
            #[must_use]
            pub fn kind(&self) -> Kind {
                match self { $(Self::$game(_) => Kind::$game,)* }
            }

            /// [`Game::grundy`].
            #[must_use]
            pub fn grundy(&self) -> Natural {
                match self { $(Self::$game(position) => position.grundy(),)* }
            }

            /// [`Game::option_count`].
            #[must_use]
            pub fn option_count(&self) -> Natural {
                match self { $(Self::$game(position) => position.option_count(),)* }
            }

            /// [`Game::option`].
            #[must_use]
            pub fn option(&self, rank: &Natural) -> Option<Self> {
                match self { $(Self::$game(position) => position.option(rank).map(Self::$game),)* }
            }

            /// [`Game::count_to`].
            #[must_use]
            pub fn count_to(&self, value: &Natural) -> Natural {
                match self { $(Self::$game(position) => position.count_to(value),)* }
            }

            /// [`Game::option_to`].
            #[must_use]
            pub fn option_to(&self, value: &Natural, rank: &Natural) -> Option<Self> {
                match self { $(Self::$game(position) => position.option_to(value, rank).map(Self::$game),)* }
            }

            /// [`Game::check_move`].
            ///
            /// # Errors
            /// Why `to` is no option.
            pub fn check_move(&self, to: &Self) -> Result<(), String> {
                match (self, to) {
                    $((Self::$game(position), Self::$game(to)) => position.check_move(to),)*
                    _ => Err("a component stays a position of its game".to_owned()),
                }
            }

            /// [`Game::describe`]; nothing for a position of another game.
            #[must_use]
            pub fn describe(&self, option: &Self) -> String {
                match (self, option) {
                    $((Self::$game(position), Self::$game(option)) => position.describe(option),)*
                    _ => String::new(),
                }
            }

            /// [`Game::explain`].
            #[must_use]
            pub fn explain(&self) -> Vec<Step> {
                match self { $(Self::$game(position) => position.explain(),)* }
            }

            /// [`Game::explain_misere`].
            #[must_use]
            pub fn explain_misere(&self) -> Vec<Step> {
                match self { $(Self::$game(position) => position.explain_misere(),)* }
            }

            /// [`Game::misere_class`].
            #[must_use]
            pub fn misere_class(&self) -> MisereClass {
                match self { $(Self::$game(position) => position.misere_class(),)* }
            }

            /// [`Game::lone_misere_count`].
            #[must_use]
            pub fn lone_misere_count(&self) -> Option<Natural> {
                match self { $(Self::$game(position) => position.lone_misere_count(),)* }
            }

            /// [`Game::lone_misere_option`].
            #[must_use]
            pub fn lone_misere_option(&self, rank: &Natural) -> Option<Self> {
                match self { $(Self::$game(position) => position.lone_misere_option(rank).map(Self::$game),)* }
            }
        }

        impl Serialize for Component {
            /// As the client wrote it.
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { $(Self::$game(position) => position.written().serialize(serializer),)* }
            }
        }

        impl fmt::Display for Component {
            /// The text form.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$game(position) => position.written().fmt(f),)* }
            }
        }
    };
}

catalogue! {
    euclid::Euclid,
    wizards::Wizards,
    red_blue::RedBlue,
    empty_and_divide::EmptyAndDivide,
    power_pile::PowerPile,
    nim::Nim,
}

impl Kind {
    /// The id.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.card().id
    }

    /// The game with an id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.id() == id)
    }

    /// The game whose id is most like `text`.
    #[must_use]
    pub fn nearest(text: &str) -> &'static str {
        Self::nearest_of(text, &[])
    }

    /// The same, or one of these words if that is more like it.
    #[must_use]
    pub fn nearest_of(text: &str, words: &[&'static str]) -> &'static str {
        let distance = |word: &&str| strsim::damerau_levenshtein(word, fault::cut(text));
        Self::ALL.iter().map(|kind| kind.id()).chain(words.iter().copied()).min_by_key(distance).unwrap_or("")
    }
}

fn read_list<'de, G: Game, A: SeqAccess<'de>>(
    mut list: A,
    meter: &mut Meter,
    components: &mut Vec<Component>,
) -> Result<(), A::Error>
where
    Component: From<G>,
{
    // The messages are never shown: the slow reading words them.
    while let Some(written) = list.next_element_seed(ShapeSeed::new(meter))? {
        let position = G::new(written).map_err(|_| serde::de::Error::custom("illegal"))?;
        meter.component().map_err(|_| serde::de::Error::custom("too many"))?;
        components.push(position.into());
    }
    Ok(())
}

fn from_raw<G: Game>(raw: &RawValue, meter: &mut Meter) -> Result<Component, Vec<Fault>>
where
    Component: From<G>,
{
    meter.component().map_err(|fault| vec![fault])?;
    let written = G::Shape::from_raw(raw, meter)?;
    G::new(written).map(Into::into).map_err(|illegal| vec![illegal_position(illegal)])
}

fn from_text<G: Game>(text: &str, meter: &mut Meter) -> Result<Component, Fault>
where
    Component: From<G>,
{
    meter.component()?;
    let written = G::Shape::from_text(text, meter)?;
    G::new(written).map(Into::into).map_err(illegal_position)
}

fn from_pair<G: Game>() -> Option<FromPair>
where
    Component: From<G>,
{
    let make: FromPair = |pair| G::new(G::Shape::FROM_PAIR?(pair)).ok().map(Into::into);
    G::Shape::FROM_PAIR.is_some().then_some(make)
}

fn illegal_position(Illegal { part, reason }: Illegal) -> Fault {
    let fault = Fault::new(Code::IllegalPosition, reason);
    match part {
        Some(part) => fault.under(part),
        None => fault,
    }
}
