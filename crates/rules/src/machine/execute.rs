//! The loop that runs instructions.

use super::cache::Recalled;
use super::{Frame, Machine, Stack, Then};
use crate::ast::{Binary, Compare, FunctionKind};
use crate::compare::unset;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::State;
use crate::op::Op;
use crate::size::{index, length, steps};
use crate::value::{ScriptRange, ScriptValue};

/// Compares two integers; `None` for operators that do not compare numbers.
#[inline]
fn compare_ints(op: Compare, a: i64, b: i64) -> Option<bool> {
    Some(match op {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::Lt => a < b,
        Compare::Le => a <= b,
        Compare::Gt => a > b,
        Compare::Ge => a >= b,
        Compare::In | Compare::NotIn | Compare::Is | Compare::IsNot => return None,
    })
}

/// Returns the remainder of a division by a positive number. Small numbers are divided in 32 bits, which needs only a
/// third of the time on older processors.
#[inline]
fn remainder(a: i64, b: i64) -> i64 {
    match (u32::try_from(a), u32::try_from(b)) {
        (Ok(a), Ok(b)) => i64::from(a % b),
        _ => a.rem_euclid(b),
    }
}

/// Returns the result of `a op b` in frequent cases; `None` if the operation is rare or fails.
#[inline]
fn quick(op: Binary, a: i64, b: i64) -> Option<i64> {
    match op {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::And => Some(a & b),
        Binary::Or => Some(a | b),
        Binary::Xor => Some(a ^ b),
        Binary::Shr if (0..64).contains(&b) => Some(a >> b),
        Binary::Mod if b > 0 => Some(remainder(a, b)),
        Binary::FloorDiv if b > 0 => Some(match (u32::try_from(a), u32::try_from(b)) {
            (Ok(a), Ok(b)) => i64::from(a / b),
            _ => a.div_euclid(b),
        }),
        _ => None,
    }
}

impl Machine<'_> {
    /// Runs instructions until the code `first` returns.
    #[expect(clippy::too_many_lines, reason = "one arm for each instruction; what is long is elsewhere")]
    #[expect(clippy::cognitive_complexity, reason = "the same")]
    pub(super) fn execute(
        &mut self,
        stack: &mut Stack,
        first: usize,
        values: &[ScriptValue],
    ) -> Result<ScriptValue, CallEnd> {
        let program = self.program;
        let mut number = length(first);
        let mut code = &program.codes[first];
        let mut pc = 0_usize;
        // Instructions after this place are not charged yet. A jump forward moves this place, so that skipped
        // instructions cost nothing.
        let mut mark = 0_usize;
        let mut base = 0_usize;
        let mut generator: Option<u32> = None;
        self.failed = (first, 0);
        self.make_room(stack, code.registers)?;
        stack[..values.len()].copy_from_slice(values);
        for reg in &code.unset {
            stack[usize::from(*reg)] = ScriptValue::Unset;
        }
        let mut window = &mut stack[..code.registers];

        macro_rules! reg {
            ($reg:expr) => {
                window[usize::from($reg)]
            };
        }
        // Evaluates to the value of an outcome, or ends the run if the outcome is an error.
        macro_rules! ok {
            ($outcome:expr) => {
                match $outcome {
                    Ok(value) => value,
                    Err(stop) => {
                        self.failed = (index(number), pc);
                        return Err(stop);
                    }
                }
            };
        }
        macro_rules! jump {
            ($to:expr) => {{
                let to = $to;
                mark += to - pc;
                pc = to;
            }};
        }
        macro_rules! settle {
            () => {
                ok!(self.heap.charge(steps(pc - mark) * cost::OP))
            };
        }
        macro_rules! back {
            ($to:expr) => {{
                settle!();
                pc = $to;
                mark = pc;
            }};
        }
        // Jumps to the body of a loop. The body is before the loop's test, except in a loop over several sources.
        macro_rules! turn {
            ($to:expr) => {{
                let to = usize::from($to);
                if to < pc {
                    back!(to);
                } else {
                    jump!(to);
                }
            }};
        }
        // Continues with the instructions of another frame.
        macro_rules! switch {
            ($number:expr, $base:expr, $pc:expr, $generator:expr) => {{
                number = $number;
                code = &program.codes[index(number)];
                base = $base;
                pc = $pc;
                mark = pc;
                generator = $generator;
                window = &mut stack[base..base + code.registers];
            }};
        }
        macro_rules! push {
            ($next:expr, $then:expr) => {
                ok!(self.push(Frame { code: number, next: length($next), base: length(base), generator, then: $then }))
            };
        }
        // Calls a function whose arguments are in registers.
        macro_rules! call {
            ($function:expr, $to:expr, $first:expr, $count:expr, $names:expr) => {{
                settle!();
                ok!(self.heap.charge(cost::CALL));
                let first = base + usize::from($first);
                match $function {
                    ScriptValue::Function(function) => {
                        let closure = self.heap.closure(function);
                        let callee = &program.codes[index(closure.code)];
                        let mut then = Then::Store { to: $to };
                        if callee.kind == FunctionKind::Cached {
                            let arguments = &stack[first..first + usize::from($count)];
                            match ok!(self.recall(function, $names, arguments)) {
                                Recalled::Result(value) => {
                                    window = &mut stack[base..base + code.registers];
                                    reg!($to) = value;
                                    mark = pc;
                                    continue;
                                }
                                Recalled::Key(key) => then = Then::Cache { to: $to, key },
                            }
                        }
                        ok!(self.bind(stack, closure, callee, first, usize::from($count)));
                        if callee.kind == FunctionKind::Generator {
                            let made = ok!(self.new_generator(stack, closure.code, first));
                            window = &mut stack[base..base + code.registers];
                            reg!($to) = made;
                            mark = pc;
                        } else {
                            push!(pc, then);
                            switch!(closure.code, first, 0, None);
                        }
                    }
                    ScriptValue::Builtin(builtin) => {
                        let count = usize::from($count);
                        let first = usize::from($first);
                        let arguments = &window[first..first + count];
                        if let Some(reg) = arguments.iter().position(|value| matches!(value, ScriptValue::Generator(_)))
                        {
                            drain!(length(first + reg));
                        } else {
                            reg!($to) = ok!(self.builtin_checked(builtin, arguments));
                            mark = pc;
                        }
                    }
                    callee => ok!(Err(self.not_callable(callee))),
                }
            }};
        }
        // Makes a list of the items of the generator in a register, and then runs the present instruction again.
        macro_rules! drain {
            ($reg:expr) => {{
                let reg = u16::try_from($reg).unwrap_or_default();
                settle!();
                let ScriptValue::Generator(inner) = reg!(reg) else { ok!(error("a generator was expected")) };
                let ScriptValue::List(list) = ok!(self.heap.new_list(&[])) else { ok!(error("a list was expected")) };
                match ok!(self.resumable(inner)) {
                    State::Ended => {
                        reg!(reg) = ScriptValue::List(list);
                        pc -= 1;
                        mark = pc;
                    }
                    _ => {
                        push!(pc - 1, Then::Drain { list, reg });
                        let top = base + code.registers;
                        let (callee, next) = ok!(self.resume(stack, inner, top));
                        switch!(callee, top, next, Some(inner));
                    }
                }
            }};
        }
        macro_rules! binary {
            ($op:expr, $to:expr, $a:expr, $b:expr) => {{
                let (a, b) = ($a, $b);
                reg!($to) = ok!(self.binary($op, a, b));
            }};
        }

        loop {
            let op = code.ops[pc];
            pc += 1;
            match op {
                Op::Const { to, number } => reg!(to) = program.constants[usize::from(number)],
                Op::Move { to, from } => reg!(to) = reg!(from),
                Op::Check { reg } => {
                    if matches!(reg!(reg), ScriptValue::Unset) {
                        ok!(unset());
                    }
                }
                Op::Global { to, number } => {
                    let value = self.heap.arena.globals[usize::from(number)];
                    if matches!(value, ScriptValue::Unset) {
                        ok!(Err(self.no_global(number)));
                    }
                    reg!(to) = value;
                }
                Op::SetGlobal { number, from } => self.heap.arena.globals[usize::from(number)] = reg!(from),
                Op::NewCell { reg } => reg!(reg) = ok!(self.heap.new_cell(reg!(reg))),
                Op::GetCell { to, cell } => reg!(to) = ok!(self.heap.cell(reg!(cell))),
                Op::SetCell { cell, from } => ok!(self.heap.set_cell(reg!(cell), reg!(from))),

                Op::Add { to, a, b } => {
                    if let (&ScriptValue::Int(x), &ScriptValue::Int(y)) = (&reg!(a), &reg!(b))
                        && let Some(sum) = x.checked_add(y)
                    {
                        reg!(to) = ScriptValue::Int(sum);
                    } else {
                        binary!(Binary::Add, to, reg!(a), reg!(b));
                    }
                }
                Op::Sub { to, a, b } => {
                    if let (&ScriptValue::Int(x), &ScriptValue::Int(y)) = (&reg!(a), &reg!(b))
                        && let Some(rest) = x.checked_sub(y)
                    {
                        reg!(to) = ScriptValue::Int(rest);
                    } else {
                        binary!(Binary::Sub, to, reg!(a), reg!(b));
                    }
                }
                Op::Mod { to, a, b } => match (&reg!(a), &reg!(b)) {
                    (&ScriptValue::Int(x), &ScriptValue::Int(y)) if y > 0 => {
                        reg!(to) = ScriptValue::Int(remainder(x, y));
                    }
                    _ => binary!(Binary::Mod, to, reg!(a), reg!(b)),
                },
                Op::Binary { op, to, a, b } => {
                    if let (&ScriptValue::Int(x), &ScriptValue::Int(y)) = (&reg!(a), &reg!(b))
                        && let Some(value) = quick(op, x, y)
                    {
                        reg!(to) = ScriptValue::Int(value);
                    } else {
                        binary!(op, to, reg!(a), reg!(b));
                    }
                }
                Op::Augment { op, to, a, b } => {
                    if let (&ScriptValue::Int(x), &ScriptValue::Int(y)) = (&reg!(a), &reg!(b))
                        && let Some(value) = quick(op, x, y)
                    {
                        reg!(to) = ScriptValue::Int(value);
                    } else if let ScriptValue::Generator(_) = reg!(b) {
                        drain!(b);
                    } else {
                        reg!(to) = ok!(self.augment(op, reg!(a), reg!(b)));
                    }
                }
                Op::AddInt { to, a, value } => {
                    if let &ScriptValue::Int(x) = &reg!(a)
                        && let Some(sum) = x.checked_add(i64::from(value))
                    {
                        reg!(to) = ScriptValue::Int(sum);
                    } else {
                        binary!(Binary::Add, to, reg!(a), ScriptValue::Int(i64::from(value)));
                    }
                }
                Op::SubInt { to, a, value } => {
                    if let &ScriptValue::Int(x) = &reg!(a)
                        && let Some(rest) = x.checked_sub(i64::from(value))
                    {
                        reg!(to) = ScriptValue::Int(rest);
                    } else {
                        binary!(Binary::Sub, to, reg!(a), ScriptValue::Int(i64::from(value)));
                    }
                }
                Op::BinaryInt { op, to, a, value } => {
                    if let &ScriptValue::Int(x) = &reg!(a)
                        && let Some(value) = quick(op, x, i64::from(value))
                    {
                        reg!(to) = ScriptValue::Int(value);
                    } else {
                        binary!(op, to, reg!(a), ScriptValue::Int(i64::from(value)));
                    }
                }
                Op::Not { to, from } => reg!(to) = ScriptValue::Bool(!ok!(self.truth(&reg!(from)))),
                Op::Negate { to, from } => match reg!(from) {
                    ScriptValue::Int(value) if value != i64::MIN => reg!(to) = ScriptValue::Int(-value),
                    value => binary!(Binary::Sub, to, ScriptValue::Int(0), value),
                },
                Op::Plus { to, from } => binary!(Binary::Add, to, ScriptValue::Int(0), reg!(from)),
                Op::Invert { to, from } => binary!(Binary::Xor, to, ScriptValue::Int(-1), reg!(from)),
                Op::Compare { op, to, a, b } => {
                    let holds = match (&reg!(a), &reg!(b)) {
                        (&ScriptValue::Int(x), &ScriptValue::Int(y)) => compare_ints(op, x, y),
                        _ => None,
                    };
                    let holds =
                        if let Some(holds) = holds { holds } else { ok!(self.heap.compare(op, reg!(a), reg!(b))) };
                    reg!(to) = ScriptValue::Bool(holds);
                }

                Op::Jump { to } => jump!(index(to)),
                Op::JumpTrue { reg, to } => {
                    if ok!(self.truth(&reg!(reg))) {
                        jump!(index(to));
                    }
                }
                Op::JumpFalse { reg, to } => {
                    if !ok!(self.truth(&reg!(reg))) {
                        jump!(index(to));
                    }
                }
                Op::Unless { op, a, b, to } => {
                    let holds = match (&reg!(a), &reg!(b)) {
                        (&ScriptValue::Int(x), &ScriptValue::Int(y)) => compare_ints(op, x, y),
                        _ => None,
                    };
                    let holds =
                        if let Some(holds) = holds { holds } else { ok!(self.heap.compare(op, reg!(a), reg!(b))) };
                    if !holds {
                        jump!(usize::from(to));
                    }
                }
                Op::When { op, a, b, to } => {
                    let holds = match (&reg!(a), &reg!(b)) {
                        (&ScriptValue::Int(x), &ScriptValue::Int(y)) => compare_ints(op, x, y),
                        _ => None,
                    };
                    let holds =
                        if let Some(holds) = holds { holds } else { ok!(self.heap.compare(op, reg!(a), reg!(b))) };
                    if holds {
                        jump!(usize::from(to));
                    }
                }
                Op::UnlessInt { op, a, value, to } => {
                    if !ok!(self.compare_int(op, &reg!(a), value)) {
                        jump!(usize::from(to));
                    }
                }
                Op::WhenInt { op, a, value, to } => {
                    if ok!(self.compare_int(op, &reg!(a), value)) {
                        jump!(usize::from(to));
                    }
                }
                Op::Loop { to } => back!(index(to)),
                Op::Range { base: at, count } => {
                    let at = usize::from(at);
                    let ScriptRange { start, step, len } =
                        ok!(super::iterate::range(&window[at..at + usize::from(count)]));
                    window[at] = ScriptValue::Int(start);
                    window[at + 1] = ScriptValue::Int(len);
                    window[at + 2] = ScriptValue::Int(step);
                }
                Op::ForRange { base: at, to, body } => {
                    let at = usize::from(at);
                    if let [ScriptValue::Int(next), ScriptValue::Int(left), ScriptValue::Int(step)] =
                        &mut window[at..at + 3]
                        && *left > 0
                    {
                        let value = *next;
                        *left -= 1;
                        // After the last value, this addition may wrap, because its result is never used.
                        *next = next.wrapping_add(*step);
                        reg!(to) = ScriptValue::Int(value);
                        back!(usize::from(body));
                    }
                }
                Op::Iterate { base: at, is_reversed } => {
                    let at = usize::from(at);
                    let begun = ok!(self.iterate(window[at], is_reversed));
                    window[at..at + 3].copy_from_slice(&begun);
                }
                Op::For { base: at, to, body } => {
                    let at = usize::from(at);
                    if let ScriptValue::Generator(inner) = window[at] {
                        settle!();
                        mark = pc;
                        if ok!(self.resumable(inner)) == State::Waits {
                            push!(pc, Then::Loop { to, is_pair: false, body });
                            let top = base + code.registers;
                            let (callee, next) = ok!(self.resume(stack, inner, top));
                            switch!(callee, top, next, Some(inner));
                        }
                    } else if let Some(item) = ok!(self.next_item(&mut window[at..at + 3])) {
                        reg!(to) = item;
                        turn!(body);
                    }
                }
                Op::ForPair { base: at, to, body } => {
                    let at = usize::from(at);
                    if let ScriptValue::Generator(inner) = window[at] {
                        settle!();
                        mark = pc;
                        if ok!(self.resumable(inner)) == State::Waits {
                            push!(pc, Then::Loop { to, is_pair: true, body });
                            let top = base + code.registers;
                            let (callee, next) = ok!(self.resume(stack, inner, top));
                            switch!(callee, top, next, Some(inner));
                        }
                    } else if let Some([a, b]) = ok!(self.next_pair(&mut window[at..at + 3])) {
                        reg!(to) = a;
                        window[usize::from(to) + 1] = b;
                        turn!(body);
                    }
                }

                Op::Index { to, object, key } => {
                    let found = match (&reg!(object), &reg!(key)) {
                        (ScriptValue::Tuple(span), ScriptValue::Int(at)) => {
                            usize::try_from(*at).ok().and_then(|at| self.heap.tuple(*span).get(at)).copied()
                        }
                        (ScriptValue::List(list), ScriptValue::Int(at)) => {
                            usize::try_from(*at).ok().and_then(|at| self.heap.list(*list).get(at)).copied()
                        }
                        _ => None,
                    };
                    reg!(to) = if let Some(item) = found { item } else { ok!(self.index(reg!(object), reg!(key))) };
                }
                Op::SetIndex { object, key, from } => ok!(self.set_index(reg!(object), reg!(key), reg!(from))),
                Op::DeleteIndex { object, key } => ok!(self.delete_index(reg!(object), reg!(key))),
                Op::Slice { to, object, base: at } => {
                    let at = usize::from(at);
                    reg!(to) = ok!(self.slice(reg!(object), [window[at], window[at + 1], window[at + 2]]));
                }
                Op::SetSlice { object, base: at, from } => {
                    if matches!(reg!(from), ScriptValue::Generator(_)) {
                        drain!(from);
                        continue;
                    }
                    let at = usize::from(at);
                    ok!(self.set_slice(reg!(object), [window[at], window[at + 1], window[at + 2]], reg!(from)));
                }
                Op::Tuple { to, base: at, count } => {
                    let at = usize::from(at);
                    reg!(to) = ok!(self.heap.new_tuple(&window[at..at + usize::from(count)]));
                }
                Op::List { to, base: at, count } => {
                    let at = usize::from(at);
                    reg!(to) = ok!(self.heap.new_list(&window[at..at + usize::from(count)]));
                }
                Op::Set { to, base: at, count } => {
                    let at = usize::from(at);
                    reg!(to) = ok!(self.heap.new_set(&window[at..at + usize::from(count)]));
                }
                Op::Dict { to } => reg!(to) = ScriptValue::Dict(ok!(self.heap.new_table())),
                Op::Append { list, from } => {
                    if let ScriptValue::List(list) = reg!(list) {
                        ok!(self.heap.append(list, reg!(from)));
                    } else {
                        ok!(error(format!("{} has no method append", reg!(list).kind())));
                    }
                }
                Op::SetAdd { set, from } => {
                    if let ScriptValue::Set(set) = reg!(set) {
                        ok!(self.heap.put(set, reg!(from), ScriptValue::None));
                    }
                }
                Op::SetItem { dict, key, from } => {
                    if let ScriptValue::Dict(dict) = reg!(dict) {
                        ok!(self.heap.put(dict, reg!(key), reg!(from)));
                    }
                }
                Op::Extend { list, from } => match (reg!(list), reg!(from)) {
                    (_, ScriptValue::Generator(_)) => drain!(from),
                    (ScriptValue::List(list), items) => ok!(self.heap.extend(list, items)),
                    _ => {}
                },
                Op::Merge { dict, from } => {
                    let (ScriptValue::Dict(dict), ScriptValue::Dict(other)) = (reg!(dict), reg!(from)) else {
                        ok!(error("only a dict can stand behind \"**\""))
                    };
                    ok!(self.heap.merge(dict, other));
                }
                Op::ToTuple { to, from } => {
                    if let ScriptValue::List(list) = reg!(from) {
                        reg!(to) = ok!(self.heap.tuple_of_list(list));
                    }
                }
                Op::ToSet { to, from } => reg!(to) = ok!(self.heap.set_of(reg!(from))),
                Op::Unpack { from, base: at, count } => {
                    if matches!(reg!(from), ScriptValue::Generator(_)) {
                        drain!(from);
                        continue;
                    }
                    let (at, from) = (usize::from(at), reg!(from));
                    ok!(self.unpack(from, &mut window[at..at + usize::from(count)]));
                }
                Op::UnpackStar { from, base: at, before, after } => {
                    if matches!(reg!(from), ScriptValue::Generator(_)) {
                        drain!(from);
                        continue;
                    }
                    let (at, before, after, from) =
                        (usize::from(at), usize::from(before), usize::from(after), reg!(from));
                    ok!(self.unpack_star(from, &mut window[at..=at + before + after], before));
                }
                Op::Drain { reg } => {
                    if matches!(reg!(reg), ScriptValue::Generator(_)) {
                        drain!(reg);
                    }
                }

                Op::Len { to, from } => {
                    let len = match &reg!(from) {
                        ScriptValue::Tuple(span) => i64::from(span.len),
                        ScriptValue::Str(text) if text.is_ascii => i64::from(text.len),
                        value => ok!(self.heap.len(*value)),
                    };
                    reg!(to) = ScriptValue::Int(len);
                }
                Op::Call { to, base: at, count } => call!(reg!(at), to, at + 1, count, None),
                Op::CallGlobal { to, base: at, number, count } => {
                    let function = self.heap.arena.globals[usize::from(number)];
                    if matches!(function, ScriptValue::Unset) {
                        ok!(Err(self.no_global(number)));
                    }
                    call!(function, to, at + 1, count, None);
                }
                Op::CallNamed { to, base: at, count, names } => {
                    let list = &program.names[usize::from(names)];
                    let first = base + usize::from(at) + 1;
                    let count = ok!(self.bind_names(stack, reg_at(base, at), first, usize::from(count), list));
                    window = &mut stack[base..base + code.registers];
                    call!(reg!(at), to, at + 1, count, Some(names));
                }
                Op::CallSpread { to, base: at, names } => {
                    let list = &program.names[usize::from(names)];
                    let first = base + usize::from(at) + 1;
                    let count = ok!(self.spread(stack, reg_at(base, at), first, list));
                    window = &mut stack[base..base + code.registers];
                    if let (ScriptValue::Builtin(builtin), ScriptValue::List(list)) =
                        (reg!(at), window[usize::from(at) + 1])
                    {
                        // The built-in function receives the items of the list as its arguments.
                        settle!();
                        mark = pc;
                        let arguments = ok!(self.heap.list_copied(list));
                        reg!(to) = ok!(self.builtin_checked(builtin, &arguments));
                        continue;
                    }
                    call!(reg!(at), to, at + 1, count, (!list.is_empty()).then_some(names));
                }
                Op::Builtin { builtin, to, base: at, count } => {
                    let at = usize::from(at);
                    let arguments = &window[at..at + usize::from(count)];
                    if let Some(reg) = arguments.iter().position(|value| matches!(value, ScriptValue::Generator(_)))
                        && builtin.takes_items()
                    {
                        drain!(at + reg);
                        continue;
                    }
                    reg!(to) = ok!(self.builtin(builtin, arguments));
                }
                Op::Method { method, to, base: at, count } => {
                    let at = usize::from(at);
                    let arguments = &window[at..=at + usize::from(count)];
                    if let Some(reg) = arguments.iter().position(|value| matches!(value, ScriptValue::Generator(_))) {
                        drain!(at + reg);
                        continue;
                    }
                    reg!(to) = ok!(self.method(method, arguments[0], &arguments[1..]));
                }
                Op::Next { to, base: at, has_default } => {
                    let ScriptValue::Generator(inner) = reg!(at) else {
                        ok!(error(format!("next takes a generator, not {}", reg!(at).kind())))
                    };
                    settle!();
                    mark = pc;
                    let default = has_default.then_some(at + 1);
                    if ok!(self.resumable(inner)) == State::Waits {
                        push!(pc, Then::Next { to, default });
                        let top = base + code.registers;
                        let (callee, next) = ok!(self.resume(stack, inner, top));
                        switch!(callee, top, next, Some(inner));
                    } else if let Some(default) = default {
                        reg!(to) = reg!(default);
                    } else {
                        ok!(error(ENDED));
                    }
                }
                Op::Function { to, code: made, base: at } => {
                    reg!(to) = ok!(self.new_function(made, &window[usize::from(at)..]));
                }
                Op::Return { .. } | Op::ReturnNone => {
                    let value = if let Op::Return { from } = op { reg!(from) } else { ScriptValue::None };
                    settle!();
                    if let Some(ended) = generator {
                        self.heap.end_generator(ended);
                    }
                    let Some(frame) = self.frames.pop() else { return Ok(value) };
                    switch!(frame.code, index(frame.base), index(frame.next), frame.generator);
                    match frame.then {
                        Then::Store { to } => reg!(to) = value,
                        Then::Cache { to, key } => {
                            ok!(self.remember(key, value));
                            reg!(to) = value;
                        }
                        Then::Loop { .. } => {}
                        Then::Drain { list, reg } => reg!(reg) = ScriptValue::List(list),
                        Then::Next { to, default: Some(default) } => reg!(to) = reg!(default),
                        Then::Next { default: None, .. } => ok!(error(ENDED)),
                    }
                }
                Op::Yield { from } => {
                    let value = reg!(from);
                    settle!();
                    mark = pc;
                    let Some(inner) = generator else { ok!(error("\"yield\" stands in a function")) };
                    let Some(frame) = self.frames.last().copied() else { ok!(error("a generator has no caller")) };
                    if let Then::Drain { list, .. } = frame.then {
                        ok!(self.heap.append(list, value));
                        continue;
                    }
                    ok!(self.suspend(inner, pc, window));
                    self.frames.pop();
                    switch!(frame.code, index(frame.base), index(frame.next), frame.generator);
                    match frame.then {
                        Then::Loop { to, is_pair, body } => {
                            if is_pair {
                                let to = usize::from(to);
                                if matches!(value, ScriptValue::Generator(_)) {
                                    ok!(error("a generator can't be two variables at once: make it a tuple"));
                                }
                                ok!(self.unpack(value, &mut window[to..to + 2]));
                            } else {
                                reg!(to) = value;
                            }
                            pc = usize::from(body);
                            mark = pc;
                        }
                        Then::Store { to } | Then::Next { to, .. } => reg!(to) = value,
                        Then::Cache { .. } | Then::Drain { .. } => {}
                    }
                }
                Op::Raise { from } => ok!(self.raise(reg!(from))),
                Op::AssertFailed => ok!(error("this is not so: an assertion of the script failed")),
                Op::Format { to, from, conversion, has_format } => {
                    let format = has_format.then(|| window[usize::from(from) + 1]);
                    reg!(to) = ok!(self.heap.formatted(reg!(from), conversion, format));
                }
                Op::Join { to, base: at, count } => {
                    let at = usize::from(at);
                    reg!(to) = ok!(self.heap.joined(&window[at..at + usize::from(count)]));
                }
            }
        }
    }
}

const ENDED: &str = "the generator has ended: give next a second value for that";

/// Returns the place of a register on the stack.
fn reg_at(base: usize, reg: u16) -> usize {
    base + usize::from(reg)
}
