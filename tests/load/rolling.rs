//! A real rolling restart: three replicas under load behind haproxy, and behind nginx. The configurations of the
//! proxies are those in `deploy/`, with other addresses.

// Each test has its own addresses in 127.0.0.0/8, which only Linux provides without configuration. So the ports can be
// those of the published configurations. Also, while a replica is being restarted, no client connection can be given
// the replica's port.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::common::process::{PATIENCE, Running, grundy};
use axum::body::Bytes;
use futures_util::future::join_all;
use futures_util::stream::poll_fn;
use reqwest::{Body, Client, RequestBuilder};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// The number of concurrent callers.
const CALLERS: usize = 8;

/// The pause of a caller between calls. It keeps a small machine free for health checks, since this test is about lost
/// calls and not about load.
const PAUSE: Duration = Duration::from_millis(10);

/// The number of answers for which the test waits after a kill.
const AFTER_A_KILL: usize = 40 * CALLERS;

#[tokio::test(flavor = "multi_thread")]
async fn behind_haproxy() {
    let site = Site::new("haproxy", 1);
    let ip = site.ip.to_string();
    let config = shipped("haproxy.cfg", &[("127.0.0.1", &ip), ("bind :", &format!("bind {ip}:"))]);
    let mut proxy = Command::new("haproxy");
    proxy.args(["-db", "-f"]).arg(site.file("haproxy.cfg", &config));
    // haproxy checks /readyz every second, and its configuration asks for a drain delay of 3 s. On a busy machine, a
    // check may be late by seconds.
    let replicas = site.replicas(&["--drain-delay", "8"]);
    let streams = site.url(8080);
    // haproxy passes a long body on without keeping it. So a call can be lost if a killed replica had received a part
    // of the call's body.
    rolling_restart(site, proxy, replicas, streams, &[Kind::Long]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_nginx() {
    let site = Site::new("nginx", 2);
    let ip = site.ip.to_string();
    // nginx's default folders for temporary files belong to root.
    let mut http = "http {\n".to_owned();
    for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"] {
        writeln!(http, "{name}_temp_path {};", site.folder.join(name).display()).unwrap();
    }
    let changes = [("127.0.0.1", ip.as_str()), ("listen 80", &format!("listen {ip}:80")), ("http {\n", &http)];
    let config = shipped("nginx.conf", &changes);
    let mut proxy = Command::new("nginx");
    proxy.arg("-c").arg(site.file("nginx.conf", &config));
    proxy.arg("-g").arg(format!("daemon off; pid {};", site.folder.join("pid").display()));
    // nginx does not check /readyz, so there is no drain delay.
    let replicas = site.replicas(&[]);
    let streams = site.url(8090);
    // nginx keeps a body until the call is answered, so it can send any call again, and no call is lost.
    rolling_restart(site, proxy, replicas, streams, &[]).await;
}

/// A running proxy. At the end of the test it is stopped and not killed, since nginx's worker processes would survive a
/// kill.
struct Proxy(Running);

impl Drop for Proxy {
    fn drop(&mut self) {
        self.0.signal("TERM");
        self.0.wait();
    }
}

/// Restarts each replica in turn. No call and no stream may be lost. Then kills a replica. The kill may cut off the
/// streams of this replica. It may also lose the calls in progress that the proxy can't send again.
async fn rolling_restart(
    site: Site,
    proxy: Command,
    mut replicas: [Replica; 3],
    streams: String,
    may_be_lost: &[Kind],
) {
    let _proxy = site.start(proxy).await;
    let streams = Streams { client: site.client.clone(), url: format!("{streams}/v1/batch") };
    let load = Load::start(&site.client, &site.url(8080));

    for replica in &mut replicas {
        let flowing = streams.open_until_on(replica).await.streams;
        replica.process.signal("TERM");
        within("the listener closes", replica.is_gone()).await;
        for stream in flowing {
            stream.finish().await.unwrap();
        }
        assert_eq!(within("the replica ends", replica.ended()).await.code(), Some(0));
        replica.start_again();
        // After a restart, a replica gets no calls until the proxy knows that the replica is back.
        within("calls reach the replica", replica.is_called()).await;
    }
    load.assert_lost(0, &[]);

    let [replica, ..] = &replicas;
    let flowing = streams.open_until_on(replica).await;
    replica.process.signal("KILL");
    within("calls go on", load.answers(AFTER_A_KILL)).await;
    let finished = join_all(flowing.streams.into_iter().map(Stream::finish)).await;
    let cut: Vec<String> = finished.into_iter().filter_map(Result::err).collect();
    assert_eq!(cut.len(), flowing.on_the_replica, "{cut:#?}");
    load.stop().await.assert_lost(CALLERS, may_be_lost);
}

/// Returns a file of `deploy/` with some texts replaced.
fn shipped(name: &str, changes: &[(&str, &str)]) -> String {
    let mut text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(name)).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{name} has no {old:?}");
        text = text.replace(old, new);
    }
    text
}

async fn within<F: Future>(what: &str, future: F) -> F::Output {
    timeout(PATIENCE, future).await.unwrap_or_else(|_| panic!("still waiting: {what}"))
}

/// The addresses and the folder of a proxy and of its replicas.
struct Site {
    ip: Ipv4Addr,
    folder: PathBuf,
    client: Client,
}

impl Site {
    fn new(name: &str, number: u8) -> Self {
        let [.., high, low] = std::process::id().to_be_bytes();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rolling").join(name);
        fs::create_dir_all(&folder).unwrap();
        let client = Client::builder().no_proxy().timeout(PATIENCE).build().unwrap();
        Self { ip: Ipv4Addr::new(127, number, high, low), folder, client }
    }

    fn url(&self, port: u16) -> String {
        format!("http://{}:{port}", self.ip)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn replicas(&self, flags: &[&'static str]) -> [Replica; 3] {
        [8081, 8082, 8083].map(|port| Replica::new((self.ip, port).into(), flags, self.client.clone()))
    }

    /// Starts the proxy and waits until it serves. Its output goes to its log.
    async fn start(&self, mut proxy: Command) -> Proxy {
        let log = File::create(self.folder.join("log")).unwrap();
        proxy.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        let mut proxy = Proxy(Running(proxy.spawn().unwrap()));
        let url = self.url(8080) + "/healthz";
        let serves = async {
            while !self.client.get(&url).send().await.is_ok_and(|answer| answer.status() == 200) {
                assert_eq!(proxy.0.0.try_wait().unwrap(), None, "see {}", self.folder.join("log").display());
                sleep(PAUSE).await;
            }
        };
        within("the proxy starts", serves).await;
        proxy
    }
}

struct Replica {
    address: SocketAddr,
    flags: Vec<&'static str>,
    process: Running,
    client: Client,
}

impl Replica {
    fn new(address: SocketAddr, flags: &[&'static str], client: Client) -> Self {
        Self { address, flags: flags.to_vec(), process: Self::process(address, flags), client }
    }

    fn start_again(&mut self) {
        self.process = Self::process(self.address, &self.flags);
    }

    fn process(address: SocketAddr, flags: &[&str]) -> Running {
        // There are enough workers that even a slow machine refuses nobody, since this test is not about refusals.
        let mut command = grundy(&["--workers", "100", "--listen", &address.to_string()], &[]);
        command.args(flags).stderr(Stdio::null());
        Running::serve(command).0
    }

    /// Returns one counter of the replica, added up over all series with this label. Counters begin at 0 when the
    /// replica starts.
    async fn count(&self, metric: &str, label: &str) -> usize {
        let metrics = self.client.get(format!("http://{}/metrics", self.address)).send().await.unwrap();
        let metrics = metrics.text().await.unwrap();
        let counts = metrics.lines().filter(|line| line.starts_with(metric) && line.contains(label));
        counts.map(|line| line.rsplit(' ').next().unwrap().parse::<usize>().unwrap()).sum()
    }

    /// Returns how many streams the replica has received. Each stream begins with a greeting, and the greetings are
    /// counted.
    async fn streams(&self) -> usize {
        self.count("grundy_components_total", r#"game="red-blue""#).await
    }

    async fn is_called(&self) {
        while self.count("grundy_requests_total", r#"route="/v1/analyze""#).await == 0 {
            sleep(PAUSE).await;
        }
    }

    async fn is_gone(&self) {
        while TcpStream::connect(self.address).await.is_ok() {
            sleep(PAUSE).await;
        }
    }

    async fn ended(&mut self) -> ExitStatus {
        loop {
            if let Some(status) = self.process.0.try_wait().unwrap() {
                return status;
            }
            sleep(PAUSE).await;
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Get,
    Post,
    /// A POST of 100 KB. Nearly all bytes are blanks, since the test is about long bodies and not about work.
    Long,
}

impl Kind {
    fn request(self, client: &Client, url: &str) -> RequestBuilder {
        let post = |body: String| client.post(url).header("content-type", "application/json").body(body);
        match self {
            Self::Get => client.get(format!("{url}?euclid=5,26&brief=true")),
            Self::Post => post(r#"{"position": {"euclid": [[5, 26]]}, "brief": true}"#.to_owned()),
            Self::Long => post(format!(r#"{{"position": {{"nim": [{}3]}}, "brief": true}}"#, " ".repeat(100_000))),
        }
    }
}

/// Callers that send calls until they are stopped.
struct Load {
    counts: Arc<Counts>,
    callers: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Counts {
    over: AtomicBool,
    answered: AtomicUsize,
    lost: std::sync::Mutex<Vec<(Kind, String)>>,
}

impl Load {
    fn start(client: &Client, url: &str) -> Self {
        let counts = Arc::new(Counts::default());
        let callers = (0..CALLERS).map(|_| {
            let (client, url, counts) = (client.clone(), format!("{url}/v1/analyze"), Arc::clone(&counts));
            tokio::spawn(async move {
                for kind in [Kind::Get, Kind::Post, Kind::Long].into_iter().cycle() {
                    if counts.over.load(Ordering::Relaxed) {
                        return;
                    }
                    match first_wins(kind.request(&client, &url)).await {
                        Ok(()) => counts.answered.fetch_add(1, Ordering::Relaxed),
                        Err(fault) => {
                            counts.lost.lock().unwrap().push((kind, fault));
                            0
                        }
                    };
                    sleep(PAUSE).await;
                }
            })
        });
        Self { callers: callers.collect(), counts }
    }

    fn answered(&self) -> usize {
        self.counts.answered.load(Ordering::Relaxed)
    }

    /// Waits until `more` further answers have arrived.
    async fn answers(&self, more: usize) {
        let enough = self.answered() + more;
        while self.answered() < enough {
            sleep(PAUSE).await;
        }
    }

    /// Asserts that at most `most` calls were lost, and that all lost calls are of these kinds.
    fn assert_lost(&self, most: usize, kinds: &[Kind]) {
        let lost = self.counts.lost.lock().unwrap().clone();
        println!("{} answered, lost: {lost:#?}", self.answered());
        assert!(lost.len() <= most && lost.iter().all(|(kind, _)| kinds.contains(kind)), "{lost:#?}");
    }

    async fn stop(mut self) -> Self {
        self.counts.over.store(true, Ordering::Relaxed);
        for caller in self.callers.drain(..) {
            caller.await.unwrap();
        }
        self
    }
}

/// Checks the answer to a call.
async fn first_wins(request: RequestBuilder) -> Result<(), String> {
    let answer = request.send().await.map_err(|error| format!("{error:?}"))?;
    let status = answer.status();
    let text = answer.text().await.map_err(|error| format!("{status}: {error:?}"))?;
    let wins = serde_json::from_str(&text).is_ok_and(|answer: Value| answer["winner"] == "first");
    if status == 200 && wins { Ok(()) } else { Err(format!("{status}: {text}")) }
}

/// The address at which streams are opened, and the client that opens them.
struct Streams {
    client: Client,
    url: String,
}

/// Open streams. A certain replica serves `on_the_replica` of them.
struct Flowing {
    streams: Vec<Stream>,
    on_the_replica: usize,
}

impl Streams {
    /// Opens streams until the proxy has sent one to this replica.
    async fn open_until_on(&self, replica: &Replica) -> Flowing {
        let before = replica.streams().await;
        let mut streams = Vec::new();
        loop {
            streams.push(Stream::open(&self.client, &self.url).await);
            let on_the_replica = replica.streams().await - before;
            if on_the_replica > 0 {
                return Flowing { streams, on_the_replica };
            }
            assert!(streams.len() < 20, "none of the streams is on {}", replica.address);
        }
    }
}

/// A stream that sends lines and receives answers until it is told to finish.
struct Stream {
    over: Arc<AtomicBool>,
    task: JoinHandle<Result<(), String>>,
}

impl Stream {
    /// Opens a stream, sends a greeting, and waits for its answer. The greeting is a line with a game that does not
    /// occur in any other line.
    async fn open(client: &Client, url: &str) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let (lines, mut input) = mpsc::channel::<io::Result<Bytes>>(1);
        let body = Body::wrap_stream(poll_fn(move |cx| input.poll_recv(cx)));
        let request = client.post(url).header("content-type", "application/x-ndjson").body(body);
        lines.send(Ok(line(r#""red-blue": ["R"]"#, 0).into())).await.unwrap();
        let mut answers = request.send().await.unwrap();
        assert_eq!(answers.status(), 200);
        let mut text = answers.chunk().await.unwrap().unwrap().to_vec();
        let task = tokio::spawn({
            let over = Arc::clone(&over);
            async move {
                let write = async {
                    let mut count = 1;
                    while !over.load(Ordering::Relaxed) {
                        let piece: String = (count..count + 20).map(|id| line(r#""nim": [3, 4]"#, id)).collect();
                        count += 20;
                        if lines.send(Ok(piece.into())).await.is_err() {
                            break;
                        }
                        sleep(PAUSE).await;
                    }
                    drop(lines);
                    count
                };
                let read = async {
                    while let Some(piece) = answers.chunk().await? {
                        text.extend(piece);
                    }
                    reqwest::Result::Ok(text)
                };
                let (count, text) = tokio::join!(write, read);
                let text = String::from_utf8(text.map_err(|error| format!("{error:?}"))?).unwrap();
                for (id, answer) in text.lines().enumerate() {
                    if !answer.starts_with(&format!(r#"{{"id":{id},"winner":"first""#)) {
                        return Err(format!("the answer to {id} is {answer}"));
                    }
                }
                if text.lines().count() == count { Ok(()) } else { Err(format!("{count} lines, fewer answers")) }
            }
        });
        Self { over, task }
    }

    /// Ends the stream properly. Checks that each line has its answer, in order.
    async fn finish(self) -> Result<(), String> {
        self.over.store(true, Ordering::Relaxed);
        within("the stream ends", self.task).await.unwrap()
    }
}

/// Returns a line of a stream. In `position`, the player to move must be able to win.
fn line(position: &str, id: usize) -> String {
    format!(r#"{{"position": {{{position}}}, "brief": true, "id": {id}}}"#) + "\n"
}
