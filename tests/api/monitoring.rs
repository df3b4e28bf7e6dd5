//! `deploy/prometheus`, `deploy/grafana` and docs/runbook.md: they fit each other and what a server really says.

mod prometheus;
mod selectors;

use std::collections::BTreeSet;
use std::time::Duration;

use reqwest::Method;
use serde_json::Value;
use waffle_tests::exposition::Exposition;
use waffle_tests::metrics::ON;
use waffle_tests::{TestApp, answer, bearer, token};

use prometheus::{Prometheus, promtool};
use selectors::selectors;

const RULES: &str = include_str!("../../deploy/prometheus/alerts.yml");
const RULES_TEST: &str = include_str!("../../deploy/prometheus/alerts_test.yml");
const DASHBOARD: &str = include_str!("../../deploy/grafana/waffle.json");
const RUNBOOK: &str = include_str!("../../docs/runbook.md");

/// A server on which everything has happened that makes a series appear.
async fn used_server() -> TestApp {
    let app = TestApp::with(&[ON]).await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    assert_eq!(app.claim(&waffle, &[1], "anna").await.status, 200);
    assert_eq!(app.claim_random(&waffle, 1, "ben").await.status, 200);
    let token = token(&app).await;
    app.sql("ALTER TABLE blocked_handles RENAME TO elsewhere").await;
    assert_eq!(answer(bearer(&app, Method::GET, "/api/admin/blocked-handles", &token)).await.status.as_u16() / 100, 5);
    app
}

/// The names of the alerts, in the order of the file.
fn alerts() -> Vec<&'static str> {
    RULES.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect()
}

fn panels() -> Vec<(String, Vec<String>)> {
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = |panel: &Value| panel["targets"].as_array().unwrap().iter().map(|it| text(&it["expr"])).collect();
    panels.map(|panel| (text(&panel["title"]), targets(panel))).collect()
}

/// What Grafana would ask for, with all servers chosen.
fn filled_in(expression: &str) -> String {
    expression.replace("$__rate_interval", "1m").replace("$instance", ".*")
}

fn assert_known(metrics: &Exposition, text: &str) -> usize {
    let found = selectors(text);
    for (name, matchers) in &found {
        // Prometheus adds these itself.
        let own = matchers.iter().filter(|(label, _)| !["job", "instance"].contains(&label.as_str()));
        let parts: Vec<String> = own.map(|(label, value)| format!("{label}=\"{value}\"")).collect();
        let fits = |sample: &String| {
            sample.strip_prefix(name.as_str()).is_some_and(|rest| {
                // A histogram's name, as people say it.
                let rest = rest.strip_prefix("_bucket").unwrap_or(rest);
                (rest.is_empty() || rest.starts_with('{')) && parts.iter().all(|part| rest.contains(part))
            })
        };
        assert!(metrics.samples.keys().any(fits), "no server says {name} {parts:?}");
    }
    found.len()
}

#[tokio::test]
async fn a_server_has_every_metric_and_label_that_rules_and_dashboard_name() {
    let app = used_server().await;
    let metrics = app.metrics().await;
    assert!(assert_known(&metrics, RULES) > 20);
    let shown: usize = panels().iter().flat_map(|(_, asked)| asked).map(|asked| assert_known(&metrics, asked)).sum();
    assert!(shown > 25, "{shown}");
    assert!(assert_known(&metrics, RUNBOOK) > 10);
}

#[tokio::test]
async fn the_rules_are_valid_and_each_alert_fires_when_it_should_and_else_is_silent() {
    promtool(&["check", "rules", "--lint-fatal", "deploy/prometheus/alerts.yml"]).await;
    promtool(&["check", "config", "--lint-fatal", "deploy/prometheus/prometheus.yml"]).await;
    promtool(&["test", "rules", "deploy/prometheus/alerts_test.yml"]).await;
    assert!(alerts().len() > 10);
    for alert in alerts() {
        let cases: Vec<&str> = RULES_TEST.split(&format!("alertname: {alert}")).skip(1).collect();
        let silent = cases.iter().filter(|rest| rest.starts_with(", exp_alerts: []}")).count();
        assert!(silent > 0, "{alert} is not shown to be silent");
        assert!(cases.len() > silent, "{alert} is not shown to fire");
    }
}

#[test]
fn each_alert_has_a_section_of_the_runbook_and_each_section_an_alert() {
    let sections: Vec<&str> = RUNBOOK.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(sections, alerts());
    let named: Vec<&str> = RULES.lines().filter_map(|line| line.trim().strip_prefix("runbook: ")).collect();
    let expected: Vec<String> = alerts().iter().map(|it| format!("docs/runbook.md#{}", it.to_lowercase())).collect();
    assert_eq!(named, expected);
    for section in RUNBOOK.split("\n## ").skip(1) {
        for part in ["**For people:** ", "**Look at:** ", "**Do:** "] {
            assert_eq!(section.matches(part).count(), 1, "{part} in {section}");
        }
    }
    for link in RUNBOOK.split("](#").skip(1).filter_map(|rest| rest.split_once(')')) {
        assert!(sections.iter().any(|section| section.to_lowercase() == link.0), "{}", link.0);
    }
}

#[tokio::test]
async fn prometheus_evaluates_the_rules_fills_every_panel_and_notices_when_the_server_is_gone() {
    let mut app = used_server().await;
    let prometheus = Prometheus::start(app.metrics.unwrap()).await;
    prometheus.becomes("/api/v1/targets", |data| data["activeTargets"][0]["health"] == "up").await;
    for (title, asked) in panels() {
        for expression in asked {
            let path = Prometheus::query(&filled_in(&expression));
            // A rate needs two readings.
            let shown = prometheus.becomes(&path, |data| data["result"].as_array().is_some_and(|it| !it.is_empty()));
            tokio::time::timeout(Duration::from_secs(10), shown).await.unwrap_or_else(|_| panic!("{title} is empty"));
        }
    }
    let evaluated = |rule: &Value| rule["health"] == "ok";
    let rules = |data: &Value| -> Vec<Value> {
        data["groups"].as_array().unwrap().iter().flat_map(|it| it["rules"].as_array().unwrap().clone()).collect()
    };
    let data = prometheus.becomes("/api/v1/rules", |data| rules(data).iter().all(evaluated)).await;
    let names: BTreeSet<String> = rules(&data).iter().map(|rule| rule["name"].as_str().unwrap().to_owned()).collect();
    assert!(names.iter().map(String::as_str).eq(alerts().into_iter().collect::<BTreeSet<_>>()), "{names:?}");
    let alarmed =
        |data: &Value| data["alerts"].as_array().unwrap().iter().any(|it| it["labels"]["alertname"] == "WaffleDown");
    assert!(!alarmed(&prometheus.ask("/api/v1/alerts").await), "the server is up");
    app.stop();
    prometheus.becomes("/api/v1/alerts", alarmed).await;
}
