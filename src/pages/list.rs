//! `GET /` and `GET /waffles`

use actix_web::HttpResponse;
use waffle_domain::waffle::WaffleStatus;

use crate::actions::waffles::public_list;
use crate::pages::answer::page;
use crate::pages::context::Section;
use crate::pages::context::list::{HomePage, Neighbours, WaffleCard, WafflesPage};
use crate::pages::public_page::PublicPage;
use crate::pages::query::Query;
use crate::web::error::Failure;

/// How many cards the home page shows.
const NEWEST: u32 = 12;
/// How many cards a page of the whole list holds.
const PER_PAGE: u32 = 60;

/// Shows the newest active waffles.
pub async fn home(public: PublicPage) -> Result<HttpResponse, Failure> {
    let waffles = public_list(public.services(), Some(NEWEST.into()), 0).await?;
    let active = waffles.iter().filter(|listed| listed.waffle.status == WaffleStatus::Active);
    let description = "Numbered spots at one price, claimed live. Pick yours, pay the seller, and see who gets drawn.";
    page(public.templates().home(&HomePage {
        frame: public.frame("Live spot drops", Section::Home).with_description(description),
        waffles: active.map(|listed| WaffleCard::new(listed, &public.services().currency)).collect(),
    }))
}

/// Shows a page of the waffles that are not archived.
pub async fn waffles(public: PublicPage, query: Query) -> Result<HttpResponse, Failure> {
    let wanted = Neighbours::wanted(query.page(), PER_PAGE);
    let mut waffles = public_list(public.services(), Some(wanted.limit), wanted.offset).await?;
    let neighbours = wanted.found(&mut waffles);
    let (active, completed): (Vec<_>, Vec<_>) =
        waffles.iter().partition(|listed| listed.waffle.status == WaffleStatus::Active);
    let cards =
        |list: Vec<_>| list.into_iter().map(|listed| WaffleCard::new(listed, &public.services().currency)).collect();
    page(
        public.templates().waffles(&WafflesPage {
            frame: public
                .frame("All waffles", Section::Waffles)
                .with_description("Every waffle that is open, and those that are drawn."),
            active: cards(active),
            completed: cards(completed),
            neighbours,
        }),
    )
}
