//! The text that the demo prints once it runs: how to sign in, and what to try.

use waffle_domain::slug::Slug;
use waffle_service::actions::receipt_tokens::ReceiptTokens;
use waffle_service::config::{Config, Secret};
use waffle_store::waffles::WaffleRef;

use super::{USERNAME, data_folder::Folder, waffles_on_sale};
use crate::server::Server;

/// Returns the token of a sample's receipt, if its waffle is still there.
pub(super) async fn receipt(server: &Server, config: &Config) -> Option<String> {
    let slug = Slug::parse(waffles_on_sale::WITH_RECEIPTS)?.behind(&config.slug_prefix);
    let waffle = server.waffles().snapshot(&WaffleRef::Slug(slug.to_string())).await.ok().flatten()?;
    ReceiptTokens::new(&config.secrets.jwt_secret).token(&waffles_on_sale::receipt(waffle.waffle.id)?)
}

/// Returns the text: `filled` at this start or before, with a `crowd` or without.
pub(super) fn text(
    base: &str,
    password: Option<&Secret>,
    receipt: Option<&str>,
    folder: &Folder,
    (filled, crowd): (bool, bool),
) -> String {
    let receipt = receipt
        .map_or_else(String::new, |receipt| format!("  Receipt    {receipt}  (of a buyer who has not paid yet)\n"));
    let password = password.map_or("the one that you chose", Secret::expose);
    let crowd =
        if crowd { "A crowd is claiming: open a waffle and watch." } else { "Add --crowd to see the boards move." };
    let soon = if filled { "\nOne waffle opens in two minutes, and one is drawn in four." } else { "" };
    format!(
        "
Waffle runs.

  Address    {base}
  Sign in    {base}/admin/login
  Username   {USERNAME}
  Password   {password}
{receipt}  Data       {folder}  (kept; --fresh empties it)
  Stop       Ctrl-C

{crowd}{soon}
"
    )
}
