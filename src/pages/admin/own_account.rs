//! `/admin/settings` and `/admin/settings/security`: the seller's own profile and password, and what buyers see of the
//! seller.

use actix_web::http::StatusCode;
use actix_web::web;
use uuid::Uuid;
use waffle_domain::invalid::Findings;
use waffle_domain::password::PasswordPolicy;
use waffle_domain::role::Permission;
use waffle_domain::seller::{PICTURE_SIDE, SellerEdit};
use waffle_http::error::HttpError;
use waffle_http::session::csrf_form::{Fields, PhotoForm, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_language::{Text, say};
use waffle_service::actions::passwords::{self, OtherSessions, OwnChange};
use waffle_service::actions::{Services, accounts, second_factor, seller, sessions};
use waffle_service::failure::{Failure, FieldError};

use crate::Pages;
use crate::admin::waffle_form::upload;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::context::profile::ProfileForm;
use crate::context::seller::SellerForm;
use crate::context::{Frame, Section, settings_tabs};
use crate::refused_form::RefusedForm;

const PROFILE: &str = "/admin/settings";
const SECURITY: &str = "/admin/settings/security";

/// Shows the seller's own profile, and to super admins what buyers see of the seller.
pub async fn profile(me: SignedIn, pages: Pages) -> Answer {
    let seller = stored_seller(&pages, &me).await?;
    profile_page(&pages, &me, (ProfileForm::of(&me.account), seller), None)
}

/// Saves the seller's own profile and redirects back; 400 or 409 with the form as typed.
pub async fn save_profile(form: SignedInForm, pages: Pages) -> Answer {
    let (draft, password) = (ProfileForm::draft(&form.fields), form.fields.text("current_password"));
    match accounts::change_profile(&pages.services, &form.me, form.me.id(), &draft, Some(password)).await {
        Ok(_) => Ok(answer::said(&form.me, PROFILE, &Flash::done(say!("profile-saved")))),
        Err(failure) => {
            let refused = RefusedForm::of(failure)?;
            let profile = ProfileForm::typed(&form.fields, &refused.faults);
            let seller = stored_seller(&pages, &form.me).await?;
            profile_page(&pages, &form.me, (profile, seller), Some(refused))
        }
    }
}

/// Saves what buyers see of the seller and redirects back; 400 with the form as typed. It then names a new picture too.
pub async fn save_seller(PhotoForm { form, photo }: PhotoForm, pages: Pages) -> Answer {
    let SignedInForm { me, mut fields, path: () } = form;
    let mut findings = Findings::default();
    if let Some(photo) = photo {
        match upload(&pages, &me, photo, PICTURE_SIDE).await? {
            Ok(photo) => {
                fields.set(SellerForm::PICTURE, photo.hash.path());
                fields.set("remove_picture", String::new());
            }
            Err(fault) => findings.refuse(&fault.field, fault.message),
        }
    }
    let edit = findings.keep(SellerEdit::parse(&SellerForm::draft(&fields))).unwrap_or_default();
    let edited = match findings.into_result() {
        Ok(()) => seller::edit(&pages.services, &me.author(), &edit).await,
        Err(invalid) => Err(invalid.into()),
    };
    match edited {
        Ok(_) => Ok(answer::said(&me, PROFILE, &Flash::done(say!("seller-form-saved")))),
        Err(failure) => {
            let refused = RefusedForm::of(failure)?;
            let stored = seller::read(&pages.services).await?;
            let seller = SellerForm::typed(&stored, &fields, &refused.faults);
            profile_page(&pages, &me, (ProfileForm::of(&me.account), Some(seller)), Some(refused))
        }
    }
}

/// Shows the form for a new password, the sessions, and the state of the second factor.
pub async fn security(me: SignedIn, pages: Pages) -> Answer {
    security_page(&pages, &me, true, None).await
}

/// Changes the seller's own password and redirects back; 400 or 403 with the form.
pub async fn change_password(form: SignedInForm, pages: Pages) -> Answer {
    let ticked = !form.fields.text("end_other_sessions").is_empty();
    let change = OwnChange {
        current: form.fields.text("current_password"),
        new: form.fields.text("new_password"),
        code: form.fields.text("code"),
        others: if ticked { OtherSessions::End } else { OtherSessions::Keep },
    };
    let changed = match mistyped(&form.fields) {
        Some(fault) => Err(Failure::validation([fault])),
        None => passwords::change_own(&pages.services, &form.me, change).await,
    };
    match changed {
        Ok(()) => Ok(answer::said(&form.me, SECURITY, &Flash::done(say!("security-password-changed")))),
        Err(failure) => security_page(&pages, &form.me, ticked, Some(RefusedForm::of(failure)?)).await,
    }
}

/// Ends one session and redirects back; 404 if it has ended already.
pub async fn end_session(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    sessions::end(&services, &form.me, form.path).await?;
    Ok(answer::said(&form.me, SECURITY, &Flash::done(say!("sessions-ended"))))
}

/// Ends all sessions but this one and redirects back.
pub async fn end_other_sessions(form: SignedInForm, services: web::Data<Services>) -> Answer {
    sessions::end_others(&services, &form.me).await?;
    Ok(answer::said(&form.me, SECURITY, &Flash::done(say!("sessions-others-ended"))))
}

/// Returns an error if the new password and its repetition differ.
pub fn mistyped(fields: &Fields) -> Option<FieldError> {
    let repeated = fields.all("repeat_password").next()?;
    (repeated != fields.text("new_password")).then(|| FieldError::new("repeat_password", say!("password-mistyped")))
}

/// The rules for new passwords, below their fields.
pub fn password_rules(policy: PasswordPolicy) -> Text {
    say!("password-rules", least = policy.min_length)
}

/// The form for what buyers see of the seller; none for those who may not change it.
async fn stored_seller(pages: &Pages, me: &SignedIn) -> Result<Option<SellerForm>, HttpError> {
    if !me.may(Permission::ManageSettings) {
        return Ok(None);
    }
    Ok(Some(SellerForm::of(&seller::read(&pages.services).await?)))
}

fn profile_page(
    pages: &Pages,
    me: &SignedIn,
    (profile, seller): (ProfileForm, Option<SellerForm>),
    refused: Option<RefusedForm>,
) -> Answer {
    let (status, says) = refused.map_or((StatusCode::OK, None), |refused| (refused.status, Some(refused.sentence)));
    pages.show_as(
        status,
        "admin/own_profile",
        values! {
            ..profile.owned(true),
            frame: Frame::of(me, say!("profile-title"), Section::Settings).with_refusal(says),
            tabs: settings_tabs(me.account.role, PROFILE),
            username: me.username().as_str(),
            role: me.account.role,
            seller,
        },
    )
}

async fn security_page(pages: &Pages, me: &SignedIn, end_others: bool, refused: Option<RefusedForm>) -> Answer {
    let services = &pages.services;
    let sessions = sessions::list(services, me).await?;
    let says = refused.as_ref().map(|_| say!("security-password-not-changed"));
    let (status, faults) =
        refused.map_or_else(|| (StatusCode::OK, Vec::new()), |refused| (refused.status, refused.faults));
    pages.show_as(
        status,
        "admin/security",
        values! {
            frame: Frame::of(me, say!("security-title"), Section::Settings).with_refusal(says),
            tabs: settings_tabs(me.account.role, SECURITY),
            username: me.username().as_str(),
            policy: password_rules(services.sessions.password_policy().await?),
            end_others,
            form: Form::default().with(&faults),
            others: sessions.iter().any(|session| !session.current),
            sessions,
            second_factor: second_factor::standing(services, &me.account).await?.on_since,
        },
    )
}
