# Alle Texte auf Deutsch.

## The language itself

# How the language calls itself.
language-name = Deutsch
# ltr, or rtl for a language that runs from right to left.
language-direction = ltr
# $sign is a minus or nothing.
number-amount = { $sign }{ $number } { $symbol }
# $number is like 37.5.
number-percent = { $number } %
# Separated by spaces, from Monday on.
moment-weekdays = Mo. Di. Mi. Do. Fr. Sa. So.
moment-months = Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.
moment-day = { $day }. { $month } { $year }
# $time is like 17:44, 17:44:09 or 17:44:09.42.
moment-local = { $day }. { $month } { $year }, { $time }
moment-utc = { $day }. { $month } { $year }, { $time } UTC
# $city is what a time zone is named after.
moment-there = { $weekday }, { $day }. { $month } { $year }, { $time } ({ $city })

## Around every page

# The service. Not translated, but a language with another script may write it in that.
site-name = Waffle
# $title is the page's own, often the title of a waffle.
site-title = { $title } · Waffle
site-skip = Zum Inhalt springen
# The navigation, for people who hear the page.
nav-main = Hauptmenü
nav-waffles = Waffeln
nav-about = So geht’s
nav-dashboard = Übersicht
nav-sign-out = Abmelden
# Opens the seller's pages on a phone.
nav-menu = Menü
# The second row of the navigation, for people who hear the page.
nav-seller = Seiten für Verkäufer
foot-about = Nummerierte Plätze, live gesichert. Bezahlt wird direkt beim Verkäufer.
foot-private-chain = Ausgelost wird hier mit einer privaten Kette: Das beweist Außenstehenden nichts.
foot-api = API
foot-sign-in = Anmeldung für Verkäufer
# Above the languages to choose from, for people who hear the page.
foot-language = Sprache
# Follows a sentence about what the seller did. <time> is when the waffle opens.
flash-opens = Sie öffnet am <time/>: Teile den Link am besten gleich.
# Links to other pages of a list.
pager-newer = Neuere
pager-older = Ältere
# Waffles and their changes are shown as they happen.
live-live = Live
live-behind = Nicht live
live-reconnect = Neu verbinden

## Finding spots by a handle

# A part of a page, for people who hear the page.
find-label = Plätze finden
find-my-spots = Meine Plätze finden
find-claimed-already = Schon gesichert? Finde deine Plätze
find-button = Finden
find-about = Gib deinen Namen ein und sieh, was du hast, was noch zu zahlen ist und was du gewonnen hast.
handle-label = Dein Name (wie @anna)
# In the field for a handle, after an @, until something is typed.
handle-placeholder = deinname

## Home

home-title = Plätze live sichern
# For search results and link previews.
home-description = Nummerierte Plätze zu einem Preis, live gesichert. Such dir deine aus, bezahl den Verkäufer und schau bei der Ziehung zu.
home-heading = Heiß begehrt, frisch aus dem Eisen.
home-lead =
    Eine Waffel ist eine Tafel mit nummerierten Plätzen zu einem Preis. Such dir deine aus, solange sie warm sind, bezahl den
    Verkäufer und schau bei der Ziehung zu.
# Above the claims of this device.
home-mine = Deine Plätze
home-forget = Auf diesem Gerät vergessen
# The question, with what is lost.
home-forget-what =
    Dieser Browser vergisst deinen Namen und die Links zu deinen Plätzen. Die Plätze bleiben gesichert, aber ohne Link
    kannst du hier nichts mehr als bezahlt melden oder zurückgeben.
home-forget-now = Vergessen
home-forgotten = Auf diesem Gerät vergessen.
home-now = Gerade im Eisen
home-all-waffles = Alle Waffeln ansehen
home-nothing = Noch nichts im Eisen
home-nothing-more = Sobald jemand eine neue Waffel startet, steht sie hier. <a>Frühere Waffeln ansehen</a>.
# Three steps, for people who hear the page.
home-steps = So geht’s
home-pick = Plätze aussuchen
home-pick-more = Tipp auf die Nummern, die dir gefallen, oder lass uns welche für dich aussuchen.
home-pay = Bezahlen
home-pay-more = Deine Plätze bleiben gesichert, während du bezahlst. Der Verkäufer markiert sie als bezahlt.
home-draw = Bei der Ziehung zuschauen
home-draw-more = Gezogen wird unter den bezahlten Plätzen. Wer gewinnt, steht auf der Tafel.

## The list of waffles

waffles-title = Alle Waffeln
# For search results and link previews.
waffles-description = Alle offenen Waffeln und frühere Ziehungen.
# Above the waffles that are open.
waffles-open = Offen
waffles-none-open = Gerade ist nichts offen
waffles-none-open-more = Folg den Leuten, bei denen du gern kaufst, dann verpasst du die nächste nicht.
# Above the waffles whose winners are drawn.
waffles-drawn = Gezogen

## A waffle: in lists and on its page

# In small letters in front of the waffle's counts.
status-drawn = Gezogen
status-archived = Archiviert
status-full = Voll
status-paused = Pause
# To its seller; to buyers it "opens soon".
status-scheduled = Geplant
status-opens-soon = Öffnet bald
status-open = Offen
waffle-price = <b>{ $price }</b> pro Platz
waffle-spots =
    { $count ->
        [one] { $count } Platz
       *[other] { $count } Plätze
    }
waffle-winners =
    { $count ->
        [one] { $count } Gewinn
       *[other] { $count } Gewinne
    }
# After a dot, behind the price and the winners. <time> is a day with the time.
waffle-opens = öffnet am <time/>
# A bar, for people who hear the page.
waffle-bar = Vergebene Plätze
# The script of the page changes the number of the spots that are left, and leaves the words.
waffle-left = <b>{ $left }</b> von { $total } frei
# The element holds a rate, like 37.5%.
waffle-claimed = <span/> vergeben

## How winners were found, below their list

how-won-check = Ziehung prüfen
how-won-all-draws = Alle Ziehungen

## The page of a waffle

# For search results and link previews.
waffle-description = Noch { $left } von { $total } Plätzen frei, je { $price }.
# Once there are winners: $winners are like "#7 @anna, #12 @ben", $how is like "Drawn by lot".
waffle-description-won = Gewonnen: { $winners }. { $how }.
# A link for its seller.
waffle-manage = Verwalten
waffle-about = Über diese Waffel
# <time> is a day with the time. The script of the page may change it, and leaves the words.
terms-opens = Öffnet am <time/>
terms-opens-more = Ab dann kannst du dir Plätze sichern.
terms-opens-by-itself = Lass die Seite offen. Es geht automatisch los.
# For browsers without scripts.
terms-opens-reload = Lade die Seite dann neu.
terms-paused = Gerade ist Pause
terms-paused-more = Der Verkäufer pausiert kurz. So lange kannst du dir keine Plätze sichern.
terms-paused-by-itself = Lass die Seite offen. Es geht automatisch weiter.
# For browsers without scripts.
terms-paused-reload = Lade die Seite in einer Weile neu.
terms-unlisted = Nicht gelistet: Diese Waffel findet nur, wer den Link hat.
# Above the list of $count winners.
winners-title =
    { $count ->
        [one] Gewonnen hat
       *[other] Gewonnen haben
    }
# A notice about a draw that is locked, for people who hear the page.
locked-label = Die Ziehung
# $entries are the spots in the draw, and <time> is a day with the time. $round is the number of what decides it.
locked-entries =
    { $entries ->
        [one] <b>Festgeschrieben:</b> { $entries } Platz ist dabei. Gezogen wird am <time/> mit Runde { $round }.
       *[other] <b>Festgeschrieben:</b> { $entries } Plätze sind dabei. Gezogen wird am <time/> mit Runde { $round }.
    }
locked-private = Die Runde gehört zu einer privaten Kette: Das beweist Außenstehenden nichts.
locked-see-entries = Einträge ansehen
waffle-closed = Diese Waffel ist geschlossen
waffle-closed-more = Der Verkäufer hat sie geschlossen. <a>Andere Waffeln ansehen</a>
board-title = Die Tafel
board-pick = Such dir Plätze aus
# The list of the five kinds of spots and of one's own, for people who hear the page.
legend-label = So sehen die Plätze aus
legend-available = frei
legend-claimed = vergeben
legend-paid = bezahlt
legend-winner = gewonnen
legend-not-drawn = nicht gezogen
legend-yours = deine
board-full = Alle Plätze sind vergeben. Wird einer frei, kannst du ihn dir hier sichern.
board-numbers = Schon Nummern im Kopf?
board-numbers-placeholder = z. B. 3, 7, 10-14
board-next-free = Nächster freier Platz
# A button that hides the spots that are taken, and shows them again.
board-free-only = Nur freie
# A row of buttons with numbers, for people who hear the page, and below what each does.
board-jumps = Zu einem Platz springen
board-jump = Zu Platz { $number } springen
board-help = Mit den Pfeiltasten gehst du von Platz zu Platz, mit der Leertaste suchst du einen aus. Bild auf und Bild ab springen zehn Zeilen.
# A box to tick, for people who hear the page.
board-spot-available = Platz { $number }, frei
# The state of a spot, as buyers read it, behind its number or the handle of its buyer.
spot-available = frei
spot-claimed = vergeben, noch nicht bezahlt
spot-paid = bezahlt
spot-winner = gewonnen
spot-not-drawn = nicht gezogen
# The same as "claimed, payment pending", as sellers read it.
spot-pending = unbezahlt
# A list of numbers, for people who hear the page.
board-free-label = Freie Plätze
# $numbers are like "1-6, 8".
board-free = <b>Freie Plätze:</b> { $numbers }
board-none-free = <b>Freie Plätze:</b> im Moment keine
claim-title = Plätze sichern
claim-locked = <b>Ziehung festgeschrieben:</b> Plätze, die du dir jetzt sicherst, sind nicht dabei.
# <b> is a number of spots.
claim-most = Höchstens <b/> pro Person.
# <b> is a time like "30 minutes" or "1 day".
claim-pay-within = <b/> Zeit zum Bezahlen.
claim-clear = Leeren
claim-mine = Plätze sichern
claim-we-pick = Keine Lieblingszahl? Wir suchen aus.
claim-fewer = Einer weniger
claim-more = Einer mehr
claim-count-label = Wie viele Plätze wir zufällig aussuchen
claim-random = Aussuchen & sichern
pay-title = So bezahlst du
# Each way to pay has instructions.
pay-mind = Sichere dir erst deine Plätze. Dann bezahl den Verkäufer und beachte den Hinweis bei der Zahlungsart.
pay-handle = Sichere dir erst deine Plätze. Dann bezahl den Verkäufer und gib deinen Namen (wie @anna) an.
# Behind a way to pay that has no instructions, where others have some.
pay-mention-handle = Gib deinen Namen (wie @anna) an.
pay-locked = Die Ziehung ist festgeschrieben. Unbezahlte Plätze sind nicht dabei, bezahl sie jetzt also nicht.
pay-drawn = Die Ziehung ist vorbei. Zu zahlen ist nichts mehr.
# A link to where one pays.
pay-button = Bezahlen
# A button that copies an address to pay to.
pay-copy = Kopieren
waffle-links = Vom Verkäufer
waffle-share = Diese Waffel teilen
waffle-csv = Tafel als CSV

## How long, as in "30 minutes to pay"

time-days =
    { $count ->
        [one] { $count } Tag
       *[other] { $count } Tage
    }
time-hours =
    { $count ->
        [one] { $count } Stunde
       *[other] { $count } Stunden
    }
time-minutes =
    { $count ->
        [one] { $count } Minute
       *[other] { $count } Minuten
    }

## What became of a claim

# $numbers are $count spots, like "6-8".
notice-taken =
    { $count ->
        [one] Platz { $numbers } ist gerade weggegangen
       *[other] Die Plätze { $numbers } sind gerade weggegangen
    }
# $count are the others of the spots that were picked.
notice-taken-rest =
    { $count ->
        [one] Noch ist nichts gesichert. Der andere Platz ist noch frei: Willst du ihn trotzdem?
       *[other] Noch ist nichts gesichert. Die anderen Plätze sind noch frei: Willst du sie trotzdem?
    }
notice-taken-all = Noch ist nichts gesichert. Such dir unten andere Plätze aus, oder lass uns für dich aussuchen.
# A button. $numbers are spots, like "6, 8, 12", and $sum is their price.
notice-claim-rest = { $numbers } für { $sum } sichern
notice-none-left = Es war kein Platz mehr frei
notice-none-left-more = Alle Plätze sind vergeben. Manchmal wird einer wieder frei, also behalt die Tafel im Auge.
notice-invalid = Fast geschafft: Prüf das Formular
notice-invalid-more = Noch ist nichts gesichert. Prüf unten das markierte Feld.
notice-reused = Dieses Formular war schon abgeschickt
notice-reused-more = Damit hast du dir schon Plätze gesichert: Such auf der Tafel nach deinem Namen. Für weitere nimm das Formular unten.
notice-closed = Diese Waffel ist geschlossen
notice-not-open = Noch nicht offen
# <time> is a day with the time.
notice-not-open-more = Es ist nichts gesichert. Los geht’s am <time/>.
notice-blocked = Mit diesem Namen geht es hier nicht
notice-blocked-more = Es ist nichts gesichert. Frag den Verkäufer nach dem Grund.
notice-too-many =
    { $allowed ->
        [one] Höchstens { $allowed } Platz pro Person
       *[other] Höchstens { $allowed } Plätze pro Person
    }
notice-too-many-more =
    { $held ->
        [0] Es ist nichts gesichert. Nimm weniger Plätze.
       *[other] Es ist nichts gesichert. Du hast schon { $held }.
    }
notice-paused-more = Es ist nichts gesichert. Der Verkäufer pausiert kurz: Lass die Seite offen und versuch es bald noch einmal.
notice-busy = Der Server hat gerade viel zu tun
notice-busy-more = Deine Plätze sind nicht gesichert. Versuch es in ein paar Sekunden noch einmal.
notice-unknown = Wir wissen noch nicht, ob das geklappt hat
notice-unknown-more =
    Die Verbindung ist im falschen Moment abgerissen. Such auf der Tafel nach deinem Namen, oder versuch es noch einmal: Doppelt
    sicherst du dir dabei nichts.
claim-count-invalid = Gib eine ganze Zahl ab 1 ein.

## Too many claims

limited-back = Zurück zur Tafel
limited-about = Aus deinem Netz kamen gerade sehr viele Anfragen, deshalb haben wir diese nicht bearbeitet.
limited-again =
    { $seconds ->
        [one] Versuch es in { $seconds } Sekunde noch einmal: Doppelt sicherst du dir dabei nichts.
       *[other] Versuch es in { $seconds } Sekunden noch einmal: Doppelt sicherst du dir dabei nichts.
    }
limited-spots = Deine Plätze
limited-we-pick = Keine Lieblingszahl? So viele suchen wir aus.

## Trophies of a buyer

# Below a list of trophies.
trophies-more =
    { $count ->
        [one] und { $count } weitere Trophäe
       *[other] und { $count } weitere Trophäen
    }

## A private chain instead of drand

private-chain-notice =
    <b>Private Kette:</b> Hier entscheidet nicht drand, sondern eine Zufallsquelle, die jemand allein betreiben kann. Ziehungen
    werden genauso festgeschrieben, gezogen und geprüft. Aber wer die Quelle betreibt, kann ihre Zufallszahlen vorher kennen.
    Außenstehenden beweist das also nichts.

## Error pages: what happened, by HTTP's number for it

error-400-title = Das hat nicht geklappt
error-400 = Wir konnten diese Anfrage nicht lesen. Geh zurück und versuch es noch einmal.
error-401-title = Bitte melde dich an
error-401 = Diese Seite ist für angemeldete Verkäufer.
error-403-title = Das ist nicht erlaubt
error-403 = Vielleicht ist das Formular abgelaufen, oder dein Konto darf das nicht. Geh zurück, lade die Seite neu und versuch es noch einmal.
error-404-title = Nichts auf dem Teller
error-404 = Diese Seite gibt es nicht. Wird eine Waffel archiviert, führt ihr Link ins Leere.
error-405-title = Falscher Eingang
error-405 = So lässt sich diese Seite nicht öffnen. Geh zurück und versuch es noch einmal.
error-409-title = Jemand war schneller
error-409 = Seit du die Seite geladen hast, hat sich etwas geändert. Deshalb ist nichts passiert. Lade neu, dann siehst du den neuesten Stand.
error-413-title = Zu viel auf einmal
error-413 = So viel auf einmal schaffen wir nicht. Kürz es und versuch es noch einmal.
error-429-title = Sachte mit dem Sirup
error-429 = Das waren viele Versuche in kurzer Zeit. Warte einen Moment und versuch es dann noch einmal.
error-500-title = Die ist angebrannt
error-500 =
    Bei uns ist etwas schiefgegangen. Bitte versuch es noch einmal. Passiert es wieder, nenn dem Betreiber diese Nummer.
error-503-title = Das Waffeleisen wird noch heiß
error-503 = Der Server hat gerade viel zu tun. Es wurde nichts geändert. Versuch es in ein paar Sekunden noch einmal.
# Buttons.
error-sign-in = Anmelden
error-home = Startseite
# <code> is a number to quote.
error-request = Anfrage <code/>

## The page without a connection

offline-title = Keine Verbindung
offline-lead = Dein Gerät ist offline, oder der Server ist gerade nicht zu erreichen.
offline-safe = Plätze, die du dir gesichert hast, gehören weiter dir: Es ist nichts verloren gegangen.
# A button.
offline-again = Noch einmal versuchen

## A receipt

# Above the page, and in the browser's tab. $title is the waffle's.
receipt-title = Deine Plätze: { $title }
receipt-description = Was du dir gesichert hast, was noch zu zahlen ist und ob du gewonnen hast.
# The element holds the buyer's handle.
receipt-yours = Deine Plätze, <span/>
# Also on the stage. The element holds the price.
price-a-spot = <b/> pro Platz
receipt-gone = Diese Waffel gibt es nicht mehr
receipt-gone-note = Der Verkäufer hat sie gelöscht, und diesen Beleg mit ihr.
receipt-closed = Der Verkäufer hat diese Waffel geschlossen. Dein Beleg bleibt.
receipt-won = Du hast gewonnen!
receipt-won-note = Frag den Verkäufer, wie du deinen Gewinn bekommst.
receipt-lost = Diesmal nicht
receipt-lost-note = Die Ziehung ist vorbei, und andere Plätze haben gewonnen.
receipt-may-win = Du kannst noch gewinnen
# The element holds the spot's number. $place is 1, 2, …
receipt-alternate = <b/> ist Ersatzplatz { $place }
receipt-alternate-note = Verzichtet jemand auf den Gewinn, bekommt ihn Ersatzplatz 1, danach Ersatzplatz 2 und so weiter.
receipt-winners = Gewinner
receipt-claimed = Was du dir gesichert hast
# What became of spots. Each follows their numbers: "3, 7-9 paid".
receipt-spots-winner = gewonnen
receipt-spots-paid = bezahlt
receipt-spots-lost = nicht gezogen
receipt-spots-unpaid = noch nicht bezahlt
receipt-spots-out = nicht bezahlt, also nicht in der Ziehung
# In their place, once the buyer holds none of them.
receipt-spots-none = Davon gehört dir kein Platz mehr.
# The element holds the numbers of spots.
receipt-out = Nicht in der Ziehung: <span/>
receipt-out-waiting =
    Eine Ziehung ist festgeschrieben, und dabei ist nur, was vorher bezahlt war. Bezahl jetzt nicht: Nach der Ziehung schuldest
    du nichts. Wird sie abgebrochen, kannst du hier wieder bezahlen.
receipt-out-kept = Deine Plätze bleiben längstens bis <time/> für dich gesichert.
receipt-out-unpaid =
    Nur bezahlte Plätze sind dabei. Du schuldest nichts. Falls du doch bezahlt hast, lass dir dein Geld vom Verkäufer
    zurückgeben.
# The element holds the numbers of spots.
receipt-out-paid = Bezahlt, aber nicht in der Ziehung: <span/>
receipt-out-paid-note = Das Geld kam zu spät, oder der Verkäufer hat den Platz ausgenommen. Lass dir dein Geld vom Verkäufer zurückgeben.
# The element holds an amount.
receipt-to-pay = Zu zahlen: <b/>
# The element holds the amount without those cents.
receipt-exactly =
    Bezahl genau diesen Betrag: <span/> und ein paar Cent, an denen der Verkäufer erkennt, dass das Geld von dir kommt.
# A countdown follows.
receipt-pay-by = Bezahl bis <time/>
# A list follows, in which each way to pay says what to mind.
receipt-pay-and-mind = Bezahl den Verkäufer mit einer dieser Zahlungsarten und beachte den Hinweis dazu.
# A list follows.
receipt-pay-and-mention = Bezahl den Verkäufer mit einer dieser Zahlungsarten und gib deinen Namen (wie @anna) an.
receipt-ask-how = Frag den Verkäufer, wie du zahlen kannst, und nenn dabei deinen Namen (wie @anna).
# The label of a field for a note.
receipt-note = Schon bezahlt? Sag Bescheid
# An example of a note.
receipt-note-example = Überwiesen von Anna B.
receipt-note-hint = Optional. Alles, was hilft, deine Zahlung zu finden.
receipt-grace =
    { $hours ->
        [one] Dann bleiben deine Plätze nach der Frist noch bis zu { $hours } Stunde für dich gesichert, damit der Verkäufer nachsehen kann.
       *[other] Dann bleiben deine Plätze nach der Frist noch bis zu { $hours } Stunden für dich gesichert, damit der Verkäufer nachsehen kann.
    }
receipt-i-have-paid = Ich habe bezahlt
receipt-said = Du hast am <time/> gesagt, dass du bezahlt hast.
receipt-kept = Deine Plätze bleiben für dich gesichert, bis der Verkäufer nachgesehen hat.
receipt-kept-until =
    Deine Plätze bleiben bis <time/> für dich gesichert. Hat der Verkäufer bis dahin nicht nachgesehen, sind sie wieder für alle
    frei.
receipt-i-have-not = Doch noch nicht bezahlt
receipt-all-paid = Der Verkäufer hat alles als bezahlt markiert. Du schuldest nichts mehr.
receipt-give-back = Plätze zurückgeben
receipt-give-back-note = Anders überlegt? Unbezahlte Plätze kann jemand anders haben.
# Which spots to give back: above checkboxes, or above a field for numbers.
receipt-which = Welche?
receipt-numbers-hint = Nummern und Bereiche.
# A question follows.
receipt-give-back-button = Zurückgeben …
receipt-keep = Heb dir diese Seite auf
receipt-keep-note =
    Die Adresse dieser Seite ist dein Beleg: Hier siehst du, was aus deinen Plätzen wird. Wer den Link hat, kann für dich handeln.
    Behalt ihn für dich.
receipt-copy-link = Link kopieren

# What the last form did.
receipt-done-said = Wir haben dem Verkäufer gesagt, dass du bezahlt hast.
receipt-done-taken-back = Zurückgenommen. Der Verkäufer sieht nicht mehr, dass du bezahlt hast.
receipt-done-given-back = Danke. Jetzt sind sie wieder für alle frei.
# $claimed is at least 1, and less than $of.
receipt-fewer = Du hast { $claimed } von { $of } gewünschten Plätzen: Mehr waren nicht frei.
receipt-note-refused = Noch nicht gesendet. Prüf deine Notiz.
receipt-numbers-refused = Es ist nichts zurückgegeben. Prüf die Nummern.

## The question whether to give spots back

give-back-title = Plätze zurückgeben?
# $numbers are those of the spots: "3, 7-9".
give-back-question =
    { $count ->
        [one] Platz { $numbers } zurückgeben?
       *[other] Plätze { $numbers } zurückgeben?
    }
# The element holds the price of all of them, $price is that of one.
give-back-costs =
    { $count ->
        [one] Du schuldest dann <b/> weniger. Der Platz kommt zurück auf die Tafel und ist für alle frei.
       *[other] { $count } Plätze zu je { $price }: Du schuldest dann <b/> weniger. Sie kommen zurück auf die Tafel und sind für alle frei.
    }
give-back-yes =
    { $count ->
        [one] Ja, Platz zurückgeben
       *[other] Ja, Plätze zurückgeben
    }
give-back-no =
    { $count ->
        [one] Platz behalten
       *[other] Plätze behalten
    }

## A buyer's page

# A buyer in a sentence or two, for search results and link previews.
buyer-short-none = @{ $handle } hat sich noch keinen Platz gesichert.
buyer-short =
    { $wins ->
        [one] { $wins } Gewinn
       *[other] { $wins } Gewinne
    }, { $losses } nicht gezogen, { $spots ->
        [one] { $spots } Platz
       *[other] { $spots } Plätze
    } gesichert.
# $short is the sentence above. $rate is like 37.5%, $luck like +12.5.
buyer-short-luck = { $short } Gewinnquote { $rate }, Glück { $luck }.
# $short are the sentences above. $trophies are one to three, with commas between them.
buyer-short-trophies = { $short } Trophäen: { $trophies }.
buyer-short-trophy = „{ $name }“
buyer-first-seen = Dabei seit <time/>
buyer-see-card = Karte ansehen
buyer-share = Teilen
# Names a part of the page.
buyer-to-pay = Zu zahlen
# The element holds an amount.
buyer-due =
    { $count ->
        [one] Noch <b/> für { $count } Platz zu zahlen. Wie, steht auf der Seite der Waffel.
       *[other] Noch <b/> für { $count } Plätze zu zahlen. Wie, steht auf der Seite der Waffel.
    }
# The next six stand above numbers.
buyer-wins =
    { $count ->
        [one] Gewinn
       *[other] Gewinne
    }
buyer-losses =
    { $count ->
        [one] Nicht gezogen
       *[other] Nicht gezogen
    }
buyer-win-rate = Gewinnquote
buyer-spots-claimed = Plätze gesichert
buyer-spots-paid = Plätze bezahlt
buyer-waffles =
    { $count ->
        [one] Waffel
       *[other] Waffeln
    }
# How lucky a buyer is: a number with its sign.
luck-plus = +{ $number }
luck-minus = −{ $number }
luck-none = { $number }
buyer-luck = Glück
# What follows the number of the buyer's luck, or stands for it.
buyer-luck-waiting = Noch keine Ziehung: Das Glück zeigt sich nach der ersten.
buyer-luck-lucky = Mehr Glück als erwartet.
buyer-luck-even = Genauso viel Glück wie erwartet.
buyer-luck-unlucky = Ein, zwei Gewinne wären mal fällig.
# The win rate that was to be expected.
buyer-expected = Erwartet
buyer-luck-note = Hier zählen Plätze aus gezogenen Waffeln. Glück ist die Gewinnquote minus die erwartete.
buyer-trophies = Trophäenschrank
buyer-no-trophies = Noch keine Trophäen. Gewinnst du eine Waffel, kommt hierher, was in ihrem Titel „in Anführungszeichen“ steht.
buyer-history = Waffeln
# What became of the buyer's spots in a waffle.
buyer-result-won = Gewonnen
buyer-result-lost = Nicht gezogen
buyer-result-out = Nicht in der Ziehung
buyer-result-open = Offen
# When the winners were found.
buyer-drawn = gezogen am <time/>
# When the waffle was made.
buyer-started = gestartet am <time/>
buyer-archived = archiviert
# Follows their status. The first element is only read out, the second holds the numbers of the spots: "spots 3, 7-9".
buyer-held-numbers =
    { $count ->
        [one] <span>Platz</span> <b/>
       *[other] <span>Plätze</span> <b/>
    }
# The element holds an amount.
buyer-held-due = noch <b/> zu zahlen
buyer-no-more = Keine weiteren Waffeln auf dieser Seite.
buyer-older =
    { $count ->
        [one] { $count } ältere Waffel auf den nächsten Seiten.
       *[other] { $count } ältere Waffeln auf den nächsten Seiten.
    }
buyer-empty = Nichts auf dem Teller
buyer-empty-now = @{ $handle } hat gerade keine Plätze.
buyer-never-claimed = Unter @{ $handle } hat sich noch niemand Plätze gesichert. Ist der Name richtig geschrieben?
# The label of a field.
buyer-find-another = Ein anderer Name?

# Of the page with nothing but the form for a handle, for search results.
buyer-find-description = Finde Plätze, Gewinne und Glück zu jedem Namen (wie @anna).

## A buyer's card, to share

buyer-card-title = @{ $handle } auf Waffle
# The element is a name, $luck a number like +12.5.
buyer-card-luck = <span>Glück</span> { $luck }
# Stands above a number.
buyer-card-spots =
    { $count ->
        [one] Platz
       *[other] Plätze
    }
buyer-card-trophies = Trophäen
buyer-card-empty = Noch keine Plätze. Das Waffeleisen ist heiß.

## What a waffle is

about-title = Was ist eine Waffel?
about-description = So geht eine Waffel: Sichere dir mit deinem Namen nummerierte Plätze, bezahl den Verkäufer und schau bei der Ziehung zu.
about-lead = Eine Waffel ist eine Tafel mit einer festen Zahl von Plätzen, alle zum selben Preis, und mit einem Gewinn oder mehreren.
about-claim =
    <b>Sichern.</b> Such dir Nummern auf der Tafel aus, oder lass uns zufällig welche aussuchen. Du brauchst kein Konto, nur
    deinen Namen (wie @anna). Jeder Platz geht an eine einzige Person, auch wenn Hunderte im selben Moment tippen.
about-pay =
    <b>Bezahlen.</b> Dein Platz bleibt für dich gesichert. Bezahl den Verkäufer direkt, so wie es auf der Seite der Waffel
    steht. Über diese Website läuft kein Geld.
about-draw = <b>Ziehen.</b> Gezogen wird unter den bezahlten Plätzen, und auf der Tafel sehen alle, wer gewonnen hat.
about-good-to-know = Gut zu wissen
about-taken = Beim Aussuchen hat mir jemand meine Nummer weggeschnappt.
about-taken-answer =
    Die Tafel ist live. Sie nimmt die Nummer aus deiner Auswahl und sagt dir Bescheid. Du bekommst alle Plätze, die du dir
    sichern willst, oder keinen.
about-dropped = Beim Sichern ist meine Verbindung abgerissen.
about-dropped-answer = Versuch es einfach noch einmal. Dieselben Plätze kannst du dir nicht doppelt sichern. Such auf der Tafel nach deinem Namen.
about-give-back = Kann ich einen Platz zurückgeben?
about-give-back-answer = Ja, solange er nicht bezahlt ist: Öffne deinen Beleg und wähl „Plätze zurückgeben“. Danach frag den Verkäufer.
about-who-sees = Wer sieht meinen Namen?
about-who-sees-answer = Alle. Er steht auf der Tafel neben deiner Nummer.
about-software =
    Waffle { $version }, freie und quelloffene Software. Was du hier tun kannst, können auch Programme, mit der <a>API</a>.

# For sellers who are signed in.
about-server = Dieser Server
about-server-note = Das sehen nur angemeldete Admins.
about-version = Version
about-uptime = Laufzeit
# For how long the server has run.
about-lasting-seconds = { $seconds } s
about-lasting-minutes = { $minutes } min
about-lasting-hours = { $hours } h, { $minutes } min
about-lasting-days =
    { $days ->
        [one] { $days } Tag, { $hours } h
       *[other] { $days } Tage, { $hours } h
    }
about-watchers = Live verbunden
about-loaded = Geladene Waffeln
about-active = Offene Waffeln
about-database = Größe der Datenbank
# A size. $unit is B, kB, MB, GB, TB or PB.
about-size = { $number } { $unit }
about-backlog = Rückstand im Protokoll
# A number that the database did not give.
about-unavailable = nicht erreichbar
# $zone is a time zone: "Europe/Berlin".
about-last-run = Aufräumen: letzter Lauf ({ $zone })
about-none-yet = noch keiner
about-next-run = Aufräumen: nächster Lauf ({ $zone })
about-under-way = läuft gerade
about-last-result = Aufräumen: letztes Ergebnis
# $removed and $late are lists of what is below.
about-purge-nothing = Nichts war alt genug zum Löschen.
about-purge-removed = Gelöscht: { $removed }.
about-purge-late = Verschoben: { $late }.
about-purge-both = Gelöscht: { $removed }. Verschoben: { $late }.
about-purge-rows = { $what } ({ $rows })
purged-audit-entries = Einträge im Protokoll
purged-login-records = Anmeldungen
purged-claim-keys = Schlüssel gesicherter Plätze
purged-ended-sessions = beendete Sitzungen
purged-password-resets = Links für neue Passwörter
purged-lines-of-payments = Zahlungszeilen
purged-keys-of-sources = Schlüssel von Anschlüssen
purged-photos = Fotos
purged-refused-claims = abgelehnte Versuche

# Two members of a list, the first of which may be the list until there.
list-comma = { $before }, { $next }
# The end of a list in a sentence: "1, 4-6 and 8".
list-and = { $before } und { $last }

## The draws of a waffle

draw-list-title = Ziehungen: { $title }
draw-list-description = Jede Ziehung dieser Waffel, und was aus den Gewinnern wurde.
draw-list-heading = Die Ziehungen
draw-list-lead =
    Eine Ziehung wird festgeschrieben, bevor jemand wissen kann, wer gewinnt. Von da an sind ihre Einträge öffentlich, und eine
    öffentliche Zufallszahl, auf die hier niemand Einfluss hat, bestimmt die Gewinner. So können alle sie nachprüfen.
draw-list-lead-private = Eine Ziehung wird zuerst festgeschrieben. Von da an sind ihre Einträge öffentlich, und eine öffentliche Zufallszahl bestimmt die Gewinner.
# Of each draw, the state that it is in.
draw-list-locked =
    { $entries ->
        [one] <a>Ziehung { $number }</a>: festgeschrieben mit { $entries } Eintrag, gezogen wird mit Runde { $round } am <time/>
       *[other] <a>Ziehung { $number }</a>: festgeschrieben mit { $entries } Einträgen, gezogen wird mit Runde { $round } am <time/>
    }
draw-list-locked-private =
    { $entries ->
        [one]
            <a>Ziehung { $number }</a> mit einer privaten Kette: festgeschrieben mit { $entries } Eintrag, gezogen wird mit Runde
            { $round } am <time/>
       *[other]
            <a>Ziehung { $number }</a> mit einer privaten Kette: festgeschrieben mit { $entries } Einträgen, gezogen wird mit Runde
            { $round } am <time/>
    }
draw-list-drawn =
    { $entries ->
        [one] <a>Ziehung { $number }</a>: gezogen aus { $entries } Eintrag mit Runde { $round }
       *[other] <a>Ziehung { $number }</a>: gezogen aus { $entries } Einträgen mit Runde { $round }
    }
draw-list-drawn-private =
    { $entries ->
        [one] <a>Ziehung { $number }</a> mit einer privaten Kette: gezogen aus { $entries } Eintrag mit Runde { $round }
       *[other] <a>Ziehung { $number }</a> mit einer privaten Kette: gezogen aus { $entries } Einträgen mit Runde { $round }
    }
draw-list-voided = <a>Ziehung { $number }</a>: abgebrochen
draw-list-voided-private = <a>Ziehung { $number }</a> mit einer privaten Kette: abgebrochen
draw-list-none-here = Keine Ziehung auf dieser Seite.
draw-list-none = Noch keine Ziehung festgeschrieben.
draw-list-as-json = Als JSON

# The list of whatever happened to the winners.
ledger-heading = Was aus den Gewinnern wurde
# $total is more than a hundred.
ledger-paged =
    { $total } Ereignisse, 100 pro Seite. Die neueste Seite kommt zuerst; auf jeder stehen die ältesten oben. Aus dieser Liste
    verschwindet nie etwas.
ledger-order = Die ältesten zuerst. Aus dieser Liste verschwindet nie etwas.
# $number is the draw's.
ledger-locked = Ziehung { $number } wurde festgeschrieben.
ledger-voided = Ziehung { $number } wurde abgebrochen. Sie zählt nicht.
ledger-drawn = Ziehung { $number } wurde gezogen.
ledger-replaced = Ziehung { $number }: Jemand hat auf den Gewinn verzichtet, dafür gewinnt der nächste Ersatzplatz.
ledger-renamed = Der Name eines Gewinners wurde mit einem anderen zusammengeführt.
ledger-set-by-hand = Der Verkäufer hat die Gewinner von Hand bestimmt.
ledger-changed-by-hand = Der Verkäufer hat von Hand andere Gewinner bestimmt.
ledger-cleared = Der Verkäufer hat die Gewinner zurückgenommen.
ledger-none-here = Nichts auf dieser Seite.
ledger-none = Noch nichts.

## A draw

draw-page-title = Ziehung { $number }: { $title }
draw-page-description = Wer dabei war, was entschieden hat und wie sich nachprüfen lässt, wer gewonnen hat.
draw-page-heading = Ziehung { $number }
# The moment is on a separate line at the end.
draw-page-locked = Festgeschrieben. Die Einträge können sich nicht mehr ändern, und Runde { $round } entscheidet. Sie erscheint am <time/>
# Follows that.
draw-page-unknown = Vorher kann sie niemand kennen.
draw-page-drawn = Gezogen.
draw-page-voided = Abgebrochen. Sie zählt nicht.
draw-page-winners =
    { $count ->
        [one] Gewonnen hat
       *[other] Gewonnen haben
    }
# What happened to the winners since the draw.
draw-page-since-renamed = Seitdem hat sich der Name eines Gewinners geändert.
draw-page-since-replaced = Seitdem hat ein Ersatzplatz einen Gewinner ersetzt.
draw-page-since-both =
    Seitdem hat ein Ersatzplatz einen Gewinner ersetzt, und der Name eines Gewinners hat sich geändert.
draw-page-since-cleared = Diese Gewinner gelten nicht mehr: Sie wurden zurückgenommen oder geändert.
# A link after each of these.
draw-page-see-since = Ansehen, was passiert ist
draw-page-alternates =
    { $count ->
        [one] Ersatzplatz
       *[other] Ersatzplätze
    }
draw-page-alternates-note =
    Nach den Gewinnern gezogen, in dieser Reihenfolge. Verzichtet jemand auf den Gewinn, bekommt ihn der nächste Ersatzplatz.
# The element holds what the seller wrote.
draw-page-reason = So begründet es der Verkäufer: <q/>
draw-page-facts = Die Fakten
draw-page-entries = Einträge
draw-page-item-count = Gewinne
draw-page-one-win = Ein Gewinn pro Name
draw-page-yes = ja
draw-page-no = nein
draw-page-alternate-count = Ersatzplätze
# Before the draw.
draw-page-up-to = bis zu { $count }
draw-page-prizes =
    { $count ->
        [one] Zu gewinnen
       *[other] Zu gewinnen, in der Reihenfolge der Gewinner
    }
draw-page-excluded = Vom Verkäufer ausgenommen
draw-page-locked-at = Festgeschrieben
draw-page-round = Runde
draw-page-round-at = Die Runde erscheint
draw-page-clock = Die Uhr des Servers
draw-page-clock-checked = geprüft: Die Runde war noch nicht erschienen
draw-page-clock-unchecked = nicht geprüft: Kein Relay nannte eine aktuelle Runde
draw-page-algorithm = Verfahren
draw-page-waffle-id = ID der Waffel
draw-page-hash = SHA-256 der Einträge
draw-page-private-chain = Private Kette
draw-page-quicknet = Kette von drand (quicknet)
draw-page-signature = Signatur der Runde
draw-page-randomness = Zufallswert der Runde
draw-page-links = <a>Die Einträge</a>, <a2>alles als JSON</a2>, <a3>alle Ziehungen dieser Waffel</a3>
draw-page-check = Nachprüfen
draw-page-by-browser =
    Dein Browser kann alles noch einmal ausrechnen: die Einträge, die Zeiten und die Gewinner. Die Signatur der Runde prüft er
    nicht. Stattdessen fragt er Relays, die sein Skript nennt und die andere betreiben. Er vertraut also diesen Relays und
    dem Skript, das von dieser Website kommt. Die Programme unten prüfen die Signatur und müssen niemandem vertrauen.
draw-page-by-browser-private =
    Dein Browser kann alles noch einmal ausrechnen: die Einträge, die Zeiten und die Gewinner. Die Signatur der Runde prüft er
    nicht. Stattdessen fragt er das Relay dieser Website nach der Runde, denn sonst hat niemand diese Kette. Er
    vertraut also dieser Website.
draw-page-check-now = Diese Ziehung prüfen
draw-page-not-checked =
    Zweierlei lässt sich hinterher nicht prüfen: wer bezahlt hat, das sagt der Verkäufer, und wann die Ziehung festgeschrieben
    wurde, das sagt dieser Server. Hast aber du oder jemand, dem du vertraust, vorher die Zeile für den Chat aufgehoben, dann
    vergleich sie ganz mit dieser Seite.
draw-page-keep =
    Noch gibt es nichts zu prüfen, aber du kannst die ganze Zeile für den Chat aufheben, bis gezogen ist. Die Einträge und die
    Runde allein genügen nicht: Auch die ID der Waffel, die Nummer der Ziehung, die Zahl der Gewinne und ob jeder Name nur
    einmal gewinnt, entscheiden mit.
draw-page-nothing = Hier gibt es nichts zu prüfen.
# Commands follow.
draw-page-own-machine =
    Auf deinem eigenen Rechner, mit geprüfter Signatur: mit dem Programm, auf dem diese Website läuft, oder mit einem
    Python-Skript, das sonst nichts braucht.
draw-page-own-chain = Mit der privaten Kette dieser Website
# A command with KEY, GENESIS and PERIOD follows.
draw-page-old-chain =
    Diese Website nutzt diese private Kette nicht mehr. Zum Prüfen brauchst du Schlüssel, Genesis und Periode der Kette von
    jemandem, der sie aufgehoben hat.
draw-page-programs =
    <a>Das Python-Skript</a> und <a2>wie diese Ziehungen funktionieren</a2>: was sie beweisen und was nicht

# How winners are computed. What is in <code> is the same in all languages.
draw-how-heading = So werden die Gewinner berechnet
draw-how-entries =
    Die Einträge sind ein Text: für jeden seine Nummer, ein Leerzeichen, sein Name und ein Zeilenvorschub, nach Nummern
    aufsteigend. Den Hash davon können alle selbst bilden.
draw-how-seed =
    Der Startwert ist der SHA-256 von neun Zeilen, jede mit einem Zeilenvorschub: <code>waffle-draw-v1</code>,
    <code>waffle</code> und die ID der Waffel, <code>draw</code> und die Nummer der Ziehung, <code>entries</code> und der
    SHA-256 der Einträge, <code>winners</code> und die Zahl der Gewinne, <code>one-win-per-handle</code> und <code>yes</code>
    oder <code>no</code>, dann <code>chain</code>, <code>round</code> und <code>signature</code>, jeweils mit ihrem Wert.
draw-how-winners =
    Für jeden Gewinn i ab 0, wenn noch n Einträge übrig sind, und für c ab 0 gilt: x sind die ersten 8 Bytes (Big-Endian) des
    SHA-256 von Startwert, i und c (je 4 Bytes, Big-Endian). Liegt x unter ⌊2⁶⁴ / n⌋ × n, gewinnt der Eintrag x mod n, von 0 an
    gezählt, und scheidet aus; gewinnt jeder Name nur einmal, scheiden auch seine anderen Einträge aus. Sonst ist das nächste c
    an der Reihe. Ersatzplätze folgen auf dieselbe Weise: i zählt nach dem letzten Gewinn weiter, bis es genug sind oder kein
    Eintrag mehr übrig ist.
# The last element holds a key in hexadecimal digits.
draw-how-round =
    Runde r erscheint bei Genesis + (r − 1) × Periode, und vorher muss die Ziehung festgeschrieben sein. Die Signatur der
    Runde ist gültig, wenn ihre Prüfung (BLS12-381, Schema <code>bls-unchained-g1-rfc9380</code>) mit dem Schlüssel der Kette
    über dem SHA-256 von r als 8 Bytes (Big-Endian) gelingt. Der SHA-256 der Signatur ist der Zufallswert der Runde. Bei
    quicknet von drand ist die Genesis 1692803367, die Periode 3 Sekunden und der Schlüssel <code2/>.

## The line for the chat, of a draw that is locked

chat-heading = Für den Chat
chat-note =
    Poste diese Zeile, bevor die Runde erscheint. Je mehr Leute sie haben, desto weniger lässt sich hinterher ändern oder
    behaupten.
chat-copy = Kopieren
# The line itself. $title is the waffle's, $hash are hexadecimal digits, $at is like 2026-11-20 17:44:03 UTC.
chat-line-quicknet =
    { $title }, Waffel { $id }, Ziehung { $number } ist festgeschrieben. Einträge: { $entries }, SHA-256 { $hash }. Gewinne: { $winners }; ein Gewinn pro Name: { $once ->
        [yes] ja
       *[no] nein
    }. Es entscheidet Runde { $round } von quicknet (drand) am { $at }. { $url }
chat-line-private =
    { $title }, Waffel { $id }, Ziehung { $number } ist festgeschrieben. Einträge: { $entries }, SHA-256 { $hash }. Gewinne: { $winners }; ein Gewinn pro Name: { $once ->
        [yes] ja
       *[no] nein
    }. Es entscheidet Runde { $round } einer privaten Kette am { $at }. { $url }

## The stage: a waffle on a large screen

# What people hear in place of the board.
stage-board-left = Noch { $left } von { $total } Plätzen frei
stage-board-drawn = Tafel mit { $total } Plätzen und den Gewinnern
stage-qr = QR-Code mit der Adresse der Tafel
# The element holds the number of spots that are left.
stage-left = <b/> von { $total } frei
# Above a countdown.
stage-the-draw = Die Ziehung
stage-opens = Öffnet am
stage-private-chain = Gezogen wird mit einer privaten Kette: Das beweist Außenstehenden nichts.
stage-winners = Gewinner
stage-newest = Zuletzt gesichert
# Follows the buyer's handle. $count is at least 6.
stage-claimed-spots = { $count } Plätze

## The API

api-title = API
api-description = Alle Endpunkte der JSON-API dieses Servers: Parameter, Anfragen, Antworten und Fehlercodes.
api-lead = Was Programme mit diesem Server tun können: Version { $version }.
api-as-json = OpenAPI 3.1 als JSON

## Parts of the pages for sellers

# A waffle's numbers.
totals-title = Zahlen
totals-available = Frei
totals-pending = Unbezahlt
totals-paid = Bezahlt
# The element holds a rate, like 62.5%.
totals-claimed = <b/> vergeben
# In the history of a buyer's spots. $who is the seller's username, $what what was done: "marked paid".
buyer-change-spot = Verlauf von Platz { $number }
buyer-change-by-for = { $who }: { $what } (@{ $handle })
buyer-change-by = { $who }: { $what }

## Share cards: pictures that sellers post

# Also on a buyer's page.
card-price = { $price } pro Platz
# In place of a title whose letters can't be drawn.
card-board = Eine Tafel mit { $total } Plätzen
# $how says how the winners were found: "Drawn by lot".
card-prizes = { $how }: { $prizes }
card-how-won = { $total } Plätze. { $how }
# $winners are like "#7 @anna, #12 @ben".
card-won = Gewonnen: { $winners }
card-sold-out = Ausverkauft
# Below "Sold out".
card-all-claimed = alle { $total } Plätze vergeben
# Below the number of spots that are left, in large digits.
card-left = von { $total } Plätzen noch frei
# Above the address.
card-see = Zur Tafel
card-claim = Sichere dir deinen Platz

## Scripts: what they write into pages

## On many pages

copy-done = Kopiert
# Where the browser doesn't let the page copy.
copy-failed = Markieren und kopieren
field-characters = { $count } von { $most } Zeichen
# How much time there is. $clock is like 1:04:05.
countdown-days =
    { $days ->
        [one] { $days } Tag, { $clock }
       *[other] { $days } Tage, { $clock }
    }

## How the winners were found

won-draw = Ausgelost
won-draw-private = Ausgelost mit einer privaten Kette
won-replaced = Ausgelost, Gewinner ersetzt
won-replaced-private = Ausgelost mit einer privaten Kette, Gewinner ersetzt
won-hand = Von Hand bestimmt
# $how is one of the texts above.
won-after =
    { $count ->
        [one] { $how }, <a>nach { $count } früheren Ergebnis</a>
       *[other] { $how }, <a>nach { $count } früheren Ergebnissen</a>
    }

## Typed spot numbers

# $part is what was typed.
numbers-odd = „{ $part }“ ist keine Nummer. Gib Nummern ein wie 3, 7, 10-14.
numbers-outside = Platz { $number } gibt es nicht: Such dir 1 bis { $last } aus.

## The status of a waffle

# To buyers: it is archived.
status-closed = Geschlossen

## The connection for live updates

live-connecting = Verbinde …
live-retrying = Verbinde neu …
live-polling = Alle paar Sekunden neu
live-offline = Offline
live-closed = Geschlossen

## What screen readers say about changes of the board: some of these sentences, one after the other

news-claimed = @{ $handle } hat sich Platz { $number } gesichert.
# $count is 2 or more.
news-claims = { $count } Plätze gesichert.
news-freed =
    { $count ->
        [one] { $count } Platz wieder frei.
       *[other] { $count } Plätze wieder frei.
    }
# To buyers.
news-left = Noch { $left } frei.
# To sellers.
news-counts = { $available } frei, { $pending } unbezahlt.
news-open = Die Waffel ist offen: Such dir deine Plätze aus.
# $winners names them: "And the winner is #7 @anna".
news-drawn = Die Ziehung ist vorbei. { $winners }
news-cleared = Die Ziehung wurde zurückgenommen. Die Waffel ist wieder offen.

## The page of a waffle

# Receipts follow.
board-receipts = Deine Plätze:
# The title of the tab in the background. $title is the page's usual one.
board-tab = (noch { $left }) { $title }
# The buyer's own spots in the legend. $spots lists their numbers, or says how many: "3, 7-9", "20 spots".
mine-spots = deine: { $spots }
mine-owed = deine: { $spots } ({ $sum } zu zahlen)
# $due is how many of them are not in the locked draw.
mine-out = deine: { $spots } ({ $due } nicht in der Ziehung)
# <time/> is a moment.
round-known = Nach der Uhr deines Geräts ist Runde { $round } am <time/> erschienen, bevor diese Seite vom Festschreiben erfuhr. Trau dieser Ziehung nur, wenn jemand sie vorher festgeschrieben gesehen hat.
# How long it is until the opening. $left is like 1:04:05.
terms-to-go = Noch { $left }.
# How long it is until the round of a locked draw. $left is like 1:04:05.
locked-in = Ziehung in { $left }.
# In its place, once the round has come.
locked-now = Gezogen wird jeden Moment.

## The spots of the board

# A part of a large board.
grid-chunk = { $from } bis { $to }
# The same for screen readers.
grid-chunk-spots = Plätze { $from } bis { $to }
# What screen readers call a spot. $state is its status.
grid-spot = Platz { $number }, { $state }
grid-spot-held = Platz { $number }, @{ $handle }, { $state }
grid-spot-yours = Platz { $number }, du, { $state }
# On a spot of the buyer's own, in place of the handle.
grid-you = du

## Claiming

dock-tap = Tippe Plätze auf der Tafel an
# The numbers follow.
dock-picked =
    { $count ->
        [one] { $count } Platz:
       *[other] { $count } Plätze:
    }
# Buttons. $sum is an amount.
dock-claim = { $count } für { $sum } sichern
# At random.
dock-random = { $count } aussuchen & sichern
dock-claiming = Wird gesichert …
dock-still = Versuche es weiter …
# On the button while the claim waits for this many seconds.
dock-in-line = Warteliste: { $seconds } s …
dock-in-line-why = Aus deinem Netz wollen sich gerade viele Plätze sichern. Du stehst auf der Warteliste, und wir versuchen es automatisch noch einmal.
# About a spot that can't be picked. $state is its status.
dock-spot = Platz { $number }: { $state }
dock-spot-held = Platz { $number }: { $state }, @{ $handle }
# $numbers are typed numbers of spots that can't be picked.
dock-gone = Schon vergeben: { $numbers }.
# $most is the limit, $held how many the buyer has.
dock-limit =
    { $held ->
        [0] Höchstens { $most } pro Person.
       *[other] Höchstens { $most } pro Person, und du hast schon { $held }.
    }
# $numbers lists the spots in these: "3, 7-9".
dock-lost =
    { $count ->
        [one] Platz { $numbers } hat dir gerade jemand weggeschnappt. Wir haben ihn aus deiner Auswahl genommen.
       *[other] Die Plätze { $numbers } haben dir gerade andere weggeschnappt. Wir haben sie aus deiner Auswahl genommen.
    }
dock-tap-first = Tippe zuerst Plätze auf der Tafel an, oder lass uns für dich aussuchen.
dock-yours =
    { $count ->
        [one] Platz { $numbers } gehört dir!
       *[other] Die Plätze { $numbers } gehören dir!
    }
# Fewer were left than asked for.
dock-yours-partly =
    { $count ->
        [one] { $count } von { $requested } gesichert: Platz { $numbers } gehört dir!
       *[other] { $count } von { $requested } gesichert: Die Plätze { $numbers } gehören dir!
    }
# <b> is bold.
dock-to-pay = Zu zahlen: <b>{ $sum }</b>. Der Verkäufer markiert es als bezahlt, sobald das Geld da ist.
dock-receipt-has = Auf deinem Beleg ist der Betrag schon ausgefüllt, und dort steht später, ob du gewonnen hast.
dock-out = Aber nicht in der Ziehung: Sie ist festgeschrieben, und dabei ist nur, was vorher bezahlt war.
dock-out-owes = Zahl jetzt nicht. Nach der Ziehung schuldest du nichts.
# A button that leads to the receipt, and the same while nothing is to be paid.
dock-pay = Zahlen & Beleg
dock-receipt = Beleg
# Buttons that close the message about a claim: one that was granted, one that was not.
dock-done = Fertig
dock-ok = OK
dock-none-left = Es war kein Platz mehr frei.
dock-hope = Manchmal wird einer frei. Behalt die Tafel im Auge.
# One of the next three sentences follows.
dock-taken =
    { $count ->
        [one] Platz { $numbers } ist gerade weggegangen.
       *[other] Die Plätze { $numbers } sind gerade weggegangen.
    }
dock-rest = Die übrigen sichern?
dock-others = Noch ist nichts gesichert. Such dir andere aus, oder lass uns für dich aussuchen.
dock-still-free = Noch ist nichts gesichert. Noch frei: { $numbers }.
dock-unreachable = Wir haben den Server nicht erreicht.
dock-not-twice = Versuch es ruhig noch einmal: Doppelt sicherst du dir dabei nichts.
dock-unknown = Ob das geklappt hat, wissen wir noch nicht.
dock-look = Such auf der Tafel nach deinem Namen, oder versuch es noch einmal: Doppelt sicherst du dir dabei nichts.
dock-unavailable = Der Server hat gerade viel zu tun. Deine Plätze sind nicht gesichert.
# $seconds is 0 where the server does not say how many.
dock-slow =
    { $seconds ->
        [0] Sachte mit dem Sirup! Das sind viele Versuche. Probier es in ein paar Sekunden noch einmal.
        [one] Sachte mit dem Sirup! Das sind viele Versuche. Probier es in { $seconds } Sekunde noch einmal.
       *[other] Sachte mit dem Sirup! Das sind viele Versuche. Probier es in { $seconds } Sekunden noch einmal.
    }
dock-failed = Das hat nicht geklappt.

## A receipt

# How long it is until the deadline. $left is like 1:04:05.
receipt-time-left = Noch { $left }
receipt-time-over = Die Zeit ist um.
receipt-others-won = Die Ziehung ist vorbei. Andere Plätze haben gewonnen.

## The stage

# Headings above the time that is left.
stage-draw-in = Ziehung in
stage-opens-in = Öffnet in
# In the place of the time, under the heading “The draw”, once it has come.
stage-any-moment = jeden Moment

## Checking a draw

check-under-way = Wird geprüft …
check-only-https = Browser können nur Seiten prüfen, die über HTTPS kommen. Nimm die Programme unten.
# $why is a sentence.
check-failed = Diese Ziehung ließ sich nicht prüfen: { $why }
check-chain-gone = Sie hängt an einer privaten Kette, die diese Website nicht mehr nutzt.
# $status is a number, such as 503.
check-answered = Der Server hat mit { $status } geantwortet.
check-no-bytes = Das ist kein gültiges Hexadezimal.
# The steps. <code/> is what was found.
check-shown = Geprüft wird, was diese Seite zeigt: <code/>
check-entries = Die Einträge haben den veröffentlichten Hash: <code/>
check-round-at = Die Runde erscheint zur veröffentlichten Zeit: <code/>
check-locked = Vorher wurde die Ziehung festgeschrieben, nach der Uhr des Servers: <code/>
check-randomness = Der Zufallswert ist der Hash der Signatur: <code/>
check-seed = Das Verfahren ist das bekannte, und der Startwert ist danach gebildet: <code/>
check-winners = Die Gewinner passen zu den Einträgen und der Runde: <code/>
check-alternates = Die Ersatzplätze auch: <code/>
# What the first step found. $fields lists the texts below.
check-same = stimmt überein
check-not-same = stimmt nicht überein: { $fields }
field-waffle = Waffel
field-number = Nummer
field-entries = Einträge
field-winners = Zahl der Gewinne
# Whether a handle wins only once.
field-once = ein Gewinn pro Name
field-chain = Kette
field-round = Runde
field-signature = Signatur
# The winners that were drawn.
field-drawn = Gewinner
field-alternates = Ersatzplätze
# Of the winners.
check-no-entries = keine
# What a relay answered. $whose is own for this site's relay, and public for those of others; $relay is its address.
relay-same =
    { $whose ->
        [own] Das Relay dieser Website, { $relay }, hat dieselbe Signatur
       *[public] { $relay } hat dieselbe Signatur
    }
relay-other =
    { $whose ->
        [own] Das Relay dieser Website, { $relay }, hat eine ANDERE Signatur
       *[public] { $relay } hat eine ANDERE Signatur
    }
relay-not-yet =
    { $whose ->
        [own] Das Relay dieser Website, { $relay }, hat die Runde nicht
       *[public] { $relay } hat die Runde nicht
    }
relay-unknown =
    { $whose ->
        [own] Das Relay dieser Website, { $relay }, gab keine brauchbare Antwort
       *[public] { $relay } gab keine brauchbare Antwort
    }
check-holds = Diese Ziehung stimmt.
check-does-not-hold = Diese Ziehung stimmt NICHT.
check-disagree = Die Gewinner passen zu den Einträgen und der Runde, aber die Relays sind sich über die Runde nicht einig. Nimm die Programme unten.
check-private-chain = Die Gewinner passen zu den Einträgen und der Runde, aber die Runde gehört zu einer privaten Kette: Das beweist Außenstehenden nichts.
check-unconfirmed = Die Gewinner passen zu den Einträgen und der Runde, aber kein Relay konnte die Runde bestätigen. Nimm die Programme unten.

## The seller's page of a waffle

desk-copied = Kopiert. Füg es in deinen Chat ein.
desk-failed = Das hat nicht geklappt. Versuch es noch einmal.
desk-unreachable = Wir haben den Server nicht erreicht. Lade die Seite neu, sieh nach, wie es steht, und versuch es dann noch einmal.
# How long a buyer has to pay.
desk-minutes-left =
    { $minutes ->
        [one] noch { $minutes } Minute
       *[other] noch { $minutes } Minuten
    }
desk-hours-left =
    { $hours ->
        [one] noch { $hours } Stunde
       *[other] noch { $hours } Stunden
    }
desk-days-left =
    { $days ->
        [one] noch { $days } Tag
       *[other] noch { $days } Tage
    }
# $why is a sentence.
desk-buyer-failed = @{ $handle }: { $why }
desk-owes-no-more = Nichts geändert: @{ $handle } schuldet dafür nichts mehr.
desk-undo-buyer = Rückgängig: @{ $handle } hat nicht bezahlt
# $numbers lists spots: "3, 7-9".
desk-has-paid = @{ $handle } hat { $sum } bezahlt: { $numbers }.
desk-undone = Rückgängig gemacht: @{ $handle } schuldet { $sum }.

## The list of spots on that page

# $handle is like @anna.
rows-release-sure = Platz { $number } freigeben? { $handle } verliert ihn, und er ist wieder für alle frei.
rows-release-selected =
    { $count ->
        [one] { $count } Platz freigeben? Dann ist er wieder für alle frei.
       *[other] { $count } Plätze freigeben? Dann sind sie wieder für alle frei.
    }
# $why is a sentence.
rows-failed = Platz { $number }: { $why }
# Follows “Marked paid: 3, 7-9.” or “Nothing was marked paid.”; $count is how many spots.
rows-skipped =
    { $count ->
        [one] { $count } übersprungen, weil sich der Platz inzwischen geändert hat.
       *[other] { $count } übersprungen, weil sich die Plätze inzwischen geändert haben.
    }
rows-mark =
    { $count ->
        [one] { $count } Platz als bezahlt markieren ({ $sum })
       *[other] { $count } Plätze als bezahlt markieren ({ $sum })
    }

## Picking winners by hand

# $part is what was typed.
picker-odd = „{ $part }“ ist nicht die Nummer eines Platzes.
# $numbers lists spots: "3, 7-9".
picker-unpaid =
    { $count ->
        [one] { $numbers } ist nicht bezahlt: Nur bezahlte Plätze können gewinnen.
       *[other] { $numbers } sind nicht bezahlt: Nur bezahlte Plätze können gewinnen.
    }
picker-twice = { $number } steht zweimal da.
# $over is how many are too many.
picker-over =
    { $winners ->
        [one] { $count } bestimmt, aber nur { $winners } gewinnt: Nimm { $over } heraus.
       *[other] { $count } bestimmt, aber nur { $winners } gewinnen: Nimm { $over } heraus.
    }
picker-count = { $count } von { $winners } bestimmt.

## Sharing

share-unreachable = Die Vorschau lässt sich gerade nicht laden. Dein Text ist noch da.
share-sign-in = Melde dich noch einmal an, um die Vorschau zu sehen.
share-failed = Hat nicht geklappt
share-done = Geteilt

## The form of a waffle

form-worth = Eine volle Tafel bringt { $sum }.

## Shared by the sellers' pages of a waffle

# The page's title in the browser's title bar: "Expired: Golden Hour".
desk-page-title = { $page }: { $title }
# What a spot's history and its checkbox are about.
desk-spot-number = Platz { $number }
desk-everyone-sees = Wer gerade zusieht, sieht es sofort.
# Says what to do about a page that asks whether to clear a draw or delete a waffle: leave it as it is.
desk-keep-it = So lassen

## The list of the seller's waffles

dashboard-new = Neue Waffel
# For screen readers: the tabs "Active" and "Archived".
dashboard-which = Welche Waffeln
# A tab: all that are not archived.
dashboard-all = Alle
dashboard-archived = Archiviert
dashboard-find = Waffel suchen
# For screen readers.
dashboard-sort = Sortieren
dashboard-newest = Neueste zuerst
dashboard-by-title = Nach Titel
dashboard-most-owed = Am meisten offen
dashboard-unarchive = Wiederherstellen
# For screen readers.
dashboard-unarchive-title = { $title } wiederherstellen
# Leads to the form of a new waffle that is filled in like this one.
dashboard-again = Noch einmal
# For screen readers.
dashboard-again-title = Noch einmal: { $title }
dashboard-none-found = Nichts gefunden
dashboard-all-link = Alle Waffeln zeigen
dashboard-none-archived = Keine archivierten Waffeln
dashboard-archived-note = Archivierte Waffeln sind für Käufer nicht mehr zu sehen und bleiben hier.
# For a seller without waffles: about waffle irons.
dashboard-none = Heiz das Waffeleisen an
dashboard-none-note = Erstelle deine erste Waffel, teile ihren Link und sieh zu, wie die Plätze weggehen.

## The page on which a seller manages a waffle

# The tab with the draw.
manage-draw = Ziehung
manage-undo = Rückgängig
# After spots were released: claims them again for their buyer.
manage-assign-again = Wieder zuteilen
# <time/> is when the round of public random numbers appears. $round is its number.
manage-locked =
    { $entries ->
        [one] <b>Festgeschrieben:</b> { $entries } Platz ist dabei. Gezogen wird am <time/> mit Runde { $round }. Bis dahin ändern sich bezahlte Plätze nicht.
       *[other] <b>Festgeschrieben:</b> { $entries } Plätze sind dabei. Gezogen wird am <time/> mit Runde { $round }. Bis dahin ändern sich bezahlte Plätze nicht.
    }
manage-see-draw = Ziehung ansehen oder abbrechen
# Above the winners.
manage-winners =
    { $winners ->
        [one] Gewinner
       *[other] Gewinner
    }
manage-replace = Gewinner ersetzen
manage-change = Gewinner ändern
manage-draw-again = Neu auslosen
manage-clear = Ziehung zurücknehmen
manage-money-desk = Kasse
manage-spots = Plätze
# For screen readers: the tabs of a waffle.
manage-view = Ansicht
# The tab with the list of spots.
manage-board = Tafel
manage-activity = Verlauf
manage-no-activity = Noch ist nichts passiert. Teile den Link!
# For screen readers.
manage-for-buyers = Für deine Käufer
manage-link = Link für deine Käufer
manage-copy = Kopieren
manage-copy-link = Link kopieren
# After a waffle was created: leads to the message about it, ready to be posted.
manage-message = Zur Nachricht
manage-open-board = Tafel öffnen
# A page to show in a live stream.
manage-stage = Bühne für Streams
manage-the-draw = Die Ziehung
manage-archived-draw = Zum Auslosen stell die Waffel zuerst wieder her. Oder bestimme die Gewinner von Hand, das sehen dann alle:
manage-lock = Ziehung festschreiben
manage-lock-note = Ausgelost, damit alle die Ziehung nachprüfen können. Oder bestimme die Gewinner von Hand, auch das sehen alle:
manage-this-waffle = Diese Waffel
manage-unarchive = Wiederherstellen
manage-archive = Archivieren
manage-delete = Löschen
manage-unarchive-note = Käufer sehen sie nicht. Stellst du sie wieder her, ist alles wieder da.
manage-archive-note = Archivierst du sie, verschwinden Tafel und Ergebnis von den öffentlichen Seiten. Belege gehen weiter, und du kannst sie wiederherstellen. Soll das Ergebnis mit dem Link sichtbar bleiben, stell sie stattdessen auf „Nicht gelistet“.
manage-delete-note = Löschen ist endgültig: Auch Belege und Ergebnis sind dann weg.

## When and how spots are claimed, as sellers read it

# <time/> is a day and a time in the seller's zone.
manage-opens = <b>Öffnet am <time/></b>.
manage-opened = <b>Geöffnet am <time/></b>.
manage-most-spots =
    { $spots ->
        [one] Höchstens { $spots } Platz pro Käufer.
       *[other] Höchstens { $spots } Plätze pro Käufer.
    }
# $time is like "90 minutes" or "1 day".
manage-time-to-pay = { $time } Zeit zum Zahlen.
manage-claims-paused = Die Vergabe ist pausiert.
manage-unlisted = Nicht gelistet.
# Leads to the form that changes all that.
manage-terms-change = Ändern
manage-terms-set = Öffnung, Höchstzahl oder Frist festlegen

## The money desk: what each buyer owes and has paid

desk-paste = Zahlungen einfügen
desk-expired = Abgelaufen
desk-sources = Plätze nach Anschluss
desk-by-hand = Plätze selbst zuteilen
# $owing is how many of all $buyers owe, and $sum how much.
desk-owing =
    { $owing ->
        [one] <b>{ $owing } von { $buyers }</b> schuldet noch <b2>{ $sum }</b2>
       *[other] <b>{ $owing } von { $buyers }</b> schulden noch <b2>{ $sum }</b2>
    }
desk-nothing-owed = Niemand schuldet etwas.
desk-buyers-paid =
    { $buyers ->
        [one] { $buyers } Käufer hat { $sum } bezahlt.
       *[other] { $buyers } Käufer haben { $sum } bezahlt.
    }
desk-sum-paid = Bezahlt: { $sum }.
desk-no-claims = Noch hat sich niemand Plätze gesichert.
# Which buyers are listed: those who claimed under several handles over one internet connection.
desk-shared-source = Wer eine Zahlung meldet und sich am selben Anschluss auch unter anderen Namen Plätze gesichert hat. <a>Alle Käufer</a>
desk-find-buyer = Käufer oder Platz suchen
desk-find = Suchen
desk-no-match = Keine Treffer.
desk-new-appear = Sobald sich jemand Plätze sichert, steht es hier.
desk-more =
    { $more ->
        [one] { $more } weiterer Käufer. Du findest ihn mit der Suche.
       *[other] { $more } weitere Käufer. Du findest sie mit der Suche.
    }
# Leads to the list of those buyers.
desk-shared-source-link = Zahlung gemeldet, mehrere Namen, ein Anschluss
desk-download = Als CSV herunterladen

## A buyer at the money desk: facts, separated by commas

# <b/> is what the buyer owes, and <time/> when the oldest unpaid spot was claimed.
desk-owed-since = <b/> offen seit <time/>
# $amount is the amount that the buyer was asked to send, which is a few cents more.
desk-owed-as-since = <b/> (erbeten: { $amount }) offen seit <time/>
desk-not-in-locked-draw = nicht in der festgeschriebenen Ziehung
desk-overdue = überfällig
# $at is a moment.
desk-to-pay-by = zu zahlen bis { $at }
desk-sum-is-paid = { $sum } bezahlt
# $spots are numbers: "3, 7-9".
desk-spots-out = { $spots } nicht in der Ziehung
# <q/> are the buyer's own words about the payment, <time/> is when the buyer said so, <time2/> until when the spots are kept for it.
desk-says-paid = Hat am <time/> Zahlung gemeldet
desk-says-paid-note = Hat am <time/> Zahlung gemeldet: <q/>
desk-says-paid-until = Hat am <time/> Zahlung gemeldet, gesichert bis <time2/>
desk-says-paid-note-until = Hat am <time/> Zahlung gemeldet: <q/>, gesichert bis <time2/>
# The button that marks paid what a buyer owes.
desk-pay = Bezahlt
# For screen readers: the same button.
desk-pay-buyer = Bezahlt: @{ $handle }, { $sum }

## Manual actions below the money desk

by-hand-title = Plätze selbst zuteilen
by-hand-assign-to = Zuteilen an
by-hand-spots = Plätze
by-hand-assign = Zuteilen
by-hand-resume = Vergabe fortsetzen
by-hand-pause = Vergabe pausieren
by-hand-board-text = Tafel als Text kopieren
by-hand-free-numbers = Freie Nummern kopieren

## The list of single spots

# For screen readers: the tabs.
spots-filter = Nach Status filtern
# The tabs, each with the number of such spots.
spots-all = Alle
spots-winners = Gewonnen
spots-not-drawn = Nicht gezogen
spots-pending = Unbezahlt
spots-paid = Bezahlt
spots-available = Frei
spots-select-all = Alle unbezahlten hier auswählen
spots-mark-selected = Auswahl als bezahlt markieren
spots-release-selected = Ausgewählte freigeben
# Heads of columns.
spots-spot = Platz
spots-status = Status
spots-handle = Name
# Since when the spot has its status.
spots-since = Seit
# For screen readers: the column with the buttons.
spots-actions = Aktionen
spots-none-pending = Bei keinem Platz steht die Zahlung aus.
spots-none = Keine Plätze mit diesem Status.
# For screen readers.
spots-select = Platz { $number } auswählen
spots-mark-paid = Bezahlt
# For screen readers.
spots-mark-paid-spot = Bezahlt: Platz { $number }
spots-release = Freigeben
# For screen readers.
spots-release-spot = Freigeben: Platz { $number }

## A buyer's page at the money desk

desk-nothing-changed = Nichts geändert.
# For screen readers: the part of the page with what a buyer owes.
debtor-to-pay = Zu zahlen
# $amount is what the buyer owes for $spots, which are numbers: "3, 7-9".
debtor-owes = Schuldet <b>{ $amount }</b> für { $spots }.
debtor-owes-as = Schuldet <b>{ $amount }</b> für { $spots } und soll { $sent } senden.
debtor-owes-nothing = Schuldet nichts.
debtor-has-paid = Hat { $sum } bezahlt.
debtor-not-in-draw = Nicht in der Ziehung: { $spots }.
debtor-overdue = <strong>Überfällig</strong> seit <time/>.
debtor-pay-by = Zu zahlen bis <time/>.
debtor-mark-paid = Als bezahlt markieren
debtor-release = Freigeben
debtor-fix-handle = Plätze umbenennen oder umbuchen
debtor-correct-handle = Neuer Name
debtor-rename = Umbenennen
debtor-rename-all = Alle Plätze dieser Person, nicht nur die angehakten
debtor-time = Zeit zum Zahlen
debtor-more-minutes = Minuten mehr
debtor-give-time = Mehr Zeit geben
debtor-spot-paid = Platz { $number }, bezahlt am <time/>
debtor-spot-unpaid = Platz { $number }, unbezahlt
debtor-mark-unpaid = Als unbezahlt markieren
debtor-no-spots = @{ $handle } hat keine Plätze in dieser Waffel.
debtor-history = Verlauf
debtor-whole-history = Ganzer Verlauf
debtor-no-history = Noch ist nichts passiert.
# Above a form that acts on the selected spots of a list on the same page.
debtor-for-selected = Für die Plätze, die oben angehakt sind.

## What happened to spots

# What a seller did to a buyer's spot: "mia: marked paid (@anna)". $what is one of the texts below.
activity-by-for = { $who }: { $what } <a>(@{ $handle })</a>
# What a buyer did: "@anna: claimed".
activity-by-buyer = @{ $handle }: { $what }
activity-by-buyer-linked = <a>@{ $handle }</a>: { $what }
# What was done to a spot, after who did it; alone where no person did it.
activity-did-claimed = gesichert
activity-did-released = freigegeben
activity-did-marked-paid = als bezahlt markiert
activity-did-back-to-paid = wieder auf bezahlt gesetzt
activity-did-win = als Gewinner gezogen
activity-did-lose = nicht gezogen
activity-did-expired = nicht rechtzeitig bezahlt
activity-did-given-back = zurückgegeben
activity-did-assigned = zugeteilt
# $from and $to are handles, here and in the next one.
activity-did-renamed = von @{ $from } auf @{ $to } umgebucht
activity-did-merged = @{ $from } mit @{ $to } zusammengeführt
activity-did-unpaid = als unbezahlt markiert
activity-did-source-released = nach Anschluss freigegeben
# A claim of several spots. $spots are their numbers, here and in the next one: "3, 7-9".
activity-did-claim-spots = Plätze { $spots } gesichert
activity-did-assign-spots = Plätze { $spots } zugeteilt
# What a buyer asked for and did not get, since another one was faster. $late says by how much: "0.08 s".
activity-did-come-late = wollte Platz { $spot }, war { $late } zu spät
# That spot was free, but buyers get all that they ask for or nothing.
activity-did-want-taken-too = wollte Platz { $spot } zusammen mit vergebenen Plätzen
activity-did-find-none = wollte irgendeinen Platz, keiner war mehr frei
# By how much a buyer was late, if it is hardly anything.
activity-hardly-late = weniger als { $seconds } s
# What was done in a whole draw. $spots are the numbers that won.
activity-did-clear-draw = Ziehung zurückgenommen
activity-did-replace-winner = { $next } gewinnt anstelle von { $out }
activity-did-draw = Gewinner gezogen
activity-did-draw-spots = Gewinner gezogen: { $spots }
# $what is one of the last four: "Winners drawn: 3, 7 (mia)".
activity-draw-by = { $what } ({ $who })
# For screen readers: the list of changes.
history-label = Verlauf
history-none = Noch ist nichts passiert.
# On the page of a spot, before a day and a time.
history-claimed-at = Gesichert
history-paid-at = Bezahlt
history-pay-by = Zu zahlen bis

## Payments that are pasted as a text

paste-title = Zahlungen
paste-stopped = Angehalten.
paste-stopped-midway = Mittendrin angehalten.
# How many of the lines were taken before it stopped.
paste-unknown-one = Wir wissen noch nicht, ob die Zeile erledigt ist.
paste-unknown-which = Wir wissen noch nicht, welche der { $all } Zeilen erledigt sind.
paste-not-done = Die Zeile ist nicht erledigt.
paste-none-done = Keine der { $all } Zeilen ist erledigt.
paste-least-done = Erledigt sind mindestens { $done } von { $all } Zeilen.
paste-done =
    { $done ->
        [one] Erledigt ist { $done } von { $all } Zeilen.
       *[other] Erledigt sind { $done } von { $all } Zeilen.
    }
# What to do next, after how many were taken.
paste-then-locked = Dann wurde eine Ziehung festgeschrieben. Mach nach der Ziehung mit den übrigen weiter.
paste-then-drawn = Dann wurden die Gewinner gezogen. Markiere die übrigen Plätze einzeln als bezahlt.
paste-go-on = Die übrigen stehen unten. Mit dem Knopf geht es weiter.
paste-nothing-twice = Nichts zählt doppelt.
# Above the lines that were taken.
paste-done-title = Erledigt
# $spots are numbers: "3, 7-9".
paste-marked = Als bezahlt markiert: { $spots }
# What became of a line that paid for nothing.
paste-idle-before = Schon erfasst
paste-idle-remembered = Gemerkt
paste-idle-not-remembered = Nicht gemerkt: nicht mehr bezahlt
paste-idle-nothing = Nichts als bezahlt zu markieren
# Above the lines that were not taken.
paste-not-done-title = Noch nicht erledigt
# What is known about a line.
paste-remember = Schon bezahlt: diese Zeile merken
paste-not-taken = Noch nicht erfasst
paste-exact-by-payer = Ganz bezahlt, laut Namen in der Zahlung: Prüfe, ob er passt
paste-exact-perhaps = Wahrscheinlich ganz bezahlt: Prüfe, von wem und wie viel
paste-exact = Ganz bezahlt
paste-no-amount = Kein Betrag: Sieh nach, wie viel bezahlt ist
paste-part = Teilzahlung, für die ältesten Plätze
paste-several-amounts = Mehrere Beträge oder eine andere Währung
paste-differs = Betrag passt nicht zu dem, was offen ist
paste-owes-nothing = Schuldet nichts
paste-unknown = Kein Käufer gefunden
paste-several = Mehrere Käufer
paste-repeats = Wiederholt eine frühere Zeile
paste-not-received = Nichts eingegangen
# <time/> is when.
paste-before = <strong>Schon als bezahlt markiert</strong> am <time/>
# Next to a checkbox.
paste-count-again = Schon als bezahlt markiert am <time/>: noch einmal zählen
# $line is the number of a line.
paste-whose = Von wem ist die Zahlung in Zeile { $line }?
paste-no-handle = Gib einen Namen ein wie @anna.
paste-no-such-buyer = Hier heißt kein Käufer so.
paste-match-these = Diese Käufer zuordnen
paste-mark-selected = Angehakte als bezahlt markieren
# How many of all payments are selected, and what they pay for.
paste-selected = { $selected } von { $all } angehakt: { $sum }
paste-text = Zeilen aus deiner Zahlungs-App oder eine CSV-Datei
paste-text-note =
    Eine Zahlung pro Zeile, ohne Verwendungszwecke. Bei einer Datei nimm die erste Zeile mit. Als bezahlt markiert wird erst, was du geprüft hast.
paste-match = Käufer zuordnen

## Spots that weren't paid in time

expired-title = Abgelaufen
expired-lead = Plätze aus den letzten 7 Tagen, die nicht rechtzeitig bezahlt wurden.
# $spots are numbers: "3, 7-9".
expired-free = Noch frei: { $spots }.
expired-taken = Vergeben: { $spots }.
expired-at = Abgelaufen am <time/>.
expired-restore = Wiederherstellen
# For screen readers.
expired-restore-spots = Wiederherstellen: { $spots } für @{ $handle }
expired-none = In letzter Zeit ist nichts abgelaufen.

## Where claims came from

sources-title = Plätze nach Anschluss
sources-lead = Gesicherte Plätze nach Internetanschluss. Zu welcher Person ein Anschluss gehört, lässt sich nicht feststellen.
# <time/> and <time2/> are the first and the last claim.
sources-facts =
    { $handles ->
        [one] { $handles } Name
       *[other] { $handles } Namen
    }, { $spots ->
        [one] { $spots } Platz
       *[other] { $spots } Plätze
    }, { $unpaid } unbezahlt, <time/> bis <time2/>
# After a list of handles.
sources-more-handles =
    { $more ->
        [one] und { $more } weiterer
       *[other] und { $more } weitere
    }
# The button that leads to a question: hence the dots.
sources-release = { $spots } freigeben …
# For screen readers. $source is the beginning of a code.
sources-release-source =
    { $spots ->
        [one] { $spots } freigeben: unbezahlter Platz von Anschluss { $source }
       *[other] { $spots } freigeben: unbezahlte Plätze von Anschluss { $source }
    }
sources-none = In letzter Zeit keine gesicherten Plätze.

## The question before the spots of a source are released

# In the browser's title bar.
release-page = Plätze eines Anschlusses freigeben
release-title =
    { $spots ->
        [one] { $spots } Platz
       *[other] { $spots } Plätze
    } von { $handles ->
        [one] { $handles } Namen
       *[other] { $handles } Namen
    } freigeben?
# $numbers are the numbers of the spots: "3, 7-9".
release-what =
    { $spots ->
        [one] Unbezahlt und über einen Internetanschluss gesichert: { $numbers }. Der Platz kommt zurück auf die Tafel und ist für alle frei.
       *[other] Unbezahlt und über einen Internetanschluss gesichert: { $numbers }. Die Plätze kommen zurück auf die Tafel und sind für alle frei.
    }
# There are at least two handles.
release-who =
    { $handles } Namen an einem Anschluss können eine Person sein, aber auch eine Familie, ein Büro oder ein Mobilfunknetz.
release-yes =
    { $spots ->
        [one] Ja, Platz freigeben
       *[other] Ja, Plätze freigeben
    }
release-keep =
    { $spots ->
        [one] So lassen
       *[other] So lassen
    }

## Picking winners by hand

# In the browser's title bar.
pick-page = Gewinner bestimmen
pick-title =
    { $winners ->
        [one] Den Gewinner bestimmen
       *[other] Die Gewinner bestimmen
    }
pick-title-change = Gewinner ändern
pick-not-drawn-yet = Noch nicht gezogen. Prüfe die Nummern.
# Above the winners.
pick-drawn-now = Bisher gezogen:
pick-how-many =
    { $winners ->
        [1] Ein bezahlter Platz gewinnt.
       *[other] { $winners } bezahlte Plätze gewinnen, einer pro Gewinn.
    }
pick-tap-or-write =
    { $winners ->
        [one] Tippe ihn an oder gib die Nummer ein. Du kannst alles prüfen, bevor es zählt.
       *[other] Tippe sie an oder gib die Nummern ein. Du kannst alles prüfen, bevor es zählt.
    }
pick-write =
    { $winners ->
        [one] Gib die Nummer ein. Du kannst alles prüfen, bevor es zählt.
       *[other] Gib die Nummern ein. Du kannst alles prüfen, bevor es zählt.
    }
# For screen readers: the checkboxes.
pick-paid-spots = Bezahlte Plätze
pick-none-paid = Noch ist kein Platz bezahlt. Nur bezahlte Plätze können gewinnen.
pick-numbers =
    { $winners ->
        [one] Gewinnnummer
       *[other] Gewinnnummern
    }
# Examples, in the empty field.
pick-numbers-hint =
    { $winners ->
        [one] z. B. 7
       *[other] z. B. 7, 52
    }
pick-numbers-note =
    { $winners ->
        [one] Die Nummer, die du gezogen hast.
       *[other] In der Reihenfolge, in der du sie gezogen hast.
    }
pick-review = Ziehung prüfen
# In the browser's title bar.
confirm-page = Ziehung bestätigen
confirm-title =
    { $winners ->
        [one] Ist das der Gewinner?
       *[other] Sind das die Gewinner?
    }
# Between the new winners and those of before.
confirm-instead = Anstelle von:
confirm-losers =
    { $spots ->
        [one] <b>{ $spots }</b> anderer bezahlter Platz wird nicht gezogen.
       *[other] <b>{ $spots }</b> andere bezahlte Plätze werden nicht gezogen.
    }
confirm-no-losers = Kein anderer Platz ist bezahlt.
confirm-pending =
    { $spots ->
        [one] <b>{ $spots }</b> unbezahlter Platz bleibt unbezahlt und kann nicht gewinnen. Dafür schuldet niemand etwas.
       *[other] <b>{ $spots }</b> unbezahlte Plätze bleiben unbezahlt und können nicht gewinnen. Dafür schuldet niemand etwas.
    }
confirm-free =
    { $spots ->
        [one] <b>{ $spots }</b> Platz ist noch frei.
       *[other] <b>{ $spots }</b> Plätze sind noch frei.
    }
# What a draw does, also before it is locked.
draw-closes = Danach kann sich niemand mehr Plätze sichern. Das Ergebnis bleibt auf der Tafel, bis du die Waffel archivierst.
confirm-change = Ja, Gewinner ändern
confirm-draw = Ja, ziehen
confirm-others = Andere bestimmen
# The public reason for changing or clearing winners, and for voiding a draw.
reason-why = Warum? Alle können es lesen.
# An example, in the empty field.
reason-hint = Hat sich nicht gemeldet.
reason-lot-note = Sie wurden ausgelost, und wer zusah, hat es gesehen. Erkläre, warum das nicht mehr gilt.
pick-done-drawn = Die Gewinner sind gezogen. Wer gerade zusieht, sieht sie.
pick-done-changed = Die Gewinner sind geändert. Wer gerade zusieht, sieht sie.

## Locking a draw by lot, and what follows

# In the browser's title bar.
lot-page = Auslosen
lot-title = Ziehung festschreiben
lot-title-locked = Eine Ziehung ist festgeschrieben
# $number is that of the draw. $round is that of the round of public random numbers, and <time/> when it appears.
lot-locked =
    { $entries ->
        [one] Ziehung { $number }: { $entries } Eintrag, gezogen mit Runde { $round }, die am <time/> erscheint.
       *[other] Ziehung { $number }: { $entries } Einträge, gezogen mit Runde { $round }, die am <time/> erscheint.
    }
lot-waits = Die Ziehung läuft automatisch. Bis dahin ändert sich kein bezahlter Platz.
lot-public-page = Öffentliche Seite ansehen
lot-void-title = Diese Ziehung abbrechen
# An example, in the empty field.
lot-void-hint = Eine Zahlung war aus Versehen markiert.
lot-void-note = Möglich bis 5 Sekunden, bevor die Runde erscheint.
lot-void = Ziehung abbrechen
lot-hand-in-title = Kein Internet? Gib die Runde selbst ein
lot-signature = Signatur der Runde
# Says what it consists of, in the empty field.
lot-signature-hint = 96 Zeichen, 0-9 und a-f
lot-signature-note = Sobald die Runde erschienen ist. Sie wird geprüft wie jede andere.
lot-hand-in = Mit dieser Runde ziehen
lot-explained =
    { $winners ->
        [one]
            Mit dem Festschreiben steht fest, wer dabei ist: jeder bezahlte Platz, einmal. Unbezahlte sind nicht dabei, und nach der Ziehung
            schuldet dafür niemand etwas. Eine öffentliche Zufallszahl, die erst später erscheint, bestimmt { $winners } Gewinner.
       *[other]
            Mit dem Festschreiben steht fest, wer dabei ist: jeder bezahlte Platz, einmal. Unbezahlte sind nicht dabei, und nach der Ziehung
            schuldet dafür niemand etwas. Eine öffentliche Zufallszahl, die erst später erscheint, bestimmt { $winners } Gewinner.
    }
lot-no-one-knows = Niemand kann diese Zahl kennen oder wählen, deshalb können alle die Ziehung nachprüfen.
lot-seconds = Sekunden bis zur Ziehung
lot-seconds-note = 30 bis 86.400 (ein Tag).
lot-seconds-refused = Gib die Sekunden als Zahl ein, wie 60.
lot-again = Warum neu ziehen?
lot-again-note = Diese Waffel hatte schon Gewinner. Alle können deinen Grund lesen und sehen, wie viele Ergebnisse es vorher gab.
lot-reason = Grund
lot-reason-note = Optional. Alle können ihn lesen.
lot-exclude = Ausnehmen
lot-exclude-note = Optional. Bezahlte Plätze, die nicht dabei sind, zum Beispiel deine eigenen. Alle sehen sie.
lot-alternates = Ersatzplätze
lot-alternates-note = Bis zu 10 weitere Plätze, nach den Gewinnern gezogen. Meldet sich ein Gewinner nicht, springen sie ein.
lot-alternates-refused = Gib eine Zahl ein, wie 2.
lot-prizes =
    { $winners ->
        [one] Preis
       *[other] Preise, in der Reihenfolge der Gewinner
    }
# For screen readers.
lot-prize = Preis { $number }
lot-prizes-note = Optional. Alle sehen, wer was bekommt.
lot-one-win = Jeder Name kann nur einmal gewinnen
lot-lock = Ziehung festschreiben
lot-lock-another = Weitere Ziehung festschreiben
lot-back = Zurück
lot-all = Alle Ziehungen dieser Waffel
lot-replace-title = Gewinner ersetzen
# $draw is the number of the draw, <b/> that of the alternate's spot.
lot-next = Verzichtet ein Gewinner von Ziehung { $draw }, gewinnt an seiner Stelle der nächste Ersatzplatz, <b/> @{ $handle }. Alle anderen bleiben.
# The alternate.
lot-last = Das ist der letzte Ersatzplatz.
lot-replace-why = Warum verzichtet @{ $handle }?
# An example, in the empty field.
lot-replace-hint = Zwei Tage keine Antwort.
lot-replace-note = Alle können es lesen.
# $number is that of a winner's spot.
lot-replace = #{ $number } ersetzen
lot-none-left = Ziehung { $draw } hat keine Ersatzplätze mehr, also lässt sich kein Gewinner ersetzen.

## The question before a draw is cleared

# In the browser's title bar.
clear-page = Ziehung zurücknehmen
clear-title = Ziehung zurücknehmen?
# Above the winners.
clear-winners =
    { $winners ->
        [one] Dieser Platz ist dann kein Gewinner mehr:
       *[other] Diese Plätze sind dann keine Gewinner mehr:
    }
clear-paid-again =
    { $spots ->
        [one] { $spots } Platz ist wieder bezahlt, wie vor der Ziehung.
       *[other] { $spots } Plätze sind wieder bezahlt, wie vor der Ziehung.
    }
clear-opens = Die Waffel öffnet wieder.
clear-opens-free =
    { $spots ->
        [one] Die Waffel öffnet wieder, mit { $spots } freien Platz.
       *[other] Die Waffel öffnet wieder, mit { $spots } freien Plätzen.
    }
clear-yes = Ziehung zurücknehmen
clear-done = Die Ziehung ist zurückgenommen. Die Waffel ist wieder offen.

## The question before a waffle is deleted

# In the browser's title bar.
remove-page = { $title } löschen
remove-title = <bdi/> löschen?
remove-for-good = <b>Das lässt sich nicht rückgängig machen.</b> Du verlierst:
remove-waffle = die Waffel, ihre Seite und ihren Link, mit allen { $spots } Plätzen
remove-spots =
    { $pending ->
        [one] { $pending } unbezahlten Platz
       *[other] { $pending } unbezahlte Plätze
    } und { $paid ->
        [one] { $paid } bezahlten Platz
       *[other] { $paid } bezahlte Plätze
    } im Wert von { $sum }, mit den Namen dazu
remove-draw =
    { $winners ->
        [one] die Ziehung mit { $winners } Gewinner; auf den Seiten der Käufer fehlen dann diese Gewinne und Nieten
       *[other] die Ziehung mit { $winners } Gewinnern; auf den Seiten der Käufer fehlen dann diese Gewinne und Nieten
    }
remove-rest = ihren Verlauf, ihre Nachricht und ihre Karten
remove-or-archive = Soll sie nur niemand mehr sehen, archiviere sie stattdessen. Dann geht nichts verloren.
# DELETE is the same in all languages.
remove-word = Tippe DELETE
remove-word-note = In Großbuchstaben.
remove-yes = Endgültig löschen
remove-done = Die Waffel ist gelöscht.

## What a form has done, at the top of the page that follows

# $numbers are numbers of spots: "3, 7-9".
said-marked-paid = Als bezahlt markiert: { $numbers }.
# $rest is one or more sentences.
said-marked-paid-and = Als bezahlt markiert: { $numbers }. { $rest }
# $numbers is one number.
said-spot-paid = Platz { $numbers } ist bezahlt.
said-spot-paid-and = Platz { $numbers } ist bezahlt. { $rest }
said-nothing-paid = Nichts wurde als bezahlt markiert.
# Joins sentences.
said-two-sentences = { $one } { $two }
said-remembered =
    { $lines ->
        [one] { $lines } Zeile gemerkt.
       *[other] { $lines } Zeilen gemerkt.
    }
said-skipped =
    { $spots ->
        [one] { $spots } übersprungen, weil sich der Platz inzwischen geändert hat.
       *[other] { $spots } übersprungen, weil sich die Plätze inzwischen geändert haben.
    }
said-lines-before =
    { $lines ->
        [one] { $lines } Zeile war schon erfasst.
       *[other] { $lines } Zeilen waren schon erfasst.
    }
said-not-remembered =
    { $lines ->
        [one] { $lines } Zeile nicht gemerkt: Ihre Plätze sind nicht mehr bezahlt.
       *[other] { $lines } Zeilen nicht gemerkt: Ihre Plätze sind nicht mehr bezahlt.
    }
said-nothing-changed = Nichts geändert: Es ist schon erledigt, oder die Plätze haben sich inzwischen geändert.
said-locked = Nichts geändert: Eine Ziehung ist festgeschrieben, bis ihre Runde erscheint.
said-one-at-a-time = Nichts geändert: Die Gewinner sind gezogen. Markiere Plätze jetzt einzeln als bezahlt.
said-not-drawn = Es gibt keine Ziehung, die sich ändern oder zurücknehmen lässt.
said-select-first = Wähle zuerst unbezahlte Plätze aus.
said-no-such-spot = Diesen Platz hat die Waffel nicht. Nichts geändert.
said-free-again = Platz { $numbers } ist wieder frei.
said-not-pending = Platz { $numbers } ist nicht mehr unbezahlt. Nichts geändert.
said-not-releasable = Platz { $numbers } lässt sich gerade nicht freigeben. Nichts geändert.
said-released = Freigegeben: { $numbers }.
said-marked-unpaid = Als unbezahlt markiert: { $numbers }.
said-more-time = Mehr Zeit zum Zahlen: { $numbers }.
said-renamed = Umbenannt: { $numbers }.
said-not-read = Nichts geändert. Gib einen Namen ein wie @anna und Nummern wie 3, 7, 10-14.
said-assigned = Zugeteilt: { $numbers }.
said-taken = Schon vergeben: { $numbers }. Nichts geändert.
said-paused = Die Vergabe ist pausiert: Alle sehen es, und niemand kann sich Plätze sichern.
said-resumed-waiting = Es geht weiter: Ab der Öffnung kann man sich Plätze sichern.
said-resumed = Es geht weiter: Alle können sich wieder Plätze sichern.
said-archived = Die Waffel ist archiviert. Käufer sehen sie nicht mehr.
said-back-unlisted = Die Waffel ist wieder da, wie zuvor nicht gelistet.
said-listed-again = Die Waffel ist wieder gelistet.

## Shared by the sellers' forms

seller-save = Speichern
seller-edit = Bearbeiten
seller-delete = Löschen
# Leaves everything as it is, where a page asks whether to delete or deactivate something.
seller-keep-it = So lassen
# For screen readers: the button "Edit" of one of several things.
seller-edit-name = { $name } bearbeiten

## The form of a new and of an edited waffle

waffle-form-new = Neue Waffel
waffle-form-edit = Waffel bearbeiten
# In the browser's title bar.
waffle-form-edit-title = { $title } bearbeiten
# <bdi/> is the title of another waffle.
waffle-form-like = Übernommen von <bdi/>. Es fehlt nur noch, wann die Waffel öffnet.
waffle-form-from-last = Von deiner letzten Waffel ausgehen
waffle-form-title = Titel
# An example, in the empty field.
waffle-form-title-hint = Goldene Stunde: analoge Kamera
waffle-form-title-note = Was du verkaufst, in einer Zeile.
waffle-form-description = Beschreibung
waffle-form-description-note = Optional. Zeilenumbrüche bleiben erhalten.
waffle-form-spots = Plätze
waffle-form-spots-note = 2 bis 10.000. Lässt sich später nicht ändern.
waffle-form-price = Preis pro Platz
# An example, in the empty field.
waffle-form-price-hint = 25,00
waffle-form-price-claimed =
    { $claimed ->
        [one] { $claimed } Platz ist schon vergeben. Sag Bescheid, wenn du den Preis änderst.
       *[other] { $claimed } Plätze sind schon vergeben. Sag allen Bescheid, wenn du den Preis änderst.
    }
waffle-form-price-note = Was ein Platz kostet.
waffle-form-winners = Gewinner
waffle-form-winners-note = 1 bis 10, einer pro Gewinn.
waffle-form-photo = Foto
waffle-form-photo-note = Optional. JPEG, PNG oder WebP, bis 8 MB.
waffle-form-crop = Ausschnitt auf der Tafel
waffle-form-picture = Oder ein Bild aus dem Netz
waffle-form-picture-note = Optional. Ein Link zu einem Bild.
waffle-form-links = Deine Links
waffle-form-links-note = Optional. Einer pro Zeile, bis zu 20.
waffle-form-methods = So kann man bei dir zahlen
# In place of the handle of a payment method that the waffle still has.
waffle-form-method-deactivated = deaktiviert, für Käufer unsichtbar
waffle-form-method-gone = Diese Zahlungsart gibt es nicht mehr. Lade die Seite neu.
waffle-form-terms = Wann und wie Plätze vergeben werden
waffle-form-opens = Öffnet am
# $at is a moment: "Opens Tue 24 Nov 2026, 20:00 (New York)".
waffle-form-opens-at = Öffnet am { $at }
# <span/> is the name of the time zone, such as Europe/Berlin.
waffle-form-opens-note =
    Optional, in deiner Zeitzone (<span/>; <a>ändern</a>). Bis dahin sind die Tafel und ein Countdown zu sehen. Dann öffnet sie automatisch.
# $zone is like Europe/Berlin. The example is how the field itself writes it.
waffle-form-no-such-time = Gib einen Tag und eine Uhrzeit an, die es in { $zone } gibt, wie 2026-06-01T18:00.
waffle-form-unknown-zone = Die Zeitzone deines Geräts kennen wir nicht. Wähle zuerst eine in deinen Einstellungen.
waffle-form-pay-within = Minuten zum Zahlen
waffle-form-pay-within-note = Optional, 5 bis 43.200. Unbezahlte Plätze werden dann frei. Gilt für neu gesicherte Plätze.
waffle-form-most-spots = Höchstzahl pro Käufer
waffle-form-most-spots-note = Optional, 1 bis 10.000 Plätze.
# “I have paid” is the button on a buyer's receipt.
waffle-form-grace = Stunden für „Ich habe bezahlt“
waffle-form-grace-note =
    Optional, 1 bis 720. So lange hält „Ich habe bezahlt“ die Plätze nach der Frist. Leer: bis du nachgesehen hast.
waffle-form-amounts = Käufer am Betrag erkennen
waffle-form-amounts-note =
    Auf Belegen stehen bis zu 99 Cent mehr, für jeden der ersten 99 Käufer ein anderer Betrag. So weißt du auch ohne
    Verwendungszweck, wer bezahlt hat. Geschuldet bleibt dasselbe, und beide Beträge zählen.
waffle-form-pause = Vergabe pausieren
waffle-form-pause-note = Alle sehen, dass du gerade Pause machst. Du selbst kannst weiter Plätze zuteilen.
waffle-form-unlisted = Nicht gelistet
waffle-form-unlisted-note =
    Nicht in den öffentlichen Listen. Wer den Link hat, kann sich aber Plätze sichern, bei der Ziehung zusehen und den eigenen
    Beleg öffnen. Soll niemand mehr an die Waffel kommen, archiviere sie stattdessen.
waffle-form-fixed = Die Zahl der Plätze ({ $spots }) und der Link lassen sich nicht ändern.
waffle-form-save-price = Neuen Preis speichern
waffle-form-create = Waffel erstellen
waffle-form-not-created = Noch nicht erstellt. Prüfe die markierten Felder.
# After a waffle was created.
waffle-form-created = Deine Waffel ist online. Teile den Link!
waffle-form-created-paused = Deine Waffel ist da, die Vergabe ist pausiert. Setze sie fort und teile den Link!
# Another sentence follows, which says when it opens.
waffle-form-created-scheduled = Deine Waffel ist geplant.
waffle-form-saved = Gespeichert. Die Änderung ist sofort für alle zu sehen.
waffle-form-already-drawn = Nicht gespeichert: Die Gewinner sind inzwischen gezogen.
# Asks to save once more. $new and $old are amounts.
waffle-form-new-price =
    { $buyers ->
        [one]
            Noch nicht gespeichert: { $buyers } Person schuldet dir dann einen anderen Betrag, { $new } pro Platz statt { $old }. Speichere noch einmal, wenn du das willst, und sag ihr Bescheid.
       *[other]
            Noch nicht gespeichert: { $buyers } Personen schulden dir dann einen anderen Betrag, { $new } pro Platz statt { $old }. Speichere noch einmal, wenn du das willst, und sag ihnen Bescheid.
    }

## The page for sharing a waffle

# In the browser's title bar.
share-title = { $title } teilen
share-heading = Waffel teilen
share-archived = Diese Waffel ist archiviert. Link und Karte gehen erst wieder, wenn du sie wiederherstellst.
# The label of the choice between templates.
share-start-from = Vorlage
# Groups of that choice, and the first of its members.
share-for-moments = Für jeden Moment
share-own-templates = Deine Vorlagen
share-own-message = Deine gespeicherte Nachricht
share-use-template = Vorlage verwenden
share-template-gone = Diese Vorlage ist gelöscht. Wähle eine andere.
share-message = Nachricht
# The names in braces stay as they are in all languages.
share-message-note = Wörter in Klammern wie { "{title}" } und { "{url}" } setzen wir ein. Unten stehen alle.
share-placeholders = Platzhalter
share-save-message = Nachricht speichern
# A button: show the preview.
share-show-preview = Vorschau
# A heading.
share-preview = Vorschau
# In place of the preview, while there is no message.
share-nothing-yet = Noch nichts geschrieben.
share-copy-message = Nachricht kopieren
# Opens the device's own choice of apps.
share-share-message = Teilen …
share-card = Die Karte
share-card-note = Ein Bild zum Teilen, mit Titel, Preis, freien Plätzen, Link und QR-Code.
share-title-cut = Eine Karte kann nicht jedes Zeichen dieses Titels zeigen und lässt einige weg. In deiner Nachricht stehen alle.
# $format is square, or story: a tall picture.
share-card-format =
    { $format ->
        [story] Story
       *[square] Quadrat
    }
# Says what the picture shows.
share-card-alt =
    { $format ->
        [story] Karte für eine Story: { $title }
       *[square] Quadratische Karte: { $title }
    }
share-download = Herunterladen
# For screen readers, as are the next two like it.
share-download-card =
    { $format ->
        [story] Story herunterladen
       *[square] Quadrat herunterladen
    }
share-copy = Kopieren
share-copy-card =
    { $format ->
        [story] Story kopieren
       *[square] Quadrat kopieren
    }
share-share = Teilen
share-share-card =
    { $format ->
        [story] Story teilen
       *[square] Quadrat teilen
    }
share-redraw = Karte neu erstellen
share-saved = Deine Nachricht ist gespeichert. Jetzt kopieren und teilen!
share-redrawn = Die Karte ist neu erstellt.

## What is wrong with a message or a template

share-name-missing = Gib der Vorlage einen Namen.
share-message-missing = Schreib deine Nachricht.
share-message-long = Eine Nachricht hat höchstens { $most } Zeichen.
share-message-control = Eine Nachricht kann keine Steuerzeichen enthalten.
share-template-unknown = Diese Vorlage gibt es nicht mehr. Lade die Seite neu.

## What a seller announces, at each moment of a waffle

# Labels of a choice.
announcement-soon = Öffnet bald
announcement-open = Jetzt offen
announcement-few-left = Fast weg
announcement-full = Alles vergeben
announcement-locked = Ziehung steht fest
announcement-drawn = Gewinner gezogen
# The messages. The words in braces are placeholders: they stay as they are. The one for an open waffle is also the
# template that came with the service.
announce-soon =
    🧇 { "{title}" }

    { "{spots}" } Plätze zu je { "{price}" }. Los geht’s: { "{opens}" }.

    Sei dabei: { "{url}" }
announce-open =
    🧇 { "{title}" }

    { "{spots}" } Plätze zu je { "{price}" }. Wer zuerst kommt, mahlt zuerst.

    Such dir hier deine Nummern aus: { "{url}" }
announce-few-left =
    Nur noch { "{left}" } frei! 🧇 { "{title}" }

    Zu haben: { "{free}" }

    Je { "{price}" }: { "{url}" }
announce-full =
    🧇 { "{title}" } ist voll. Danke euch!

    Noch nicht bezahlt: { "{unpaid}" }

    { "{url}" }
announce-locked =
    🔒 { "{title}" }: Die Ziehung steht fest. Wer mitmacht, ändert sich nicht mehr.

    Zuschauen und nachprüfen: { "{draw}" }
announce-drawn =
    🏆 { "{title}" }

    Glückwunsch an { "{winners}" }

    So wurde gezogen: { "{draw}" }

## Share templates

# The template that came with the service, until a seller changes it.
share-first-name = Neue Waffel
share-template-all = Vorlagen
share-template-new = Neue Vorlage
share-template-lead = Womit deine Nachrichten anfangen. Schon gespeicherte Nachrichten ändern sich nicht.
# <time/> is a day.
share-template-changed = Geändert am <time/>
# A mark on the template that new messages start from.
share-template-default = Standard
share-template-make-default = Als Standard
share-template-make-default-name = Als Standard: { $name }
share-template-delete-name = { $name } löschen
share-template-none = Noch keine Vorlagen.
# Page titles.
share-template-new-title = Neue Vorlage
share-template-edit-title = Vorlage bearbeiten
share-template-delete-title = Vorlage löschen
share-template-name = Name
share-template-name-note = Nur für dich. Bis zu 100 Zeichen.
share-template-body-note = Wird für jede Waffel eingesetzt: { "{title}" }, { "{price}" }, { "{spots}" }, { "{url}" }, { "{left}" }, { "{free}" }, { "{unpaid}" }, { "{opens}" }, { "{deadline}" }, { "{draw}" } und { "{winners}" }.
share-template-delete = „<bdi/>“ löschen?
share-template-only = Das ist deine einzige Vorlage. <a>Erstelle eine andere</a>, bevor du sie löschst.
share-template-delete-note = Nachrichten, die schon daraus entstanden sind, ändern sich nicht.
# Follows the sentence above. <bdi/> is the name of another template.
share-template-successor = „<bdi/>“ wird zum Standard.
share-template-created = „{ $name }“ kannst du ab jetzt verwenden.
share-template-saved = „{ $name }“ ist gespeichert.
share-template-defaulted = Neue Nachrichten fangen mit „{ $name }“ an.
share-template-deleted = Die Vorlage ist gelöscht.

## Payment methods

payment-method-all = Zahlungsarten
payment-method-new = Neue Zahlungsart
payment-method-lead = Wie man bei dir zahlen kann. Änderungen zeigen sich bei jeder Waffel, die eine Zahlungsart nutzt.
payment-method-none = Noch keine Zahlungsarten
payment-method-none-note = Füge hinzu, was du annimmst, und wähle es dann bei deinen Waffeln aus.
payment-method-inactive = Deaktiviert
# Follows the name of the wallet and a dot.
payment-method-on-waffles =
    { $waffles ->
        [one] bei { $waffles } laufenden Waffel
       *[other] bei { $waffles } laufenden Waffeln
    }
payment-method-on-none = bei keiner laufenden Waffel
payment-method-deactivate-button = Deaktivieren
payment-method-deactivate-name = { $name } deaktivieren
payment-method-reactivate-button = Reaktivieren
payment-method-reactivate-name = { $name } reaktivieren
# Page titles.
payment-method-edit-title = Zahlungsart bearbeiten
payment-method-deactivate-title = Zahlungsart deaktivieren
payment-method-used =
    { $waffles ->
        [one] { $waffles } laufende Waffel nutzt sie und zeigt die Änderung sofort.
       *[other] { $waffles } laufende Waffeln nutzen sie und zeigen die Änderung sofort.
    }
payment-method-type = Typ
payment-method-type-wrong = Wähle einen dieser Typen.
payment-method-type-note = Bestimmt Symbol und Link. Lässt sich später nicht ändern.
payment-method-name = Bezeichnung
payment-method-name-note = Was Käufer sehen. Bis zu 100 Zeichen.
payment-method-handle = Dein Name oder Link
# An example, in the empty field.
payment-method-handle-hint = @deinname
payment-method-handle-note = Dein Name dort oder ein Link, der mit https:// anfängt.
payment-method-instructions = Text für Käufer
# An example, in the empty field.
payment-method-instructions-hint = Bitte keinen Verwendungszweck angeben
# “mention your handle” is what receipts say otherwise.
payment-method-instructions-note =
    Optional, bis zu 200 Zeichen. Steht auf Belegen anstelle der Bitte, den Namen anzugeben: für alle Fälle, in denen ein
    Verwendungszweck stört.
payment-method-add = Hinzufügen
payment-method-not-added = Noch nicht hinzugefügt. Prüfe die markierten Felder.
payment-method-deactivate = <bdi/> deaktivieren?
payment-method-deactivate-used =
    { $waffles ->
        [one] { $waffles } laufende Waffel nutzt sie. Käufer sehen diese Zahlungsart dort dann nicht mehr.
       *[other] { $waffles } laufende Waffeln nutzen sie. Käufer sehen diese Zahlungsart dort dann nicht mehr.
    }
payment-method-deactivate-unused = Keine laufende Waffel nutzt sie.
payment-method-deactivate-note = Neue Waffeln können sie nicht nutzen. Sie bleibt in dieser Liste, und du kannst sie reaktivieren.
payment-method-added = { $name } ist hinzugefügt. Jetzt kannst du es bei deinen Waffeln anbieten.
payment-method-saved = { $name } ist gespeichert. Jede Waffel, die diese Zahlungsart nutzt, zeigt die Änderung.
payment-method-deactivated = { $name } ist deaktiviert. Käufer sehen diese Zahlungsart nicht mehr.
payment-method-reactivated = { $name } ist wieder da, auch bei den Waffeln, die es vorher hatten.

## Reports

report-all = Berichte
report-download = CSV herunterladen
# For screen readers: the label of the tabs.
report-which = Welcher Bericht
report-tab-months = Monate
report-tab-buyers = Käufer
report-tab-droughts = Durststrecken
report-tab-speed = Tempo
report-from = Von
report-to = Bis
# How many buyers to list.
report-limit = Wie viele
report-show = Anzeigen
# Common ranges.
report-range-days = { $days } Tage
report-range-months = { $months } Monate
report-range-all = Gesamte Zeit
report-empty = Nichts auf dem Teller
report-zone-utc = Tage und Monate in UTC.
# $zone is like Europe/Berlin.
report-zone = Uhrzeiten in { $zone }. Zeiträume gelten für Tage in UTC.
# $time is like 17:44:09. The change is from today.
report-copy-today = Aus einer Kopie der Datenbank, Stand { $time } ({ $zone }).
# $moment is a day and a time.
report-copy = Aus einer Kopie der Datenbank, Stand { $moment } ({ $zone }).
report-cut = Hier stehen die ersten { $shown } von { $all }. Alle findest du in der CSV-Datei.
report-waffle = Waffel
report-buyer = Käufer
# How long something took. $hours and $days are like 5.3.
report-seconds = { $seconds } s
report-minutes = { $minutes } min
report-hours = { $hours } h
report-days = { $days } Tage

## The report of months

report-months-title = Monat für Monat
report-months-lead = Erstellte Waffeln, gesicherte Plätze und markierte Zahlungen in jedem Monat.
report-months-empty = In dieser Zeit ist nichts passiert.
report-month = Monat
report-waffles-created = Erstellte Waffeln
report-spots-claimed = Gesicherte Plätze
report-revenue = Einnahmen
report-month-name =
    { $month ->
        [1] Januar { $year }
        [2] Februar { $year }
        [3] März { $year }
        [4] April { $year }
        [5] Mai { $year }
        [6] Juni { $year }
        [7] Juli { $year }
        [8] August { $year }
        [9] September { $year }
        [10] Oktober { $year }
        [11] November { $year }
       *[12] Dezember { $year }
    }
# Below a column of a chart. $year has two digits.
report-month-short =
    { $month ->
        [1] Jan. ’{ $year }
        [2] Feb. ’{ $year }
        [3] März ’{ $year }
        [4] Apr. ’{ $year }
        [5] Mai ’{ $year }
        [6] Juni ’{ $year }
        [7] Juli ’{ $year }
        [8] Aug. ’{ $year }
        [9] Sept. ’{ $year }
        [10] Okt. ’{ $year }
        [11] Nov. ’{ $year }
       *[12] Dez. ’{ $year }
    }

## The report of those who buy the most

report-power-title = Wer am meisten kauft
report-power-lead = Wer in dieser Zeit die meisten Plätze bezahlt hat. Für die Gewinnquote zählen Plätze, die schon gezogen wurden.
report-power-empty = In dieser Zeit wurden keine Plätze bezahlt.
report-paid-spots = Bezahlte Plätze
report-spent = Ausgegeben
report-win-rate = Gewinnquote

## The report of losing streaks

report-drought-title = Durststrecken
report-drought-lead = Wer in dieser Zeit leer ausging. Am längsten ohne Gewinn zuerst.
report-drought-lead-ever = Wer schon einmal leer ausging. Am längsten ohne Gewinn zuerst.
report-drought-empty = Niemand wartet auf einen Gewinn.
report-without-win = Ohne Gewinn
report-lost-spots = Nicht gezogen
report-entries = Plätze in dieser Zeit
report-entries-ever = Plätze
# $zone is like Europe/Berlin.
report-last-entry = Zuletzt dabei ({ $zone })
report-days-without =
    { $days ->
        [one] { $days } Tag
       *[other] { $days } Tage
    }
report-never-won-yet = nie gewonnen
# Above a number of buyers.
report-buyers = Käufer
report-never-won = Nie gewonnen
report-drought-chart = Käufer nach der Zeit seit ihrem letzten Gewinn
# Next to the bars of a chart: at most 17 letters each.
report-band-month = unter 30 Tagen
report-band-quarter = 30 bis 89 Tage
report-band-year = 90 bis 364 Tage
report-band-more = ein Jahr und mehr
report-band-never = nie gewonnen

## The report of how fast boards fill

report-speed-title = Tempo
report-speed-lead = Wie lange Tafeln aus dieser Zeit vom Erstellen bis zum ersten und bis zum letzten gesicherten Platz brauchten.
report-speed-empty = In dieser Zeit wurden keine Waffeln erstellt.
report-status = Status
report-first-claim = Erster Platz weg nach
report-last-claim = Letzter Platz weg nach
# $zone is like Europe/Berlin.
report-created = Erstellt ({ $zone })
report-status-open = Offen
report-status-drawn = Gezogen
# Above a number of waffles.
report-open-waffles = Offene Waffeln
report-drawn-waffles = Gezogene Waffeln
# Above a duration, as are the next two.
report-open-first-claim = Offen: erster Platz weg nach
report-drawn-first-claim = Gezogen: erster Platz weg nach
report-drawn-completed = Gezogen: fertig nach
report-speed-chart = Vom Erstellen bis zum letzten gesicherten Platz, neueste Waffeln

## Buyers

buyers-all = Käufer
buyers-lead = Alle, die sich je einen Platz gesichert haben. Die Neuesten zuerst.
buyers-search = Namen suchen
buyers-count =
    { $total ->
        [one] { $total } Name
       *[other] { $total } Namen
    }
buyers-handle = Name
buyers-first-seen = Dabei seit
buyers-last-claim = Zuletzt gesichert
buyers-empty-page = Nichts auf dieser Seite
buyers-earlier-pages =
    { $total ->
        [one] Auf früheren Seiten steht { $total } Name.
       *[other] Auf früheren Seiten stehen { $total } Namen.
    }
buyers-no-match = Keine Treffer
# <bdi/> is what was searched for.
buyers-no-match-note = In keinem Namen steckt „<bdi/>“.
buyers-show-all = Alle Käufer anzeigen
buyers-none = Noch keine Käufer
buyers-none-note = Sobald sich jemand einen Platz sichert, steht der Name hier.

## Merging two handles

merge-handles = Namen zusammenführen
merge-lead =
    Eine Person, zwei Schreibweisen? Alle Plätze und Gewinne des ersten Namens gehen an den zweiten, bei allen Waffeln. Das lässt
    sich nicht rückgängig machen.
# <bdi/> is the handle that goes, <bdi2/> the one that stays.
merge-preview =
    { $spots ->
        [one] { $spots } Platz
       *[other] { $spots } Plätze
    } in { $waffles ->
        [one] { $waffles } Waffel
       *[other] { $waffles } Waffeln
    }, { $wins ->
        [one] { $wins } Gewinn
       *[other] { $wins } Gewinne
    }: von <bdi/> zu <bdi2/>.
merge-button = Zusammenführen
merge-back = Zurück
merge-nothing = <bdi/> hat keine Plätze.
merge-goes = Der Name, der wegfällt
merge-stays = Der Name, der bleibt
merge-show = Änderungen ansehen

## Blocked handles

blocked-handles = Gesperrte Namen
blocked-lead = Wer gesperrt ist, kann sich bei keiner Waffel Plätze sichern. Schon gesicherte bleiben, bis du sie freigibst.
blocked-handle = Name
blocked-reason = Grund
blocked-reason-note = Optional, bis zu 500 Zeichen. Käufer sehen ihn nicht.
blocked-block = Sperren
blocked-list = Gesperrt
# $who is the name of an account, <time/> a day.
blocked-by = Gesperrt von { $who } am <time/>
blocked-unblock = Entsperren
# For screen readers: the button "Unblock" of one of several handles.
blocked-unblock-handle = @{ $handle } entsperren
blocked-none = Niemand ist gesperrt. Alle sind willkommen.
blocked-done = @{ $handle } kann sich keine Plätze mehr sichern.
blocked-undone = @{ $handle } kann sich wieder Plätze sichern.
blocked-refused = Noch nicht gesperrt. Prüfe die markierten Felder.

## Payers: names in payments, and whose they are

payers-all = Wer für wen zahlt
payers-lead =
    Namen in Zahlungen, und für wen sie zahlen. Markierst du eine Zahlung als bezahlt, in der der @Name fehlt, merken wir uns, für wen sie war.
payers-search = Namen suchen
# <b/> is a name, <a/> a handle.
payers-pays-for = <b/> zahlt für <a/>
# Both are days.
payers-since = Seit dem <time/>, zuletzt am <time2/>
payers-forget = Vergessen
# For screen readers: the button "Forget" of one of several payers.
payers-forget-name = { $name } vergessen, zahlt für @{ $handle }
payers-no-match = Keine Treffer.
payers-none = Noch keine Namen.
payers-forgotten = Vergessen.

## Navigation, titles and what all pages of sellers have

# For search engines and link previews, of all pages for sellers.
frame-sellers-only = Für alle, die hier Waffeln verkaufen. Melde dich an, um diese Seite zu sehen.
# The pages of the menu.
nav-your-waffles = Deine Waffeln
nav-share-templates = Vorlagen
nav-reports = Berichte
nav-payment-methods = Zahlungsarten
nav-buyers = Käufer
nav-audit-log = Protokoll
nav-accounts = Konten
nav-settings = Einstellungen
# For screen readers: names the tabs of the settings.
settings-tabs = Welche Einstellungen
# The tabs.
settings-tab-profile = Profil
settings-tab-security = Sicherheit
settings-tab-sign-ins = Meine Anmeldungen
settings-tab-system = System

## The keys of sellers

# Also the button that opens the list.
keys-title = Tastenkürzel
# What a key does, behind the key. A row is a buyer, a spot or a waffle.
keys-search = Zur Suche
keys-next = Nächste Zeile
keys-previous = Vorige Zeile
keys-tick = Diese Zeile auswählen
keys-pay = Diese Zeile als bezahlt markieren
keys-list = Diese Liste zeigen
# A box to tick.
keys-on = Diese Tasten auf diesem Gerät benutzen
# A button.
keys-close = Schließen

## Forms

form-cancel = Abbrechen
form-not-saved = Noch nicht gespeichert. Prüfe die markierten Felder.
field-username = Benutzername
field-password = Passwort
# Of the second factor.
field-code = Code
field-code-note = Aus deiner App, oder ein Ersatzcode.
field-current-password = Bisheriges Passwort
field-current-password-note = Das, mit dem du dich angemeldet hast.
field-new-password = Neues Passwort
field-new-password-again = Neues Passwort noch einmal
field-no-typos = Damit kein Tippfehler drin ist.
# Who changes another account confirms it with this one.
field-your-password = Dein Passwort
field-your-password-note = Das, mit dem du dich anmeldest.
field-optional = Optional.
# The button that saves a new password.
password-set = Passwort festlegen
# $least is how many characters. “waffle” is the name of the service, which stays as it is.
password-rules = Mindestens { $least } Zeichen, ohne den Benutzernamen gezählt; kein gängiges Passwort, und kein „waffle“ darin.
password-mistyped = Die neuen Passwörter sind nicht gleich. Gib beide noch einmal ein.

## Lists: filters and pages

filter-search = Suchen
# The button that applies the filters.
filter-show = Anzeigen
filter-everyone = Alle
# For screen readers: names the links to the other pages of a list.
pager-label = Seiten
pager-previous = Zurück
pager-page = Seite { $page } von { $pages }
pager-next = Weiter

## Signing in

sign-in-title = Anmeldung für Verkäufer
sign-in-submit = Anmelden
sign-in-incomplete = Gib deinen Benutzernamen und dein Passwort ein.
sign-in-expired = Dieses Formular ist abgelaufen. Bitte melde dich noch einmal an.
sign-in-code-title = Gib deinen Code ein
sign-in-code-note = Die sechs Ziffern in deiner App.
sign-in-no-app = Kommst du nicht an deine App?
sign-in-recovery-code = Ersatzcode
sign-in-recovery-note = Jeder gilt einmal. Hast du auch die verloren, frag einen Super-Admin.
sign-in-recovery-submit = Mit Ersatzcode anmelden
# A link back to the username and password.
sign-in-start-again = Von vorn anfangen

## Forgotten password

# Also a link to the page.
forgot-title = Passwort vergessen?
# The title in the browser's tab.
forgot-frame = Passwort vergessen
forgot-asked = Wenn es das Konto gibt, kann dir ein Super-Admin jetzt einen Link für ein neues Passwort geben. Er gilt eine Stunde.
forgot-let-know = Sag deinem Super-Admin Bescheid. Wir schicken keine E-Mails.
forgot-back = Zurück zur Anmeldung
forgot-how = Fordere hier einen Link an und frag dann deinen Super-Admin danach. Wir schicken keine E-Mails.
forgot-name = Benutzername oder E-Mail-Adresse
forgot-missing = Gib deinen Benutzernamen oder deine E-Mail-Adresse ein.
forgot-submit = Link anfordern

## New password with a link

# The title in the browser's tab.
reset-frame = Neues Passwort
reset-done = Passwort geändert
reset-done-notice = Du bist überall abgemeldet. Melde dich mit deinem neuen Passwort an.
reset-done-lockout = Falls du gesperrt warst, musst du trotzdem warten, bis die Sperre endet.
reset-title = Wähle ein neues Passwort
reset-signs-out = Das meldet dich überall ab.
reset-bad-link = Dieser Link geht nicht
reset-bad-link-why = Er ist schon benutzt, ersetzt oder älter als eine Stunde.
reset-ask-again = Neuen Link anfordern

## Settings: profile

settings-title = Einstellungen
profile-title = Dein Profil
# Followed by a dot and the role. <b/> is the username.
profile-sign-in-as = Du meldest dich als <b/> an
profile-save = Profil speichern
profile-saved = Dein Profil ist gespeichert.
profile-first-name = Vorname
profile-last-name = Nachname
profile-display-name = Anzeigename
profile-display-name-note = Optional. Steht im Menü statt deines Namens.
profile-email = E-Mail-Adresse
profile-email-note = Damit sich das Konto findet, wenn das Passwort vergessen ist. Wir schicken nie E-Mails.
profile-password-note = Nur nötig, wenn du deine E-Mail-Adresse änderst.
profile-zone = Zeitzone
profile-zone-note =
    Tippe eine Stadt oder Region ein, wie Europe/Berlin. Deine Verkaufsseiten zeigen Uhrzeiten in dieser Zeitzone, bei UTC in der
    deines Geräts.
profile-links = Soziale Netzwerke
profile-links-note = Bis zu zehn. Nur Admins sehen sie.

## Settings: what buyers see of the seller

# Before the name, for screen readers.
seller-label = Verkauft von
seller-form-title = Wie man dich sieht
seller-form-about = Dein Name und dein Bild stehen hier auf jeder Tafel und jedem Beleg, und auf der Bühne.
seller-form-name = Name für alle, die kaufen
seller-form-name-note = Bis zu 60 Zeichen. Bleibt das Feld leer, erscheint nichts.
seller-form-picture = Bild
seller-form-picture-note = Optional. JPEG, PNG oder WebP, bis 8 MB. Es erscheint klein und rund neben deinem Namen.
seller-form-remove = Bild entfernen
seller-form-saved = Gespeichert. In zwei Sekunden ist es überall zu sehen.

## Settings: security

security-title = Sicherheit
security-password = Passwort ändern
security-links-end = Ungenutzte Links für ein neues Passwort gelten dann nicht mehr.
# The button.
security-password-submit = Passwort ändern
security-password-changed = Dein Passwort ist geändert.
security-password-not-changed = Dein Passwort wurde nicht geändert.
security-factor-since = Beim Anmelden brauchst du seit dem <time/> einen Code aus deiner App.
security-factor-manage = Zweiten Faktor verwalten
security-factor-none = Du meldest dich nur mit einem Passwort an. Nimm einen Code aus einer App dazu, dann reicht ein gestohlenes Passwort nicht.
sessions-title = Wo du angemeldet bist
sessions-this = Dieses Gerät
# After the address, separated by a dot.
sessions-last-seen = zuletzt gesehen am <time/>
sessions-end = Abmelden
# For screen readers. $client is like "Chrome on macOS", $address an IP address.
sessions-end-named = { $client }, { $address } abmelden
sessions-end-others = Überall sonst abmelden
sessions-ended = Diese Sitzung ist beendet.
sessions-others-ended = Du bist überall sonst abgemeldet.

## Settings: second factor

factor-title = Zweiter Faktor
factor-set-up = Zweiten Faktor einrichten
factor-needed = Deine Rolle braucht einen. Sobald er eingerichtet ist, kannst du die anderen Seiten nutzen.
factor-what =
    Beim Anmelden gibst du dann auch einen Code aus einer App auf deinem Handy ein. Ein gestohlenes Passwort allein reicht dann nicht.
    Jede Authenticator-App geht.
factor-continue = Weiter
factor-not-now = Nicht jetzt
factor-add = Füge ihn deiner App hinzu
factor-scan = Scanne das mit deiner Authenticator-App.
# For screen readers.
factor-qr = QR-Code für deine App
# The key follows below.
factor-open = <a>Öffne ihn in einer App auf diesem Gerät</a> oder tippe den Schlüssel ein:
factor-check-note = Sechs Ziffern, damit klar ist, dass es geht. Den Schlüssel siehst du nicht noch einmal.
factor-turn-on = Einschalten
factor-check = Prüfe, ob deine App geht
factor-check-again = Den Schlüssel gab es nur einmal zu sehen. Ist er nicht in deiner App, fang von vorn an: Dann bekommst du einen neuen.
factor-check-again-note = Sechs Ziffern, wie deine App sie jetzt zeigt.
# A link back to the first step.
factor-start-again = Von vorn anfangen
# A message, as a sentence.
factor-is-on = Dein zweiter Faktor ist an.
factor-codes = Deine Ersatzcodes
factor-codes-how =
    Wenn du deine App verlierst, kannst du dich mit jedem Code einmal anmelden. Bewahre sie bei deinen Passwörtern oder auf Papier auf:
    Wir zeigen sie nur jetzt.
factor-codes-earlier = Deine früheren Codes gelten nicht mehr.
factor-codes-saved = Ich habe sie notiert
# A heading.
factor-on = Dein zweiter Faktor ist an
# Followed by a dot and how many codes are left.
factor-since = Seit dem <time/>
factor-codes-left =
    { $count ->
        [one] noch { $count } Ersatzcode
       *[other] noch { $count } Ersatzcodes
    }
factor-new-codes = Neue Ersatzcodes holen
factor-turn-off = Ausschalten
factor-turned-off = Der zweite Faktor ist aus.
factor-switch = Deine Rolle braucht einen. Willst du die App wechseln, lass ihn von einem anderen Super-Admin löschen.

## Settings: system

system-title = Systemeinstellungen
system-save = Einstellungen speichern
system-saved = Einstellungen gespeichert. Sie gelten spätestens in zwei Sekunden.
# The groups of the settings.
setting-group-signing-in = Anmelden
setting-group-failed-sign-ins = Fehlversuche
setting-group-data-retention = Aufbewahrung
setting-group-ip-lookups = IP-Abfragen
# The settings, each with its note, which begins with the least and the highest number.
setting-jwt-expiration-hours = Dauer einer Sitzung (Stunden)
setting-note-jwt-expiration-hours = { $least } bis { $most }. Gilt für neue Anmeldungen.
setting-password-min-length = Mindestlänge von Passwörtern
setting-note-password-min-length = { $least } bis { $most }. Gilt für neue Passwörter. Bisherige gehen weiter.
setting-lockout-max-attempts = Fehlversuche bis zur Sperre
setting-note-lockout-max-attempts = { $least } bis { $most }. Gezählt pro IP-Adresse und Benutzername.
setting-lockout-duration-minutes = Dauer der Sperre (Minuten)
setting-note-lockout-duration-minutes = { $least } bis { $most }. Bis sie endet, geht auch das richtige Passwort nicht.
setting-audit-retention-days = Protokoll aufbewahren (Tage)
setting-note-audit-retention-days = { $least } bis { $most }. Ältere Einträge werden endgültig gelöscht.
setting-login-history-retention-days = Anmeldungen aufbewahren (Tage)
setting-note-login-history-retention-days = { $least } bis { $most }. Ältere Einträge werden endgültig gelöscht.
setting-whois-server = WHOIS-Server
setting-note-whois-server =
    Hostname oder IP-Adresse, mit Port, wenn er nicht 43 ist. Vor dem Speichern prüfen wir, ob der Server antwortet.

## Accounts

accounts-title = Konten
# The button, and the title of the page that it leads to.
accounts-new = Neues Konto
accounts-resets = Vergessene Passwörter
accounts-resets-how =
    Prüfe, wer fragt, und schick den Link dann selbst. Er gilt einmal, für eine Stunde oder bis zur nächsten Anfrage.
    Im Protokoll steht, dass du ihn gesehen hast.
# <time2/> is about an hour after <time/>. Stands below the username.
accounts-reset-times = angefragt am <time/>, gültig bis <time2/>
# For screen readers: the field with the link.
accounts-reset-link = Link für ein neues Passwort von { $username }
# For screen readers: the button.
accounts-reset-copy-named = Link kopieren: { $username }
accounts-reset-copy = Link kopieren
# A heading above accounts, and a tag on one.
accounts-deactivated = Deaktiviert
# A tag on the reader's own account.
accounts-you = Du
accounts-last-sign-in = Zuletzt angemeldet am <time/>
accounts-never = Noch nie angemeldet
accounts-manage = Verwalten
# For screen readers.
accounts-manage-named = { $username } verwalten
accounts-reactivate = Reaktivieren oder bearbeiten
# For screen readers.
accounts-reactivate-named = { $username } reaktivieren oder bearbeiten

## New account

new-account-username-note = 3 bis 64 Zeichen: a-z, 0-9, Punkte, Unterstriche und Bindestriche. Lässt sich später nicht ändern.
new-account-password = Erstes Passwort
new-account-display-name-note = Optional. Steht im Menü.
new-account-submit = Konto erstellen
new-account-refused = Noch nicht erstellt. Prüfe die markierten Felder und gib das Passwort noch einmal ein.
new-account-created = { $username } kann sich jetzt anmelden. Gib das Passwort selbst weiter. Wir schicken keine E-Mails.

## Roles

role-title = Rolle
role-super-admin = Super-Admin
role-admin = Admin
role-waffle-manager = Waffelmanager
# What each role may do.
role-detail-super-admin = Alles, auch Konten und Systemeinstellungen.
role-detail-admin = Waffeln, Archivieren und Löschen, Zahlungsarten, Protokoll.
role-detail-waffle-manager = Waffeln, Plätze, Gewinner, Vorlagen, Berichte.

## One account

account-created = Erstellt am <time/>
# After the day on which it was created, separated by a dot.
account-last-sign-in = zuletzt angemeldet am <time/>
account-never = noch nie angemeldet
account-is-deactivated = Dieses Konto ist deaktiviert
account-is-deactivated-note = Es ist überall abgemeldet, und niemand kann sich damit anmelden. Der Verlauf bleibt erhalten.
# The button.
account-reactivate = Reaktivieren
account-reactivated = { $username } ist wieder aktiv, mit demselben Passwort.
account-profile = Profil
account-profile-saved = Das Profil von { $username } ist gespeichert.
account-role-password-note = Nur nötig, um eine Rolle herabzustufen.
account-role-save = Rolle speichern
account-role-saved = Die Rolle von { $username } ist gespeichert. Sie gilt ab dem nächsten Klick.
account-password = Passwort
account-own-password = Dein eigenes Passwort änderst du in <a>deinen Einstellungen</a>.
account-password-note = Gib es selbst weiter. { $username } bleibt auf allen Geräten angemeldet.
account-password-saved = { $username } hat ein neues Passwort. Gib es selbst weiter. Wir schicken keine E-Mails.
account-factor = Die Anmeldung verlangt einen Code. Lösche den zweiten Faktor, wenn jemand die App und auch die Ersatzcodes verloren hat.
account-factor-remove = Zweiten Faktor löschen
account-factor-removed = { $username } braucht zum Anmelden keinen Code mehr.
# A heading.
account-deactivate = Deaktivieren
account-deactivate-note = Das Konto wird überall abgemeldet, und niemand kann sich damit anmelden. Du kannst es später reaktivieren.
# The button.
account-deactivate-named = { $username } deaktivieren
account-was-deactivated = { $username } ist deaktiviert und überall abgemeldet.

## Lists of buyers and payers

# The titles in the browser's tab.
tables-buyers = Käufer
tables-payers = Wer für wen zahlt

## Audit log

audit-title = Protokoll
audit-csv = CSV herunterladen
audit-lead-all = Alle Änderungen von Admins, die neuesten zuerst.
audit-lead = Änderungen von dir und den Waffelmanagern, die neuesten zuerst.
audit-filter-action = Aktion
audit-filter-any-action = Alle Aktionen
# A filter, and the head of a column: who did it.
audit-who = Wer
audit-filter-type = Art
audit-filter-any-type = Alle Arten
# From a day, to a day.
audit-filter-from = Von
audit-filter-to = Bis
audit-filter-clear = Zurücksetzen
audit-refused = Prüfe die markierten Filter.
audit-count =
    { $count ->
        [one] { $count } Eintrag
       *[other] { $count } Einträge
    }
audit-count-filtered =
    { $count ->
        [one] { $count } Eintrag mit diesen Filtern
       *[other] { $count } Einträge mit diesen Filtern
    }
# For screen readers: names the table.
audit-caption = Protokoll, das Neueste zuerst
# The heads of the columns. $zone is like Europe/Berlin.
audit-when = Wann ({ $zone })
audit-what = Was
audit-address = Adresse
# Who did it, where no one did.
audit-service = Der Dienst
# For screen readers, in place of an address.
audit-no-address = unbekannt
# The list is empty.
audit-no-page = Diese Seite gibt es nicht
audit-no-page-note = So viele Seiten hat das Protokoll nicht.
audit-nothing = Nichts auf dem Teller
audit-no-match = Zu diesen Filtern passt kein Eintrag.
audit-nothing-yet = Noch keine Änderungen.
audit-utc = Tage und Uhrzeiten in UTC.
# $zone is like Europe/Berlin.
audit-zone = Uhrzeiten in { $zone }. Die Filter gelten für Tage in UTC.

# What was done.
audit-action-create-waffle = Waffel erstellt
audit-action-update-waffle = Waffel bearbeitet
audit-action-archive-waffle = Waffel archiviert
audit-action-unarchive-waffle = Waffel wiederhergestellt
audit-action-delete-waffle = Waffel gelöscht
audit-action-mark-paid = Platz als bezahlt markiert
audit-action-release-spot = Platz freigegeben
audit-action-set-winner = Gewinner gezogen
audit-action-clear-winner = Ziehung zurückgenommen
audit-action-change-winner = Gewinner geändert
audit-action-replace-winner = Gewinner ersetzt
audit-action-create-admin = Konto erstellt
audit-action-update-admin-role = Rolle geändert
audit-action-update-admin-profile = Profil bearbeitet
audit-action-reset-admin-password = Passwort zurückgesetzt
audit-action-deactivate-admin = Konto deaktiviert
audit-action-update-whois-settings = WHOIS-Server geändert
audit-action-update-setting = Einstellung geändert
audit-action-create-payment-method = Zahlungsart hinzugefügt
audit-action-update-payment-method = Zahlungsart bearbeitet
audit-action-deactivate-payment-method = Zahlungsart deaktiviert
audit-action-create-share-template = Vorlage hinzugefügt
audit-action-update-share-template = Vorlage bearbeitet
audit-action-delete-share-template = Vorlage gelöscht
audit-action-set-default-share-template = Standardvorlage gewählt
audit-action-update-share-message = Nachricht geschrieben
audit-action-regenerate-card = Karten neu erstellt
audit-action-change-password = Eigenes Passwort geändert
audit-action-activate-admin = Konto reaktiviert
audit-action-unlock-admin = Sperren eines Kontos beendet
audit-action-read-password-reset = Link für ein neues Passwort angesehen
audit-action-end-session = Sitzung beendet
audit-action-end-other-sessions = Überall sonst abgemeldet
audit-action-enable-second-factor = Eigenen zweiten Faktor eingeschaltet
audit-action-disable-second-factor = Eigenen zweiten Faktor ausgeschaltet
audit-action-remove-second-factor = Zweiten Faktor gelöscht
audit-action-renew-recovery-codes = Neue Ersatzcodes geholt
audit-action-use-recovery-code = Mit Ersatzcode angemeldet
audit-action-assign-spots = Plätze zugeteilt
audit-action-block-handle = Namen gesperrt
audit-action-unblock-handle = Namen entsperrt
audit-action-extend-spots = Mehr Zeit zum Zahlen gegeben
audit-action-unpay-spot = Platz als unbezahlt markiert
audit-action-rename-spots = Plätze umbenannt
audit-action-merge-users = Zwei Namen zusammengeführt
audit-action-release-source = Plätze eines Anschlusses freigegeben
audit-action-lock-draw = Ziehung festgeschrieben
audit-action-void-draw = Ziehung abgebrochen
audit-action-hand-in-round = Runde eingegeben
audit-action-remember-payer = Gemerkt, wer für wen zahlt
audit-action-forget-payer = Vergessen, wer für wen zahlt
audit-action-upload-photo = Foto hochgeladen
# What it was done to.
audit-entity-waffle = Waffel
audit-entity-spot = Platz
audit-entity-admin = Konto
audit-entity-settings = Einstellungen

## Sign-in history

sign-ins-title = Anmeldungen
my-sign-ins-title = Meine Anmeldungen
# On top of the history, depending on the reader's role.
sign-ins-lead-super-admin = Wer sich wann, von wo und mit welchem Gerät angemeldet hat.
sign-ins-lead-admin = Deine eigenen Anmeldungen und die der Waffelmanager.
sign-ins-lead-waffle-manager = Wo und wie du dich angemeldet hast.
# A filter.
sign-ins-account = Konto
my-sign-ins-lead = Deine letzten Anmeldungen. Eine davon warst nicht du? <a>Ändere dein Passwort</a>.
# Links to the whole history.
my-sign-ins-more-everyone = Anmeldungen von allen
my-sign-ins-more-managers = Auch die der Waffelmanager
# $zone is like Europe/Berlin.
sign-ins-count =
    { $count ->
        [one] { $count } Anmeldung, die neueste zuerst. Uhrzeiten in { $zone }.
       *[other] { $count } Anmeldungen, die neuesten zuerst. Uhrzeiten in { $zone }.
    }
# For screen readers: names the table.
sign-ins-caption = Anmeldungen, Uhrzeiten in { $zone }
# The heads of the columns.
sign-ins-when = Wann
sign-ins-who = Wer
# Browser and device.
sign-ins-with = Gerät
# Address and city.
sign-ins-from = Ort
# Whose network it is.
sign-ins-network = Netz
sign-ins-agent = User-Agent
# Who said whose network it is.
sign-ins-source = Quelle: { $server }
sign-ins-no-page = Nichts auf dieser Seite
sign-ins-earlier =
    { $count ->
        [one] Auf früheren Seiten steht { $count } Anmeldung.
       *[other] Auf früheren Seiten stehen { $count } Anmeldungen.
    }
sign-ins-none = Keine Anmeldungen
sign-ins-none-note = Sobald es welche gibt, stehen sie hier.
# In place of whose network an address belongs to.
sign-ins-network-unknown = Unbekannt
sign-ins-network-private = Private Adresse

## Browsers and devices

# $browser is like Chrome, $os like macOS.
client-on = { $browser } auf { $os }
client-unknown-on = Unbekannter Browser auf { $os }
client-unknown = Unbekannter Browser
# In place of a browser's name.
client-in-app = In-App-Browser
client-library = HTTP-Bibliothek
client-bot = Bot
client-desktop-app = Desktop-App
client-android-app = Android-App
client-apple-app = Apple-App
device-desktop = Computer
device-mobile = Handy
device-tablet = Tablet

# Sentences that refuse something, and the words of the service itself. Programs get them in English.

## Refusals: claims

refusal-no-waffle = Diese Waffel gibt es nicht.
refusal-waffle-not-active = Die Gewinner sind gezogen, also gibt es keine Plätze mehr.
refusal-not-open-yet = Diese Waffel ist noch nicht offen. Es ist nichts gesichert.
refusal-claims-paused = Der Verkäufer pausiert kurz. Es ist nichts gesichert. Versuch es bald noch einmal.
refusal-handle-blocked = Mit diesem Namen geht es hier nicht. Frag den Verkäufer nach dem Grund.
# $count and $allowed are the same number, for the choice and as it is written; $held is how many the buyer holds.
refusal-too-many-spots =
    { $held ->
        [0]
            { $count ->
                [one] Höchstens { $allowed } Platz pro Person. Es ist nichts gesichert.
               *[other] Höchstens { $allowed } Plätze pro Person. Es ist nichts gesichert.
            }
       *[other]
            { $count ->
                [one] Höchstens { $allowed } Platz pro Person, und du hast schon { $held }. Es ist nichts gesichert.
               *[other] Höchstens { $allowed } Plätze pro Person, und du hast schon { $held }. Es ist nichts gesichert.
            }
    }
# $list is like "3, 7".
refusal-spots-taken =
    { $count ->
        [one] Platz { $list } ist schon vergeben. Es ist nichts gesichert.
       *[other] Die Plätze { $list } sind schon vergeben. Es ist nichts gesichert.
    }
refusal-key-reused = Dieser Idempotenzschlüssel gehört schon zu einer anderen Anfrage. Nimm für neue Plätze einen neuen Schlüssel.

## Refusals: a waffle’s states

refusal-pay-one-by-one = Die Gewinner sind gezogen. Markiere Plätze jetzt einzeln als bezahlt.
refusal-drawn-already = Die Gewinner sind schon gezogen. Ändere sie, oder nimm die Ziehung zurück.
refusal-item-count-drawn = Nach der Ziehung lässt sich die Zahl der Gewinner nicht ändern. Nimm zuerst die Ziehung zurück.
refusal-waffle-not-completed = Diese Waffel hat noch keine Gewinner. Zieh sie zuerst.
refusal-waffle-archived = Diese Waffel ist archiviert. Stell sie zuerst wieder her.

## Refusals: spots

refusal-no-spot = Diesen Platz gibt es nicht.
# $status is available, pending, paid, winner or loser, here and in the next ones: for a choice.
refusal-spot-not-pending =
    { $status ->
        [available] Platz { $number } ist frei: Nur ein unbezahlter Platz lässt sich als bezahlt markieren.
        [pending] Platz { $number } ist unbezahlt: Nur ein unbezahlter Platz lässt sich als bezahlt markieren.
        [paid] Platz { $number } ist bezahlt: Nur ein unbezahlter Platz lässt sich als bezahlt markieren.
        [winner] Platz { $number } hat gewonnen: Nur ein unbezahlter Platz lässt sich als bezahlt markieren.
       *[loser] Platz { $number } ist nicht gezogen: Nur ein unbezahlter Platz lässt sich als bezahlt markieren.
    }
refusal-spot-not-releasable =
    { $status ->
        [available] Platz { $number } ist frei: Nur ein unbezahlter oder bezahlter Platz lässt sich freigeben.
        [pending] Platz { $number } ist unbezahlt: Nur ein unbezahlter oder bezahlter Platz lässt sich freigeben.
        [paid] Platz { $number } ist bezahlt: Nur ein unbezahlter oder bezahlter Platz lässt sich freigeben.
        [winner] Platz { $number } hat gewonnen: Nur ein unbezahlter oder bezahlter Platz lässt sich freigeben.
       *[loser] Platz { $number } ist nicht gezogen: Nur ein unbezahlter oder bezahlter Platz lässt sich freigeben.
    }
refusal-spot-not-renamable =
    { $status ->
        [available] Platz { $number } ist frei: Nur ein unbezahlter oder bezahlter Platz lässt sich umbenennen.
        [pending] Platz { $number } ist unbezahlt: Nur ein unbezahlter oder bezahlter Platz lässt sich umbenennen.
        [paid] Platz { $number } ist bezahlt: Nur ein unbezahlter oder bezahlter Platz lässt sich umbenennen.
        [winner] Platz { $number } hat gewonnen: Nur ein unbezahlter oder bezahlter Platz lässt sich umbenennen.
       *[loser] Platz { $number } ist nicht gezogen: Nur ein unbezahlter oder bezahlter Platz lässt sich umbenennen.
    }
refusal-no-source = Von diesem Anschluss hat sich hier niemand Plätze gesichert.

## Refusals: receipts

refusal-no-receipt = Diesen Beleg gibt es nicht, oder seine Waffel ist gelöscht.
refusal-not-yours = Platz { $number } ist nicht deiner, also kannst du ihn nicht zurückgeben. Es hat sich nichts geändert.
refusal-not-to-give-back =
    { $status ->
        [available] Platz { $number } ist frei: Zurückgeben kannst du nur, was nicht bezahlt ist. Es hat sich nichts geändert.
        [pending] Platz { $number } ist vergeben: Zurückgeben kannst du nur, was nicht bezahlt ist. Es hat sich nichts geändert.
        [paid] Platz { $number } ist bezahlt: Zurückgeben kannst du nur, was nicht bezahlt ist. Es hat sich nichts geändert.
        [winner] Platz { $number } hat gewonnen: Zurückgeben kannst du nur, was nicht bezahlt ist. Es hat sich nichts geändert.
       *[loser] Platz { $number } ist nicht gezogen: Zurückgeben kannst du nur, was nicht bezahlt ist. Es hat sich nichts geändert.
    }

## Refusals: draws

refusal-no-draw = Diese Ziehung gibt es nicht.
refusal-draw-locked = Eine Ziehung ist festgeschrieben, und bis sie gezogen ist, können sich ihre Einträge nicht ändern. Es hat sich nichts geändert.
refusal-draw-not-locked = Diese Ziehung ist nicht mehr festgeschrieben.
refusal-draw-not-standing = Die jetzigen Gewinner sind nicht aus dieser Ziehung, also lässt sich keiner von ihnen ersetzen.
refusal-no-alternate = Kein Ersatzplatz ist mehr da: Alle dieser Ziehung sind eingesprungen oder haben schon gewonnen, oder es wurde keiner gezogen.
refusal-not-enough-spots =
    { $found ->
        [one] Für { $needed } Gewinner reicht { $found } bezahlter Platz nicht.
       *[other] Für { $needed } Gewinner reichen { $found } bezahlte Plätze nicht.
    }
refusal-not-enough-buyers =
    { $found ->
        [one] Für { $needed } Gewinner reicht { $found } Käufer mit einem bezahlten Platz nicht.
       *[other] Für { $needed } Gewinner reichen { $found } Käufer mit einem bezahlten Platz nicht.
    }
refusal-too-late-to-lock = Nach der neuesten Runde der Zufallsquelle erscheint die Runde dieser Ziehung gleich: Die Uhr dieses Servers geht nach. Es ist nichts festgeschrieben.
refusal-too-late-to-void = Diese Ziehung lässt sich nicht mehr abbrechen: Ihre Runde erscheint gleich.
refusal-too-early = Die Runde dieser Ziehung ist noch nicht erschienen.
# $expected and $given are the hashes of chains.
refusal-other-chain = Die Ziehung wartet auf eine Runde der Kette { $expected }, nicht von { $given }.
refusal-other-round = Die Ziehung wartet auf Runde { $expected }, nicht auf Runde { $given }.
refusal-too-few-spots = Diese Ziehung braucht { $needed } Gewinner, aber dafür sind nicht genug Plätze bezahlt: { $found }.
refusal-too-few-buyers = Diese Ziehung braucht { $needed } Gewinner, aber dafür haben nicht genug Käufer bezahlt: { $found }.

## Refusals: what sellers keep

refusal-no-share-template = Diese Vorlage gibt es nicht.
refusal-last-template = Das ist deine einzige Vorlage. Erstelle eine andere, bevor du sie löschst.
refusal-no-payment-method = Diese Zahlungsart gibt es nicht.
refusal-no-payer = Dieser Name ist nicht gemerkt.
refusal-no-photo = Dieses Foto gibt es nicht.
refusal-not-blocked = @{ $handle } ist nicht gesperrt.
refusal-already-blocked = @{ $handle } ist schon gesperrt.
refusal-no-audit-entry = Diesen Eintrag im Protokoll gibt es nicht.

## Refusals: signing in and accounts

refusal-not-signed-in = Melde dich zuerst an: Hier ist kein Token, oder es gilt nicht mehr.
refusal-wrong-credentials = Benutzername oder Passwort stimmt nicht.
refusal-code-required = Dieses Konto braucht auch einen Code: Schick ihn als `code`.
refusal-wrong-code = Dieser Code stimmt nicht oder ist schon benutzt. Warte auf den nächsten.
refusal-sign-in-expired = Das hat zu lange gedauert, oder dein Passwort hat sich geändert. Bitte fang von vorn an.
refusal-deactivated = Dieses Konto ist deaktiviert. Ein Super-Admin kann es reaktivieren.
refusal-wrong-password = Das ist nicht dein Passwort. Es hat sich nichts geändert.
refusal-invalid-token = Dieser Link geht nicht: Er ist schon benutzt, ersetzt oder älter als eine Stunde. Fordere einen neuen an.
refusal-role-too-low = Deine Rolle erlaubt das nicht.
refusal-not-yours-to-choose = Wessen Anmeldungen zu sehen sind, wählen nur Super-Admins.
refusal-no-session = Diese Sitzung ist schon beendet.
refusal-no-account = Dieses Konto gibt es nicht.
refusal-username-taken = Ein anderes Konto hat diesen Benutzernamen.
refusal-email-taken = Ein anderes Konto hat diese E-Mail-Adresse.
refusal-own-account = Dein eigenes Konto kannst du nicht deaktivieren. Frag einen anderen Super-Admin.
refusal-own-password = Dein eigenes Passwort änderst du unter Einstellungen, Sicherheit.
refusal-own-second-factor = Deinen eigenen zweiten Faktor schaltest du unter Einstellungen, Sicherheit aus.
refusal-last-super-admin = Das ist der letzte aktive Super-Admin. Gib zuerst jemand anderem diese Rolle.
refusal-second-factor-missing = Deine Rolle braucht hier einen zweiten Faktor. Richte ihn zuerst ein (/api/admin/me/second-factor).
refusal-no-second-factor = Dieses Konto hat keinen zweiten Faktor.
refusal-no-secret-to-confirm = Es gibt nichts zu bestätigen. Bitte fang von vorn an.
refusal-second-factor-on = Du hast schon einen zweiten Faktor. Schalte ihn zuerst aus.
refusal-second-factor-needed = Deine Rolle braucht einen zweiten Faktor. Ein anderer Super-Admin kann ihn löschen, damit du einen neuen einrichten kannst.

## Refusals: requests

# Of several fields. If it is one, its own sentence is said.
refusal-validation-failed = Einige Felder stimmen noch nicht.
# $what is in English, from a library.
refusal-malformed-json = Das ist nicht das JSON, das hier erwartet wird: { $what }.
refusal-malformed-form = Das ist nicht das Formular, das hier erwartet wird: { $what }.
refusal-bad-body = Der Inhalt der Anfrage lässt sich nicht lesen.
refusal-bad-path = Ein Teil der Adresse hat den falschen Typ.
refusal-bad-query = Ein Wert hinter dem Fragezeichen hat den falschen Typ, zum Beispiel Text statt einer Zahl.
refusal-bad-host = Die Anfrage nennt keinen gültigen Host.
refusal-no-upgrade = Diese Adresse spricht WebSocket: Verlange ein Upgrade.
refusal-bad-request = Die Anfrage lässt sich nicht lesen.
refusal-csrf-failed = Dieses Formular ist abgelaufen. Lade die Seite neu und versuch es noch einmal.
refusal-foreign = Diese Anfrage kam von einer anderen Website. Bitte versuch es von hier aus noch einmal.
refusal-no-route = An dieser Adresse gibt es nichts.
# $allowed is like GET, HEAD.
refusal-method-not-allowed = Diese Adresse nimmt diese Methode nicht an, nur { $allowed }.
refusal-request-too-slow = Die Anfrage kam zu langsam an. Es hat sich nichts geändert.
refusal-body-too-slow = Der Inhalt der Anfrage kam zu langsam an. Es hat sich nichts geändert.
refusal-too-large = Der Inhalt der Anfrage ist länger als die { $kib } KiB, die hier gehen.
# $needed is like JSON (application/json).
refusal-unsupported-media-type = Der Inhalt der Anfrage muss { $needed } sein.
refusal-photo-too-large = Das Foto hat mehr als 8 MB; es wurde nichts gespeichert. Nimm ein kleineres.
refusal-not-a-photo = Die Datei muss JPEG, PNG oder WebP sein; es wurde nichts gespeichert.
refusal-heic-photo = Das Foto ist HEIC, und das zeigen viele Browser nicht; es wurde nichts gespeichert. Sichere es erst als JPEG, oder wähle in den Einstellungen deines iPhones unter „Kamera“ und „Formate“ „Maximale Kompatibilität“.
refusal-not-only-a-photo = Die Datei ist ein Foto, aber auch eine Webseite, ein Dokument oder ein Archiv; es wurde nichts gespeichert. Lade einen Screenshot davon hoch, oder sichere das Bild als neues JPEG.

## Refusals: too often

refusal-rate-limited = Zu viele Anfragen von deiner Adresse. Warte einen Moment.
refusal-uploads-limited = Du hast sehr viele Fotos hochgeladen. Versuch es später noch einmal.
refusal-locked-out = Zu viele Fehlversuche beim Anmelden. Warte eine Weile und versuch es dann noch einmal.
refusal-guessing-locked = Zu viele falsche Passwörter. Es hat sich nichts geändert. Warte eine Weile und versuch es dann noch einmal.
refusal-codes-locked = Zu viele falsche Codes. Warte eine Weile und versuch es dann noch einmal.

## Refusals: faults, and too much to do

refusal-internal = Hier ist etwas schiefgegangen. Wir haben es notiert.
refusal-database-unavailable = Die Datenbank antwortet nicht. Es hat sich nichts geändert. Versuch es gleich noch einmal.
refusal-outcome-unknown = Vielleicht hat es trotzdem geklappt: Sieh auf der Tafel nach, bevor du es noch einmal versuchst.
refusal-overloaded = Gerade wollen sich zu viele Leute Plätze sichern. Es hat sich nichts geändert. Versuch es gleich noch einmal.
refusal-timeout = Das hat zu lange gedauert. Versuch es gleich noch einmal.
refusal-too-many-watchers = Gerade schauen zu viele zu. Versuch es gleich noch einmal.
refusal-busy-seconds = Gerade melden sich zu viele Leute an. Versuch es in { $seconds } Sekunden noch einmal.
refusal-busy-moment = Gerade melden sich zu viele Leute an. Versuch es gleich noch einmal.
refusal-cards-busy = Gerade werden zu viele Karten erstellt. Versuch es gleich noch einmal.
refusal-photos-busy = Gerade werden zu viele Fotos hochgeladen; es wurde nichts gespeichert. Versuch es gleich noch einmal.
refusal-histories-busy = Gerade werden zu viele lange Verläufe gelesen. Versuch es gleich noch einmal.
refusal-receipts-busy = Gerade werden zu viele lange Belege gelesen. Versuch es gleich noch einmal.
refusal-reports-busy = Gerade werden zu viele Berichte gelesen. Versuch es gleich noch einmal.

## Refusals: what was done in part

# $of is lines (of payments) or waffles, for a choice, and $done and $all are their numbers.
refusal-midway =
    { $of ->
        [waffles] Erledigt: { $done } von { $all } Waffeln. Wiederhole die Anfrage, um mit den übrigen weiterzumachen.
       *[lines] Erledigt: { $done } von { $all } Zeilen. Wiederhole die Anfrage, um mit den übrigen weiterzumachen.
    }
refusal-midway-at-least =
    { $of ->
        [waffles] Erledigt: mindestens { $done } von { $all } Waffeln. Wiederhole die Anfrage, um mit den übrigen weiterzumachen.
       *[lines] Erledigt: mindestens { $done } von { $all } Zeilen. Wiederhole die Anfrage, um mit den übrigen weiterzumachen.
    }
refusal-midway-locked =
    { $of ->
        [waffles] Erledigt: { $done } von { $all } Waffeln. Dann wurde eine Ziehung festgeschrieben: Warte, bis sie gezogen ist. Wiederhole die Anfrage, um mit den übrigen weiterzumachen.
       *[lines] Erledigt: { $done } von { $all } Zeilen. Dann wurde eine Ziehung festgeschrieben: Warte, bis sie gezogen ist. Wiederhole die Anfrage, um mit den übrigen weiterzumachen.
    }

## Faults: a waffle’s fields

fault-title-missing = Gib der Waffel einen Titel.
fault-title-long = Ein Titel hat höchstens { $most } Zeichen.
fault-title-controls = Ein Titel ist eine Zeile Text ohne Steuerzeichen.
fault-description-long = Eine Beschreibung hat höchstens 5.000 Zeichen.
fault-description-nul = Eine Beschreibung kann das Zeichen NUL nicht enthalten.
fault-total-spots = Eine Waffel hat 2 bis 10.000 Plätze.
fault-total-fixed = Ist eine Waffel erstellt, lässt sich die Zahl der Plätze nicht mehr ändern.
fault-winners-range = Eine Waffel hat 1 bis 10 Gewinner.
fault-winners-many = Eine Waffel kann nicht mehr Gewinner als Plätze haben.
fault-price-cents = Ein Platz kostet 1 bis 100.000.000 Cent.
# $example is like 25.00.
fault-price-amount = Gib den Preis eines Platzes als Betrag ein, wie { $example }.
fault-price-range = Ein Platz kostet { $least } bis { $most }.
fault-links-many = Eine Waffel hat höchstens { $most } Links.
fault-link = Ein Link fängt mit http:// oder https:// an und nennt einen Host, wie https://example.com/me.
fault-link-user = Ein Link darf keinen Benutzernamen enthalten. Lass das @ weg und alles, was davor steht.
fault-link-turned = In diesem Link steckt ein unsichtbares Zeichen, das Text umdreht: Tippe den Link, statt ihn einzufügen.
fault-photo-missing = Schick ein Foto im Feld „file“.
fault-photo-unreadable = Dieses Foto lässt sich nicht öffnen: Die Datei ist beschädigt oder unvollständig. Versuch es mit einem anderen.
fault-photo-pixels = Ein Foto hat höchstens 40 Megapixel. Nimm ein kleineres.
fault-photo-gone = Dieses Foto ist nicht mehr da: Einen Tag lang war es nirgends zu sehen. Lade es noch einmal hoch.
fault-seller-picture = Lade das Bild zuerst hier hoch und schick dann seine Adresse.
fault-methods-many = Eine Waffel hat höchstens 20 Zahlungsarten.
fault-method-inactive = Eine dieser Zahlungsarten ist deaktiviert. Lass sie weg, oder reaktiviere sie zuerst.
fault-opening = Gib ein, wann die Waffel öffnet, so wie 2026-06-01T18:00:00Z, oder lass es weg.
fault-minutes-to-pay = Gib 5 bis 43.200 Minuten Zeit zum Zahlen, oder lass das Feld leer, dann gibt es keine Frist.
fault-spots-per-buyer = Erlaube 1 bis 10.000 Plätze pro Käufer, oder lass das Feld leer, dann sind es beliebig viele.
fault-grace-hours = Halte Plätze nach der Frist noch 1 bis 720 Stunden, oder lass das Feld leer, dann hältst du sie unbegrenzt.
fault-confirmation = Tippe zur Bestätigung DELETE.

## Faults: claims and spots

fault-handle-missing = Gib deinen Namen (wie @anna) ein.
fault-handle-letters = Ein Name hat nur Buchstaben von a bis z, Ziffern, Punkte, Unterstriche und Bindestriche.
fault-handle-long = Ein Name hat höchstens 64 Zeichen.
fault-count = Nimm mindestens einen Platz.
fault-spots-missing = Nenne mindestens einen Platz.
fault-spots-unpicked = Such dir mindestens einen Platz aus, oder tippe seine Nummer.
fault-no-spot = Platz { $number } gibt es nicht.
fault-beyond-board = Platz { $number } gibt es nicht: Diese Waffel hat die Plätze 1 bis { $total }.
fault-spot-twice = Platz { $number } ist zweimal genannt.
# $part is what was typed, here and in the next one.
fault-no-numbers = „{ $part }“ ist nicht die Nummer eines Platzes. Gib Nummern ein wie 3, 7, 10-14.
fault-spots-outside = Plätze gehen von 1 bis { $most }. „{ $part }“ liegt außerhalb.
fault-spot-range = Plätze gehen von 1 bis 10.000.
fault-idempotency-key = Ein Idempotenzschlüssel hat 1 bis 128 sichtbare ASCII-Zeichen ohne Leerzeichen.
fault-waffle-id = Nenne die Waffel mit ihrer ID, einer UUID.
fault-note-long = Eine Nachricht hat höchstens 200 Zeichen.
fault-note-controls = Eine Nachricht ist einfacher Text ohne Steuerzeichen.
fault-note-missing = Schick eine Nachricht mit bis zu 200 Zeichen, oder null, um sie zurückzunehmen.
fault-spot-ids = Nenne 1 bis 3.000 Plätze mit ihren IDs.
fault-more-minutes = Gib 1 bis 43.200 Minuten mehr.
fault-source = Nenne eine Quelle so, wie sie in der Liste der Quellen steht: 32 Hexadezimalziffern.
fault-block-reason = Gib einen Grund mit höchstens 500 Zeichen an, oder lass das Feld leer.
fault-merge-same = Nenne einen anderen Namen: Dieser lässt sich nicht mit sich selbst zusammenführen.

## Faults: winners and draws

fault-winners-count = Bestimme genau { $items } Gewinner. Bestimmt hast du { $named }.
# $list is like "3, 7".
fault-winners-unpaid =
    { $count ->
        [one] Platz { $list } ist nicht bezahlt: Nur bezahlte Plätze können gewinnen.
       *[other] Die Plätze { $list } sind nicht bezahlt: Nur bezahlte Plätze können gewinnen.
    }
# $part is what was typed.
fault-no-number = „{ $part }“ ist nicht die Nummer eines Platzes. Gib Nummern ein wie 3, 7.
fault-draw-delay = Gib 30 bis 86.400 Sekunden an.
fault-alternates = Gib 0 bis 10 Ersatzplätze an.
fault-reason-missing = Gib einen Grund an. Alle können ihn lesen.
fault-reason-long = Ein Grund hat höchstens { $most } Zeichen.
fault-reason-controls = Ein Grund ist eine Zeile Text ohne Steuerzeichen.
fault-reason-of-redraw = Sag, warum neu gezogen wird. Alle können es lesen.
fault-prizes-count =
    { $winners ->
        [one] Nenne genau { $winners } Preis, einen pro Gewinner. Genannt: { $named }.
       *[other] Nenne genau { $winners } Preise, einen pro Gewinner. Genannt: { $named }.
    }
# $place counts from 1, here and in the next ones.
fault-prize-missing = Preis { $place } hat keinen Namen.
fault-prize-long = Preis { $place } hat mehr als 100 Zeichen.
fault-prize-controls = Preis { $place } muss eine Zeile Text ohne Steuerzeichen sein.
fault-replaced-missing = Sag, welcher Gewinner ersetzt wird.
fault-not-a-winner = Platz { $spot } hat nicht gewonnen.
fault-other-round = Diese Ziehung wartet auf Runde { $round }.
fault-signature = Das ist nicht die Signatur der Runde: Kopiere alle 96 Zeichen.

## Faults: payments

fault-method-type = Wähle einen Typ: wallet_a, wallet_b, wallet_c oder wallet_d.
fault-method-name = Gib eine Bezeichnung ein, die Käufer wiedererkennen.
fault-method-handle = Gib deinen Namen dort oder einen Link ein.
fault-method-link = Ein Link fängt mit https:// oder http:// an, wie https://pay.example/me.
fault-instructions-missing = Schreib, worauf Käufer achten sollen, oder lass es weg.
# "This" is what the field holds.
fault-this-long = Hier passen höchstens { $most } Zeichen.
fault-this-controls = Hier passt nur eine Zeile ohne Steuerzeichen.
fault-this-turned = Darin steckt ein unsichtbares Zeichen, das Text umdreht: Tippe es, statt es einzufügen.
fault-payments-text = Füge höchstens 64 KiB Text auf einmal ein.
fault-payments-text-missing = Füge die Zeilen einer Zahlungs-App oder eine CSV-Datei ein.
fault-lines-count = Nenne 1 bis 1.000 Zeilen.
fault-line-text = Jede Zeile hat ihren Text, bis zu 64 KiB.
fault-line-spots = Jede Zeile nennt 1 bis 10.000 Plätze mit ihren IDs.
fault-line-use = Eine Zeile zählt entweder noch einmal oder ist nur gemerkt.
fault-desk-filter = Der Filter kann nur shared_source sein. Ohne Filter stehen alle da.

## Faults: accounts

fault-username-missing = Der Benutzername fehlt.
fault-username-letters = Ein Benutzername hat Buchstaben von a bis z, Ziffern, Punkte, Unterstriche und Bindestriche.
fault-username-length = Ein Benutzername hat 3 bis 64 Zeichen.
fault-email-missing = Die E-Mail-Adresse fehlt.
fault-email = Das ist keine E-Mail-Adresse.
fault-email-unconfirmed = Gib dein bisheriges Passwort ein, um deine E-Mail-Adresse zu ändern.
fault-name-long = Ein Name hat höchstens { $most } Zeichen.
fault-name-controls = Ein Name ist eine Zeile Text ohne Steuerzeichen.
fault-timezone = Das ist keine IANA-Zeitzone wie Europe/Berlin.
fault-role = Wähle eine Rolle: super_admin, admin oder waffle_manager.
fault-standing-unconfirmed = Gib dein Passwort ein, um eine Rolle herabzustufen oder ein Konto zu deaktivieren.
fault-own-password-missing = Gib dein Passwort ein.
fault-code-missing = Gib den Code aus deiner App ein.
fault-password-missing = Das Passwort fehlt.
fault-password-short = Das Passwort braucht mindestens { $least } Zeichen.
fault-password-long = Das Passwort ist zu lang: höchstens { $most } Bytes.
fault-password-nul = In dem Passwort ist ein Zeichen, das sich nicht tippen lässt: Lass es weg.
fault-password-common = Dieses Passwort ist zu gängig: Nimm eines, das andere nicht haben.
fault-password-one-character = Das Passwort wiederholt ein einziges Zeichen: Nimm mehrere verschiedene.
fault-password-with-username = Ohne den Benutzernamen darin wäre dieses Passwort zu leicht zu erraten: Nimm eines ohne ihn.
# $service is waffle.
fault-password-with-service = In dem Passwort steckt der Name dieses Dienstes: Nimm eines ohne „{ $service }“.
fault-reset-token-missing = Das Token des Links fehlt.
fault-social-many = Gib höchstens { $most } Links an.
# $platform is like TikTok, here and in the next ones.
fault-social-twice = { $platform } steht zweimal da: Nenne jedes Netzwerk nur einmal.
fault-social-missing = Gib deinen Namen bei { $platform } ein.
fault-social-long = { $platform }: Ein Name hat höchstens { $most } Zeichen.
fault-social-controls = { $platform }: Ein Name ist eine Zeile Text ohne Steuerzeichen.
# $known lists codes.
fault-social-platform = Das Netzwerk ist eines von { $known }.
# The other platforms have the names of companies.
platform-website = Website

## Faults: settings

fault-no-setting = Diese Einstellung gibt es nicht.
# $name is the code of a setting.
fault-setting-twice = Das ist { $name } unter anderem Namen, mit einem anderen Wert.
fault-setting-number = Gib eine ganze Zahl von { $least } bis { $most } ein.
fault-whois-server = Gib den Namen oder die Adresse eines Servers ein, mit Port, wenn nötig: whois.example.net oder 192.0.2.1:43.
fault-whois-unreachable = Wir haben diesen Server innerhalb von 3 Sekunden nicht erreicht. Prüfe den Namen und den Port.

## Faults: lists and reports

# $field is page or per_page.
fault-page = { $field } ist eine ganze Zahl ab 1.
fault-limit = Die Anzahl liegt zwischen 1 und { $most }.
fault-offset = Ein Offset ist 0 oder mehr.
fault-search = Lass das Zeichen weg, das sich nicht tippen lässt.
fault-date = Das ist kein Datum. Gib es so ein: 2026-11-20.
fault-period = Das Ende liegt vor dem Anfang.
fault-ranking-length = Gib eine Zahl von 1 bis 100 ein.
fault-format = Das Format kann nur csv sein. Ohne Angabe kommt JSON.
fault-admin-id = Das ist keine ID eines Admins.
fault-account-id = Das ist keine ID eines Kontos.
fault-audit-action = Diese Aktion gibt es nicht.
fault-entity-type = Eine Art ist waffle, spot, admin oder settings.

## Faults: sharing

fault-template-missing = Wähle eine Vorlage.
fault-card-format = Eine Karte ist eine Story oder ein Quadrat.

## How the winners were found, in plain text

# $how is one of won-draw, won-hand and the like.
won-after-others =
    { $count ->
        [one] { $how }, nach { $count } früheren Ergebnis
       *[other] { $how }, nach { $count } früheren Ergebnissen
    }
# $languages is a list of codes: en, de, es.
fault-language = Es gibt diese Sprachen: { $languages }.
