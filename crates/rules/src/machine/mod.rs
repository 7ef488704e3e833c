//! [`Machine`]: runs instructions. The state of each call within a script is in vectors, so such calls need no native
//! stack.

pub(crate) mod arithmetic;
mod cache;
mod call;
mod execute;
mod index;
pub(crate) mod iterate;
mod slice;

use crate::fault::{At, CallEnd};
use crate::heap::Heap;
use crate::op::{CompiledFunction, Program, Reg};
use crate::size::index;
use crate::value::{ScriptValue, Span};

/// The deepest nesting of calls. For comparison, Python's own limit is 1000.
pub(crate) const MOST_CALLS: usize = 20_000;
/// The largest number of registers that are kept for the next run of the script.
const KEPT_STACK: usize = 1 << 12;

/// A call that waits for an inner call.
#[derive(Clone, Copy, Debug)]
struct Frame {
    code: u32,
    /// The instruction at which the call continues.
    next: u32,
    /// The first register of the frame on the stack.
    base: u32,
    generator: Option<u32>,
    then: Then,
}

/// How the result of a call is used.
#[derive(Clone, Copy, Debug)]
enum Then {
    Store {
        to: Reg,
    },
    /// The result is stored, and also cached with a key.
    Cache {
        to: Reg,
        key: Span,
    },
    /// The result is the next item of a loop.
    Loop {
        to: Reg,
        is_pair: bool,
        body: u16,
    },
    /// The result is one item of a list that collects all items of a generator.
    Drain {
        list: u32,
        reg: Reg,
    },
    Next {
        to: Reg,
        default: Option<Reg>,
    },
}

/// The registers of all frames. When a run of the script ends, at most [`KEPT_STACK`] registers are kept for the next
/// run.
pub(crate) type Stack = Vec<ScriptValue>;

/// Runs a script.
pub(crate) struct Machine<'r> {
    program: &'r Program,
    pub(crate) heap: Heap<'r>,
    frames: Vec<Frame>,
    /// The largest number of registers that the stack needed so far.
    deepest: usize,
    /// The code that failed, and the instruction in it.
    failed: (usize, usize),
}

impl<'r> Machine<'r> {
    pub(crate) fn new(program: &'r Program, heap: Heap<'r>) -> Self {
        Self { program, heap, frames: Vec::new(), deepest: 0, failed: (0, 0) }
    }

    /// Runs a code from its first instruction. The first registers of the code have these values.
    pub(crate) fn run(
        &mut self,
        stack: &mut Stack,
        code: usize,
        values: &[ScriptValue],
    ) -> Result<ScriptValue, CallEnd> {
        let outcome = self.execute(stack, code, values);
        if stack.capacity() > KEPT_STACK {
            stack.truncate(KEPT_STACK);
            stack.shrink_to(KEPT_STACK);
        }
        // Steps that are not charged yet are charged now, so that the limit is exact.
        outcome.and_then(|value| self.heap.ask().map(|()| value))
    }

    /// Returns an error together with its place. If the error happened in a function of `prelude.py`, the place is
    /// where the client's script called that function.
    pub(crate) fn at(&self, message: &str) -> At {
        let (code, next) = self.failed;
        let callers = self.frames.iter().rev().map(|frame| (index(frame.code), index(frame.next)));
        let place = [(code, next)].into_iter().chain(callers).find_map(|(code, next)| {
            let code = self.program.codes.get(code).filter(|code| !code.is_hidden)?;
            code.places.get(next.saturating_sub(1)).copied()
        });
        At::new(place.unwrap_or_default(), message)
    }

    fn code(&self, number: u32) -> &'r CompiledFunction {
        // The compiler made these numbers, so a code with this number exists.
        &self.program.codes[index(number)]
    }
}
