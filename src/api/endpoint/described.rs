//! The description of an endpoint.

use actix_web::{FromRequest, Handler};
use utoipa::IntoResponses;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::schema::Schema;
use utoipa::openapi::security::SecurityRequirement;
use waffle_domain::role::Permission;

use super::answers::Answers;
use super::path_parts::of_path;
use crate::openapi::{BEARER, COOKIE};

/// The description of an endpoint, and the schemas that it refers to.
#[derive(Default)]
pub(crate) struct Described {
    pub(crate) operation: Operation,
    pub(crate) schemas: Vec<(String, RefOr<Schema>)>,
}

impl Described {
    /// Begins with what the endpoint's definition says. The first line of the words is the summary, the others are the
    /// description.
    pub(crate) fn new(path: &str, permission: Option<Permission>, [tag, id]: [&str; 2], words: &[&str]) -> Self {
        let mut described = Self::default();
        let operation = &mut described.operation;
        operation.tags = Some(vec![tag.to_owned()]);
        operation.operation_id = Some(id.to_owned());
        operation.summary = words.first().map(|line| line.trim().to_owned());
        let rest: Vec<&str> = words.iter().skip(1).map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
        operation.description = (!rest.is_empty()).then(|| rest.join(" "));
        let role = permission.map(|permission| permission.least_role().as_str());
        let by = |scheme| role.map(|role| SecurityRequirement::new(scheme, [role]));
        operation.security = Some([BEARER, COOKIE].into_iter().filter_map(by).collect());
        described.parameters(of_path(path));
        described
    }

    /// Adds what the handler's parameters take from the request.
    pub(crate) fn takes<F: Handler<Args>, Args: FromRequest + Inputs>(mut self, _: &F) -> Self {
        Args::describe(&mut self);
        self
    }

    /// Checks the definition of a handler that takes the account: without a permission it would refuse every request.
    pub(crate) fn needs_account(&mut self) {
        let Operation { security, operation_id, .. } = &self.operation;
        debug_assert!(security.as_ref().is_some_and(|roles| !roles.is_empty()), "{operation_id:?} needs `for …`");
    }

    /// Adds the answers of a success.
    pub(crate) fn answers(mut self, answers: Answers) -> Self {
        let responses = answers.responses.into_iter().map(|(status, one)| (status.to_string(), one.into()));
        self.operation.responses.responses.extend(responses);
        self.schemas.extend(answers.schemas);
        self
    }

    /// Adds a refusal, or 304.
    pub(crate) fn refuses<R: IntoResponses>(mut self) -> Self {
        self.operation.responses.responses.extend(R::responses());
        self
    }

    pub(crate) fn parameters(&mut self, parameters: impl IntoIterator<Item = Parameter>) {
        for parameter in parameters {
            self.operation.parameters.get_or_insert_default().push(parameter.into());
        }
    }
}

/// A parameter of a handler.
pub(crate) trait Input {
    /// Adds what it takes from the request; most take nothing that is worth a word.
    fn describe(_: &mut Described) {}
}

/// The parameters of a handler.
pub(crate) trait Inputs {
    fn describe(described: &mut Described);
}

macro_rules! inputs {
    ($($one:ident)*) => {
        impl<$($one: Input),*> Inputs for ($($one,)*) {
            fn describe(_described: &mut Described) {
                $($one::describe(_described);)*
            }
        }
    };
}
inputs!();
inputs!(A);
inputs!(A B);
inputs!(A B C);
inputs!(A B C D);
inputs!(A B C D E);
