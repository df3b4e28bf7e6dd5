//! `GET /` and `GET /waffles`

use actix_web::HttpResponse;
use waffle_domain::waffle::WaffleStatus;
use waffle_store::waffles::Listing;

use crate::actions::waffles::list;
use crate::pages::answer::page;
use crate::pages::context::Section;
use crate::pages::context::list::{HomePage, Neighbours, WaffleCard, WafflesPage};
use crate::pages::public_page::PublicPage;
use crate::pages::query::Query;
use crate::web::error::Failure;

/// Cards on the home page: the newest.
const NEWEST: u32 = 12;
/// Cards on a page of the whole list.
const PER_PAGE: u32 = 60;

/// Answers 200 with the newest active waffles.
pub async fn home(public: PublicPage) -> Result<HttpResponse, Failure> {
    let waffles = list(public.services(), Listing::Current, Some(NEWEST.into()), 0).await?;
    let active = waffles.iter().filter(|listed| listed.waffle.status == WaffleStatus::Active);
    let description = "Numbered spots at one price, claimed live. Pick yours, pay the seller, and see who gets drawn.";
    page(public.templates().home(&HomePage {
        frame: public.frame("Live spot drops", Section::Home).with_description(description),
        waffles: active.map(|listed| WaffleCard::new(listed, &public.services().currency)).collect(),
    }))
}

/// Answers 200 with the waffles that are not archived, a page of them at a time.
pub async fn waffles(public: PublicPage, query: Query) -> Result<HttpResponse, Failure> {
    let wanted = Neighbours::wanted(query.page(), PER_PAGE);
    let mut waffles = list(public.services(), Listing::Current, Some(wanted.limit), wanted.offset).await?;
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
