//! One opening at one rate: buyers arrive whether or not the earlier ones were served.

use std::{
    cell::{Cell, RefCell},
    fmt,
    path::Path,
    rc::Rc,
    time::{Duration, Instant},
};

use tokio::{
    task::{JoinSet, LocalSet},
    time::{sleep, sleep_until, timeout},
};

use crate::{
    SPOTS,
    buyer::{Story, buy},
    page::Page,
    rig::{
        crowd::Crowd,
        latencies::Latencies,
        process::Used,
        seller::{Seller, Waffle},
        server::Server,
        stage::Stage,
    },
};

/// The most time a buyer is given.
const PATIENCE: Duration = Duration::from_secs(5);
/// Within this time of arriving, 99 of 100 have to have claimed.
const SOON: Duration = Duration::from_secs(1);
/// How long a server gets to free its memory when everyone has left.
const QUIET: Duration = Duration::from_secs(2);
/// How often its memory is looked at.
const GLANCE: Duration = Duration::from_millis(100);

/// A server that buyers come to.
pub(crate) struct Shop {
    pub(crate) name: &'static str,
    pub(crate) server: Server,
    pub(crate) page: Page,
    seller: Rc<Seller>,
    /// How many buyers there were. Each has a different number.
    visitors: Cell<usize>,
    pub(crate) before: f64,
    pub(crate) peak: Cell<f64>,
}

/// The result of an opening.
pub(crate) struct Outcome {
    rate: usize,
    buyers: usize,
    stories: Vec<Story>,
    failures: Vec<String>,
    used: Used,
    took: Duration,
    messages: u64,
}

type Told = RefCell<Vec<Result<Story, String>>>;

impl Shop {
    pub(crate) async fn set_up(name: &'static str, build: &Path, stage: &Stage) -> Rc<Self> {
        let server = Server::of_build(build, stage, name, &[]).await;
        let seller = Seller::sign_in(&server).await;
        let before = server.megabytes();
        let page = Page::learn(&server.address, &seller.sell(SPOTS).await.slug).await;
        Rc::new(Self { name, server, page, seller, visitors: Cell::new(0), before, peak: Cell::new(before) })
    }

    /// Opens new waffles to buyers who arrive at a rate, in buyers per second. A waffle that is sold out is followed by
    /// the next one.
    pub(crate) async fn open(self: &Rc<Self>, rate: usize, seconds: usize) -> Outcome {
        let buyers = rate * seconds;
        let waffles = self.seller.sell_many(buyers.div_ceil(SPOTS as usize), SPOTS).await;
        let (crowd, told) = (Rc::<Crowd>::default(), Rc::<Told>::default());
        let (before, begun) = (self.server.used(), Instant::now());
        let work = LocalSet::new();
        work.run_until(self.receive(&waffles, (rate, buyers), &crowd, &told)).await;
        let (used, took) = (self.server.used().since(before), begun.elapsed());
        let messages = crowd.messages();
        drop(crowd);
        sleep(QUIET).await;
        let (stories, failures): (Vec<_>, Vec<_>) = told.take().into_iter().partition(Result::is_ok);
        let stories = stories.into_iter().flatten().collect();
        let failures = failures.into_iter().filter_map(Result::err).collect();
        Outcome { rate, buyers, stories, failures, used, took, messages }
    }

    async fn receive(
        self: &Rc<Self>,
        waffles: &[Waffle],
        (rate, buyers): (usize, usize),
        crowd: &Rc<Crowd>,
        told: &Rc<Told>,
    ) {
        let shop = Rc::clone(self);
        let glances = tokio::task::spawn_local(async move {
            loop {
                shop.peak.set(shop.peak.get().max(shop.server.megabytes()));
                sleep(GLANCE).await;
            }
        });
        let (begun, mut visits) = (Instant::now(), JoinSet::new());
        for place in 0..buyers {
            let arrival = begun + Duration::from_secs_f64(place as f64 / rate as f64);
            sleep_until(arrival.into()).await;
            // More than a second's buyers wait: most of them will be late.
            if place - told.borrow().len() > rate || late(&told.borrow()) > buyers / 50 {
                break;
            }
            let (shop, crowd, told) = (Rc::clone(self), Rc::clone(crowd), Rc::clone(told));
            let (number, waffle) = (self.visitors.get(), waffles[place / SPOTS as usize].clone());
            self.visitors.set(number + 1);
            visits.spawn_local(async move {
                let visit = buy(number, arrival, (&shop.server.address, &shop.page, &crowd), &waffle);
                let story = match timeout(PATIENCE, visit).await {
                    Ok(story) => story.map_err(|error| error.to_string()),
                    Err(_) => Err("a buyer lost patience".to_owned()),
                };
                told.borrow_mut().push(story);
            });
        }
        visits.join_all().await;
        glances.abort();
    }
}

fn late(told: &[Result<Story, String>]) -> usize {
    told.iter().filter(|story| story.as_ref().map_or(true, |story| story.claimed > SOON)).count()
}

impl Outcome {
    /// Returns whether all were served, and 99 of 100 soon.
    pub(crate) fn good(&self) -> bool {
        self.stories.len() == self.buyers && self.percentile(|story| story.claimed) <= SOON.as_secs_f64() * 1e3
    }

    fn percentile(&self, of: impl Fn(&Story) -> Duration) -> f64 {
        self.latencies(of).percentile(99)
    }

    fn latencies(&self, of: impl Fn(&Story) -> Duration) -> Latencies {
        let mut latencies = Latencies::default();
        self.stories.iter().for_each(|story| latencies.push(of(story)));
        Latencies::merge([latencies])
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claimed = self.latencies(|story| story.claimed);
        let (loaded, seen) = (self.percentile(|story| story.loaded), self.percentile(|story| story.seen));
        let cost = |time: Duration| time.as_secs_f64() * 1e6 / self.stories.len().max(1) as f64;
        let word = if self.good() { "served  " } else { "too fast" };
        write!(f, "{:>5} buyers/s {word} claimed {claimed}, page p99 {loaded:>5.0} ms, ", self.rate)?;
        write!(f, "seen p99 {seen:>5.0} ms; CPU for each buyer: server {:.0} µs, ", cost(self.used.server))?;
        write!(f, "PostgreSQL {:.0} µs, buyers {:.0} µs", cost(self.used.postgres), cost(self.used.load))?;
        let cores = (self.used.server + self.used.postgres + self.used.load).as_secs_f64() / self.took.as_secs_f64();
        write!(f, " ({:.0} % of {cores:.1} cores)", self.used.load_share())?;
        write!(f, "; {:.0} deliveries/s", self.messages as f64 / self.took.as_secs_f64())?;
        match self.failures.first() {
            Some(failure) => write!(f, "; {} failed: {failure}", self.failures.len()),
            None => Ok(()),
        }
    }
}
