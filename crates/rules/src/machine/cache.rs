//! The results of functions under `@cache` and `@lru_cache`. Each run of the script has a new dict for the results of
//! all these functions, so no result depends on earlier runs. The statements outside of functions run once, when the
//! script is compiled. The results of their calls are in another dict, which can no longer change after that. The
//! memory of these dicts is counted like the memory of any other dict.

use super::Machine;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::size::length;
use crate::value::{ScriptValue, Span};

/// In the key of a cached call, this number says that no argument has a name.
const PLAIN: i64 = -1;
/// In the key of a cached call, this number says that the only argument is a bool without a name. `CPython`
/// distinguishes `f(1)` from `f(True)`, but not `f(1, 1)` from `f(1, True)`.
const ONE_BOOL: i64 = -2;

/// The outcome of looking up a call in the cache.
pub(super) enum Recalled {
    Result(ScriptValue),
    /// There is no result yet. The result must be stored with this key.
    Key(Span),
}

impl Machine<'_> {
    /// Looks up the result of a call of a cached function. `names` is the index of the call's argument names in
    /// `program.names`; `None` if the call has no argument names. As in `CPython`, a call with argument names differs
    /// from a call without them, even if all values are equal.
    pub(super) fn recall(
        &mut self,
        function: u32,
        names: Option<u16>,
        arguments: &[ScriptValue],
    ) -> Result<Recalled, CallEnd> {
        let form = match (names, arguments) {
            (Some(names), _) => i64::from(names),
            (None, [ScriptValue::Bool(_)]) => ONE_BOOL,
            (None, _) => PLAIN,
        };
        let bytes = (2 + arguments.len()) * size_of::<ScriptValue>();
        self.heap.check_room(bytes)?;
        self.heap.charge(cost::items(2 + arguments.len()))?;
        let tuples = &mut self.heap.arena.tuples;
        let start = tuples.len();
        tuples.extend([ScriptValue::Function(function), ScriptValue::Int(form)]);
        tuples.extend_from_slice(arguments);
        let key = Span { start: length(start), len: length(2 + arguments.len()) };
        let hash = match self.heap.hash(ScriptValue::Tuple(key), 0) {
            Err(CallEnd::Error(text)) => {
                let name = &self.code(self.heap.closure(function).code).name;
                return error(format!("{name} is cached by its arguments: {text}"));
            }
            hash => hash?,
        };
        let caches = [self.heap.arena.frozen.cache, self.heap.arena.cache];
        for table in caches.into_iter().flatten() {
            if let Some(number) = self.heap.find_hashed(table, ScriptValue::Tuple(key), hash)?
                && let Some(entry) = self.heap.table(table).entries.get(number)
            {
                let value = entry.value;
                // The key is removed again, so a call whose result is known needs no memory.
                self.heap.arena.tuples.truncate(start);
                return Ok(Recalled::Result(value));
            }
        }
        self.heap.allocate(bytes)?;
        Ok(Recalled::Key(key))
    }

    /// Caches the result of a call.
    pub(super) fn remember(&mut self, key: Span, value: ScriptValue) -> Result<(), CallEnd> {
        if matches!(value, ScriptValue::Generator(_)) {
            return error("a cached generator would be empty the second time: return a list");
        }
        let table = match self.heap.arena.cache {
            Some(table) => table,
            None => self.heap.new_table()?,
        };
        self.heap.arena.cache = Some(table);
        self.heap.put(table, ScriptValue::Tuple(key), value).map(drop)
    }
}
