//! A thread for what passes connections on. Among the crowd's tasks it would take its turn: a network that is slow
//! whenever buyers are many, for one server alone.

use std::thread;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Ends, with all that it passes on, when it is dropped.
pub(super) struct Wires {
    tasks: Handle,
    _end: oneshot::Sender<()>,
}

impl Wires {
    pub(super) fn start() -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let (tasks, (end, ended)) = (runtime.handle().clone(), oneshot::channel());
        thread::spawn(move || runtime.block_on(ended));
        Self { tasks, _end: end }
    }

    pub(super) fn thread(&self) -> Handle {
        self.tasks.clone()
    }

    pub(super) fn spawn<T: Send + 'static>(&self, task: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
        self.tasks.spawn(task)
    }
}
