//! [`Op`]: an instruction of the machine. Most operands of an instruction are registers of the running function.

use crate::ast::{Binary, Compare, Conversion, FunctionKind, NameIndex};
use crate::builtins::names::{Builtin, Method};

/// A register, counted from the first register of the call.
pub(crate) type Reg = u16;

macro_rules! instructions {
    (
        $(#[$attribute:meta])*
        pub(crate) enum Op { $($(#[$doc:meta])* $name:ident $({ $($field:ident: $kind:ty,)* })?,)* }
    ) => {
        $(#[$attribute])*
        pub(crate) enum Op { $($(#[$doc])* $name $({ $($field: $kind,)* })?,)* }

        impl Op {
            /// The names of all instructions.
            #[cfg(test)]
            pub(crate) const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
        }
    };
}

instructions! {
    /// An instruction. Its size is 8 bytes.
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
        /// Fails if a variable has no value.
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
        /// Moves the value of a register into a new variable that several functions can share. The register then refers to
        /// this variable.
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
        /// Runs `a op= b`. A list, set or dict is changed in place.
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
        /// Jumps if the comparison is false.
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
        /// Jumps if the comparison is true.
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
        /// Fetches the next integer of a range. The register `base` holds the next integer. The register after it holds the
        /// number of remaining integers, and the one after that holds the step.
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
        /// Fetches the next item of a loop. The item must consist of two values, which go into two registers.
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
        /// Makes a slice. Its bounds are in three registers from `base` on.
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
        /// Adds all items of a value to a list.
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
        /// Unpacks the items of a value into `count` registers from `base` on.
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
        /// Makes a list of the items of a generator.
        Drain {
            reg: Reg,
        },

        Len {
            to: Reg,
            from: Reg,
        },
        /// Calls a function. The function is in `base`, and its arguments are in the registers after it.
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
        /// Calls a function whose unnamed arguments are in a list. The list is in the register after the function. The
        /// registers after the list hold the named arguments.
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
        /// Calls a method. The object is in `base`, and the arguments are in the registers after it.
        Method {
            method: Method,
            to: Reg,
            base: Reg,
            count: u8,
        },
        /// Fetches the next value of a generator. If the generator has ended, the result is the default in the register
        /// after the generator. If there is no default, the script fails.
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
        /// Formats a value for an f-string. The format is in the register after the value.
        Format {
            to: Reg,
            from: Reg,
            conversion: Option<Conversion>,
            has_format: bool,
        },
        Join {
            to: Reg,
            base: Reg,
            count: u16,
        },
    }
}

const _: () = assert!(size_of::<Op>() == 8);

/// A function that was compiled to instructions.
#[derive(Debug, Default)]
pub(crate) struct CompiledFunction {
    pub(crate) ops: Vec<Op>,
    /// The place of each instruction in the source.
    pub(crate) places: Vec<u32>,
    pub(crate) name: String,
    /// The place of the function's definition in the source.
    pub(crate) at: u32,
    pub(crate) parameters: Vec<String>,
    pub(crate) defaults: usize,
    pub(crate) has_rest: bool,
    pub(crate) registers: usize,
    /// The registers that have no value when a call begins.
    pub(crate) unset: Vec<Reg>,
    pub(crate) kind: FunctionKind,
    /// `true` if the function is not part of the client's script. Faults in such a function are reported at the place
    /// where the client's script calls it.
    pub(crate) is_hidden: bool,
    /// The variables that the function uses and that belong to outer functions, in the order of the closure's cells.
    pub(crate) free: Vec<NameIndex>,
}

/// A script that was compiled.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) codes: Vec<CompiledFunction>,
    pub(crate) constants: Vec<crate::value::ScriptValue>,
    /// The lists of argument names in calls. Each list is stored once, and calls refer to it by its index.
    pub(crate) names: Vec<Vec<String>>,
    pub(crate) globals: Vec<String>,
    /// The number of bytes of prelude.py that were compiled.
    pub(crate) prelude: usize,
}

impl Program {
    /// Returns the approximate number of bytes that the program has allocated.
    pub(crate) fn memory(&self) -> usize {
        let codes = self.codes.iter().map(|code| code.ops.capacity() * 12 + size_of::<CompiledFunction>());
        codes.sum::<usize>() + self.constants.capacity() * 16 + self.globals.len() * 40
    }
}
