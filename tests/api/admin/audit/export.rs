//! `GET /api/admin/audit/export`

use reqwest::Method;
use waffle_tests::{TestApp, bearer};

use super::log;

const PATH: &str = "/api/admin/audit/export";

/// Writes entries numbered by their entity id; the newest `waiting` ones are still in the outbox.
async fn write(app: &TestApp, entries: u32, waiting: u32) {
    app.sql(&format!(
        "WITH written AS (
             INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail)
             SELECT timestamptz '2026-06-01' + n * interval '1 s', \
                 '00000000-0000-4000-8000-000000000007', 'anna', 'mark_paid', 'spot', n::text, ''
             FROM generate_series(1, {entries}) AS n RETURNING *
         )
         SELECT count(*) FROM written"
    ))
    .await;
    app.sql(&format!(
        "WITH moved AS (DELETE FROM audit_outbox WHERE entity_id::integer <= {entries} - {waiting} RETURNING *)
         INSERT INTO audit_log (seq, id, at, admin_id, admin_username, action, \
             entity_type, entity_id, detail, ip_address)
         SELECT seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address FROM moved"
    ))
    .await;
}

fn entities(file: &str) -> Vec<u32> {
    file.lines().skip(1).map(|line| line.split(',').nth(6).unwrap().parse().unwrap()).collect()
}

#[tokio::test]
async fn the_file_has_the_columns_of_the_api_and_no_formulas() {
    let (app, seller) = TestApp::with_seller().await;
    app.sql(
        "INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address)
         VALUES ('2026-06-01T12:00:00.5Z', '00000000-0000-4000-8000-000000000007', 'anna', 'update_setting', \
             'settings', '@key',
             '=HYPERLINK(\"x\"), \"y\"', '2001:db8::1')",
    )
    .await;
    let file = seller.get(PATH).await;
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"audit.csv\"");
    assert_eq!(file.header("cache-control"), "no-store");
    let id = log(&seller, "").await[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(
        file.text(),
        format!(
            "id,timestamp,admin_id,admin_username,action,entity_type,entity_id,detail,ip_address\r\n\
             {id},2026-06-01T12:00:00.500Z,00000000-0000-4000-8000-000000000007,anna,update_setting,settings,'@key,\
             \"'=HYPERLINK(\"\"x\"\"), \"\"y\"\"\",2001:db8::1\r\n"
        )
    );
}

#[tokio::test]
async fn the_file_has_every_entry_once_the_newest_first_though_they_are_being_moved() {
    let (app, seller) = TestApp::with_seller().await;
    // The file is written a thousand entries at a time, so these counts test both ends of a batch.
    write(&app, 3_000, 2_500).await;
    assert_eq!(entities(&seller.get(PATH).await.text()), (1..=3_000).rev().collect::<Vec<_>>());
    let some = seller.get(&format!("{PATH}?from=2026-06-01T00:10:00Z&to=2026-06-01T00:20:00Z&action=mark_paid")).await;
    assert_eq!(entities(&some.text()), (600..=1_200).rev().collect::<Vec<_>>());
    assert!(entities(&seller.get(&format!("{PATH}?action=release_spot")).await.text()).is_empty(), "the head alone");
}

#[tokio::test]
async fn a_file_that_breaks_off_does_not_look_whole() {
    let (app, seller) = TestApp::with_seller().await;
    write(&app, 10_000, 0).await;
    // More than the buffers between server and client can hold.
    app.sql("UPDATE audit_log SET detail = repeat('x', 5000)").await;
    let mut response = bearer(&app, Method::GET, PATH, &seller.token).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.chunk().await.unwrap().is_some());
    app.sql("DROP VIEW audit_trail").await;
    let mut parts = 0;
    let end = loop {
        match response.chunk().await {
            Ok(Some(_)) => parts += 1,
            end => break end,
        }
    };
    assert!(end.is_err(), "after {parts} parts it looks whole");
}
