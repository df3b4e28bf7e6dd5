//! Share templates and messages.

use std::slice::from_ref;

use futures_util::future::join_all;
use uuid::Uuid;
use waffle_domain::refusal::Refusal;
use waffle_domain::share::{NewShareTemplate, ShareTemplate, ShareTemplateEdit, unknown_template};
use waffle_language::{ENGLISH, Language};
use waffle_store::announcements::Announced;
use waffle_store::failure::StoreFailure;
use waffle_store::share_message::save;
use waffle_store::share_templates::{create, delete, list, make_default, update};
use waffle_store::waffles::describe;

use crate::test_store::{TestStore, admin, at};

/// The numbered file that says which template is ours.
const OURS: &str = include_str!("../../../migrations/0012_first_share_template.sql");

impl TestStore {
    async fn template(&self, name: &str, seconds: i64) -> Uuid {
        let new = NewShareTemplate::parse(name, "{title}: {url}").unwrap();
        create(&self.pool, Uuid::now_v7(), &new, admin().at(at(seconds))).await.unwrap().id
    }

    async fn default(&self) -> ShareTemplate {
        let defaults: Vec<_> = list(&self.pool).await.unwrap().into_iter().filter(|t| t.default).collect();
        assert_eq!(defaults.len(), 1);
        defaults.into_iter().next().unwrap()
    }

    async fn delete(&self, id: Uuid) -> Result<Vec<Uuid>, StoreFailure> {
        delete(&self.pool, id, admin().at(at(9))).await
    }

    async fn save(&self, waffle: Uuid, template: Uuid, message: &str) -> Result<i64, StoreFailure> {
        save(&self.pool, waffle, template, message, admin().at(at(1))).await
    }
}

#[tokio::test]
async fn a_new_database_has_one_template_which_follows_its_reader_until_an_edit_changes_it() {
    let seller = TestStore::new().await;
    let german = Language::parse("de").unwrap();
    let first = seller.default().await;
    assert_eq!(list(&seller.pool).await.unwrap(), from_ref(&first));
    assert_eq!(first.clone().in_language(ENGLISH), first, "new English words need a numbered file");
    assert_ne!(first.clone().in_language(german), first);

    let edit = async |name: &str, body: &str| {
        let edit = ShareTemplateEdit::parse(Some(name), Some(body)).unwrap();
        let edited = update(&seller.pool, first.id, edit, admin().at(at(2))).await.unwrap();
        assert_eq!(edited, seller.default().await);
        edited
    };
    assert_eq!(edit(&first.name, &first.body).await, first);
    let edited = edit("Mine", &first.body).await;
    assert_eq!((edited.name.as_str(), &edited.body), ("Mine", &first.body));
    assert_eq!(edited.clone().in_language(german), edited);
}

#[tokio::test]
async fn of_the_templates_of_an_older_database_only_the_unchanged_first_one_is_ours() {
    for (before, name, ours) in [
        ("name = 'Neue Waffel', body = '{title}'", "New drop", true),
        ("name = 'Mine', updated_at = clock_timestamp()", "Mine", false),
    ] {
        let seller = TestStore::new().await;
        let own = seller.template("own", 1).await;
        make_default(&seller.pool, own, admin().at(at(2))).await.unwrap();
        let older = format!(
            "ALTER TABLE share_templates DROP COLUMN is_ours;
             UPDATE share_templates SET {before} WHERE id <> '{own}';"
        );
        seller.database.execute(&(older + OURS)).await.unwrap();
        let templates = list(&seller.database.pool(1).await.unwrap()).await.unwrap();
        let found: Vec<_> = templates.iter().map(|template| (template.name.as_str(), template.ours)).collect();
        assert_eq!(found, [("own", false), (name, ours)]);
        let english = templates.into_iter().find(|template| template.ours);
        assert_eq!(english.clone().map(|template| template.in_language(ENGLISH)), english);
    }
}

#[tokio::test]
async fn deletions_at_once_leave_one() {
    let seller = TestStore::new().await;
    let mut ids = vec![seller.default().await.id];
    for n in 0..5 {
        ids.push(seller.template(&format!("t{n}"), n).await);
    }
    let deleted = join_all(ids.iter().map(|id| seller.delete(*id))).await;
    assert_eq!(deleted.iter().filter(|deleted| **deleted == Err(Refusal::LastTemplate.into())).count(), 1);
    seller.default().await;
    assert_eq!(list(&seller.pool).await.unwrap().len(), 1);
}

#[tokio::test]
async fn one_template_is_the_default() {
    let seller = TestStore::new().await;
    let ids = [seller.template("a", 1).await, seller.template("b", 2).await, seller.default().await.id];
    let prefer = |id| {
        let seller = &seller;
        async move { make_default(&seller.pool, id, admin().at(at(3))).await }
    };
    join_all(ids.iter().cycle().take(12).map(|id| prefer(*id))).await;
    seller.default().await;
    prefer(ids[0]).await.unwrap();
    let records = seller.audited(ids[0]).await.len();
    assert!(prefer(ids[0]).await.unwrap().default);
    assert_eq!(seller.audited(ids[0]).await.len(), records, "a repeat is no change");
    assert_eq!(seller.default().await.id, ids[0]);
    assert_eq!(prefer(Uuid::nil()).await, Err(Refusal::NoShareTemplate.into()));
}

#[tokio::test]
async fn a_message_is_saved_with_one_event_and_one_record() {
    let seller = TestStore::new().await;
    let (waffle, template) = (seller.waffle_with("Box", &[]).await, seller.default().await.id);
    assert_eq!(seller.save(waffle, template, "Hi {title}").await, Ok(1));
    assert_eq!(seller.save(waffle, template, "Hi {title}").await, Ok(1));
    let saved = describe(&seller.pool, waffle).await.unwrap().unwrap().waffle;
    assert_eq!((saved.share_message.as_deref(), saved.share_template_id), (Some("Hi {title}"), Some(template)));
    assert_eq!(seller.log(waffle).await, (1, vec![(1, "waffle_updated".to_owned())]));
    assert_eq!(seller.audited(waffle).await, ["create_waffle", "update_share_message"]);
    assert_eq!(seller.save(waffle, Uuid::nil(), "Hi").await, Err(unknown_template().into()));
    assert_eq!(seller.save(Uuid::nil(), template, "Hi").await, Err(Refusal::NoWaffle.into()));
    assert_eq!(seller.log(waffle).await.0, 1);
}

#[tokio::test]
async fn a_waffle_keeps_its_text_when_its_template_goes_and_is_told() {
    let seller = TestStore::new().await;
    let (waffle, bystander) = (seller.waffle_with("Box", &[]).await, seller.waffle_with("Tin", &[]).await);
    let template = seller.template("mine", 1).await;
    seller.save(waffle, template, "Hi").await.unwrap();
    assert_eq!(seller.delete(template).await, Ok(vec![waffle]));
    let before = describe(&seller.pool, waffle).await.unwrap().unwrap().waffle;
    assert_eq!(before.share_template_id, None, "also before the waffle told of it");
    assert_eq!(seller.announce().await, [Announced { waffle_id: waffle, seq: 2 }]);
    let kept = describe(&seller.pool, waffle).await.unwrap().unwrap().waffle;
    assert_eq!((kept.share_message.as_deref(), kept.share_template_id), (Some("Hi"), None));
    assert_eq!(seller.log(bystander).await.0, 0);
}
