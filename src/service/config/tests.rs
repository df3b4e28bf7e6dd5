use uuid::Uuid;
use waffle_domain::payment::{PaymentMethod, PaymentType};
use waffle_domain::second_factor::Required;

use super::*;

fn environment() -> Environment {
    Environment::default()
        .with("DATABASE_URL", "postgres://waffle:hunter2@localhost/waffle")
        .with("JWT_SECRET", "0123456789abcdef0123456789abcdef")
        .with("ADMIN_PASSWORD", "correct horse")
}

fn refusal(environment: &Environment) -> String {
    Config::load(environment).expect_err("the configuration is wrong").to_string()
}

#[test]
fn the_defaults_are_those_of_the_file() {
    let config = Config::load(&environment()).unwrap();
    assert_eq!(config.server.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.server.public_url, None);
    assert_eq!(config.server.workers, 0);
    assert_eq!((config.database.max_connections, config.database.actor_connections), (16, 8));
    assert_eq!(config.database.reports_url, None);
    assert_eq!(config.slug_prefix.as_str(), "");
    assert_eq!(config.server.metrics_listen, None);
    assert_eq!((config.rate_limit.claims_burst, config.rate_limit.claims_per_minute), (100, 60));
    assert_eq!((config.rate_limit.buyers_burst, config.rate_limit.buyers_per_minute), (60, 60));
    assert_eq!((config.rate_limit.receipts_burst, config.rate_limit.receipts_per_minute), (2_000, 600));
    assert_eq!((config.rate_limit.cards_burst, config.rate_limit.cards_per_minute), (30, 30));
    assert_eq!((config.rate_limit.login_burst, config.rate_limit.login_per_minute), (20, 30));
    assert_eq!((config.currency.symbol.as_str(), config.currency.decimals), ("$", 2));
    assert!(config.auth.cookie_secure && config.claims.memory_guard);
    assert_eq!((config.auth.bcrypt_cost, config.auth.require_second_factor), (12, Required::None));
    let quicknet = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
    assert_eq!(config.draw.chain.hash().to_string(), quicknet);
    assert_eq!(config.draw.relays.len(), 4);
    assert!(config.warnings.is_empty());
}

#[test]
fn the_environment_overrides_every_kind_of_value() {
    let config = Config::load(
        &environment()
            .with("WAFFLE__SERVER__LISTEN", "0.0.0.0:9000")
            .with("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com/")
            .with("WAFFLE__SERVER__METRICS_LISTEN", "127.0.0.1:9100")
            .with("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "0")
            .with("WAFFLE__AUTH__COOKIE_SECURE", "false")
            .with("WAFFLE__CARDS__CACHE_DIR", "/var/cache/waffle")
            .with("WAFFLE__WAFFLES__SLUG_PREFIX", "a")
            .with("WAFFLE__CURRENCY__SYMBOL", "€"),
    )
    .unwrap();
    assert_eq!(config.server.listen.to_string(), "0.0.0.0:9000");
    assert_eq!(config.server.public_url.unwrap().as_str(), "https://waffles.example.com");
    assert_eq!(config.server.metrics_listen.unwrap().to_string(), "127.0.0.1:9100");
    assert_eq!(config.rate_limit.claims_per_minute, 0);
    assert!(!config.auth.cookie_secure);
    assert_eq!(config.cards.cache_dir, PathBuf::from("/var/cache/waffle"));
    assert_eq!(config.slug_prefix.as_str(), "a");
    assert_eq!(config.currency.symbol, "€");
}

#[test]
fn payment_types_are_separate_sections() {
    let config = Config::load(
        &environment()
            .with("WAFFLE__PAYMENTS__WALLET_A__LINK", "https://pay.example/{handle}")
            .with("WAFFLE__PAYMENTS__WALLET_B__LABEL", "Honey Pay"),
    )
    .unwrap();
    let option = PaymentMethod::parse(Uuid::nil(), "wallet_a", "Wallet", "@anna", None).unwrap();
    assert_eq!(config.payments.link(&option).as_deref(), Some("https://pay.example/anna"));
    assert_eq!(config.payments.label(PaymentType::WalletB), "Honey Pay");
    let handle = PaymentMethod { kind: "wallet_b".into(), ..option };
    assert_eq!(config.payments.link(&handle), None, "a type has no link unless it is set");
    for (name, value) in [
        ("WAFFLE__PAYMENTS__WALLET_A__LINK", "https://pay.example/"),
        ("WAFFLE__PAYMENTS__WALLET_D__LINK", "javascript:{handle}"),
        ("WAFFLE__PAYMENTS__WALLET_D__LINK", "https://me:pw@pay.example/{handle}"),
        ("WAFFLE__PAYMENTS__WALLET_C__LABEL", " "),
    ] {
        let sentence = refusal(&environment().with(name, value));
        assert!(sentence.contains(name), "{sentence}");
    }
    let sentence = refusal(&environment().with("WAFFLE__PAYMENTS__WALLET_E__LINK", "x"));
    assert!(sentence.contains("\"wallet_e\"") && sentence.contains("wallet_c, wallet_d"), "{sentence}");
    let sentence = refusal(&environment().with("WAFFLE__PAYMENTS__WALLET_A", "x"));
    assert!(sentence.contains("\"wallet_a\"") && sentence.contains("WAFFLE__PAYMENTS__WALLET_A"), "{sentence}");
}

#[test]
fn port_listens_on_all_addresses() {
    let config =
        Config::load(&environment().with("PORT", "3000").with("WAFFLE__SERVER__LISTEN", "127.0.0.1:1")).unwrap();
    assert_eq!(config.server.listen.to_string(), "0.0.0.0:3000");
    for bad in ["65536", "http"] {
        let sentence = refusal(&environment().with("PORT", bad));
        assert!(sentence.contains("PORT") && sentence.contains(bad), "{sentence}");
    }
}

#[test]
fn bad_trusted_proxies_are_a_warning() {
    let environment = environment().with("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com");
    let config = Config::load(&environment.with("TRUSTED_PROXIES", "127.0.0.0/8,everybody")).unwrap();
    assert_eq!(config.warnings.len(), 1);
    assert!(config.server.trusted_proxies.contains("127.0.0.1".parse().unwrap()));
}

#[test]
fn a_proxy_that_may_choose_the_host_is_one_warning() {
    let warnings = |environment: Environment| Config::load(&environment).unwrap().warnings;
    assert!(warnings(environment()).is_empty(), "no proxy reaches it");
    for (name, value) in [
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("WAFFLE__SERVER__TRUSTED_PROXIES", "127.0.0.1"),
        ("PORT", "0"),
        ("WAFFLE__SERVER__LISTEN", "[::]:0"),
    ] {
        let warned = warnings(environment().with(name, value));
        let [warning] = warned.as_slice() else { panic!("{name}: {warned:?}") };
        assert!(warning.contains("WAFFLE__SERVER__PUBLIC_URL"), "{warning}");
        let known = environment().with(name, value).with("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com");
        assert!(warnings(known).is_empty(), "{name}");
    }
}

#[test]
fn an_unknown_key_stops_the_start_and_names_the_known_ones() {
    let sentence = refusal(&environment().with("WAFFLE__SERVER__LISTN", "0.0.0.0:1"));
    assert!(
        sentence.contains("WAFFLE__SERVER__LISTN") && sentence.contains("listen, metrics_listen, public_url"),
        "{sentence}"
    );
    let sentence = refusal(&environment().with("WAFFLE__CURRENCY__DECIMAL", "0"));
    assert!(sentence.contains("WAFFLE__CURRENCY__DECIMAL") && sentence.contains("symbol"), "{sentence}");
    let sentence = refusal(&environment().with("WAFFLE__SEVER__LISTEN", "0.0.0.0:1"));
    assert!(sentence.contains("\"sever\"") && sentence.contains("rate_limit, server"), "{sentence}");
    let sentence = refusal(&environment().with("WAFFLE__SERVER", "x"));
    assert!(sentence.contains("WAFFLE__SERVER "), "{sentence}");
}

#[test]
fn a_bad_value_stops_the_start_and_names_its_variable() {
    for (name, value) in [
        ("WAFFLE__SERVER__LISTEN", "8080"),
        ("WAFFLE__SERVER__PUBLIC_URL", "waffles.example.com"),
        ("WAFFLE__SERVER__METRICS_LISTEN", "on"),
        ("WAFFLE__SERVER__METRICS_LISTEN", "9100"),
        ("WAFFLE__SERVER__WORKERS", "many"),
        ("WAFFLE__SERVER__WORKERS", "-1"),
        ("WAFFLE__DATABASE__MAX_CONNECTIONS", "2"),
        ("WAFFLE__DATABASE__MAX_CONNECTIONS", "1001"),
        ("WAFFLE__DATABASE__ACTOR_CONNECTIONS", "1"),
        ("WAFFLE__DATABASE__ACTOR_CONNECTIONS", "1001"),
        ("WAFFLE__WAFFLES__SLUG_PREFIX", "cell-1"),
        ("WAFFLE__WAFFLES__SLUG_PREFIX", "A"),
        ("WAFFLE__WAFFLES__SLUG_PREFIX", "cell20261"),
        ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", "1.5"),
        ("WAFFLE__RATE_LIMIT__LOGIN_BURST", "4294967296"),
        ("WAFFLE__AUTH__COOKIE_SECURE", "perhaps"),
        ("WAFFLE__AUTH__BCRYPT_COST", "3"),
        ("WAFFLE__AUTH__REQUIRE_SECOND_FACTOR", "true"),
        ("WAFFLE__AUTH__BCRYPT_COST", "21"),
        ("WAFFLE__CURRENCY__DECIMALS", "5"),
        ("WAFFLE__LOG__FORMAT", "xml"),
        ("WAFFLE__LOG__SLOW_STATEMENT_MS", "60001"),
    ] {
        let sentence = refusal(&environment().with(name, value));
        assert!(sentence.contains(name) && sentence.contains(value), "{sentence}");
    }
}

#[test]
fn values_on_the_bounds_are_taken() {
    for (name, value) in [
        ("WAFFLE__DATABASE__MAX_CONNECTIONS", "3"),
        ("WAFFLE__DATABASE__MAX_CONNECTIONS", "1000"),
        ("WAFFLE__DATABASE__ACTOR_CONNECTIONS", "2"),
        ("WAFFLE__DATABASE__ACTOR_CONNECTIONS", "1000"),
        ("WAFFLE__WAFFLES__SLUG_PREFIX", " a "),
        ("WAFFLE__WAFFLES__SLUG_PREFIX", "cell2026"),
        ("WAFFLE__AUTH__BCRYPT_COST", "4"),
        ("WAFFLE__AUTH__REQUIRE_SECOND_FACTOR", " all "),
        ("WAFFLE__AUTH__BCRYPT_COST", "20"),
        ("WAFFLE__CURRENCY__DECIMALS", "0"),
        ("WAFFLE__CURRENCY__DECIMALS", "4"),
        ("WAFFLE__LOG__FORMAT", "json"),
        ("WAFFLE__LOG__SLOW_STATEMENT_MS", "60000"),
    ] {
        assert!(Config::load(&environment().with(name, value)).is_ok(), "{name}={value}");
    }
}

#[test]
fn every_missing_secret_is_named_with_the_way_out() {
    let sentence = refusal(&Environment::default());
    for name in ["DATABASE_URL", "JWT_SECRET", "ADMIN_PASSWORD", "waffle demo"] {
        assert!(sentence.contains(name), "{sentence}");
    }
    let sentence = refusal(&environment().with("ADMIN_PASSWORD", ""));
    assert!(sentence.contains("ADMIN_PASSWORD") && !sentence.contains("JWT_SECRET"), "{sentence}");
}

#[test]
fn a_session_secret_needs_32_characters() {
    assert!(Config::load(&environment().with("JWT_SECRET", "ä".repeat(32))).is_ok());
    let sentence = refusal(&environment().with("JWT_SECRET", "ä".repeat(31)));
    assert!(sentence.contains("31 characters") && !sentence.contains('ä'), "{sentence}");
}

#[test]
fn no_secret_is_ever_shown() {
    let config = Config::load(&environment()).unwrap();
    let shown = format!("{config:?}");
    for secret in ["hunter2", "0123456789abcdef", "correct horse"] {
        assert!(!shown.contains(secret), "{shown}");
    }
    let sentence = refusal(&environment().with("DATABASE_URL", "mysql://waffle:hunter2@localhost"));
    assert!(sentence.contains("DATABASE_URL") && !sentence.contains("hunter2"), "{sentence}");
}
