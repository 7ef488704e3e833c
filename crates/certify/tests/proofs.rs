//! Checks with the other crate that what is made is proved.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::rc::Rc;

use grundy_certify::{Claim, OptionSource, TooMuch, labels, list, winner};
use grundy_verify::{NoRules, verify};

/// A graph, in which a move may leave several vertices.
struct Vertices(Vec<Vec<Vec<usize>>>);

impl OptionSource for Vertices {
    fn options(&mut self, vertex: usize) -> Result<Rc<[Vec<usize>]>, TooMuch> {
        Ok(self.0[vertex].clone().into())
    }

    fn work(&mut self, _: usize) -> Result<(), TooMuch> {
        Ok(())
    }
}

impl Vertices {
    fn game(&self) -> String {
        let option = |left: &Vec<usize>| match left[..] {
            [to] => to.to_string(),
            _ => list(left),
        };
        format!(r#"{{"graph":{}}}"#, list(self.0.iter().map(|row| list(row.iter().map(option)))))
    }
}

/// Returns graphs that look random. Some have cycles, and others have sums.
fn graphs(count: usize) -> impl Iterator<Item = Vertices> {
    let mut state = 61_u64;
    let mut below = move |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % end
    };
    (0..count).map(move |number| {
        let (vertices, splits) = (below(7) + 1, number % 2 == 0);
        let row = |vertex: usize| {
            let options = if splits && vertex == 0 { 0 } else { below(4) };
            let part = |below: &mut dyn FnMut(usize) -> usize| below(if splits { vertex } else { vertices });
            let option = |_| {
                let parts = if splits { below(3) } else { 1 };
                (0..parts).map(|_| part(&mut below)).collect::<Vec<_>>()
            };
            (0..options).map(option).collect()
        };
        Vertices((0..vertices).map(row).collect())
    })
}

#[test]
fn what_is_made_is_proved() {
    let (mut draws, mut infinite) = (0, 0);
    for mut graph in graphs(3000) {
        let game = graph.game();
        let written: Vec<String> = (0..graph.0.len()).map(|vertex| vertex.to_string()).collect();
        let check =
            |text: &str| verify(text.as_bytes(), &mut NoRules, 10_000_000).unwrap_or_else(|no| panic!("{no}: {text}"));
        for vertex in 0..graph.0.len() {
            for components in [vec![vertex], vec![vertex, 0]] {
                let claim = Claim { game: &game, components: &components, written: &written };
                for is_misere in [false, true] {
                    let proof = winner(&mut graph, &components, is_misere).unwrap();
                    draws += usize::from(proof.wins.is_none());
                    check(&claim.winner(is_misere, &proof));
                }
                let proof = labels(&mut graph, &components).unwrap();
                let value = |at: &usize| proof.values.iter().find(|(other, _)| other == at).map(|(_, value)| *value);
                let is_stuck = |at: &usize| graph.0[*at].is_empty();
                let values = components.iter().map(|at| if is_stuck(at) { Some(0) } else { value(at) });
                let grundy = match values.collect::<Option<Vec<_>>>() {
                    Some(values) => values.iter().fold(0, |xor, value| xor ^ value).to_string(),
                    None if components.len() > 1 => continue,
                    None => {
                        infinite += 1;
                        let (_, values) = proof.infinite.iter().find(|(at, _)| *at == vertex).unwrap();
                        format!(r#"{{"infinite":{}}}"#, list(values))
                    }
                };
                check(&claim.labels(&grundy, &proof));
            }
        }
    }
    assert!(draws > 1000 && infinite > 500, "{draws} draws, {infinite} infinite values");
}
