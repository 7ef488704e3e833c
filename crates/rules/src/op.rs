//! [`Op`]: an instruction. Its operands are registers of the running function.

use crate::ast::{Binary, Compare, Name};
use crate::builtins::names::{Builtin, Method};

/// A register, counted from the first of the call.
pub(crate) type Reg = u16;

/// An instruction of 8 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Const {
        to: Reg,
        number: u16,
    },
    Move {
        to: Reg,
        from: Reg,
    },
    /// Fails for a variable without a value.
    Check {
        reg: Reg,
    },
    Global {
        to: Reg,
        number: u16,
    },
    SetGlobal {
        number: u16,
        from: Reg,
    },
    /// Turns the value of a register into a variable that functions share.
    NewCell {
        reg: Reg,
    },
    GetCell {
        to: Reg,
        cell: Reg,
    },
    SetCell {
        cell: Reg,
        from: Reg,
    },

    Add {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Sub {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Binary {
        op: Binary,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    /// Runs `a op= b`: lists, sets and dicts change in place.
    Augment {
        op: Binary,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Mod {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    AddInt {
        to: Reg,
        a: Reg,
        value: i16,
    },
    SubInt {
        to: Reg,
        a: Reg,
        value: i16,
    },
    BinaryInt {
        op: Binary,
        to: Reg,
        a: Reg,
        value: i16,
    },
    Not {
        to: Reg,
        from: Reg,
    },
    Negate {
        to: Reg,
        from: Reg,
    },
    Plus {
        to: Reg,
        from: Reg,
    },
    Invert {
        to: Reg,
        from: Reg,
    },
    Compare {
        op: Compare,
        to: Reg,
        a: Reg,
        b: Reg,
    },

    // Jumps forward.
    Jump {
        to: u32,
    },
    JumpTrue {
        reg: Reg,
        to: u32,
    },
    JumpFalse {
        reg: Reg,
        to: u32,
    },
    /// Jumps unless the comparison holds.
    Unless {
        op: Compare,
        a: Reg,
        b: Reg,
        to: u16,
    },
    UnlessInt {
        op: Compare,
        a: Reg,
        value: i16,
        to: u16,
    },
    /// Jumps if the comparison holds.
    When {
        op: Compare,
        a: Reg,
        b: Reg,
        to: u16,
    },
    WhenInt {
        op: Compare,
        a: Reg,
        value: i16,
        to: u16,
    },
    // Jumps back.
    Loop {
        to: u32,
    },
    /// Fetches the next integer of a range whose next, count and step are in three registers.
    ForRange {
        base: Reg,
        to: Reg,
        body: u16,
    },
    /// Fetches the next item of a loop that [`Op::Iterate`] began.
    For {
        base: Reg,
        to: Reg,
        body: u16,
    },
    /// Fetches the next item of two values, into two registers.
    ForPair {
        base: Reg,
        to: Reg,
        body: u16,
    },
    Range {
        base: Reg,
        count: u8,
    },
    Iterate {
        base: Reg,
        is_reversed: bool,
    },

    Index {
        to: Reg,
        object: Reg,
        key: Reg,
    },
    SetIndex {
        object: Reg,
        key: Reg,
        from: Reg,
    },
    DeleteIndex {
        object: Reg,
        key: Reg,
    },
    /// Slices; the bounds are in three registers from `base` on.
    Slice {
        to: Reg,
        object: Reg,
        base: Reg,
    },
    SetSlice {
        object: Reg,
        base: Reg,
        from: Reg,
    },
    Tuple {
        to: Reg,
        base: Reg,
        count: u16,
    },
    List {
        to: Reg,
        base: Reg,
        count: u16,
    },
    Set {
        to: Reg,
        base: Reg,
        count: u16,
    },
    Dict {
        to: Reg,
    },
    Append {
        list: Reg,
        from: Reg,
    },
    SetAdd {
        set: Reg,
        from: Reg,
    },
    SetItem {
        dict: Reg,
        key: Reg,
        from: Reg,
    },
    /// Adds all items to a list.
    Extend {
        list: Reg,
        from: Reg,
    },
    Merge {
        dict: Reg,
        from: Reg,
    },
    ToTuple {
        to: Reg,
        from: Reg,
    },
    ToSet {
        to: Reg,
        from: Reg,
    },
    /// Unpacks items into `count` registers from `base` on.
    Unpack {
        from: Reg,
        base: Reg,
        count: u16,
    },
    UnpackStar {
        from: Reg,
        base: Reg,
        before: u8,
        after: u8,
    },
    /// Makes a list of a generator.
    Drain {
        reg: Reg,
    },

    Len {
        to: Reg,
        from: Reg,
    },
    /// Calls a function. It is in `base`, its arguments behind it.
    Call {
        to: Reg,
        base: Reg,
        count: u8,
    },
    CallGlobal {
        to: Reg,
        base: Reg,
        number: u16,
        count: u8,
    },
    /// Calls a function whose last arguments have names.
    CallNamed {
        to: Reg,
        base: Reg,
        count: u8,
        names: u16,
    },
    /// Calls a function. Its unnamed arguments are in a list behind it, and the named ones are behind that.
    CallSpread {
        to: Reg,
        base: Reg,
        names: u16,
    },
    Builtin {
        builtin: Builtin,
        to: Reg,
        base: Reg,
        count: u8,
    },
    /// Calls a method. The object is in `base`, the arguments behind it.
    Method {
        method: Method,
        to: Reg,
        base: Reg,
        count: u8,
    },
    /// Fetches the next value of a generator, or else the default, which is behind it.
    Next {
        to: Reg,
        base: Reg,
        has_default: bool,
    },
    Function {
        to: Reg,
        code: u16,
        base: Reg,
    },
    Return {
        from: Reg,
    },
    ReturnNone,
    Yield {
        from: Reg,
    },
    Raise {
        from: Reg,
    },
    AssertFailed,
    /// Formats a value for an f-string; the format is in the next register.
    Format {
        to: Reg,
        from: Reg,
        is_repr: bool,
        has_format: bool,
    },
    Join {
        to: Reg,
        base: Reg,
        count: u16,
    },
}

const _: () = assert!(size_of::<Op>() == 8);

/// A function as instructions.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    /// The place of each instruction in the source.
    pub(crate) places: Vec<u32>,
    pub(crate) name: String,
    /// The place of its definition.
    pub(crate) at: u32,
    pub(crate) parameters: Vec<String>,
    pub(crate) defaults: usize,
    pub(crate) has_rest: bool,
    pub(crate) registers: usize,
    /// Registers that have no value when a call begins.
    pub(crate) unset: Vec<Reg>,
    pub(crate) is_generator: bool,
    /// True if the function is not the client's. Its faults are then reported at the call.
    pub(crate) is_hidden: bool,
    /// Names of functions around it, in the order of the cells.
    pub(crate) free: Vec<Name>,
}

/// A script that was compiled.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) codes: Vec<Code>,
    pub(crate) constants: Vec<crate::value::Value>,
    /// Names of arguments.
    pub(crate) names: Vec<Vec<String>>,
    pub(crate) globals: Vec<String>,
}

impl Program {
    /// Returns its approximate bytes of memory.
    pub(crate) fn memory(&self) -> usize {
        let codes = self.codes.iter().map(|code| code.ops.capacity() * 12 + size_of::<Code>());
        codes.sum::<usize>() + self.constants.capacity() * 16 + self.globals.len() * 40
    }
}
