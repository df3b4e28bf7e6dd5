//! `GET /` and `GET /waffles`

use std::sync::OnceLock;

use waffle_actors::snapshot::{Rendered, kept};
use waffle_domain::waffle::WaffleStatus;
use waffle_language::{Text, say};
use waffle_service::actions::waffles::public_list;
use waffle_service::failure::Failure;
use waffle_service::waffle_lists::{HOME, PAGE, WaffleList};
use waffle_store::waffles::ListedWaffle;

use crate::answer::{self, Answer};
use crate::context::list::{Neighbours, Wanted};
use crate::context::waffle::WaffleCard;
use crate::context::{Frame, Script, Section};
use crate::public_page::PublicPage;
use crate::query::Query;
use crate::templates::Values;

/// Shows the newest active waffles. All signed-out visitors see the same page, rendered once while nothing changes.
pub async fn home(here: PublicPage) -> Answer {
    let list = public_list(here.services(), HOME).await?;
    if here.visitor.is_some() {
        return here.pages.show("home", home_page(&here, &list));
    }
    once(list.home.of(here.pages.language()), || here.pages.render("home", home_page(&here, &list)))
}

/// Shows a page of the waffles that are not archived, to signed-out visitors as [`home`] does.
pub async fn waffles(here: PublicPage, query: Query) -> Answer {
    let wanted = Neighbours::wanted(query.page(), PAGE);
    let list = public_list(here.services(), wanted.part).await?;
    if here.visitor.is_some() {
        return here.pages.show("waffles", waffles_page(&here, &list, wanted));
    }
    once(list.page.of(here.pages.language()), || here.pages.render("waffles", waffles_page(&here, &list, wanted)))
}

fn once(page: &OnceLock<Rendered>, render: impl FnOnce() -> Result<String, Failure>) -> Answer {
    Ok(answer::rendered(kept(page, || render().map(Rendered::new))?))
}

fn home_page(here: &PublicPage, list: &WaffleList) -> Values {
    values! {
        frame: frame(here, say!("home-title"), Section::Home, say!("home-description")).with_script(Script::Home),
        waffles: cards(here, &list.waffles, WaffleStatus::Active),
        list: HOME.to_string(),
    }
}

fn waffles_page(here: &PublicPage, list: &WaffleList, wanted: Wanted) -> Values {
    let (shown, neighbours) = wanted.found(&list.waffles);
    values! {
        frame: frame(here, say!("waffles-title"), Section::Waffles, say!("waffles-description")),
        active: cards(here, shown, WaffleStatus::Active),
        completed: cards(here, shown, WaffleStatus::Completed),
        list: wanted.part.to_string(),
        neighbours,
    }
}

fn frame(here: &PublicPage, title: Text, section: Section, description: Text) -> Frame {
    here.frame(title, section).with_description(description).with_script(Script::List)
}

fn cards(here: &PublicPage, waffles: &[ListedWaffle], status: WaffleStatus) -> Vec<WaffleCard> {
    let with_it = waffles.iter().filter(|listed| listed.waffle.status == status);
    with_it.map(|listed| WaffleCard::new(listed, &here.services().currency, here.services().now())).collect()
}

#[cfg(test)]
mod tests {
    use waffle_service::waffle_lists::FIRST_PAGE;

    use super::*;

    #[test]
    fn the_first_page_is_the_part_that_is_always_remembered() {
        assert_eq!(Neighbours::wanted(1, PAGE).part, FIRST_PAGE);
    }
}
