//! The hosts from which calls over HTTP are admitted. An attacker can let the host name of a page resolve to this
//! machine (DNS rebinding). Such a page must not make calls in the name of its visitor.

use std::net::Ipv6Addr;
use std::str::FromStr;

use http::uri::Authority;
use http::{HeaderMap, HeaderName, Uri, header};

/// The host names under which the tools may be called (the `Host` header). Pages may call the tools only if their
/// origin (the `Origin` header) has one of these names.
#[derive(Clone, Debug)]
pub struct Hosts(Vec<Host>);

/// A host name. If it has a port, calls under other ports are refused.
#[derive(Clone, Debug)]
pub struct Host {
    name: String,
    port: Option<u16>,
}

impl FromStr for Host {
    type Err = String;

    /// Parses a host name, which may have a port. An IPv6 address without a port needs no brackets.
    ///
    /// # Errors
    /// If no `Host` header can have this name.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.parse::<Ipv6Addr>().is_ok() {
            return Ok(Self { name: text.to_ascii_lowercase(), port: None });
        }
        let authority = text.parse().ok().filter(|authority: &Authority| !authority.as_str().contains(['*', '@']));
        let authority = authority.ok_or("expected a host name, such as grundy.example, without scheme, path or *")?;
        Ok(Self::of(&authority))
    }
}

impl Host {
    fn of(authority: &Authority) -> Self {
        let name = authority.host().trim_start_matches('[').trim_end_matches(']');
        Self { name: name.to_ascii_lowercase(), port: authority.port_u16() }
    }

    /// Returns whether `other` is this host. If the text of `other` has no port, `port` is used.
    fn is(&self, other: &Self, port: Option<u16>) -> bool {
        self.name == other.name && (self.port.is_none() || self.port == other.port.or(port))
    }
}

impl Hosts {
    /// Creates the list.
    #[must_use]
    pub fn new(hosts: Vec<Host>) -> Self {
        Self(hosts)
    }

    /// Returns whether a request with these headers may call the tools.
    #[must_use]
    pub fn admit(&self, headers: &HeaderMap) -> bool {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = text(header::HOST).and_then(|host| host.parse().ok());
        host.is_some_and(|host| self.has(&host, None))
            && text(header::ORIGIN).is_none_or(|origin| self.has_page(origin))
    }

    fn has_page(&self, origin: &str) -> bool {
        let Ok(uri) = origin.parse::<Uri>() else { return false };
        let port = match uri.scheme_str() {
            Some("http") => 80,
            Some("https") => 443,
            _ => return false,
        };
        uri.authority().is_some_and(|authority| self.has(authority, Some(port)))
    }

    fn has(&self, authority: &Authority, port: Option<u16>) -> bool {
        let found = Host::of(authority);
        self.0.iter().any(|host| host.is(&found, port))
    }
}
