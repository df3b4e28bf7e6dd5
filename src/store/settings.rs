//! System settings. The table has rows only for values that differ from their defaults, and those of
//! [the seller](crate::seller).

use crate::pools::PgPool;
use sqlx::postgres::PgConnection;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::role::Permission;
use waffle_domain::settings::Settings;
use waffle_domain::settings::change::SettingsChange;
use waffle_domain::settings::key::SettingKey;

use crate::accounts::still_may;
use crate::audit;
use crate::failure::StoreFailure;
use crate::transaction::committed;

/// Reads all settings. A setting whose row is missing or invalid has its default.
pub async fn read(pool: &PgPool) -> Result<Settings, StoreFailure> {
    let mut conn = pool.acquire().await.map_err(StoreFailure::nothing_done)?;
    read_in(&mut conn).await.map_err(StoreFailure::before_commit)
}

/// Changes settings, all or none, with one audit entry for each that becomes different. Returns the new settings.
/// Refuses an author who has lost the permission.
pub async fn change(pool: &PgPool, change: &SettingsChange, by: By<'_>) -> Result<Settings, StoreFailure> {
    committed(pool, async |conn| {
        still_may(conn, by, Permission::ManageSettings).await?;
        lock(conn).await?;
        let (mut settings, defaults) = (read_in(conn).await?, Settings::default());
        for (key, value) in change.iter() {
            let before = settings.get(key);
            if before == value {
                continue;
            }
            let name = key.as_str();
            settings
                .set(key, value)
                .map_err(|error| StoreFailure::Broken(format!("{name} can't be changed: {error}")))?;
            put(conn, name, Some(value).filter(|value| defaults.get(key) != *value)).await?;
            let action = match key {
                SettingKey::WhoisServer => AuditAction::UpdateWhoisSettings,
                _ => AuditAction::UpdateSetting,
            };
            let detail = format!("{name}: {before} → {value}");
            audit::of_actor(conn, by, action, (EntityType::Settings, name), &detail).await?;
        }
        Ok(settings)
    })
    .await
}

/// Has changes made one after the other, so that each audit entry names the value it replaced. Readers don't wait.
pub(crate) async fn lock(conn: &mut PgConnection) -> Result<(), StoreFailure> {
    sqlx::query("LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE").execute(conn).await?;
    Ok(())
}

/// Sets a row's value; without one, deletes the row.
pub(crate) async fn put(conn: &mut PgConnection, key: &str, value: Option<&str>) -> Result<(), StoreFailure> {
    sqlx::query("DELETE FROM settings WHERE key = $1").bind(key).execute(&mut *conn).await?;
    if let Some(value) = value {
        let insert = sqlx::query("INSERT INTO settings (key, value) VALUES ($1, $2)");
        insert.bind(key).bind(value).execute(conn).await?;
    }
    Ok(())
}

async fn read_in(conn: &mut PgConnection) -> Result<Settings, StoreFailure> {
    let rows: Vec<(String, String)> = sqlx::query_as("SELECT key, value FROM settings").fetch_all(conn).await?;
    let mut settings = Settings::default();
    for (key, value) in rows {
        let Some(known) = SettingKey::parse(&key) else { continue };
        if let Err(error) = settings.set(known, &value) {
            log::warn!(setting:% = key, error:%; "a setting has a wrong value in the database, so its default is used");
        }
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use waffle_domain::settings::Settings;
    use waffle_test_databases::TestDatabase;

    use super::read;

    #[tokio::test]
    async fn what_was_never_changed_has_its_default() {
        let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
        assert_eq!(read(&pool).await.unwrap(), Settings::default());

        let rows = "INSERT INTO settings VALUES ('jwt_expiration_hours', '2'), ('password_min_length', 'many'),
                        ('whois_server', 'whois.example')";
        sqlx::query(rows).execute(&pool).await.unwrap();
        let expected =
            Settings { jwt_expiration_hours: 2, whois_server: "whois.example".to_owned(), ..Settings::default() };
        assert_eq!(read(&pool).await.unwrap(), expected, "a value that is no number is passed over");
    }
}
