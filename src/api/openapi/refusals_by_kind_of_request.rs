//! The refusals that follow from the kind of a request.

use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::schema::{Schema, Type};
use waffle_domain::refusal::Described;
use waffle_domain::role::Role;

use super::BEARER;
use super::refusals::{
    BadBody, BadPath, BadQuery, BodyTooSlow, CsrfFailed, DatabaseUnavailable, Foreign, Internal, MalformedJson,
    NotSignedIn, OutcomeUnknown, RoleTooLow, SecondFactorMissing, Timeout, TooLarge, UnsupportedMediaType,
};

/// The lowest role: every signed-in account may do whatever it may.
const LEAST_ROLE: &str = Role::WaffleManager.as_str();
/// The tag of probes and the like: they need no sign-in, and describe their own failures.
const SERVICE: &str = "Service";

const BODY_REFUSALS: [Described; 5] = [
    MalformedJson::DESCRIBED,
    BadBody::DESCRIBED,
    BodyTooSlow::DESCRIBED,
    TooLarge::DESCRIBED,
    UnsupportedMediaType::DESCRIBED,
];

/// Lists the refusals that follow from the operation's security, parameters and body.
pub(super) fn expected(operation: &Operation, reads: bool) -> Vec<Described> {
    if operation.tags.iter().flatten().any(|tag| tag == SERVICE) {
        return Vec::new();
    }
    let mut refusals = Vec::new();
    let security = serde_json::to_value(&operation.security).unwrap_or_default();
    let roles: Vec<&str> =
        security.as_array().into_iter().flatten().filter_map(|one| one[BEARER][0].as_str()).collect();
    if let [role] = roles.as_slice() {
        refusals.push(NotSignedIn::DESCRIBED);
        refusals.extend((*role != LEAST_ROLE).then_some(RoleTooLow::DESCRIBED));
        refusals.push(SecondFactorMissing::DESCRIBED);
    }
    let by_cookie = operation.security.iter().flatten().next().is_some();
    refusals.extend((!reads).then_some(if by_cookie { CsrfFailed::DESCRIBED } else { Foreign::DESCRIBED }));
    let parameters = operation.parameters.iter().flatten().filter_map(|parameter| match parameter {
        RefOr::T(parameter) => Some(parameter),
        RefOr::Ref(_) => None,
    });
    let of_kind = |wanted: &dyn Fn(&Parameter) -> bool| parameters.clone().any(wanted);
    refusals.extend(
        of_kind(&|one| one.parameter_in == ParameterIn::Path && !is_plain_text(one)).then_some(BadPath::DESCRIBED),
    );
    refusals.extend(of_kind(&|one| one.parameter_in == ParameterIn::Query).then_some(BadQuery::DESCRIBED));
    if operation.request_body.is_some() {
        refusals.extend(of_body(operation));
    }
    refusals.extend([
        Internal::DESCRIBED,
        DatabaseUnavailable::DESCRIBED,
        if reads { Timeout::DESCRIBED } else { OutcomeUnknown::DESCRIBED },
    ]);
    refusals
}

/// The refusals of bodies. A handler that lists 413 itself sets another limit, or none.
fn of_body(operation: &Operation) -> impl Iterator<Item = Described> + use<> {
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
