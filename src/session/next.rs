//! Where to go after signing in.

/// Where everyone goes who did not come from elsewhere.
pub const HOME: &str = "/admin";

/// The path itself when it leads to this site's admin pages, else their start: never to another site, and never in a circle.
pub fn safe(next: &str) -> &str {
    let path = next.split(['?', '#']).next().unwrap_or_default();
    let ours = path == HOME || path.starts_with("/admin/");
    let circle = path.starts_with("/admin/login") || path.starts_with("/admin/logout");
    let odd = next.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\')
        || path.contains("//")
        || path.contains("..");
    if ours && !circle && !odd { next } else { HOME }
}

#[cfg(test)]
mod tests {
    use super::{HOME, safe};

    #[test]
    fn only_admin_pages_of_this_site_are_gone_back_to() {
        for path in ["/admin", "/admin?archived=true", "/admin/waffles/new", "/admin/waffles/1?a=b&c=d#e"] {
            assert_eq!(safe(path), path);
        }
        for path in [
            "",
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "/admin\\evil",
            "/admin/../waffles",
            "/admin//evil.example",
            "/administrator",
            "/admin/login",
            "/admin/login?next=/admin",
            "/admin/logout",
            "admin",
            "/admin/a\r\nSet-Cookie: x",
            "javascript:1",
        ] {
            assert_eq!(safe(path), HOME, "{path}");
        }
    }
}
