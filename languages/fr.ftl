# Tous les textes, en français.

## The language itself

# How the language calls itself.
language-name = Français
# ltr, or rtl for a language that runs from right to left.
language-direction = ltr
# $sign is a minus or nothing.
number-amount = { $sign }{ $number } { $symbol }
# $number is like 37.5.
number-percent = { $number } %
# Separated by spaces, from Monday on.
moment-weekdays = lun. mar. mer. jeu. ven. sam. dim.
moment-months = janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.
moment-day = { $day } { $month } { $year }
# $time is like 17:44, 17:44:09 or 17:44:09.42.
moment-local = { $day } { $month } { $year } à { $time }
moment-utc = { $day } { $month } { $year } à { $time } UTC
# $city is what a time zone is named after.
moment-there = { $weekday } { $day } { $month } { $year } à { $time } ({ $city })

## Around every page

# The service. Not translated, but a language with another script may write it in that.
site-name = Waffle
# $title is the page's own, often the title of a waffle.
site-title = { $title } · Waffle
site-skip = Aller au contenu
# The navigation, for people who hear the page.
nav-main = Menu principal
nav-waffles = Gaufres
nav-about = C’est quoi ?
nav-dashboard = Mon espace
nav-sign-out = Se déconnecter
# Opens the seller's pages on a phone.
nav-menu = Menu
# The second row of the navigation, for people who hear the page.
nav-seller = Pages vendeur
foot-about = Des cases numérotées, réservées en direct. Le paiement va droit au vendeur.
foot-private-chain = Ici, les tirages au sort passent par une chaîne privée : ils ne prouvent donc rien aux tiers.
foot-api = API
foot-sign-in = Espace vendeur
# Above the languages to choose from, for people who hear the page.
foot-language = Langue
# Follows a sentence about what the seller did. <time> is when the waffle opens.
flash-opens = Elle ouvre le <time/> : partage le lien dès maintenant.
# Links to other pages of a list.
pager-newer = Plus récent
pager-older = Plus ancien
# Waffles and their changes are shown as they happen.
live-live = En direct
live-behind = Pas en direct
live-reconnect = Reconnecter

## Finding spots by a handle

# A part of a page, for people who hear the page.
find-label = Trouver des cases
find-my-spots = Trouver mes cases
find-claimed-already = Déjà réservé ? Retrouve tes cases
find-button = Trouver
find-about = Entre ton pseudo pour voir ce que tu as, ce que tu dois et ce que tu as gagné.
handle-label = Ton pseudo (comme @anna)
# In the field for a handle, after an @, until something is typed.
handle-placeholder = tonpseudo

## Home

home-title = Des cases à prendre en direct
# For search results and link previews.
home-description = Des cases numérotées à prix unique, réservées en direct. Choisis les tiennes, paie le vendeur et suis le tirage.
home-heading = Des cases toutes chaudes, à peine sorties du gaufrier.
home-lead =
    Une gaufre, c’est une grille de cases numérotées à prix unique. Choisis les tiennes tant qu’elles sont chaudes, paie le
    vendeur et suis le tirage.
# Above the claims of this device.
home-mine = Tes cases
home-forget = Oublier sur cet appareil
# The question, with what is lost.
home-forget-what =
    Ce navigateur oubliera ton pseudo et les liens vers tes cases. Les cases restent réservées, mais sans lien tu ne
    pourras plus dire que tu as payé ni rendre de cases.
home-forget-now = Oublier
home-forgotten = C’est oublié sur cet appareil.
home-now = En ce moment au gaufrier
home-all-waffles = Voir toutes les gaufres
home-nothing = Rien au gaufrier pour l’instant
home-nothing-more = Dès qu’un vendeur lance une gaufre, elle apparaît ici. <a>Voir les gaufres passées</a>.
# Three steps, for people who hear the page.
home-steps = Comment ça marche
home-pick = Choisis tes cases
home-pick-more = Touche les numéros qui te plaisent, ou laisse-nous choisir pour toi.
home-pay = Paie le vendeur
home-pay-more = Tes cases sont gardées le temps de payer. Le vendeur les marque payées.
home-draw = Suis le tirage
home-draw-more = Le tirage se fait parmi les cases payées, et la grille affiche qui gagne.

## The list of waffles

waffles-title = Toutes les gaufres
# For search results and link previews.
waffles-description = Toutes les gaufres ouvertes et les tirages passés.
# Above the waffles that are open.
waffles-open = Ouvertes
waffles-none-open = Rien d’ouvert en ce moment
waffles-none-open-more = Suis tes vendeurs préférés pour ne pas rater la prochaine.
# Above the waffles whose winners are drawn.
waffles-drawn = Tirage fait

## A waffle: in lists and on its page

# In small letters in front of the waffle's counts.
status-drawn = Tirage fait
status-archived = Archivée
status-full = Complète
status-paused = En pause
# To its seller; to buyers it "opens soon".
status-scheduled = Programmée
status-opens-soon = Ouvre bientôt
status-open = Ouverte
waffle-price = <b>{ $price }</b> la case
waffle-spots =
    { $count ->
        [one] { $count } case
       *[other] { $count } cases
    }
waffle-winners =
    { $count ->
        [one] { $count } gagnant
       *[other] { $count } gagnants
    }
# After a dot, behind the price and the winners. <time> is a day with the time.
waffle-opens = ouvre le <time/>
# A bar, for people who hear the page.
waffle-bar = Cases réservées
# The script of the page changes the number of the spots that are left, and leaves the words.
waffle-left = Il en reste <b>{ $left }</b> sur { $total }
# The element holds a rate, like 37.5%.
waffle-claimed = <span/> réservé

## How winners were found, below their list

how-won-check = Vérifier le tirage
how-won-all-draws = Tous les tirages

## The page of a waffle

# For search results and link previews.
waffle-description = Cases libres : { $left } sur { $total }, à { $price } la case.
# Once there are winners: $winners are like "#7 @anna, #12 @ben", $how is like "Drawn by lot".
waffle-description-won = Bravo à { $winners }. { $how }.
# A link for its seller.
waffle-manage = Gérer
waffle-about = À propos de cette gaufre
# <time> is a day with the time. The script of the page may change it, and leaves the words.
terms-opens = Ouvre le <time/>
terms-opens-more = Tu pourras réserver tes cases à partir de là.
terms-opens-by-itself = Garde cette page ouverte. Ça démarre automatiquement.
# For browsers without scripts.
terms-opens-reload = Recharge cette page à ce moment-là.
terms-paused = Réservations en pause
terms-paused-more = Le vendeur fait une petite pause.
terms-paused-by-itself = Garde cette page ouverte. Ça reprend automatiquement.
# For browsers without scripts.
terms-paused-reload = Recharge cette page dans un moment.
terms-unlisted = Non répertoriée : il faut avoir le lien pour trouver cette gaufre.
# Above the list of $count winners.
winners-title =
    { $count ->
        [one] Et c’est gagné pour
       *[other] Et c’est gagné pour
    }
# A notice about a draw that is locked, for people who hear the page.
locked-label = Le tirage
# $entries are the spots in the draw, and <time> is a day with the time. $round is the number of what decides it.
locked-entries =
    { $entries ->
        [one] <b>Figé :</b> { $entries } participation, tirage le <time/> avec le tour { $round }.
       *[other] <b>Figé :</b> { $entries } participations, tirage le <time/> avec le tour { $round }.
    }
locked-private = Il passe par une chaîne privée : il ne prouve rien aux tiers.
locked-see-entries = Voir les participations
waffle-closed = Cette gaufre est fermée
waffle-closed-more = Le vendeur l’a retirée. <a>Voir d’autres gaufres</a>
board-title = La grille
board-pick = Choisis tes cases
# The list of the five kinds of spots and of one's own, for people who hear the page.
legend-label = À quoi ressemblent les cases
legend-available = libre
legend-claimed = réservée
legend-paid = payée
legend-winner = gagnante
legend-not-drawn = non tirée
legend-yours = à toi
board-full = Toutes les cases sont réservées. S’il s’en libère une, tu pourras la réserver ici.
board-numbers = Tu connais tes numéros ?
board-numbers-placeholder = Comme 3, 7, 10-14
board-next-free = Prochaine case libre
# A button that hides the spots that are taken, and shows them again.
board-free-only = Libres seulement
# A row of buttons with numbers, for people who hear the page, and below what each does.
board-jumps = Aller à une case
board-jump = Aller à la case { $number }
board-help = Les flèches vont d’une case à l’autre, la barre d’espace choisit. Page précédente et page suivante sautent dix lignes.
# A box to tick, for people who hear the page.
board-spot-available = Case { $number }, libre
# The state of a spot, as buyers read it, behind its number or the handle of its buyer.
spot-available = libre
spot-claimed = réservée, paiement attendu
spot-paid = payée
spot-winner = gagnante
spot-not-drawn = non tirée
# The same as "claimed, payment pending", as sellers read it.
spot-pending = en attente
# A list of numbers, for people who hear the page.
board-free-label = Cases libres
# $numbers are like "1-6, 8".
board-free = <b>Cases libres :</b> { $numbers }
board-none-free = <b>Cases libres :</b> aucune pour l’instant
claim-title = Réserver
claim-locked = <b>Tirage figé :</b> les cases que tu réserves maintenant n’en font pas partie.
# <b> is a number of spots.
claim-most = <b/> au maximum par personne.
# <b> is a time like "30 minutes" or "1 day".
claim-pay-within = <b/> pour payer.
claim-clear = Effacer
claim-mine = Réserver mes cases
claim-we-pick = Pas de préférence ? On choisit.
claim-fewer = Une de moins
claim-more = Une de plus
claim-count-label = Nombre de cases à choisir au hasard
claim-random = Choisir & réserver
pay-title = Comment payer
# Each way to pay has instructions.
pay-mind = Réserve d’abord, puis paie le vendeur. Regarde la note de chaque moyen de paiement.
pay-handle = Réserve d’abord, puis paie le vendeur en indiquant ton pseudo.
# Behind a way to pay that has no instructions, where others have some.
pay-mention-handle = Indique ton pseudo.
pay-locked = Le tirage est figé. Les cases non payées n’en font pas partie, alors ne les paie pas maintenant.
pay-drawn = Le tirage est fait : il n’y a plus rien à payer.
# A link to where one pays.
pay-button = Payer
# A button that copies an address to pay to.
pay-copy = Copier
waffle-links = Du côté du vendeur
waffle-share = Partager cette gaufre
waffle-csv = Grille en CSV

## How long, as in "30 minutes to pay"

time-days =
    { $count ->
        [one] { $count } jour
       *[other] { $count } jours
    }
time-hours =
    { $count ->
        [one] { $count } heure
       *[other] { $count } heures
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
        [one] La case { $numbers } vient de partir
       *[other] Les cases { $numbers } viennent de partir
    }
# $count are the others of the spots that were picked.
notice-taken-rest =
    { $count ->
        [one] Rien n’est encore réservé. L’autre est toujours libre : tu la prends ?
       *[other] Rien n’est encore réservé. Les autres sont toujours libres : tu les prends ?
    }
notice-taken-all = Rien n’est encore réservé. Choisis d’autres cases plus bas, ou laisse-nous choisir pour toi.
# A button. $numbers are spots, like "6, 8, 12", and $sum is their price.
notice-claim-rest = Réserver { $numbers } pour { $sum }
notice-none-left = Il ne restait plus de case
notice-none-left-more = Toutes les cases sont prises. Il s’en libère parfois : garde un œil sur la grille.
notice-invalid = Presque : vérifie le formulaire
notice-invalid-more = Rien n’est encore réservé. Vérifie le champ en évidence plus bas.
notice-reused = Ce formulaire a déjà servi
notice-reused-more = Il a déjà réservé des cases : cherche ton pseudo sur la grille. Pour en réserver d’autres, utilise le formulaire plus bas.
notice-closed = Cette gaufre est fermée
notice-not-open = Pas encore ouverte
# <time> is a day with the time.
notice-not-open-more = Rien n’est réservé. Les réservations ouvrent le <time/>.
notice-blocked = Ce pseudo ne peut pas réserver ici
notice-blocked-more = Rien n’est réservé. Demande au vendeur pourquoi.
notice-too-many =
    { $allowed ->
        [one] La limite est de { $allowed } case
       *[other] La limite est de { $allowed } cases
    }
notice-too-many-more =
    { $held ->
        [0] Rien n’est réservé. Choisis moins de cases.
       *[other] Rien n’est réservé. Tu en as déjà { $held }.
    }
notice-paused-more = Rien n’est réservé. Le vendeur fait une petite pause : garde cette page ouverte et réessaie bientôt.
notice-busy = Le serveur est débordé
notice-busy-more = Tes cases ne sont pas réservées. Réessaie dans quelques secondes.
notice-unknown = On ne sait pas encore si ça a marché
notice-unknown-more =
    La connexion a coupé au mauvais moment. Cherche ton pseudo sur la grille, ou réessaie : tu ne peux pas réserver deux fois
    les mêmes cases.
claim-count-invalid = Entre un nombre entier, à partir de 1.

## Too many claims

limited-back = Retour à la grille
limited-about = Beaucoup de réservations sont venues de ton réseau en peu de temps, alors celle-ci n’a pas été traitée.
limited-again =
    { $seconds ->
        [one] Réessaie dans { $seconds } seconde : tu ne peux pas réserver deux fois les mêmes cases.
       *[other] Réessaie dans { $seconds } secondes : tu ne peux pas réserver deux fois les mêmes cases.
    }
limited-spots = Tes cases
limited-we-pick = Pas de préférence ? On en choisit autant.

## Trophies of a buyer

# Below a list of trophies.
trophies-more =
    { $count ->
        [one] et { $count } autre trophée
       *[other] et { $count } autres trophées
    }

## A private chain instead of drand

private-chain-notice =
    <b>Chaîne privée :</b> ici, ce n’est pas drand qui décide, mais une source de hasard qu’une personne peut faire tourner seule.
    Les tirages sont figés, tirés et vérifiés de la même façon, mais qui tient la source peut connaître ses nombres à
    l’avance. Ça ne prouve donc rien aux tiers.

## Error pages: what happened, by HTTP's number for it

error-400-title = Ça n’a pas marché
error-400 = On n’a pas pu lire cette requête. Reviens en arrière et réessaie.
error-401-title = Connecte-toi d’abord
error-401 = Cette page est pour les vendeurs connectés.
error-403-title = Ce n’est pas permis
error-403 = Le formulaire a peut-être expiré, ou ton compte n’a pas ce droit. Reviens en arrière, recharge la page et réessaie.
error-404-title = Rien dans l’assiette
error-404 = Cette page n’existe pas. Le lien d’une gaufre ne marche plus quand son vendeur l’archive.
error-405-title = Mauvaise entrée
error-405 = Cette page ne s’ouvre pas comme ça. Reviens en arrière et réessaie.
error-409-title = Quelqu’un a été plus rapide
error-409 = Quelque chose a changé depuis que tu as chargé la page, alors rien n’a été fait. Recharge pour voir où ça en est.
error-413-title = Trop d’un coup
error-413 = C’est plus qu’on ne peut prendre d’un coup. Raccourcis et réessaie.
error-429-title = Doucement sur le sirop
error-429 = Ça fait beaucoup d’essais en peu de temps. Attends un instant, puis réessaie.
error-500-title = Celle-là a brûlé
error-500 =
    Quelque chose a mal tourné de notre côté. Réessaie. Si ça continue, donne ce numéro à la personne qui gère le site.
error-503-title = Le gaufrier chauffe
error-503 = Le serveur est débordé. Rien n’a changé. Réessaie dans quelques secondes.
# Buttons.
error-sign-in = Se connecter
error-home = Accueil
# <code> is a number to quote.
error-request = Requête <code/>

## The page without a connection

offline-title = Pas de connexion
offline-lead = Ton appareil est hors ligne, ou le serveur est injoignable pour le moment.
offline-safe = Les cases que tu as réservées sont toujours à toi : rien n’est perdu.
# A button.
offline-again = Réessayer

## A receipt

# Above the page, and in the browser's tab. $title is the waffle's.
receipt-title = Tes cases dans { $title }
receipt-description = Ce que tu as réservé, ce que tu dois et si tu as gagné.
# The element holds the buyer's handle.
receipt-yours = Tes cases, <span/>
# Also on the stage. The element holds the price.
price-a-spot = <b/> la case
receipt-gone = Cette gaufre n’existe plus
receipt-gone-note = Le vendeur l’a supprimée, et ce reçu avec elle.
receipt-closed = Le vendeur a retiré cette gaufre. Ton reçu reste.
receipt-won = Tu as gagné !
receipt-won-note = Demande au vendeur comment récupérer ton lot.
receipt-lost = Pas cette fois
receipt-lost-note = Le tirage est fait, et d’autres cases ont gagné.
receipt-may-win = Tu peux encore gagner
# The element holds the spot's number. $place is 1, 2, …
receipt-alternate = <b/> est remplaçante n° { $place }
receipt-alternate-note = Si quelqu’un renonce à son lot, la remplaçante n° 1 prend sa place, puis la n° 2, et ainsi de suite.
receipt-winners = Gagnants
receipt-claimed = Ce que tu as réservé
# What became of spots. Each follows their numbers: "3, 7-9 paid".
receipt-spots-winner = · gagné
receipt-spots-paid = · payé
receipt-spots-lost = · non tiré
receipt-spots-unpaid = · pas encore payé
receipt-spots-out = · pas payé, donc hors tirage
# In their place, once the buyer holds none of them.
receipt-spots-none = Il ne te reste aucune case de cette réservation.
# The element holds the numbers of spots.
receipt-out = Hors tirage : <span/>
receipt-out-waiting =
    Un tirage est figé, avec seulement les cases payées avant. Ne paie pas maintenant : après le tirage, tu ne dois rien. S’il est
    abandonné, tu pourras de nouveau payer ici.
receipt-out-kept = Tes cases sont gardées au plus tard jusqu’au <time/>.
receipt-out-unpaid =
    Seules les cases payées participent. Tu ne dois rien ; si tu as quand même payé, demande au vendeur de te rembourser.
# The element holds the numbers of spots.
receipt-out-paid = Payé, mais hors tirage : <span/>
receipt-out-paid-note = Le paiement est arrivé trop tard, ou le vendeur n’a pas pris la case dans le tirage. Demande-lui de te rembourser.
# The element holds an amount.
receipt-to-pay = À payer : <b/>
# The element holds the amount without those cents.
receipt-exactly =
    Envoie exactement ce montant : <span/> et quelques centimes, qui disent au vendeur que ça vient de toi.
# A countdown follows.
receipt-pay-by = Paie avant le <time/>
# A list follows, in which each way to pay says what to mind.
receipt-pay-and-mind = Paie le vendeur avec un de ces moyens de paiement, et regarde d’abord sa note.
# A list follows.
receipt-pay-and-mention = Paie le vendeur avec un de ces moyens de paiement, et indique ton pseudo.
receipt-ask-how = Demande au vendeur comment payer, en indiquant ton pseudo.
# The label of a field for a note.
receipt-note = Déjà payé ? Préviens le vendeur
# An example of a note.
receipt-note-example = Virement d’Anna B.
receipt-note-hint = Facultatif. Tout ce qui aide à retrouver ton paiement.
receipt-grace =
    { $hours ->
        [one] Tes cases sont alors gardées jusqu’à { $hours } heure après la limite, le temps que le vendeur vérifie.
       *[other] Tes cases sont alors gardées jusqu’à { $hours } heures après la limite, le temps que le vendeur vérifie.
    }
receipt-i-have-paid = J’ai payé
receipt-said = Tu as annoncé ton paiement le <time/>.
receipt-kept = Tes cases sont gardées jusqu’à ce que le vendeur ait vérifié.
receipt-kept-until =
    Tes cases sont gardées jusqu’au <time/>. Si le vendeur n’a pas vérifié d’ici là, tout le monde pourra les réserver.
receipt-i-have-not = Je n’ai pas encore payé
receipt-all-paid = Le vendeur a tout marqué payé. Tu ne dois plus rien.
receipt-give-back = Rendre des cases
receipt-give-back-note = Tu as changé d’avis ? Les cases non payées peuvent aller à quelqu’un d’autre.
# Which spots to give back: above checkboxes, or above a field for numbers.
receipt-which = Lesquelles ?
receipt-numbers-hint = Des numéros et des plages.
# A question follows.
receipt-give-back-button = Rendre…
receipt-keep = Garde cette page
receipt-keep-note =
    L’adresse de cette page est ton reçu : elle montre ce que deviennent tes cases. Qui a ce lien peut agir à ta place. Garde-le
    pour toi.
receipt-copy-link = Copier le lien

# What the last form did.
receipt-done-said = On a dit au vendeur que tu as payé.
receipt-done-taken-back = C’est retiré. Le vendeur ne voit plus que tu as payé.
receipt-done-given-back = Merci. Tout le monde peut les réserver maintenant.
# $claimed is at least 1, and less than $of.
receipt-fewer = Tu en as eu { $claimed } sur les { $of } que tu voulais : il n’en restait pas plus.
receipt-note-refused = Pas encore envoyé. Vérifie ton message.
receipt-numbers-refused = Rien n’a été rendu. Vérifie les numéros.

## The question whether to give spots back

give-back-title = Rendre des cases ?
# $numbers are those of the spots: "3, 7-9".
give-back-question =
    { $count ->
        [one] Rendre la case { $numbers } ?
       *[other] Rendre les cases { $numbers } ?
    }
# The element holds the price of all of them, $price is that of one.
give-back-costs =
    { $count ->
        [one] Tu devras <b/> de moins. Elle retourne sur la grille, et tout le monde peut la réserver.
       *[other] { $count } cases à { $price } chacune : tu devras <b/> de moins. Elles retournent sur la grille, et tout le monde peut les réserver.
    }
give-back-yes =
    { $count ->
        [one] Oui, la rendre
       *[other] Oui, les rendre
    }
give-back-no =
    { $count ->
        [one] La garder
       *[other] Les garder
    }

## A buyer's page

# A buyer in a sentence or two, for search results and link previews.
buyer-short-none = @{ $handle } n’a pas encore réservé de case.
buyer-short =
    { $wins ->
        [one] { $wins } gain
       *[other] { $wins } gains
    }, { $losses ->
        [one] { $losses } case non tirée
       *[other] { $losses } cases non tirées
    }, { $spots ->
        [one] { $spots } case réservée
       *[other] { $spots } cases réservées
    }.
# $short is the sentence above. $rate is like 37.5%, $luck like +12.5.
buyer-short-luck = { $short } Taux de gain { $rate }, chance { $luck }.
# $short are the sentences above. $trophies are one to three, with commas between them.
buyer-short-trophies = { $short } Trophées : { $trophies }.
buyer-short-trophy = « { $name } »
buyer-first-seen = Parmi nous depuis le <time/>
buyer-see-card = Voir la carte
buyer-share = Partager
# Names a part of the page.
buyer-to-pay = À payer
# The element holds an amount.
buyer-due =
    { $count ->
        [one] <b/> à payer pour { $count } case. La page de la gaufre dit comment.
       *[other] <b/> à payer pour { $count } cases. La page de la gaufre dit comment.
    }
# The next six stand above numbers.
buyer-wins =
    { $count ->
        [one] Gain
       *[other] Gains
    }
buyer-losses =
    { $count ->
        [one] Non tirée
       *[other] Non tirées
    }
buyer-win-rate = Taux de gain
buyer-spots-claimed = Cases réservées
buyer-spots-paid = Cases payées
buyer-waffles =
    { $count ->
        [one] Gaufre
       *[other] Gaufres
    }
# How lucky a buyer is: a number with its sign.
luck-plus = +{ $number }
luck-minus = −{ $number }
luck-none = { $number }
buyer-luck = Chance
# What follows the number of the buyer's luck, or stands for it.
buyer-luck-waiting = Pas encore de tirage : la chance se mesure après le premier.
buyer-luck-lucky = Plus de chance que prévu.
buyer-luck-even = Pile dans la moyenne.
buyer-luck-unlucky = Un gain ou deux se font attendre.
# The win rate that was to be expected.
buyer-expected = Attendu
buyer-luck-note = Compte les cases des tirages faits. La chance, c’est le taux de gain moins le taux attendu.
buyer-trophies = Vitrine à trophées
buyer-no-trophies = Pas encore de trophée. Gagne une gaufre, et ce qui est "entre guillemets" dans son titre vient ici.
buyer-history = Gaufres
# What became of the buyer's spots in a waffle.
buyer-result-won = Gagnée
buyer-result-lost = Non tirée
buyer-result-out = Hors tirage
buyer-result-open = Ouverte
# When the winners were found.
buyer-drawn = tirage le <time/>
# When the waffle was made.
buyer-started = lancée le <time/>
buyer-archived = archivée
# Follows their status. The first element is only read out, the second holds the numbers of the spots: "spots 3, 7-9".
buyer-held-numbers =
    { $count ->
        [one] <span>case</span> <b/>
       *[other] <span>cases</span> <b/>
    }
# The element holds an amount.
buyer-held-due = à payer : <b/>
buyer-no-more = Pas d’autres gaufres sur cette page.
buyer-older =
    { $count ->
        [one] { $count } gaufre plus ancienne sur les pages suivantes.
       *[other] { $count } gaufres plus anciennes sur les pages suivantes.
    }
buyer-empty = Rien dans l’assiette
buyer-empty-now = @{ $handle } n’a aucune case en ce moment.
buyer-never-claimed = Personne n’a encore réservé sous @{ $handle }. Le pseudo est bien écrit ?
# The label of a field.
buyer-find-another = Un autre pseudo ?

# Of the page with nothing but the form for a handle, for search results.
buyer-find-description = Retrouve les cases, les gains et la chance de n’importe quel pseudo.

## A buyer's card, to share

buyer-card-title = @{ $handle } sur Waffle
# The element is a name, $luck a number like +12.5.
buyer-card-luck = <span>Chance</span> { $luck }
# Stands above a number.
buyer-card-spots =
    { $count ->
        [one] Case
       *[other] Cases
    }
buyer-card-trophies = Trophées
buyer-card-empty = Pas encore de case. Le gaufrier est chaud.

## What a waffle is

about-title = C’est quoi, une gaufre ?
about-description = Comment marche une gaufre : réserve des cases numérotées avec ton pseudo, paie le vendeur et suis le tirage.
about-lead = Une gaufre, c’est une vente limitée : une grille avec un nombre fixe de cases, un prix unique, et un ou plusieurs gagnants.
about-claim =
    <b>Réserve.</b> Choisis des numéros sur la grille, ou laisse-nous choisir au hasard. Pas besoin de compte, ton pseudo
    suffit. Chaque case va à une seule personne, même quand des centaines touchent l’écran en même temps.
about-pay =
    <b>Paie.</b> Ta case est gardée pour toi. Paie directement le vendeur, comme indiqué sur la page de la gaufre. Aucun
    argent ne passe par ce site.
about-draw = <b>Suis le tirage.</b> Il se fait parmi les cases payées, et tout le monde voit sur la grille qui gagne.
about-good-to-know = Bon à savoir
about-taken = Quelqu’un a pris mon numéro pendant que je choisissais.
about-taken-answer =
    La grille est en direct. Elle retire ce numéro de ton choix et te prévient. Une réservation prend toutes tes cases, ou
    aucune.
about-dropped = Ma connexion a coupé en pleine réservation.
about-dropped-answer = Réessaie, tout simplement. Tu ne peux pas réserver deux fois les mêmes cases. Cherche ton pseudo sur la grille.
about-give-back = Je peux rendre une case ?
about-give-back-answer = Oui, tant qu’elle n’est pas payée : ouvre ton reçu et choisis « Rendre des cases ». Si elle est payée, demande au vendeur.
about-who-sees = Qui voit mon pseudo ?
about-who-sees-answer = Tout le monde. Il est sur la grille, à côté de ton numéro.
about-software =
    Waffle { $version }, un logiciel libre et open source. Tout ce que tu peux faire ici, des programmes le peuvent aussi,
    avec l’<a>API</a>.

# For sellers who are signed in.
about-server = Ce serveur
about-server-note = Seuls les admins connectés voient ceci.
about-version = Version
about-uptime = En marche depuis
# For how long the server has run.
about-lasting-seconds = { $seconds } s
about-lasting-minutes = { $minutes } min
about-lasting-hours = { $hours } h, { $minutes } min
about-lasting-days =
    { $days ->
        [one] { $days } jour, { $hours } h
       *[other] { $days } jours, { $hours } h
    }
about-watchers = Connectés en direct
about-loaded = Gaufres chargées
about-active = Gaufres ouvertes
about-database = Taille de la base
# A size. $unit is B, kB, MB, GB, TB or PB.
about-size =
    { $number } { $unit ->
        [B] o
        [kB] ko
        [MB] Mo
        [GB] Go
        [TB] To
       *[PB] Po
    }
about-backlog = Retard du journal
# A number that the database did not give.
about-unavailable = indisponible
# $zone is a time zone: "Europe/Berlin".
about-last-run = Nettoyage : dernier passage ({ $zone })
about-none-yet = aucun pour l’instant
about-next-run = Nettoyage : prochain passage ({ $zone })
about-under-way = en cours
about-last-result = Nettoyage : dernier résultat
# $removed and $late are lists of what is below.
about-purge-nothing = Rien n’était assez vieux pour être supprimé.
about-purge-removed = Supprimé : { $removed }.
about-purge-late = Reporté : { $late }.
about-purge-both = Supprimé : { $removed }. Reporté : { $late }.
about-purge-rows = { $what } ({ $rows })
purged-audit-entries = entrées du journal
purged-login-records = connexions
purged-claim-keys = clés de réservation
purged-ended-sessions = sessions terminées
purged-password-resets = liens de mot de passe
purged-lines-of-payments = lignes de paiements
purged-keys-of-sources = clés de connexions
purged-photos = photos
purged-refused-claims = essais refusés

# Two members of a list, the first of which may be the list until there.
list-comma = { $before }, { $next }
# The end of a list in a sentence: "1, 4-6 and 8".
list-and = { $before } et { $last }

## The draws of a waffle

draw-list-title = Les tirages : { $title }
draw-list-description = Chaque tirage de cette gaufre, et ce qui est arrivé à ses gagnants.
draw-list-heading = Les tirages
draw-list-lead =
    Un tirage est figé avant que quiconque puisse savoir qui gagne. Ses participations sont alors publiques, et un nombre
    aléatoire public, que personne ici ne contrôle, désigne les gagnants. Tout le monde peut donc le vérifier.
draw-list-lead-private = Un tirage est d’abord figé. Ses participations sont alors publiques, et un nombre aléatoire public désigne les gagnants.
# Of each draw, the state that it is in.
draw-list-locked =
    { $entries ->
        [one] <a>Tirage { $number }</a> : figé, { $entries } participation, à tirer avec le tour { $round } le <time/>
       *[other] <a>Tirage { $number }</a> : figé, { $entries } participations, à tirer avec le tour { $round } le <time/>
    }
draw-list-locked-private =
    { $entries ->
        [one] <a>Tirage { $number }</a>, par une chaîne privée : figé, { $entries } participation, à tirer avec le tour { $round } le <time/>
       *[other] <a>Tirage { $number }</a>, par une chaîne privée : figé, { $entries } participations, à tirer avec le tour { $round } le <time/>
    }
draw-list-drawn =
    { $entries ->
        [one] <a>Tirage { $number }</a> : fait parmi { $entries } participation avec le tour { $round }
       *[other] <a>Tirage { $number }</a> : fait parmi { $entries } participations avec le tour { $round }
    }
draw-list-drawn-private =
    { $entries ->
        [one] <a>Tirage { $number }</a>, par une chaîne privée : fait parmi { $entries } participation avec le tour { $round }
       *[other] <a>Tirage { $number }</a>, par une chaîne privée : fait parmi { $entries } participations avec le tour { $round }
    }
draw-list-voided = <a>Tirage { $number }</a> : abandonné
draw-list-voided-private = <a>Tirage { $number }</a>, par une chaîne privée : abandonné
draw-list-none-here = Aucun tirage sur cette page.
draw-list-none = Aucun tirage n’a encore été figé.
draw-list-as-json = En JSON

# The list of whatever happened to the winners.
ledger-heading = Ce qui est arrivé aux gagnants
# $total is more than a hundred.
ledger-paged =
    { $total } événements, 100 par page. La page la plus récente vient d’abord ; chaque page commence par le plus ancien. Rien n’est
    jamais retiré de cette liste.
ledger-order = Les plus anciens d’abord. Rien n’est jamais retiré de cette liste.
# $number is the draw's.
ledger-locked = Le tirage { $number } a été figé.
ledger-voided = Le tirage { $number } a été abandonné. Il ne compte pas.
ledger-drawn = Le tirage { $number } a été fait.
ledger-replaced = Tirage { $number } : un gagnant a renoncé, et la remplaçante suivante a pris sa place.
ledger-renamed = Le pseudo d’un gagnant a été fusionné avec un autre.
ledger-set-by-hand = Le vendeur a choisi les gagnants à la main.
ledger-changed-by-hand = Le vendeur a choisi d’autres gagnants à la main.
ledger-cleared = Le vendeur a annulé le résultat.
ledger-none-here = Rien sur cette page.
ledger-none = Rien pour l’instant.

## A draw

draw-page-title = Tirage { $number } : { $title }
draw-page-description = Qui a participé, ce qui a décidé, et comment vérifier qui a gagné.
draw-page-heading = Tirage { $number }
# The moment is on a separate line at the end.
draw-page-locked = Figé. Les participations ne peuvent plus changer, et c’est le tour { $round } qui décide. Il paraît le <time/>
# Follows that.
draw-page-unknown = Personne ne peut le connaître à l’avance.
draw-page-drawn = Fait.
draw-page-voided = Abandonné. Il ne compte pas.
draw-page-winners =
    { $count ->
        [one] Gagnant
       *[other] Gagnants
    }
# What happened to the winners since the draw.
draw-page-since-renamed = Le pseudo d’un gagnant a changé depuis.
draw-page-since-replaced = Une remplaçante a pris la place d’un gagnant depuis.
draw-page-since-both =
    Depuis, une remplaçante a pris la place d’un gagnant, et le pseudo d’un gagnant a changé.
draw-page-since-cleared = Ces gagnants ne comptent plus : ils ont été annulés ou changés.
# A link after each of these.
draw-page-see-since = Voir ce qui s’est passé
draw-page-alternates =
    { $count ->
        [one] Remplaçante
       *[other] Remplaçantes
    }
draw-page-alternates-note =
    Tirées après les gagnants, dans cet ordre. Si un gagnant renonce, la suivante prend sa place.
# The element holds what the seller wrote.
draw-page-reason = La raison donnée par le vendeur : <q/>
draw-page-facts = Les faits
draw-page-entries = Participations
draw-page-item-count = Gagnants
draw-page-one-win = Un gain par pseudo
draw-page-yes = oui
draw-page-no = non
draw-page-alternate-count = Remplaçantes
# Before the draw.
draw-page-up-to = jusqu’à { $count }
draw-page-prizes =
    { $count ->
        [one] Lot
       *[other] Lots, dans l’ordre des gagnants
    }
draw-page-excluded = Exclues par le vendeur
draw-page-locked-at = Figé le
draw-page-round = Tour
draw-page-round-at = Parution du tour
draw-page-clock = L’horloge du serveur
draw-page-clock-checked = vérifiée : le tour n’était pas encore paru
draw-page-clock-unchecked = non vérifiée : aucun relais n’a donné de tour récent
draw-page-algorithm = Algorithme
draw-page-waffle-id = Identifiant de la gaufre
draw-page-hash = SHA-256 des participations
draw-page-private-chain = Chaîne privée
draw-page-quicknet = Chaîne de drand (quicknet)
draw-page-signature = La signature du tour
draw-page-randomness = Son nombre aléatoire
draw-page-links = <a>Les participations</a>, <a2>tout en JSON</a2>, <a3>tous les tirages de cette gaufre</a3>
draw-page-check = Vérifier
draw-page-by-browser =
    Ton navigateur peut tout recalculer : les participations, les heures et les gagnants. Il ne vérifie pas la signature du
    tour : il demande plutôt le tour à des relais, nommés par son script et tenus par d’autres. Il se fie donc à ces relais,
    et au script envoyé par ce site. Les programmes ci-dessous vérifient la signature et ne se fient à personne.
draw-page-by-browser-private =
    Ton navigateur peut tout recalculer : les participations, les heures et les gagnants. Il ne vérifie pas la signature du
    tour : il demande le tour au relais de ce site, puisque personne d’autre n’a cette chaîne. Il se fie donc à ce site.
draw-page-check-now = Vérifier ce tirage
draw-page-not-checked =
    Deux choses ne se vérifient pas après coup : qui a payé, c’est la parole du vendeur, et quand le tirage a été figé, c’est celle
    de ce serveur. Mais si toi ou quelqu’un de confiance avez gardé la ligne pour le chat pendant qu’il était figé, compare-la
    en entier avec cette page.
draw-page-keep =
    Il n’y a encore rien à vérifier, mais tu peux garder toute la ligne pour le chat jusqu’au tirage. Les participations et le
    tour ne suffisent pas : l’identifiant de la gaufre, le numéro du tirage, le nombre de gagnants et la règle d’un seul gain
    par pseudo comptent aussi.
draw-page-nothing = Il n’y a rien à vérifier.
# Commands follow.
draw-page-own-machine =
    Sur ta propre machine, en vérifiant la signature : avec le programme qui fait tourner ce site, ou avec un script Python qui n’a
    besoin de rien d’autre.
draw-page-own-chain = Avec la chaîne privée de ce site
# A command with KEY, GENESIS and PERIOD follows.
draw-page-old-chain =
    Ce site n’utilise plus cette chaîne privée. Pour vérifier le tirage, il faut la clé, la genèse et la période de la chaîne,
    auprès de quelqu’un qui les a gardées.
draw-page-programs =
    <a>Le script Python</a> et <a2>le fonctionnement de ces tirages</a2> : ce qu’ils prouvent, et ce qu’ils ne prouvent pas

# How winners are computed. What is in <code> is the same in all languages.
draw-how-heading = Comment les gagnants sont calculés
draw-how-entries =
    Les participations forment un texte : pour chacune, son numéro, une espace, son pseudo et un saut de ligne, par numéro
    croissant. Tout le monde peut en calculer le hash.
draw-how-seed =
    La graine est le SHA-256 de neuf lignes, chacune avec un saut de ligne : <code>waffle-draw-v1</code>, <code>waffle</code>
    et l’identifiant de la gaufre, <code>draw</code> et le numéro du tirage, <code>entries</code> et le SHA-256 des
    participations, <code>winners</code> et le nombre de gagnants, <code>one-win-per-handle</code> et <code>yes</code> ou
    <code>no</code>, puis <code>chain</code>, <code>round</code> et <code>signature</code>, chacun avec sa valeur.
draw-how-winners =
    Pour chaque gagnant i à partir de 0, s’il reste n participations, et pour c à partir de 0 : x correspond aux 8 premiers
    octets (big-endian) du SHA-256 de la graine, de i et de c (4 octets chacun, big-endian). Si x est inférieur à
    ⌊2⁶⁴ / n⌋ × n, la participation x mod n, comptée à partir de 0, gagne et sort de la liste ; si un pseudo ne gagne qu’une
    fois, ses autres participations sortent aussi. Sinon, on essaie le c suivant. Les remplaçantes suivent de la même façon :
    i continue après le dernier gagnant, jusqu’à ce qu’il y en ait assez ou qu’il ne reste plus de participation.
# The last element holds a key in hexadecimal digits.
draw-how-round =
    Le tour r paraît à genèse + (r − 1) × période, et le tirage doit être figé avant. Sa signature est valide si elle se
    vérifie (BLS12-381, schéma <code>bls-unchained-g1-rfc9380</code>) sur le SHA-256 de r en 8 octets (big-endian) avec la clé
    de la chaîne. Le SHA-256 de la signature est le nombre aléatoire du tour. Pour quicknet de drand, la genèse est
    1692803367, la période 3 secondes et la clé <code2/>.

## The line for the chat, of a draw that is locked

chat-heading = Pour le chat
chat-note =
    Poste cette ligne avant la parution du tour. Plus il y a de monde qui l’a, moins on peut changer ou prétendre quoi que ce
    soit après coup.
chat-copy = Copier
# The line itself. $title is the waffle's, $hash are hexadecimal digits, $at is like 2026-11-20 17:44:03 UTC.
chat-line-quicknet =
    { $title }, gaufre { $id }, tirage { $number } : figé avec { $entries } participations, SHA-256 { $hash }. Gagnants : { $winners } ; un gain par pseudo : { $once ->
        [yes] oui
       *[no] non
    }. Le tour { $round } de quicknet (drand) décide, le { $at }. { $url }
chat-line-private =
    { $title }, gaufre { $id }, tirage { $number } : figé avec { $entries } participations, SHA-256 { $hash }. Gagnants : { $winners } ; un gain par pseudo : { $once ->
        [yes] oui
       *[no] non
    }. Le tour { $round } d’une chaîne privée décide, le { $at }. { $url }

## The stage: a waffle on a large screen

# What people hear in place of the board.
stage-board-left = Cases libres : { $left } sur { $total }
stage-board-drawn = Grille de { $total } cases, avec les gagnants
stage-qr = QR code de l’adresse de la grille
# The element holds the number of spots that are left.
stage-left = <b/> à prendre sur { $total }
# Above a countdown.
stage-the-draw = Le tirage
stage-opens = Ouverture
stage-private-chain = Tirage par une chaîne privée : il ne prouve rien aux tiers.
stage-winners = Gagnants
stage-newest = Dernières réservations
# Follows the buyer's handle. $count is at least 6.
stage-claimed-spots = { $count } cases

## The API

api-title = API
api-description = Tous les points d’accès de l’API JSON de ce serveur : paramètres, corps, réponses et codes d’erreur.
api-lead = Ce que des programmes peuvent faire avec ce serveur : version { $version }.
api-as-json = OpenAPI 3.1 en JSON

## Parts of the pages for sellers

# A waffle's numbers.
totals-title = Totaux
totals-available = Libres
totals-pending = En attente
totals-paid = Payées
# The element holds a rate, like 62.5%.
totals-claimed = <b/> réservé
# In the history of a buyer's spots. $who is the seller's username, $what what was done: "marked paid".
buyer-change-spot = Historique de la case { $number }
buyer-change-by-for = { $who } : { $what } (@{ $handle })
buyer-change-by = { $who } : { $what }

## Share cards: pictures that sellers post

# Also on a buyer's page.
card-price = { $price } la case
# In place of a title whose letters can't be drawn.
card-board = Une grille de { $total } cases
# $how says how the winners were found: "Drawn by lot".
card-prizes = { $how } : { $prizes }
card-how-won = { $total } cases. { $how }
# $winners are like "#7 @anna, #12 @ben".
card-won = Bravo à { $winners }
card-sold-out = Tout est parti
# Below "Sold out".
card-all-claimed = les { $total } cases sont réservées
# Below the number of spots that are left, in large digits.
card-left = à prendre sur { $total } cases
# Above the address.
card-see = Voir la grille
card-claim = Réserve ta case

## Scripts: what they write into pages

## On many pages

copy-done = Copié
# Where the browser doesn't let the page copy.
copy-failed = Sélectionne et copie
field-characters = { $count } caractères sur { $most }
# How much time there is. $clock is like 1:04:05.
countdown-days =
    { $days ->
        [one] { $days } jour, { $clock }
       *[other] { $days } jours, { $clock }
    }

## How the winners were found

won-draw = Tirage au sort
won-draw-private = Tirage au sort par une chaîne privée
won-replaced = Tirage au sort, gagnant remplacé
won-replaced-private = Tirage au sort par une chaîne privée, gagnant remplacé
won-hand = Choix à la main
# $how is one of the texts above.
won-after =
    { $count ->
        [one] { $how }, <a>après { $count } résultat précédent</a>
       *[other] { $how }, <a>après { $count } résultats précédents</a>
    }

## Typed spot numbers

# $part is what was typed.
numbers-odd = « { $part } » n’est pas un numéro. Entre des numéros comme 3, 7, 10-14.
numbers-outside = Il n’y a pas de case { $number } : choisis de 1 à { $last }.

## The status of a waffle

# To buyers: it is archived.
status-closed = Fermée

## The connection for live updates

live-connecting = Connexion…
live-retrying = Reconnexion…
live-polling = Actualisé régulièrement
live-offline = Hors ligne
live-closed = Direct terminé

## What screen readers say about changes of the board: some of these sentences, one after the other

news-claimed = Case { $number } réservée par @{ $handle }.
# $count is 2 or more.
news-claims = { $count } cases réservées.
news-freed =
    { $count ->
        [one] { $count } case de nouveau libre.
       *[other] { $count } cases de nouveau libres.
    }
# To buyers.
news-left = Il en reste { $left }.
# To sellers.
news-counts =
    { $available ->
        [one] { $available } libre, { $pending } en attente.
       *[other] { $available } libres, { $pending } en attente.
    }
news-open = C’est ouvert : choisis tes cases.
# $winners names them: "And the winner is #7 @anna".
news-drawn = Le tirage est fait. { $winners }
news-cleared = Le tirage a été annulé. La gaufre est de nouveau ouverte.

## The page of a waffle

# Receipts follow.
board-receipts = Tes cases :
# The title of the tab in the background. $title is the page's usual one.
board-tab = (reste { $left }) { $title }
# The buyer's own spots in the legend. $spots lists their numbers, or says how many: "3, 7-9", "20 spots".
mine-spots = à toi : { $spots }
mine-owed = à toi : { $spots } ({ $sum } à payer)
# $due is how many of them are not in the locked draw.
mine-out = à toi : { $spots } ({ $due } hors tirage)
# <time/> is a moment.
round-known = À l’heure de ton appareil, le tour { $round } est paru le <time/>, avant que cette page apprenne que le tirage était figé. Ne te fie à ce tirage que si quelqu’un l’a vu figé avant.
# How long it is until the opening. $left is like 1:04:05.
terms-to-go = Encore { $left }.
# How long it is until the round of a locked draw. $left is like 1:04:05.
locked-in = Tirage dans { $left }.
# In its place, once the round has come.
locked-now = Tirage d’un instant à l’autre.

## The spots of the board

# A part of a large board.
grid-chunk = { $from } à { $to }
# The same for screen readers.
grid-chunk-spots = Cases { $from } à { $to }
# What screen readers call a spot. $state is its status.
grid-spot = Case { $number }, { $state }
grid-spot-held = Case { $number }, @{ $handle }, { $state }
grid-spot-yours = Case { $number }, toi, { $state }
# On a spot of the buyer's own, in place of the handle.
grid-you = toi

## Claiming

dock-tap = Touche des cases sur la grille
# The numbers follow.
dock-picked =
    { $count ->
        [one] { $count } case :
       *[other] { $count } cases :
    }
# Buttons. $sum is an amount.
dock-claim = Réserver { $count } pour { $sum }
# At random.
dock-random = Choisir & réserver { $count }
dock-claiming = Réservation…
dock-still = On réessaie…
# On the button while the claim waits for this many seconds.
dock-in-line = File d’attente : { $seconds } s…
dock-in-line-why = Beaucoup de monde réserve depuis ton réseau. Tu es dans la file d’attente, et on réessaie automatiquement.
# About a spot that can't be picked. $state is its status.
dock-spot = Case { $number } : { $state }
dock-spot-held = Case { $number } : { $state }, @{ $handle }
# $numbers are typed numbers of spots that can't be picked.
dock-gone = Déjà pris : { $numbers }.
# $most is the limit, $held how many the buyer has.
dock-limit =
    { $held ->
        [0] { $most } au maximum par personne.
       *[other] { $most } au maximum par personne, et tu en as déjà { $held }.
    }
# $numbers lists the spots in these: "3, 7-9".
dock-lost =
    { $count ->
        [one] La case { $numbers } vient de te passer sous le nez : on l’a retirée de ton choix.
       *[other] Les cases { $numbers } viennent de te passer sous le nez : on les a retirées de ton choix.
    }
dock-tap-first = Touche d’abord des cases sur la grille, ou laisse-nous choisir pour toi.
dock-yours =
    { $count ->
        [one] La case { $numbers } est à toi !
       *[other] Les cases { $numbers } sont à toi !
    }
# Fewer were left than asked for.
dock-yours-partly =
    { $count ->
        [one] { $count } réservée sur { $requested } : la case { $numbers } est à toi !
       *[other] { $count } réservées sur { $requested } : les cases { $numbers } sont à toi !
    }
# <b> is bold.
dock-to-pay = À payer : <b>{ $sum }</b>. Le vendeur le marque payé dès que c’est arrivé.
dock-receipt-has = Ton reçu a déjà le montant rempli, et te dira plus tard si tu as gagné.
dock-out = Mais hors tirage : il est figé, avec seulement les cases payées avant.
dock-out-owes = Ne paie pas maintenant. Après le tirage, tu ne dois rien.
# A button that leads to the receipt, and the same while nothing is to be paid.
dock-pay = Payer & reçu
dock-receipt = Reçu
# Buttons that close the message about a claim: one that was granted, one that was not.
dock-done = Terminé
dock-ok = OK
dock-none-left = Il ne restait plus de case.
dock-hope = Il s’en libère parfois : garde un œil sur la grille.
# One of the next three sentences follows.
dock-taken =
    { $count ->
        [one] La case { $numbers } vient de partir.
       *[other] Les cases { $numbers } viennent de partir.
    }
dock-rest = Tu réserves le reste ?
dock-others = Rien n’est réservé. Choisis-en d’autres, ou laisse-nous choisir pour toi.
dock-still-free = Rien n’est encore réservé. Encore libre : { $numbers }.
dock-unreachable = On n’a pas pu joindre le serveur.
dock-not-twice = Tu peux réessayer : tu ne peux pas réserver deux fois les mêmes cases.
dock-unknown = On ne sait pas encore si ça a marché.
dock-look = Cherche ton pseudo sur la grille, ou réessaie : tu ne peux pas réserver deux fois les mêmes cases.
dock-unavailable = Le serveur est débordé. Tes cases ne sont pas réservées.
# $seconds is 0 where the server does not say how many.
dock-slow =
    { $seconds ->
        [0] Doucement sur le sirop ! Ça fait beaucoup de réservations. Réessaie dans quelques secondes.
        [one] Doucement sur le sirop ! Ça fait beaucoup de réservations. Réessaie dans { $seconds } seconde.
       *[other] Doucement sur le sirop ! Ça fait beaucoup de réservations. Réessaie dans { $seconds } secondes.
    }
dock-failed = Ça n’a pas marché.

## A receipt

# How long it is until the deadline. $left is like 1:04:05.
receipt-time-left = Encore { $left }
receipt-time-over = Le temps est écoulé.
receipt-others-won = Le tirage est fait. D’autres cases ont gagné.

## The stage

# Headings above the time that is left.
stage-draw-in = Tirage dans
stage-opens-in = Ouverture dans
# In the place of the time, under the heading “The draw”, once it has come.
stage-any-moment = d’un instant à l’autre

## Checking a draw

check-under-way = Vérification…
check-only-https = Les navigateurs ne peuvent vérifier que les pages venues par HTTPS. Utilise les programmes ci-dessous.
# $why is a sentence.
check-failed = Ce tirage n’a pas pu être vérifié : { $why }
check-chain-gone = il passe par une chaîne privée que ce site n’utilise plus.
# $status is a number, such as 503.
check-answered = Le serveur a répondu { $status }.
check-no-bytes = Ce n’est pas de l’hexadécimal valable.
# The steps. <code/> is what was found.
check-shown = Ce qui est vérifié est bien ce que montre cette page : <code/>
check-entries = Les participations ont le hash publié : <code/>
check-round-at = Le tour paraît à l’heure publiée : <code/>
check-locked = Le tirage a été figé avant, à l’horloge du serveur : <code/>
check-randomness = Le nombre aléatoire est le hash de la signature : <code/>
check-seed = L’algorithme est celui qu’on connaît, et la graine est faite comme il le dit : <code/>
check-winners = Les gagnants correspondent aux participations et au tour : <code/>
check-alternates = Les remplaçantes aussi : <code/>
# What the first step found. $fields lists the texts below.
check-same = c’est pareil
check-not-same = différence : { $fields }
field-waffle = gaufre
field-number = numéro
field-entries = participations
field-winners = nombre de gagnants
# Whether a handle wins only once.
field-once = un gain par pseudo
field-chain = chaîne
field-round = tour
field-signature = signature
# The winners that were drawn.
field-drawn = gagnants
field-alternates = remplaçantes
# Of the winners.
check-no-entries = aucun
# What a relay answered. $whose is own for this site's relay, and public for those of others; $relay is its address.
relay-same =
    { $whose ->
        [own] Le relais de ce site, { $relay }, a la même signature
       *[public] { $relay } a la même signature
    }
relay-other =
    { $whose ->
        [own] Le relais de ce site, { $relay }, a une AUTRE signature
       *[public] { $relay } a une AUTRE signature
    }
relay-not-yet =
    { $whose ->
        [own] Le relais de ce site, { $relay }, n’a pas le tour
       *[public] { $relay } n’a pas le tour
    }
relay-unknown =
    { $whose ->
        [own] Le relais de ce site, { $relay }, n’a pas donné de réponse valable
       *[public] { $relay } n’a pas donné de réponse valable
    }
check-holds = Ce tirage est bon.
check-does-not-hold = Ce tirage n’est PAS bon.
check-disagree = Les gagnants correspondent aux participations et au tour, mais les relais ne sont pas d’accord sur le tour. Utilise les programmes ci-dessous.
check-private-chain = Les gagnants correspondent aux participations et au tour, mais ce tour vient d’une chaîne privée : ça ne prouve rien aux tiers.
check-unconfirmed = Les gagnants correspondent aux participations et au tour, mais aucun relais n’a pu confirmer le tour. Utilise les programmes ci-dessous.

## The seller's page of a waffle

desk-copied = Copié : colle-le dans ton chat.
desk-failed = Ça n’a pas marché. Réessaie.
desk-unreachable = Impossible de joindre le serveur. Recharge pour voir où ça en est, puis réessaie.
# How long a buyer has to pay.
desk-minutes-left =
    { $minutes ->
        [one] encore { $minutes } minute
       *[other] encore { $minutes } minutes
    }
desk-hours-left =
    { $hours ->
        [one] encore { $hours } heure
       *[other] encore { $hours } heures
    }
desk-days-left =
    { $days ->
        [one] encore { $days } jour
       *[other] encore { $days } jours
    }
# $why is a sentence.
desk-buyer-failed = @{ $handle } : { $why }
desk-owes-no-more = Rien n’a changé : @{ $handle } ne doit plus rien pour ça.
desk-undo-buyer = Annuler : @{ $handle } n’a pas payé
# $numbers lists spots: "3, 7-9".
desk-has-paid = @{ $handle } a payé { $sum } : { $numbers }.
desk-undone = C’est annulé : @{ $handle } doit { $sum }.

## The list of spots on that page

# $handle is like @anna.
rows-release-sure = Libérer la case { $number } ? { $handle } la perd, et tout le monde peut la réserver.
rows-release-selected =
    { $count ->
        [one] Libérer { $count } case ? Tout le monde pourra la réserver.
       *[other] Libérer { $count } cases ? Tout le monde pourra les réserver.
    }
# $why is a sentence.
rows-failed = Case { $number } : { $why }
# Follows “Marked paid: 3, 7-9.” or “Nothing was marked paid.”; $count is how many spots.
rows-skipped =
    { $count ->
        [one] { $count } ignorée, car elle a changé entre-temps.
       *[other] { $count } ignorées, car elles ont changé entre-temps.
    }
rows-mark =
    { $count ->
        [one] Marquer { $count } case payée ({ $sum })
       *[other] Marquer { $count } cases payées ({ $sum })
    }

## Picking winners by hand

# $part is what was typed.
picker-odd = « { $part } » n’est pas un numéro de case.
# $numbers lists spots: "3, 7-9".
picker-unpaid =
    { $count ->
        [one] { $numbers } n’est pas payée : seules les cases payées peuvent gagner.
       *[other] { $numbers } ne sont pas payées : seules les cases payées peuvent gagner.
    }
picker-twice = { $number } est indiqué deux fois.
# $over is how many are too many.
picker-over =
    { $winners ->
        [one] { $count } choisies, mais { $winners } seule gagne : retires-en { $over }.
       *[other] { $count } choisies, mais seules { $winners } gagnent : retires-en { $over }.
    }
picker-count = Choix : { $count } sur { $winners }.

## Sharing

share-unreachable = L’aperçu ne se charge pas pour l’instant. Ton texte est toujours là.
share-sign-in = Reconnecte-toi pour voir l’aperçu.
share-failed = Ça n’a pas marché
share-done = Partagé

## The form of a waffle

form-worth = Une grille complète rapporte { $sum }.

## Shared by the sellers' pages of a waffle

# The page's title in the browser's title bar: "Expired: Golden Hour".
desk-page-title = { $page } : { $title }
# What a spot's history and its checkbox are about.
desk-spot-number = Case { $number }
desk-everyone-sees = Tous ceux qui regardent le voient aussitôt.
# Says what to do about a page that asks whether to clear a draw or delete a waffle: leave it as it is.
desk-keep-it = Laisser comme ça

## The list of the seller's waffles

dashboard-new = Nouvelle gaufre
# For screen readers: the tabs "Active" and "Archived".
dashboard-which = Quelles gaufres
# A tab: all that are not archived.
dashboard-all = Toutes
dashboard-archived = Archivées
dashboard-find = Chercher une gaufre
# For screen readers.
dashboard-sort = Trier
dashboard-newest = Plus récentes
dashboard-by-title = Par titre
dashboard-most-owed = Le plus à encaisser
dashboard-unarchive = Désarchiver
# For screen readers.
dashboard-unarchive-title = Désarchiver { $title }
# Leads to the form of a new waffle that is filled in like this one.
dashboard-again = Refaire la même
# For screen readers.
dashboard-again-title = Refaire la même : { $title }
dashboard-none-found = Rien trouvé
dashboard-all-link = Voir toutes les gaufres
dashboard-none-archived = Aucune gaufre archivée
dashboard-archived-note = Les gaufres que tu archives disparaissent pour les acheteurs et restent ici.
# For a seller without waffles: about waffle irons.
dashboard-none = Fais chauffer le gaufrier
dashboard-none-note = Crée ta première gaufre, poste son lien et regarde les réservations arriver.

## The page on which a seller manages a waffle

# The tab with the draw.
manage-draw = Tirage
manage-undo = Annuler
# After spots were released: claims them again for their buyer.
manage-assign-again = Attribuer à nouveau
# <time/> is when the round of public random numbers appears. $round is its number.
manage-locked =
    { $entries ->
        [one] <b>Figé :</b> { $entries } participation, tirage le <time/> avec le tour { $round }. D’ici là, les cases payées ne peuvent pas changer.
       *[other] <b>Figé :</b> { $entries } participations, tirage le <time/> avec le tour { $round }. D’ici là, les cases payées ne peuvent pas changer.
    }
manage-see-draw = Voir ou abandonner le tirage
# Above the winners.
manage-winners =
    { $winners ->
        [one] Gagnant
       *[other] Gagnants
    }
manage-replace = Remplacer un gagnant
manage-change = Changer les gagnants
manage-draw-again = Refaire un tirage au sort
manage-clear = Annuler le tirage
manage-money-desk = Caisse
manage-spots = Cases
# For screen readers: the tabs of a waffle.
manage-view = Vue
# The tab with the list of spots.
manage-board = Grille
manage-activity = Activité
manage-no-activity = Rien ne s’est encore passé. Poste le lien !
# For screen readers.
manage-for-buyers = Pour tes acheteurs
manage-link = Le lien pour tes acheteurs
manage-copy = Copier
manage-copy-link = Copier le lien
# After a waffle was created: leads to the message about it, ready to be posted.
manage-message = Le message
manage-open-board = Ouvrir la grille
# A page to show in a live stream.
manage-stage = Scène pour tes lives
manage-the-draw = Le tirage
manage-archived-draw = Pour tirer au sort, désarchive d’abord la gaufre. Ou choisis les gagnants à la main, ce que tout le monde voit :
manage-lock = Figer un tirage
manage-lock-note = Un tirage au sort, que tout le monde peut vérifier. Ou choisis les gagnants à la main, ce que tout le monde voit aussi :
manage-this-waffle = Cette gaufre
manage-unarchive = Désarchiver
manage-archive = Archiver
manage-delete = Supprimer
manage-unarchive-note = Les acheteurs ne la voient pas. La désarchiver remet tout en place.
manage-archive-note = L’archiver retire la grille et le résultat des pages publiques ; les reçus marchent toujours, et tu pourras la désarchiver. Pour que le résultat reste visible avec le lien, passe-la plutôt en « Non répertoriée ».
manage-delete-note = La suppression est définitive : les reçus et le résultat disparaissent aussi.

## When and how spots are claimed, as sellers read it

# <time/> is a day and a time in the seller's zone.
manage-opens = <b>Ouvre le <time/></b>.
manage-opened = <b>A ouvert le <time/></b>.
manage-most-spots =
    { $spots ->
        [one] { $spots } case au maximum par acheteur.
       *[other] { $spots } cases au maximum par acheteur.
    }
# $time is like "90 minutes" or "1 day".
manage-time-to-pay = { $time } pour payer.
manage-claims-paused = Les réservations sont en pause.
manage-unlisted = Non répertoriée.
# Leads to the form that changes all that.
manage-terms-change = Changer
manage-terms-set = Fixer une ouverture, un maximum ou un délai

## The money desk: what each buyer owes and has paid

desk-paste = Coller des paiements
desk-expired = Expirées
desk-sources = Réservations par connexion
desk-by-hand = Attribuer des cases
# $owing is how many of all $buyers owe, and $sum how much.
desk-owing =
    { $owing ->
        [one] <b>{ $owing } acheteur sur { $buyers }</b> doit encore <b2>{ $sum }</b2>
       *[other] <b>{ $owing } acheteurs sur { $buyers }</b> doivent encore <b2>{ $sum }</b2>
    }
desk-nothing-owed = Personne ne doit rien.
desk-buyers-paid =
    { $buyers ->
        [one] { $buyers } acheteur a payé { $sum }.
       *[other] { $buyers } acheteurs ont payé { $sum }.
    }
desk-sum-paid = Payé : { $sum }.
desk-no-claims = Personne n’a encore réservé.
# Which buyers are listed: those who claimed under several handles over one internet connection.
desk-shared-source = Ces acheteurs disent avoir payé et ont réservé sous d’autres pseudos depuis la même connexion. <a>Tous les acheteurs</a>
desk-find-buyer = Chercher un acheteur ou une case
desk-find = Chercher
desk-no-match = Aucun acheteur trouvé.
desk-new-appear = Les nouvelles réservations apparaissent ici automatiquement.
desk-more =
    { $more ->
        [one] { $more } autre acheteur. La recherche le retrouve.
       *[other] { $more } autres acheteurs. La recherche les retrouve.
    }
# Leads to the list of those buyers.
desk-shared-source-link = Disent avoir payé, plusieurs pseudos, une seule connexion
desk-download = Télécharger en CSV

## A buyer at the money desk: facts, separated by commas

# <b/> is what the buyer owes, and <time/> when the oldest unpaid spot was claimed.
desk-owed-since = <b/> depuis le <time/>
# $amount is the amount that the buyer was asked to send, which is a few cents more.
desk-owed-as-since = <b/> (montant demandé : { $amount }) depuis le <time/>
desk-not-in-locked-draw = hors du tirage figé
desk-overdue = en retard
# $at is a moment.
desk-to-pay-by = à payer avant le { $at }
desk-sum-is-paid = payé : { $sum }
# $spots are numbers: "3, 7-9".
desk-spots-out = { $spots } hors tirage
# <q/> are the buyer's own words about the payment, <time/> is when the buyer said so, <time2/> until when the spots are kept for it.
desk-says-paid = Dit avoir payé le <time/>
desk-says-paid-note = Dit avoir payé le <time/> : <q/>
desk-says-paid-until = Dit avoir payé le <time/>, gardé jusqu’au <time2/>
desk-says-paid-note-until = Dit avoir payé le <time/> : <q/>, gardé jusqu’au <time2/>
# The button that marks paid what a buyer owes.
desk-pay = Payé
# For screen readers: the same button.
desk-pay-buyer = Payé : @{ $handle }, { $sum }

## Manual actions below the money desk

by-hand-title = Attribuer des cases
by-hand-assign-to = Attribuer à
by-hand-spots = Cases
by-hand-assign = Attribuer
by-hand-resume = Reprendre les réservations
by-hand-pause = Suspendre les réservations
by-hand-board-text = Copier la grille en texte
by-hand-free-numbers = Copier les numéros libres

## The list of single spots

# For screen readers: the tabs.
spots-filter = Filtrer par statut
# The tabs, each with the number of such spots.
spots-all = Toutes
spots-winners = Gagnantes
spots-not-drawn = Non tirées
spots-pending = En attente
spots-paid = Payées
spots-available = Libres
spots-select-all = Sélectionner toutes celles en attente ici
spots-mark-selected = Marquer la sélection payée
spots-release-selected = Libérer la sélection
# Heads of columns.
spots-spot = Case
spots-status = Statut
spots-handle = Pseudo
# Since when the spot has its status.
spots-since = Depuis
# For screen readers: the column with the buttons.
spots-actions = Actions
spots-none-pending = Aucune case n’attend de paiement.
spots-none = Aucune case avec ce statut.
# For screen readers.
spots-select = Sélectionner la case { $number }
spots-mark-paid = Payée
# For screen readers.
spots-mark-paid-spot = Payée : case { $number }
spots-release = Libérer
# For screen readers.
spots-release-spot = Libérer : case { $number }

## A buyer's page at the money desk

desk-nothing-changed = Rien n’a changé.
# For screen readers: the part of the page with what a buyer owes.
debtor-to-pay = À payer
# $amount is what the buyer owes for $spots, which are numbers: "3, 7-9".
debtor-owes = Doit <b>{ $amount }</b> pour { $spots }.
debtor-owes-as = Doit <b>{ $amount }</b> pour { $spots }, et on lui a demandé d’envoyer { $sent }.
debtor-owes-nothing = Ne doit rien.
debtor-has-paid = A payé { $sum }.
debtor-not-in-draw = Hors tirage : { $spots }.
debtor-overdue = <strong>En retard</strong> depuis le <time/>.
debtor-pay-by = À payer avant le <time/>.
debtor-mark-paid = Marquer payé
debtor-release = Libérer
debtor-fix-handle = Renommer ou déplacer des cases
debtor-correct-handle = Nouveau pseudo
debtor-rename = Renommer
debtor-rename-all = Toutes les cases de cette personne, pas seulement celles cochées
debtor-time = Temps pour payer
debtor-more-minutes = Minutes en plus
debtor-give-time = Donner plus de temps
debtor-spot-paid = Case { $number }, payée le <time/>
debtor-spot-unpaid = Case { $number }, non payée
debtor-mark-unpaid = Marquer non payé
debtor-no-spots = @{ $handle } n’a aucune case dans cette gaufre.
debtor-history = Historique
debtor-whole-history = Tout l’historique
debtor-no-history = Rien ne s’est encore passé.
# Above a form that acts on the selected spots of a list on the same page.
debtor-for-selected = Pour les cases cochées plus haut.

## What happened to spots

# What a seller did to a buyer's spot: "mia: marked paid (@anna)". $what is one of the texts below.
activity-by-for = { $who } : { $what } <a>(@{ $handle })</a>
# What a buyer did: "@anna: claimed".
activity-by-buyer = @{ $handle } : { $what }
activity-by-buyer-linked = <a>@{ $handle }</a> : { $what }
# What was done to a spot, after who did it; alone where no person did it.
activity-did-claimed = réservée
activity-did-released = libérée
activity-did-marked-paid = marquée payée
activity-did-back-to-paid = de nouveau payée
activity-did-win = gagnante
activity-did-lose = non tirée
activity-did-expired = pas payée à temps
activity-did-given-back = rendue
activity-did-assigned = attribuée
# $from and $to are handles, here and in the next one.
activity-did-renamed = passée de @{ $from } à @{ $to }
activity-did-merged = @{ $from } fusionné avec @{ $to }
activity-did-unpaid = marquée non payée
activity-did-source-released = libérée par connexion
# A claim of several spots. $spots are their numbers, here and in the next one: "3, 7-9".
activity-did-claim-spots = cases { $spots } réservées
activity-did-assign-spots = cases { $spots } attribuées
# What a buyer asked for and did not get, since another one was faster. $late says by how much: "0.08 s".
activity-did-come-late = voulait la case { $spot }, { $late } trop tard
# That spot was free, but buyers get all that they ask for or nothing.
activity-did-want-taken-too = voulait la case { $spot } avec des cases déjà réservées
activity-did-find-none = voulait n’importe quelle case, il n’en restait plus
# By how much a buyer was late, if it is hardly anything.
activity-hardly-late = moins de { $seconds } s
# What was done in a whole draw. $spots are the numbers that won.
activity-did-clear-draw = Tirage annulé
activity-did-replace-winner = { $next } gagne à la place de { $out }
activity-did-draw = Gagnants tirés
activity-did-draw-spots = Gagnants tirés : { $spots }
# $what is one of the last four: "Winners drawn: 3, 7 (mia)".
activity-draw-by = { $what } ({ $who })
# For screen readers: the list of changes.
history-label = Historique
history-none = Rien ne s’est encore passé.
# On the page of a spot, before a day and a time.
history-claimed-at = Réservée
history-paid-at = Payée
history-pay-by = À payer avant

## Payments that are pasted as a text

paste-title = Paiements
paste-stopped = Arrêté.
paste-stopped-midway = Arrêté en cours de route.
# How many of the lines were taken before it stopped.
paste-unknown-one = On ne sait pas encore si la ligne est traitée.
paste-unknown-which =
    { $all ->
        [one] On ne sait pas encore si { $all } ligne est traitée.
       *[other] On ne sait pas encore lesquelles des { $all } lignes sont traitées.
    }
paste-not-done = La ligne n’est pas traitée.
paste-none-done =
    { $all ->
        [one] Sur { $all } ligne, aucune n’est traitée.
       *[other] Sur { $all } lignes, aucune n’est traitée.
    }
paste-least-done =
    { $all ->
        [one] Au moins { $done } ligne traitée sur { $all }.
       *[other] Lignes traitées : au moins { $done } sur { $all }.
    }
paste-done =
    { $all ->
        [one] Lignes traitées : { $done } sur { $all }.
       *[other] Lignes traitées : { $done } sur { $all }.
    }
# What to do next, after how many were taken.
paste-then-locked = Puis un tirage a été figé. Continue avec les autres après le tirage.
paste-then-drawn = Puis le tirage a été fait. Marque les autres cases payées une par une.
paste-go-on = Les autres sont ci-dessous. Appuie sur le bouton pour continuer.
paste-nothing-twice = Rien ne compte deux fois.
# Above the lines that were taken.
paste-done-title = Traité
# $spots are numbers: "3, 7-9".
paste-marked = Marqué payé : { $spots }
# What became of a line that paid for nothing.
paste-idle-before = Déjà enregistrée
paste-idle-remembered = Retenue
paste-idle-not-remembered = Pas retenue : n’est plus payée
paste-idle-nothing = Rien à marquer payé
# Above the lines that were not taken.
paste-not-done-title = Pas encore traité
# What is known about a line.
paste-remember = Déjà payé : retenir cette ligne
paste-not-taken = Pas encore enregistrée
paste-exact-by-payer = Tout est payé, d’après le nom du payeur : vérifie que c’est bien cette personne
paste-exact-perhaps = Tout est sans doute payé : vérifie qui a payé, et combien
paste-exact = Tout est payé
paste-no-amount = Pas de montant : vérifie ce qui a été payé
paste-part = Paiement partiel, pour les cases les plus anciennes
paste-several-amounts = Plusieurs montants, ou une autre devise
paste-differs = Le montant ne correspond pas à ce qui est dû
paste-owes-nothing = Ne doit rien
paste-unknown = Aucun acheteur trouvé
paste-several = Plus d’un acheteur
paste-repeats = Répète une ligne précédente
paste-not-received = Rien n’est arrivé
# <time/> is when.
paste-before = <strong>Déjà marqué payé</strong> le <time/>
# Next to a checkbox.
paste-count-again = Déjà marqué payé le <time/> : compter une deuxième fois
# $line is the number of a line.
paste-whose = De qui est le paiement de la ligne { $line } ?
paste-no-handle = Entre un pseudo comme @anna.
paste-no-such-buyer = Aucun acheteur n’a ce pseudo ici.
paste-match-these = Associer ces acheteurs
paste-mark-selected = Marquer payés les paiements cochés
# How many of all payments are selected, and what they pay for.
paste-selected = Cochés : { $selected } sur { $all }, { $sum }
paste-text = Des lignes de ton appli de paiement, ou un fichier CSV
paste-text-note =
    Un paiement par ligne, sans les messages. Si tu colles un fichier, garde sa première ligne. Rien n’est marqué payé avant que tu
    aies vérifié.
paste-match = Associer les acheteurs

## Spots that weren't paid in time

expired-title = Expirées
expired-lead = Les cases qui n’ont pas été payées à temps, sur les 7 derniers jours.
# $spots are numbers: "3, 7-9".
expired-free = Encore libre : { $spots }.
expired-taken = Déjà pris : { $spots }.
expired-at = Expiré le <time/>.
expired-restore = Rétablir
# For screen readers.
expired-restore-spots = Rétablir { $spots } pour @{ $handle }
expired-none = Rien n’a expiré récemment.

## Where claims came from

sources-title = Réservations par connexion
sources-lead = Les réservations, regroupées par connexion internet. Une connexion ne permet pas de remonter à une personne.
# <time/> and <time2/> are the first and the last claim.
sources-facts =
    { $handles ->
        [one] { $handles } pseudo
       *[other] { $handles } pseudos
    }, { $spots ->
        [one] { $spots } case
       *[other] { $spots } cases
    }, { $unpaid } à payer, du <time/> au <time2/>
# After a list of handles.
sources-more-handles =
    { $more ->
        [one] et { $more } autre
       *[other] et { $more } autres
    }
# The button that leads to a question: hence the dots.
sources-release = Libérer { $spots }…
# For screen readers. $source is the beginning of a code.
sources-release-source =
    { $spots ->
        [one] Libérer { $spots } case non payée de la connexion { $source }
       *[other] Libérer { $spots } cases non payées de la connexion { $source }
    }
sources-none = Aucune réservation récente.

## The question before the spots of a source are released

# In the browser's title bar.
release-page = Libérer les cases d’une connexion
release-title =
    Libérer { $spots ->
        [one] { $spots } case
       *[other] { $spots } cases
    } de { $handles ->
        [one] { $handles } pseudo
       *[other] { $handles } pseudos
    } ?
# $numbers are the numbers of the spots: "3, 7-9".
release-what =
    { $spots ->
        [one] Non payée, et réservée depuis une seule connexion internet : { $numbers }. Elle retourne sur la grille, et tout le monde peut la réserver.
       *[other] Non payées, et réservées depuis une seule connexion internet : { $numbers }. Elles retournent sur la grille, et tout le monde peut les réserver.
    }
# There are at least two handles.
release-who =
    { $handles } pseudos sur une connexion, ça peut être une seule personne, mais aussi une famille, un bureau ou un réseau
    mobile.
release-yes =
    { $spots ->
        [one] Oui, la libérer
       *[other] Oui, les libérer
    }
release-keep =
    { $spots ->
        [one] La garder
       *[other] Les garder
    }

## Picking winners by hand

# In the browser's title bar.
pick-page = Choisir les gagnants
pick-title =
    { $winners ->
        [one] Choisir le gagnant
       *[other] Choisir les gagnants
    }
pick-title-change = Changer les gagnants
pick-not-drawn-yet = Le tirage n’est pas encore fait. Vérifie les numéros.
# Above the winners.
pick-drawn-now = Résultat actuel :
pick-how-many =
    { $winners ->
        [1] Une case payée gagne.
       *[other] { $winners } cases payées gagnent, une par lot.
    }
pick-tap-or-write =
    { $winners ->
        [one] Touche-la ou entre le numéro ; tu pourras vérifier avant que ça compte.
       *[other] Touche-les ou entre les numéros ; tu pourras vérifier avant que ça compte.
    }
pick-write =
    { $winners ->
        [one] Entre le numéro ; tu pourras vérifier avant que ça compte.
       *[other] Entre les numéros ; tu pourras vérifier avant que ça compte.
    }
# For screen readers: the checkboxes.
pick-paid-spots = Cases payées
pick-none-paid = Aucune case n’est encore payée. Seules les cases payées peuvent gagner.
pick-numbers =
    { $winners ->
        [one] Numéro gagnant
       *[other] Numéros gagnants
    }
# Examples, in the empty field.
pick-numbers-hint =
    { $winners ->
        [one] Comme 7
       *[other] Comme 7, 52
    }
pick-numbers-note =
    { $winners ->
        [one] Le numéro que tu as tiré.
       *[other] Dans l’ordre où tu les as tirés.
    }
pick-review = Vérifier le tirage
# In the browser's title bar.
confirm-page = Confirmer le tirage
confirm-title =
    { $winners ->
        [one] C’est bien le gagnant ?
       *[other] Ce sont bien les gagnants ?
    }
# Between the new winners and those of before.
confirm-instead = À la place de :
confirm-losers =
    { $spots ->
        [one] <b>{ $spots }</b> autre case payée n’est pas tirée.
       *[other] <b>{ $spots }</b> autres cases payées ne sont pas tirées.
    }
confirm-no-losers = Aucune autre case n’est payée.
confirm-pending =
    { $spots ->
        [one] <b>{ $spots }</b> case en attente le reste et ne peut pas gagner, donc rien n’est dû pour elle.
       *[other] <b>{ $spots }</b> cases en attente le restent et ne peuvent pas gagner, donc rien n’est dû pour elles.
    }
confirm-free =
    { $spots ->
        [one] <b>{ $spots }</b> case est encore libre.
       *[other] <b>{ $spots }</b> cases sont encore libres.
    }
# What a draw does, also before it is locked.
draw-closes = Ensuite, plus aucune case ne peut être réservée. Le résultat reste sur la grille jusqu’à ce que tu archives la gaufre.
confirm-change = Oui, changer les gagnants
confirm-draw = Oui, valider le tirage
confirm-others = En choisir d’autres
# The public reason for changing or clearing winners, and for voiding a draw.
reason-why = Pourquoi ? Tout le monde peut le lire.
# An example, in the empty field.
reason-hint = Le gagnant n’a pas répondu.
reason-lot-note = C’était un tirage au sort, et tout le monde l’a vu. Explique pourquoi il ne compte plus.
pick-done-drawn = Le tirage est fait. Tous ceux qui regardent voient les gagnants.
pick-done-changed = Les gagnants sont changés. Tous ceux qui regardent les voient.

## Locking a draw by lot, and what follows

# In the browser's title bar.
lot-page = Tirage au sort
lot-title = Figer un tirage
lot-title-locked = Un tirage est figé
# $number is that of the draw. $round is that of the round of public random numbers, and <time/> when it appears.
lot-locked =
    { $entries ->
        [one] Tirage { $number } : { $entries } participation, à tirer avec le tour { $round }, qui paraît le <time/>.
       *[other] Tirage { $number } : { $entries } participations, à tirer avec le tour { $round }, qui paraît le <time/>.
    }
lot-waits = Le tirage se fait automatiquement. D’ici là, aucune case payée ne peut changer.
lot-public-page = Voir la page publique
lot-void-title = Abandonner ce tirage
# An example, in the empty field.
lot-void-hint = Un paiement a été noté par erreur.
lot-void-note = Possible jusqu’à 5 secondes avant la parution du tour.
lot-void = Abandonner le tirage
lot-hand-in-title = Pas d’internet ? Fournis le tour toi-même
lot-signature = La signature du tour
# Says what it consists of, in the empty field.
lot-signature-hint = 96 caractères, 0-9 et a-f
lot-signature-note = Une fois le tour paru. Elle est vérifiée comme les autres.
lot-hand-in = Tirer avec ce tour
lot-explained =
    { $winners ->
        [one] Figer le tirage fixe qui participe : chaque case payée, une fois. Les cases non payées n’en font pas partie, et on ne doit plus rien pour elles après le tirage. Un nombre aléatoire public, qui paraît plus tard, désigne { $winners } gagnant.
       *[other] Figer le tirage fixe qui participe : chaque case payée, une fois. Les cases non payées n’en font pas partie, et on ne doit plus rien pour elles après le tirage. Un nombre aléatoire public, qui paraît plus tard, désigne { $winners } gagnants.
    }
lot-no-one-knows = Personne ne peut connaître ni choisir ce nombre : tout le monde peut donc vérifier le tirage.
lot-seconds = Secondes avant le tirage
lot-seconds-note = De 30 à 86 400 (un jour).
lot-seconds-refused = Indique un nombre de secondes, comme 60.
lot-again = Pourquoi un nouveau tirage ?
lot-again-note = Cette gaufre a déjà eu des gagnants. Tout le monde peut lire ta raison et voir combien de résultats il y a eu avant.
lot-reason = Raison
lot-reason-note = Facultatif. Tout le monde peut la lire.
lot-exclude = Exclure
lot-exclude-note = Facultatif. Les cases payées qui ne participent pas, comme les tiennes. Tout le monde les voit.
lot-alternates = Remplaçantes
lot-alternates-note = Jusqu’à 10 cases de plus, tirées après les gagnants. Elles prennent le relais si un gagnant ne répond pas.
lot-alternates-refused = Indique un nombre, comme 2.
lot-prizes =
    { $winners ->
        [one] Lot
       *[other] Lots, dans l’ordre des gagnants
    }
# For screen readers.
lot-prize = Lot { $number }
lot-prizes-note = Facultatif. Tout le monde voit ce que reçoit chaque gagnant.
lot-one-win = Chaque pseudo ne peut gagner qu’une fois
lot-lock = Figer le tirage
lot-lock-another = Figer un autre tirage
lot-back = Retour
lot-all = Tous les tirages de cette gaufre
lot-replace-title = Remplacer un gagnant
# $draw is the number of the draw, <b/> that of the alternate's spot.
lot-next = Si un gagnant du tirage { $draw } renonce, la remplaçante suivante, <b/> @{ $handle }, prend sa place. Tous les autres restent.
# The alternate.
lot-last = C’est la dernière remplaçante.
lot-replace-why = Pourquoi @{ $handle } renonce ?
# An example, in the empty field.
lot-replace-hint = Pas de réponse depuis deux jours.
lot-replace-note = Tout le monde peut le lire.
# $number is that of a winner's spot.
lot-replace = Remplacer #{ $number }
lot-none-left = Le tirage { $draw } n’a plus de remplaçante : aucun gagnant ne peut être remplacé.

## The question before a draw is cleared

# In the browser's title bar.
clear-page = Annuler le tirage
clear-title = Annuler le tirage ?
# Above the winners.
clear-winners =
    { $winners ->
        [one] Cette case n’est plus gagnante :
       *[other] Ces cases ne sont plus gagnantes :
    }
clear-paid-again =
    { $spots ->
        [one] { $spots } case redevient payée, comme avant le tirage.
       *[other] { $spots } cases redeviennent payées, comme avant le tirage.
    }
clear-opens = La gaufre rouvre.
clear-opens-free =
    { $spots ->
        [one] La gaufre rouvre, et { $spots } case libre peut être réservée.
       *[other] La gaufre rouvre, et { $spots } cases libres peuvent être réservées.
    }
clear-yes = Annuler le tirage
clear-done = Le tirage est annulé. La gaufre est de nouveau ouverte.

## The question before a waffle is deleted

# In the browser's title bar.
remove-page = Supprimer { $title }
remove-title = Supprimer <bdi/> ?
remove-for-good = <b>C’est définitif.</b> Tu vas perdre :
remove-waffle = la gaufre, sa page et son lien, avec ses { $spots } cases
remove-spots =
    { $pending ->
        [one] { $pending } case en attente
       *[other] { $pending } cases en attente
    } et { $paid ->
        [one] { $paid } case payée
       *[other] { $paid } cases payées
    }, pour { $sum }, avec leurs pseudos
remove-draw =
    { $winners ->
        [one] le tirage, avec { $winners } gagnant ; les pages des acheteurs perdent ces gains et ces cases non tirées
       *[other] le tirage, avec { $winners } gagnants ; les pages des acheteurs perdent ces gains et ces cases non tirées
    }
remove-rest = son activité, son message et ses cartes
remove-or-archive = Si tu veux seulement la cacher, archive-la plutôt. Rien n’est perdu.
# DELETE is the same in all languages.
remove-word = Tape DELETE
remove-word-note = En majuscules.
remove-yes = Supprimer pour de bon
remove-done = La gaufre est supprimée.

## What a form has done, at the top of the page that follows

# $numbers are numbers of spots: "3, 7-9".
said-marked-paid = Marquées payées : { $numbers }.
# $rest is one or more sentences.
said-marked-paid-and = Marquées payées : { $numbers }. { $rest }
# $numbers is one number.
said-spot-paid = La case { $numbers } est payée.
said-spot-paid-and = La case { $numbers } est payée. { $rest }
said-nothing-paid = Rien n’a été marqué payé.
# Joins sentences.
said-two-sentences = { $one } { $two }
said-remembered =
    { $lines ->
        [one] { $lines } ligne retenue.
       *[other] { $lines } lignes retenues.
    }
said-skipped =
    { $spots ->
        [one] { $spots } case laissée de côté : elle a changé entre-temps.
       *[other] { $spots } cases laissées de côté : elles ont changé entre-temps.
    }
said-lines-before =
    { $lines ->
        [one] { $lines } ligne était déjà enregistrée.
       *[other] { $lines } lignes étaient déjà enregistrées.
    }
said-not-remembered =
    { $lines ->
        [one] { $lines } ligne n’a pas été retenue : ses cases ne sont plus payées.
       *[other] { $lines } lignes n’ont pas été retenues : leurs cases ne sont plus payées.
    }
said-nothing-changed = Rien n’a changé : c’était déjà fait, ou les cases ont changé entre-temps.
said-locked = Un tirage est figé jusqu’à la parution de son tour, alors rien n’a changé.
said-one-at-a-time = Le tirage est fait : marque les cases payées une par une. Rien n’a changé.
said-not-drawn = Il n’y a pas de tirage à changer ou à annuler.
said-select-first = Sélectionne d’abord des cases en attente.
said-no-such-spot = Cette gaufre n’a pas cette case. Rien n’a changé.
said-free-again = La case { $numbers } est de nouveau libre.
said-not-pending = La case { $numbers } n’est plus en attente, alors rien n’a changé.
said-not-releasable = La case { $numbers } ne peut pas être libérée en ce moment, alors rien n’a changé.
said-released = Libéré : { $numbers }.
said-marked-unpaid = Marqué non payé : { $numbers }.
said-more-time = Délai prolongé : { $numbers }.
said-renamed = Renommé : { $numbers }.
said-not-read = Rien n’a changé. Entre un pseudo comme @anna et des numéros comme 3, 7, 10-14.
said-assigned = Attribué : { $numbers }.
said-taken = Déjà pris : { $numbers }. Rien n’a changé.
said-paused = Les réservations sont en pause : les acheteurs le voient et ne peuvent pas réserver.
said-resumed-waiting = C’est reparti : les acheteurs pourront réserver dès l’ouverture.
said-resumed = Les acheteurs peuvent de nouveau réserver.
said-archived = La gaufre est archivée. Les acheteurs ne la voient plus.
said-back-unlisted = La gaufre est de retour, non répertoriée comme avant.
said-listed-again = La gaufre est de nouveau répertoriée.

## Shared by the sellers' forms

seller-save = Enregistrer
seller-edit = Modifier
seller-delete = Supprimer
# Leaves everything as it is, where a page asks whether to delete or deactivate something.
seller-keep-it = Garder
# For screen readers: the button "Edit" of one of several things.
seller-edit-name = Modifier { $name }

## The form of a new and of an edited waffle

waffle-form-new = Nouvelle gaufre
waffle-form-edit = Modifier la gaufre
# In the browser's title bar.
waffle-form-edit-title = Modifier { $title }
# <bdi/> is the title of another waffle.
waffle-form-like = Tout est repris de <bdi/>, sauf l’ouverture, encore vide.
waffle-form-from-last = Repartir de ta dernière gaufre
waffle-form-title = Titre
# An example, in the empty field.
waffle-form-title-hint = Heure dorée : appareil photo vintage
waffle-form-title-note = Ce que tu vends, en une ligne.
waffle-form-description = Description
waffle-form-description-note = Facultatif. Les sauts de ligne sont gardés.
waffle-form-spots = Cases
waffle-form-spots-note = De 2 à 10 000. Ne change plus ensuite.
waffle-form-price = Prix par case
# An example, in the empty field.
waffle-form-price-hint = 25,00
waffle-form-price-claimed =
    { $claimed ->
        [one] { $claimed } case est déjà réservée. Préviens qui l’a prise si le prix change.
       *[other] { $claimed } cases sont déjà réservées. Préviens les acheteurs si le prix change.
    }
waffle-form-price-note = Ce qu’on paie par case.
waffle-form-winners = Gagnants
waffle-form-winners-note = De 1 à 10, un par lot.
waffle-form-photo = Photo
waffle-form-photo-note = Facultatif. Un JPEG, PNG ou WebP de 8 Mo au plus.
waffle-form-crop = Partie que montre la grille
waffle-form-picture = Ou une image du web
waffle-form-picture-note = Facultatif. Un lien vers une image.
waffle-form-links = Tes liens
waffle-form-links-note = Facultatif. Un par ligne, jusqu’à 20.
waffle-form-methods = Comment on te paie
# In place of the handle of a payment method that the waffle still has.
waffle-form-method-deactivated = désactivé, caché aux acheteurs
waffle-form-method-gone = Ce moyen de paiement n’existe plus. Recharge la page.
waffle-form-terms = Quand et comment on réserve
waffle-form-opens = Ouverture
# $at is a moment: "Opens Tue 24 Nov 2026, 20:00 (New York)".
waffle-form-opens-at = Ouvre le { $at }
# <span/> is the name of the time zone, such as Europe/Berlin.
waffle-form-opens-note =
    Facultatif, dans ton fuseau horaire (<span/> ; <a>le changer</a>). D’ici là, les acheteurs voient la grille et un compte à
    rebours. Elle ouvre automatiquement.
# $zone is like Europe/Berlin. The example is how the field itself writes it.
waffle-form-no-such-time = Écris un jour et une heure qui existent dans { $zone }, comme 2026-06-01T18:00.
waffle-form-unknown-zone = On ne connaît pas le fuseau horaire de ton appareil. Choisis-en un d’abord dans tes réglages.
waffle-form-pay-within = Minutes pour payer
waffle-form-pay-within-note = Facultatif, de 5 à 43 200. Les cases non payées sont alors libérées. Vaut pour les nouvelles réservations.
waffle-form-most-spots = Maximum par acheteur
waffle-form-most-spots-note = Facultatif, de 1 à 10 000 cases.
# “I have paid” is the button on a buyer's receipt.
waffle-form-grace = Heures pour « J’ai payé »
waffle-form-grace-note =
    Facultatif, de 1 à 720. Combien de temps « J’ai payé » garde les cases après la limite. Vide : jusqu’à ce que tu aies vérifié.
waffle-form-amounts = Distinguer les acheteurs par le montant
waffle-form-amounts-note =
    Les reçus demandent à chaque acheteur jusqu’à 99 centimes de plus, un montant différent pour chacun des 99 premiers : tu
    sais qui a payé, même sans message. Ce qui est dû reste pareil, et les deux montants comptent.
waffle-form-pause = Suspendre les réservations
waffle-form-pause-note = Tout le monde voit que tu fais une pause. Tu peux toujours attribuer des cases.
waffle-form-unlisted = Non répertoriée
waffle-form-unlisted-note =
    Absente des listes publiques, mais qui a le lien peut réserver, suivre le tirage et voir son reçu. Pour fermer une gaufre
    à tout le monde, archive-la plutôt.
waffle-form-fixed = Le nombre de cases ({ $spots }) et le lien ne peuvent pas changer.
waffle-form-save-price = Enregistrer le nouveau prix
waffle-form-create = Créer la gaufre
waffle-form-not-created = Pas encore créée. Vérifie les champs en évidence.
# After a waffle was created.
waffle-form-created = Ta gaufre est en ligne. Poste son lien !
waffle-form-created-paused = Ta gaufre est là, réservations en pause. Relance-les et poste son lien !
# Another sentence follows, which says when it opens.
waffle-form-created-scheduled = Ta gaufre est programmée.
waffle-form-saved = Enregistré. Les acheteurs voient le changement aussitôt.
waffle-form-already-drawn = Pas enregistré : le tirage a été fait entre-temps.
# Asks to save once more. $new and $old are amounts.
waffle-form-new-price =
    { $buyers ->
        [one] Pas encore enregistré : { $buyers } acheteur devra un autre montant, { $new } la case au lieu de { $old }. Enregistre encore une fois si c’est ce que tu veux, et préviens cette personne.
       *[other] Pas encore enregistré : { $buyers } acheteurs devront un autre montant, { $new } la case au lieu de { $old }. Enregistre encore une fois si c’est ce que tu veux, et préviens-les.
    }

## The page for sharing a waffle

# In the browser's title bar.
share-title = Partager { $title }
share-heading = Partager cette gaufre
share-archived = Cette gaufre est archivée. Son lien et sa carte ne marcheront pas tant que tu ne l’as pas désarchivée.
# The label of the choice between templates.
share-start-from = Partir de
# Groups of that choice, and the first of its members.
share-for-moments = Pour chaque moment
share-own-templates = Tes modèles
share-own-message = Ton message enregistré
share-use-template = Utiliser ce modèle
share-template-gone = Ce modèle a été supprimé. Choisis-en un autre.
share-message = Message
# The names in braces stay as they are in all languages.
share-message-note = On remplit les mots entre accolades, comme { "{title}" } et { "{url}" }. Ils sont tous ci-dessous.
share-placeholders = Mots à remplir
share-save-message = Enregistrer le message
# A button: show the preview.
share-show-preview = Aperçu
# A heading.
share-preview = Aperçu
# In place of the preview, while there is no message.
share-nothing-yet = Rien d’écrit pour l’instant.
share-copy-message = Copier le message
# Opens the device's own choice of apps.
share-share-message = Partager…
share-card = La carte
share-card-note = Une image pour ton post, avec le titre, le prix, les cases libres, le lien et un QR code.
share-title-cut = Une carte ne peut pas montrer tous les caractères de ce titre : elle en laisse de côté. Ton message les a tous.
# $format is square, or story: a tall picture.
share-card-format =
    { $format ->
        [story] Story
       *[square] Carré
    }
# Says what the picture shows.
share-card-alt =
    { $format ->
        [story] Carte pour story : { $title }
       *[square] Carte carrée : { $title }
    }
share-download = Télécharger
# For screen readers, as are the next two like it.
share-download-card =
    { $format ->
        [story] Télécharger la story
       *[square] Télécharger le carré
    }
share-copy = Copier
share-copy-card =
    { $format ->
        [story] Copier la story
       *[square] Copier le carré
    }
share-share = Partager
share-share-card =
    { $format ->
        [story] Partager la story
       *[square] Partager le carré
    }
share-redraw = Refaire la carte
share-saved = Ton message est enregistré. Copie-le et poste-le !
share-redrawn = La carte est refaite.

## What is wrong with a message or a template

share-name-missing = Donne un nom au modèle.
share-message-missing = Écris ton message.
share-message-long = Un message a au plus { $most } caractères.
share-message-control = Un message ne peut pas contenir de caractères de contrôle.
share-template-unknown = Ce modèle n’existe plus. Recharge la page.

## What a seller announces, at each moment of a waffle

# Labels of a choice.
announcement-soon = Ouvre bientôt
announcement-open = Ouvert
announcement-few-left = Presque complet
announcement-full = Complet
announcement-locked = Tirage figé
announcement-drawn = Gagnants tirés
# The messages. The words in braces are placeholders: they stay as they are. The one for an open waffle is also the
# template that came with the service.
announce-soon =
    🧇 { "{title}" }

    { "{spots}" } cases à { "{price}" } chacune. Ouverture : { "{opens}" }.

    Sois là : { "{url}" }
announce-open =
    🧇 { "{title}" }

    { "{spots}" } cases à { "{price}" } chacune. Premier arrivé, premier servi.

    Choisis tes numéros ici : { "{url}" }
announce-few-left =
    Plus que { "{left}" } ! 🧇 { "{title}" }

    Encore libres : { "{free}" }

    { "{price}" } chacune : { "{url}" }
announce-full =
    🧇 { "{title}" } : c’est complet. Merci !

    Pas encore payé : { "{unpaid}" }

    { "{url}" }
announce-locked =
    🔒 { "{title}" } : le tirage est figé. Les participants ne changent plus.

    À suivre et à vérifier : { "{draw}" }
announce-drawn =
    🏆 { "{title}" }

    Bravo à { "{winners}" }

    Le tirage en détail : { "{draw}" }

## Share templates

# The template that came with the service, until a seller changes it.
share-first-name = Nouvelle gaufre
share-template-all = Modèles de message
share-template-new = Nouveau modèle
share-template-lead = Des bases pour tes messages. Ceux que tu as déjà enregistrés ne changent pas.
# <time/> is a day.
share-template-changed = Modifié le <time/>
# A mark on the template that new messages start from.
share-template-default = Par défaut
share-template-make-default = Mettre par défaut
share-template-make-default-name = Mettre par défaut : { $name }
share-template-delete-name = Supprimer { $name }
share-template-none = Pas encore de modèle.
# Page titles.
share-template-new-title = Nouveau modèle de message
share-template-edit-title = Modifier le modèle de message
share-template-delete-title = Supprimer le modèle de message
share-template-name = Nom
share-template-name-note = Rien que pour toi. Jusqu’à 100 caractères.
share-template-body-note = Remplis pour chaque gaufre : { "{title}" }, { "{price}" }, { "{spots}" }, { "{url}" }, { "{left}" }, { "{free}" }, { "{unpaid}" }, { "{opens}" }, { "{deadline}" }, { "{draw}" } et { "{winners}" }.
share-template-delete = Supprimer « <bdi/> » ?
share-template-only = C’est ton seul modèle. <a>Crées-en un autre</a> avant de le supprimer.
share-template-delete-note = Les messages déjà faits avec lui ne changent pas.
# Follows the sentence above. <bdi/> is the name of another template.
share-template-successor = « <bdi/> » devient le modèle par défaut.
share-template-created = « { $name } » est prêt.
share-template-saved = « { $name } » est enregistré.
share-template-defaulted = Les nouveaux messages partent de « { $name } ».
share-template-deleted = Le modèle est supprimé.

## Payment methods

payment-method-all = Moyens de paiement
payment-method-new = Nouveau moyen de paiement
payment-method-lead = Comment les acheteurs peuvent te payer. Les changements se voient sur toutes les gaufres qui l’utilisent.
payment-method-none = Pas encore de moyen de paiement
payment-method-none-note = Ajoute les applis de paiement que tu acceptes, puis choisis-les sur tes gaufres.
payment-method-inactive = Désactivé
# Follows the name of the wallet and a dot.
payment-method-on-waffles =
    { $waffles ->
        [one] sur { $waffles } gaufre en cours
       *[other] sur { $waffles } gaufres en cours
    }
payment-method-on-none = sur aucune gaufre en cours
payment-method-deactivate-button = Désactiver
payment-method-deactivate-name = Désactiver { $name }
payment-method-reactivate-button = Réactiver
payment-method-reactivate-name = Réactiver { $name }
# Page titles.
payment-method-edit-title = Modifier le moyen de paiement
payment-method-deactivate-title = Désactiver le moyen de paiement
payment-method-used =
    { $waffles ->
        [one] { $waffles } gaufre en cours l’utilise et montrera aussitôt le changement.
       *[other] { $waffles } gaufres en cours l’utilisent et montreront aussitôt le changement.
    }
payment-method-type = Type
payment-method-type-wrong = Choisis un de ces types.
payment-method-type-note = Fixe l’icône et le lien. Ne change plus ensuite.
payment-method-name = Nom
payment-method-name-note = Ce que voient les acheteurs. Jusqu’à 100 caractères.
payment-method-handle = Ton pseudo ou un lien
# An example, in the empty field.
payment-method-handle-hint = @tonpseudo
payment-method-handle-note = Un pseudo, ou un lien qui commence par https://.
payment-method-instructions = Texte pour les acheteurs
# An example, in the empty field.
payment-method-instructions-hint = Merci de laisser le message vide
# “mention your handle” is what receipts say otherwise.
payment-method-instructions-note =
    Facultatif, jusqu’à 200 caractères. Remplace « Indique ton pseudo », si ton appli n’aime pas les messages.
payment-method-add = Ajouter
payment-method-not-added = Pas encore ajouté. Vérifie les champs en évidence.
payment-method-deactivate = Désactiver <bdi/> ?
payment-method-deactivate-used =
    { $waffles ->
        [one] { $waffles } gaufre en cours l’utilise. Ses acheteurs ne verront plus ce moyen de paiement.
       *[other] { $waffles } gaufres en cours l’utilisent. Leurs acheteurs ne verront plus ce moyen de paiement.
    }
payment-method-deactivate-unused = Aucune gaufre en cours ne l’utilise.
payment-method-deactivate-note = Les nouvelles gaufres ne pourront pas l’utiliser. Il reste dans cette liste : tu pourras le réactiver.
payment-method-added = { $name } est ajouté. Tu peux maintenant le proposer sur tes gaufres.
payment-method-saved = { $name } est enregistré. Toutes les gaufres qui l’utilisent montrent le changement.
payment-method-deactivated = { $name } est désactivé. Les acheteurs ne le voient plus.
payment-method-reactivated = { $name } est réactivé, aussi sur les gaufres qui l’utilisaient avant.

## Reports

report-all = Rapports
report-download = Télécharger en CSV
# For screen readers: the label of the tabs.
report-which = Quel rapport
report-tab-months = Mois
report-tab-buyers = Acheteurs
report-tab-droughts = Séries noires
report-tab-speed = Vitesse
report-from = Du
report-to = Au
# How many buyers to list.
report-limit = Combien
report-show = Afficher
# Common ranges.
report-range-days = { $days } jours
report-range-months = { $months } mois
report-range-all = Depuis le début
report-empty = Rien dans l’assiette
report-zone-utc = Les jours et les mois sont en UTC.
# $zone is like Europe/Berlin.
report-zone = Les heures sont celles du fuseau { $zone }. Les périodes comptent en jours UTC.
# $time is like 17:44:09. The change is from today.
report-copy-today = D’après une copie de la base de données, à jour à { $time } ({ $zone }).
# $moment is a day and a time.
report-copy = D’après une copie de la base de données, à jour au { $moment } ({ $zone }).
report-cut = Les { $shown } premières lignes sur { $all }. Télécharge le CSV pour les avoir toutes.
report-waffle = Gaufre
report-buyer = Acheteur
# How long something took. $hours and $days are like 5.3.
report-seconds = { $seconds } s
report-minutes = { $minutes } min
report-hours = { $hours } h
report-days = { $days } jours

## The report of months

report-months-title = Mois par mois
report-months-lead = Les gaufres créées, les cases réservées et les paiements notés chaque mois.
report-months-empty = Rien ne s’est passé dans cette période.
report-month = Mois
report-waffles-created = Gaufres créées
report-spots-claimed = Cases réservées
report-revenue = Recettes
report-month-name =
    { $month ->
        [1] janvier { $year }
        [2] février { $year }
        [3] mars { $year }
        [4] avril { $year }
        [5] mai { $year }
        [6] juin { $year }
        [7] juillet { $year }
        [8] août { $year }
        [9] septembre { $year }
        [10] octobre { $year }
        [11] novembre { $year }
       *[12] décembre { $year }
    }
# Below a column of a chart. $year has two digits.
report-month-short =
    { $month ->
        [1] janv. { $year }
        [2] févr. { $year }
        [3] mars { $year }
        [4] avr. { $year }
        [5] mai { $year }
        [6] juin { $year }
        [7] juil. { $year }
        [8] août { $year }
        [9] sept. { $year }
        [10] oct. { $year }
        [11] nov. { $year }
       *[12] déc. { $year }
    }

## The report of those who buy the most

report-power-title = Meilleurs acheteurs
report-power-lead = Qui a payé le plus de cases dans cette période. Le taux de gain compte les cases dont le tirage est fait.
report-power-empty = Aucune case n’a été payée dans cette période.
report-paid-spots = Cases payées
report-spent = Dépensé
report-win-rate = Taux de gain

## The report of losing streaks

report-drought-title = Séries noires
report-drought-lead = Les acheteurs qui n’ont rien gagné dans cette période malgré un tirage, la plus longue attente d’abord.
report-drought-lead-ever = Les acheteurs dont une case n’a pas été tirée, la plus longue attente d’un gain d’abord.
report-drought-empty = Personne n’attend de gain.
report-without-win = Sans gain
report-lost-spots = Cases non tirées
report-entries = Participations dans cette période
report-entries-ever = Participations
# $zone is like Europe/Berlin.
report-last-entry = Dernière participation ({ $zone })
report-days-without =
    { $days ->
        [one] { $days } jour
       *[other] { $days } jours
    }
report-never-won-yet = jamais gagné
# Above a number of buyers.
report-buyers = Acheteurs
report-never-won = Jamais gagné
report-drought-chart = Acheteurs selon le temps depuis leur dernier gain
# Next to the bars of a chart: at most 17 letters each.
report-band-month = moins de 30 jours
report-band-quarter = 30 à 89 jours
report-band-year = 90 à 364 jours
report-band-more = un an ou plus
report-band-never = jamais gagné

## The report of how fast boards fill

report-speed-title = Vitesse
report-speed-lead = Le temps entre la création des grilles de cette période et leur première, puis leur dernière réservation.
report-speed-empty = Aucune gaufre n’a été créée dans cette période.
report-status = Statut
report-first-claim = 1re réservation après
report-last-claim = Dernière réservation après
# $zone is like Europe/Berlin.
report-created = Créée ({ $zone })
report-status-open = Ouverte
report-status-drawn = Tirage fait
# Above a number of waffles.
report-open-waffles = Gaufres ouvertes
report-drawn-waffles = Tirages faits
# Above a duration, as are the next two.
report-open-first-claim = Ouvertes : 1re réservation après
report-drawn-first-claim = Tirage fait : 1re réservation après
report-drawn-completed = Tirage fait : complètes après
report-speed-chart = De la création à la dernière réservation, gaufres les plus récentes

## Buyers

buyers-all = Acheteurs
buyers-lead = Tous ceux qui ont réservé une case, les plus récents d’abord.
buyers-search = Chercher un pseudo
buyers-count =
    { $total ->
        [one] { $total } pseudo
       *[other] { $total } pseudos
    }
buyers-handle = Pseudo
buyers-first-seen = Première réservation
buyers-last-claim = Dernière réservation
buyers-empty-page = Rien sur cette page
buyers-earlier-pages =
    { $total ->
        [one] Il y a { $total } pseudo sur les pages précédentes.
       *[other] Il y a { $total } pseudos sur les pages précédentes.
    }
buyers-no-match = Aucun résultat
# <bdi/> is what was searched for.
buyers-no-match-note = Aucun pseudo ne contient « <bdi/> ».
buyers-show-all = Voir tous les acheteurs
buyers-none = Pas encore d’acheteurs
buyers-none-note = Les acheteurs apparaissent ici dès qu’ils réservent une case.

## Merging two handles

merge-handles = Fusionner des pseudos
merge-lead =
    Un acheteur, deux orthographes ? Toutes les cases et tous les gains du premier pseudo passent au second, sur toutes les
    gaufres. C’est définitif.
# <bdi/> is the handle that goes, <bdi2/> the one that stays.
merge-preview =
    { $spots ->
        [one] { $spots } case
       *[other] { $spots } cases
    } sur { $waffles ->
        [one] { $waffles } gaufre
       *[other] { $waffles } gaufres
    }, { $wins ->
        [one] { $wins } gain
       *[other] { $wins } gains
    } : de <bdi/> à <bdi2/>.
merge-button = Fusionner
merge-back = Retour
merge-nothing = <bdi/> n’a aucune case.
merge-goes = Pseudo à supprimer
merge-stays = Pseudo à garder
merge-show = Voir ce que ça change

## Blocked handles

blocked-handles = Pseudos bloqués
blocked-lead = Ils ne peuvent réserver sur aucune gaufre. Ils gardent leurs cases jusqu’à ce que tu les libères.
blocked-handle = Pseudo
blocked-reason = Raison
blocked-reason-note = Facultatif, jusqu’à 500 caractères. Les acheteurs ne la voient pas.
blocked-block = Bloquer
blocked-list = Ne peuvent pas réserver
# $who is the name of an account, <time/> a day.
blocked-by = Bloqué par { $who } le <time/>
blocked-unblock = Débloquer
# For screen readers: the button "Unblock" of one of several handles.
blocked-unblock-handle = Débloquer @{ $handle }
blocked-none = Personne n’est bloqué. Tout le monde est le bienvenu.
blocked-done = @{ $handle } ne peut plus réserver.
blocked-undone = @{ $handle } peut de nouveau réserver.
blocked-refused = Pas encore bloqué. Vérifie les champs en évidence.

## Payers: names in payments, and whose they are

payers-all = Payeurs
payers-lead =
    Les noms dans les paiements, et pour qui ils paient. On retient un nom quand tu marques payé un paiement qui n’indique pas
    le pseudo de l’acheteur.
payers-search = Chercher un nom ou un pseudo
# <b/> is a name, <a/> a handle.
payers-pays-for = <b/> paie pour <a/>
# Both are days.
payers-since = Depuis le <time/>, dernière fois le <time2/>
payers-forget = Oublier
# For screen readers: the button "Forget" of one of several payers.
payers-forget-name = Oublier { $name }, qui paie pour @{ $handle }
payers-no-match = Aucun payeur ne correspond.
payers-none = Pas encore de payeurs.
payers-forgotten = Oublié.

## Navigation, titles and what all pages of sellers have

# For search engines and link previews, of all pages for sellers.
frame-sellers-only = Là où les vendeurs gèrent leurs gaufres. Connecte-toi pour voir cette page.
# The pages of the menu.
nav-your-waffles = Tes gaufres
nav-share-templates = Modèles de message
nav-reports = Rapports
nav-payment-methods = Moyens de paiement
nav-buyers = Acheteurs
nav-audit-log = Journal
nav-accounts = Comptes
nav-settings = Réglages
# For screen readers: names the tabs of the settings.
settings-tabs = Quels réglages
# The tabs.
settings-tab-profile = Profil
settings-tab-security = Sécurité
settings-tab-sign-ins = Mes connexions
settings-tab-system = Système

## The keys of sellers

# Also the button that opens the list.
keys-title = Raccourcis clavier
# What a key does, behind the key. A row is a buyer, a spot or a waffle.
keys-search = Aller à la recherche
keys-next = Ligne suivante
keys-previous = Ligne précédente
keys-tick = Sélectionner cette ligne
keys-pay = Marquer cette ligne comme payée
keys-list = Afficher cette liste
# A box to tick.
keys-on = Utiliser ces touches sur cet appareil
# A button.
keys-close = Fermer

## Forms

form-cancel = Annuler
form-not-saved = Pas encore enregistré. Vérifie les champs en évidence.
field-username = Identifiant
field-password = Mot de passe
# Of the second factor.
field-code = Code
field-code-note = De ton appli, ou un code de secours.
field-current-password = Mot de passe actuel
field-current-password-note = Celui de ta connexion.
field-new-password = Nouveau mot de passe
field-new-password-again = Répète le nouveau mot de passe
field-no-typos = Pour éviter les fautes de frappe.
# Who changes another account confirms it with this one.
field-your-password = Ton mot de passe
field-your-password-note = Celui de ta connexion.
field-optional = Facultatif.
# The button that saves a new password.
password-set = Définir le mot de passe
# $least is how many characters. “waffle” is the name of the service, which stays as it is.
password-rules = Au moins { $least } caractères, sans compter ton identifiant ; pas de mot de passe courant, ni de « waffle » dedans.
password-mistyped = Les nouveaux mots de passe ne sont pas les mêmes. Entre-les tous les deux encore une fois.

## Lists: filters and pages

filter-search = Recherche
# The button that applies the filters.
filter-show = Afficher
filter-everyone = Tout le monde
# For screen readers: names the links to the other pages of a list.
pager-label = Pages
pager-previous = Précédente
pager-page = Page { $page } sur { $pages }
pager-next = Suivante

## Signing in

sign-in-title = Connexion vendeur
sign-in-submit = Se connecter
sign-in-incomplete = Entre ton identifiant et ton mot de passe.
sign-in-expired = Ce formulaire a expiré. Connecte-toi encore une fois.
sign-in-code-title = Entre ton code
sign-in-code-note = Les six chiffres dans ton appli.
sign-in-no-app = Tu n’as pas ton appli ?
sign-in-recovery-code = Code de secours
sign-in-recovery-note = Chacun marche une fois. Si tu les as perdus aussi, demande à un super admin.
sign-in-recovery-submit = Se connecter avec un code de secours
# A link back to the username and password.
sign-in-start-again = Recommencer

## Forgotten password

# Also a link to the page.
forgot-title = Mot de passe oublié ?
# The title in the browser's tab.
forgot-frame = Mot de passe oublié
forgot-asked = Si ce compte existe, un super admin peut maintenant te donner un lien pour définir un nouveau mot de passe. Il est valable une heure.
forgot-let-know = Préviens ton super admin. On n’envoie pas d’e-mails.
forgot-back = Retour à la connexion
forgot-how = Demande un lien ici, puis réclame-le à ton super admin. On n’envoie pas d’e-mails.
forgot-name = Identifiant ou adresse e-mail
forgot-missing = Entre ton identifiant ou ton adresse e-mail.
forgot-submit = Demander un lien

## New password with a link

# The title in the browser's tab.
reset-frame = Nouveau mot de passe
reset-done = Mot de passe changé
reset-done-notice = Toutes tes sessions sont fermées. Connecte-toi avec ton nouveau mot de passe.
reset-done-lockout = Si ton accès était bloqué, il faut encore attendre la fin du blocage.
reset-title = Choisis un nouveau mot de passe
reset-signs-out = Ça te déconnecte partout.
reset-bad-link = Ce lien ne marche pas
reset-bad-link-why = Il a servi, a été remplacé, ou date de plus d’une heure.
reset-ask-again = Demander un nouveau lien

## Settings: profile

settings-title = Réglages
profile-title = Ton profil
# Followed by a dot and the role. <b/> is the username.
profile-sign-in-as = Tu te connectes en tant que <b/>
profile-save = Enregistrer le profil
profile-saved = Ton profil est enregistré.
profile-first-name = Prénom
profile-last-name = Nom
profile-display-name = Nom affiché
profile-display-name-note = Facultatif. Affiché dans le menu à la place de ton nom.
profile-email = Adresse e-mail
profile-email-note = Pour retrouver le compte si le mot de passe est oublié. On n’envoie jamais d’e-mails.
profile-password-note = Nécessaire seulement pour changer ton adresse e-mail.
profile-zone = Fuseau horaire
profile-zone-note =
    Commence à taper une ville ou une région, comme Europe/Paris. Les pages vendeur montrent les heures de ce fuseau, ou de
    celui de ton appareil si c’est UTC.
profile-links = Réseaux sociaux
profile-links-note = Jusqu’à dix. Seuls les admins les voient.

## Settings: what buyers see of the seller

# Before the name, for screen readers.
seller-label = Vendu par
seller-form-title = Comment on te voit
seller-form-about = Ton nom et ton image figurent sur les grilles et les reçus de ce site, et sur scène.
seller-form-name = Nom montré à qui achète
seller-form-name-note = 60 caractères au plus. Laisse vide pour ne rien montrer.
seller-form-picture = Image
seller-form-picture-note = Facultatif. Un JPEG, PNG ou WebP de 8 Mo au plus. Elle s’affiche en petit, ronde, à côté de ton nom.
seller-form-remove = Retirer l’image
seller-form-saved = C’est enregistré. On le voit dans les deux secondes.

## Settings: security

security-title = Sécurité
security-password = Changer de mot de passe
security-links-end = Les liens de nouveau mot de passe encore valables ne marchent plus.
# The button.
security-password-submit = Changer le mot de passe
security-password-changed = Ton mot de passe est changé.
security-password-not-changed = Ton mot de passe n’a pas changé.
security-factor-since = La connexion demande un code de ton appli depuis le <time/>.
security-factor-manage = Gérer le second facteur
security-factor-none = Tu te connectes avec un simple mot de passe. Ajoute un code d’une appli, et un mot de passe volé ne suffit plus.
sessions-title = Tes sessions ouvertes
sessions-this = Cet appareil
# After the address, separated by a dot.
sessions-last-seen = vue le <time/>
sessions-end = Déconnecter
# For screen readers. $client is like "Chrome on macOS", $address an IP address.
sessions-end-named = Déconnecter { $client }, { $address }
sessions-end-others = Déconnecter partout ailleurs
sessions-ended = Cette session est fermée.
sessions-others-ended = Tes sessions sont fermées partout ailleurs.

## Settings: second factor

factor-title = Second facteur
factor-set-up = Mettre en place un second facteur
factor-needed = Ton rôle en demande un. Les autres pages s’ouvrent une fois qu’il est en place.
factor-what =
    Pour te connecter, tu entreras aussi un code d’une appli sur ton téléphone : un mot de passe volé ne suffit plus. Toutes
    les applis d’authentification marchent.
factor-continue = Continuer
factor-not-now = Pas maintenant
factor-add = Ajoute-le à ton appli
factor-scan = Scanne ceci avec ton appli d’authentification.
# For screen readers.
factor-qr = QR code pour ton appli
# The key follows below.
factor-open = <a>Ouvre-le dans une appli sur cet appareil</a>, ou tape la clé :
factor-check-note = Six chiffres, pour vérifier que ça marche. Tu ne reverras pas la clé.
factor-turn-on = Activer
factor-check = Vérifie que ton appli marche
factor-check-again = La clé n’a été montrée qu’une fois. Si elle n’est pas dans ton appli, recommence et tu en auras une autre.
factor-check-again-note = Six chiffres, comme ton appli les montre maintenant.
# A link back to the first step.
factor-start-again = Recommencer
# A message, as a sentence.
factor-is-on = Ton second facteur est actif.
factor-codes = Tes codes de secours
factor-codes-how =
    Si tu perds ton appli, chaque code te connecte une fois. Range-les avec tes mots de passe ou sur papier : on ne les montre
    que maintenant.
factor-codes-earlier = Tes codes précédents ne marchent plus.
factor-codes-saved = Je les ai notés
# A heading.
factor-on = Ton second facteur est actif
# Followed by a dot and how many codes are left.
factor-since = Depuis le <time/>
factor-codes-left =
    { $count ->
        [one] encore { $count } code de secours
       *[other] encore { $count } codes de secours
    }
factor-new-codes = Obtenir de nouveaux codes de secours
factor-turn-off = Le désactiver
factor-turned-off = Le second facteur est désactivé.
factor-switch = Ton rôle en demande un. Pour passer à une autre appli, demande à un autre super admin de retirer celui-ci.

## Settings: system

system-title = Réglages du système
system-save = Enregistrer les réglages
system-saved = Réglages enregistrés. Ils s’appliquent d’ici deux secondes.
# The groups of the settings.
setting-group-signing-in = Connexion
setting-group-failed-sign-ins = Connexions ratées
setting-group-data-retention = Conservation des données
setting-group-ip-lookups = Recherche d’adresses IP
# The settings, each with its note, which begins with the least and the highest number.
setting-jwt-expiration-hours = Durée des sessions (heures)
setting-note-jwt-expiration-hours = De { $least } à { $most }. Vaut pour les nouvelles connexions.
setting-password-min-length = Longueur minimale des mots de passe
setting-note-password-min-length = De { $least } à { $most }. Vaut pour les nouveaux mots de passe. Les autres marchent toujours.
setting-lockout-max-attempts = Essais ratés avant blocage
setting-note-lockout-max-attempts = De { $least } à { $most }. Comptés par adresse IP et identifiant.
setting-lockout-duration-minutes = Durée du blocage (minutes)
setting-note-lockout-duration-minutes = De { $least } à { $most }. D’ici là, même le bon mot de passe ne marche pas.
setting-audit-retention-days = Garder le journal (jours)
setting-note-audit-retention-days = De { $least } à { $most }. Les entrées plus anciennes sont supprimées pour de bon.
setting-login-history-retention-days = Garder les connexions (jours)
setting-note-login-history-retention-days = De { $least } à { $most }. Les entrées plus anciennes sont supprimées pour de bon.
setting-whois-server = Serveur WHOIS
setting-note-whois-server =
    Nom d’hôte ou adresse IP. Ajoute le port si ce n’est pas 43. On vérifie qu’il répond avant d’enregistrer.

## Accounts

accounts-title = Comptes
# The button, and the title of the page that it leads to.
accounts-new = Nouveau compte
accounts-resets = Mots de passe oubliés
accounts-resets-how =
    Vérifie qui demande, puis envoie le lien toi-même. Il marche une fois, pendant une heure, ou jusqu’à la demande suivante.
    Le journal montre que tu l’as vu.
# <time2/> is about an hour after <time/>. Stands below the username.
accounts-reset-times = demandé le <time/>, valable jusqu’au <time2/>
# For screen readers: the field with the link.
accounts-reset-link = Lien de nouveau mot de passe pour { $username }
# For screen readers: the button.
accounts-reset-copy-named = Copier le lien pour { $username }
accounts-reset-copy = Copier le lien
# A heading above accounts, and a tag on one.
accounts-deactivated = Désactivé
# A tag on the reader's own account.
accounts-you = Toi
accounts-last-sign-in = Dernière connexion le <time/>
accounts-never = Aucune connexion
accounts-manage = Gérer
# For screen readers.
accounts-manage-named = Gérer { $username }
accounts-reactivate = Réactiver ou modifier
# For screen readers.
accounts-reactivate-named = Réactiver ou modifier { $username }

## New account

new-account-username-note = De 3 à 64 caractères : a-z, 0-9, points, tirets et tirets bas. Ne change plus ensuite.
new-account-password = Premier mot de passe
new-account-display-name-note = Facultatif. Affiché dans le menu.
new-account-submit = Créer le compte
new-account-refused = Pas encore créé. Vérifie les champs en évidence et entre encore une fois le mot de passe.
new-account-created = { $username } peut maintenant se connecter. Transmets le mot de passe toi-même. On n’envoie pas d’e-mails.

## Roles

role-title = Rôle
role-super-admin = Super admin
role-admin = Admin
role-waffle-manager = Gestion des gaufres
# What each role may do.
role-detail-super-admin = Tout, y compris les comptes et les réglages du système.
role-detail-admin = Gaufres, archivage et suppression, moyens de paiement, journal.
role-detail-waffle-manager = Gaufres, cases, gagnants, modèles de message, rapports.

## One account

account-created = Créé le <time/>
# After the day on which it was created, separated by a dot.
account-last-sign-in = dernière connexion le <time/>
account-never = aucune connexion
account-is-deactivated = Ce compte est désactivé
account-is-deactivated-note = Il ne peut pas se connecter, et toutes ses sessions sont fermées. Son historique est gardé.
# The button.
account-reactivate = Réactiver
account-reactivated = Le compte { $username } est de nouveau actif, avec le même mot de passe.
account-profile = Profil
account-profile-saved = Profil enregistré : { $username }.
account-role-password-note = Nécessaire pour donner un rôle plus bas.
account-role-save = Enregistrer le rôle
account-role-saved = Rôle enregistré : { $username }. Il vaut dès son prochain clic.
account-password = Mot de passe
account-own-password = Ton propre mot de passe se change dans <a>tes réglages</a>.
account-password-note = Transmets-le toi-même. { $username } garde ses sessions ouvertes sur ses appareils.
account-password-saved = { $username } a un nouveau mot de passe. Transmets-le toi-même. On n’envoie pas d’e-mails.
account-factor = La connexion demande un code. Retire-le pour qui a perdu à la fois son appli et ses codes de secours.
account-factor-remove = Retirer le second facteur
account-factor-removed = { $username } n’a plus besoin de code pour se connecter.
# A heading.
account-deactivate = Désactiver
account-deactivate-note = Toutes ses sessions sont fermées et la connexion devient impossible. Tu peux réactiver le compte plus tard.
# The button.
account-deactivate-named = Désactiver { $username }
account-was-deactivated = Le compte { $username } est désactivé, et toutes ses sessions sont fermées.

## Lists of buyers and payers

# The titles in the browser's tab.
tables-buyers = Acheteurs
tables-payers = Payeurs

## Audit log

audit-title = Journal
audit-csv = Télécharger en CSV
audit-lead-all = Tous les changements faits par les admins, les plus récents d’abord.
audit-lead = Tes changements et ceux de la gestion des gaufres, les plus récents d’abord.
audit-filter-action = Action
audit-filter-any-action = Toutes les actions
# A filter, and the head of a column: who did it.
audit-who = Qui
audit-filter-type = Type
audit-filter-any-type = Tous les types
# From a day, to a day.
audit-filter-from = Du
audit-filter-to = Au
audit-filter-clear = Effacer
audit-refused = Vérifie les filtres en évidence.
audit-count =
    { $count ->
        [one] { $count } entrée
       *[other] { $count } entrées
    }
audit-count-filtered =
    { $count ->
        [one] { $count } entrée avec ces filtres
       *[other] { $count } entrées avec ces filtres
    }
# For screen readers: names the table.
audit-caption = Journal, les entrées les plus récentes d’abord
# The heads of the columns. $zone is like Europe/Berlin.
audit-when = Quand ({ $zone })
audit-what = Quoi
audit-address = Adresse
# Who did it, where no one did.
audit-service = Le service
# For screen readers, in place of an address.
audit-no-address = inconnue
# The list is empty.
audit-no-page = Cette page n’existe pas
audit-no-page-note = Le journal n’a pas autant de pages.
audit-nothing = Rien dans l’assiette
audit-no-match = Aucune entrée ne correspond à ces filtres.
audit-nothing-yet = Pas encore de changements.
audit-utc = Les dates et les heures sont en UTC.
# $zone is like Europe/Berlin.
audit-zone = Les heures sont celles du fuseau { $zone }. Les filtres comptent en jours UTC.

# What was done.
audit-action-create-waffle = Gaufre créée
audit-action-update-waffle = Gaufre modifiée
audit-action-archive-waffle = Gaufre archivée
audit-action-unarchive-waffle = Gaufre désarchivée
audit-action-delete-waffle = Gaufre supprimée
audit-action-mark-paid = Case marquée payée
audit-action-release-spot = Case libérée
audit-action-set-winner = Tirage fait
audit-action-clear-winner = Tirage annulé
audit-action-change-winner = Gagnants changés
audit-action-replace-winner = Gagnant remplacé
audit-action-create-admin = Compte créé
audit-action-update-admin-role = Rôle changé
audit-action-update-admin-profile = Profil modifié
audit-action-reset-admin-password = Nouveau mot de passe donné
audit-action-deactivate-admin = Compte désactivé
audit-action-update-whois-settings = Serveur WHOIS changé
audit-action-update-setting = Réglage changé
audit-action-create-payment-method = Moyen de paiement ajouté
audit-action-update-payment-method = Moyen de paiement modifié
audit-action-deactivate-payment-method = Moyen de paiement désactivé
audit-action-create-share-template = Modèle de message ajouté
audit-action-update-share-template = Modèle de message modifié
audit-action-delete-share-template = Modèle de message supprimé
audit-action-set-default-share-template = Modèle par défaut choisi
audit-action-update-share-message = Message rédigé
audit-action-regenerate-card = Cartes refaites
audit-action-change-password = Mot de passe personnel changé
audit-action-activate-admin = Compte réactivé
audit-action-unlock-admin = Blocages d’un compte levés
audit-action-read-password-reset = Lien de nouveau mot de passe consulté
audit-action-end-session = Session fermée
audit-action-end-other-sessions = Sessions fermées partout ailleurs
audit-action-enable-second-factor = Second facteur personnel activé
audit-action-disable-second-factor = Second facteur personnel désactivé
audit-action-remove-second-factor = Second facteur retiré
audit-action-renew-recovery-codes = Nouveaux codes de secours obtenus
audit-action-use-recovery-code = Connexion avec un code de secours
audit-action-assign-spots = Cases attribuées
audit-action-block-handle = Pseudo bloqué
audit-action-unblock-handle = Pseudo débloqué
audit-action-extend-spots = Plus de temps pour payer
audit-action-unpay-spot = Case marquée non payée
audit-action-rename-spots = Cases renommées
audit-action-merge-users = Pseudos fusionnés
audit-action-release-source = Cases d’une connexion libérées
audit-action-lock-draw = Tirage figé
audit-action-void-draw = Tirage abandonné
audit-action-hand-in-round = Tour fourni à la main
audit-action-remember-payer = Payeur retenu
audit-action-forget-payer = Payeur oublié
audit-action-upload-photo = Photo envoyée
# What it was done to.
audit-entity-waffle = Gaufre
audit-entity-spot = Case
audit-entity-admin = Compte
audit-entity-settings = Réglages

## Sign-in history

sign-ins-title = Connexions
my-sign-ins-title = Mes connexions
# On top of the history, depending on the reader's role.
sign-ins-lead-super-admin = Qui s’est connecté, d’où et avec quel appareil.
sign-ins-lead-admin = Tes connexions et celles de la gestion des gaufres.
sign-ins-lead-waffle-manager = D’où et comment se sont faites tes connexions.
# A filter.
sign-ins-account = Compte
my-sign-ins-lead = Tes connexions récentes. L’une d’elles n’est pas de toi ? <a>Change ton mot de passe</a>.
# Links to the whole history.
my-sign-ins-more-everyone = Voir les connexions de tout le monde
my-sign-ins-more-managers = Avec la gestion des gaufres
# $zone is like Europe/Berlin.
sign-ins-count =
    { $count ->
        [one] { $count } connexion, les plus récentes d’abord. Les heures sont celles du fuseau { $zone }.
       *[other] { $count } connexions, les plus récentes d’abord. Les heures sont celles du fuseau { $zone }.
    }
# For screen readers: names the table.
sign-ins-caption = Connexions, dans le fuseau { $zone }
# The heads of the columns.
sign-ins-when = Quand
sign-ins-who = Qui
# Browser and device.
sign-ins-with = Appareil
# Address and city.
sign-ins-from = Lieu
# Whose network it is.
sign-ins-network = Réseau
sign-ins-agent = User-agent
# Who said whose network it is.
sign-ins-source = Source : { $server }
sign-ins-no-page = Rien sur cette page
sign-ins-earlier =
    { $count ->
        [one] Il y a { $count } connexion sur les pages précédentes.
       *[other] Il y a { $count } connexions sur les pages précédentes.
    }
sign-ins-none = Aucune connexion
sign-ins-none-note = Les connexions apparaîtront ici.
# In place of whose network an address belongs to.
sign-ins-network-unknown = Inconnu
sign-ins-network-private = Adresse privée

## Browsers and devices

# $browser is like Chrome, $os like macOS.
client-on = { $browser } sur { $os }
client-unknown-on = Navigateur inconnu sur { $os }
client-unknown = Navigateur inconnu
# In place of a browser's name.
client-in-app = Navigateur d’une appli
client-library = Bibliothèque HTTP
client-bot = Robot
client-desktop-app = Appli de bureau
client-android-app = Appli Android
client-apple-app = Appli Apple
device-desktop = Ordinateur
device-mobile = Mobile
device-tablet = Tablette

# Sentences that refuse something, and the words of the service itself. Programs get them in English.

## Refusals: claims

refusal-no-waffle = Cette gaufre n’existe pas.
refusal-waffle-not-active = Le tirage est fait : on ne peut plus réserver de case.
refusal-not-open-yet = Cette gaufre n’est pas encore ouverte ; rien n’est réservé.
refusal-claims-paused = Le vendeur a mis les réservations en pause un moment ; rien n’est réservé. Réessaie bientôt.
refusal-handle-blocked = Ce pseudo ne peut pas réserver ici. Demande au vendeur pourquoi.
# $count and $allowed are the same number, for the choice and as it is written; $held is how many the buyer holds.
refusal-too-many-spots =
    { $held ->
        [0]
            { $count ->
                [one] La limite est de { $allowed } case ; rien n’est réservé.
               *[other] La limite est de { $allowed } cases ; rien n’est réservé.
            }
       *[other]
            { $count ->
                [one] La limite est de { $allowed } case, et tu en as déjà { $held } ; rien n’est réservé.
               *[other] La limite est de { $allowed } cases, et tu en as déjà { $held } ; rien n’est réservé.
            }
    }
# $list is like "3, 7".
refusal-spots-taken =
    { $count ->
        [one] La case { $list } est déjà prise ; rien n’est réservé.
       *[other] Les cases { $list } sont déjà prises ; rien n’est réservé.
    }
refusal-key-reused = Cette clé d’idempotence a servi pour une autre requête : prends une nouvelle clé pour une nouvelle réservation.

## Refusals: a waffle’s states

refusal-pay-one-by-one = Le tirage est fait : marque les cases payées une par une.
refusal-drawn-already = Le tirage est déjà fait. Change les gagnants ou annule le tirage.
refusal-item-count-drawn = Le nombre de gagnants ne peut plus changer après le tirage. Annule d’abord le tirage.
refusal-waffle-not-completed = Cette gaufre n’a pas encore de gagnants : fais d’abord le tirage.
refusal-waffle-archived = Cette gaufre est archivée : désarchive-la d’abord.

## Refusals: spots

refusal-no-spot = Cette case n’existe pas.
# $status is available, pending, paid, winner or loser, here and in the next ones: for a choice.
refusal-spot-not-pending =
    { $status ->
        [available] La case { $number } est libre : seule une case en attente peut être marquée payée.
        [pending] La case { $number } est en attente : seule une case en attente peut être marquée payée.
        [paid] La case { $number } est payée : seule une case en attente peut être marquée payée.
        [winner] La case { $number } est gagnante : seule une case en attente peut être marquée payée.
       *[loser] La case { $number } est non tirée : seule une case en attente peut être marquée payée.
    }
refusal-spot-not-releasable =
    { $status ->
        [available] La case { $number } est libre : seule une case en attente ou payée peut être libérée.
        [pending] La case { $number } est en attente : seule une case en attente ou payée peut être libérée.
        [paid] La case { $number } est payée : seule une case en attente ou payée peut être libérée.
        [winner] La case { $number } est gagnante : seule une case en attente ou payée peut être libérée.
       *[loser] La case { $number } est non tirée : seule une case en attente ou payée peut être libérée.
    }
refusal-spot-not-renamable =
    { $status ->
        [available] La case { $number } est libre : seule une case en attente ou payée peut être renommée.
        [pending] La case { $number } est en attente : seule une case en attente ou payée peut être renommée.
        [paid] La case { $number } est payée : seule une case en attente ou payée peut être renommée.
        [winner] La case { $number } est gagnante : seule une case en attente ou payée peut être renommée.
       *[loser] La case { $number } est non tirée : seule une case en attente ou payée peut être renommée.
    }
refusal-no-source = Personne n’a réservé de case ici depuis cette connexion.

## Refusals: receipts

refusal-no-receipt = Ce reçu n’existe pas, ou sa gaufre a été supprimée.
refusal-not-yours = La case { $number } n’est pas à toi, tu ne peux pas la rendre ; rien n’a été fait.
refusal-not-to-give-back =
    { $status ->
        [available] La case { $number } est libre : on ne peut rendre qu’une case pas encore payée ; rien n’a été fait.
        [pending] La case { $number } est réservée : on ne peut rendre qu’une case pas encore payée ; rien n’a été fait.
        [paid] La case { $number } est payée : on ne peut rendre qu’une case pas encore payée ; rien n’a été fait.
        [winner] La case { $number } est gagnante : on ne peut rendre qu’une case pas encore payée ; rien n’a été fait.
       *[loser] La case { $number } est non tirée : on ne peut rendre qu’une case pas encore payée ; rien n’a été fait.
    }

## Refusals: draws

refusal-no-draw = Ce tirage n’existe pas.
refusal-draw-locked = Un tirage est figé : ses participations ne peuvent pas changer avant qu’il soit fait ; rien n’a été fait.
refusal-draw-not-locked = Ce tirage n’est plus figé.
refusal-draw-not-standing = Les gagnants actuels ne viennent pas de ce tirage : aucun d’eux ne peut être remplacé.
refusal-no-alternate = Il ne reste pas de remplaçante : toutes celles de ce tirage ont pris un relais ou ont déjà gagné, ou aucune n’a été tirée.
refusal-not-enough-spots = On ne peut pas tirer { $needed } gagnants parmi { $found } cases payées.
refusal-not-enough-buyers = On ne peut pas tirer { $needed } gagnants parmi { $found } acheteurs avec une case payée.
refusal-too-late-to-lock = D’après le dernier tour de la source de hasard, celui de ce tirage est sur le point de paraître : l’horloge de ce serveur retarde. Rien n’a été figé.
refusal-too-late-to-void = Trop tard pour abandonner ce tirage : son tour est sur le point de paraître.
refusal-too-early = Le tour de ce tirage n’est pas encore paru.
# $expected and $given are the hashes of chains.
refusal-other-chain = Le tirage attend un tour de la chaîne { $expected }, pas de { $given }.
refusal-other-round = Le tirage attend le tour { $expected }, pas le tour { $given }.
refusal-too-few-spots = Ce tirage demande { $needed } gagnants, mais pas assez de cases sont payées : { $found }.
refusal-too-few-buyers = Ce tirage demande { $needed } gagnants, mais pas assez d’acheteurs ont payé : { $found }.

## Refusals: what sellers keep

refusal-no-share-template = Ce modèle de message n’existe pas.
refusal-last-template = C’est ton seul modèle. Crées-en un autre avant de le supprimer.
refusal-no-payment-method = Ce moyen de paiement n’existe pas.
refusal-no-payer = Ce payeur n’existe pas.
refusal-no-photo = Cette photo n’existe pas.
refusal-not-blocked = Le pseudo @{ $handle } n’est pas bloqué.
refusal-already-blocked = Le pseudo @{ $handle } est déjà bloqué.
refusal-no-audit-entry = Cette entrée du journal n’existe pas.

## Refusals: signing in and accounts

refusal-not-signed-in = Connecte-toi d’abord : il n’y a pas de jeton ici, ou il n’est plus valable.
refusal-wrong-credentials = Identifiant ou mot de passe incorrect.
refusal-code-required = Ce compte demande aussi un code : envoie-le dans `code`.
refusal-wrong-code = Ce code est faux ou a déjà servi. Attends le suivant.
refusal-sign-in-expired = Ça a pris trop de temps, ou ton mot de passe a changé. Recommence.
refusal-deactivated = Ce compte est désactivé. Un super admin peut le réactiver.
refusal-wrong-password = Ce n’est pas ton mot de passe actuel ; rien n’a changé.
refusal-invalid-token = Ce lien ne marche pas : il a servi, a été remplacé, ou date de plus d’une heure. Demande-en un nouveau.
refusal-role-too-low = Ton rôle ne le permet pas.
refusal-not-yours-to-choose = Seul un super admin choisit de qui voir les connexions.
refusal-no-session = Cette session est déjà fermée.
refusal-no-account = Ce compte n’existe pas.
refusal-username-taken = Un autre compte a cet identifiant.
refusal-email-taken = Un autre compte a cette adresse e-mail.
refusal-own-account = Tu ne peux pas désactiver ton propre compte. Demande à un autre super admin.
refusal-own-password = Change ton propre mot de passe dans Réglages, Sécurité.
refusal-own-second-factor = Désactive ton propre second facteur dans Réglages, Sécurité.
refusal-last-super-admin = C’est le dernier super admin actif. Donne d’abord ce rôle à quelqu’un d’autre.
refusal-second-factor-missing = Ton rôle demande un second facteur ici : mets-le d’abord en place (/api/admin/me/second-factor).
refusal-no-second-factor = Ce compte n’a pas de second facteur.
refusal-no-secret-to-confirm = Il n’y a rien à confirmer. Recommence.
refusal-second-factor-on = Tu as déjà un second facteur. Désactive-le d’abord.
refusal-second-factor-needed = Ton rôle demande un second facteur. Un autre super admin peut le retirer pour que tu en mettes un nouveau en place.

## Refusals: requests

# Of several fields. If it is one, its own sentence is said.
refusal-validation-failed = Certains champs ne sont pas valides.
# $what is in English, from a library.
refusal-malformed-json = Le corps n’est pas le JSON attendu ici : { $what }.
refusal-malformed-form = Le formulaire n’est pas celui attendu ici : { $what }.
refusal-bad-body = Le corps est illisible.
refusal-bad-path = Une partie de l’adresse n’est pas du bon type.
refusal-bad-query = Une valeur après le point d’interrogation n’est pas du bon type, par exemple du texte au lieu d’un nombre.
refusal-bad-host = La requête n’indique pas d’hôte valable.
refusal-no-upgrade = Cette adresse parle WebSocket : demande un upgrade.
refusal-bad-request = La requête est illisible.
refusal-csrf-failed = Ce formulaire a expiré. Recharge la page et réessaie.
refusal-foreign = Cette requête vient d’un autre site. Réessaie depuis ici.
refusal-no-route = Il n’y a rien à cette adresse.
# $allowed is like GET, HEAD.
refusal-method-not-allowed = Cette adresse n’accepte pas cette méthode, seulement { $allowed }.
refusal-request-too-slow = La requête a mis trop de temps à arriver ; rien n’a été fait.
refusal-body-too-slow = Le corps a mis trop de temps à arriver ; rien n’a été fait.
refusal-too-large = Le corps dépasse les { $kib } Kio acceptés ici.
# $needed is like JSON (application/json).
refusal-unsupported-media-type = Le corps doit être { $needed }.
refusal-photo-too-large = La photo dépasse 8 Mo ; rien n’a été enregistré. Choisis-en une plus petite.
refusal-not-a-photo = Le fichier doit être un JPEG, PNG ou WebP ; rien n’a été enregistré.
refusal-heic-photo = La photo est en HEIC, que beaucoup de navigateurs n’affichent pas ; rien n’a été enregistré. Enregistre-la d’abord en JPEG, ou choisis « Le plus compatible » dans les réglages de ton iPhone, sous « Appareil photo » et « Formats ».
refusal-not-only-a-photo = Le fichier est une photo, mais aussi une page web, un document ou une archive ; rien n’a été enregistré. Envoie une capture d’écran, ou enregistre l’image dans un nouveau JPEG.

## Refusals: too often

refusal-rate-limited = Trop de requêtes depuis ton adresse : attends un instant.
refusal-uploads-limited = Tu as envoyé énormément de photos. Réessaie plus tard.
refusal-locked-out = Trop de connexions ratées. Attends un peu, puis réessaie.
refusal-guessing-locked = Trop de mots de passe incorrects ; rien n’a changé. Attends un peu, puis réessaie.
refusal-codes-locked = Trop de codes faux. Attends un peu, puis réessaie.

## Refusals: faults, and too much to do

refusal-internal = Quelque chose a mal tourné ici. C’est noté.
refusal-database-unavailable = La base de données ne répond pas ; rien n’a été fait. Réessaie dans un instant.
refusal-outcome-unknown = C’est peut-être enregistré : regarde la grille avant de réessayer.
refusal-overloaded = Trop de monde réserve en ce moment ; rien n’a été fait. Réessaie dans un instant.
refusal-timeout = Ça a pris trop de temps. Réessaie dans un instant.
refusal-too-many-watchers = Trop de monde regarde. Réessaie dans un instant.
refusal-busy-seconds =
    { $seconds ->
        [one] Trop de monde se connecte. Réessaie dans { $seconds } seconde.
       *[other] Trop de monde se connecte. Réessaie dans { $seconds } secondes.
    }
refusal-busy-moment = Trop de monde se connecte. Réessaie dans un instant.
refusal-cards-busy = Trop de cartes sont en préparation. Réessaie dans un instant.
refusal-photos-busy = Trop de photos sont en cours d’envoi ; rien n’a été enregistré. Réessaie dans un instant.
refusal-histories-busy = Trop de longs historiques sont consultés en ce moment. Réessaie dans un instant.
refusal-receipts-busy = Trop de longs reçus sont consultés en ce moment. Réessaie dans un instant.
refusal-reports-busy = Trop de rapports sont consultés en ce moment. Réessaie dans un instant.

## Refusals: what was done in part

# $of is lines (of payments) or waffles, for a choice, and $done and $all are their numbers.
refusal-midway =
    { $of ->
        [waffles] Gaufres traitées : { $done } sur { $all }. Répète la requête pour continuer avec les autres.
       *[lines] Lignes traitées : { $done } sur { $all }. Répète la requête pour continuer avec les autres.
    }
refusal-midway-at-least =
    { $of ->
        [waffles] Gaufres traitées : au moins { $done } sur { $all }. Répète la requête pour continuer avec les autres.
       *[lines] Lignes traitées : au moins { $done } sur { $all }. Répète la requête pour continuer avec les autres.
    }
refusal-midway-locked =
    { $of ->
        [waffles] Gaufres traitées : { $done } sur { $all }. Puis un tirage a été figé : attends qu’il soit fait. Répète la requête pour continuer avec les autres.
       *[lines] Lignes traitées : { $done } sur { $all }. Puis un tirage a été figé : attends qu’il soit fait. Répète la requête pour continuer avec les autres.
    }

## Faults: a waffle’s fields

fault-title-missing = Donne un titre à la gaufre.
fault-title-long = Un titre a au plus { $most } caractères.
fault-title-controls = Un titre est une ligne de texte sans caractères de contrôle.
fault-description-long = Une description a au plus 5 000 caractères.
fault-description-nul = Une description ne peut pas contenir le caractère NUL.
fault-total-spots = Une gaufre a de 2 à 10 000 cases.
fault-total-fixed = Le nombre de cases ne peut plus changer une fois la gaufre créée.
fault-winners-range = Une gaufre a de 1 à 10 gagnants.
fault-winners-many = Une gaufre ne peut pas avoir plus de gagnants que de cases.
fault-price-cents = Le prix d’une case va de 1 à 100 000 000 centimes.
# $example is like 25.00.
fault-price-amount = Entre le prix d’une case comme un montant, par exemple { $example }.
fault-price-range = Le prix d’une case va de { $least } à { $most }.
fault-links-many = Une gaufre a au plus { $most } liens.
fault-link = Un lien commence par http:// ou https:// et a un hôte, comme https://example.com/me.
fault-link-user = Un lien ne peut pas contenir d’identifiant. Enlève le @ et ce qui le précède.
fault-link-turned = Ce lien contient un caractère invisible qui inverse le texte : tape-le au lieu de le coller.
fault-photo-missing = Envoie une photo dans le champ « file ».
fault-photo-unreadable = Cette photo ne s’ouvre pas : le fichier est abîmé ou incomplet. Essaies-en une autre.
fault-photo-pixels = Une photo a 40 mégapixels au plus. Choisis-en une plus petite.
fault-photo-gone = Cette photo a été supprimée, car rien ne l’utilisait depuis un jour. Envoie-la encore.
fault-seller-picture = Envoie d’abord l’image ici, puis son adresse.
fault-methods-many = Une gaufre a au plus 20 moyens de paiement.
fault-method-inactive = Un de ces moyens de paiement est désactivé. Enlève-le ou réactive-le d’abord.
fault-opening = Entre l’heure d’ouverture comme 2026-06-01T18:00:00Z, ou laisse-la de côté.
fault-minutes-to-pay = Donne de 5 à 43 200 minutes pour payer, ou laisse vide pour ne pas mettre de limite.
fault-spots-per-buyer = Permets de 1 à 10 000 cases par acheteur, ou laisse vide pour ne pas mettre de limite.
fault-grace-hours = Garde les cases de 1 à 720 heures après la limite, ou laisse vide pour prendre ton temps.
fault-confirmation = Tape DELETE pour confirmer.

## Faults: claims and spots

fault-handle-missing = Entre ton pseudo.
fault-handle-letters = Un pseudo ne contient que des lettres de a à z, des chiffres, des points, des tirets et des tirets bas.
fault-handle-long = Un pseudo a au plus 64 caractères.
fault-count = Demande au moins une case.
fault-spots-missing = Indique au moins une case.
fault-spots-unpicked = Choisis au moins une case ou tape son numéro.
fault-no-spot = Il n’y a pas de case { $number }.
fault-beyond-board = Il n’y a pas de case { $number } : cette gaufre va de 1 à { $total }.
fault-spot-twice = La case { $number } est indiquée deux fois.
# $part is what was typed, here and in the next one.
fault-no-numbers = « { $part } » n’est pas un numéro de case. Entre des numéros comme 3, 7, 10-14.
fault-spots-outside = Les cases vont de 1 à { $most } ; « { $part } » est en dehors.
fault-spot-range = Les cases vont de 1 à 10 000.
fault-idempotency-key = Une clé d’idempotence a de 1 à 128 caractères ASCII visibles, sans espaces.
fault-waffle-id = Indique la gaufre par son identifiant, un uuid.
fault-note-long = Un message a au plus 200 caractères.
fault-note-controls = Un message est du texte simple sans caractères de contrôle.
fault-note-missing = Envoie un message d’au plus 200 caractères, ou null pour le retirer.
fault-spot-ids = Indique de 1 à 3 000 cases par leurs identifiants.
fault-more-minutes = Donne de 1 à 43 200 minutes de plus.
fault-source = Indique une source comme la liste des sources la donne : 32 chiffres hexadécimaux.
fault-block-reason = Donne une raison d’au plus 500 caractères, ou laisse vide.
fault-merge-same = Indique un autre pseudo : celui-ci ne peut pas fusionner avec lui-même.

## Faults: winners and draws

fault-winners-count =
    { $items ->
        [one] Indique exactement { $items } case, une par lot ; tu en as indiqué { $named }.
       *[other] Indique exactement { $items } cases, une par lot ; tu en as indiqué { $named }.
    }
# $list is like "3, 7".
fault-winners-unpaid =
    { $count ->
        [one] La case { $list } n’est pas payée : seules les cases payées peuvent gagner.
       *[other] Les cases { $list } ne sont pas payées : seules les cases payées peuvent gagner.
    }
# $part is what was typed.
fault-no-number = « { $part } » n’est pas un numéro de case. Entre des numéros comme 3, 7.
fault-draw-delay = Indique de 30 à 86 400 secondes.
fault-alternates = Indique de 0 à 10 remplaçantes.
fault-reason-missing = Donne une raison : tout le monde peut la lire.
fault-reason-long = Une raison a au plus { $most } caractères.
fault-reason-controls = Une raison est une ligne de texte sans caractères de contrôle.
fault-reason-of-redraw = Dis pourquoi il y a un nouveau tirage : tout le monde peut le lire.
fault-prizes-count =
    { $winners ->
        [one] Indique exactement { $winners } lot, un par gagnant ; tu en as indiqué { $named }.
       *[other] Indique exactement { $winners } lots, un par gagnant ; tu en as indiqué { $named }.
    }
# $place counts from 1, here and in the next ones.
fault-prize-missing = Le lot { $place } n’a pas de nom.
fault-prize-long = Le lot { $place } a plus de 100 caractères.
fault-prize-controls = Le lot { $place } n’est pas une ligne de texte sans caractères de contrôle.
fault-replaced-missing = Dis quel gagnant est remplacé.
fault-not-a-winner = La case { $spot } n’est pas gagnante.
fault-other-round = Ce tirage attend le tour { $round }.
fault-signature = Ce n’est pas la signature du tour : copie ses 96 chiffres en entier.

## Faults: payments

fault-method-type = Choisis un type : wallet_a, wallet_b, wallet_c ou wallet_d.
fault-method-name = Entre un nom que les acheteurs reconnaîtront.
fault-method-handle = Entre ton pseudo ou un lien.
fault-method-link = Un lien commence par https:// ou http://, comme https://pay.example/me.
fault-instructions-missing = Écris ce que les acheteurs doivent savoir, ou laisse vide.
# "This" is what the field holds.
fault-this-long = Au plus { $most } caractères ici.
fault-this-controls = Une seule ligne de texte ici, sans caractères de contrôle.
fault-this-turned = Il y a ici un caractère invisible qui inverse le texte : tape-le au lieu de le coller.
fault-payments-text = Colle au plus 64 Kio de texte à la fois.
fault-payments-text-missing = Colle les lignes d’une appli de paiement ou un fichier CSV.
fault-lines-count = Indique de 1 à 1 000 lignes.
fault-line-text = Chaque ligne a son texte, d’au plus 64 Kio.
fault-line-spots = Chaque ligne indique de 1 à 10 000 cases par leurs identifiants.
fault-line-use = Une ligne paie une deuxième fois ou est seulement retenue.
fault-desk-filter = Le filtre ne peut être que shared_source ; sans filtre, tout est listé.

## Faults: accounts

fault-username-missing = L’identifiant est obligatoire.
fault-username-letters = Un identifiant ne contient que des lettres de a à z, des chiffres, des points, des tirets et des tirets bas.
fault-username-length = Un identifiant a de 3 à 64 caractères.
fault-email-missing = L’adresse e-mail est obligatoire.
fault-email = Ce n’est pas une adresse e-mail.
fault-email-unconfirmed = Entre ton mot de passe actuel pour changer ton adresse e-mail.
fault-name-long = Un nom a au plus { $most } caractères.
fault-name-controls = Un nom est une ligne de texte sans caractères de contrôle.
fault-timezone = Ce n’est pas un fuseau horaire IANA comme Europe/Paris.
fault-role = Choisis un rôle : super_admin, admin ou waffle_manager.
fault-standing-unconfirmed = Entre ton mot de passe actuel pour donner un rôle plus bas ou désactiver un compte.
fault-own-password-missing = Entre ton mot de passe actuel.
fault-code-missing = Entre le code de ton appli.
fault-password-missing = Le mot de passe est obligatoire.
fault-password-short = Le mot de passe demande au moins { $least } caractères.
fault-password-long = Le mot de passe est trop long : au plus { $most } octets.
fault-password-nul = Le mot de passe contient un caractère impossible à taper : enlève-le.
fault-password-common = Ce mot de passe est trop courant : choisis-en un que d’autres n’utilisent pas.
fault-password-one-character = Le mot de passe répète un seul caractère : choisis-en plusieurs différents.
fault-password-with-username = Sans l’identifiant dedans, ce mot de passe serait trop facile à deviner : choisis-en un sans lui.
# $service is waffle.
fault-password-with-service = Le mot de passe contient le nom de ce service : choisis-en un sans « { $service } ».
fault-reset-token-missing = Le jeton du lien de nouveau mot de passe est obligatoire.
fault-social-many = Ajoute au plus { $most } liens.
# $platform is like TikTok, here and in the next ones.
fault-social-twice = { $platform } est indiqué deux fois : chaque réseau une seule fois.
fault-social-missing = Entre ton pseudo { $platform }.
fault-social-long = { $platform } : un pseudo a au plus { $most } caractères.
fault-social-controls = { $platform } : un pseudo est une ligne de texte sans caractères de contrôle.
# $known lists codes.
fault-social-platform = Le réseau est l’un de ceux-ci : { $known }.
# The other platforms have the names of companies.
platform-website = Site web

## Faults: settings

fault-no-setting = Ce réglage n’existe pas.
# $name is the code of a setting.
fault-setting-twice = C’est { $name } sous un autre nom, avec une autre valeur.
fault-setting-number = Entre un nombre entier de { $least } à { $most }.
fault-whois-server = Entre le nom ou l’adresse d’un serveur, avec son port si besoin : whois.example.net, ou 192.0.2.1:43.
fault-whois-unreachable = Impossible de joindre ce serveur en 3 secondes. Vérifie le nom et le port.

## Faults: lists and reports

# $field is page or per_page.
fault-page = { $field } est un nombre entier, à partir de 1.
fault-limit = Une limite va de 1 à { $most }.
fault-offset = Un décalage est de 0 ou plus.
fault-search = Enlève le caractère impossible à taper.
fault-date = Ce n’est pas une date. Entre-la comme 2026-11-20.
fault-period = La fin est avant le début.
fault-ranking-length = Entre un nombre de 1 à 100.
fault-format = Le format ne peut être que csv ; sans format, la réponse est en JSON.
fault-admin-id = Ce n’est pas l’identifiant d’un admin.
fault-account-id = Ce n’est pas l’identifiant d’un compte.
fault-audit-action = Cette action n’existe pas.
fault-entity-type = Un type d’objet est waffle, spot, admin ou settings.

## Faults: sharing

fault-template-missing = Choisis un modèle.
fault-card-format = Une carte est une story ou un carré.

## How the winners were found, in plain text

# $how is one of won-draw, won-hand and the like.
won-after-others =
    { $count ->
        [one] { $how }, après { $count } résultat précédent
       *[other] { $how }, après { $count } résultats précédents
    }
# $languages is a list of codes: en, de, es.
fault-language = Langues disponibles : { $languages }.
