//! Headers that protect pages and people.

use crate::app::TestApp;

#[tokio::test]
async fn pages_run_only_our_own_files_and_are_never_framed() {
    let app = TestApp::start().await;
    for path in ["/nothing", "/health", "/robots.txt"] {
        let answer = app.get(path).await;
        let policy = answer.header("content-security-policy");
        for rule in
            ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]
        {
            assert!(policy.contains(rule), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "same-origin");
        assert!(answer.header("permissions-policy").contains("camera=()"));
    }
    assert_eq!(app.get("/nothing").await.header("cache-control"), "private, no-cache");
}

#[tokio::test]
async fn the_api_is_not_cached_unless_it_says_so() {
    let app = TestApp::start().await;
    for path in ["/api/admin/me", "/api/nothing"] {
        let answer = app.get(path).await;
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(answer.header("content-security-policy").contains("default-src 'none'"));
    }
}
