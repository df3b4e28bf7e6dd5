//! Whose entries an account sees.

use reqwest::Method;
use waffle_tests::{Seller, TestApp, answer, bearer, refusal, refused};

use super::{PATH, entries, log, texts};

/// The authors of the entries that the seller sees, the same in the list, in the file and one by one.
async fn authors(seller: &Seller) -> Vec<String> {
    let listed = log(seller, "").await;
    for entry in &listed {
        let one = seller.get(&format!("{PATH}/{}", entry["id"].as_str().unwrap())).await;
        assert_eq!((one.status.as_u16(), one.json()), (200, entry.clone()));
    }
    let file = seller.get("/api/admin/audit/export").await.text();
    let in_file: Vec<_> = file.lines().skip(1).map(|line| line.split(',').nth(3).unwrap().to_owned()).collect();
    assert_eq!(in_file, texts(&listed, "admin_username"));
    in_file
}

#[tokio::test]
async fn an_admin_sees_own_entries_and_those_of_managers_and_a_super_admin_all() {
    let (app, owner) = TestApp::with_seller().await;
    let (ada, ben) = (app.seller_as("ada", "admin").await, app.seller_as("ben", "admin").await);
    let mia = app.seller_as("mia", "waffle_manager").await;
    for (title, seller) in [("One", &owner), ("Two", &ada), ("Three", &ben), ("Four", &mia)] {
        seller.waffle(title, 2).await;
    }
    assert_eq!(authors(&owner).await, ["mia", "ben", "ada", "admin"]);
    assert_eq!(authors(&ada).await, ["mia", "ada"]);
    assert_eq!(authors(&ben).await, ["mia", "ben"]);
    assert_eq!(ada.get(PATH).await.json()["total"], 2, "the total tells of no others");

    let hidden = log(&owner, "").await;
    for entry in hidden.iter().filter(|entry| ["ben", "admin"].iter().any(|name| entry["admin_username"] == *name)) {
        let one = ada.get(&format!("{PATH}/{}", entry["id"].as_str().unwrap())).await;
        assert_eq!(refusal(&one), refused(404, "not_found"));
        let asked_for = log(&ada, &format!("admin_id={}", entry["admin_id"].as_str().unwrap())).await;
        assert!(asked_for.is_empty(), "a filter opens nothing");
    }
    for path in [PATH.to_owned(), format!("{PATH}/export"), format!("{PATH}/{}", hidden[0]["id"].as_str().unwrap())] {
        assert_eq!(refusal(&mia.get(&path).await), refused(403, "forbidden"), "{path}: her own entries too");
    }
}

#[tokio::test]
async fn the_scope_follows_the_roles_of_now() {
    let app = TestApp::start().await;
    let (ada, ben) = (app.seller_as("ada", "admin").await, app.seller_as("ben", "admin").await);
    ben.waffle("Box", 2).await;
    assert!(authors(&ada).await.is_empty());
    app.sql("UPDATE admins SET role = 'waffle_manager' WHERE username = 'ben'").await;
    assert_eq!(authors(&ada).await, ["ben"]);
    app.sql("UPDATE admins SET role = 'super_admin' WHERE username = 'ben'").await;
    assert!(authors(&ada).await.is_empty());
    app.sql("UPDATE admins SET role = 'super_admin' WHERE username = 'ada'").await;
    let head = answer(bearer(&app, Method::HEAD, PATH, &ada.token)).await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
    assert_eq!(entries(&ada.get(PATH).await).len(), 1);
}
