//! `/openapi.json` and `/openapi.yaml`: the contract, written when it is first asked for. At the start it would take 2 MiB
//! and most of the time until the first answer.

use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use utoipa::openapi::OpenApi as Contract;

use super::problem::Problem;
use super::{Service, contract, unwritable};

/// About how many steps it takes to make the contract and write it.
const STEPS: u64 = 20_000_000;

/// A way to write the contract, and what came of it.
struct Document {
    media_type: HeaderValue,
    write: fn(&Contract) -> Result<String, Problem>,
    text: OnceLock<Bytes>,
}

static JSON: Document = Document {
    media_type: HeaderValue::from_static("application/json"),
    write: |contract| contract.to_json().map_err(|error| unwritable(&error)),
    text: OnceLock::new(),
};

static YAML: Document = Document {
    media_type: HeaderValue::from_static("application/yaml"),
    write: |contract| contract.to_yaml().map_err(|error| unwritable(&error)),
    text: OnceLock::new(),
};

pub(super) async fn json(State(service): State<Arc<Service>>) -> Result<Response, Problem> {
    JSON.answer(service).await
}

pub(super) async fn yaml(State(service): State<Arc<Service>>) -> Result<Response, Problem> {
    YAML.answer(service).await
}

impl Document {
    async fn answer(&'static self, service: Arc<Service>) -> Result<Response, Problem> {
        let steps = if self.text.get().is_some() { 0 } else { STEPS };
        service
            .run(steps, |_| Ok(([(header::CONTENT_TYPE, self.media_type.clone())], self.text()?).into_response()))
            .await
    }

    fn text(&self) -> Result<Bytes, Problem> {
        if let Some(text) = self.text.get() {
            return Ok(text.clone());
        }
        let text = (self.write)(&contract())?.into();
        Ok(self.text.get_or_init(|| text).clone())
    }
}
