//! `grundy batch`: answers the lines of standard input on standard output. It works on all cores, and writes the
//! answers in the order of the lines.
//!
//! The reader cuts the input into pieces. It puts each piece into the queue of the workers, and the receiver of the
//! piece's answers into the queue of the writer. Both queues are short. So if the reader, the workers or the writer are
//! slow, the others wait, and memory stays small.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use grundy_core::number::meter::Stop;
use grundy_core::wire::batch::{Answers, BatchSettings, Item, Shared, StreamSection};
use grundy_core::wire::engine::Engine;
use grundy_core::wire::games::Games;
use grundy_core::wire::lines::{self, Splitter};

/// The largest number of bytes that are read at a time. A read returns earlier if no more bytes have arrived.
const READ_BYTES: usize = 64 * 1024;

/// The largest number of pieces in a queue, divided by the number of workers.
const PIECES_PER_WORKER: usize = 2;

/// A piece of the input, the number of its first line, the games of its requests, and the sender of its answers.
type Job = (Vec<u8>, u64, Arc<Games>, Sender<io::Result<Answers>>);

/// The receiver of the answers to one piece, or the error that ended the input.
type Place = io::Result<Receiver<io::Result<Answers>>>;

/// Answers all lines of `input`. A line has at most `max_line` bytes, and may use the games in `games`. Returns the
/// number of lines that failed.
///
/// # Errors
/// If the input can't be read, or the output can't be written. The thread that reads may then still wait for input, so
/// the process should end.
pub fn run(
    input: impl Read + Send + 'static,
    mut output: impl Write,
    engine: Engine,
    games: Games,
    max_line: usize,
) -> io::Result<usize> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let at_once = workers.saturating_mul(PIECES_PER_WORKER);
    let (jobs, queue) = sync_channel(at_once);
    let (places, answers) = sync_channel(at_once);
    let (queue, engine) = (Arc::new(Mutex::new(queue)), Arc::new(engine));
    for _ in 0..workers {
        let (queue, engine) = (Arc::clone(&queue), Arc::clone(&engine));
        thread::spawn(move || work(&queue, &engine, max_line));
    }
    thread::spawn(move || {
        if let Err(error) = read(input, &jobs, &places, &engine, Shared::of(games), max_line) {
            // Sending fails only if the writer has ended with its own error.
            let _ = places.send(Err(error));
        }
    });
    let mut failed = 0_usize;
    for place in answers {
        let answers = place?.recv().map_err(|_| io::Error::other("a worker failed"))??;
        output.write_all(&answers.json)?;
        output.flush()?;
        failed = failed.saturating_add(answers.failed);
    }
    Ok(failed)
}

fn read(
    mut input: impl Read,
    jobs: &SyncSender<Job>,
    places: &SyncSender<Place>,
    engine: &Engine,
    mut shared: Shared,
    max_line: usize,
) -> io::Result<()> {
    let mut splitter = Splitter::new(max_line);
    let mut buffer = vec![0; READ_BYTES];
    let mut next_line = 1_u64;
    let mut hand_over = |piece: Vec<u8>| {
        let first = next_line;
        next_line = first.saturating_add(lines::ends(&piece));
        let next_place = || {
            let (answers, place) = channel();
            // Sending fails only if the writer has ended. Then no answer is needed any more, so the error is ignored.
            let _ = places.send(Ok(place));
            answers
        };
        // Only a piece with lines that define games must be cut at these lines and copied. Few pieces have such lines.
        if !StreamSection::may_define(&piece) {
            if !piece.is_empty() {
                let _ = jobs.send((piece, first, Arc::clone(shared.games()), next_place()));
            }
            return;
        }
        for StreamSection { text, first, defines } in StreamSection::of_lines(&piece, first) {
            let answers = next_place();
            if defines {
                let line = Item { text: text.trim_ascii_end(), line: Some(first) };
                let defined = shared.define(line, usize::MAX, engine, &Stop::default());
                let _ = answers.send(defined.map_err(io::Error::from));
            } else {
                let _ = jobs.send((text.to_vec(), first, Arc::clone(shared.games()), answers));
            }
        }
    };
    loop {
        match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => hand_over(splitter.push(buffer.get(..length).unwrap_or_default())),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    hand_over(splitter.finish());
    Ok(())
}

fn work(queue: &Mutex<Receiver<Job>>, engine: &Engine, max_line: usize) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((piece, first, games, place)) = job else { return };
        let terms = BatchSettings::of_lines(max_line).with_games(&games);
        let answers = Answers::of_lines(&piece, first, terms, engine, &Stop::default());
        // Sending fails only if the writer has ended, so the error is ignored.
        let _ = place.send(answers.map_err(io::Error::from));
    }
}
