//! Secrets appear neither in the log, at any level, nor in answers, except for the one that hands them out.

mod accounts;
mod program;
mod search;
mod steps;

use program::Run;

/// Text from the answers of the steps. If it were missing, the search would have looked at nothing.
const IN_ANSWERS: [&str; 12] = [
    "Seller sign-in",
    "\"username\":\"admin\"",
    "invalid_credentials",
    "csrf_failed",
    "Golden Box",
    "spots_taken",
    "social_handle,",
    "malformed_json",
    "There is nothing at this address",
    "waffle_claims_total{outcome=\"granted\"}",
    "locked_out",
    "\"db\":\"disconnected\"",
];
/// What the log says at its default level.
const IN_LOG: [&str; 6] = [
    "the first account was created",
    "listening",
    "the standby for reports failed",
    "request failed",
    "stopping",
    "stopped",
];

/// Runs the program through all steps and searches its log and its answers.
async fn keeps_its_secrets(filter: Option<&str>, format: &str) {
    let mut run = Run::start(filter, format).await;
    steps::all(&mut run).await;
    run.server.stop().await;
    let (log, answers) = (run.server.log(), run.answers());
    for mark in IN_ANSWERS {
        assert!(answers.contains(mark), "no answer holds {mark}");
    }
    for mark in IN_LOG {
        assert!(log.contains(mark), "the log does not hold {mark}");
    }
    if filter.is_some() {
        for step in run.steps() {
            let known = [format!(" request={step} "), format!("\"request\":\"{step}\"")];
            assert!(known.iter().any(|id| log.contains(id)), "the log knows nothing of {step}");
        }
    }
    let (in_log, in_answers) = (run.secrets.in_log(&log), run.secrets.in_answers(&answers));
    assert!(in_log.is_empty(), "the log shows\n{}", in_log.join("\n"));
    assert!(in_answers.is_empty(), "an answer shows\n{}", in_answers.join("\n"));
    run.cluster.stop().await.unwrap();
}

#[tokio::test]
async fn the_usual_log_and_all_answers_hold_no_secret() {
    keeps_its_secrets(None, "text").await;
}

#[tokio::test]
async fn the_log_for_finding_faults_holds_no_secret() {
    keeps_its_secrets(Some("debug"), "text").await;
}

#[tokio::test]
async fn the_log_of_everything_holds_no_secret() {
    keeps_its_secrets(Some("trace"), "text").await;
}

#[tokio::test]
async fn the_log_of_everything_as_json_holds_no_secret() {
    keeps_its_secrets(Some("trace"), "json").await;
}
