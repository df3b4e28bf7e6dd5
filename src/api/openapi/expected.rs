//! The refusals that follow from the kind of a request.

use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::schema::{Schema, Type};
use waffle_domain::role::Role;

use super::BEARER;
use super::refusals::Refusal;

/// The lowest role: every signed-in account may do whatever it may.
const LEAST_ROLE: &str = Role::WaffleManager.as_str();
/// The tag of probes and the like: they need no sign-in, and describe their own failures.
const SERVICE: &str = "Service";

const FORBIDDEN: Refusal = Refusal { status: "403", code: "forbidden", when: "Your role doesn’t allow this." };
const SECOND_FACTOR_MISSING: Refusal = Refusal {
    status: "403",
    code: "second_factor_missing",
    when: "Your role has to have a second factor, and you have none: set it up first.",
};
const CSRF_FAILED: Refusal = Refusal {
    status: "403",
    code: "csrf_failed",
    when: "With the cookie: `Origin` or `Sec-Fetch-Site` shows a page of another site, or neither is there.",
};
const FOREIGN: Refusal = Refusal {
    status: "403",
    code: "csrf_failed",
    when: "`Origin` or `Sec-Fetch-Site` shows that a page of another site sent it.",
};
const UNAUTHORIZED: Refusal =
    Refusal { status: "401", code: "unauthorized", when: "There is no token, or it is not valid any more." };
const BAD_PATH: Refusal =
    Refusal { status: "400", code: "bad_path", when: "A part of the address is not of the kind that is needed there." };
const BAD_QUERY: Refusal =
    Refusal { status: "400", code: "bad_query", when: "The query holds a parameter twice, or one of the wrong type." };
const BODY_REFUSALS: [Refusal; 5] = [
    Refusal { status: "400", code: "malformed_json", when: "The body is no JSON, or of another shape." },
    Refusal { status: "400", code: "bad_body", when: "The body broke off." },
    Refusal { status: "408", code: "request_timeout", when: "The body took longer than 5 seconds. Nothing was done." },
    Refusal { status: "413", code: "payload_too_large", when: "The body is longer than 64 KiB." },
    Refusal { status: "415", code: "unsupported_media_type", when: "The body is not sent as JSON." },
];
const INTERNAL: Refusal = Refusal { status: "500", code: "internal", when: "A fault of ours. It has been noted." };
const DATABASE: Refusal =
    Refusal { status: "503", code: "database_unavailable", when: "The database does not answer. Nothing was done." };
const TIMEOUT: Refusal = Refusal { status: "503", code: "timeout", when: "It took longer than 10 seconds." };
const OUTCOME_UNKNOWN: Refusal = Refusal {
    status: "503",
    code: "outcome_unknown",
    when: "It may have been done: look before you try again. Every other 503 means that nothing was done.",
};

/// Lists the refusals that follow from the operation's security, parameters and body.
pub(super) fn expected(operation: &Operation, reads: bool) -> Vec<Refusal> {
    if operation.tags.iter().flatten().any(|tag| tag == SERVICE) {
        return Vec::new();
    }
    let mut refusals = Vec::new();
    let security = serde_json::to_value(&operation.security).unwrap_or_default();
    let roles: Vec<&str> =
        security.as_array().into_iter().flatten().filter_map(|one| one[BEARER][0].as_str()).collect();
    if let [role] = roles.as_slice() {
        refusals.push(UNAUTHORIZED);
        refusals.extend((*role != LEAST_ROLE).then_some(FORBIDDEN));
        refusals.push(SECOND_FACTOR_MISSING);
    }
    let by_cookie = operation.security.iter().flatten().next().is_some();
    refusals.extend((!reads).then_some(if by_cookie { CSRF_FAILED } else { FOREIGN }));
    let parameters = operation.parameters.iter().flatten().filter_map(|parameter| match parameter {
        RefOr::T(parameter) => Some(parameter),
        RefOr::Ref(_) => None,
    });
    let of_kind = |wanted: &dyn Fn(&Parameter) -> bool| parameters.clone().any(wanted);
    refusals.extend(of_kind(&|one| one.parameter_in == ParameterIn::Path && !is_plain_text(one)).then_some(BAD_PATH));
    refusals.extend(of_kind(&|one| one.parameter_in == ParameterIn::Query).then_some(BAD_QUERY));
    if operation.request_body.is_some() {
        refusals.extend(of_body(operation));
    }
    refusals.extend([INTERNAL, DATABASE, if reads { TIMEOUT } else { OUTCOME_UNKNOWN }]);
    refusals
}

/// The refusals of bodies. A handler that lists 413 itself sets another limit, or none.
fn of_body(operation: &Operation) -> impl Iterator<Item = Refusal> + use<> {
    let own = operation.responses.responses.iter().find(|(key, _)| key.starts_with("413 "));
    let (own, longer) = match own {
        Some((_, RefOr::T(response))) => (true, response.description.contains("400 KiB")),
        own => (own.is_some(), false),
    };
    BODY_REFUSALS.into_iter().filter(move |refusal| !own || longer && refusal.status != "413")
}

/// Whether the parameter takes any text.
fn is_plain_text(parameter: &Parameter) -> bool {
    match &parameter.schema {
        Some(RefOr::T(Schema::Object(object))) => object.schema_type == Type::String.into() && object.format.is_none(),
        _ => false,
    }
}
