//! The contents of the demo's database at its first start: a year of evenings, and the waffles on sale.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::try_join;
use rand::{SeedableRng, rngs::StdRng};
use uuid::Uuid;
use waffle_beacon::local::LocalBeacon;
use waffle_domain::{
    account::Account,
    author::Author,
    change::Change,
    payment::PaymentMethod,
    seller::{SellerDraft, SellerEdit},
};
use waffle_service::config::Config;
use waffle_store::{
    demo_past as store,
    failure::StoreFailure,
    payment_methods,
    pools::{self, PgPool},
    seller,
    waffles::{self, Listing},
};

use super::{Failed, goods, shop::Shop, waffles_on_sale, year};

/// Every demo has the same past.
const SEED: u64 = 20_260_101;
/// When the shop was set up, a little before its first evening.
const DAYS_OLD: i64 = 366;

/// Fills a database on behalf of an account, unless there are any waffles, and returns whether it did.
pub(super) async fn fill_once(
    config: &Config,
    account: &Account,
    beacon: &LocalBeacon,
    now: DateTime<Utc>,
) -> Result<bool, Failed> {
    let (pool, ledger) = store::connect(&pools::options(config.secrets.database_url.expose())?).await?;
    if is_filled(&pool).await? {
        return Ok(false);
    }
    let goods = goods::read()?;
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut stories = year::stories(&goods.sold_before, now, &mut rng);
    stories.extend(waffles_on_sale::stories(&goods, now, &mut rng));
    let by = Author { account_id: account.id, username: account.username.to_string(), ip_address: None };
    let at = now - TimeDelta::days(DAYS_OLD);
    let named = SellerDraft { name: Change::To(Some(goods.seller)), ..SellerDraft::default() };
    seller::edit(&pool, &SellerEdit::parse(&named)?, by.at(at)).await?;
    let payment_methods = wallets(&pool, goods.wallets, &by, at).await?;
    let slug_prefix = &config.slug_prefix;
    let mut shop = Shop { pool, ledger, seller: by, payment_methods, slug_prefix, beacon, rng };
    shop.write(stories).await?;
    shop.pool.close().await;
    Ok(true)
}

async fn is_filled(pool: &PgPool) -> Result<bool, StoreFailure> {
    let any = |listing| waffles::list(pool, listing, Some(1), 0);
    let (current, archived) = try_join(any(Listing::Current), any(Listing::Archived)).await?;
    Ok(!current.is_empty() || !archived.is_empty())
}

async fn wallets(
    pool: &PgPool,
    wallets: Vec<[String; 3]>,
    seller: &Author,
    at: DateTime<Utc>,
) -> Result<Vec<Uuid>, Failed> {
    let mut ids = Vec::new();
    for [kind, display_name, handle_or_url] in wallets {
        let id = Uuid::now_v7();
        let detail = format!("Added the payment method {display_name}");
        let method = PaymentMethod { id, kind, display_name, handle_or_url, instructions: None, is_active: true };
        payment_methods::insert(pool, &method, &detail, seller.at(at)).await?;
        ids.push(id);
    }
    Ok(ids)
}
