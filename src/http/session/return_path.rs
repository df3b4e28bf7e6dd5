//! Where to go after signing in.

/// Where a sign-in leads by default.
pub const HOME: &str = "/admin";

/// Returns the path if it is one of this site's admin pages, else [`HOME`]: never another site, and never the sign-in
/// page again.
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
    fn only_admin_pages_of_this_site_are_safe() {
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
