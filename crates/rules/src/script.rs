//! [`Script`]: compiles a script and calls its functions.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::fault::{At, CallEnd, Failure};
use crate::fuel::Fuel;
use crate::heap::{Arena, Heap, SetOrder};
use crate::machine::{Machine, Stack};
use crate::op::{CompiledFunction, Op, Program};
use crate::options::{ScriptOption, ScriptOptions};
use crate::position::{
    DEEPEST, Encoded, MOST_BYTES, PositionFault, PositionShape, ScriptPosition, put_int, put_text, put_tuple, take,
};
use crate::size::{index, steps};
use crate::token::KEYWORDS;
use crate::value::ScriptValue;
use crate::{compile, cost, parser, resolve};

/// The largest number of bytes of a source.
const LONGEST_SOURCE: usize = 1 << 16;
/// The largest number of positions in a sum.
const MOST_PARTS: usize = 1 << 12;
/// The largest number of characters in the description of a move.
const LONGEST_WORDS: usize = 200;

/// The limits of one call of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptLimits {
    /// The largest number of bytes that one call of [`Script::options`] or [`Script::describe`] may use. The same limit
    /// holds when the statements outside of functions run.
    pub memory: usize,
}

impl Default for ScriptLimits {
    fn default() -> Self {
        Self { memory: 16 << 20 }
    }
}

/// The value of a constant that the caller defines for a script. The variants are the types of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// `None`
    Null,
    /// `True` or `False`
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// A string.
    Text(String),
    /// A tuple.
    List(Vec<Self>),
    /// A dict that can't be changed.
    Object(Vec<(String, Self)>),
}

/// A compiled script, with the values of its global variables. A clone does not share any state with the original.
#[derive(Clone, Debug)]
pub struct Script {
    program: Arc<Program>,
    source: Arc<str>,
    limits: ScriptLimits,
    arena: Arena,
    stack: Stack,
    options: ScriptOptions,
    /// The index in `program.codes` of the code that calls `options`.
    entry: usize,
    /// The index in `program.codes` of the code that calls `describe`, if the script has this function.
    describe: Option<usize>,
    /// The index in `program.codes` of the code that calls `start`, if the script has this function.
    start: Option<usize>,
}

impl Script {
    /// Reads and compiles a script, and runs its statements outside of functions. The constants are defined before
    /// these statements run.
    ///
    /// # Errors
    /// If the script has a fault, if it does not define `options`, or if it exceeds a limit.
    pub fn compile(
        source: &str,
        constants: &[(String, Constant)],
        limits: ScriptLimits,
        fuel: &mut dyn Fuel,
    ) -> Result<Self, Failure> {
        let fault = |at: At| Failure::Fault(at.in_source(source));
        if source.len() > LONGEST_SOURCE {
            return Err(fault(At::new(0, format!("a script has at most {LONGEST_SOURCE} bytes"))));
        }
        fuel.charge(steps(source.len()) * cost::SOURCE_BYTE).map_err(|_| Failure::Spent)?;
        let mut heap = Heap::new(Arena::default(), fuel, limits.memory);
        let mut defined = Vec::with_capacity(constants.len());
        for (name, value) in constants {
            if !is_name(name) {
                let name: String = name.chars().take(40).collect();
                return Err(fault(At::new(0, format!("the constant {name:?} is no name of Python"))));
            }
            let value =
                define(&mut heap, value, 0).map_err(|stop| failure(stop, limits, |text| fault(At::new(0, text))))?;
            defined.push((name.clone(), value));
        }
        let mut script = parser::parse(source).map_err(fault)?;
        let globals = resolve::resolve(&mut script).map_err(fault)?;
        let mut program = compile::compile(script, globals, defined, &mut heap.arena).map_err(fault)?;
        // The functions of prelude.py are short, and each is compiled at most once. So they may be charged afterwards.
        heap.charge(steps(program.prelude) * cost::SOURCE_BYTE).map_err(|_| Failure::Spent)?;
        let main = program.codes.len().saturating_sub(1);
        let mut stack = Vec::new();
        let mut machine = Machine::new(&program, heap);
        if let Err(stop) = machine.run(&mut stack, main, &[]) {
            return Err(failure(stop, limits, |text| fault(machine.at(text))));
        }
        let mut arena = machine.heap.arena;
        let defined = |name: &str| {
            let number = program.globals.iter().position(|global| global == name)?;
            match arena.globals.get(number) {
                Some(ScriptValue::Function(function)) => {
                    let code = arena.closures.get(index(*function))?.code;
                    Some((u16::try_from(number).ok()?, program.codes.get(index(code))?.at))
                }
                _ => None,
            }
        };
        let Some((number, at)) = defined("options") else {
            let message = "a script defines a function options(position), which returns the options";
            return Err(fault(At::new(0, message)));
        };
        let (describe, start) = (defined("describe"), defined("start"));
        let mut add_entry = |(number, at), count| {
            program.codes.push(entry(number, count, at));
            program.codes.len() - 1
        };
        let entry = add_entry((number, at), 1);
        let describe = describe.map(|function| add_entry(function, 2));
        let start = start.map(|function| add_entry(function, 1));
        arena.freeze();
        Ok(Self {
            program: Arc::new(program),
            source: source.into(),
            limits,
            arena,
            stack,
            options: ScriptOptions::default(),
            entry,
            describe,
            start,
        })
    }

    /// Returns the options of a position, each once.
    ///
    /// # Errors
    /// If the script fails at this position, returns something that is not an option, or exceeds a limit. If the options
    /// depend on the order of a set.
    pub fn options(&mut self, position: Encoded<'_>, fuel: &mut dyn Fuel) -> Result<&ScriptOptions, Failure> {
        let has_read_set = self.find_options(position, fuel, SetOrder::Inserted)?;
        if has_read_set && is_sampled(position) {
            let options = std::mem::take(&mut self.options);
            fuel.charge(options.steps_to_compare()).map_err(|_| Failure::Spent)?;
            let found = self.find_options(position, fuel, SetOrder::Reversed);
            let is_same = match found {
                Ok(_) => options.has_same(&self.options),
                Err(Failure::Fault(_)) => false,
                Err(ended) => return Err(ended),
            };
            if !is_same {
                let message = "the options depend on the order of a set, which Python does not define: go through \
                               sorted(x), or use a list or a tuple";
                let at = self.program.codes.get(self.entry).map_or(0, |code| code.at);
                return Err(Failure::Fault(At::new(at, message).in_source(&self.source)));
            }
            self.options = options;
        }
        Ok(&self.options)
    }

    /// Finds the options of a position. Returns whether the order of a set may have decided them.
    fn find_options(
        &mut self,
        position: Encoded<'_>,
        fuel: &mut dyn Fuel,
        set_order: SetOrder,
    ) -> Result<bool, Failure> {
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        let outcome = self.run(fuel, self.entry, |machine, stack, entry| {
            machine.heap.set_order = set_order;
            let value = given(&mut machine.heap, position)?;
            let result = machine.run(stack, entry, &[ScriptValue::None, value])?;
            // A set of options may have any order, so that the set returned at the end does not count.
            let has_read_set = machine.heap.has_read_set;
            if !collect(&mut machine.heap, result, value, &mut options)? {
                options.once(|steps| machine.heap.charge(steps))?;
            }
            // Steps that are not charged yet are charged now, so that the limit is exact.
            machine.heap.ask()?;
            Ok(has_read_set)
        });
        self.options = options;
        outcome
    }

    /// Describes a move in words; `None` if the script has no function `describe(position, option)`.
    ///
    /// # Errors
    /// If the script fails, or if it does not return a string of at most 200 characters.
    pub fn describe(
        &mut self,
        position: Encoded<'_>,
        option: &ScriptOption<'_>,
        fuel: &mut dyn Fuel,
    ) -> Result<Option<String>, Failure> {
        let Some(entry) = self.describe else { return Ok(None) };
        self.run(fuel, entry, |machine, stack, entry| {
            let heap = &mut machine.heap;
            let position = given(heap, position)?;
            let option = match option {
                ScriptOption::To(option) => given(heap, *option)?,
                ScriptOption::Sum(parts) => {
                    let parts: Result<Vec<ScriptValue>, CallEnd> =
                        parts.clone().map(|part| given(heap, part)).collect();
                    heap.new_list(&parts?)?
                }
            };
            let words = machine.run(stack, entry, &[ScriptValue::None, position, option])?;
            let ScriptValue::Str(text) = words else {
                return crate::fault::error(format!("describe returned {}, and not a string", words.kind()));
            };
            let words = machine.heap.copied(text)?;
            if words.chars().count() > LONGEST_WORDS {
                return crate::fault::error(format!("describe returns at most {LONGEST_WORDS} characters"));
            }
            Ok(Some(words))
        })
    }

    /// Returns the position that stands for an integer in a range; `None` if the script has no function `start(n)`.
    ///
    /// # Errors
    /// If the script fails, or if it does not return a position.
    pub fn start(&mut self, n: i64, fuel: &mut dyn Fuel) -> Result<Option<ScriptPosition>, Failure> {
        let Some(entry) = self.start else { return Ok(None) };
        self.run(fuel, entry, |machine, stack, entry| {
            let position = machine.run(stack, entry, &[ScriptValue::None, ScriptValue::Int(n)])?;
            let mut bytes = Vec::new();
            encode(&mut machine.heap, position, &mut bytes, 0, 0)?;
            machine.heap.allocate(bytes.len())?;
            Ok(Some(Encoded::of_bytes(&bytes).to_position()))
        })
    }

    /// Returns whether the script has a function that makes positions from integers.
    #[must_use]
    pub fn starts(&self) -> bool {
        self.start.is_some()
    }

    /// Returns the instructions of all functions.
    #[cfg(test)]
    pub(crate) fn instructions(&self) -> impl Iterator<Item = &Op> {
        self.program.codes.iter().flat_map(|code| &code.ops)
    }

    /// Returns whether the script has a function that describes moves in words.
    #[must_use]
    pub fn describes(&self) -> bool {
        self.describe.is_some()
    }

    /// Returns the approximate number of bytes that the script has allocated, including memory that it keeps for the
    /// next call.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.source.len() + self.program.memory() + self.arena.memory() + self.options.memory()
    }

    fn run<T>(
        &mut self,
        fuel: &mut dyn Fuel,
        entry: usize,
        work: impl FnOnce(&mut Machine<'_>, &mut Stack, usize) -> Result<T, CallEnd>,
    ) -> Result<T, Failure> {
        let heap = Heap::new(std::mem::take(&mut self.arena), fuel, self.limits.memory);
        let program = Arc::clone(&self.program);
        let mut machine = Machine::new(&program, heap);
        let outcome = work(&mut machine, &mut self.stack, entry);
        let outcome = outcome.map_err(|stop| {
            failure(stop, self.limits, |text| Failure::Fault(machine.at(text).in_source(&self.source)))
        });
        self.arena = machine.heap.arena;
        self.arena.clear();
        outcome
    }
}

fn failure(stop: CallEnd, limits: ScriptLimits, fault: impl FnOnce(&str) -> Failure) -> Failure {
    match stop {
        CallEnd::Error(text) => fault(&text),
        CallEnd::Spent => Failure::Spent,
        CallEnd::Memory => Failure::Memory(limits.memory),
    }
}

fn is_name(name: &str) -> bool {
    let is_part = |char: char| char.is_ascii_alphanumeric() || char == '_';
    !name.is_empty()
        && name.chars().all(is_part)
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && !name.starts_with("__")
        && !KEYWORDS.contains(&name)
}

/// Returns a code that calls a function. If the result is a generator, the code makes a list of it.
fn entry(number: u16, count: u8, at: u32) -> CompiledFunction {
    let ops = vec![Op::CallGlobal { to: 0, base: 0, number, count }, Op::Drain { reg: 0 }, Op::Return { from: 0 }];
    let places = vec![at; ops.len()];
    CompiledFunction { ops, places, at, registers: 1 + usize::from(count), ..CompiledFunction::default() }
}

/// Makes a value from a constant.
fn define(heap: &mut Heap<'_>, constant: &Constant, depth: usize) -> Result<ScriptValue, CallEnd> {
    if depth > 2 * DEEPEST {
        return crate::fault::error("constants stand too deep in one another");
    }
    Ok(match constant {
        Constant::Null => ScriptValue::None,
        Constant::Bool(value) => ScriptValue::Bool(*value),
        Constant::Int(value) => ScriptValue::Int(*value),
        Constant::Text(value) => heap.new_text(value)?,
        Constant::List(values) => {
            let values: Result<Vec<ScriptValue>, CallEnd> =
                values.iter().map(|value| define(heap, value, depth + 1)).collect();
            heap.new_tuple(&values?)?
        }
        Constant::Object(items) => {
            let dict = heap.new_table()?;
            for (key, value) in items {
                let key = heap.new_text(key)?;
                let value = define(heap, value, depth + 1)?;
                heap.put(dict, key, value)?;
            }
            ScriptValue::Dict(dict)
        }
    })
}

/// Makes a value from a position.
fn given(heap: &mut Heap<'_>, position: Encoded<'_>) -> Result<ScriptValue, CallEnd> {
    decode(heap, &mut position.bytes())
}

/// Makes the value of the position with which `rest` begins, and removes the position from `rest`. This reads each part
/// of a tuple once. An iterator over the parts would read each part twice, first to find its end and then to make its
/// value.
fn decode(heap: &mut Heap<'_>, rest: &mut &[u8]) -> Result<ScriptValue, CallEnd> {
    match take(rest) {
        PositionShape::Int(value) => Ok(ScriptValue::Int(value)),
        PositionShape::Text(value) => heap.new_text(value),
        PositionShape::Tuple(parts) => {
            let mut values = Vec::with_capacity(parts.len());
            for _ in 0..parts.len() {
                values.push(decode(heap, rest)?);
            }
            heap.new_tuple(&values)
        }
    }
}

/// Returns whether the options of a position are found twice, with the items of sets in two orders. This doubles the
/// steps, so only an eighth of the longer positions are sampled. The choice depends on nothing but the position, so that
/// no answer depends on what was asked before.
fn is_sampled(position: Encoded<'_>) -> bool {
    /// Positions of at most this many bytes are always sampled, such as integers, strings of seven letters, and tuples of
    /// seven small integers.
    const SHORT: usize = 8;
    let bytes = position.bytes();
    // FNV-1a, with the usual constants.
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    bytes.len() <= SHORT || hash >> 61 == 0
}

/// Integers that ascend or descend, so that none of them is repeated.
#[derive(Default)]
struct Monotone {
    last: Option<i64>,
    order: Option<Ordering>,
}

impl Monotone {
    /// Adds a value. Returns `false` if it is no integer, or does not continue the order.
    fn continues(&mut self, value: ScriptValue) -> bool {
        let ScriptValue::Int(value) = value else { return false };
        let Some(last) = self.last.replace(value) else { return true };
        let order = value.cmp(&last);
        order != Ordering::Equal && *self.order.get_or_insert(order) == order
    }
}

/// Collects the options of `position` from the result of a script. Returns whether it is known that none is repeated.
fn collect(
    heap: &mut Heap<'_>,
    result: ScriptValue,
    position: ScriptValue,
    options: &mut ScriptOptions,
) -> Result<bool, CallEnd> {
    let items = match result {
        ScriptValue::List(_)
        | ScriptValue::Tuple(_)
        | ScriptValue::Set(_)
        | ScriptValue::FrozenSet(_)
        | ScriptValue::Range(_)
        | ScriptValue::View(..) => heap.items(result)?,
        ScriptValue::None => {
            return crate::fault::error(
                "options returned None: is a \"return\" missing? A position without moves has []",
            );
        }
        value => {
            return crate::fault::error(format!(
                "options returned {}, and not a list: write [x] for one option x",
                value.kind()
            ));
        }
    };
    let (mut monotone, mut is_once) = (Monotone::default(), true);
    for item in items {
        is_once = is_once && monotone.continues(item);
        let first = options.positions();
        if let ScriptValue::List(list) = item {
            if heap.list(list).len() > MOST_PARTS {
                return crate::fault::error(format!("a sum has at most {MOST_PARTS} positions"));
            }
            let parts = heap.list_copied(list)?;
            check_sum(heap, position, &parts)?;
            for part in parts {
                write(heap, part, options)?;
            }
            options.end_option(first, true);
        } else {
            write(heap, item, options)?;
            options.end_option(first, false);
        }
        heap.allocate(16)?;
    }
    Ok(is_once)
}

/// Checks that a list among the options is meant as a sum of positions. People also write a list where they mean one
/// position. Then the parts are not of the position's type, or they are the characters of a string.
fn check_sum(heap: &Heap<'_>, position: ScriptValue, parts: &[ScriptValue]) -> Result<(), CallEnd> {
    let is_position =
        |part: &ScriptValue| matches!(part, ScriptValue::Int(_) | ScriptValue::Str(_) | ScriptValue::Tuple(_));
    let is_alike = |part: &ScriptValue| std::mem::discriminant(part) == std::mem::discriminant(&position);
    if let Some(other) = parts.iter().find(|part| is_position(part) && !is_alike(part)) {
        return crate::fault::error(format!(
            "a list among the options is a sum of positions: write tuple(new) for one position. This list has {}, and \
             the position is {}",
            other.kind(),
            position.kind()
        ));
    }
    let ScriptValue::Str(whole) = position else { return Ok(()) };
    let is_character =
        |part: &ScriptValue| matches!(part, ScriptValue::Str(text) if heap.str(*text).chars().count() == 1);
    if parts.len() >= 3 && heap.str(whole).chars().count() == parts.len() && parts.iter().all(is_character) {
        return crate::fault::error(
            "a list among the options is a sum of positions: write ''.join(new) for one string. This list has the \
             characters of a string",
        );
    }
    Ok(())
}

fn write(heap: &mut Heap<'_>, value: ScriptValue, options: &mut ScriptOptions) -> Result<(), CallEnd> {
    let start = options.bytes().len();
    encode(heap, value, options.bytes(), start, 0)?;
    heap.allocate(options.bytes().len() - start + 4)?;
    options.end_position();
    Ok(())
}

fn encode(
    heap: &mut Heap<'_>,
    value: ScriptValue,
    bytes: &mut Vec<u8>,
    start: usize,
    depth: usize,
) -> Result<(), CallEnd> {
    let illegal = |illegal: PositionFault| crate::fault::error(illegal.message());
    heap.charge(cost::ITEM)?;
    match value {
        ScriptValue::Int(value) => put_int(bytes, value).or_else(illegal)?,
        ScriptValue::Str(text) => put_text(bytes, heap.str(text)).or_else(illegal)?,
        ScriptValue::Tuple(span) => {
            if depth >= DEEPEST {
                return illegal(PositionFault::Deep);
            }
            put_tuple(bytes, index(span.len)).or_else(illegal)?;
            for number in 0..index(span.len) {
                let item = heap.tuple(span).get(number).copied().unwrap_or(ScriptValue::None);
                encode(heap, item, bytes, start, depth + 1)?;
            }
        }
        ScriptValue::List(_) => return crate::fault::error("a position is a tuple here, not a list: write tuple(q)"),
        ScriptValue::Bool(_) => {
            return crate::fault::error("a position is an integer, a string or a tuple, not a bool: write int(x)");
        }
        ScriptValue::None => {
            return crate::fault::error("a position is an integer, a string or a tuple, not None");
        }
        ScriptValue::Set(_) | ScriptValue::FrozenSet(_) => {
            return crate::fault::error("a position is a tuple here, not a set: write tuple(sorted(x))");
        }
        value => {
            return crate::fault::error(format!("a position is an integer, a string or a tuple, not {}", value.kind()));
        }
    }
    if bytes.len() - start > MOST_BYTES { illegal(PositionFault::Long) } else { Ok(()) }
}
