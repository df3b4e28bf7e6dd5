//! The route table: every path of the pages, and its handlers. Those of the API are listed in its package.

use actix_web::web::ServiceConfig;
use waffle_domain::role::Permission::{
    ArchiveWaffles, BlockHandles, ChangeOwnAccount, DeleteWaffles, ManageAdmins, ManagePayers, ManagePaymentMethods,
    ManageSettings, ManageShareTemplates, ManageSpots, ManageWaffles, MergeUsers, ReadReports, SetWinners,
};
use waffle_http::{
    assets, live,
    route::{at, at_for},
};
use waffle_pages::{
    about,
    admin::{
        account as account_page, accounts as accounts_page, archive as archive_page, blocked_handles as blocked_pages,
        by_hand, clear_draw, dashboard, delete_waffle, desk_buyer, draws as lock_pages, edit_waffle, manage,
        merge_users as merge_pages, new_waffle, own_account, password_reset, payers as payer_pages,
        payment_methods as payment_pages, payments, pick_winners, reports as reports_page,
        second_factor as factor_pages, share as share_page, share_templates as template_pages, sign_in as sign_in_page,
        spots as manage_spots, system_settings, tables,
    },
    api_docs, board_text, buyer as buyer_page, claim as claim_page, draws as draw_pages, language_choice,
    list as list_pages, manifest, offline, receipt as receipt_page, stage, waffle as waffle_page,
};

/// Registers every path, those of the API first, once, with all its methods.
pub fn routes(services: &mut ServiceConfig) {
    services
        .configure(waffle_api::endpoints::routes)
        // Live updates
        .service(at("/ws/{slug}").get(live::watch))
        // Signing in
        .service(at("/admin/login/code").post(sign_in_page::submit_code))
        .service(at("/admin/login").get(sign_in_page::show).post(sign_in_page::submit))
        .service(at("/admin/logout").post(sign_in_page::sign_out))
        .service(at("/admin/forgot-password").get(password_reset::ask).post(password_reset::forget))
        .service(at("/admin/reset-password").get(password_reset::open).post(password_reset::reset))
        // Public pages
        .service(at("/").get(list_pages::home))
        .service(at("/waffles").get(list_pages::waffles))
        .service(at("/waffle/{slug}").get(waffle_page::show))
        .service(at("/waffle/{slug}/board.txt").get(board_text::show))
        .service(at("/waffle/{slug}/stage").get(stage::show))
        .service(at("/waffle/{slug}/claim").post(claim_page::submit))
        .service(at("/waffle/{slug}/draws").get(draw_pages::index))
        .service(at("/waffle/{slug}/draws/{number}").get(draw_pages::show))
        .service(at("/claim/{token}").get(receipt_page::show))
        .service(at("/claim/{token}/paid").post(receipt_page::say_paid))
        .service(at("/claim/{token}/give-back").post(receipt_page::give_back))
        .service(at("/buyer").get(buyer_page::find))
        .service(at("/buyer/{handle}").get(buyer_page::show))
        .service(at("/buyer/{handle}/card").get(buyer_page::card))
        .service(at("/draws/waffle-draw-v1.md").get(draw_pages::document))
        .service(at("/draws/check_draw.py").get(draw_pages::program))
        .service(at("/language").post(language_choice::choose))
        .service(at("/about").get(about::show))
        .service(at("/api/docs").get(api_docs::show))
        .service(at("/api/docs/{group}").get(api_docs::show))
        // The site as an app
        .service(at("/manifest.webmanifest").get(manifest::show))
        .service(at("/sw.js").get(offline::worker))
        .service(at("/offline").get(offline::show))
        .service(at("/apple-touch-icon.png").get(assets::touch_icon))
        // Static files
        .service(at("/static/{path:.*}").get(assets::serve))
        .service(at("/favicon.ico").get(assets::favicon))
        .service(at("/robots.txt").get(assets::robots))
        .configure(pages_of_sellers);
}

/// The pages of sellers, by the permission that they need.
fn pages_of_sellers(services: &mut ServiceConfig) {
    services
        .configure(tables::routes)
        .service(at_for(ArchiveWaffles, "/admin/waffles/{id}/archive").post(archive_page::archive))
        .service(at_for(ArchiveWaffles, "/admin/waffles/{id}/unarchive").post(archive_page::unarchive))
        .service(
            at_for(DeleteWaffles, "/admin/waffles/{id}/delete").get(delete_waffle::ask).post(delete_waffle::submit),
        )
        .service(at_for(ReadReports, "/admin/reports").get(reports_page::show))
        .service(at_for(MergeUsers, "/admin/users/merge").get(merge_pages::show).post(merge_pages::merge))
        .service(at_for(BlockHandles, "/admin/users/blocked").get(blocked_pages::index).post(blocked_pages::block))
        .service(at_for(BlockHandles, "/admin/users/blocked/{handle}/unblock").post(blocked_pages::unblock))
        .service(at_for(ManagePayers, "/admin/users/payers/{id}/forget").post(payer_pages::forget))
        .service(at_for(ManageSettings, "/admin/settings/seller").post(own_account::save_seller))
        .service(
            at_for(ManageSettings, "/admin/settings/system").get(system_settings::show).post(system_settings::submit),
        );
    let at = |path| at_for(ManageWaffles, path);
    services
        .service(at("/admin").get(dashboard::show))
        .service(at("/admin/waffles/new").get(new_waffle::show).post(new_waffle::submit))
        .service(at("/admin/waffles/{id}").get(manage::show))
        .service(at("/admin/waffles/{id}/edit").get(edit_waffle::show).post(edit_waffle::submit))
        .service(at("/admin/waffles/{id}/history").get(desk_buyer::history))
        .service(at("/admin/waffles/{id}/pause").post(by_hand::pause));
    let at = |path| at_for(SetWinners, path);
    services
        .service(at("/admin/waffles/{id}/winner").get(pick_winners::pick).post(pick_winners::set))
        .service(at("/admin/waffles/{id}/change-winner").get(pick_winners::pick_others).post(pick_winners::change))
        .service(at("/admin/waffles/{id}/clear-winner").get(clear_draw::ask).post(clear_draw::clear))
        .service(at("/admin/waffles/{id}/draws").get(lock_pages::show).post(lock_pages::lock))
        .service(at("/admin/waffles/{id}/draws/{number}/void").post(lock_pages::void))
        .service(at("/admin/waffles/{id}/draws/{number}/beacon").post(lock_pages::hand_in))
        .service(at("/admin/waffles/{id}/draws/{number}/replace").post(lock_pages::replace));
    let at = |path| at_for(ManageSpots, path);
    services
        .service(at("/admin/waffles/{id}/buyer").get(desk_buyer::show))
        .service(at("/admin/waffles/{id}/buyer/pay").post(desk_buyer::pay))
        .service(at("/admin/waffles/{id}/buyer/release").post(desk_buyer::release))
        .service(at("/admin/waffles/{id}/buyer/unpay").post(desk_buyer::unpay))
        .service(at("/admin/waffles/{id}/buyer/extend").post(desk_buyer::extend))
        .service(at("/admin/waffles/{id}/buyer/rename").post(desk_buyer::rename))
        .service(at("/admin/waffles/{id}/payments").get(payments::show).post(payments::find))
        .service(at("/admin/waffles/{id}/payments/pay").post(payments::pay))
        .service(at("/admin/waffles/{id}/assign").post(by_hand::assign))
        .service(at("/admin/waffles/{id}/expired").get(by_hand::show_expired))
        .service(at("/admin/waffles/{id}/sources").get(by_hand::show_sources))
        .service(at("/admin/waffles/{id}/release-source").post(by_hand::release_source))
        .service(at("/admin/waffles/{id}/spots/unpay").post(manage_spots::unpay_selected))
        .service(at("/admin/waffles/{id}/spots/pay").post(manage_spots::pay_selected))
        .service(at("/admin/waffles/{id}/spots/release").post(manage_spots::release_selected))
        .service(at("/admin/waffles/{id}/spots/{spot_id}/pay").post(manage_spots::pay))
        .service(at("/admin/waffles/{id}/spots/{spot_id}/release").post(manage_spots::release));
    let at = |path| at_for(ManageShareTemplates, path);
    services
        .service(at("/admin/waffles/{id}/share").get(share_page::show).post(share_page::submit))
        .service(at("/admin/waffles/{id}/share/card").post(share_page::regenerate_card))
        .service(at("/admin/share-templates").get(template_pages::index))
        .service(at("/admin/share-templates/new").get(template_pages::new).post(template_pages::create))
        .service(at("/admin/share-templates/{id}").get(template_pages::show).post(template_pages::edit))
        .service(at("/admin/share-templates/{id}/default").post(template_pages::make_default))
        .service(at("/admin/share-templates/{id}/delete").get(template_pages::ask).post(template_pages::delete));
    let at = |path| at_for(ManagePaymentMethods, path);
    services
        .service(at("/admin/payment-methods").get(payment_pages::index))
        .service(at("/admin/payment-methods/new").get(payment_pages::new).post(payment_pages::create))
        .service(at("/admin/payment-methods/{id}").get(payment_pages::show).post(payment_pages::edit))
        .service(at("/admin/payment-methods/{id}/deactivate").get(payment_pages::ask).post(payment_pages::deactivate))
        .service(at("/admin/payment-methods/{id}/activate").post(payment_pages::activate));
    let at = |path| at_for(ManageAdmins, path);
    services
        .service(at("/admin/admins").get(accounts_page::index))
        .service(at("/admin/admins/new").get(accounts_page::new).post(accounts_page::create))
        .service(at("/admin/admins/{id}").get(account_page::show))
        .service(at("/admin/admins/{id}/role").post(account_page::change_role))
        .service(at("/admin/admins/{id}/profile").post(account_page::change_profile))
        .service(at("/admin/admins/{id}/password").post(account_page::set_password))
        .service(at("/admin/admins/{id}/deactivate").post(account_page::deactivate))
        .service(at("/admin/admins/{id}/second-factor/remove").post(account_page::remove_second_factor))
        .service(at("/admin/admins/{id}/activate").post(account_page::activate));
    let at = |path| at_for(ChangeOwnAccount, path);
    services
        .service(at("/admin/settings").get(own_account::profile).post(own_account::save_profile))
        .service(at("/admin/settings/security").get(own_account::security).post(own_account::change_password))
        .service(at("/admin/settings/sessions/end-others").post(own_account::end_other_sessions))
        .service(at("/admin/settings/sessions/{id}/end").post(own_account::end_session))
        .service(at("/admin/settings/second-factor").get(factor_pages::show).post(factor_pages::begin))
        .service(at("/admin/settings/second-factor/confirm").post(factor_pages::confirm))
        .service(at("/admin/settings/second-factor/recovery-codes").post(factor_pages::renew))
        .service(at("/admin/settings/second-factor/off").post(factor_pages::turn_off));
}
