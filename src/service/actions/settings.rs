//! The settings that can be changed while the server runs.

use waffle_actors::whois::dial::is_reachable;
use waffle_domain::author::Author;
use waffle_domain::settings::Settings;
use waffle_domain::settings::change::SettingsChange;
use waffle_domain::settings::key::SettingKey;
use waffle_domain::whois::server::WhoisServer;
use waffle_language::say;
use waffle_store::settings;

use crate::actions::Services;
use crate::failure::{Failure, of_read};

/// Reads every setting.
pub async fn read(services: &Services) -> Result<Settings, Failure> {
    settings::read(&services.pool).await.map_err(of_read)
}

/// Changes settings, which take effect on this server immediately. 400 for a new WHOIS server that does not answer.
pub async fn change(services: &Services, author: &Author, change: &SettingsChange) -> Result<Settings, Failure> {
    if let Some(name) = change.get(SettingKey::WhoisServer)
        && name != read(services).await?.whois_server
        && !answers(name).await
    {
        return Err(Failure::invalid(SettingKey::WhoisServer.as_str(), say!("fault-whois-unreachable")));
    }
    let changed = settings::change(&services.pool, change, author.at(services.now())).await;
    // Even after a failure: the change may have been committed all the same.
    services.sessions.settings.forget();
    Ok(changed?)
}

async fn answers(name: &str) -> bool {
    match WhoisServer::parse(name) {
        Ok(server) => is_reachable(&server).await,
        Err(_) => false,
    }
}
