//! Checks that every block of code in the documentation is run: here, or by another test. The commands, and the programs
//! in Python and TypeScript, print the output that is shown.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::process::{fed, grundy};
use crate::common::start;
use serde_json::{Value, json};

/// The blocks that this file runs: their page, and their language. `*` is any page.
const RUN_HERE: [(&str, &str); 6] = [
    ("*", "console"),
    ("docs/api.md", "python"),
    ("docs/api.md", "ts"),
    ("docs/api.md", "json"),
    ("docs/api.md", "sh"),
    ("CONTRIBUTING.md", "python"),
];

/// The blocks that another file runs: their page, their language, and the file, which contains the name of the page.
const RUN_ELSEWHERE: [(&str, &str, &str); 8] = [
    ("README.md", "rust", "src/lib.rs"),
    ("README.md", "sh", ".ci/fresh"),
    ("CONTRIBUTING.md", "rust", "crates/core/src/games/examples/mod.rs"),
    ("bindings/js/README.md", "js", "bindings/js/tests/readme.test.mjs"),
    ("bindings/python/README.md", "python", "bindings/python/tests/test_questions.py"),
    ("crates/core/README.md", "rust", "crates/core/src/lib.rs"),
    ("crates/patterns/README.md", "rust", "crates/patterns/src/lib.rs"),
    ("crates/rules/README.md", "rust", "crates/rules/src/lib.rs"),
];

/// The blocks that nothing runs: their page, the text with which they begin, and the reason.
const NOT_RUN: [(&str, &str, &str); 10] = [
    ("CONTRIBUTING.md", "    &Single(one_two_four::", "a line of a list: a test has the game in a list of its own"),
    ("bindings/js/README.md", "npm install @grundy", "not published yet: bindings/js/test installs the packed file"),
    (
        "bindings/js/README.md",
        "import { analyze, init }",
        "needs a bundler: bindings/js/tests/doors.test.mjs has its own",
    ),
    ("bindings/python/README.md", "pip install .", "bindings/python/test installs the source distribution"),
    ("crates/rules/README.md", "def options(n)", "the source that the block in Rust below it runs"),
    ("docs/api.md", "parallel --pipe", "GNU parallel is not among what the tests need"),
    ("docs/operations.md", "docker ", ".ci/image builds and runs the image"),
    (
        "docs/operations.md",
        "<iframe",
        "needs the address of a service: tests/browser/panels.mjs has a frame of its own",
    ),
    ("docs/releases.md", "cargo publish", "publishes: release/make runs it dry"),
    (
        "docs/scale.md",
        "# Grundy values",
        "needs Spark: deploy/spark/run runs the job, and its tests read these commands",
    ),
];

/// The address of the service in the examples.
const SHOWN_ADDRESS: &str = "localhost:8080";

/// A program, and its output.
struct Example {
    program: &'static str,
    arguments: Vec<&'static str>,
    text: String,
    output: String,
}

/// A block of code of a page.
struct Block {
    language: String,
    text: String,
}

/// Returns the text of a file of the repository.
fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Returns the paths of all pages, relative to the root of the repository.
fn pages() -> Vec<String> {
    let listed =
        Command::new("git").args(["ls-files", "*.md"]).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    String::from_utf8(listed.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Returns all blocks of a page. The fences of a block in a list are indented.
fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_inside = false;
    for line in page.lines() {
        match (line.trim_start().strip_prefix("```"), is_inside) {
            (Some(language), false) => blocks.push(Block { language: language.to_owned(), text: String::new() }),
            (Some(_), true) => {}
            (None, true) => blocks.last_mut().unwrap().text.extend([line, "\n"]),
            (None, false) => continue,
        }
        is_inside = !line.trim_start().starts_with("```") || !is_inside;
    }
    blocks
}

/// Returns the texts of the blocks in this language.
fn blocks_in(page: &str, language: &str) -> Vec<String> {
    blocks(page).into_iter().filter(|block| block.language == language).map(|block| block.text).collect()
}

/// Returns the commands of the `console` blocks, each with its output.
fn commands(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in blocks_in(page, "console").iter().flat_map(|block| block.lines()) {
        if let Some(command) = line.strip_prefix("$ ") {
            let text = format!("grundy() {{ '{}' \"$@\"; }}\n{command}", env!("CARGO_BIN_EXE_grundy"));
            examples.push(Example { program: "sh", arguments: vec!["-c"], text, output: String::new() });
        } else {
            let output = &mut examples.last_mut().unwrap().output;
            output.push_str(line);
            output.push('\n');
        }
    }
    let mentioned = page.lines().filter(|line| line.starts_with("$ ") || line.starts_with("curl ")).count();
    assert_eq!(examples.len(), mentioned, "a command is outside of a console block");
    examples
}

/// Returns the blocks in `language` as programs. The last line of each program ends in a comment, which is the expected
/// output. `comment` is the text with which this comment begins.
fn programs(
    page: &str,
    language: &str,
    (program, arguments): (&'static str, &[&'static str]),
    comment: &str,
) -> Vec<Example> {
    let example = |text: String| {
        let (_, output) = text.trim_end().rsplit_once(comment).unwrap();
        Example { program, arguments: arguments.to_vec(), output: format!("{output}\n"), text }
    };
    blocks_in(page, language).into_iter().map(example).collect()
}

#[tokio::test]
async fn every_example_answers_as_it_says() {
    let server = start(&[]).await;
    let address = server.address.to_string();
    let mut examples: Vec<Example> = pages().iter().flat_map(|page| commands(&read(page))).collect();
    let api = read("docs/api.md");
    examples.extend(programs(&api, "python", ("python3", &["-c"]), "  # "));
    // The examples declare no types, so they are also valid JavaScript.
    examples.extend(programs(&api, "ts", ("node", &["--input-type=module", "-e"]), "  // "));
    assert!(examples.len() >= 20, "{} examples", examples.len());
    for Example { program, arguments, text, output: expected } in examples {
        let script = text.replace(SHOWN_ADDRESS, &address);
        let run = move || Command::new(program).args(arguments).arg(script).output().unwrap();
        let output = tokio::task::spawn_blocking(run).await.unwrap();
        assert!(output.status.success(), "{text}: {}", String::from_utf8_lossy(&output.stderr));
        let output = String::from_utf8(output.stdout).unwrap();
        match serde_json::from_str::<Value>(&expected) {
            // White space and the order of keys do not matter.
            Ok(expected) => assert_eq!(serde_json::from_str::<Value>(&output).unwrap(), expected, "{text}"),
            Err(_) => assert_eq!(output, expected, "{text}"),
        }
    }
}

#[test]
fn every_block_is_run() {
    let mut used = HashSet::new();
    for page in pages() {
        for Block { language, text } in blocks(&read(&page)) {
            let not_run =
                NOT_RUN.iter().find(|(of, begin, _)| *of == page && text.trim_start().starts_with(begin.trim_start()));
            let here = RUN_HERE.iter().find(|(of, is)| ["*", page.as_str()].contains(of) && *is == language);
            let elsewhere = RUN_ELSEWHERE.iter().find(|(of, is, _)| *of == page && *is == language);
            // A block of text is the output of a program.
            let is_output = language == "text";
            if let Some((_, _, by)) = elsewhere {
                assert!(read(by).contains(page.rsplit('/').next().unwrap()), "{by} does not read {page}");
            }
            used.extend(not_run.map(|(of, begin, _)| (*of, *begin)));
            used.extend(here.copied().into_iter().chain(elsewhere.map(|(of, is, _)| (*of, *is))));
            let is_run = here.is_some() || elsewhere.is_some() || not_run.is_some() || is_output;
            assert!(is_run, "nothing runs this block of {page}:\n```{language}\n{text}```");
            if language == "sh" {
                let parsed = fed(Command::new("bash").arg("-n"), &text);
                assert!(parsed.status.success(), "{page}: {}", String::from_utf8_lossy(&parsed.stderr));
            }
        }
    }
    let rows = RUN_HERE.into_iter().chain(RUN_ELSEWHERE.map(|(page, language, _)| (page, language)));
    for row in rows.chain(NOT_RUN.map(|(page, begin, _)| (page, begin))) {
        assert!(used.contains(&row), "there is no such block: {row:?}");
    }
}

/// Each block in JSON is a part of an answer or of a request. The block decides which request this is.
#[tokio::test]
async fn the_json_of_the_api_is_that_of_the_service() {
    let server = start(&[]).await;
    let api = read("docs/api.md");
    let mut counts = [0; 4];
    for value in blocks_in(&api, "json").iter().flat_map(|block| serde_json::Deserializer::from_str(block).into_iter())
    {
        let value: Value = value.unwrap();
        let kind = if value.get("kind").is_some() {
            let answer = server.read("/v1/analyze?kayles=3&explain=true").await;
            assert!(answer["explanation"].as_array().unwrap().contains(&value), "{answer}");
            0
        } else if value.get("played_by").is_some() {
            let found = server.read("/v1/games?q=domineering").await;
            assert!(found["elsewhere"].as_array().unwrap().contains(&value), "{found}");
            1
        } else if let Some(tools) = value.get("mcpServers") {
            assert_eq!(tools["grundy"]["command"], "grundy");
            let arguments: Vec<_> =
                tools["grundy"]["args"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
            let asked = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
            let said = fed(&mut grundy(&arguments, &[]), &format!("{asked}\n"));
            assert_eq!(serde_json::from_slice::<Value>(&said.stdout).unwrap()["id"], 1);
            2
        } else {
            let asked = json!({"games": {"mine": value}, "position": {"mine": ["start"]}});
            assert!(server.analyze(&asked).await["winner"].is_string());
            3
        };
        counts[kind] += 1;
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn the_commands_of_the_api_write_their_files() {
    let folder = std::env::temp_dir().join(format!("grundy-readme-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("requests.ndjson"), "{\"position\": {\"nim\": [3]}, \"brief\": true}\n").unwrap();
    let api = read("docs/api.md");
    let commands: Vec<_> = blocks_in(&api, "sh").into_iter().filter(|text| text.starts_with("grundy ")).collect();
    assert!(!commands.is_empty());
    for command in commands {
        let text = format!("grundy() {{ '{}' \"$@\"; }}\n{command}", env!("CARGO_BIN_EXE_grundy"));
        let run = Command::new("sh").args(["-c", &text]).current_dir(&folder).output().unwrap();
        assert!(run.status.success(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
        let answer = fs::read(folder.join("answers.ndjson")).unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&answer).unwrap()["grundy"], 3, "{command}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_rules_of_the_example_are_those_of_its_game() {
    let page = read("CONTRIBUTING.md");
    let [rules] = blocks_in(&page, "python").try_into().unwrap();
    let script = format!("{rules}print(*(sorted(n for n in options(stones) if n >= 0) for stones in range(8)))");
    let run = Command::new("python3").args(["-c", &script]).output().unwrap();
    assert_eq!(
        String::from_utf8(run.stdout).unwrap(),
        "[] [0] [0, 1] [1, 2] [0, 2, 3] [1, 3, 4] [2, 4, 5] [3, 5, 6]\n"
    );
}
