//! The settings table: rows for what differs from the defaults.

use sqlx::postgres::PgPool;
use waffle_domain::settings::Settings;

use crate::failure::Failure;

/// Reads all settings; what has no row has its default.
pub async fn read(pool: &PgPool) -> Result<Settings, Failure> {
    let rows: Vec<(String, String)> = sqlx::query_as("SELECT key, value FROM settings")
        .fetch_all(pool)
        .await
        .map_err(|error| Failure::of_statement(&error).before_commit())?;
    let mut settings = Settings::default();
    for (key, value) in rows {
        let place = match key.as_str() {
            "whois_server" => {
                settings.whois_server = value;
                continue;
            }
            "jwt_expiration_hours" => &mut settings.jwt_expiration_hours,
            "password_min_length" => &mut settings.password_min_length,
            "audit_retention_days" => &mut settings.audit_retention_days,
            "login_history_retention_days" => &mut settings.login_history_retention_days,
            "lockout_max_attempts" => &mut settings.lockout_max_attempts,
            "lockout_duration_minutes" => &mut settings.lockout_duration_minutes,
            _ => continue,
        };
        match value.parse() {
            Ok(number) if number > 0 => *place = number,
            _ => log::warn!("setting {key} is not a positive integer in the database; its default holds"),
        }
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use waffle_domain::settings::Settings;

    use super::read;
    use crate::private_postgres::TestDatabase;

    #[tokio::test]
    async fn what_was_never_changed_has_its_default() {
        let database = TestDatabase::create().await.unwrap();
        let pool = database.pool(1).await.unwrap();
        assert_eq!(read(&pool).await.unwrap(), Settings::default());

        sqlx::query("INSERT INTO settings VALUES ('jwt_expiration_hours', '2'), ('password_min_length', 'many'), ('whois_server', 'whois.example')")
            .execute(&pool)
            .await
            .unwrap();
        let expected =
            Settings { jwt_expiration_hours: 2, whois_server: "whois.example".to_owned(), ..Settings::default() };
        assert_eq!(read(&pool).await.unwrap(), expected, "a value that is no number is passed over");
    }
}
