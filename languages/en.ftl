# Every text that people read, in English. CONTRIBUTING.md says how to add a language.

## The language itself

# How the language calls itself.
language-name = English
# ltr, or rtl for a language that runs from right to left.
language-direction = ltr
# $sign is a minus or nothing.
number-amount = { $sign }{ $symbol }{ $number }
# $number is like 37.5.
number-percent = { $number }%
# Separated by spaces, from Monday on.
moment-weekdays = Mon Tue Wed Thu Fri Sat Sun
moment-months = Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec
moment-day = { $day } { $month } { $year }
# $time is like 17:44, 17:44:09 or 17:44:09.42.
moment-local = { $day } { $month } { $year }, { $time }
moment-utc = { $day } { $month } { $year }, { $time } UTC
# $city is what a time zone is named after.
moment-there = { $weekday } { $day } { $month } { $year }, { $time } ({ $city })

## Around every page

# The service. Not translated, but a language with another script may write it in that.
site-name = Waffle
# $title is the page's own, often the title of a waffle.
site-title = { $title } · Waffle
site-skip = Skip to content
# The navigation, for people who hear the page.
nav-main = Main
nav-waffles = Waffles
nav-about = About
nav-dashboard = Dashboard
nav-sign-out = Sign out
# Opens the seller's pages on a phone.
nav-menu = Menu
# The second row of the navigation, for people who hear the page.
nav-seller = Seller pages
foot-about = Numbered spots, claimed live. Payment goes straight to the seller.
foot-private-chain = Draws by lot use a private chain here, so they prove nothing to outsiders.
foot-api = API
foot-sign-in = Seller sign-in
# Above the languages to choose from, for people who hear the page.
foot-language = Language
# Follows a sentence about what the seller did. <time> is when the waffle opens.
flash-opens = It opens <time/>: share the link now.
# Links to other pages of a list.
pager-newer = Newer
pager-older = Older
# Waffles and their changes are shown as they happen.
live-live = Live
live-behind = Not live
live-reconnect = Tap to reconnect

## Finding spots by a handle

# A part of a page, for people who hear the page.
find-label = Find spots
find-my-spots = Find my spots
find-claimed-already = Claimed already? Find your spots
find-button = Find
find-about = Enter your social handle to see what you hold, owe and won.
handle-label = Your social handle
# In the field for a handle, after an @, until something is typed.
handle-placeholder = yourhandle

## Home

home-title = Live spot drops
# For search results and link previews.
home-description = Numbered spots at one price, claimed live. Pick yours, pay the seller and watch the draw.
home-heading = Hot spots, fresh off the iron.
home-lead =
    A waffle is a board of numbered spots at one price. Pick yours while they’re warm, pay the seller and watch the draw.
# Above the claims of this device.
home-mine = Your spots
home-forget = Forget on this device
# The question, with what is lost.
home-forget-what =
    This browser forgets your handle and the links to your spots. The spots stay claimed, but without a link you can’t
    say that you paid or give spots back.
home-forget-now = Forget them
home-forgotten = Forgotten on this device.
home-now = On the iron now
home-all-waffles = See all waffles
home-nothing = Nothing on the iron yet
home-nothing-more = New waffles show up here the moment a seller starts one. <a>See past waffles</a>.
# Three steps, for people who hear the page.
home-steps = How it works
home-pick = Pick your spots
home-pick-more = Tap the numbers you like, or let us pick some for you.
home-pay = Pay the seller
home-pay-more = Your spots are held while you pay. The seller marks them paid.
home-draw = Watch the draw
home-draw-more = Winners come from the paid spots and show on the board.

## The list of waffles

waffles-title = All waffles
# For search results and link previews.
waffles-description = All open waffles, and past draws.
# Above the waffles that are open.
waffles-open = Open
waffles-none-open = Nothing open right now
waffles-none-open-more = Follow your favorite sellers for the next one.
# Above the waffles whose winners are drawn.
waffles-drawn = Drawn

## A waffle: in lists and on its page

# In small letters in front of the waffle's counts.
status-drawn = Drawn
status-archived = Archived
status-full = Full
status-paused = Paused
# To its seller; to buyers it "opens soon".
status-scheduled = Scheduled
status-opens-soon = Opens soon
status-open = Open
waffle-price = <b>{ $price }</b> a spot
waffle-spots =
    { $count ->
        [one] { $count } spot
       *[other] { $count } spots
    }
waffle-winners =
    { $count ->
        [one] { $count } winner
       *[other] { $count } winners
    }
# After a dot, behind the price and the winners. <time> is a day with the time.
waffle-opens = opens <time/>
# A bar, for people who hear the page.
waffle-bar = Spots claimed
# The script of the page changes the number of the spots that are left, and leaves the words.
waffle-left = <b>{ $left }</b> of { $total } left
# The element holds a rate, like 37.5%.
waffle-claimed = <span/> claimed

## How winners were found, below their list

how-won-check = Check the draw
how-won-all-draws = All draws

## The page of a waffle

# For search results and link previews.
waffle-description = { $left } of { $total } spots left at { $price } each.
# Once there are winners: $winners are like "#7 @anna, #12 @ben", $how is like "Drawn by lot".
waffle-description-won = Won by { $winners }. { $how }.
# A link for its seller.
waffle-manage = Manage
waffle-about = About this waffle
# <time> is a day with the time. The script of the page may change it, and leaves the words.
terms-opens = Opens <time/>
terms-opens-more = Spots can be claimed from then on.
terms-opens-by-itself = Keep this page open. It opens automatically.
# For browsers without scripts.
terms-opens-reload = Reload this page then.
terms-paused = Claims are paused
terms-paused-more = The seller is taking a short break.
terms-paused-by-itself = Keep this page open. Claims resume automatically.
# For browsers without scripts.
terms-paused-reload = Reload this page in a while.
terms-unlisted = Unlisted: only people with the link can find this waffle.
# Above the list of $count winners.
winners-title =
    { $count ->
        [one] And the winner is
       *[other] And the winners are
    }
# A notice about a draw that is locked, for people who hear the page.
locked-label = The draw
# $entries are the spots in the draw, and <time> is a day with the time. $round is the number of what decides it.
locked-entries =
    { $entries ->
        [one] <b>Locked:</b> { $entries } entry, draw at <time/> with round { $round }.
       *[other] <b>Locked:</b> { $entries } entries, draw at <time/> with round { $round }.
    }
locked-private = It uses a private chain, so it proves nothing to outsiders.
locked-see-entries = See the entries
waffle-closed = This waffle is closed
waffle-closed-more = The seller took it down. <a>See other waffles</a>
board-title = The board
board-pick = Pick your spots
# The list of the five kinds of spots and of one's own, for people who hear the page.
legend-label = What the spots look like
legend-available = available
legend-claimed = claimed
legend-paid = paid
legend-winner = winner
legend-not-drawn = not drawn
legend-yours = yours
board-full = Every spot is claimed. If one frees up, you can claim it here.
board-numbers = Know your numbers?
board-numbers-placeholder = Like 3, 7, 10-14
board-next-free = Next free spot
# A button that hides the spots that are taken, and shows them again.
board-free-only = Free only
# A row of buttons with numbers, for people who hear the page, and below what each does.
board-jumps = Jump to a spot
board-jump = Jump to spot { $number }
board-help = Arrow keys move between spots, space selects. Page up and page down move ten rows.
# A box to tick, for people who hear the page.
board-spot-available = Spot { $number }, available
# The state of a spot, as buyers read it, behind its number or the handle of its buyer.
spot-available = available
spot-claimed = claimed, payment pending
spot-paid = paid
spot-winner = winner
spot-not-drawn = not drawn
# The same as "claimed, payment pending", as sellers read it.
spot-pending = pending
# A list of numbers, for people who hear the page.
board-free-label = Free spots
# $numbers are like "1-6, 8".
board-free = <b>Free spots:</b> { $numbers }
board-none-free = <b>Free spots:</b> none at the moment
claim-title = Claim
claim-locked = <b>Draw locked:</b> spots you claim now aren’t in it.
# <b> is a number of spots.
claim-most = At most <b/> per buyer.
# <b> is a time like "30 minutes" or "1 day".
claim-pay-within = <b/> to pay.
claim-clear = Clear
claim-mine = Claim my spots
claim-we-pick = No favorites? We’ll pick.
claim-fewer = One fewer
claim-more = One more
claim-count-label = How many spots to pick at random
claim-random = Pick & claim for me
pay-title = How to pay
# Each way to pay has instructions.
pay-mind = Claim first, then pay the seller. Check the note on each payment method.
pay-handle = Claim first, then pay the seller and mention your handle.
# Behind a way to pay that has no instructions, where others have some.
pay-mention-handle = Mention your handle.
pay-locked = The draw is locked. Unpaid spots aren’t in it, so don’t pay for them now.
pay-drawn = The draw is done, so nothing is owed.
# A link to where one pays.
pay-button = Pay
# A button that copies an address to pay to.
pay-copy = Copy
waffle-links = From the seller
waffle-share = Share this waffle
waffle-csv = Board as CSV

## How long, as in "30 minutes to pay"

time-days =
    { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
time-hours =
    { $count ->
        [one] { $count } hour
       *[other] { $count } hours
    }
time-minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }

## What became of a claim

# $numbers are $count spots, like "6-8".
notice-taken =
    { $count ->
        [one] { $numbers } was just taken
       *[other] { $numbers } were just taken
    }
# $count are the others of the spots that were picked.
notice-taken-rest =
    { $count ->
        [one] Nothing was claimed yet. The other is still free: claim the rest?
       *[other] Nothing was claimed yet. The others are still free: claim the rest?
    }
notice-taken-all = Nothing was claimed yet. Pick other spots below, or let us pick for you.
# A button. $numbers are spots, like "6, 8, 12", and $sum is their price.
notice-claim-rest = Claim { $numbers } for { $sum }
notice-none-left = No spots left
notice-none-left-more = Every spot is taken. Sometimes one frees up, so keep an eye on the board.
notice-invalid = Almost there: check the form
notice-invalid-more = Nothing was claimed yet. Check the highlighted field below.
notice-reused = That form was already used
notice-reused-more = It already claimed some spots: look for your handle on the board. To claim more, use the form below.
notice-closed = This waffle is closed
notice-not-open = Not open yet
# <time> is a day with the time.
notice-not-open-more = Nothing was claimed. Claims open <time/>.
notice-blocked = This handle can’t claim here
notice-blocked-more = Nothing was claimed. Ask the seller why.
notice-too-many =
    { $allowed ->
        [one] The limit is { $allowed } spot
       *[other] The limit is { $allowed } spots
    }
notice-too-many-more =
    { $held ->
        [0] Nothing was claimed. Pick fewer spots.
       *[other] Nothing was claimed. You already hold { $held }.
    }
notice-paused-more = Nothing was claimed. The seller is taking a short break: keep this page open and try again soon.
notice-busy = The server is busy
notice-busy-more = Your spots weren’t claimed. Try again in a few seconds.
notice-unknown = We can’t tell yet whether that worked
notice-unknown-more =
    The connection dropped at the wrong moment. Look for your handle on the board, or try again: you can’t claim the same spots
    twice.
claim-count-invalid = Enter a whole number, 1 or more.

## Too many claims

limited-back = Back to the board
limited-about = Lots of claims came from your network in a short time, so we didn’t process this one.
limited-again =
    { $seconds ->
        [one] Try again in { $seconds } second: you can’t claim the same spots twice.
       *[other] Try again in { $seconds } seconds: you can’t claim the same spots twice.
    }
limited-spots = Your spots
limited-we-pick = No favorites? We’ll pick this many.

## Trophies of a buyer

# Below a list of trophies.
trophies-more =
    { $count ->
        [one] and { $count } more trophy
       *[other] and { $count } more trophies
    }

## A private chain instead of drand

private-chain-notice =
    <b>Private chain:</b> draws here don’t use drand, but a beacon that one person may run alone. They’re locked, drawn and checked
    the same way, but anyone who runs the beacon can know its random numbers in advance. So they prove nothing to outsiders.

## Error pages: what happened, by HTTP's number for it

error-400-title = That didn’t work
error-400 = We couldn’t read that request. Go back and try again.
error-401-title = Please sign in
error-401 = This page is for sellers who are signed in.
error-403-title = That’s not allowed
error-403 = The form may have expired, or your account isn’t allowed to do this. Go back, reload the page and try again.
error-404-title = Nothing on this plate
error-404 = This page doesn’t exist. A waffle’s link stops working when its seller archives it.
error-405-title = Wrong way in
error-405 = This page can’t be opened this way. Go back and try again.
error-409-title = Someone was faster
error-409 = Something changed after you loaded the page, so nothing was done. Reload to see the latest.
error-413-title = Too much at once
error-413 = That’s more than we can take at once. Shorten it and try again.
error-429-title = Easy on the syrup
error-429 = That’s a lot of tries in a short time. Wait a moment, then try again.
error-500-title = That one burnt
error-500 =
    Something went wrong on our side. Please try again. If it keeps happening, tell the operator this number.
error-503-title = The iron is heating up
error-503 = The server is busy. Nothing was changed. Try again in a few seconds.
# Buttons.
error-sign-in = Sign in
error-home = Home
# <code> is a number to quote.
error-request = Request <code/>

## The page without a connection

offline-title = No connection
offline-lead = Your device is offline, or the server can’t be reached right now.
offline-safe = Spots you claimed are still yours: nothing was lost.
# A button.
offline-again = Try again

## A receipt

# Above the page, and in the browser's tab. $title is the waffle's.
receipt-title = Your spots in { $title }
receipt-description = What you claimed, what you owe, and whether you won.
# The element holds the buyer's handle.
receipt-yours = Your spots, <span/>
# Also on the stage. The element holds the price.
price-a-spot = <b/> a spot
receipt-gone = This waffle is gone
receipt-gone-note = The seller deleted it, and this receipt with it.
receipt-closed = The seller has taken this waffle down. Your receipt stays.
receipt-won = You won!
receipt-won-note = Ask the seller how to get it.
receipt-lost = Not this time
receipt-lost-note = The draw is done, and other spots won.
receipt-may-win = You may still win
# The element holds the spot's number. $place is 1, 2, …
receipt-alternate = <b/> is alternate { $place }
receipt-alternate-note = If a winner steps back, alternate 1 takes that place, then alternate 2, and so on.
receipt-winners = Winners
receipt-claimed = Your claim
# What became of spots. Each follows their numbers: "3, 7-9 paid".
receipt-spots-winner = winner
receipt-spots-paid = paid
receipt-spots-lost = not drawn
receipt-spots-unpaid = unpaid
receipt-spots-out = not paid, so not in the draw
# In their place, once the buyer holds none of them.
receipt-spots-none = You no longer hold any spots from this claim.
# The element holds the numbers of spots.
receipt-out = Not in the draw: <span/>
receipt-out-waiting =
    A draw is locked, and only spots paid before that are in it. Don’t pay now: after the draw, you owe nothing. If it’s canceled,
    you can pay here again.
receipt-out-kept = Your spots are kept until <time/> at most.
receipt-out-unpaid =
    Only paid spots take part. You owe nothing. If you did pay, ask the seller for a refund.
# The element holds the numbers of spots.
receipt-out-paid = Paid, but not in the draw: <span/>
receipt-out-paid-note = Paid after the lock, or left out by the seller. Ask the seller for a refund.
# The element holds an amount.
receipt-to-pay = To pay: <b/>
# The element holds the amount without those cents.
receipt-exactly =
    Send exactly this amount: <span/> plus a few cents that tell the seller it’s from you.
# A countdown follows.
receipt-pay-by = Pay by <time/>
# A list follows, in which each way to pay says what to mind.
receipt-pay-and-mind = Pay the seller with one of these, and check its note first.
# A list follows.
receipt-pay-and-mention = Pay the seller with one of these, and mention your handle.
receipt-ask-how = Ask the seller how to pay, and mention your handle.
# The label of a field for a note.
receipt-note = Paid already? Tell the seller
# An example of a note.
receipt-note-example = By wallet, from Anna B.
receipt-note-hint = Optional. Anything that helps the seller find your payment.
receipt-grace =
    { $hours ->
        [one] This keeps your spots for up to { $hours } hour after the deadline, so the seller has time to check.
       *[other] This keeps your spots for up to { $hours } hours after the deadline, so the seller has time to check.
    }
receipt-i-have-paid = I have paid
receipt-said = You told the seller you paid (<time/>).
receipt-kept = Your spots are kept until the seller has checked.
receipt-kept-until =
    Your spots are kept until <time/>. If the seller hasn’t checked by then, anyone can claim them.
receipt-i-have-not = I haven’t paid yet
receipt-all-paid = The seller has marked everything paid. You owe nothing.
receipt-give-back = Give spots back
receipt-give-back-note = Changed your mind? Unpaid spots can go to someone else.
# Which spots to give back: above checkboxes, or above a field for numbers.
receipt-which = Which ones?
receipt-numbers-hint = Numbers and ranges.
# A question follows.
receipt-give-back-button = Give back …
receipt-keep = Keep this page
receipt-keep-note =
    This page’s address is your receipt: it shows what happens with your spots. Anyone with this link can act for you. Keep it
    private.
receipt-copy-link = Copy link

# What the last form did.
receipt-done-said = We’ve told the seller you paid.
receipt-done-taken-back = Undone. The seller no longer sees you as paid.
receipt-done-given-back = Thanks. Anyone can claim them now.
# $claimed is at least 1, and less than $of.
receipt-fewer = You got { $claimed } of the { $of } you asked for: fewer were left.
receipt-note-refused = Not sent yet. Check your note.
receipt-numbers-refused = Nothing was given back. Check the numbers.

## The question whether to give spots back

give-back-title = Give spots back?
# $numbers are those of the spots: "3, 7-9".
give-back-question =
    { $count ->
        [one] Give spot { $numbers } back?
       *[other] Give spots { $numbers } back?
    }
# The element holds the price of all of them, $price is that of one.
give-back-costs =
    { $count ->
        [one] You’ll owe <b/> less. It goes back on the board for anyone to claim.
       *[other] { $count } spots at { $price } each: you’ll owe <b/> less. They go back on the board for anyone to claim.
    }
give-back-yes =
    { $count ->
        [one] Yes, give it back
       *[other] Yes, give them back
    }
give-back-no =
    { $count ->
        [one] Keep it
       *[other] Keep them
    }

## A buyer's page

# A buyer in a sentence or two, for search results and link previews.
buyer-short-none = @{ $handle } hasn’t claimed a spot yet.
buyer-short =
    { $wins ->
        [one] { $wins } win
       *[other] { $wins } wins
    }, { $losses ->
        [one] { $losses } loss
       *[other] { $losses } losses
    }, { $spots ->
        [one] { $spots } spot
       *[other] { $spots } spots
    } claimed.
# $short is the sentence above. $rate is like 37.5%, $luck like +12.5.
buyer-short-luck = { $short } Win rate { $rate }, luck { $luck }.
# $short are the sentences above. $trophies are one to three, with commas between them.
buyer-short-trophies = { $short } Trophies: { $trophies }.
buyer-short-trophy = “{ $name }”
buyer-first-seen = First seen <time/>
buyer-see-card = See the card
buyer-share = Share
# Names a part of the page.
buyer-to-pay = To pay
# The element holds an amount.
buyer-due =
    { $count ->
        [one] <b/> to pay for { $count } spot. See the waffle’s page for how.
       *[other] <b/> to pay for { $count } spots. See the waffle’s page for how.
    }
# The next six stand above numbers.
buyer-wins =
    { $count ->
        [one] Win
       *[other] Wins
    }
buyer-losses =
    { $count ->
        [one] Loss
       *[other] Losses
    }
buyer-win-rate = Win rate
buyer-spots-claimed = Spots claimed
buyer-spots-paid = Spots paid
buyer-waffles =
    { $count ->
        [one] Waffle
       *[other] Waffles
    }
# How lucky a buyer is: a number with its sign.
luck-plus = +{ $number }
luck-minus = −{ $number }
luck-none = { $number }
buyer-luck = Luck
# What follows the number of the buyer's luck, or stands for it.
buyer-luck-waiting = No draw yet: luck shows after the first one.
buyer-luck-lucky = Luckier than the odds.
buyer-luck-even = Right on the odds.
buyer-luck-unlucky = The odds owe a win or two.
# The win rate that was to be expected.
buyer-expected = Expected
buyer-luck-note = Counts spots in finished draws. Luck is the win rate minus the expected rate.
buyer-trophies = Trophy case
buyer-no-trophies = No trophies yet. Win a waffle, and what’s “in quotes” in its title goes here.
buyer-history = Waffles
# What became of the buyer's spots in a waffle.
buyer-result-won = Won
buyer-result-lost = Not drawn
buyer-result-out = Not in the draw
buyer-result-open = Open
# When the winners were found.
buyer-drawn = drawn <time/>
# When the waffle was made.
buyer-started = started <time/>
buyer-archived = archived
# Follows their status. The first element is only read out, the second holds the numbers of the spots: "spots 3, 7-9".
buyer-held-numbers =
    { $count ->
        [one] <span>spot</span> <b/>
       *[other] <span>spots</span> <b/>
    }
# The element holds an amount.
buyer-held-due = to pay <b/>
buyer-no-more = No more waffles on this page.
buyer-older =
    { $count ->
        [one] { $count } older waffle on the next pages.
       *[other] { $count } older waffles on the next pages.
    }
buyer-empty = Nothing on this plate
buyer-empty-now = @{ $handle } doesn’t hold any spots right now.
buyer-never-claimed = No one has claimed with @{ $handle } yet. Is it spelled right?
# The label of a field.
buyer-find-another = Another handle?

# Of the page with nothing but the form for a handle, for search results.
buyer-find-description = See the spots, wins and luck of any social handle.

## A buyer's card, to share

buyer-card-title = @{ $handle } on Waffle
# The element is a name, $luck a number like +12.5.
buyer-card-luck = <span>Luck</span> { $luck }
# Stands above a number.
buyer-card-spots =
    { $count ->
        [one] Spot
       *[other] Spots
    }
buyer-card-trophies = Trophies
buyer-card-empty = No spots yet. The iron is hot.

## What a waffle is

about-title = What’s a waffle?
about-description = How a waffle works: claim numbered spots with your social handle, pay the seller and watch the draw.
about-lead = A waffle is a limited drop: a board with a fixed number of spots, one price, and one or more winners.
about-claim =
    <b>Claim.</b> Pick numbers on the board, or let us pick at random. No account needed, just your social handle. Each spot
    goes to one person, even when hundreds tap at once.
about-pay =
    <b>Pay.</b> Your spot is held for you. Pay the seller directly, as shown on the waffle’s page. This site never handles
    money.
about-draw = <b>Draw.</b> Winners are drawn from the paid spots and show on the board for everyone.
about-good-to-know = Good to know
about-taken = Someone took my number while I was choosing.
about-taken-answer =
    The board is live. It removes that number from your picks and tells you. A claim gets all your spots or none.
about-dropped = My connection dropped in the middle of a claim.
about-dropped-answer = Just try again. You can’t claim the same spots twice. Look for your handle on the board.
about-give-back = Can I give a spot back?
about-give-back-answer = Yes, until it’s paid: open your receipt and choose “Give spots back”. Once it’s paid, ask the seller.
about-who-sees = Who sees my handle?
about-who-sees-answer = Everyone. It’s on the board next to your number.
about-software =
    Waffle { $version }, free and open-source software. Everything you can do here, programs can do too, with the <a>API</a>.

# For sellers who are signed in.
about-server = This server
about-server-note = Only signed-in admins see this.
about-version = Version
about-uptime = Uptime
# For how long the server has run.
about-lasting-seconds = { $seconds } s
about-lasting-minutes = { $minutes } min
about-lasting-hours = { $hours } h, { $minutes } min
about-lasting-days =
    { $days ->
        [one] { $days } day, { $hours } h
       *[other] { $days } days, { $hours } h
    }
about-watchers = Watchers connected
about-loaded = Loaded waffles
about-active = Active waffles
about-database = Database size
# A size. $unit is B, kB, MB, GB, TB or PB.
about-size = { $number } { $unit }
about-backlog = Audit backlog
# A number that the database did not give.
about-unavailable = unavailable
# $zone is a time zone: "Europe/Berlin".
about-last-run = Retention: last run ({ $zone })
about-none-yet = none yet
about-next-run = Retention: next run ({ $zone })
about-under-way = under way
about-last-result = Retention: last result
# $removed and $late are lists of what is below.
about-purge-nothing = Nothing was old enough to remove.
about-purge-removed = Removed: { $removed }.
about-purge-late = Postponed: { $late }.
about-purge-both = Removed: { $removed }. Postponed: { $late }.
about-purge-rows = { $what } ({ $rows })
purged-audit-entries = audit entries
purged-login-records = login records
purged-claim-keys = claim keys
purged-ended-sessions = ended sessions
purged-password-resets = password resets
purged-lines-of-payments = payment lines
purged-keys-of-sources = connection keys
purged-photos = photos
purged-refused-claims = refused claims

# Two members of a list, the first of which may be the list until there.
list-comma = { $before }, { $next }
# The end of a list in a sentence: "1, 4-6 and 8".
list-and = { $before } and { $last }

## The draws of a waffle

draw-list-title = The draws of { $title }
draw-list-description = Every draw of this waffle, and what happened to its winners.
draw-list-heading = The draws
draw-list-lead =
    A draw is locked before anyone can know who wins. From then on, its entries are public, and a public random number that no one
    here controls picks the winners. So anyone can check it.
draw-list-lead-private = A draw is locked first. From then on, its entries are public, and a public random number picks the winners.
# Of each draw, the state that it is in.
draw-list-locked =
    { $entries ->
        [one] <a>Draw { $number }</a>: locked, { $entries } entry, to be drawn with round { $round } at <time/>
       *[other] <a>Draw { $number }</a>: locked, { $entries } entries, to be drawn with round { $round } at <time/>
    }
draw-list-locked-private =
    { $entries ->
        [one]
            <a>Draw { $number }</a>, on a private chain: locked, { $entries } entry, to be drawn with round { $round } at <time/>
       *[other]
            <a>Draw { $number }</a>, on a private chain: locked, { $entries } entries, to be drawn with round { $round } at
            <time/>
    }
draw-list-drawn =
    { $entries ->
        [one] <a>Draw { $number }</a>: drawn from { $entries } entry with round { $round }
       *[other] <a>Draw { $number }</a>: drawn from { $entries } entries with round { $round }
    }
draw-list-drawn-private =
    { $entries ->
        [one] <a>Draw { $number }</a>, on a private chain: drawn from { $entries } entry with round { $round }
       *[other] <a>Draw { $number }</a>, on a private chain: drawn from { $entries } entries with round { $round }
    }
draw-list-voided = <a>Draw { $number }</a>: canceled
draw-list-voided-private = <a>Draw { $number }</a>, on a private chain: canceled
draw-list-none-here = No draws on this page.
draw-list-none = No draw has been locked yet.
draw-list-as-json = As JSON

# The list of whatever happened to the winners.
ledger-heading = What happened to the winners
# $total is more than a hundred.
ledger-paged =
    { $total } entries, 100 per page. The newest page comes first; each page starts with its oldest entry. Nothing is ever removed
    from this list.
ledger-order = Oldest first. Nothing is ever removed from this list.
# $number is the draw's.
ledger-locked = Draw { $number } was locked.
ledger-voided = Draw { $number } was canceled. It doesn’t count.
ledger-drawn = Draw { $number } was drawn.
ledger-replaced = Draw { $number }: a winner stepped back, and the next alternate took that place.
ledger-renamed = A winner’s handle was merged into another.
ledger-set-by-hand = The seller picked the winners by hand.
ledger-changed-by-hand = The seller picked other winners by hand.
ledger-cleared = The seller cleared the winners.
ledger-none-here = Nothing on this page.
ledger-none = Nothing yet.

## A draw

draw-page-title = Draw { $number } of { $title }
draw-page-description = Who took part, what decided, and how to check who won.
draw-page-heading = Draw { $number }
# The moment is on a separate line at the end.
draw-page-locked = Locked. The entries can’t change now, and round { $round } decides. It is published at <time/>
# Follows that.
draw-page-unknown = No one can know it in advance.
draw-page-drawn = Drawn.
draw-page-voided = Canceled. It doesn’t count.
draw-page-winners =
    { $count ->
        [one] Winner
       *[other] Winners
    }
# What happened to the winners since the draw.
draw-page-since-renamed = A winner’s handle has changed since.
draw-page-since-replaced = An alternate has taken a winner’s place since.
draw-page-since-both =
    An alternate has taken a winner’s place since, and a winner’s handle has changed.
draw-page-since-cleared = These winners no longer count: they were cleared or changed.
# A link after each of these.
draw-page-see-since = See what happened
draw-page-alternates =
    { $count ->
        [one] Alternate
       *[other] Alternates
    }
draw-page-alternates-note =
    Drawn after the winners, in this order. If a winner steps back, the next one takes that place.
# The element holds what the seller wrote.
draw-page-reason = The seller’s reason: <q/>
draw-page-facts = The facts
draw-page-entries = Entries
draw-page-item-count = Winners
draw-page-one-win = One win per handle
draw-page-yes = yes
draw-page-no = no
draw-page-alternate-count = Alternates
# Before the draw.
draw-page-up-to = up to { $count }
draw-page-prizes =
    { $count ->
        [one] Prize
       *[other] Prizes, in the order of the winners
    }
draw-page-excluded = Left out by the seller
draw-page-locked-at = Locked
draw-page-round = Round
draw-page-round-at = The round is published
draw-page-clock = The server’s clock
draw-page-clock-checked = checked: the round wasn’t published yet
draw-page-clock-unchecked = not checked: no relay gave a recent round
draw-page-algorithm = Algorithm
draw-page-waffle-id = The waffle’s id
draw-page-hash = SHA-256 of the entries
draw-page-private-chain = Private chain
draw-page-quicknet = drand chain (quicknet)
draw-page-signature = The round’s signature
draw-page-randomness = Its randomness
draw-page-links = <a>The entries</a>, <a2>everything as JSON</a2>, <a3>all draws of this waffle</a3>
draw-page-check = Check it
draw-page-by-browser =
    Your browser can recompute everything: the entries, the times and the winners. It doesn’t verify the round’s signature, but asks
    relays that others run, named in its script. So it trusts those relays, and the script that this site sent. The programs
    below verify the signature, and trust no one.
draw-page-by-browser-private =
    Your browser can recompute everything: the entries, the times and the winners. It doesn’t verify the round’s signature, but asks
    this site’s own relay for the round, since no one else has this chain. So it trusts this site.
draw-page-check-now = Check this draw
draw-page-not-checked =
    Two things can’t be checked afterwards: who paid, which is the seller’s word, and when the draw was locked, which is this
    server’s word. But if you or someone you trust saved the line for the chat while it was locked, compare all of it with this
    page.
draw-page-keep =
    There’s nothing to check yet, but you can save the whole line for the chat until the draw. The entries and the round alone
    aren’t enough: the waffle’s id, the draw’s number, how many win, and whether each handle can win only once also decide.
draw-page-nothing = There is nothing to check.
# Commands follow.
draw-page-own-machine =
    On your own computer, with the signature verified: use the program that runs this site, or a Python script that needs nothing
    else.
draw-page-own-chain = With this site’s private chain
# A command with KEY, GENESIS and PERIOD follows.
draw-page-old-chain =
    This site no longer uses this private chain. To check the draw, you need the chain’s key, genesis and period from someone who
    kept them.
draw-page-programs =
    <a>The Python script</a> and <a2>how these draws work</a2>: what they prove, and what they don’t

# How winners are computed. What is in <code> is the same in all languages.
draw-how-heading = How winners are computed
draw-how-entries =
    The entries are a text: for each, its number, a space, its handle and a line feed, ascending by number. Anyone can hash
    it.
draw-how-seed =
    The seed is the SHA-256 of nine lines, each with a line feed: <code>waffle-draw-v1</code>, <code>waffle</code> and the
    waffle’s id, <code>draw</code> and the draw’s number, <code>entries</code> and the entries’ SHA-256, <code>winners</code>
    and how many, <code>one-win-per-handle</code> and yes or no, <code>chain</code>, <code>round</code> and
    <code>signature</code>, each with its own.
draw-how-winners =
    For each winner i from 0, with n entries left, and for c from 0: x is the first 8 bytes, big-endian, of the SHA-256 of the
    seed, i and c (4 bytes each, big-endian). If x is below ⌊2⁶⁴ / n⌋ × n, entry x mod n, counted from 0, wins and is taken
    out; where a handle wins once, its other entries are too. Otherwise the next c is tried. Alternates follow in the same
    way: i goes on after the last winner, until there are enough of them, or no entry is left.
# The last element holds a key in hexadecimal digits.
draw-how-round =
    Round r is published at genesis + (r − 1) × period, and the draw must be locked before. Its signature is valid when it
    verifies (BLS12-381, scheme <code>bls-unchained-g1-rfc9380</code>) over the SHA-256 of r as 8 bytes, big-endian, with
    the chain’s key. The SHA-256 of the signature is the round’s randomness. For drand’s quicknet, genesis is 1692803367,
    the period 3 seconds, and the key <code2/>.

## The line for the chat, of a draw that is locked

chat-heading = For the chat
chat-note =
    Post this line before the round is published. The more people have it, the less anyone can change or claim
    afterwards.
chat-copy = Copy
# The line itself. $title is the waffle's, $hash are hexadecimal digits, $at is like 2026-11-20 17:44:03 UTC.
chat-line-quicknet =
    { $title }, waffle { $id }, draw { $number }: { $entries } entries are locked, SHA-256 { $hash }. Winners: { $winners }; one win per handle: { $once ->
        [yes] yes
       *[no] no
    }. Round { $round } of drand’s quicknet decides, at { $at }. { $url }
chat-line-private =
    { $title }, waffle { $id }, draw { $number }: { $entries } entries are locked, SHA-256 { $hash }. Winners: { $winners }; one win per handle: { $once ->
        [yes] yes
       *[no] no
    }. Round { $round } of a private chain decides, at { $at }. { $url }

## The stage: a waffle on a large screen

# What people hear in place of the board.
stage-board-left = { $left } of { $total } spots left
stage-board-drawn = Board of { $total } spots, with its winners
stage-qr = QR code of the board’s address
# The element holds the number of spots that are left.
stage-left = <b/> of { $total } left
# Above a countdown.
stage-the-draw = The draw
stage-opens = Opens
stage-private-chain = Drawn on a private chain: it proves nothing to outsiders.
stage-winners = Winners
stage-newest = Newest claims
# Follows the buyer's handle. $count is at least 6.
stage-claimed-spots = { $count } spots

## The API

api-title = API
api-description = Every endpoint of this server’s JSON API: parameters, bodies, answers and error codes.
api-lead = What programs can do with this server: version { $version }.
api-as-json = OpenAPI 3.1 as JSON

## Parts of the pages for sellers

# A waffle's numbers.
totals-title = Totals
totals-available = Available
totals-pending = Pending
totals-paid = Paid
# The element holds a rate, like 62.5%.
totals-claimed = <b/> claimed
# In the history of a buyer's spots. $who is the seller's username, $what what was done: "marked paid".
buyer-change-spot = History of spot { $number }
buyer-change-by-for = { $who }: { $what } (@{ $handle })
buyer-change-by = { $who }: { $what }

## Share cards: pictures that sellers post

# Also on a buyer's page.
card-price = { $price } a spot
# In place of a title whose letters can't be drawn.
card-board = A board of { $total } spots
# $how says how the winners were found: "Drawn by lot".
card-prizes = { $how }: { $prizes }
card-how-won = { $total } spots. { $how }
# $winners are like "#7 @anna, #12 @ben".
card-won = Won by { $winners }
card-sold-out = Sold out
# Below "Sold out".
card-all-claimed = all { $total } spots claimed
# Below the number of spots that are left, in large digits.
card-left = of { $total } spots remaining
# Above the address.
card-see = See the board
card-claim = Claim your spot

## Scripts: what they write into pages

## On many pages

copy-done = Copied
# Where the browser doesn't let the page copy.
copy-failed = Select and copy it
field-characters = { $count } of { $most } characters
# How much time there is. $clock is like 1:04:05.
countdown-days =
    { $days ->
        [one] { $days } day, { $clock }
       *[other] { $days } days, { $clock }
    }

## How the winners were found

won-draw = Drawn by lot
won-draw-private = Drawn by lot on a private chain
won-replaced = Drawn by lot, winner replaced
won-replaced-private = Drawn by lot on a private chain, winner replaced
won-hand = Picked by hand
# $how is one of the texts above.
won-after =
    { $count ->
        [one] { $how }, <a>after { $count } earlier result</a>
       *[other] { $how }, <a>after { $count } earlier results</a>
    }

## Typed spot numbers

# $part is what was typed.
numbers-odd = “{ $part }” isn’t a number. Enter numbers like 3, 7, 10-14.
numbers-outside = There is no spot { $number }: pick from 1 to { $last }.

## The status of a waffle

# To buyers: it is archived.
status-closed = Closed

## The connection for live updates

live-connecting = Connecting
live-retrying = Reconnecting
live-polling = Updated every few seconds
live-offline = Offline
live-closed = Closed

## What screen readers say about changes of the board: some of these sentences, one after the other

news-claimed = Spot { $number } claimed by @{ $handle }.
# $count is 2 or more.
news-claims = { $count } spots claimed.
news-freed =
    { $count ->
        [one] { $count } spot free again.
       *[other] { $count } spots free again.
    }
# To buyers.
news-left = { $left } left.
# To sellers.
news-counts = { $available } available, { $pending } pending.
news-open = It’s open. Pick your spots.
# $winners names them: "And the winner is #7 @anna".
news-drawn = The draw is done. { $winners }
news-cleared = The draw was cleared. The waffle is open again.

## The page of a waffle

# Receipts follow.
board-receipts = Your spots:
# The title of the tab in the background. $title is the page's usual one.
board-tab = ({ $left } left) { $title }
# The buyer's own spots in the legend. $spots lists their numbers, or says how many: "3, 7-9", "20 spots".
mine-spots = yours: { $spots }
mine-owed = yours: { $spots } ({ $sum } to pay)
# $due is how many of them are not in the locked draw.
mine-out = yours: { $spots } ({ $due } not in the draw)
# <time/> is a moment.
round-known = By your device’s clock, round { $round } was published at <time/>, before this page knew of the lock. Trust this draw only if someone saw it locked before that.
# How long it is until the opening. $left is like 1:04:05.
terms-to-go = { $left } to go.
# How long it is until the round of a locked draw. $left is like 1:04:05.
locked-in = Draw in { $left }.
# In its place, once the round has come.
locked-now = Draw any moment now.

## The spots of the board

# A part of a large board.
grid-chunk = { $from } to { $to }
# The same for screen readers.
grid-chunk-spots = Spots { $from } to { $to }
# What screen readers call a spot. $state is its status.
grid-spot = Spot { $number }, { $state }
grid-spot-held = Spot { $number }, @{ $handle }, { $state }
grid-spot-yours = Spot { $number }, you, { $state }
# On a spot of the buyer's own, in place of the handle.
grid-you = you

## Claiming

dock-tap = Tap spots on the board
# The numbers follow.
dock-picked =
    { $count ->
        [one] { $count } spot:
       *[other] { $count } spots:
    }
# Buttons. $sum is an amount.
dock-claim = Claim { $count } for { $sum }
# At random.
dock-random = Pick & claim { $count }
dock-claiming = Claiming…
dock-still = Still trying…
# On the button while the claim waits for this many seconds.
dock-in-line = In line: { $seconds } s…
dock-in-line-why = Lots of people on your network are claiming. You’re in line, and we’ll try again automatically.
# About a spot that can't be picked. $state is its status.
dock-spot = Spot { $number }: { $state }
dock-spot-held = Spot { $number }: { $state }, @{ $handle }
# $numbers are typed numbers of spots that can't be picked.
dock-gone = Already taken: { $numbers }.
# $most is the limit, $held how many the buyer has.
dock-limit =
    { $held ->
        [0] At most { $most } per buyer.
       *[other] At most { $most } per buyer, and you hold { $held }.
    }
# $numbers lists the spots in these: "3, 7-9".
dock-lost =
    { $count ->
        [one] { $numbers } was just taken by someone else, so we removed it from your picks.
       *[other] { $numbers } were just taken by someone else, so we removed them from your picks.
    }
dock-tap-first = Tap spots on the board first, or let us pick for you.
dock-yours =
    { $count ->
        [one] { $numbers } is yours!
       *[other] { $numbers } are yours!
    }
# Fewer were left than asked for.
dock-yours-partly =
    { $count ->
        [one] Claimed { $count } of { $requested }: { $numbers } is yours!
       *[other] Claimed { $count } of { $requested }: { $numbers } are yours!
    }
# <b> is bold.
dock-to-pay = To pay: <b>{ $sum }</b>. The seller marks it paid when it arrives.
dock-receipt-has = Your receipt has the amount filled in, and tells you later whether you won.
dock-out = But not in the draw: it’s locked, and only spots paid before that are in it.
dock-out-owes = Don’t pay now. After the draw, you owe nothing.
# A button that leads to the receipt, and the same while nothing is to be paid.
dock-pay = Pay & receipt
dock-receipt = Receipt
# Buttons that close the message about a claim: one that was granted, one that was not.
dock-done = Done
dock-ok = OK
dock-none-left = No spots left.
dock-hope = Sometimes one frees up, so keep an eye on the board.
# One of the next three sentences follows.
dock-taken =
    { $count ->
        [one] { $numbers } was just taken.
       *[other] { $numbers } were just taken.
    }
dock-rest = Claim the rest?
dock-others = Nothing was claimed. Pick others, or let us pick for you.
dock-still-free = Nothing was claimed yet. Still free: { $numbers }.
dock-unreachable = We couldn’t reach the server.
dock-not-twice = Just try again: you can’t claim the same spots twice.
dock-unknown = We can’t tell yet whether that worked.
dock-look = Look for your handle on the board, or try again: you can’t claim the same spots twice.
dock-unavailable = The server is busy. Your spots weren’t claimed.
# $seconds is 0 where the server does not say how many.
dock-slow =
    { $seconds ->
        [0] Easy on the syrup! That’s a lot of claims. Try again in a few seconds.
       *[other] Easy on the syrup! That’s a lot of claims. Try again in { $seconds } seconds.
    }
dock-failed = That didn’t work.

## A receipt

# How long it is until the deadline. $left is like 1:04:05.
receipt-time-left = { $left } left
receipt-time-over = The time is over.
receipt-others-won = The draw is done. Other spots won.

## The stage

# Headings above the time that is left.
stage-draw-in = The draw is in
stage-opens-in = Opens in
# In the place of the time, under the heading “The draw”, once it has come.
stage-any-moment = any moment now

## Checking a draw

check-under-way = Checking…
check-only-https = Browsers can only check pages served over HTTPS. Use the programs below.
# $why is a sentence.
check-failed = This draw couldn’t be checked: { $why }
check-chain-gone = it’s on a private chain that this site no longer uses.
# $status is a number, such as 503.
check-answered = The server answered { $status }.
check-no-bytes = This isn’t valid hexadecimal.
# The steps. <code/> is what was found.
check-shown = The checked data matches this page: <code/>
check-entries = The entries have the published hash: <code/>
check-round-at = The round is published at the stated time: <code/>
check-locked = The draw was locked before that, by the server’s clock: <code/>
check-randomness = The randomness is the hash of the signature: <code/>
check-seed = The algorithm is the known one, and the seed is made as it says: <code/>
check-winners = The winners match the entries and the round: <code/>
check-alternates = The alternates match too: <code/>
# What the first step found. $fields lists the texts below.
check-same = the same
check-not-same = not the same: { $fields }
field-waffle = waffle
field-number = number
field-entries = entries
field-winners = winners
# Whether a handle wins only once.
field-once = once
field-chain = chain
field-round = round
field-signature = signature
# The winners that were drawn.
field-drawn = drawn
field-alternates = alternates
# Of the winners.
check-no-entries = none
# What a relay answered. $whose is own for this site's relay, and public for those of others; $relay is its address.
relay-same =
    { $whose ->
        [own] This site’s own relay { $relay } has the same signature
       *[public] { $relay } has the same signature
    }
relay-other =
    { $whose ->
        [own] This site’s own relay { $relay } has a DIFFERENT signature
       *[public] { $relay } has a DIFFERENT signature
    }
relay-not-yet =
    { $whose ->
        [own] This site’s own relay { $relay } doesn’t have the round
       *[public] { $relay } doesn’t have the round
    }
relay-unknown =
    { $whose ->
        [own] This site’s own relay { $relay } gave no usable answer
       *[public] { $relay } gave no usable answer
    }
check-holds = This draw holds.
check-does-not-hold = This draw does NOT hold.
check-disagree = The winners match the entries and the round, but the relays disagree about the round. Use the programs below.
check-private-chain = The winners match the entries and the round, but the draw uses a private chain: that proves nothing to outsiders.
check-unconfirmed = The winners match the entries and the round, but no relay could confirm the round. Use the programs below.

## The seller's page of a waffle

desk-copied = Copied: paste it into your chat.
desk-failed = That didn’t work. Try again.
desk-unreachable = We couldn’t reach the server. Reload to see where things stand, then try again.
# How long a buyer has to pay.
desk-minutes-left =
    { $minutes ->
        [one] { $minutes } minute left
       *[other] { $minutes } minutes left
    }
desk-hours-left =
    { $hours ->
        [one] { $hours } hour left
       *[other] { $hours } hours left
    }
desk-days-left =
    { $days ->
        [one] { $days } day left
       *[other] { $days } days left
    }
# $why is a sentence.
desk-buyer-failed = @{ $handle }: { $why }
desk-owes-no-more = Nothing changed: @{ $handle } no longer owes for that.
desk-undo-buyer = Undo: @{ $handle } hasn’t paid
# $numbers lists spots: "3, 7-9".
desk-has-paid = @{ $handle } has paid { $sum }: { $numbers }.
desk-undone = Undone: @{ $handle } owes { $sum }.

## The list of spots on that page

# $handle is like @anna.
rows-release-sure = Release spot { $number }? { $handle } loses it, and anyone can claim it.
rows-release-selected =
    { $count ->
        [one] Release { $count } spot? Anyone can claim it then.
       *[other] Release { $count } spots? Anyone can claim them then.
    }
# $why is a sentence.
rows-failed = Spot { $number }: { $why }
# Follows “Marked paid: 3, 7-9.” or “Nothing was marked paid.”; $count is how many spots.
rows-skipped = Skipped { $count } that changed in the meantime.
rows-mark =
    { $count ->
        [one] Mark { $count } spot paid ({ $sum })
       *[other] Mark { $count } spots paid ({ $sum })
    }

## Picking winners by hand

# $part is what was typed.
picker-odd = “{ $part }” isn’t a spot number.
# $numbers lists spots: "3, 7-9".
picker-unpaid =
    { $count ->
        [one] { $numbers } isn’t paid: only paid spots can win.
       *[other] { $numbers } aren’t paid: only paid spots can win.
    }
picker-twice = { $number } is listed twice.
# $over is how many are too many.
picker-over =
    { $winners ->
        [one] { $count } picked, but { $winners } wins: remove { $over }.
       *[other] { $count } picked, but { $winners } win: remove { $over }.
    }
picker-count = { $count } of { $winners } picked.

## Sharing

share-unreachable = The preview can’t be loaded right now. Your text is still here.
share-sign-in = Sign in again to see the preview.
share-failed = That didn’t work
share-done = Shared

## The form of a waffle

form-worth = A full board is worth { $sum }.

## Shared by the sellers' pages of a waffle

# The page's title in the browser's title bar: "Expired: Golden Hour".
desk-page-title = { $page }: { $title }
# What a spot's history and its checkbox are about.
desk-spot-number = Spot { $number }
desk-everyone-sees = Everyone watching sees it right away.
# Says what to do about a page that asks whether to clear a draw or delete a waffle: leave it as it is.
desk-keep-it = Keep it

## The list of the seller's waffles

dashboard-new = New waffle
# For screen readers: the tabs "Active" and "Archived".
dashboard-which = Which waffles
# A tab: all that are not archived.
dashboard-all = All
dashboard-archived = Archived
dashboard-find = Find a waffle
# For screen readers.
dashboard-sort = Sort
dashboard-newest = Newest first
dashboard-by-title = By title
dashboard-most-owed = Most to collect
dashboard-unarchive = Unarchive
# For screen readers.
dashboard-unarchive-title = Unarchive { $title }
# Leads to the form of a new waffle that is filled in like this one.
dashboard-again = Same again
# For screen readers.
dashboard-again-title = Same again: { $title }
dashboard-none-found = Nothing found
dashboard-all-link = Show all waffles
dashboard-none-archived = No archived waffles
dashboard-archived-note = Waffles you archive are hidden from buyers and kept here.
# For a seller without waffles: about waffle irons.
dashboard-none = Heat up the iron
dashboard-none-note = Create your first waffle, post its link, and watch the claims come in.

## The page on which a seller manages a waffle

# The tab with the draw.
manage-draw = Draw
manage-undo = Undo
# After spots were released: claims them again for their buyer.
manage-assign-again = Assign again
# <time/> is when the round of public random numbers appears. $round is its number.
manage-locked =
    { $entries ->
        [one] <b>Locked:</b> { $entries } entry, draw at <time/> with round { $round }. Paid spots can’t change until then.
       *[other] <b>Locked:</b> { $entries } entries, draw at <time/> with round { $round }. Paid spots can’t change until then.
    }
manage-see-draw = See or cancel the draw
# Above the winners.
manage-winners =
    { $winners ->
        [one] Winner
       *[other] Winners
    }
manage-replace = Replace one winner
manage-change = Change winners
manage-draw-again = Draw again by lot
manage-clear = Clear draw
manage-money-desk = Money desk
manage-spots = Spots
# For screen readers: the tabs of a waffle.
manage-view = View
# The tab with the list of spots.
manage-board = Board
manage-activity = Activity
manage-no-activity = Nothing has happened yet. Post the link!
# For screen readers.
manage-for-buyers = For your buyers
manage-link = Link for your buyers
manage-copy = Copy
manage-copy-link = Copy link
# After a waffle was created: leads to the message about it, ready to be posted.
manage-message = See message
manage-open-board = Open board
# A page to show in a live stream.
manage-stage = Stage for streams
manage-the-draw = The draw
manage-archived-draw = To draw by lot, unarchive the waffle first. Or pick the winners by hand, which everyone sees:
manage-lock = Lock a draw
manage-lock-note = Draw by lot, so anyone can check it. Or pick the winners by hand, which everyone sees too:
manage-this-waffle = This waffle
manage-unarchive = Unarchive
manage-archive = Archive
manage-delete = Delete
manage-unarchive-note = Buyers don’t see it. Unarchiving brings everything back.
manage-archive-note = Archiving takes the board and its results off the public pages; receipts still work, and you can bring it back. To keep the results up for those with the link, make it unlisted instead.
manage-delete-note = Deleting is permanent: receipts and results go with it.

## When and how spots are claimed, as sellers read it

# <time/> is a day and a time in the seller's zone.
manage-opens = <b>Opens <time/></b>.
manage-opened = <b>Opened <time/></b>.
manage-most-spots =
    { $spots ->
        [one] At most { $spots } spot per buyer.
       *[other] At most { $spots } spots per buyer.
    }
# $time is like "90 minutes" or "1 day".
manage-time-to-pay = { $time } to pay.
manage-claims-paused = Claims are paused.
manage-unlisted = Unlisted.
# Leads to the form that changes all that.
manage-terms-change = Change
manage-terms-set = Set an opening time, limit or deadline

## The money desk: what each buyer owes and has paid

desk-paste = Paste payments
desk-expired = Expired
desk-sources = Claims by connection
desk-by-hand = Assign spots yourself
# $owing is how many of all $buyers owe, and $sum how much.
desk-owing =
    { $owing ->
        [one]
            { $buyers ->
                [one] <b>{ $owing } of { $buyers }</b> buyer owes <b2>{ $sum }</b2>
               *[other] <b>{ $owing } of { $buyers }</b> buyers owes <b2>{ $sum }</b2>
            }
       *[other] <b>{ $owing } of { $buyers }</b> buyers owe <b2>{ $sum }</b2>
    }
desk-nothing-owed = Nothing is owed.
desk-buyers-paid =
    { $buyers ->
        [one] { $buyers } buyer paid { $sum }.
       *[other] { $buyers } buyers paid { $sum }.
    }
desk-sum-paid = { $sum } is paid.
desk-no-claims = No one has claimed yet.
# Which buyers are listed: those who claimed under several handles over one internet connection.
desk-shared-source = These buyers say they’ve paid, but claimed with several handles on one connection. <a>All buyers</a>
desk-find-buyer = Find a buyer or spot
desk-find = Find
desk-no-match = No matching buyers.
desk-new-appear = New claims appear here automatically.
desk-more =
    { $more ->
        [one] { $more } more. Search to find them.
       *[other] { $more } more. Search to find them.
    }
# Leads to the list of those buyers.
desk-shared-source-link = Say they’ve paid, but several handles on one connection
desk-download = Download as CSV

## A buyer at the money desk: facts, separated by commas

# <b/> is what the buyer owes, and <time/> when the oldest unpaid spot was claimed.
desk-owed-since = <b/> since <time/>
# $amount is the amount that the buyer was asked to send, which is a few cents more.
desk-owed-as-since = <b/> (asked for { $amount }) since <time/>
desk-not-in-locked-draw = not in the locked draw
desk-overdue = overdue
# $at is a moment.
desk-to-pay-by = to pay by { $at }
desk-sum-is-paid = { $sum } paid
# $spots are numbers: "3, 7-9".
desk-spots-out = { $spots } not in the draw
# <q/> are the buyer's own words about the payment, <time/> is when the buyer said so, <time2/> until when the spots are kept for it.
desk-says-paid = Says paid <time/>
desk-says-paid-note = Says paid <time/>: <q/>
desk-says-paid-until = Says paid <time/>, kept until <time2/>
desk-says-paid-note-until = Says paid <time/>: <q/>, kept until <time2/>
# The button that marks paid what a buyer owes.
desk-pay = Paid
# For screen readers: the same button.
desk-pay-buyer = Paid: @{ $handle }, { $sum }

## Manual actions below the money desk

by-hand-title = Assign spots yourself
by-hand-assign-to = Assign to
by-hand-spots = Spots
by-hand-assign = Assign
by-hand-resume = Resume claims
by-hand-pause = Pause claims
by-hand-board-text = Copy board as text
by-hand-free-numbers = Copy free numbers

## The list of single spots

# For screen readers: the tabs.
spots-filter = Filter by status
# The tabs, each with the number of such spots.
spots-all = All
spots-winners = Winners
spots-not-drawn = Not drawn
spots-pending = Pending
spots-paid = Paid
spots-available = Available
spots-select-all = Select all pending here
spots-mark-selected = Mark selected paid
spots-release-selected = Release selected
# Heads of columns.
spots-spot = Spot
spots-status = Status
spots-handle = Handle
# Since when the spot has its status.
spots-since = Since
# For screen readers: the column with the buttons.
spots-actions = Actions
spots-none-pending = No spots are waiting for payment.
spots-none = No spots with this status.
# For screen readers.
spots-select = Select spot { $number }
spots-mark-paid = Mark paid
# For screen readers.
spots-mark-paid-spot = Mark paid: spot { $number }
spots-release = Release
# For screen readers.
spots-release-spot = Release spot { $number }

## A buyer's page at the money desk

desk-nothing-changed = Nothing changed.
# For screen readers: the part of the page with what a buyer owes.
debtor-to-pay = To pay
# $amount is what the buyer owes for $spots, which are numbers: "3, 7-9".
debtor-owes = Owes <b>{ $amount }</b> for { $spots }.
debtor-owes-as = Owes <b>{ $amount }</b> for { $spots }, and was asked to send { $sent }.
debtor-owes-nothing = Owes nothing.
debtor-has-paid = Has paid { $sum }.
debtor-not-in-draw = Not in the draw: { $spots }.
debtor-overdue = <strong>Overdue</strong> since <time/>.
debtor-pay-by = To pay by <time/>.
debtor-mark-paid = Mark paid
debtor-release = Release
debtor-fix-handle = Rename or move spots
debtor-correct-handle = New handle
debtor-rename = Rename
debtor-rename-all = All spots of this buyer, not only the selected ones
debtor-time = Time to pay
debtor-more-minutes = More minutes
debtor-give-time = Give more time
debtor-spot-paid = Spot { $number }, paid <time/>
debtor-spot-unpaid = Spot { $number }, unpaid
debtor-mark-unpaid = Mark unpaid
debtor-no-spots = @{ $handle } has no spots in this waffle.
debtor-history = History
debtor-whole-history = Whole history
debtor-no-history = Nothing has happened yet.
# Above a form that acts on the selected spots of a list on the same page.
debtor-for-selected = For the spots selected above.

## What happened to spots

# What a seller did to a buyer's spot: "mia: marked paid (@anna)". $what is one of the texts below.
activity-by-for = { $who }: { $what } <a>(@{ $handle })</a>
# What a buyer did: "@anna: claimed".
activity-by-buyer = @{ $handle }: { $what }
activity-by-buyer-linked = <a>@{ $handle }</a>: { $what }
# What was done to a spot, after who did it; alone where no person did it.
activity-did-claimed = claimed
activity-did-released = released
activity-did-marked-paid = marked paid
activity-did-back-to-paid = back to paid
activity-did-win = drawn as a winner
activity-did-lose = not drawn
activity-did-expired = not paid in time
activity-did-given-back = given back
activity-did-assigned = assigned
# $from and $to are handles, here and in the next one.
activity-did-renamed = moved from @{ $from } to @{ $to }
activity-did-merged = merged @{ $from } into @{ $to }
activity-did-unpaid = marked unpaid
activity-did-source-released = released by connection
# A claim of several spots. $spots are their numbers, here and in the next one: "3, 7-9".
activity-did-claim-spots = claimed { $spots }
activity-did-assign-spots = assigned { $spots }
# What a buyer asked for and did not get, since another one was faster. $late says by how much: "0.08 s".
activity-did-come-late = asked for { $spot }, was late by { $late }
# That spot was free, but buyers get all that they ask for or nothing.
activity-did-want-taken-too = asked for { $spot } along with spots already taken
activity-did-find-none = asked for a random spot, but none were left
# By how much a buyer was late, if it is hardly anything.
activity-hardly-late = less than { $seconds } s
# What was done in a whole draw. $spots are the numbers that won.
activity-did-clear-draw = Draw cleared
activity-did-replace-winner = { $next } wins instead of { $out }
activity-did-draw = Winners drawn
activity-did-draw-spots = Winners drawn: { $spots }
# $what is one of the last four: "Winners drawn: 3, 7 (mia)".
activity-draw-by = { $what } ({ $who })
# For screen readers: the list of changes.
history-label = History
history-none = Nothing has happened yet.
# On the page of a spot, before a day and a time.
history-claimed-at = Claimed
history-paid-at = Paid
history-pay-by = To pay by

## Payments that are pasted as a text

paste-title = Payments
paste-stopped = Stopped.
paste-stopped-midway = Stopped midway.
# How many of the lines were taken before it stopped.
paste-unknown-one = We don’t know yet whether the line is done.
paste-unknown-which =
    { $all ->
        [one] We don’t know yet which of the { $all } lines are done.
       *[other] We don’t know yet which of the { $all } lines are done.
    }
paste-not-done = The line isn’t done.
paste-none-done =
    { $all ->
        [one] None of the { $all } lines are done.
       *[other] None of the { $all } lines are done.
    }
paste-least-done =
    { $all ->
        [one] At least { $done } of { $all } lines are done.
       *[other] At least { $done } of { $all } lines are done.
    }
paste-done =
    { $all ->
        [one] { $done } of { $all } lines are done.
       *[other] { $done } of { $all } lines are done.
    }
# What to do next, after how many were taken.
paste-then-locked = Then a draw was locked. Continue with the others after the draw.
paste-then-drawn = Then the winners were drawn. Mark the other spots paid one at a time.
paste-go-on = The others are below. Press the button to continue.
paste-nothing-twice = No payment counts twice.
# Above the lines that were taken.
paste-done-title = Done
# $spots are numbers: "3, 7-9".
paste-marked = Marked paid: { $spots }
# What became of a line that paid for nothing.
paste-idle-before = Already recorded
paste-idle-remembered = Remembered
paste-idle-not-remembered = Not remembered: no longer paid
paste-idle-nothing = Nothing to mark paid
# Above the lines that were not taken.
paste-not-done-title = Not done yet
# What is known about a line.
paste-remember = Already paid: remember this line
paste-not-taken = Not recorded yet
paste-exact-by-payer = Paid in full, matched by the payer’s name: check that it’s them
paste-exact-perhaps = Probably paid in full: check who paid, and how much
paste-exact = Paid in full
paste-no-amount = No amount: check what was paid
paste-part = Partial payment, for the oldest spots
paste-several-amounts = Several amounts, or another currency
paste-differs = Amount doesn’t match what is owed
paste-owes-nothing = Owes nothing
paste-unknown = No buyer found
paste-several = More than one buyer
paste-repeats = Repeats an earlier line
paste-not-received = Nothing came in
# <time/> is when.
paste-before = <strong>Already marked paid</strong> <time/>
# Next to a checkbox.
paste-count-again = Already marked paid <time/>: count it again
# $line is the number of a line.
paste-whose = Whose payment is line { $line }?
paste-no-handle = Enter a handle like @anna.
paste-no-such-buyer = No buyer here has this handle.
paste-match-these = Match these buyers
paste-mark-selected = Mark selected payments paid
# How many of all payments are selected, and what they pay for.
paste-selected = { $selected } of { $all } selected: { $sum }
paste-text = Lines from your payment app, or a CSV file
paste-text-note =
    One payment per line, without notes. If you paste a file, include its first line. Nothing is marked paid until you’ve checked it.
paste-match = Match buyers

## Spots that weren't paid in time

expired-title = Expired
expired-lead = Spots that weren’t paid in time, over the last 7 days.
# $spots are numbers: "3, 7-9".
expired-free = Still free: { $spots }.
expired-taken = Taken: { $spots }.
expired-at = Expired <time/>.
expired-restore = Restore
# For screen readers.
expired-restore-spots = Restore { $spots } for @{ $handle }
expired-none = Nothing has expired lately.

## Where claims came from

sources-title = Claims by connection
sources-lead = Claims grouped by internet connection. A connection can’t be traced back to a person.
# <time/> and <time2/> are the first and the last claim.
sources-facts =
    { $handles ->
        [one] { $handles } handle
       *[other] { $handles } handles
    }, { $spots ->
        [one] { $spots } spot
       *[other] { $spots } spots
    }, { $unpaid } unpaid, <time/> to <time2/>
# After a list of handles.
sources-more-handles = and { $more } more
# The button that leads to a question: hence the dots.
sources-release = Release { $spots } …
# For screen readers. $source is the beginning of a code.
sources-release-source =
    { $spots ->
        [one] Release { $spots } unpaid spots of connection { $source }
       *[other] Release { $spots } unpaid spots of connection { $source }
    }
sources-none = No recent claims.

## The question before the spots of a source are released

# In the browser's title bar.
release-page = Release a connection’s spots
release-title =
    Release { $spots ->
        [one] { $spots } spot
       *[other] { $spots } spots
    } of { $handles ->
        [one] { $handles } handle
       *[other] { $handles } handles
    }?
# $numbers are the numbers of the spots: "3, 7-9".
release-what =
    { $spots ->
        [one] Unpaid, and claimed from one internet connection: { $numbers }. It goes back on the board, for anyone to claim.
       *[other] Unpaid, and claimed from one internet connection: { $numbers }. They go back on the board, for anyone to claim.
    }
# There are at least two handles.
release-who =
    { $handles } handles on one connection can be one person, but also a family, an office or a phone network.
release-yes =
    { $spots ->
        [one] Yes, release it
       *[other] Yes, release them
    }
release-keep =
    { $spots ->
        [one] Keep it
       *[other] Keep them
    }

## Picking winners by hand

# In the browser's title bar.
pick-page = Pick the winners
pick-title =
    { $winners ->
        [one] Pick the winner
       *[other] Pick the winners
    }
pick-title-change = Change the winners
pick-not-drawn-yet = Not drawn yet. Check the numbers.
# Above the winners.
pick-drawn-now = Current winners:
pick-how-many =
    { $winners ->
        [1] One paid spot wins.
       *[other] { $winners } paid spots win, one for each item.
    }
pick-tap-or-write =
    { $winners ->
        [one] Tap it or enter the number; you can check before it counts.
       *[other] Tap them or enter the numbers; you can check before it counts.
    }
pick-write =
    { $winners ->
        [one] Enter the number; you can check before it counts.
       *[other] Enter the numbers; you can check before it counts.
    }
# For screen readers: the checkboxes.
pick-paid-spots = Paid spots
pick-none-paid = No spots are paid yet. Only paid spots can win.
pick-numbers =
    { $winners ->
        [one] Winning number
       *[other] Winning numbers
    }
# Examples, in the empty field.
pick-numbers-hint =
    { $winners ->
        [one] Like 7
       *[other] Like 7, 52
    }
pick-numbers-note =
    { $winners ->
        [one] The number you drew.
       *[other] In the order you drew them.
    }
pick-review = Review the draw
# In the browser's title bar.
confirm-page = Confirm the draw
confirm-title =
    { $winners ->
        [one] Is this the winner?
       *[other] Are these the winners?
    }
# Between the new winners and those of before.
confirm-instead = Instead of:
confirm-losers =
    { $spots ->
        [one] <b>{ $spots }</b> other paid spot is not drawn.
       *[other] <b>{ $spots }</b> other paid spots are not drawn.
    }
confirm-no-losers = No other spot is paid.
confirm-pending =
    { $spots ->
        [one] <b>{ $spots }</b> pending spot stays pending and can’t win, so nothing is owed for it.
       *[other] <b>{ $spots }</b> pending spots stay pending and can’t win, so nothing is owed for them.
    }
confirm-free =
    { $spots ->
        [one] <b>{ $spots }</b> spot is still free.
       *[other] <b>{ $spots }</b> spots are still free.
    }
# What a draw does, also before it is locked.
draw-closes = No more spots can be claimed then. Results stay on the board until you archive it.
confirm-change = Yes, change the winners
confirm-draw = Yes, draw
confirm-others = Pick again
# The public reason for changing or clearing winners, and for voiding a draw.
reason-why = Reason (public)
# An example, in the empty field.
reason-hint = The winner didn’t answer.
reason-lot-note = They were drawn by lot, and everyone watching saw it. Explain why that no longer counts.
pick-done-drawn = The winners are drawn. Everyone watching sees them.
pick-done-changed = The winners are changed. Everyone watching sees them.

## Locking a draw by lot, and what follows

# In the browser's title bar.
lot-page = Draw by lot
lot-title = Lock a draw
lot-title-locked = A draw is locked
# $number is that of the draw. $round is that of the round of public random numbers, and <time/> when it appears.
lot-locked =
    { $entries ->
        [one] Draw { $number }: { $entries } entry, drawn with round { $round }, which is published at <time/>.
       *[other] Draw { $number }: { $entries } entries, drawn with round { $round }, which is published at <time/>.
    }
lot-waits = The draw runs automatically. Until then, paid spots can’t change.
lot-public-page = See the public page
lot-void-title = Cancel this draw
# An example, in the empty field.
lot-void-hint = A payment was marked by mistake.
lot-void-note = Possible until 5 seconds before the round is published.
lot-void = Cancel the draw
lot-hand-in-title = No internet? Enter the round yourself
lot-signature = The round’s signature
# Says what it consists of, in the empty field.
lot-signature-hint = 96 digits, 0-9 and a-f
lot-signature-note = Once the round is published. We verify it like any other.
lot-hand-in = Draw with this round
lot-explained =
    { $winners ->
        [one]
            Locking fixes who takes part: every paid spot, once. Unpaid spots are out, and nothing is owed for them after the draw.
            A public random number that is published later picks { $winners } winner.
       *[other]
            Locking fixes who takes part: every paid spot, once. Unpaid spots are out, and nothing is owed for them after the draw.
            A public random number that is published later picks { $winners } winners.
    }
lot-no-one-knows = No one can know or choose that number, so anyone can check the draw.
lot-seconds = Seconds until the draw
lot-seconds-note = 30 to 86,400 (one day).
lot-seconds-refused = Enter a number of seconds, like 60.
lot-again = Why draw again?
lot-again-note = This waffle already had winners. Everyone can read your reason and see how many results came before.
lot-reason = Reason
lot-reason-note = Optional. Everyone can read it.
lot-exclude = Leave out
lot-exclude-note = Optional. Paid spots that don’t take part, like your own. Everyone sees them.
lot-alternates = Alternates
lot-alternates-note = Up to 10 more spots, drawn after the winners. They step in if a winner doesn’t answer.
lot-alternates-refused = Enter a number, like 2.
lot-prizes =
    { $winners ->
        [one] Prize
       *[other] Prizes, in the order of the winners
    }
# For screen readers.
lot-prize = Prize { $number }
lot-prizes-note = Optional. Everyone sees what each winner gets.
lot-one-win = Each handle can win only once
lot-lock = Lock the draw
lot-lock-another = Lock another draw
lot-back = Back
lot-all = All draws of this waffle
lot-replace-title = Replace one winner
# $draw is the number of the draw, <b/> that of the alternate's spot.
lot-next = If a winner of draw { $draw } steps back, the next alternate, <b/> @{ $handle }, takes that place. Everyone else stays.
# The alternate.
lot-last = That’s the last alternate.
lot-replace-why = Why does @{ $handle } step back?
# An example, in the empty field.
lot-replace-hint = No answer for two days.
lot-replace-note = Everyone can read it.
# $number is that of a winner's spot.
lot-replace = Replace #{ $number }
lot-none-left = Draw { $draw } has no alternates left, so no winner can be replaced.

## The question before a draw is cleared

# In the browser's title bar.
clear-page = Clear the draw
clear-title = Clear the draw?
# Above the winners.
clear-winners =
    { $winners ->
        [one] This spot is no longer the winner:
       *[other] These spots are no longer winners:
    }
clear-paid-again =
    { $spots ->
        [one] { $spots } spot is paid again, as before the draw.
       *[other] { $spots } spots are paid again, as before the draw.
    }
clear-opens = The waffle opens.
clear-opens-free =
    { $spots ->
        [one] The waffle opens, and { $spots } free spot can be claimed.
       *[other] The waffle opens, and { $spots } free spots can be claimed.
    }
clear-yes = Clear the draw
clear-done = The draw is cleared. The waffle is open again.

## The question before a waffle is deleted

# In the browser's title bar.
remove-page = Delete { $title }
remove-title = Delete <bdi/>?
remove-for-good = <b>This can’t be undone.</b> You’ll lose:
remove-waffle = the waffle, its page and its link, with all { $spots } spots
remove-spots =
    { $pending ->
        [one] { $pending } pending claim
       *[other] { $pending } pending claims
    } and { $paid ->
        [one] { $paid } paid spot
       *[other] { $paid } paid spots
    } worth { $sum }, with their handles
remove-draw =
    { $winners ->
        [one] the draw with its { $winners } winner; buyers’ pages lose these wins and losses
       *[other] the draw with its { $winners } winners; buyers’ pages lose these wins and losses
    }
remove-rest = its activity, its message and its cards
remove-or-archive = If you just want to hide it, archive it instead. Nothing is lost then.
# DELETE is the same in all languages.
remove-word = Type DELETE
remove-word-note = In capital letters.
remove-yes = Delete for good
remove-done = The waffle is deleted.

## What a form has done, at the top of the page that follows

# $numbers are numbers of spots: "3, 7-9".
said-marked-paid = Marked paid: { $numbers }.
# $rest is one or more sentences.
said-marked-paid-and = Marked paid: { $numbers }. { $rest }
# $numbers is one number.
said-spot-paid = Spot { $numbers } is paid.
said-spot-paid-and = Spot { $numbers } is paid. { $rest }
said-nothing-paid = Nothing was marked paid.
# Joins sentences.
said-two-sentences = { $one } { $two }
said-remembered =
    { $lines ->
        [one] Remembered { $lines } line.
       *[other] Remembered { $lines } lines.
    }
said-skipped =
    { $spots ->
        [one] Skipped { $spots } that changed in the meantime.
       *[other] Skipped { $spots } that changed in the meantime.
    }
said-lines-before =
    { $lines ->
        [one] { $lines } line was already recorded.
       *[other] { $lines } lines were already recorded.
    }
said-not-remembered =
    { $lines ->
        [one] { $lines } line was not remembered: its spots are no longer paid.
       *[other] { $lines } lines were not remembered: their spots are no longer paid.
    }
said-nothing-changed = Nothing changed: it’s already done, or the spots changed in the meantime.
said-locked = A draw is locked until its round is published, so nothing changed.
said-one-at-a-time = The winners are drawn, so mark spots paid one at a time. Nothing changed.
said-not-drawn = There’s no draw to change or clear.
said-select-first = Select pending spots first.
said-no-such-spot = This waffle doesn’t have that spot. Nothing changed.
said-free-again = Spot { $numbers } is free again.
said-not-pending = Spot { $numbers } is no longer pending, so nothing changed.
said-not-releasable = Spot { $numbers } can’t be released right now, so nothing changed.
said-released = Released: { $numbers }.
said-marked-unpaid = Marked unpaid: { $numbers }.
said-more-time = Deadline extended: { $numbers }.
said-renamed = Renamed: { $numbers }.
said-not-read = Nothing changed. Enter a handle like @anna and numbers like 3, 7, 10-14.
said-assigned = Assigned: { $numbers }.
said-taken = Already taken: { $numbers }. Nothing changed.
said-paused = Claims are paused. Buyers can see that.
said-resumed-waiting = Resumed. Buyers can claim once it opens.
said-resumed = Buyers can claim again.
said-archived = The waffle is archived. Buyers no longer see it.
said-back-unlisted = The waffle is back, unlisted as it was.
said-listed-again = The waffle is listed again.

## Shared by the sellers' forms

seller-save = Save
seller-edit = Edit
seller-delete = Delete
# Leaves everything as it is, where a page asks whether to delete or deactivate something.
seller-keep-it = Keep it
# For screen readers: the button "Edit" of one of several things.
seller-edit-name = Edit { $name }

## The form of a new and of an edited waffle

waffle-form-new = New waffle
waffle-form-edit = Edit waffle
# In the browser's title bar.
waffle-form-edit-title = Edit { $title }
# <bdi/> is the title of another waffle.
waffle-form-like = Copied from <bdi/>. Only the opening time is left to set.
waffle-form-from-last = Start from your last waffle
waffle-form-title = Title
# An example, in the empty field.
waffle-form-title-hint = Golden Hour: vintage camera
waffle-form-title-note = What you’re selling, in one line.
waffle-form-description = Description
waffle-form-description-note = Optional. Line breaks are kept.
waffle-form-spots = Spots
waffle-form-spots-note = 2 to 10,000. Can’t be changed later.
waffle-form-price = Price per spot
# An example, in the empty field.
waffle-form-price-hint = 25.00
waffle-form-price-claimed =
    { $claimed ->
        [one] { $claimed } spot is already claimed. Let their buyers know about a new price.
       *[other] { $claimed } spots are already claimed. Let their buyers know about a new price.
    }
waffle-form-price-note = What a buyer pays per spot.
waffle-form-winners = Winners
waffle-form-winners-note = 1 to 10, one per item.
waffle-form-photo = Photo
waffle-form-photo-note = Optional. A JPEG, PNG or WebP of up to 8 MB.
waffle-form-crop = What the board shows
waffle-form-picture = Or a picture from the web
waffle-form-picture-note = Optional. A link to an image.
waffle-form-links = Your links
waffle-form-links-note = Optional. One per line, up to 20.
waffle-form-methods = How buyers pay you
# In place of the handle of a payment method that the waffle still has.
waffle-form-method-deactivated = deactivated, hidden from buyers
waffle-form-method-gone = This payment method no longer exists. Reload the page.
waffle-form-terms = When and how spots are claimed
waffle-form-opens = Opens
# $at is a moment: "Opens Tue 24 Nov 2026, 20:00 (New York)".
waffle-form-opens-at = Opens { $at }
# <span/> is the name of the time zone, such as Europe/Berlin.
waffle-form-opens-note =
    Optional, in your time zone (<span/>; <a>change it</a>). Until then, buyers see the board and a countdown. It opens automatically.
# $zone is like Europe/Berlin. The example is how the field itself writes it.
waffle-form-no-such-time = Enter a date and time that exist in { $zone }, like 2026-06-01T18:00.
waffle-form-unknown-zone = We don’t know your device’s time zone. Choose one in your settings first.
waffle-form-pay-within = Minutes to pay
waffle-form-pay-within-note = Optional, 5 to 43,200. Unpaid spots are released then. Applies to new claims.
waffle-form-most-spots = Spot limit per buyer
waffle-form-most-spots-note = Optional, 1 to 10,000.
# “I have paid” is the button on a buyer's receipt.
waffle-form-grace = Hours for “I have paid”
waffle-form-grace-note =
    Optional, 1 to 720. How long “I have paid” keeps spots after the deadline. Leave it empty to keep them until you’ve checked.
waffle-form-amounts = Tell buyers apart by amount
waffle-form-amounts-note =
    Receipts ask each buyer for up to 99 extra cents, a different amount for each of the first 99, so you know who paid without a
    note. What’s owed stays the same, and either amount counts.
waffle-form-pause = Pause claims
waffle-form-pause-note = Everyone sees that you’re taking a break. You can still assign spots yourself.
waffle-form-unlisted = Unlisted
waffle-form-unlisted-note =
    Not in the public lists, but anyone with the link can claim, watch the draw and open their receipt. To close a waffle for
    everyone, archive it instead.
waffle-form-fixed = The number of spots ({ $spots }) and the link can’t be changed.
waffle-form-save-price = Save the new price
waffle-form-create = Create waffle
waffle-form-not-created = Not created yet. Check the highlighted fields.
# After a waffle was created.
waffle-form-created = Your waffle is live. Post its link!
waffle-form-created-paused = Your waffle is ready, with claims paused. Resume claims, then post its link!
# Another sentence follows, which says when it opens.
waffle-form-created-scheduled = Your waffle is scheduled.
waffle-form-saved = Saved. Buyers see the change right away.
waffle-form-already-drawn = Not saved: the winners have been drawn in the meantime.
# Asks to save once more. $new and $old are amounts.
waffle-form-new-price =
    { $buyers ->
        [one]
            Not saved yet: { $buyers } buyer will owe a different amount, { $new } a spot instead of { $old }. Save again if that’s what you want, and let them know.
       *[other]
            Not saved yet: { $buyers } buyers will owe a different amount, { $new } a spot instead of { $old }. Save again if that’s what you want, and let them know.
    }

## The page for sharing a waffle

# In the browser's title bar.
share-title = Share { $title }
share-heading = Share this waffle
share-archived = This waffle is archived. Its link and card won’t work until you unarchive it.
# The label of the choice between templates.
share-start-from = Start from
# Groups of that choice, and the first of its members.
share-for-moments = For each moment
share-own-templates = Your templates
share-own-message = Your saved message
share-use-template = Use this template
share-template-gone = This template was deleted. Choose another one.
share-message = Message
# The names in braces stay as they are in all languages.
share-message-note = Words in braces are filled in, such as { "{title}" } and { "{url}" }. Below are all of them.
share-placeholders = Placeholders
share-save-message = Save message
# A button: show the preview.
share-show-preview = Preview
# A heading.
share-preview = Preview
# In place of the preview, while there is no message.
share-nothing-yet = Nothing written yet.
share-copy-message = Copy message
# Opens the device's own choice of apps.
share-share-message = Share…
share-card = The card
share-card-note = A picture for your post, with the title, price, spots left, link and QR code.
share-title-cut = A card can’t show every character of this title, so it leaves some out. Your message has them all.
# $format is square, or story: a tall picture.
share-card-format =
    { $format ->
        [story] Story
       *[square] Square
    }
# Says what the picture shows.
share-card-alt =
    { $format ->
        [story] Story card: { $title }
       *[square] Square card: { $title }
    }
share-download = Download
# For screen readers, as are the next two like it.
share-download-card =
    { $format ->
        [story] Download Story
       *[square] Download Square
    }
share-copy = Copy
share-copy-card =
    { $format ->
        [story] Copy Story
       *[square] Copy Square
    }
share-share = Share
share-share-card =
    { $format ->
        [story] Share Story
       *[square] Share Square
    }
share-redraw = Redraw card
share-saved = Your message is saved. Copy it and post it!
share-redrawn = Card redrawn.

## What is wrong with a message or a template

share-name-missing = Give the template a name.
share-message-missing = Write your message.
share-message-long = Use at most { $most } characters.
share-message-control = A message can’t contain control characters.
share-template-unknown = This template no longer exists. Reload the page.

## What a seller announces, at each moment of a waffle

# Labels of a choice.
announcement-soon = Opening soon
announcement-open = Open now
announcement-few-left = Few left
announcement-full = Full
announcement-locked = Draw locked
announcement-drawn = Winners drawn
# The messages. The words in braces are placeholders: they stay as they are. The one for an open waffle is also the
# template that came with the service.
announce-soon =
    🧇 { "{title}" }

    { "{spots}" } spots at { "{price}" } each. Claiming opens { "{opens}" }.

    Be there: { "{url}" }
announce-open =
    🧇 { "{title}" }

    { "{spots}" } spots at { "{price}" } each. First come, first served.

    Pick your numbers here: { "{url}" }
announce-few-left =
    Only { "{left}" } left! 🧇 { "{title}" }

    Still free: { "{free}" }

    { "{price}" } each: { "{url}" }
announce-full =
    🧇 { "{title}" } is full. Thank you!

    Still unpaid: { "{unpaid}" }

    { "{url}" }
announce-locked =
    🔒 { "{title}" }: the draw is locked. Entries are final.

    Watch it and check it: { "{draw}" }
announce-drawn =
    🏆 { "{title}" }

    Won by { "{winners}" }

    See how: { "{draw}" }

## Share templates

# The template that came with the service, until a seller changes it.
share-first-name = New drop
share-template-all = Share templates
share-template-new = New template
share-template-lead = Starting points for your share messages. Messages you’ve already saved don’t change.
# <time/> is a day.
share-template-changed = Changed <time/>
# A mark on the template that new messages start from.
share-template-default = Default
share-template-make-default = Make default
share-template-make-default-name = Make default: { $name }
share-template-delete-name = Delete { $name }
share-template-none = No templates yet.
# Page titles.
share-template-new-title = New share template
share-template-edit-title = Edit share template
share-template-delete-title = Delete share template
share-template-name = Name
share-template-name-note = For your own use. Up to 100 characters.
share-template-body-note = Filled in for each waffle: { "{title}" }, { "{price}" }, { "{spots}" }, { "{url}" }, { "{left}" }, { "{free}" }, { "{unpaid}" }, { "{opens}" }, { "{deadline}" }, { "{draw}" } and { "{winners}" }.
share-template-delete = Delete “<bdi/>”?
share-template-only = This is your only template. <a>Create another one</a> before you delete it.
share-template-delete-note = Messages already made from it don’t change.
# Follows the sentence above. <bdi/> is the name of another template.
share-template-successor = “<bdi/>” becomes the default.
share-template-created = “{ $name }” is ready to use.
share-template-saved = “{ $name }” is saved.
share-template-defaulted = New messages start from “{ $name }”.
share-template-deleted = The template is deleted.

## Payment methods

payment-method-all = Payment methods
payment-method-new = New payment method
payment-method-lead = How buyers can pay you. Changes show on every waffle that uses the method.
payment-method-none = No payment methods yet
payment-method-none-note = Add the wallets you accept, then choose them on your waffles.
payment-method-inactive = Deactivated
# Follows the name of the wallet and a dot.
payment-method-on-waffles =
    { $waffles ->
        [one] on { $waffles } active waffle
       *[other] on { $waffles } active waffles
    }
payment-method-on-none = not on any active waffle
payment-method-deactivate-button = Deactivate
payment-method-deactivate-name = Deactivate { $name }
payment-method-reactivate-button = Reactivate
payment-method-reactivate-name = Reactivate { $name }
# Page titles.
payment-method-edit-title = Edit payment method
payment-method-deactivate-title = Deactivate payment method
payment-method-used =
    { $waffles ->
        [one] { $waffles } active waffle uses it and will show the change right away.
       *[other] { $waffles } active waffles use it and will show the change right away.
    }
payment-method-type = Type
payment-method-type-wrong = Choose one of these types.
payment-method-type-note = Sets the icon and link. It can’t be changed later.
payment-method-name = Name
payment-method-name-note = What buyers see. Up to 100 characters.
payment-method-handle = Your handle or link
# An example, in the empty field.
payment-method-handle-hint = @yourhandle
payment-method-handle-note = A handle, or a link that starts with https://.
payment-method-instructions = Text for buyers
# An example, in the empty field.
payment-method-instructions-hint = Please leave the note empty
# “mention your handle” is what receipts say otherwise.
payment-method-instructions-note =
    Optional, up to 200 characters. Shown instead of “mention your handle”, for when your wallet doesn’t like notes.
payment-method-add = Add
payment-method-not-added = Not added yet. Check the highlighted fields.
payment-method-deactivate = Deactivate <bdi/>?
payment-method-deactivate-used =
    { $waffles ->
        [one] { $waffles } active waffle uses it. Their buyers will no longer see this payment method.
       *[other] { $waffles } active waffles use it. Their buyers will no longer see this payment method.
    }
payment-method-deactivate-unused = No active waffle uses it.
payment-method-deactivate-note = New waffles can’t use it. It stays in this list, so you can reactivate it.
payment-method-added = { $name } is added. You can now offer it on your waffles.
payment-method-saved = { $name } is saved. Every waffle that uses it shows the change.
payment-method-deactivated = { $name } is deactivated. Buyers no longer see it.
payment-method-reactivated = { $name } is active again, also on the waffles that used it before.

## Reports

report-all = Reports
report-download = Download CSV
# For screen readers: the label of the tabs.
report-which = Which report
report-tab-months = Months
report-tab-buyers = Buyers
report-tab-droughts = Droughts
report-tab-speed = Speed
report-from = From
report-to = To
# How many buyers to list.
report-limit = How many
report-show = Show
# Common ranges.
report-range-days = { $days } days
report-range-months = { $months } months
report-range-all = All time
report-empty = Nothing on the plate
report-zone-utc = Days and months are in UTC.
# $zone is like Europe/Berlin.
report-zone = Times are in { $zone }. Date ranges use days in UTC.
# $time is like 17:44:09. The change is from today.
report-copy-today = From a copy of the database, as of { $time } ({ $zone }).
# $moment is a day and a time.
report-copy = From a copy of the database, as of { $moment } ({ $zone }).
report-cut = Showing the first { $shown } of { $all }. Download the CSV for all of them.
report-waffle = Waffle
report-buyer = Buyer
# How long something took. $hours and $days are like 5.3.
report-seconds = { $seconds } s
report-minutes = { $minutes } min
report-hours = { $hours } h
report-days = { $days } days

## The report of months

report-months-title = Month by month
report-months-lead = Waffles created, spots claimed and payments marked in each month.
report-months-empty = Nothing happened in this period.
report-month = Month
report-waffles-created = Waffles created
report-spots-claimed = Spots claimed
report-revenue = Revenue
report-month-name =
    { $month ->
        [1] January { $year }
        [2] February { $year }
        [3] March { $year }
        [4] April { $year }
        [5] May { $year }
        [6] June { $year }
        [7] July { $year }
        [8] August { $year }
        [9] September { $year }
        [10] October { $year }
        [11] November { $year }
       *[12] December { $year }
    }
# Below a column of a chart. $year has two digits.
report-month-short =
    { $month ->
        [1] Jan ’{ $year }
        [2] Feb ’{ $year }
        [3] Mar ’{ $year }
        [4] Apr ’{ $year }
        [5] May ’{ $year }
        [6] Jun ’{ $year }
        [7] Jul ’{ $year }
        [8] Aug ’{ $year }
        [9] Sep ’{ $year }
        [10] Oct ’{ $year }
        [11] Nov ’{ $year }
       *[12] Dec ’{ $year }
    }

## The report of those who buy the most

report-power-title = Power buyers
report-power-lead = Who paid for the most spots in this period. The win rate counts spots in finished draws.
report-power-empty = No spots were paid for in this period.
report-paid-spots = Paid spots
report-spent = Spent
report-win-rate = Win rate

## The report of losing streaks

report-drought-title = Droughts
report-drought-lead = Buyers who lost in this period and didn’t win, longest without a win first.
report-drought-lead-ever = Buyers who have lost a draw, longest without a win first.
report-drought-empty = No one is waiting for a win.
report-without-win = Without a win
report-lost-spots = Lost spots
report-entries = Entries in this period
report-entries-ever = Entries
# $zone is like Europe/Berlin.
report-last-entry = Last entry ({ $zone })
report-days-without =
    { $days ->
        [one] { $days } day
       *[other] { $days } days
    }
report-never-won-yet = never won
# Above a number of buyers.
report-buyers = Buyers
report-never-won = Never won
report-drought-chart = Buyers by time since their last win
# Next to the bars of a chart: at most 17 letters each.
report-band-month = under 30 days
report-band-quarter = 30 to 89 days
report-band-year = 90 to 364 days
report-band-more = a year or more
report-band-never = never won

## The report of how fast boards fill

report-speed-title = Speed
report-speed-lead = How long boards created in this period took to get their first and their last claim.
report-speed-empty = No waffles were created in this period.
report-status = Status
report-first-claim = First claim after
report-last-claim = Last claim after
# $zone is like Europe/Berlin.
report-created = Created ({ $zone })
report-status-open = Open
report-status-drawn = Drawn
# Above a number of waffles.
report-open-waffles = Open waffles
report-drawn-waffles = Drawn waffles
# Above a duration, as are the next two.
report-open-first-claim = Open: first claim after
report-drawn-first-claim = Drawn: first claim after
report-drawn-completed = Drawn: completed after
report-speed-chart = From creation to the last claim, newest waffles

## Buyers

buyers-all = Buyers
buyers-lead = Everyone who has claimed a spot, newest first.
buyers-search = Search handles
buyers-count =
    { $total ->
        [one] { $total } handle
       *[other] { $total } handles
    }
buyers-handle = Handle
buyers-first-seen = First seen
buyers-last-claim = Last claim
buyers-empty-page = Nothing on this page
buyers-earlier-pages =
    { $total ->
        [one] There is { $total } handle on earlier pages.
       *[other] There are { $total } handles on earlier pages.
    }
buyers-no-match = No matches
# <bdi/> is what was searched for.
buyers-no-match-note = No handle contains “<bdi/>”.
buyers-show-all = Show all buyers
buyers-none = No buyers yet
buyers-none-note = Buyers show up here once they claim a spot.

## Merging two handles

merge-handles = Merge handles
merge-lead =
    One buyer, two spellings? Every spot and win of the first handle moves to the second one, on all waffles. This can’t be
    undone.
# <bdi/> is the handle that goes, <bdi2/> the one that stays.
merge-preview =
    { $spots ->
        [one] { $spots } spot
       *[other] { $spots } spots
    } on { $waffles ->
        [one] { $waffles } waffle
       *[other] { $waffles } waffles
    }, { $wins ->
        [one] { $wins } win
       *[other] { $wins } wins
    }: from <bdi/> to <bdi2/>.
merge-button = Merge
merge-back = Back
merge-nothing = <bdi/> holds no spots.
merge-goes = Handle to remove
merge-stays = Handle to keep
merge-show = Preview

## Blocked handles

blocked-handles = Blocked handles
blocked-lead = They can’t claim spots on any waffle. They keep the spots they hold until you release them.
blocked-handle = Handle
blocked-reason = Reason
blocked-reason-note = Optional, up to 500 characters. Buyers don’t see it.
blocked-block = Block
blocked-list = Can’t claim
# $who is the name of an account, <time/> a day.
blocked-by = Blocked by { $who } on <time/>
blocked-unblock = Unblock
# For screen readers: the button "Unblock" of one of several handles.
blocked-unblock-handle = Unblock @{ $handle }
blocked-none = No one is blocked. Everyone is welcome.
blocked-done = @{ $handle } can’t claim anymore.
blocked-undone = @{ $handle } can claim again.
blocked-refused = Not blocked yet. Check the highlighted fields.

## Payers: names in payments, and whose they are

payers-all = Payers
payers-lead =
    Names in payments, and who they pay for. We remember a name when you mark a payment paid that doesn’t mention the buyer’s handle.
payers-search = Search names and handles
# <b/> is a name, <a/> a handle.
payers-pays-for = <b/> pays for <a/>
# Both are days.
payers-since = Since <time/>, last on <time2/>
payers-forget = Forget
# For screen readers: the button "Forget" of one of several payers.
payers-forget-name = Forget { $name }, who pays for @{ $handle }
payers-no-match = No payers match.
payers-none = No payers yet.
payers-forgotten = Forgotten.

## Navigation, titles and what all pages of sellers have

# For search engines and link previews, of all pages for sellers.
frame-sellers-only = Where sellers run their waffles. Sign in to see this page.
# The pages of the menu.
nav-your-waffles = Your waffles
nav-share-templates = Share templates
nav-reports = Reports
nav-payment-methods = Payment methods
nav-buyers = Buyers
nav-audit-log = Audit log
nav-accounts = Accounts
nav-settings = Settings
# For screen readers: names the tabs of the settings.
settings-tabs = Which settings
# The tabs.
settings-tab-profile = Profile
settings-tab-security = Security
settings-tab-sign-ins = My sign-ins
settings-tab-system = System

## The keys of sellers

# Also the button that opens the list.
keys-title = Keyboard shortcuts
# What a key does, behind the key. A row is a buyer, a spot or a waffle.
keys-search = Go to search
keys-next = Next row
keys-previous = Previous row
keys-tick = Select this row
keys-pay = Mark this row paid
keys-list = Show this list
# A box to tick.
keys-on = Use these keys on this device
# A button.
keys-close = Close

## Forms

form-cancel = Cancel
form-not-saved = Not saved yet. Check the highlighted fields.
field-username = Username
field-password = Password
# Of the second factor.
field-code = Code
field-code-note = From your app, or a recovery code.
field-current-password = Current password
field-current-password-note = The one you signed in with.
field-new-password = New password
field-new-password-again = New password again
field-no-typos = So there are no typos.
# Who changes another account confirms it with this one.
field-your-password = Your password
field-your-password-note = The one you sign in with.
field-optional = Optional.
# The button that saves a new password.
password-set = Set password
# $least is how many characters. “waffle” is the name of the service, which stays as it is.
password-rules = At least { $least } characters, not counting your username; no common password, and no “waffle” in it.
password-mistyped = The new passwords don’t match. Enter both again.

## Lists: filters and pages

filter-search = Search
# The button that applies the filters.
filter-show = Show
filter-everyone = Everyone
# For screen readers: names the links to the other pages of a list.
pager-label = Pages
pager-previous = Previous
pager-page = Page { $page } of { $pages }
pager-next = Next

## Signing in

sign-in-title = Seller sign-in
sign-in-submit = Sign in
sign-in-incomplete = Enter your username and password.
sign-in-expired = This form has expired. Please sign in again.
sign-in-code-title = Enter your code
sign-in-code-note = The six digits in your app.
sign-in-no-app = Can’t use your app?
sign-in-recovery-code = Recovery code
sign-in-recovery-note = Each works once. If you’ve lost those too, ask a super admin.
sign-in-recovery-submit = Sign in with recovery code
# A link back to the username and password.
sign-in-start-again = Start again

## Forgotten password

# Also a link to the page.
forgot-title = Forgot your password?
# The title in the browser's tab.
forgot-frame = Forgotten password
forgot-asked = If that account exists, a super admin can now give you a link to set a new password. It’s valid for an hour.
forgot-let-know = Let your super admin know. We don’t send e-mail.
forgot-back = Back to sign-in
forgot-how = Request a link here, then ask your super admin for it. We don’t send e-mail.
forgot-name = Username or e-mail address
forgot-missing = Enter your username or e-mail address.
forgot-submit = Request a link

## New password with a link

# The title in the browser's tab.
reset-frame = New password
reset-done = Password changed
reset-done-notice = You’re signed out everywhere. Sign in with your new password.
reset-done-lockout = If you were locked out, you still have to wait until that ends.
reset-title = Choose a new password
reset-signs-out = This signs you out everywhere.
reset-bad-link = This link doesn’t work
reset-bad-link-why = It has been used or replaced, or is more than an hour old.
reset-ask-again = Request a new link

## Settings: profile

settings-title = Settings
profile-title = Your profile
# Followed by a dot and the role. <b/> is the username.
profile-sign-in-as = You sign in as <b/>
profile-save = Save profile
profile-saved = Your profile is saved.
profile-first-name = First name
profile-last-name = Last name
profile-display-name = Display name
profile-display-name-note = Optional. Shown in the menu instead of your name.
profile-email = E-mail address
profile-email-note = Helps find your account if you forget your password. We never send e-mail.
profile-password-note = Only needed to change your e-mail address.
profile-zone = Time zone
profile-zone-note =
    Start typing a city or region, like Europe/Berlin. Seller pages show times in this zone, or in your device’s if it’s UTC.
profile-links = Social links
profile-links-note = Up to ten. Only admins see them.

## Settings: what buyers see of the seller

# Before the name, for screen readers.
seller-label = Sold by
seller-form-title = How buyers see you
seller-form-about = Your name and picture show on every board and receipt of this site, and on the stage.
seller-form-name = Name for buyers
seller-form-name-note = Up to 60 characters. Leave it empty to show nothing.
seller-form-picture = Picture
seller-form-picture-note = Optional. A JPEG, PNG or WebP of up to 8 MB. It’s shown small and round, next to your name.
seller-form-remove = Remove the picture
seller-form-saved = Saved. Buyers see it within two seconds.

## Settings: security

security-title = Security
security-password = Change your password
security-links-end = Any unused password reset link stops working.
# The button.
security-password-submit = Change password
security-password-changed = Your password is changed.
security-password-not-changed = Your password wasn’t changed.
security-factor-since = Signing in has required a code from your app since <time/>.
security-factor-manage = Manage second factor
security-factor-none = You sign in with just a password. Add a code from an app, and a stolen password isn’t enough.
sessions-title = Where you’re signed in
sessions-this = This device
# After the address, separated by a dot.
sessions-last-seen = last seen <time/>
sessions-end = Sign out
# For screen readers. $client is like "Chrome on macOS", $address an IP address.
sessions-end-named = Sign out { $client }, { $address }
sessions-end-others = Sign out everywhere else
sessions-ended = That session has ended.
sessions-others-ended = You’re signed out everywhere else.

## Settings: second factor

factor-title = Second factor
factor-set-up = Set up a second factor
factor-needed = Your role needs one. You can use the other pages once it’s set up.
factor-what =
    You’ll also enter a code from an app on your phone when you sign in, so a stolen password isn’t enough.
    Any authenticator app works.
factor-continue = Continue
factor-not-now = Not now
factor-add = Add it to your app
factor-scan = Scan this with your authenticator app.
# For screen readers.
factor-qr = QR code for your app
# The key follows below.
factor-open = <a>Open it in an app on this device</a>, or type the key:
factor-check-note = Six digits, to check that it works. You won’t see the key again.
factor-turn-on = Turn on
factor-check = Check that your app works
factor-check-again = The key was shown once. If it isn’t in your app, start again and you’ll get another one.
factor-check-again-note = Six digits, as your app shows them now.
# A link back to the first step.
factor-start-again = Start again
# A message, as a sentence.
factor-is-on = Your second factor is on.
factor-codes = Your recovery codes
factor-codes-how =
    If you lose your app, each code signs you in once. Store them with your passwords or on paper: we show them only now.
factor-codes-earlier = Your earlier codes no longer work.
factor-codes-saved = I’ve saved them
# A heading.
factor-on = Your second factor is on
# Followed by a dot and how many codes are left.
factor-since = Since <time/>
factor-codes-left =
    { $count ->
        [one] { $count } recovery code left
       *[other] { $count } recovery codes left
    }
factor-new-codes = Get new recovery codes
factor-turn-off = Turn it off
factor-turned-off = Second factor turned off.
factor-switch = Your role needs one. To switch to another app, ask another super admin to remove this one.

## Settings: system

system-title = System settings
system-save = Save settings
system-saved = Settings saved. They take effect within two seconds.
# The groups of the settings.
setting-group-signing-in = Signing in
setting-group-failed-sign-ins = Failed sign-ins
setting-group-data-retention = Data retention
setting-group-ip-lookups = IP lookups
# The settings, each with its note, which begins with the least and the highest number.
setting-jwt-expiration-hours = Session length (hours)
setting-note-jwt-expiration-hours = { $least } to { $most }. Applies to new sign-ins.
setting-password-min-length = Minimum password length
setting-note-password-min-length = { $least } to { $most }. Applies to new passwords. Existing ones keep working.
setting-lockout-max-attempts = Failed attempts before lockout
setting-note-lockout-max-attempts = { $least } to { $most }. Counted per IP address and username.
setting-lockout-duration-minutes = Lockout length (minutes)
setting-note-lockout-duration-minutes = { $least } to { $most }. Even the right password won’t work until it ends.
setting-audit-retention-days = Keep audit log (days)
setting-note-audit-retention-days = { $least } to { $most }. Older entries are deleted for good.
setting-login-history-retention-days = Keep sign-in history (days)
setting-note-login-history-retention-days = { $least } to { $most }. Older entries are deleted for good.
setting-whois-server = WHOIS server
setting-note-whois-server =
    Host name or IP address. Add a port if it isn’t 43. We check that it answers before saving.

## Accounts

accounts-title = Accounts
# The button, and the title of the page that it leads to.
accounts-new = New account
accounts-resets = Forgotten passwords
accounts-resets-how =
    Check who’s asking, then send them the link yourself. It works once, for an hour, or until they ask again.
    The audit log shows that you saw it.
# <time2/> is about an hour after <time/>. Stands below the username.
accounts-reset-times = requested <time/>, valid until <time2/>
# For screen readers: the field with the link.
accounts-reset-link = Reset link for { $username }
# For screen readers: the button.
accounts-reset-copy-named = Copy link for { $username }
accounts-reset-copy = Copy link
# A heading above accounts, and a tag on one.
accounts-deactivated = Deactivated
# A tag on the reader's own account.
accounts-you = You
accounts-last-sign-in = Last sign-in <time/>
accounts-never = Never signed in
accounts-manage = Manage
# For screen readers.
accounts-manage-named = Manage { $username }
accounts-reactivate = Reactivate or edit
# For screen readers.
accounts-reactivate-named = Reactivate or edit { $username }

## New account

new-account-username-note = 3 to 64 characters: a-z, 0-9, dots, underscores and hyphens. It can’t be changed later.
new-account-password = First password
new-account-display-name-note = Optional. Shown in the menu.
new-account-submit = Create account
new-account-refused = Not created yet. Check the highlighted fields and enter the password again.
new-account-created = { $username } can sign in now. Pass on the password yourself. We don’t send e-mail.

## Roles

role-title = Role
role-super-admin = Super admin
role-admin = Admin
role-waffle-manager = Waffle manager
# What each role may do.
role-detail-super-admin = Everything, including accounts and system settings.
role-detail-admin = Waffles, archiving and deleting, payment methods, audit log.
role-detail-waffle-manager = Waffles, spots, winners, share templates, reports.

## One account

account-created = Created <time/>
# After the day on which it was created, separated by a dot.
account-last-sign-in = last sign-in <time/>
account-never = never signed in
account-is-deactivated = This account is deactivated
account-is-deactivated-note = It can’t sign in, and is signed out everywhere. Its history is kept.
# The button.
account-reactivate = Reactivate
account-reactivated = { $username } is active again, with the same password.
account-profile = Profile
account-profile-saved = { $username }’s profile is saved.
account-role-password-note = Needed to lower a role.
account-role-save = Save role
account-role-saved = { $username }’s role is saved. It applies from their next click.
account-password = Password
account-own-password = Your own password is changed in <a>your settings</a>.
account-password-note = Pass it on yourself. { $username } stays signed in on their devices.
account-password-saved = { $username } has a new password. Pass it on yourself. We don’t send e-mail.
account-factor = Signing in requires a code. Remove it for someone who has lost both the app and their recovery codes.
account-factor-remove = Remove second factor
account-factor-removed = { $username } no longer needs a code to sign in.
# A heading.
account-deactivate = Deactivate
account-deactivate-note = They’re signed out everywhere and can’t sign in. You can reactivate the account later.
# The button.
account-deactivate-named = Deactivate { $username }
account-was-deactivated = { $username } is deactivated and signed out everywhere.

## Lists of buyers and payers

# The titles in the browser's tab.
tables-buyers = Buyers
tables-payers = Payers

## Audit log

audit-title = Audit log
audit-csv = Download CSV
audit-lead-all = Every change by an admin, newest first.
audit-lead = Changes by you and the waffle managers, newest first.
audit-filter-action = Action
audit-filter-any-action = Any action
# A filter, and the head of a column: who did it.
audit-who = Who
audit-filter-type = Type
audit-filter-any-type = Any type
# From a day, to a day.
audit-filter-from = From
audit-filter-to = To
audit-filter-clear = Clear
audit-refused = Check the highlighted filters.
audit-count =
    { $count ->
        [one] { $count } entry
       *[other] { $count } entries
    }
audit-count-filtered =
    { $count ->
        [one] { $count } entry with these filters
       *[other] { $count } entries with these filters
    }
# For screen readers: names the table.
audit-caption = Audit log, newest first
# The heads of the columns. $zone is like Europe/Berlin.
audit-when = When ({ $zone })
audit-what = What
audit-address = Address
# Who did it, where no one did.
audit-service = The service
# For screen readers, in place of an address.
audit-no-address = unknown
# The list is empty.
audit-no-page = No such page
audit-no-page-note = The log doesn’t have that many pages.
audit-nothing = Nothing on the plate
audit-no-match = No entries match these filters.
audit-nothing-yet = No changes yet.
audit-utc = Dates and times are in UTC.
# $zone is like Europe/Berlin.
audit-zone = Times are in { $zone }. The filters use days in UTC.

# What was done.
audit-action-create-waffle = Created a waffle
audit-action-update-waffle = Edited a waffle
audit-action-archive-waffle = Archived a waffle
audit-action-unarchive-waffle = Unarchived a waffle
audit-action-delete-waffle = Deleted a waffle
audit-action-mark-paid = Marked a spot paid
audit-action-release-spot = Released a spot
audit-action-set-winner = Drew winners
audit-action-clear-winner = Cleared a draw
audit-action-change-winner = Changed winners
audit-action-replace-winner = Replaced a winner
audit-action-create-admin = Created an account
audit-action-update-admin-role = Changed a role
audit-action-update-admin-profile = Edited a profile
audit-action-reset-admin-password = Reset a password
audit-action-deactivate-admin = Deactivated an account
audit-action-update-whois-settings = Changed the WHOIS server
audit-action-update-setting = Changed a setting
audit-action-create-payment-method = Added a payment method
audit-action-update-payment-method = Edited a payment method
audit-action-deactivate-payment-method = Deactivated a payment method
audit-action-create-share-template = Added a share template
audit-action-update-share-template = Edited a share template
audit-action-delete-share-template = Deleted a share template
audit-action-set-default-share-template = Chose the default template
audit-action-update-share-message = Wrote a share message
audit-action-regenerate-card = Redrew share cards
audit-action-change-password = Changed their own password
audit-action-activate-admin = Reactivated an account
audit-action-unlock-admin = Ended an account’s lockouts
audit-action-read-password-reset = Viewed a password reset link
audit-action-end-session = Ended a session
audit-action-end-other-sessions = Signed out everywhere else
audit-action-enable-second-factor = Turned their second factor on
audit-action-disable-second-factor = Turned their second factor off
audit-action-remove-second-factor = Removed a second factor
audit-action-renew-recovery-codes = Got new recovery codes
audit-action-use-recovery-code = Signed in with a recovery code
audit-action-assign-spots = Assigned spots
audit-action-block-handle = Blocked a handle
audit-action-unblock-handle = Unblocked a handle
audit-action-extend-spots = Gave more time to pay
audit-action-unpay-spot = Marked a spot unpaid
audit-action-rename-spots = Renamed spots
audit-action-merge-users = Merged two handles
audit-action-release-source = Released a connection’s spots
audit-action-lock-draw = Locked a draw
audit-action-void-draw = Canceled a draw
audit-action-hand-in-round = Entered a round
audit-action-remember-payer = Remembered a payer
audit-action-forget-payer = Forgot a payer
audit-action-upload-photo = Uploaded a photo
# What it was done to.
audit-entity-waffle = Waffle
audit-entity-spot = Spot
audit-entity-admin = Account
audit-entity-settings = Settings

## Sign-in history

sign-ins-title = Sign-in history
my-sign-ins-title = My sign-ins
# On top of the history, depending on the reader's role.
sign-ins-lead-super-admin = Who signed in, from where, and on what device.
sign-ins-lead-admin = Your own sign-ins and those of the waffle managers.
sign-ins-lead-waffle-manager = Where and how you signed in.
# A filter.
sign-ins-account = Account
my-sign-ins-lead = Your recent sign-ins. See one that wasn’t you? <a>Change your password</a>.
# Links to the whole history.
my-sign-ins-more-everyone = See everyone’s sign-ins
my-sign-ins-more-managers = Include waffle managers
# $zone is like Europe/Berlin.
sign-ins-count =
    { $count ->
        [one] { $count } sign-in, newest first. Times are in { $zone }.
       *[other] { $count } sign-ins, newest first. Times are in { $zone }.
    }
# For screen readers: names the table.
sign-ins-caption = Sign-ins, times in { $zone }
# The heads of the columns.
sign-ins-when = When
sign-ins-who = Who
# Browser and device.
sign-ins-with = Device
# Address and city.
sign-ins-from = Location
# Whose network it is.
sign-ins-network = Network
sign-ins-agent = User agent
# Who said whose network it is.
sign-ins-source = Source: { $server }
sign-ins-no-page = Nothing on this page
sign-ins-earlier =
    { $count ->
        [one] There is { $count } sign-in on earlier pages.
       *[other] There are { $count } sign-ins on earlier pages.
    }
sign-ins-none = No sign-ins
sign-ins-none-note = Sign-ins will show up here.
# In place of whose network an address belongs to.
sign-ins-network-unknown = Unknown
sign-ins-network-private = Private address

## Browsers and devices

# $browser is like Chrome, $os like macOS.
client-on = { $browser } on { $os }
client-unknown-on = Unknown browser on { $os }
client-unknown = Unknown browser
# In place of a browser's name.
client-in-app = In-app browser
client-library = HTTP library
client-bot = Bot
client-desktop-app = Desktop app
client-android-app = Android app
client-apple-app = Apple app
device-desktop = Desktop
device-mobile = Mobile
device-tablet = Tablet

# Sentences that refuse something, and the words of the service itself. Programs get them in English.

## Refusals: claims

refusal-no-waffle = There is no such waffle.
refusal-waffle-not-active = The winners are drawn, so no more spots can be claimed.
refusal-not-open-yet = This waffle is not open yet; nothing was claimed.
refusal-claims-paused = The seller has paused claims for a moment; nothing was claimed. Try again soon.
refusal-handle-blocked = This handle can’t claim here. Ask the seller why.
# $count and $allowed are the same number, for the choice and as it is written; $held is how many the buyer holds.
refusal-too-many-spots =
    { $held ->
        [0]
            { $count ->
                [one] The limit is { $allowed } spot; nothing was claimed.
               *[other] The limit is { $allowed } spots; nothing was claimed.
            }
       *[other]
            { $count ->
                [one] The limit is { $allowed } spot, and you already hold { $held }; nothing was claimed.
               *[other] The limit is { $allowed } spots, and you already hold { $held }; nothing was claimed.
            }
    }
# $list is like "3, 7".
refusal-spots-taken =
    { $count ->
        [one] Spot { $list } is already taken; nothing was claimed.
       *[other] Spots { $list } are already taken; nothing was claimed.
    }
refusal-key-reused = This idempotency key was used for another request: use a new key for a new claim.

## Refusals: a waffle’s states

refusal-pay-one-by-one = The winners are drawn, so mark spots paid one at a time.
refusal-drawn-already = The winners are already drawn. Change them or clear the draw.
refusal-item-count-drawn = The number of winners can’t change after the draw. Clear the draw first.
refusal-waffle-not-completed = This waffle has no winners yet: draw them first.
refusal-waffle-archived = This waffle is archived: unarchive it first.

## Refusals: spots

refusal-no-spot = There is no such spot.
# $status is available, pending, paid, winner or loser, here and in the next ones: for a choice.
refusal-spot-not-pending = Spot { $number } is { $status }: only a pending spot can be marked paid.
refusal-spot-not-releasable = Spot { $number } is { $status }: only a pending or paid spot can be released.
refusal-spot-not-renamable = Spot { $number } is { $status }: only a pending or paid spot can be renamed.
refusal-no-source = No claims here came from that connection.

## Refusals: receipts

refusal-no-receipt = There is no such receipt, or its waffle was deleted.
refusal-not-yours = Spot { $number } is not yours to give back; nothing was done.
refusal-not-to-give-back = Spot { $number } is { $status }: only a spot that is not paid can be given back; nothing was done.

## Refusals: draws

refusal-no-draw = There is no such draw.
refusal-draw-locked = A draw is locked, so its entries can’t change until it is drawn; nothing was done.
refusal-draw-not-locked = This draw is no longer locked.
refusal-draw-not-standing = The current winners are not from this draw, so none of them can be replaced.
refusal-no-alternate = No alternate is left: all of this draw’s have stepped in or won already, or none was drawn.
refusal-not-enough-spots = { $needed } winners can’t be drawn from { $found } paid spots.
refusal-not-enough-buyers = { $needed } winners can’t be drawn from { $found } buyers with a paid spot.
refusal-too-late-to-lock = The beacon’s newest round shows that this draw’s round is about to be published: this server’s clock is slow. Nothing was locked.
refusal-too-late-to-void = It is too late to cancel this draw: its round is about to be published.
refusal-too-early = The round of this draw isn’t published yet.
# $expected and $given are the hashes of chains.
refusal-other-chain = The draw waits for a round of the chain { $expected }, not of { $given }.
refusal-other-round = The draw waits for round { $expected }, not for round { $given }.
refusal-too-few-spots = This draw needs { $needed } winners, but not enough spots are paid: { $found }.
refusal-too-few-buyers = This draw needs { $needed } winners, but not enough buyers have paid: { $found }.

## Refusals: what sellers keep

refusal-no-share-template = There is no such share template.
refusal-last-template = This is your only template. Create another one before you delete it.
refusal-no-payment-method = There is no such payment method.
refusal-no-payer = There is no such payer.
refusal-no-photo = There is no such photo.
refusal-not-blocked = @{ $handle } is not blocked.
refusal-already-blocked = @{ $handle } is blocked already.
refusal-no-audit-entry = There is no such audit entry.

## Refusals: signing in and accounts

refusal-not-signed-in = Sign in first: there is no token here, or it is not valid anymore.
refusal-wrong-credentials = Wrong username or password.
refusal-code-required = This account needs a code as well: send it as `code`.
refusal-wrong-code = That code is wrong or already used. Wait for the next one.
refusal-sign-in-expired = That took too long, or your password changed. Please start again.
refusal-deactivated = This account is deactivated. A super admin can reactivate it.
refusal-wrong-password = This is not your current password; nothing was changed.
refusal-invalid-token = This reset link doesn’t work: it has been used or replaced, or is more than an hour old. Request a new one.
refusal-role-too-low = Your role doesn’t allow this.
refusal-not-yours-to-choose = Only a super admin chooses whose sign-ins to see.
refusal-no-session = This session has already ended.
refusal-no-account = There is no such account.
refusal-username-taken = Another account has this username.
refusal-email-taken = Another account has this e-mail address.
refusal-own-account = You can’t deactivate your own account. Ask another super admin.
refusal-own-password = Change your own password under Settings, Security.
refusal-own-second-factor = Turn off your own second factor under Settings, Security.
refusal-last-super-admin = This is the last active super admin. Give someone else that role first.
refusal-second-factor-missing = Your role needs a second factor here: set it up first (/api/admin/me/second-factor).
refusal-no-second-factor = This account has no second factor.
refusal-no-secret-to-confirm = There’s nothing to confirm. Please start again.
refusal-second-factor-on = You already have a second factor. Turn it off first.
refusal-second-factor-needed = Your role needs a second factor. Another super admin can remove it so that you can set up a new one.

## Refusals: requests

# Of several fields. If it is one, its own sentence is said.
refusal-validation-failed = Some fields aren’t valid.
# $what is in English, from a library.
refusal-malformed-json = The body is not the JSON expected here: { $what }.
refusal-malformed-form = The form is not the one expected here: { $what }.
refusal-bad-body = The body can’t be read.
refusal-bad-path = A part of the address is of the wrong type.
refusal-bad-query = A value after the question mark is of the wrong type, for example text in place of a number.
refusal-bad-host = The request names no valid host.
refusal-no-upgrade = This address speaks WebSocket: ask for an upgrade.
refusal-bad-request = The request can’t be read.
refusal-csrf-failed = This form has expired. Reload the page and try again.
refusal-foreign = This request came from another site. Please try again from here.
refusal-no-route = There is nothing at this address.
# $allowed is like GET, HEAD.
refusal-method-not-allowed = This address does not take that method, only { $allowed }.
refusal-request-too-slow = The request took too long to arrive; nothing was done.
refusal-body-too-slow = The body took too long to arrive; nothing was done.
refusal-too-large = The body is larger than the { $kib } KiB limit.
# $needed is like JSON (application/json).
refusal-unsupported-media-type = The body must be { $needed }.
refusal-photo-too-large = The photo is larger than 8 MB; nothing was saved. Choose a smaller one.
refusal-not-a-photo = The file must be a JPEG, PNG or WebP; nothing was saved.
refusal-heic-photo = The photo is HEIC, which many browsers can’t show; nothing was saved. Save it as a JPEG first, or choose “Most Compatible” in your iPhone’s settings, under Camera and Formats.
refusal-not-only-a-photo = The file is a photo, but also a web page, a document or an archive; nothing was saved. Upload a screenshot of it, or save it as a new JPEG.

## Refusals: too often

refusal-rate-limited = Too many requests from your address: wait a moment.
refusal-uploads-limited = You’ve uploaded a lot of photos. Try again later.
refusal-locked-out = Too many failed sign-ins. Wait a while, then try again.
refusal-guessing-locked = Too many wrong passwords; nothing was changed. Wait a while, then try again.
refusal-codes-locked = Too many wrong codes. Wait a while, then try again.

## Refusals: faults, and too much to do

refusal-internal = Something went wrong here. We’ve logged it.
refusal-database-unavailable = The database does not answer; nothing was done. Try again in a moment.
refusal-outcome-unknown = It may have been recorded: look at the board before you try again.
refusal-overloaded = Too many people are claiming right now; nothing was done. Try again in a moment.
refusal-timeout = That took too long. Try again in a moment.
refusal-too-many-watchers = Too many people are watching. Try again in a moment.
refusal-busy-seconds = Too many people are signing in. Try again in { $seconds } seconds.
refusal-busy-moment = Too many people are signing in. Try again in a moment.
refusal-cards-busy = Too many cards are being drawn. Try again in a moment.
refusal-photos-busy = Too many photos are being uploaded right now; nothing was saved. Try again in a moment.
refusal-histories-busy = Too many long histories are being read right now. Try again in a moment.
refusal-receipts-busy = Too many long receipts are being read right now. Try again in a moment.
refusal-reports-busy = Too many reports are being read right now. Try again in a moment.

## Refusals: what was done in part

# $of is lines (of payments) or waffles, for a choice, and $done and $all are their numbers.
refusal-midway = { $done } of { $all } { $of } are done. Repeat the request to continue with the rest.
refusal-midway-at-least = At least { $done } of { $all } { $of } are done. Repeat the request to continue with the rest.
refusal-midway-locked = { $done } of { $all } { $of } are done. Then a draw was locked: wait until it is drawn. Repeat the request to continue with the rest.

## Faults: a waffle’s fields

fault-title-missing = Give the waffle a title.
fault-title-long = Use at most { $most } characters.
fault-title-controls = Use a single line without control characters.
fault-description-long = Use at most 5,000 characters.
fault-description-nul = A description can’t contain the character NUL.
fault-total-spots = A waffle has 2 to 10,000 spots.
fault-total-fixed = The number of spots can’t change after a waffle is created.
fault-winners-range = A waffle has 1 to 10 winners.
fault-winners-many = A waffle can’t have more winners than spots.
fault-price-cents = The price of a spot is 1 to 100,000,000 cents.
# $example is like 25.00.
fault-price-amount = Enter the price of a spot as an amount, like { $example }.
fault-price-range = The price of a spot is { $least } to { $most }.
fault-links-many = A waffle has at most { $most } links.
fault-link = A link starts with http:// or https:// and has a host, like https://example.com/me.
fault-link-user = Links can’t contain a username. Remove the @ and everything before it.
fault-link-turned = This link contains an invisible character that reverses text: type the link instead of pasting it.
fault-photo-missing = Send a photo in the field “file”.
fault-photo-unreadable = This photo can’t be opened: the file is damaged or incomplete. Try another one.
fault-photo-pixels = A photo has at most 40 megapixels. Choose a smaller one.
fault-photo-gone = This photo was deleted because nothing used it for a day. Upload it again.
fault-seller-picture = Upload the picture here first, and send its address.
fault-methods-many = A waffle has at most 20 payment methods.
fault-method-inactive = One of these payment methods is deactivated. Leave it out or reactivate it first.
fault-opening = Enter the opening time as in 2026-06-01T18:00:00Z, or leave it out.
fault-minutes-to-pay = Enter 5 to 43,200 minutes, or leave it empty for no deadline.
fault-spots-per-buyer = Enter 1 to 10,000 spots per buyer, or leave it empty for no limit.
fault-grace-hours = Enter 1 to 720 hours, or leave it empty to keep spots until you’ve checked.
fault-confirmation = Type DELETE to confirm.

## Faults: claims and spots

fault-handle-missing = Enter your social handle.
fault-handle-letters = A handle can only have letters a to z, numbers, dots, underscores and hyphens.
fault-handle-long = A handle can have at most 64 characters.
fault-count = Ask for at least one spot.
fault-spots-missing = Enter at least one spot.
fault-spots-unpicked = Pick at least one spot or type its number.
fault-no-spot = There is no spot { $number }.
fault-beyond-board = There is no spot { $number }: this waffle has spots 1 to { $total }.
fault-spot-twice = Spot { $number } is listed twice.
# $part is what was typed, here and in the next one.
fault-no-numbers = “{ $part }” isn’t a spot number. Enter numbers like 3, 7, 10-14.
fault-spots-outside = Spots go from 1 to { $most }; “{ $part }” is outside.
fault-spot-range = Spots go from 1 to 10,000.
fault-idempotency-key = An idempotency key has 1 to 128 visible ASCII characters without spaces.
fault-waffle-id = Name the waffle by its id, a uuid.
fault-note-long = Use at most 200 characters.
fault-note-controls = Use plain text without control characters.
fault-note-missing = Send a note of up to 200 characters, or null to take it back.
fault-spot-ids = Name 1 to 3,000 spots by their ids.
fault-more-minutes = Give buyers 1 to 43,200 minutes more.
fault-source = Name a source as the list of sources has it: 32 hexadecimal digits.
fault-block-reason = Give a reason of at most 500 characters, or leave it empty.
fault-merge-same = Enter a different handle.

## Faults: winners and draws

fault-winners-count =
    { $items ->
        [one] Pick exactly { $items } winner. You picked { $named }.
       *[other] Pick exactly { $items } winners. You picked { $named }.
    }
# $list is like "3, 7".
fault-winners-unpaid =
    { $count ->
        [one] Spot { $list } is not paid: only paid spots can win.
       *[other] Spots { $list } are not paid: only paid spots can win.
    }
# $part is what was typed.
fault-no-number = “{ $part }” isn’t a spot number. Enter numbers like 3, 7.
fault-draw-delay = Enter 30 to 86,400 seconds.
fault-alternates = Enter 0 to 10.
fault-reason-missing = Give a reason: everyone can read it.
fault-reason-long = Use at most { $most } characters.
fault-reason-controls = Use a single line without control characters.
fault-reason-of-redraw = Say why it is drawn again: everyone can read it.
fault-prizes-count =
    { $winners ->
        [one] Name exactly { $winners } prize, one for each winner; { $named } were named.
       *[other] Name exactly { $winners } prizes, one for each winner; { $named } were named.
    }
# $place counts from 1, here and in the next ones.
fault-prize-missing = Prize { $place } has no name.
fault-prize-long = Prize { $place } has more than 100 characters.
fault-prize-controls = Prize { $place }: use a single line without control characters.
fault-replaced-missing = Say which winner is replaced.
fault-not-a-winner = Spot { $spot } is not a winner.
fault-other-round = This draw waits for round { $round }.
fault-signature = This is not the round’s signature: copy all its 96 digits.

## Faults: payments

fault-method-type = Choose a type: wallet_a, wallet_b, wallet_c or wallet_d.
fault-method-name = Enter a name that buyers will recognize.
fault-method-handle = Enter your handle or a link.
fault-method-link = A link starts with https:// or http://, like https://pay.example/me.
fault-instructions-missing = Write what buyers should know, or leave it out.
# "This" is what the field holds.
fault-this-long = Use at most { $most } characters.
fault-this-controls = Use a single line without control characters.
fault-this-turned = This contains an invisible character that reverses text: type it instead of pasting it.
fault-payments-text = Paste up to 64 KiB of text at once.
fault-payments-text-missing = Paste the lines of a payment app or a CSV file.
fault-lines-count = Name 1 to 1,000 lines.
fault-line-text = Each line has its text, of up to 64 KiB.
fault-line-spots = Each line names 1 to 10,000 spots by their ids.
fault-line-use = A line either pays again, or is only remembered.
fault-desk-filter = The filter can only be shared_source; without one, all are listed.

## Faults: accounts

fault-username-missing = A username is required.
fault-username-letters = A username may contain letters a-z, digits, dots, underscores and hyphens.
fault-username-length = A username has 3 to 64 characters.
fault-email-missing = An e-mail address is required.
fault-email = This is not an e-mail address.
fault-email-unconfirmed = Enter your current password to change your e-mail address.
fault-name-long = Use at most { $most } characters.
fault-name-controls = Use a single line without control characters.
fault-timezone = This is not an IANA time zone such as Europe/Berlin.
fault-role = Choose a role: super_admin, admin or waffle_manager.
fault-standing-unconfirmed = Enter your current password to lower a role or deactivate an account.
fault-own-password-missing = Enter your current password.
fault-code-missing = Enter the code from your app.
fault-password-missing = A password is required.
fault-password-short = The password needs at least { $least } characters.
fault-password-long = The password is too long: at most { $most } bytes.
fault-password-nul = The password contains a character that can’t be typed: leave it out.
fault-password-common = This password is too common: choose one that others do not use.
fault-password-one-character = The password repeats one character: choose several different ones.
fault-password-with-username = Without the username in it, this password would be too easy to guess: choose one without it.
# $service is waffle.
fault-password-with-service = The password contains the name of this service: choose one without “{ $service }”.
fault-reset-token-missing = The token of the reset link is required.
fault-social-many = Add at most { $most } links.
# $platform is like TikTok, here and in the next ones.
fault-social-twice = { $platform } is listed twice: name each platform once.
fault-social-missing = Enter your { $platform } handle.
fault-social-long = { $platform }: use at most { $most } characters.
fault-social-controls = { $platform }: use a single line without control characters.
# $known lists codes.
fault-social-platform = The platform is one of { $known }.
# The other platforms have the names of companies.
platform-website = Website

## Faults: settings

fault-no-setting = There is no such setting.
# $name is the code of a setting.
fault-setting-twice = This is { $name } by another name, with another value.
fault-setting-number = Enter a whole number from { $least } to { $most }.
fault-whois-server = Enter the name or address of a server, with its port if needed: whois.example.net, or 192.0.2.1:43.
fault-whois-unreachable = We couldn’t reach this server within 3 seconds. Check the name and the port.

## Faults: lists and reports

# $field is page or per_page.
fault-page = { $field } is a whole number, from 1.
fault-limit = A limit is 1 to { $most }.
fault-offset = An offset is 0 or more.
fault-search = Leave out the character that can’t be typed.
fault-date = This is not a date. Enter one like 2026-11-20.
fault-period = The end is before the start.
fault-ranking-length = Enter a number from 1 to 100.
fault-format = The format can only be csv; without one, the answer is JSON.
fault-admin-id = This is not the id of an admin.
fault-account-id = This is not the id of an account.
fault-audit-action = There is no such action.
fault-entity-type = An entity type is waffle, spot, admin or settings.

## Faults: sharing

fault-template-missing = Choose a template.
fault-card-format = A card is a story or a square.

## How the winners were found, in plain text

# $how is one of won-draw, won-hand and the like.
won-after-others =
    { $count ->
        [one] { $how }, after { $count } earlier result
       *[other] { $how }, after { $count } earlier results
    }
# $languages is a list of codes: en, de, es.
fault-language = Available languages: { $languages }.
