//! Calls. Arguments are moved to registers, and the registers of generators are copied to and from the heap.

use super::{Frame, MOST_CALLS, Machine, Stack};
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::{Closure, Generator, Heap, State};
use crate::op::CompiledFunction;
use crate::size::{index, length, steps};
use crate::value::ScriptValue;

impl Machine<'_> {
    /// Makes the stack large enough for `registers` registers.
    pub(super) fn make_room(&mut self, stack: &mut Stack, registers: usize) -> Result<(), CallEnd> {
        if registers > self.deepest {
            self.heap.allocate((registers - self.deepest) * size_of::<ScriptValue>())?;
            self.deepest = registers;
        }
        if registers > stack.len() {
            stack.resize((registers + 64).next_power_of_two(), ScriptValue::Unset);
        }
        Ok(())
    }

    pub(super) fn push(&mut self, frame: Frame) -> Result<(), CallEnd> {
        if self.frames.len() >= MOST_CALLS {
            return error(format!("calls stand more than {MOST_CALLS} deep in one another: does the recursion end?"));
        }
        self.frames.push(frame);
        Ok(())
    }

    /// Prepares the registers of a call. The registers of the call begin at `first`, and the arguments are there
    /// already.
    pub(super) fn bind(
        &mut self,
        stack: &mut Stack,
        closure: Closure,
        code: &CompiledFunction,
        first: usize,
        count: usize,
    ) -> Result<(), CallEnd> {
        self.make_room(stack, first + code.registers.max(count))?;
        self.heap.charge(cost::items(code.unset.len() + index(closure.cells.len)))?;
        let parameters = code.parameters.len();
        let registers = &mut stack[first..];
        if count != parameters || code.has_rest {
            if count > parameters && !code.has_rest {
                return error(wrong_count(code, count));
            }
            let missing = parameters.saturating_sub(count);
            if missing > code.defaults {
                return error(wrong_count(code, count));
            }
            let defaults = self.heap.tuple(closure.defaults);
            for (register, value) in
                registers[parameters - missing..].iter_mut().zip(&defaults[code.defaults - missing..])
            {
                *register = *value;
            }
            if code.has_rest {
                let rest = self.heap.new_tuple(&registers[parameters..count.max(parameters)])?;
                registers[parameters] = rest;
            }
        }
        if closure.cells.len > 0 {
            let cells = self.heap.tuple(closure.cells);
            let place = parameters + usize::from(code.has_rest);
            registers[place..place + cells.len()].copy_from_slice(cells);
        }
        for reg in &code.unset {
            registers[usize::from(*reg)] = ScriptValue::Unset;
        }
        Ok(())
    }

    /// Moves named arguments to the registers of their parameters. The named arguments come after all other arguments.
    /// Returns the number of registers that then hold arguments.
    pub(super) fn bind_names(
        &mut self,
        stack: &mut Stack,
        function: usize,
        first: usize,
        count: usize,
        names: &[String],
    ) -> Result<u8, CallEnd> {
        let ScriptValue::Function(number) = stack[function] else {
            return error(format!("{} takes no named arguments here", stack[function].kind()));
        };
        let closure = self.heap.closure(number);
        let code = self.code(closure.code);
        let parameters = code.parameters.len();
        let plain = count - names.len();
        self.heap.charge(steps(parameters * (1 + names.len())) * cost::VALUE)?;
        self.make_room(stack, first + parameters.max(count))?;
        if names.is_empty() || plain > parameters {
            return if names.is_empty() { Ok(short(count)) } else { error(wrong_count(code, count)) };
        }
        let named: Vec<ScriptValue> = stack[first + plain..first + count].to_vec();
        let mut values: Vec<Option<ScriptValue>> = vec![None; parameters - plain];
        for (name, value) in names.iter().zip(named) {
            let place = code.parameters.iter().position(|parameter| parameter == name);
            match place.and_then(|place| place.checked_sub(plain)).and_then(|place| values.get_mut(place)) {
                Some(slot) => *slot = Some(value),
                None if place.is_some() => return error(format!("{} gets {name} twice", code.name)),
                None => return error(format!("{} has no parameter {name}", code.name)),
            }
        }
        let defaults = self.heap.tuple(closure.defaults);
        for (number, value) in values.iter().enumerate() {
            let place = plain + number;
            let default = (place + code.defaults).checked_sub(parameters).and_then(|number| defaults.get(number));
            let Some(value) = value.as_ref().or(default) else {
                let parameter = code.parameters.get(place).map_or("", String::as_str);
                return error(format!("{} needs its argument {parameter}", code.name));
            };
            stack[first + place] = *value;
        }
        Ok(short(parameters))
    }

    /// Prepares the arguments of a call with a starred argument, such as `f(*items)`. At first, the register `first`
    /// holds a list of all unnamed arguments, and the next registers hold the named arguments. Afterwards, the
    /// registers from `first` on hold the arguments themselves. Returns the number of these registers. For a built-in
    /// function, the list stays in its register, and the result is 1.
    pub(super) fn spread(
        &mut self,
        stack: &mut Stack,
        function: usize,
        first: usize,
        names: &[String],
    ) -> Result<u8, CallEnd> {
        let ScriptValue::List(list) = stack[first] else { return Ok(0) };
        if matches!(stack[function], ScriptValue::Builtin(_)) {
            return if names.is_empty() { Ok(1) } else { error("built-in functions take no names beside stars here") };
        }
        let count = self.heap.list(list).len();
        if count > 200 {
            return error("a call has at most 200 arguments");
        }
        self.heap.charge(cost::items(count + names.len()))?;
        self.make_room(stack, first + count + names.len() + 1)?;
        stack.copy_within(first + 1..=first + names.len(), first + count);
        stack[first..first + count].copy_from_slice(self.heap.list(list));
        if names.is_empty() {
            return Ok(short(count));
        }
        self.bind_names(stack, function, first, count + names.len(), names)
    }

    pub(super) fn new_function(&mut self, code: u16, registers: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        let made = self.code(u32::from(code));
        let (defaults, rest) = registers.split_at(made.defaults);
        let cells = &rest[..made.free.len()];
        self.heap.allocate(size_of::<Closure>())?;
        let (defaults, cells) = (self.heap.new_span(defaults)?, self.heap.new_span(cells)?);
        let closure = Closure { code: u32::from(code), defaults, cells };
        self.heap.arena.closures.push(closure);
        Ok(ScriptValue::Function(length(self.heap.arena.closures.len() - 1)))
    }

    // Generators.

    /// Makes a generator from a call whose registers begin at `first` and are ready.
    pub(super) fn new_generator(&mut self, stack: &Stack, code: u32, first: usize) -> Result<ScriptValue, CallEnd> {
        let registers = self.code(code).registers;
        self.heap.allocate(registers * size_of::<ScriptValue>() + size_of::<Generator>())?;
        let registers = stack[first..first + registers].to_vec();
        self.heap.arena.generators.push(Generator { code, next: 0, registers, state: State::Waits });
        Ok(ScriptValue::Generator(length(self.heap.arena.generators.len() - 1)))
    }

    /// Returns the state of a generator: suspended or ended. Fails if the generator is running.
    pub(super) fn resumable(&mut self, generator: u32) -> Result<State, CallEnd> {
        self.heap.charge(cost::OP)?;
        match self.heap.arena.generators[index(generator)].state {
            State::Runs => error("the generator runs already"),
            State::Waits => self.heap.check_generator(generator).map(|()| State::Waits),
            State::Ended => Ok(State::Ended),
        }
    }

    /// Copies the registers of a generator to the stack. Returns its code and its next instruction.
    pub(super) fn resume(&mut self, stack: &mut Stack, generator: u32, top: usize) -> Result<(u32, usize), CallEnd> {
        let count = self.heap.arena.generators[index(generator)].registers.len();
        self.heap.charge(cost::items(count))?;
        self.make_room(stack, top + count)?;
        let generator = &mut self.heap.arena.generators[index(generator)];
        stack[top..top + count].copy_from_slice(&generator.registers);
        generator.state = State::Runs;
        Ok((generator.code, index(generator.next)))
    }

    /// Stores the registers of a generator until it is resumed.
    pub(super) fn suspend(&mut self, generator: u32, next: usize, registers: &[ScriptValue]) -> Result<(), CallEnd> {
        self.heap.charge(cost::items(registers.len()))?;
        let generator = &mut self.heap.arena.generators[index(generator)];
        generator.registers.copy_from_slice(registers);
        generator.next = length(next);
        generator.state = State::Waits;
        Ok(())
    }

    // Messages.

    #[cold]
    pub(super) fn no_global(&self, number: u16) -> CallEnd {
        let name = self.program.globals.get(usize::from(number)).map_or("", String::as_str);
        CallEnd::Error(format!("{name} has no value yet").into_boxed_str())
    }

    #[cold]
    #[expect(clippy::unused_self, reason = "called like what needs the heap")]
    pub(super) fn not_callable(&self, value: ScriptValue) -> CallEnd {
        CallEnd::Error(format!("{} can't be called", value.kind()).into_boxed_str())
    }

    #[cold]
    pub(super) fn raise(&mut self, value: ScriptValue) -> Result<(), CallEnd> {
        let text = self.heap.written(value)?;
        error(format!("the script raises: {}", text.chars().take(200).collect::<String>()))
    }
}

impl Heap<'_> {
    pub(crate) fn closure(&self, function: u32) -> Closure {
        self.arena.closures[index(function)]
    }

    pub(crate) fn end_generator(&mut self, generator: u32) {
        let generator = &mut self.arena.generators[index(generator)];
        generator.state = State::Ended;
        generator.registers = Vec::new();
    }

    pub(crate) fn new_cell(&mut self, value: ScriptValue) -> Result<ScriptValue, CallEnd> {
        self.allocate(size_of::<ScriptValue>())?;
        self.arena.cells.push(value);
        Ok(ScriptValue::Cell(length(self.arena.cells.len() - 1)))
    }

    pub(crate) fn cell(&self, cell: ScriptValue) -> Result<ScriptValue, CallEnd> {
        let ScriptValue::Cell(cell) = cell else { return crate::compare::unset() };
        match self.arena.cells[index(cell)] {
            ScriptValue::Unset => crate::compare::unset(),
            value => Ok(value),
        }
    }

    pub(crate) fn set_cell(&mut self, cell: ScriptValue, value: ScriptValue) -> Result<(), CallEnd> {
        let ScriptValue::Cell(cell) = cell else { return crate::compare::unset() };
        self.check_cell(cell)?;
        self.arena.cells[index(cell)] = value;
        Ok(())
    }
}

fn short(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}

#[cold]
fn wrong_count(code: &CompiledFunction, count: usize) -> String {
    let (most, name) = (code.parameters.len(), &code.name);
    let least = most - code.defaults;
    if &**name == "options" && count == 1 {
        return format!(
            "options takes one argument, the position, and not {most}: write def options(p), and then a, b = p"
        );
    }
    match (code.has_rest, least == most) {
        (true, _) => format!("{name} takes at least {least} arguments, and has {count} here"),
        (false, true) => format!("{name} takes {most} arguments, and has {count} here"),
        (false, false) => format!("{name} takes {least} to {most} arguments, and has {count} here"),
    }
}
