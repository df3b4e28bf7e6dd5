# Todos los textos, en español.

## The language itself

# How the language calls itself.
language-name = Español
# ltr, or rtl for a language that runs from right to left.
language-direction = ltr
# $sign is a minus or nothing.
number-amount = { $sign }{ $number } { $symbol }
# $number is like 37.5.
number-percent = { $number } %
# Separated by spaces, from Monday on.
moment-weekdays = lun mar mié jue vie sáb dom
moment-months = ene feb mar abr may jun jul ago sept oct nov dic
moment-day = { $day } { $month } { $year }
# $time is like 17:44, 17:44:09 or 17:44:09.42.
moment-local = { $day } { $month } { $year }, { $time }
moment-utc = { $day } { $month } { $year }, { $time } UTC
# $city is what a time zone is named after.
moment-there = { $weekday }, { $day } { $month } { $year }, { $time } ({ $city })

## Around every page

# The service. Not translated, but a language with another script may write it in that.
site-name = Waffle
# $title is the page's own, often the title of a waffle.
site-title = { $title } · Waffle
site-skip = Ir al contenido
# The navigation, for people who hear the page.
nav-main = Principal
nav-waffles = Waffles
nav-about = Qué es
nav-dashboard = Panel
nav-sign-out = Cerrar sesión
# Opens the seller's pages on a phone.
nav-menu = Menú
# The second row of the navigation, for people who hear the page.
nav-seller = Páginas para vender
foot-about = Lugares numerados, apartados en vivo. El pago va directo a quien vende.
foot-private-chain = Aquí los sorteos usan una cadena privada, así que no demuestran nada a terceros.
foot-api = API
foot-sign-in = Inicia sesión para vender
# Above the languages to choose from, for people who hear the page.
foot-language = Idioma
# Follows a sentence about what the seller did. <time> is when the waffle opens.
flash-opens = Abre el <time/>: comparte ya el enlace.
# Links to other pages of a list.
pager-newer = Más recientes
pager-older = Más antiguos
# Waffles and their changes are shown as they happen.
live-live = En vivo
live-behind = Sin actualizar
live-reconnect = Toca para reconectar

## Finding spots by a handle

# A part of a page, for people who hear the page.
find-label = Buscar lugares
find-my-spots = Buscar mis lugares
find-claimed-already = ¿Ya apartaste? Busca tus lugares
find-button = Buscar
find-about = Escribe tu usuario de redes y mira qué tienes, qué debes y qué ganaste.
handle-label = Tu usuario (como @ana)
# In the field for a handle, after an @, until something is typed.
handle-placeholder = tuusuario

## Home

home-title = Lugares numerados, en vivo
# For search results and link previews.
home-description = Lugares numerados a un solo precio, apartados en vivo. Elige los tuyos, paga a quien vende y mira el sorteo.
home-heading = Lugares calientes, recién salidos de la plancha.
home-lead =
    Un waffle es un tablero de lugares numerados a un solo precio. Elige los tuyos antes de que se enfríen, paga a quien vende
    y mira el sorteo.
# Above the claims of this device.
home-mine = Tus lugares
home-forget = Olvidar en este dispositivo
# The question, with what is lost.
home-forget-what =
    Este navegador olvidará tu usuario y los enlaces a tus lugares. Los lugares siguen apartados, pero sin el enlace no
    podrás avisar que pagaste ni devolver lugares.
home-forget-now = Olvidar
home-forgotten = Este dispositivo ya los olvidó.
home-now = Ahora en la plancha
home-all-waffles = Ver todos los waffles
home-nothing = Aún no hay nada en la plancha
home-nothing-more = Los waffles nuevos aparecen aquí en cuanto alguien los abre. <a>Ver waffles anteriores</a>.
# Three steps, for people who hear the page.
home-steps = Cómo funciona
home-pick = Elige tus lugares
home-pick-more = Toca los números que te gusten, o deja que elijamos por ti.
home-pay = Paga a quien vende
home-pay-more = Tus lugares quedan apartados mientras pagas. Quien vende los marca como pagados.
home-draw = Mira el sorteo
home-draw-more = Los ganadores salen de los lugares pagados y se ven en el tablero.

## The list of waffles

waffles-title = Todos los waffles
# For search results and link previews.
waffles-description = Todos los waffles abiertos y los sorteos anteriores.
# Above the waffles that are open.
waffles-open = Abiertos
waffles-none-open = Nada abierto por ahora
waffles-none-open-more = Sigue a tus vendedores favoritos y entérate del próximo.
# Above the waffles whose winners are drawn.
waffles-drawn = Sorteados

## A waffle: in lists and on its page

# In small letters in front of the waffle's counts.
status-drawn = Sorteado
status-archived = Archivado
status-full = Lleno
status-paused = En pausa
# To its seller; to buyers it "opens soon".
status-scheduled = Programado
status-opens-soon = Abre pronto
status-open = Abierto
waffle-price = <b>{ $price }</b> por lugar
waffle-spots =
    { $count ->
        [one] { $count } lugar
       *[other] { $count } lugares
    }
waffle-winners =
    { $count ->
        [one] { $count } ganador
       *[other] { $count } ganadores
    }
# After a dot, behind the price and the winners. <time> is a day with the time.
waffle-opens = abre el <time/>
# A bar, for people who hear the page.
waffle-bar = Lugares apartados
# The script of the page changes the number of the spots that are left, and leaves the words.
waffle-left = <b>{ $left }</b> de { $total } libres
# The element holds a rate, like 37.5%.
waffle-claimed = <span/> apartado

## How winners were found, below their list

how-won-check = Comprobar el sorteo
how-won-all-draws = Todos los sorteos

## The page of a waffle

# For search results and link previews.
waffle-description = { $left } de { $total } lugares libres a { $price } cada uno.
# Once there are winners: $winners are like "#7 @anna, #12 @ben", $how is like "Drawn by lot".
waffle-description-won = Premio para { $winners }. { $how }.
# A link for its seller.
waffle-manage = Administrar
waffle-about = Sobre este waffle
# <time> is a day with the time. The script of the page may change it, and leaves the words.
terms-opens = Abre el <time/>
terms-opens-more = Desde entonces se pueden apartar lugares.
terms-opens-by-itself = Deja esta página abierta. Se abre automáticamente.
# For browsers without scripts.
terms-opens-reload = Vuelve a cargar esta página a esa hora.
terms-paused = Apartados en pausa
terms-paused-more = Quien vende se tomó un pequeño descanso.
terms-paused-by-itself = Deja esta página abierta. Se reanuda automáticamente.
# For browsers without scripts.
terms-paused-reload = Vuelve a cargar esta página en un rato.
terms-unlisted = No listado: solo quien tiene el enlace puede encontrar este waffle.
# Above the list of $count winners.
winners-title =
    { $count ->
        [one] Y gana…
       *[other] Y ganan…
    }
# A notice about a draw that is locked, for people who hear the page.
locked-label = El sorteo
# $entries are the spots in the draw, and <time> is a day with the time. $round is the number of what decides it.
locked-entries =
    { $entries ->
        [one] <b>Fijado:</b> { $entries } participación; se sortea el <time/> con la ronda { $round }.
       *[other] <b>Fijado:</b> { $entries } participaciones; se sortea el <time/> con la ronda { $round }.
    }
locked-private = Usa una cadena privada, así que no demuestra nada a terceros.
locked-see-entries = Ver las participaciones
waffle-closed = Este waffle está cerrado
waffle-closed-more = Quien vende lo retiró. <a>Ver otros waffles</a>
board-title = El tablero
board-pick = Elige tus lugares
# The list of the five kinds of spots and of one's own, for people who hear the page.
legend-label = Cómo se ven los lugares
legend-available = libre
legend-claimed = apartado
legend-paid = pagado
legend-winner = ganador
legend-not-drawn = no salió
legend-yours = tuyo
board-full = Todos los lugares están apartados. Si se libera uno, puedes apartarlo aquí.
board-numbers = ¿Ya sabes tus números?
board-numbers-placeholder = Como 3, 7, 10-14
board-next-free = Siguiente lugar libre
# A button that hides the spots that are taken, and shows them again.
board-free-only = Solo libres
# A row of buttons with numbers, for people who hear the page, and below what each does.
board-jumps = Ir a un lugar
board-jump = Ir al lugar { $number }
board-help = Las flechas van de un lugar a otro y la barra espaciadora elige. Retroceder página y avanzar página saltan diez filas.
# A box to tick, for people who hear the page.
board-spot-available = Lugar { $number }, libre
# The state of a spot, as buyers read it, behind its number or the handle of its buyer.
spot-available = libre
spot-claimed = apartado, falta el pago
spot-paid = pagado
spot-winner = ganador
spot-not-drawn = no salió
# The same as "claimed, payment pending", as sellers read it.
spot-pending = pendiente
# A list of numbers, for people who hear the page.
board-free-label = Lugares libres
# $numbers are like "1-6, 8".
board-free = <b>Lugares libres:</b> { $numbers }
board-none-free = <b>Lugares libres:</b> ninguno por ahora
claim-title = Apartar
claim-locked = <b>Sorteo fijado:</b> los lugares que apartes ahora no entran.
# <b> is a number of spots.
claim-most = Máximo <b/> por persona.
# <b> is a time like "30 minutes" or "1 day".
claim-pay-within = <b/> para pagar.
claim-clear = Quitar
claim-mine = Apartar mis lugares
claim-we-pick = ¿Sin favoritos? Elegimos por ti.
claim-fewer = Uno menos
claim-more = Uno más
claim-count-label = Cuántos lugares elegir al azar
claim-random = Apartar al azar
pay-title = Cómo pagar
# Each way to pay has instructions.
pay-mind = Primero aparta y luego paga a quien vende. Revisa la nota de cada forma de pago.
pay-handle = Primero aparta, luego paga a quien vende y menciona tu usuario.
# Behind a way to pay that has no instructions, where others have some.
pay-mention-handle = Menciona tu usuario.
pay-locked = El sorteo está fijado. Los lugares sin pagar no entran, así que no los pagues ahora.
pay-drawn = Ya se hizo el sorteo: no se debe nada.
# A link to where one pays.
pay-button = Pagar
# A button that copies an address to pay to.
pay-copy = Copiar
waffle-links = De quien vende
waffle-share = Compartir este waffle
waffle-csv = Tablero en CSV

## How long, as in "30 minutes to pay"

time-days =
    { $count ->
        [one] { $count } día
       *[other] { $count } días
    }
time-hours =
    { $count ->
        [one] { $count } hora
       *[other] { $count } horas
    }
time-minutes =
    { $count ->
        [one] { $count } minuto
       *[other] { $count } minutos
    }

## What became of a claim

# $numbers are $count spots, like "6-8".
notice-taken =
    { $count ->
        [one] Alguien acaba de apartar el { $numbers }
       *[other] Alguien acaba de apartar { $numbers }
    }
# $count are the others of the spots that were picked.
notice-taken-rest =
    { $count ->
        [one] Todavía no se apartó nada. El otro sigue libre: ¿lo apartas?
       *[other] Todavía no se apartó nada. Los demás siguen libres: ¿los apartas?
    }
notice-taken-all = Todavía no se apartó nada. Elige otros lugares abajo, o deja que elijamos por ti.
# A button. $numbers are spots, like "6, 8, 12", and $sum is their price.
notice-claim-rest = Apartar { $numbers } por { $sum }
notice-none-left = Ya no quedaban lugares
notice-none-left-more = Están todos apartados. A veces se libera alguno, así que no pierdas de vista el tablero.
notice-invalid = Ya casi: revisa el formulario
notice-invalid-more = Todavía no se apartó nada. Revisa abajo el campo resaltado.
notice-reused = Ese formulario ya se usó
notice-reused-more = Con él ya se apartaron lugares: busca tu usuario en el tablero. Para apartar más, usa el formulario de abajo.
notice-closed = Este waffle está cerrado
notice-not-open = Todavía no abre
# <time> is a day with the time.
notice-not-open-more = No se apartó nada. Se puede apartar desde el <time/>.
notice-blocked = Este usuario no puede apartar aquí
notice-blocked-more = No se apartó nada. Pregúntale a quien vende por qué.
notice-too-many =
    { $allowed ->
        [one] El límite es de { $allowed } lugar
       *[other] El límite es de { $allowed } lugares
    }
notice-too-many-more =
    { $held ->
        [0] No se apartó nada. Elige menos lugares.
       *[other] No se apartó nada. Ya tienes { $held }.
    }
notice-paused-more = No se apartó nada. Quien vende se tomó un pequeño descanso: deja esta página abierta e inténtalo otra vez en un rato.
notice-busy = El servidor está ocupado
notice-busy-more = Tus lugares no se apartaron. Inténtalo otra vez en unos segundos.
notice-unknown = Aún no sabemos si funcionó
notice-unknown-more =
    La conexión se cortó justo en ese momento. Busca tu usuario en el tablero o inténtalo otra vez: no se pueden apartar dos
    veces los mismos lugares.
claim-count-invalid = Escribe un número entero, de 1 en adelante.

## Too many claims

limited-back = Volver al tablero
limited-about = Fueron muchos apartados desde tu red en poco tiempo, así que este no se procesó.
limited-again =
    { $seconds ->
        [one] Inténtalo otra vez en { $seconds } segundo: no se pueden apartar dos veces los mismos lugares.
       *[other] Inténtalo otra vez en { $seconds } segundos: no se pueden apartar dos veces los mismos lugares.
    }
limited-spots = Tus lugares
limited-we-pick = ¿Sin favoritos? Dinos cuántos elegimos.

## Trophies of a buyer

# Below a list of trophies.
trophies-more =
    { $count ->
        [one] y { $count } trofeo más
       *[other] y { $count } trofeos más
    }

## A private chain instead of drand

private-chain-notice =
    <b>Cadena privada:</b> aquí no decide drand, sino una fuente de azar que puede operar una sola persona. Los sorteos se fijan,
    se hacen y se comprueban igual, pero quien opera la fuente puede conocer de antemano sus números al azar. Por eso no
    demuestran nada a terceros.

## Error pages: what happened, by HTTP's number for it

error-400-title = No funcionó
error-400 = No pudimos leer esa solicitud. Vuelve atrás e inténtalo otra vez.
error-401-title = Inicia sesión
error-401 = Esta página es para quienes venden y han iniciado sesión.
error-403-title = Eso no está permitido
error-403 = Quizá el formulario caducó, o tu cuenta no puede hacer esto. Vuelve atrás, recarga la página e inténtalo otra vez.
error-404-title = Nada en el plato
error-404 = Esta página no existe. El enlace de un waffle deja de funcionar cuando quien vende lo archiva.
error-405-title = Por aquí no se entra
error-405 = Esta página no se puede abrir así. Vuelve atrás e inténtalo otra vez.
error-409-title = Alguien se adelantó
error-409 = Algo cambió después de que cargaste la página, así que no se hizo nada. Recarga para ver lo último.
error-413-title = Demasiado de una vez
error-413 = Es más de lo que podemos recibir de una vez. Acórtalo e inténtalo otra vez.
error-429-title = Más despacio con la miel
error-429 = Son muchos intentos en poco tiempo. Espera un momento e inténtalo otra vez.
error-500-title = Este se quemó
error-500 =
    Algo salió mal de nuestro lado. Inténtalo otra vez. Si sigue pasando, dile este número a quien administra el sitio.
error-503-title = La plancha se está calentando
error-503 = El servidor está ocupado. No se cambió nada. Inténtalo otra vez en unos segundos.
# Buttons.
error-sign-in = Iniciar sesión
error-home = Inicio
# <code> is a number to quote.
error-request = Solicitud <code/>

## The page without a connection

offline-title = Sin conexión
offline-lead = Tu dispositivo no tiene internet, o no podemos conectar con el servidor en este momento.
offline-safe = Los lugares que apartaste siguen siendo tuyos: no se perdió nada.
# A button.
offline-again = Intentar otra vez

## A receipt

# Above the page, and in the browser's tab. $title is the waffle's.
receipt-title = Tus lugares en { $title }
receipt-description = Qué apartaste, cuánto debes y si ganaste.
# The element holds the buyer's handle.
receipt-yours = Tus lugares, <span/>
# Also on the stage. The element holds the price.
price-a-spot = <b/> por lugar
receipt-gone = Este waffle ya no existe
receipt-gone-note = Quien vende lo borró y, con él, este comprobante.
receipt-closed = Quien vende retiró este waffle. Tu comprobante se conserva.
receipt-won = ¡Ganaste!
receipt-won-note = Pregúntale a quien vende cómo recibir tu premio.
receipt-lost = Esta vez no
receipt-lost-note = Ya se hizo el sorteo y salieron otros lugares.
receipt-may-win = Todavía puedes ganar
# The element holds the spot's number. $place is 1, 2, …
receipt-alternate = <b/> es el suplente { $place }
receipt-alternate-note = Si alguien que ganó se retira, el suplente 1 toma su lugar; después, el suplente 2, y así.
receipt-winners = Ganadores
receipt-claimed = Lo que apartaste
# What became of spots. Each follows their numbers: "3, 7-9 paid".
receipt-spots-winner = · ganador
receipt-spots-paid = · pagado
receipt-spots-lost = · no salió
receipt-spots-unpaid = · sin pagar
receipt-spots-out = · sin pagar, fuera del sorteo
# In their place, once the buyer holds none of them.
receipt-spots-none = Ya no te queda ningún lugar de los que apartaste.
# The element holds the numbers of spots.
receipt-out = Fuera del sorteo: <span/>
receipt-out-waiting =
    Hay un sorteo fijado, y solo entran los lugares que se pagaron antes. No pagues ahora: después del sorteo no deberás nada. Si
    se cancela, podrás volver a pagar aquí.
receipt-out-kept = Tus lugares se guardan como máximo hasta el <time/>.
receipt-out-unpaid =
    Solo participan los lugares pagados. No debes nada; si ya pagaste, pídele a quien vende que te devuelva el dinero.
# The element holds the numbers of spots.
receipt-out-paid = Pagado, pero fuera del sorteo: <span/>
receipt-out-paid-note = Se pagó demasiado tarde, o quien vende lo dejó fuera. Pídele que te devuelva el dinero.
# The element holds an amount.
receipt-to-pay = Por pagar: <b/>
# The element holds the amount without those cents.
receipt-exactly = Envía exactamente este importe: <span/> más un poquito, para que quien vende sepa que el pago es tuyo.
# A countdown follows.
receipt-pay-by = Paga antes del <time/>
# A list follows, in which each way to pay says what to mind.
receipt-pay-and-mind = Paga a quien vende con una de estas formas de pago y revisa antes su nota.
# A list follows.
receipt-pay-and-mention = Paga a quien vende con una de estas formas de pago y menciona tu usuario.
receipt-ask-how = Pregúntale a quien vende cómo pagar y menciona tu usuario.
# The label of a field for a note.
receipt-note = ¿Ya pagaste? Avísale a quien vende
# An example of a note.
receipt-note-example = Por transferencia, de Ana B.
receipt-note-hint = Opcional. Lo que ayude a encontrar tu pago.
receipt-grace =
    { $hours ->
        [one] Si avisas, tus lugares se guardan hasta { $hours } hora después del plazo, para que quien vende lo revise.
       *[other] Si avisas, tus lugares se guardan hasta { $hours } horas después del plazo, para que quien vende lo revise.
    }
receipt-i-have-paid = Ya pagué
receipt-said = Avisaste de tu pago el <time/>.
receipt-kept = Tus lugares se guardan hasta que quien vende lo revise.
receipt-kept-until =
    Tus lugares se guardan hasta el <time/>. Si para entonces quien vende no lo ha revisado, cualquiera podrá apartarlos.
receipt-i-have-not = Aún no he pagado
receipt-all-paid = Quien vende marcó todo como pagado. No debes nada.
receipt-give-back = Devolver lugares
receipt-give-back-note = ¿Cambiaste de idea? Los lugares sin pagar pueden ser para otra persona.
# Which spots to give back: above checkboxes, or above a field for numbers.
receipt-which = ¿Cuáles?
receipt-numbers-hint = Números y rangos.
# A question follows.
receipt-give-back-button = Devolver…
receipt-keep = Guarda esta página
receipt-keep-note =
    La dirección de esta página es tu comprobante: aquí ves qué pasa con tus lugares. Quien tenga este enlace puede actuar por ti.
    No lo compartas.
receipt-copy-link = Copiar enlace

# What the last form did.
receipt-done-said = Ya le avisamos a quien vende que pagaste.
receipt-done-taken-back = Corregido: quien vende ya no ve que pagaste.
receipt-done-given-back = Gracias. Ahora cualquiera puede apartarlos.
# $claimed is at least 1, and less than $of.
receipt-fewer = Apartaste { $claimed } de los { $of } que pediste: ya no quedaban tantos.
receipt-note-refused = Aún no se envió. Revisa tu nota.
receipt-numbers-refused = No se devolvió nada. Revisa los números.

## The question whether to give spots back

give-back-title = ¿Devolver lugares?
# $numbers are those of the spots: "3, 7-9".
give-back-question =
    { $count ->
        [one] ¿Devolver el lugar { $numbers }?
       *[other] ¿Devolver los lugares { $numbers }?
    }
# The element holds the price of all of them, $price is that of one.
give-back-costs =
    { $count ->
        [one] Deberás <b/> menos. Vuelve al tablero y cualquiera puede apartarlo.
       *[other] { $count } lugares a { $price } cada uno: deberás <b/> menos. Vuelven al tablero y cualquiera puede apartarlos.
    }
give-back-yes =
    { $count ->
        [one] Sí, devolverlo
       *[other] Sí, devolverlos
    }
give-back-no =
    { $count ->
        [one] Me lo quedo
       *[other] Me los quedo
    }

## A buyer's page

# A buyer in a sentence or two, for search results and link previews.
buyer-short-none = @{ $handle } todavía no ha apartado ningún lugar.
buyer-short =
    { $wins ->
        [one] { $wins } premio
       *[other] { $wins } premios
    }, { $losses } sin premio, { $spots ->
        [one] { $spots } lugar apartado
       *[other] { $spots } lugares apartados
    }.
# $short is the sentence above. $rate is like 37.5%, $luck like +12.5.
buyer-short-luck = { $short } Con premio: { $rate }; suerte: { $luck }.
# $short are the sentences above. $trophies are one to three, with commas between them.
buyer-short-trophies = { $short } Trofeos: { $trophies }.
buyer-short-trophy = «{ $name }»
buyer-first-seen = Por aquí desde el <time/>
buyer-see-card = Ver la tarjeta
buyer-share = Compartir
# Names a part of the page.
buyer-to-pay = Por pagar
# The element holds an amount.
buyer-due =
    { $count ->
        [one] Falta pagar <b/> por { $count } lugar. La página del waffle dice cómo.
       *[other] Falta pagar <b/> por { $count } lugares. La página del waffle dice cómo.
    }
# The next six stand above numbers.
buyer-wins =
    { $count ->
        [one] Premio
       *[other] Premios
    }
buyer-losses =
    { $count ->
        [one] Sin premio
       *[other] Sin premio
    }
buyer-win-rate = % con premio
buyer-spots-claimed = Lugares apartados
buyer-spots-paid = Lugares pagados
buyer-waffles =
    { $count ->
        [one] Waffle
       *[other] Waffles
    }
# How lucky a buyer is: a number with its sign.
luck-plus = +{ $number }
luck-minus = −{ $number }
luck-none = { $number }
buyer-luck = Suerte
# What follows the number of the buyer's luck, or stands for it.
buyer-luck-waiting = Aún sin sorteos: la suerte se ve después del primero.
buyer-luck-lucky = Más suerte de la esperada.
buyer-luck-even = Justo la suerte esperada.
buyer-luck-unlucky = La suerte le debe un premio o dos.
# The win rate that was to be expected.
buyer-expected = Lo esperado
buyer-luck-note = Cuentan los lugares de sorteos terminados. La suerte es el % con premio menos lo esperado.
buyer-trophies = Vitrina de trofeos
buyer-no-trophies = Aún no hay trofeos. Al ganar un waffle, lo que su título lleva “entre comillas” viene a parar aquí.
buyer-history = Waffles
# What became of the buyer's spots in a waffle.
buyer-result-won = Ganó
buyer-result-lost = No salió
buyer-result-out = Fuera del sorteo
buyer-result-open = Abierto
# When the winners were found.
buyer-drawn = sorteado el <time/>
# When the waffle was made.
buyer-started = creado el <time/>
buyer-archived = archivado
# Follows their status. The first element is only read out, the second holds the numbers of the spots: "spots 3, 7-9".
buyer-held-numbers =
    { $count ->
        [one] <span>lugar</span> <b/>
       *[other] <span>lugares</span> <b/>
    }
# The element holds an amount.
buyer-held-due = por pagar <b/>
buyer-no-more = No hay más waffles en esta página.
buyer-older =
    { $count ->
        [one] { $count } waffle anterior en las páginas siguientes.
       *[other] { $count } waffles anteriores en las páginas siguientes.
    }
buyer-empty = Nada en el plato
buyer-empty-now = @{ $handle } no tiene ningún lugar en este momento.
buyer-never-claimed = Nadie ha apartado todavía con @{ $handle }. ¿Está bien escrito?
# The label of a field.
buyer-find-another = ¿Otro usuario?

# Of the page with nothing but the form for a handle, for search results.
buyer-find-description = Mira los lugares, los premios y la suerte de cualquier usuario de redes.

## A buyer's card, to share

buyer-card-title = @{ $handle } en Waffle
# The element is a name, $luck a number like +12.5.
buyer-card-luck = <span>Suerte</span> { $luck }
# Stands above a number.
buyer-card-spots =
    { $count ->
        [one] Lugar
       *[other] Lugares
    }
buyer-card-trophies = Trofeos
buyer-card-empty = Aún sin lugares. La plancha ya está caliente.

## What a waffle is

about-title = ¿Qué es un waffle?
about-description = Así funciona un waffle: aparta lugares numerados con tu usuario de redes, paga a quien vende y mira el sorteo.
about-lead = Un waffle es una venta limitada: un tablero con un número fijo de lugares, un solo precio y uno o más ganadores.
about-claim =
    <b>Aparta.</b> Elige números en el tablero o deja que elijamos al azar. No necesitas cuenta, solo tu usuario de redes.
    Cada lugar es de una sola persona, aunque cientos lo toquen a la vez.
about-pay =
    <b>Paga.</b> Tu lugar queda apartado. Paga directamente a quien vende, como dice la página del waffle. Por este sitio
    nunca pasa dinero.
about-draw = <b>Mira el sorteo.</b> Los ganadores salen de los lugares pagados y se ven en el tablero, a la vista de todos.
about-good-to-know = Conviene saber
about-taken = Alguien apartó mi número mientras yo elegía.
about-taken-answer =
    El tablero está en vivo: quita ese número de los que elegiste y te avisa. Al apartar, te llevas todos tus lugares o
    ninguno.
about-dropped = Se cortó mi conexión mientras apartaba.
about-dropped-answer = Inténtalo otra vez. No puedes apartar dos veces los mismos lugares. Busca tu usuario en el tablero.
about-give-back = ¿Puedo devolver un lugar?
about-give-back-answer = Sí, mientras no esté pagado: abre tu comprobante y elige «Devolver lugares». Si ya está pagado, pídeselo a quien vende.
about-who-sees = ¿Quién ve mi usuario?
about-who-sees-answer = Todo el mundo. Está en el tablero, junto a tu número.
about-software =
    Waffle { $version }, software libre y de código abierto. Todo lo que puedes hacer aquí también lo pueden hacer los
    programas, con la <a>API</a>.

# For sellers who are signed in.
about-server = Este servidor
about-server-note = Solo lo ven los admins con sesión iniciada.
about-version = Versión
about-uptime = Tiempo en marcha
# For how long the server has run.
about-lasting-seconds = { $seconds } s
about-lasting-minutes = { $minutes } min
about-lasting-hours = { $hours } h, { $minutes } min
about-lasting-days =
    { $days ->
        [one] { $days } día, { $hours } h
       *[other] { $days } días, { $hours } h
    }
about-watchers = Espectadores conectados
about-loaded = Waffles cargados
about-active = Waffles activos
about-database = Tamaño de la base de datos
# A size. $unit is B, kB, MB, GB, TB or PB.
about-size = { $number } { $unit }
about-backlog = Registro por escribir
# A number that the database did not give.
about-unavailable = no disponible
# $zone is a time zone: "Europe/Berlin".
about-last-run = Conservación: última vez ({ $zone })
about-none-yet = todavía ninguna
about-next-run = Conservación: próxima vez ({ $zone })
about-under-way = en curso
about-last-result = Conservación: último resultado
# $removed and $late are lists of what is below.
about-purge-nothing = No había nada tan antiguo como para borrarlo.
about-purge-removed = Borrado: { $removed }.
about-purge-late = Aplazado: { $late }.
about-purge-both = Borrado: { $removed }. Aplazado: { $late }.
about-purge-rows = { $what } ({ $rows })
purged-audit-entries = entradas del registro
purged-login-records = inicios de sesión
purged-claim-keys = claves de apartados
purged-ended-sessions = sesiones cerradas
purged-password-resets = enlaces de contraseña
purged-lines-of-payments = líneas de pagos
purged-keys-of-sources = claves de conexiones
purged-photos = fotos
purged-refused-claims = intentos rechazados

# Two members of a list, the first of which may be the list until there.
list-comma = { $before }, { $next }
# The end of a list in a sentence: "1, 4-6 and 8".
list-and = { $before } y { $last }

## The draws of a waffle

draw-list-title = Los sorteos de { $title }
draw-list-description = Cada sorteo de este waffle y todo lo que pasó con sus ganadores.
draw-list-heading = Los sorteos
draw-list-lead =
    Un sorteo se fija antes de que nadie pueda saber quién gana. Desde ese momento sus participaciones son públicas, y un número
    público al azar, que nadie de aquí controla, decide los ganadores. Así, cualquiera puede comprobarlo.
draw-list-lead-private = Primero se fija el sorteo. Desde ese momento sus participaciones son públicas, y un número público al azar decide los ganadores.
# Of each draw, the state that it is in.
draw-list-locked =
    { $entries ->
        [one] <a>Sorteo { $number }</a>: fijado, { $entries } participación; se sortea con la ronda { $round }, el <time/>
       *[other] <a>Sorteo { $number }</a>: fijado, { $entries } participaciones; se sortea con la ronda { $round }, el <time/>
    }
draw-list-locked-private =
    { $entries ->
        [one]
            <a>Sorteo { $number }</a>, con una cadena privada: fijado, { $entries } participación; se sortea con la ronda
            { $round }, el <time/>
       *[other]
            <a>Sorteo { $number }</a>, con una cadena privada: fijado, { $entries } participaciones; se sortea con la ronda
            { $round }, el <time/>
    }
draw-list-drawn =
    { $entries ->
        [one] <a>Sorteo { $number }</a>: sorteado entre { $entries } participación con la ronda { $round }
       *[other] <a>Sorteo { $number }</a>: sorteado entre { $entries } participaciones con la ronda { $round }
    }
draw-list-drawn-private =
    { $entries ->
        [one] <a>Sorteo { $number }</a>, con una cadena privada: sorteado entre { $entries } participación con la ronda { $round }
       *[other] <a>Sorteo { $number }</a>, con una cadena privada: sorteado entre { $entries } participaciones con la ronda { $round }
    }
draw-list-voided = <a>Sorteo { $number }</a>: cancelado
draw-list-voided-private = <a>Sorteo { $number }</a>, con una cadena privada: cancelado
draw-list-none-here = No hay sorteos en esta página.
draw-list-none = Todavía no se ha fijado ningún sorteo.
draw-list-as-json = En JSON

# The list of whatever happened to the winners.
ledger-heading = Qué pasó con los ganadores
# $total is more than a hundred.
ledger-paged =
    { $total } entradas, 100 por página. Primero va la página más reciente; cada página empieza por su entrada más antigua. De esta
    lista nunca se quita nada.
ledger-order = Primero, lo más antiguo. De esta lista nunca se quita nada.
# $number is the draw's.
ledger-locked = Se fijó el sorteo { $number }.
ledger-voided = El sorteo { $number } se canceló. No cuenta.
ledger-drawn = Se hizo el sorteo { $number }.
ledger-replaced = Sorteo { $number }: alguien que ganó se retiró, y el siguiente suplente tomó su lugar.
ledger-renamed = El usuario de un ganador se unió a otro.
ledger-set-by-hand = Quien vende eligió a mano a los ganadores.
ledger-changed-by-hand = Quien vende eligió a mano a otros ganadores.
ledger-cleared = Quien vende anuló el resultado.
ledger-none-here = Nada en esta página.
ledger-none = Nada todavía.

## A draw

draw-page-title = Sorteo { $number } de { $title }
draw-page-description = Quién participó, qué decidió y cómo comprobar quién ganó.
draw-page-heading = Sorteo { $number }
# The moment is on a separate line at the end.
draw-page-locked = Fijado. Las participaciones ya no pueden cambiar, y decide la ronda { $round }. Aparece el <time/>
# Follows that.
draw-page-unknown = Antes, nadie puede conocerla.
draw-page-drawn = Sorteado.
draw-page-voided = Cancelado. No cuenta.
draw-page-winners =
    { $count ->
        [one] Ganador
       *[other] Ganadores
    }
# What happened to the winners since the draw.
draw-page-since-renamed = Después cambió el usuario de un ganador.
draw-page-since-replaced = Después, un suplente reemplazó a un ganador.
draw-page-since-both = Después, un suplente reemplazó a un ganador, y cambió el usuario de un ganador.
draw-page-since-cleared = Estos ganadores ya no valen: se anularon o se cambiaron.
# A link after each of these.
draw-page-see-since = Ver qué pasó
draw-page-alternates =
    { $count ->
        [one] Suplente
       *[other] Suplentes
    }
draw-page-alternates-note =
    Salieron después de los ganadores, en este orden. Si un ganador se retira, el siguiente toma su lugar.
# The element holds what the seller wrote.
draw-page-reason = Motivo de quien vende: <q/>
draw-page-facts = Los datos
draw-page-entries = Participaciones
draw-page-item-count = Ganadores
draw-page-one-win = Un premio por usuario
draw-page-yes = sí
draw-page-no = no
draw-page-alternate-count = Suplentes
# Before the draw.
draw-page-up-to = hasta { $count }
draw-page-prizes =
    { $count ->
        [one] Premio
       *[other] Premios, en el orden de los ganadores
    }
draw-page-excluded = Excluidos por quien vende
draw-page-locked-at = Fijado
draw-page-round = Ronda
draw-page-round-at = La ronda aparece
draw-page-clock = El reloj del servidor
draw-page-clock-checked = comprobado: la ronda no había aparecido
draw-page-clock-unchecked = sin comprobar: ningún relé dio una ronda reciente
draw-page-algorithm = Algoritmo
draw-page-waffle-id = El id del waffle
draw-page-hash = SHA-256 de las participaciones
draw-page-private-chain = Cadena privada
draw-page-quicknet = Cadena de drand (quicknet)
draw-page-signature = La firma de la ronda
draw-page-randomness = El azar de la ronda
draw-page-links = <a>Las participaciones</a>, <a2>todo en JSON</a2>, <a3>todos los sorteos de este waffle</a3>
draw-page-check = Compruébalo
draw-page-by-browser =
    Tu navegador puede volver a calcularlo todo: las participaciones, las horas y los ganadores. No verifica la firma de la
    ronda, sino que pregunta a relés que nombra su script y que son de otros. Así que confía en esos relés y en el script que
    envió este sitio. Los programas de abajo verifican la firma y no confían en nadie.
draw-page-by-browser-private =
    Tu navegador puede volver a calcularlo todo: las participaciones, las horas y los ganadores. No verifica la firma de la
    ronda, sino que le pide la ronda al relé de este sitio, porque nadie más tiene esta cadena. Así que confía en este sitio.
draw-page-check-now = Comprobar este sorteo
draw-page-not-checked =
    Hay dos cosas que después no se pueden comprobar: quién pagó, que es palabra de quien vende, y cuándo se fijó el sorteo, que es
    palabra de este servidor. Pero si tú o alguien de tu confianza guardó la línea para el chat mientras estaba fijado,
    compárala entera con esta página.
draw-page-keep =
    Todavía no hay nada que comprobar, pero puedes guardar la línea completa para el chat hasta que se sortee. Las
    participaciones y la ronda no bastan: también deciden el id del waffle, el número del sorteo, cuántos ganan y si cada
    usuario gana una sola vez.
draw-page-nothing = No hay nada que comprobar.
# Commands follow.
draw-page-own-machine =
    En tu propio equipo, con la firma verificada: con el programa que usa este sitio o con un script de Python que no necesita nada
    más.
draw-page-own-chain = Con la cadena privada de este sitio
# A command with KEY, GENESIS and PERIOD follows.
draw-page-old-chain =
    Este sitio ya no usa esta cadena privada. Para comprobar el sorteo hacen falta la clave, el génesis y el periodo de la
    cadena: pídelos a quien los haya guardado.
draw-page-programs = <a>El script de Python</a> y <a2>cómo funcionan estos sorteos</a2>: qué demuestran y qué no

# How winners are computed. What is in <code> is the same in all languages.
draw-how-heading = Cómo se calculan los ganadores
draw-how-entries =
    Las participaciones son un texto: por cada una, su número, un espacio, su usuario y un salto de línea, de menor a mayor
    número. Cualquiera puede calcular su hash.
draw-how-seed =
    La semilla es el SHA-256 de nueve líneas, cada una con un salto de línea: <code>waffle-draw-v1</code>, <code>waffle</code>
    y el id del waffle, <code>draw</code> y el número del sorteo, <code>entries</code> y el SHA-256 de las participaciones,
    <code>winners</code> y cuántos son, <code>one-win-per-handle</code> y «yes» (sí) o «no», <code>chain</code>,
    <code>round</code> y <code>signature</code>, cada una con su valor.
draw-how-winners =
    Para cada ganador i desde 0, con n participaciones restantes, y para c desde 0: x es el número que forman los primeros 8
    bytes, en big-endian, del SHA-256 de la semilla, i y c (de 4 bytes cada uno, en big-endian). Si x es menor que ⌊2⁶⁴ / n⌋ ×
    n, gana la participación x mod n, contando desde 0, y se retira; si cada usuario gana una sola vez, se retiran también las
    demás de ese usuario. Si no, se prueba con el siguiente valor de c. Los suplentes salen de la misma forma: i sigue tras el
    último ganador, hasta que haya bastantes o no queden participaciones.
# The last element holds a key in hexadecimal digits.
draw-how-round =
    La ronda r aparece en génesis + (r − 1) × periodo, y el sorteo debe fijarse antes. La firma de la ronda es válida si se
    verifica (BLS12-381, esquema <code>bls-unchained-g1-rfc9380</code>) sobre el SHA-256 de r en 8 bytes, en big-endian, con
    la clave de la cadena. El SHA-256 de la firma es el azar de la ronda. En quicknet, de drand, el génesis es 1692803367, el
    periodo, 3 segundos, y la clave, <code2/>.

## The line for the chat, of a draw that is locked

chat-heading = Para el chat
chat-note =
    Publica esta línea antes de que aparezca la ronda. Cuantas más personas la tengan, menos se podrá cambiar o inventar
    después.
chat-copy = Copiar
# The line itself. $title is the waffle's, $hash are hexadecimal digits, $at is like 2026-11-20 17:44:03 UTC.
chat-line-quicknet =
    { $title }, waffle { $id }, sorteo { $number }. Participaciones fijadas: { $entries }, SHA-256 { $hash }. Ganadores: { $winners }; un premio por usuario: { $once ->
        [yes] sí
       *[no] no
    }. Decide la ronda { $round } de quicknet, de drand, el { $at }. { $url }
chat-line-private =
    { $title }, waffle { $id }, sorteo { $number }. Participaciones fijadas: { $entries }, SHA-256 { $hash }. Ganadores: { $winners }; un premio por usuario: { $once ->
        [yes] sí
       *[no] no
    }. Decide la ronda { $round } de una cadena privada, el { $at }. { $url }

## The stage: a waffle on a large screen

# What people hear in place of the board.
stage-board-left = { $left } de { $total } lugares libres
stage-board-drawn = Tablero de { $total } lugares, con los ganadores
stage-qr = Código QR con la dirección del tablero
# The element holds the number of spots that are left.
stage-left = <b/> de { $total } libres
# Above a countdown.
stage-the-draw = El sorteo
stage-opens = Abre
stage-private-chain = Se sortea con una cadena privada: no demuestra nada a terceros.
stage-winners = Ganadores
stage-newest = Últimos apartados
# Follows the buyer's handle. $count is at least 6.
stage-claimed-spots = { $count } lugares

## The API

api-title = API
api-description = Todos los endpoints de la API JSON de este servidor: parámetros, cuerpos, respuestas y códigos de error.
api-lead = Lo que pueden hacer los programas con este servidor: versión { $version }.
api-as-json = OpenAPI 3.1 en JSON

## Parts of the pages for sellers

# A waffle's numbers.
totals-title = Totales
totals-available = Libres
totals-pending = Pendientes
totals-paid = Pagados
# The element holds a rate, like 62.5%.
totals-claimed = <b/> apartado
# In the history of a buyer's spots. $who is the seller's username, $what what was done: "marked paid".
buyer-change-spot = Cambios del lugar { $number }
buyer-change-by-for = { $who }: { $what } (@{ $handle })
buyer-change-by = { $who }: { $what }

## Share cards: pictures that sellers post

# Also on a buyer's page.
card-price = { $price } por lugar
# In place of a title whose letters can't be drawn.
card-board = Un tablero de { $total } lugares
# $how says how the winners were found: "Drawn by lot".
card-prizes = { $how }: { $prizes }
card-how-won = { $total } lugares. { $how }
# $winners are like "#7 @anna, #12 @ben".
card-won = Premio para { $winners }
card-sold-out = Agotado
# Below "Sold out".
card-all-claimed = ya se apartaron los { $total } lugares
# Below the number of spots that are left, in large digits.
card-left = de { $total } lugares libres
# Above the address.
card-see = Mira el tablero
card-claim = Aparta tu lugar

## Scripts: what they write into pages

## On many pages

copy-done = Copiado
# Where the browser doesn't let the page copy.
copy-failed = Selecciona y copia
field-characters = { $count } de { $most } caracteres
# How much time there is. $clock is like 1:04:05.
countdown-days =
    { $days ->
        [one] { $days } día, { $clock }
       *[other] { $days } días, { $clock }
    }

## How the winners were found

won-draw = Por sorteo
won-draw-private = Por sorteo con una cadena privada
won-replaced = Por sorteo, ganador reemplazado
won-replaced-private = Por sorteo con una cadena privada, ganador reemplazado
won-hand = Elegido a mano
# $how is one of the texts above.
won-after =
    { $count ->
        [one] { $how }, <a>después de { $count } resultado anterior</a>
       *[other] { $how }, <a>después de { $count } resultados anteriores</a>
    }

## Typed spot numbers

# $part is what was typed.
numbers-odd = «{ $part }» no es un número. Escríbelos como 3, 7, 10-14.
numbers-outside = No existe el lugar { $number }: elige del 1 al { $last }.

## The status of a waffle

# To buyers: it is archived.
status-closed = Cerrado

## The connection for live updates

live-connecting = Conectando
live-retrying = Reconectando
live-polling = Se actualiza cada pocos segundos
live-offline = Sin conexión
live-closed = Cerrado

## What screen readers say about changes of the board: some of these sentences, one after the other

news-claimed = @{ $handle } apartó el lugar { $number }.
# $count is 2 or more.
news-claims = Se apartaron { $count } lugares.
news-freed =
    { $count ->
        [one] { $count } lugar está libre otra vez.
       *[other] { $count } lugares están libres otra vez.
    }
# To buyers.
news-left =
    { $left ->
        [one] Queda { $left }.
       *[other] Quedan { $left }.
    }
# To sellers.
news-counts = Libres: { $available }; pendientes: { $pending }.
news-open = Ya está abierto: elige tus lugares.
# $winners names them: "And the winner is #7 @anna".
news-drawn = Ya se sorteó. { $winners }
news-cleared = El sorteo se anuló. El waffle está abierto otra vez.

## The page of a waffle

# Receipts follow.
board-receipts = Tus lugares:
# The title of the tab in the background. $title is the page's usual one.
board-tab =
    { $left ->
        [one] (queda { $left }) { $title }
       *[other] (quedan { $left }) { $title }
    }
# The buyer's own spots in the legend. $spots lists their numbers, or says how many: "3, 7-9", "20 spots".
mine-spots = tuyos: { $spots }
mine-owed = tuyos: { $spots } ({ $sum } por pagar)
# $due is how many of them are not in the locked draw.
mine-out = tuyos: { $spots } ({ $due } fuera del sorteo)
# <time/> is a moment.
round-known = Según el reloj de tu dispositivo, la ronda { $round } apareció el <time/>, antes de que esta página supiera que el sorteo estaba fijado. Confía en este sorteo solo si alguien lo vio fijado antes.
# How long it is until the opening. $left is like 1:04:05.
terms-to-go = Faltan { $left }.
# How long it is until the round of a locked draw. $left is like 1:04:05.
locked-in = Se sortea en { $left }.
# In its place, once the round has come.
locked-now = Se sortea en cualquier momento.

## The spots of the board

# A part of a large board.
grid-chunk = { $from } a { $to }
# The same for screen readers.
grid-chunk-spots = Lugares { $from } a { $to }
# What screen readers call a spot. $state is its status.
grid-spot = Lugar { $number }, { $state }
grid-spot-held = Lugar { $number }, @{ $handle }, { $state }
grid-spot-yours = Lugar { $number }, tú, { $state }
# On a spot of the buyer's own, in place of the handle.
grid-you = tú

## Claiming

dock-tap = Toca lugares en el tablero
# The numbers follow.
dock-picked =
    { $count ->
        [one] { $count } lugar:
       *[other] { $count } lugares:
    }
# Buttons. $sum is an amount.
dock-claim = Apartar { $count } por { $sum }
# At random.
dock-random = Elegir y apartar { $count }
dock-claiming = Apartando…
dock-still = Seguimos intentando…
# On the button while the claim waits for this many seconds.
dock-in-line = En espera: { $seconds } s…
dock-in-line-why = Mucha gente está apartando desde tu red. Estás en la lista de espera y lo intentamos otra vez automáticamente.
# About a spot that can't be picked. $state is its status.
dock-spot = Lugar { $number }: { $state }
dock-spot-held = Lugar { $number }: { $state }, @{ $handle }
# $numbers are typed numbers of spots that can't be picked.
dock-gone = Ya apartado: { $numbers }.
# $most is the limit, $held how many the buyer has.
dock-limit =
    { $held ->
        [0] Máximo { $most } por persona.
       *[other] Máximo { $most } por persona, y ya tienes { $held }.
    }
# $numbers lists the spots in these: "3, 7-9".
dock-lost =
    { $count ->
        [one] Alguien acaba de apartar el { $numbers }, así que lo quitamos de los que elegiste.
       *[other] Alguien acaba de apartar { $numbers }, así que los quitamos de los que elegiste.
    }
dock-tap-first = Primero toca lugares en el tablero, o deja que elijamos por ti.
dock-yours =
    { $count ->
        [one] ¡El { $numbers } es tuyo!
       *[other] ¡{ $numbers } son tuyos!
    }
# Fewer were left than asked for.
dock-yours-partly =
    { $count ->
        [one] Apartaste { $count } de { $requested }: ¡el { $numbers } es tuyo!
       *[other] Apartaste { $count } de { $requested }: ¡{ $numbers } son tuyos!
    }
# <b> is bold.
dock-to-pay = Por pagar: <b>{ $sum }</b>. Quien vende lo marca como pagado cuando le llega.
dock-receipt-has = Tu comprobante ya trae el importe, y después te dice si ganaste.
dock-out = Pero no entran en el sorteo: ya está fijado, y solo entra lo que se pagó antes.
dock-out-owes = No pagues ahora. Después del sorteo no deberás nada.
# A button that leads to the receipt, and the same while nothing is to be paid.
dock-pay = Pagar y comprobante
dock-receipt = Comprobante
# Buttons that close the message about a claim: one that was granted, one that was not.
dock-done = Listo
dock-ok = OK
dock-none-left = Ya no quedaban lugares.
dock-hope = A veces se libera alguno, así que no pierdas de vista el tablero.
# One of the next three sentences follows.
dock-taken =
    { $count ->
        [one] Alguien acaba de apartar el { $numbers }.
       *[other] Alguien acaba de apartar { $numbers }.
    }
dock-rest = ¿Apartar el resto?
dock-others = No se apartó nada. Elige otros, o deja que elijamos por ti.
dock-still-free = Aún no se apartó nada. Lo que sigue libre: { $numbers }.
dock-unreachable = No pudimos conectar con el servidor.
dock-not-twice = Puedes intentarlo otra vez: los mismos lugares no se apartan dos veces.
dock-unknown = Aún no sabemos si funcionó.
dock-look = Busca tu usuario en el tablero, o inténtalo otra vez: los mismos lugares no se apartan dos veces.
dock-unavailable = El servidor está ocupado. Tus lugares no se apartaron.
# $seconds is 0 where the server does not say how many.
dock-slow =
    { $seconds ->
        [0] ¡Más despacio con la miel! Son muchos apartados. Inténtalo otra vez en unos segundos.
        [one] ¡Más despacio con la miel! Son muchos apartados. Inténtalo otra vez en { $seconds } segundo.
       *[other] ¡Más despacio con la miel! Son muchos apartados. Inténtalo otra vez en { $seconds } segundos.
    }
dock-failed = No funcionó.

## A receipt

# How long it is until the deadline. $left is like 1:04:05.
receipt-time-left = Quedan { $left }
receipt-time-over = Se acabó el plazo.
receipt-others-won = Ya se sorteó. Salieron otros lugares.

## The stage

# Headings above the time that is left.
stage-draw-in = Se sortea en
stage-opens-in = Abre en
# In the place of the time, under the heading “The draw”, once it has come.
stage-any-moment = en cualquier momento

## Checking a draw

check-under-way = Comprobando…
check-only-https = El navegador solo puede comprobar páginas que llegaron por HTTPS. Usa los programas de abajo.
# $why is a sentence.
check-failed = No se pudo comprobar este sorteo: { $why }
check-chain-gone = depende de una cadena privada que este sitio ya no usa.
# $status is a number, such as 503.
check-answered = El servidor respondió { $status }.
check-no-bytes = Esto no es hexadecimal válido.
# The steps. <code/> is what was found.
check-shown = Se comprueba lo mismo que muestra esta página: <code/>
check-entries = Las participaciones tienen el hash publicado: <code/>
check-round-at = La ronda aparece a la hora publicada: <code/>
check-locked = El sorteo se fijó antes, según el reloj del servidor: <code/>
check-randomness = La aleatoriedad es el hash de la firma: <code/>
check-seed = El algoritmo es el conocido, y la semilla se hace como dice: <code/>
check-winners = Los ganadores coinciden con las participaciones y la ronda: <code/>
check-alternates = Los suplentes también coinciden: <code/>
# What the first step found. $fields lists the texts below.
check-same = coincide
check-not-same = no coincide: { $fields }
field-waffle = waffle
field-number = número
field-entries = participaciones
field-winners = ganadores
# Whether a handle wins only once.
field-once = un premio por usuario
field-chain = cadena
field-round = ronda
field-signature = firma
# The winners that were drawn.
field-drawn = sorteados
field-alternates = suplentes
# Of the winners.
check-no-entries = ninguno
# What a relay answered. $whose is own for this site's relay, and public for those of others; $relay is its address.
relay-same =
    { $whose ->
        [own] El relé de este sitio, { $relay }, tiene la misma firma
       *[public] { $relay } tiene la misma firma
    }
relay-other =
    { $whose ->
        [own] El relé de este sitio, { $relay }, tiene OTRA firma
       *[public] { $relay } tiene OTRA firma
    }
relay-not-yet =
    { $whose ->
        [own] El relé de este sitio, { $relay }, no tiene la ronda
       *[public] { $relay } no tiene la ronda
    }
relay-unknown =
    { $whose ->
        [own] El relé de este sitio, { $relay }, no dio una respuesta útil
       *[public] { $relay } no dio una respuesta útil
    }
check-holds = Este sorteo es válido.
check-does-not-hold = Este sorteo NO es válido.
check-disagree = Los ganadores coinciden con las participaciones y la ronda, pero los relés no se ponen de acuerdo sobre la ronda. Usa los programas de abajo.
check-private-chain = Los ganadores coinciden con las participaciones y la ronda, pero es de una cadena privada: eso no demuestra nada a terceros.
check-unconfirmed = Los ganadores coinciden con las participaciones y la ronda, pero ningún relé pudo confirmar la ronda. Usa los programas de abajo.

## The seller's page of a waffle

desk-copied = Copiado: pégalo en tu chat.
desk-failed = No funcionó. Inténtalo otra vez.
desk-unreachable = No se pudo conectar con el servidor. Recarga la página para ver cómo quedó, y luego inténtalo otra vez.
# How long a buyer has to pay.
desk-minutes-left =
    { $minutes ->
        [one] queda { $minutes } minuto
       *[other] quedan { $minutes } minutos
    }
desk-hours-left =
    { $hours ->
        [one] queda { $hours } hora
       *[other] quedan { $hours } horas
    }
desk-days-left =
    { $days ->
        [one] queda { $days } día
       *[other] quedan { $days } días
    }
# $why is a sentence.
desk-buyer-failed = @{ $handle }: { $why }
desk-owes-no-more = No cambió nada: @{ $handle } ya no debe nada por eso.
desk-undo-buyer = Deshacer: @{ $handle } no ha pagado
# $numbers lists spots: "3, 7-9".
desk-has-paid = @{ $handle } pagó { $sum }: { $numbers }.
desk-undone = Deshecho: @{ $handle } debe { $sum }.

## The list of spots on that page

# $handle is like @anna.
rows-release-sure = ¿Liberar el lugar { $number }? { $handle } lo pierde, y cualquiera lo puede apartar.
rows-release-selected =
    { $count ->
        [one] ¿Liberar { $count } lugar? Cualquiera podrá apartarlo.
       *[other] ¿Liberar { $count } lugares? Cualquiera podrá apartarlos.
    }
# $why is a sentence.
rows-failed = Lugar { $number }: { $why }
# Follows “Marked paid: 3, 7-9.” or “Nothing was marked paid.”; $count is how many spots.
rows-skipped =
    { $count ->
        [one] Se omitió { $count } que cambió mientras tanto.
       *[other] Se omitieron { $count } que cambiaron mientras tanto.
    }
rows-mark =
    { $count ->
        [one] Marcar pagado { $count } lugar ({ $sum })
       *[other] Marcar pagados { $count } lugares ({ $sum })
    }

## Picking winners by hand

# $part is what was typed.
picker-odd = «{ $part }» no es un número de lugar.
# $numbers lists spots: "3, 7-9".
picker-unpaid =
    { $count ->
        [one] El { $numbers } no está pagado: solo los lugares pagados pueden ganar.
       *[other] { $numbers } no están pagados: solo los lugares pagados pueden ganar.
    }
picker-twice = El { $number } está repetido.
# $over is how many are too many.
picker-over =
    { $winners ->
        [one] Elegiste { $count }, pero gana { $winners }: quita { $over }.
       *[other] Elegiste { $count }, pero ganan { $winners }: quita { $over }.
    }
picker-count = Elegidos: { $count } de { $winners }.

## Sharing

share-unreachable = Ahora no se puede cargar la vista previa. Tu texto sigue aquí.
share-sign-in = Inicia sesión otra vez para ver la vista previa.
share-failed = No funcionó
share-done = Compartido

## The form of a waffle

form-worth = Un tablero lleno suma { $sum }.

## Shared by the sellers' pages of a waffle

# The page's title in the browser's title bar: "Expired: Golden Hour".
desk-page-title = { $page }: { $title }
# What a spot's history and its checkbox are about.
desk-spot-number = Lugar { $number }
desk-everyone-sees = Quien esté mirando lo ve enseguida.
# Says what to do about a page that asks whether to clear a draw or delete a waffle: leave it as it is.
desk-keep-it = Dejar como está

## The list of the seller's waffles

dashboard-new = Nuevo waffle
# For screen readers: the tabs "Active" and "Archived".
dashboard-which = Qué waffles
# A tab: all that are not archived.
dashboard-all = Todos
dashboard-archived = Archivados
dashboard-find = Buscar un waffle
# For screen readers.
dashboard-sort = Ordenar
dashboard-newest = Más recientes
dashboard-by-title = Por título
dashboard-most-owed = Más por cobrar
dashboard-unarchive = Recuperar
# For screen readers.
dashboard-unarchive-title = Recuperar { $title }
# Leads to the form of a new waffle that is filled in like this one.
dashboard-again = Otro igual
# For screen readers.
dashboard-again-title = Otro igual: { $title }
dashboard-none-found = No se encontró nada
dashboard-all-link = Ver todos los waffles
dashboard-none-archived = No hay waffles archivados
dashboard-archived-note = Quien compra no ve los waffles que archivas; se guardan aquí.
# For a seller without waffles: about waffle irons.
dashboard-none = Calienta la plancha
dashboard-none-note = Crea tu primer waffle, publica el enlace y mira cómo se apartan los lugares.

## The page on which a seller manages a waffle

# The tab with the draw.
manage-draw = Sorteo
manage-undo = Deshacer
# After spots were released: claims them again for their buyer.
manage-assign-again = Asignar de nuevo
# <time/> is when the round of public random numbers appears. $round is its number.
manage-locked =
    { $entries ->
        [one] <b>Fijado:</b> { $entries } participación; se sortea el <time/> con la ronda { $round }. Los lugares pagados no pueden cambiar hasta entonces.
       *[other] <b>Fijado:</b> { $entries } participaciones; se sortea el <time/> con la ronda { $round }. Los lugares pagados no pueden cambiar hasta entonces.
    }
manage-see-draw = Ver o cancelar el sorteo
# Above the winners.
manage-winners =
    { $winners ->
        [one] Ganador
       *[other] Ganadores
    }
manage-replace = Reemplazar a un ganador
manage-change = Cambiar ganadores
manage-draw-again = Sortear otra vez
manage-clear = Anular sorteo
manage-money-desk = Cobros
manage-spots = Lugares
# For screen readers: the tabs of a waffle.
manage-view = Vista
# The tab with the list of spots.
manage-board = Tablero
manage-activity = Actividad
manage-no-activity = Aún no ha pasado nada. ¡Publica el enlace!
# For screen readers.
manage-for-buyers = Para quien compra
manage-link = Enlace para quien compra
manage-copy = Copiar
manage-copy-link = Copiar enlace
# After a waffle was created: leads to the message about it, ready to be posted.
manage-message = Ver mensaje
manage-open-board = Abrir tablero
# A page to show in a live stream.
manage-stage = Vista para transmitir
manage-the-draw = El sorteo
manage-archived-draw = Para sortear, recupera primero el waffle. O elige los ganadores a mano, y todo el mundo lo ve:
manage-lock = Fijar un sorteo
manage-lock-note = Por sorteo, para que cualquiera lo pueda comprobar. O elige los ganadores a mano, y eso también lo ve todo el mundo:
manage-this-waffle = Este waffle
manage-unarchive = Recuperar
manage-archive = Archivar
manage-delete = Borrar
manage-unarchive-note = Quien compra no lo ve. Si lo recuperas, vuelve todo.
manage-archive-note = Al archivarlo, el tablero y los resultados salen de las páginas públicas; los comprobantes siguen funcionando y puedes recuperarlo. Para que los resultados se sigan viendo con el enlace, mejor márcalo como «No listado».
manage-delete-note = Borrar es definitivo: también se van los comprobantes y los resultados.

## When and how spots are claimed, as sellers read it

# <time/> is a day and a time in the seller's zone.
manage-opens = <b>Abre: <time/></b>.
manage-opened = <b>Abrió: <time/></b>.
manage-most-spots =
    { $spots ->
        [one] Máximo { $spots } lugar por comprador.
       *[other] Máximo { $spots } lugares por comprador.
    }
# $time is like "90 minutes" or "1 day".
manage-time-to-pay = { $time } para pagar.
manage-claims-paused = Los apartados están en pausa.
manage-unlisted = No listado.
# Leads to the form that changes all that.
manage-terms-change = Cambiar
manage-terms-set = Poner una apertura, un límite o un plazo

## The money desk: what each buyer owes and has paid

desk-paste = Pegar pagos
desk-expired = Vencidos
desk-sources = Apartados por conexión
desk-by-hand = Asignar lugares
# $owing is how many of all $buyers owe, and $sum how much.
desk-owing =
    { $owing ->
        [one]
            { $buyers ->
                [one] <b>{ $owing } de { $buyers }</b> comprador debe <b2>{ $sum }</b2>
               *[other] <b>{ $owing } de { $buyers }</b> compradores debe <b2>{ $sum }</b2>
            }
       *[other] <b>{ $owing } de { $buyers }</b> compradores deben <b2>{ $sum }</b2>
    }
desk-nothing-owed = Nadie debe nada.
desk-buyers-paid =
    { $buyers ->
        [one] { $buyers } comprador pagó { $sum }.
       *[other] { $buyers } compradores pagaron { $sum }.
    }
desk-sum-paid = Pagado: { $sum }.
desk-no-claims = Nadie ha apartado todavía.
# Which buyers are listed: those who claimed under several handles over one internet connection.
desk-shared-source = Dicen que pagaron y apartaron con otros usuarios desde la misma conexión. <a>Todos los compradores</a>
desk-find-buyer = Buscar comprador o lugar
desk-find = Buscar
desk-no-match = Ningún comprador coincide.
desk-new-appear = Los apartados nuevos aparecen aquí automáticamente.
desk-more =
    { $more ->
        [one] Hay { $more } más. Usa el buscador para encontrarlo.
       *[other] Hay { $more } más. Usa el buscador para encontrarlos.
    }
# Leads to the list of those buyers.
desk-shared-source-link = Dicen que pagaron, varios usuarios, una conexión
desk-download = Descargar CSV

## A buyer at the money desk: facts, separated by commas

# <b/> is what the buyer owes, and <time/> when the oldest unpaid spot was claimed.
desk-owed-since = <b/> desde el <time/>
# $amount is the amount that the buyer was asked to send, which is a few cents more.
desk-owed-as-since = <b/> (a enviar: { $amount }) desde el <time/>
desk-not-in-locked-draw = fuera del sorteo fijado
desk-overdue = vencido
# $at is a moment.
desk-to-pay-by = tiene hasta el { $at }
desk-sum-is-paid = pagó { $sum }
# $spots are numbers: "3, 7-9".
desk-spots-out = { $spots } fuera del sorteo
# <q/> are the buyer's own words about the payment, <time/> is when the buyer said so, <time2/> until when the spots are kept for it.
desk-says-paid = Dijo el <time/> que ya pagó
desk-says-paid-note = Dijo el <time/> que ya pagó: <q/>
desk-says-paid-until = Dijo el <time/> que ya pagó, se le guarda hasta el <time2/>
desk-says-paid-note-until = Dijo el <time/> que ya pagó: <q/>, se le guarda hasta el <time2/>
# The button that marks paid what a buyer owes.
desk-pay = Pagado
# For screen readers: the same button.
desk-pay-buyer = Pagado: @{ $handle }, { $sum }

## Manual actions below the money desk

by-hand-title = Asignar lugares
by-hand-assign-to = Asignar a
by-hand-spots = Lugares
by-hand-assign = Asignar
by-hand-resume = Reanudar los apartados
by-hand-pause = Pausar los apartados
by-hand-board-text = Copiar tablero como texto
by-hand-free-numbers = Copiar números libres

## The list of single spots

# For screen readers: the tabs.
spots-filter = Filtrar por estado
# The tabs, each with the number of such spots.
spots-all = Todos
spots-winners = Ganadores
spots-not-drawn = No salieron
spots-pending = Pendientes
spots-paid = Pagados
spots-available = Libres
spots-select-all = Todos los pendientes de aquí
spots-mark-selected = Marcar pagado lo elegido
spots-release-selected = Liberar los elegidos
# Heads of columns.
spots-spot = Lugar
spots-status = Estado
spots-handle = Usuario
# Since when the spot has its status.
spots-since = Desde
# For screen readers: the column with the buttons.
spots-actions = Acciones
spots-none-pending = No hay lugares pendientes de pago.
spots-none = No hay lugares con este estado.
# For screen readers.
spots-select = Seleccionar el lugar { $number }
spots-mark-paid = Marcar pagado
# For screen readers.
spots-mark-paid-spot = Marcar pagado: lugar { $number }
spots-release = Liberar
# For screen readers.
spots-release-spot = Liberar el lugar { $number }

## A buyer's page at the money desk

desk-nothing-changed = No cambió nada.
# For screen readers: the part of the page with what a buyer owes.
debtor-to-pay = Por pagar
# $amount is what the buyer owes for $spots, which are numbers: "3, 7-9".
debtor-owes = Debe <b>{ $amount }</b> por { $spots }.
debtor-owes-as = Debe <b>{ $amount }</b> por { $spots }, y se le pidió enviar { $sent }.
debtor-owes-nothing = No debe nada.
debtor-has-paid = Ya pagó { $sum }.
debtor-not-in-draw = Fuera del sorteo: { $spots }.
debtor-overdue = <strong>Vencido</strong> desde el <time/>.
debtor-pay-by = Tiene hasta el <time/>.
debtor-mark-paid = Marcar como pagado
debtor-release = Liberar
debtor-fix-handle = Renombrar o mover lugares
debtor-correct-handle = Usuario nuevo
debtor-rename = Cambiar usuario
debtor-rename-all = Todos los lugares de esta persona, no solo los seleccionados
debtor-time = Plazo para pagar
debtor-more-minutes = Minutos extra
debtor-give-time = Dar más tiempo
debtor-spot-paid = Lugar { $number }, pagado el <time/>
debtor-spot-unpaid = Lugar { $number }, sin pagar
debtor-mark-unpaid = Marcar como no pagado
debtor-no-spots = @{ $handle } no tiene lugares en este waffle.
debtor-history = Actividad
debtor-whole-history = Toda la actividad
debtor-no-history = Aún no ha pasado nada.
# Above a form that acts on the selected spots of a list on the same page.
debtor-for-selected = Para los lugares seleccionados arriba.

## What happened to spots

# What a seller did to a buyer's spot: "mia: marked paid (@anna)". $what is one of the texts below.
activity-by-for = { $who }: { $what } <a>(@{ $handle })</a>
# What a buyer did: "@anna: claimed".
activity-by-buyer = @{ $handle }: { $what }
activity-by-buyer-linked = <a>@{ $handle }</a>: { $what }
# What was done to a spot, after who did it; alone where no person did it.
activity-did-claimed = apartado
activity-did-released = liberado
activity-did-marked-paid = marcado como pagado
activity-did-back-to-paid = otra vez pagado
activity-did-win = salió ganador
activity-did-lose = no salió
activity-did-expired = no se pagó a tiempo
activity-did-given-back = devuelto
activity-did-assigned = asignado
# $from and $to are handles, here and in the next one.
activity-did-renamed = pasó de @{ $from } a @{ $to }
activity-did-merged = @{ $from } se unió a @{ $to }
activity-did-unpaid = marcado como no pagado
activity-did-source-released = liberado por conexión
# A claim of several spots. $spots are their numbers, here and in the next one: "3, 7-9".
activity-did-claim-spots = lugares { $spots } apartados
activity-did-assign-spots = lugares { $spots } asignados
# What a buyer asked for and did not get, since another one was faster. $late says by how much: "0.08 s".
activity-did-come-late = quiso el lugar { $spot }, llegó { $late } tarde
# That spot was free, but buyers get all that they ask for or nothing.
activity-did-want-taken-too = quiso el lugar { $spot } junto con lugares ya apartados
activity-did-find-none = quiso cualquier lugar, ya no quedaba ninguno
# By how much a buyer was late, if it is hardly anything.
activity-hardly-late = menos de { $seconds } s
# What was done in a whole draw. $spots are the numbers that won.
activity-did-clear-draw = Sorteo anulado
activity-did-replace-winner = El { $next } gana en lugar del { $out }
activity-did-draw = Ganadores sorteados
activity-did-draw-spots = Ganadores sorteados: { $spots }
# $what is one of the last four: "Winners drawn: 3, 7 (mia)".
activity-draw-by = { $what } ({ $who })
# For screen readers: the list of changes.
history-label = Actividad
history-none = Todavía no ha pasado nada.
# On the page of a spot, before a day and a time.
history-claimed-at = Apartado
history-paid-at = Pagado
history-pay-by = Tiene hasta

## Payments that are pasted as a text

paste-title = Pagos
paste-stopped = Se detuvo.
paste-stopped-midway = Se detuvo a la mitad.
# How many of the lines were taken before it stopped.
paste-unknown-one = Aún no sabemos si la línea quedó lista.
paste-unknown-which = Aún no sabemos cuáles de las { $all } líneas quedaron listas.
paste-not-done = La línea no quedó lista.
paste-none-done = Ninguna de las { $all } líneas quedó lista.
paste-least-done = Listas: al menos { $done } de { $all } líneas.
paste-done = Listas: { $done } de { $all } líneas.
# What to do next, after how many were taken.
paste-then-locked = Luego se fijó un sorteo. Sigue con las demás después del sorteo.
paste-then-drawn = Luego salieron los ganadores. Marca los demás lugares como pagados uno por uno.
paste-go-on = Las demás están abajo. Pulsa el botón para seguir.
paste-nothing-twice = Nada cuenta dos veces.
# Above the lines that were taken.
paste-done-title = Listas
# $spots are numbers: "3, 7-9".
paste-marked = Marcado como pagado: { $spots }
# What became of a line that paid for nothing.
paste-idle-before = Ya estaba registrada
paste-idle-remembered = Recordada
paste-idle-not-remembered = No se recordó: ya no está pagado
paste-idle-nothing = Nada que marcar como pagado
# Above the lines that were not taken.
paste-not-done-title = Por hacer
# What is known about a line.
paste-remember = Ya está pagado: recordar esta línea
paste-not-taken = Aún sin registrar
paste-exact-by-payer = Pago completo, según el nombre de quien paga: revisa que sea esa persona
paste-exact-perhaps = Probablemente pago completo: revisa quién pagó y cuánto
paste-exact = Pago completo
paste-no-amount = Sin importe: revisa cuánto se pagó
paste-part = Pago parcial, para los lugares más antiguos
paste-several-amounts = Varios importes, u otra moneda
paste-differs = El importe no coincide con lo que debe
paste-owes-nothing = No debe nada
paste-unknown = No se encontró comprador
paste-several = Más de un comprador
paste-repeats = Repite una línea anterior
paste-not-received = No entró dinero
# <time/> is when.
paste-before = <strong>Ya se marcó como pagado</strong> el <time/>
# Next to a checkbox.
paste-count-again = Ya se marcó como pagado el <time/>: contar otra vez
# $line is the number of a line.
paste-whose = ¿De quién es el pago de la línea { $line }?
paste-no-handle = Escribe un usuario como @ana.
paste-no-such-buyer = Ningún comprador de aquí tiene ese usuario.
paste-match-these = Buscar estos compradores
paste-mark-selected = Marcar pagado lo elegido
# How many of all payments are selected, and what they pay for.
paste-selected = { $selected } de { $all } elegidos: { $sum }
paste-text = Líneas de tu app de pagos, o un archivo CSV
paste-text-note =
    Un pago por línea, sin notas. Si pegas un archivo, incluye su primera línea. Nada se marca como pagado hasta que lo revises.
paste-match = Buscar compradores

## Spots that weren't paid in time

expired-title = Vencidos
expired-lead = Lugares que no se pagaron a tiempo en los últimos 7 días.
# $spots are numbers: "3, 7-9".
expired-free = Sigue libre: { $spots }.
expired-taken = Ya apartado: { $spots }.
expired-at = Venció el <time/>.
expired-restore = Devolver
# For screen readers.
expired-restore-spots = Devolver { $spots } a @{ $handle }
expired-none = No ha vencido nada últimamente.

## Where claims came from

sources-title = Apartados por conexión
sources-lead = Los apartados, agrupados por conexión a internet. Una conexión no dice quién es la persona.
# <time/> and <time2/> are the first and the last claim.
sources-facts =
    { $handles ->
        [one] { $handles } usuario
       *[other] { $handles } usuarios
    }, { $spots ->
        [one] { $spots } lugar
       *[other] { $spots } lugares
    }, { $unpaid } sin pagar, del <time/> al <time2/>
# After a list of handles.
sources-more-handles = y { $more } más
# The button that leads to a question: hence the dots.
sources-release = Liberar { $spots }…
# For screen readers. $source is the beginning of a code.
sources-release-source =
    { $spots ->
        [one] Liberar { $spots } lugar sin pagar de la conexión { $source }
       *[other] Liberar { $spots } lugares sin pagar de la conexión { $source }
    }
sources-none = No hay apartados recientes.

## The question before the spots of a source are released

# In the browser's title bar.
release-page = Liberar los lugares de una conexión
release-title =
    ¿Liberar { $spots ->
        [one] { $spots } lugar
       *[other] { $spots } lugares
    } de { $handles ->
        [one] { $handles } usuario
       *[other] { $handles } usuarios
    }?
# $numbers are the numbers of the spots: "3, 7-9".
release-what =
    { $spots ->
        [one] Sin pagar, y apartado desde una misma conexión a internet: { $numbers }. Vuelve al tablero, y cualquiera lo puede apartar.
       *[other] Sin pagar, y apartados desde una misma conexión a internet: { $numbers }. Vuelven al tablero, y cualquiera los puede apartar.
    }
# There are at least two handles.
release-who =
    { $handles } usuarios en una conexión pueden ser una sola persona, pero también una familia, una oficina o una red de telefonía.
release-yes =
    { $spots ->
        [one] Sí, liberarlo
       *[other] Sí, liberarlos
    }
release-keep =
    { $spots ->
        [one] Dejarlo apartado
       *[other] Dejarlos apartados
    }

## Picking winners by hand

# In the browser's title bar.
pick-page = Elegir los ganadores
pick-title =
    { $winners ->
        [one] Elige el ganador
       *[other] Elige los ganadores
    }
pick-title-change = Cambia los ganadores
pick-not-drawn-yet = Aún no se sorteó. Revisa los números.
# Above the winners.
pick-drawn-now = Ganadores actuales:
pick-how-many =
    { $winners ->
        [1] Gana un lugar pagado.
       *[other] Ganan { $winners } lugares pagados, uno por artículo.
    }
pick-tap-or-write =
    { $winners ->
        [one] Tócalo o escribe el número; puedes revisarlo antes de que cuente.
       *[other] Tócalos o escribe los números; puedes revisarlos antes de que cuenten.
    }
pick-write =
    { $winners ->
        [one] Escribe el número; puedes revisarlo antes de que cuente.
       *[other] Escribe los números; puedes revisarlos antes de que cuenten.
    }
# For screen readers: the checkboxes.
pick-paid-spots = Lugares pagados
pick-none-paid = Aún no hay lugares pagados. Solo los pagados pueden ganar.
pick-numbers =
    { $winners ->
        [one] Número ganador
       *[other] Números ganadores
    }
# Examples, in the empty field.
pick-numbers-hint =
    { $winners ->
        [one] Como 7
       *[other] Como 7, 52
    }
pick-numbers-note =
    { $winners ->
        [one] El número que sacaste.
       *[other] En el orden en que los sacaste.
    }
pick-review = Revisar el sorteo
# In the browser's title bar.
confirm-page = Confirmar el sorteo
confirm-title =
    { $winners ->
        [one] ¿Es este el ganador?
       *[other] ¿Son estos los ganadores?
    }
# Between the new winners and those of before.
confirm-instead = En vez de:
confirm-losers =
    { $spots ->
        [one] <b>{ $spots }</b> lugar pagado más no sale.
       *[other] <b>{ $spots }</b> lugares pagados más no salen.
    }
confirm-no-losers = No hay más lugares pagados.
confirm-pending =
    { $spots ->
        [one] <b>{ $spots }</b> lugar pendiente sigue pendiente y no puede ganar, así que no se debe nada por él.
       *[other] <b>{ $spots }</b> lugares pendientes siguen pendientes y no pueden ganar, así que no se debe nada por ellos.
    }
confirm-free =
    { $spots ->
        [one] Queda <b>{ $spots }</b> lugar libre.
       *[other] Quedan <b>{ $spots }</b> lugares libres.
    }
# What a draw does, also before it is locked.
draw-closes = Después ya no se pueden apartar lugares. Los resultados siguen en el tablero hasta que archives el waffle.
confirm-change = Sí, cambiar los ganadores
confirm-draw = Sí, sortear
confirm-others = Elegir otros
# The public reason for changing or clearing winners, and for voiding a draw.
reason-why = ¿Por qué? Lo puede leer todo el mundo.
# An example, in the empty field.
reason-hint = El ganador no respondió.
reason-lot-note = Salieron por sorteo, y quien miraba lo vio. Explica por qué ya no vale.
pick-done-drawn = Ya hay ganadores. Quien esté mirando los ve.
pick-done-changed = Los ganadores cambiaron. Quien esté mirando los ve.

## Locking a draw by lot, and what follows

# In the browser's title bar.
lot-page = Sortear
lot-title = Fijar un sorteo
lot-title-locked = Hay un sorteo fijado
# $number is that of the draw. $round is that of the round of public random numbers, and <time/> when it appears.
lot-locked =
    { $entries ->
        [one] Sorteo { $number }: { $entries } participación; se sortea con la ronda { $round }, que aparece el <time/>.
       *[other] Sorteo { $number }: { $entries } participaciones; se sortea con la ronda { $round }, que aparece el <time/>.
    }
lot-waits = El sorteo se hace automáticamente. Hasta entonces, ningún lugar pagado puede cambiar.
lot-public-page = Ver la página pública
lot-void-title = Cancelar este sorteo
# An example, in the empty field.
lot-void-hint = Un pago se marcó por error.
lot-void-note = Se puede hasta 5 segundos antes de que aparezca la ronda.
lot-void = Cancelar el sorteo
lot-hand-in-title = ¿Sin internet? Escribe tú la ronda
lot-signature = La firma de la ronda
# Says what it consists of, in the empty field.
lot-signature-hint = 96 dígitos, 0-9 y a-f
lot-signature-note = Cuando la ronda ya haya aparecido. Se verifica como cualquier otra.
lot-hand-in = Sortear con esta ronda
lot-explained =
    { $winners ->
        [one]
            Al fijarlo queda claro quién participa: cada lugar pagado, una vez. Los que no están pagados no entran, y después del sorteo ya no se deben.
            Un número público al azar, que aparece después, decide { $winners } ganador.
       *[other]
            Al fijarlo queda claro quién participa: cada lugar pagado, una vez. Los que no están pagados no entran, y después del sorteo ya no se deben.
            Un número público al azar, que aparece después, decide { $winners } ganadores.
    }
lot-no-one-knows = Nadie puede conocer ni elegir ese número, así que cualquiera puede comprobar el sorteo.
lot-seconds = Segundos hasta el sorteo
lot-seconds-note = De 30 a 86.400 (un día).
lot-seconds-refused = Escribe un número de segundos, como 60.
lot-again = ¿Por qué sortear otra vez?
lot-again-note = Este waffle ya tuvo ganadores. Todo el mundo puede leer tu motivo y ver cuántos resultados hubo antes.
lot-reason = Motivo
lot-reason-note = Opcional. Lo puede leer todo el mundo.
lot-exclude = Dejar fuera
lot-exclude-note = Opcional. Lugares pagados que no participan, como los tuyos. Los ve todo el mundo.
lot-alternates = Suplentes
lot-alternates-note = Hasta 10 lugares más, que se sortean después de los ganadores. Entran si un ganador no responde.
lot-alternates-refused = Escribe un número, como 2.
lot-prizes =
    { $winners ->
        [one] Premio
       *[other] Premios, en el orden de los ganadores
    }
# For screen readers.
lot-prize = Premio { $number }
lot-prizes-note = Opcional. Todo el mundo ve qué le toca a cada ganador.
lot-one-win = Cada usuario puede ganar solo una vez
lot-lock = Fijar el sorteo
lot-lock-another = Fijar otro sorteo
lot-back = Volver
lot-all = Todos los sorteos de este waffle
lot-replace-title = Reemplazar a un ganador
# $draw is the number of the draw, <b/> that of the alternate's spot.
lot-next = Si un ganador del sorteo { $draw } se retira, el siguiente suplente, <b/> @{ $handle }, toma su lugar. Los demás no cambian.
# The alternate.
lot-last = Es el último suplente.
lot-replace-why = ¿Por qué se retira @{ $handle }?
# An example, in the empty field.
lot-replace-hint = Dos días sin responder.
lot-replace-note = Lo puede leer todo el mundo.
# $number is that of a winner's spot.
lot-replace = Reemplazar el #{ $number }
lot-none-left = El sorteo { $draw } ya no tiene suplentes, así que no se puede reemplazar a ningún ganador.

## The question before a draw is cleared

# In the browser's title bar.
clear-page = Anular el sorteo
clear-title = ¿Anular el sorteo?
# Above the winners.
clear-winners =
    { $winners ->
        [one] Este lugar deja de ser el ganador:
       *[other] Estos lugares dejan de ser ganadores:
    }
clear-paid-again =
    { $spots ->
        [one] { $spots } lugar vuelve a estar pagado, como antes del sorteo.
       *[other] { $spots } lugares vuelven a estar pagados, como antes del sorteo.
    }
clear-opens = El waffle se abre.
clear-opens-free =
    { $spots ->
        [one] El waffle se abre, y se puede apartar { $spots } lugar libre.
       *[other] El waffle se abre, y se pueden apartar { $spots } lugares libres.
    }
clear-yes = Anular el sorteo
clear-done = El sorteo está anulado. El waffle está abierto otra vez.

## The question before a waffle is deleted

# In the browser's title bar.
remove-page = Borrar { $title }
remove-title = ¿Borrar <bdi/>?
remove-for-good = <b>No se puede deshacer.</b> Vas a perder:
remove-waffle = el waffle, su página y su enlace, con sus { $spots } lugares
remove-spots =
    { $pending ->
        [one] { $pending } lugar pendiente
       *[other] { $pending } lugares pendientes
    } y { $paid ->
        [one] { $paid } pagado
       *[other] { $paid } pagados
    } por { $sum }, con sus usuarios
remove-draw =
    { $winners ->
        [one] el sorteo con su { $winners } ganador; quien compró ya no verá en su página si ganó o no salió
       *[other] el sorteo con sus { $winners } ganadores; quien compró ya no verá en su página si ganó o no salió
    }
remove-rest = su actividad, su mensaje y sus tarjetas
remove-or-archive = Si solo quieres ocultarlo, archívalo. Así no se pierde nada.
# DELETE is the same in all languages.
remove-word = Escribe DELETE
remove-word-note = En mayúsculas.
remove-yes = Borrar para siempre
remove-done = El waffle está borrado.

## What a form has done, at the top of the page that follows

# $numbers are numbers of spots: "3, 7-9".
said-marked-paid = Marcado como pagado: { $numbers }.
# $rest is one or more sentences.
said-marked-paid-and = Marcado como pagado: { $numbers }. { $rest }
# $numbers is one number.
said-spot-paid = El lugar { $numbers } está pagado.
said-spot-paid-and = El lugar { $numbers } está pagado. { $rest }
said-nothing-paid = No se marcó nada como pagado.
# Joins sentences.
said-two-sentences = { $one } { $two }
said-remembered =
    { $lines ->
        [one] Se recordó { $lines } línea.
       *[other] Se recordaron { $lines } líneas.
    }
said-skipped =
    { $spots ->
        [one] Se omitió { $spots } lugar que cambió mientras tanto.
       *[other] Se omitieron { $spots } lugares que cambiaron mientras tanto.
    }
said-lines-before =
    { $lines ->
        [one] { $lines } línea ya estaba registrada.
       *[other] { $lines } líneas ya estaban registradas.
    }
said-not-remembered =
    { $lines ->
        [one] { $lines } línea no se recordó: sus lugares ya no están pagados.
       *[other] { $lines } líneas no se recordaron: sus lugares ya no están pagados.
    }
said-nothing-changed = No cambió nada: ya estaba hecho, o los lugares cambiaron mientras tanto.
said-locked = Hay un sorteo fijado hasta que aparezca su ronda, así que no cambió nada.
said-one-at-a-time = Ya hay ganadores, así que marca los lugares como pagados uno por uno. No cambió nada.
said-not-drawn = No hay ningún sorteo que cambiar o anular.
said-select-first = Primero elige lugares pendientes.
said-no-such-spot = Este waffle no tiene ese lugar. No cambió nada.
said-free-again = El lugar { $numbers } está libre otra vez.
said-not-pending = El lugar { $numbers } ya no está pendiente, así que no cambió nada.
said-not-releasable = El lugar { $numbers } no se puede liberar ahora, así que no cambió nada.
said-released = Liberado: { $numbers }.
said-marked-unpaid = Marcado como no pagado: { $numbers }.
said-more-time = Más tiempo para pagar: { $numbers }.
said-renamed = Usuario cambiado: { $numbers }.
said-not-read = No cambió nada. Escribe un usuario como @ana y números como 3, 7, 10-14.
said-assigned = Asignado: { $numbers }.
said-taken = Ya apartado: { $numbers }. No cambió nada.
said-paused = Los apartados están en pausa: quien compra lo ve y no puede apartar.
said-resumed-waiting = Reanudado: se puede apartar a partir de la apertura.
said-resumed = Ya se puede apartar otra vez.
said-archived = El waffle está archivado. Quien compra ya no lo ve.
said-back-unlisted = El waffle está de vuelta, no listado como antes.
said-listed-again = El waffle está otra vez en las listas.

## Shared by the sellers' forms

seller-save = Guardar
seller-edit = Editar
seller-delete = Borrar
# Leaves everything as it is, where a page asks whether to delete or deactivate something.
seller-keep-it = Dejar como está
# For screen readers: the button "Edit" of one of several things.
seller-edit-name = Editar { $name }

## The form of a new and of an edited waffle

waffle-form-new = Nuevo waffle
waffle-form-edit = Editar waffle
# In the browser's title bar.
waffle-form-edit-title = Editar { $title }
# <bdi/> is the title of another waffle.
waffle-form-like = Todo está como en <bdi/>; solo falta la apertura.
waffle-form-from-last = Partir de tu último waffle
waffle-form-title = Título
# An example, in the empty field.
waffle-form-title-hint = Hora dorada: cámara vintage
waffle-form-title-note = Lo que vendes, en una línea.
waffle-form-description = Descripción
waffle-form-description-note = Opcional. Se respetan los saltos de línea.
waffle-form-spots = Lugares
waffle-form-spots-note = De 2 a 10.000. Después no se puede cambiar.
waffle-form-price = Precio por lugar
# An example, in the empty field.
waffle-form-price-hint = 25,00
waffle-form-price-claimed =
    { $claimed ->
        [one] Ya hay { $claimed } lugar apartado. Si cambias el precio, avisa a quien lo apartó.
       *[other] Ya hay { $claimed } lugares apartados. Si cambias el precio, avisa a quienes los apartaron.
    }
waffle-form-price-note = Lo que se paga por cada lugar.
waffle-form-winners = Ganadores
waffle-form-winners-note = De 1 a 10, uno por artículo.
waffle-form-photo = Foto
waffle-form-photo-note = Opcional. JPEG, PNG o WebP de hasta 8 MB.
waffle-form-crop = Parte que muestra el tablero
waffle-form-picture = O una imagen de la web
waffle-form-picture-note = Opcional. El enlace a una imagen.
waffle-form-links = Tus enlaces
waffle-form-links-note = Opcional. Uno por línea, hasta 20.
waffle-form-methods = Cómo te pagan
# In place of the handle of a payment method that the waffle still has.
waffle-form-method-deactivated = desactivada, quien compra no la ve
waffle-form-method-gone = Esta forma de pago ya no existe. Recarga la página.
waffle-form-terms = Cuándo y cómo se apartan los lugares
waffle-form-opens = Apertura
# $at is a moment: "Opens Tue 24 Nov 2026, 20:00 (New York)".
waffle-form-opens-at = Abre: { $at }
# <span/> is the name of the time zone, such as Europe/Berlin.
waffle-form-opens-note =
    Opcional, en tu zona horaria (<span/>; <a>cámbiala</a>). Hasta entonces se ven el tablero y una cuenta regresiva. Se abre automáticamente.
# $zone is like Europe/Berlin. The example is how the field itself writes it.
waffle-form-no-such-time = Escribe un día y una hora que existan en { $zone }, como 2026-06-01T18:00.
waffle-form-unknown-zone = No conocemos la zona horaria de tu dispositivo. Elige primero una en tus ajustes.
waffle-form-pay-within = Minutos para pagar
waffle-form-pay-within-note = Opcional, de 5 a 43.200. Los lugares sin pagar se liberan entonces. Vale para apartados nuevos.
waffle-form-most-spots = Máximo por comprador
waffle-form-most-spots-note = Opcional, de 1 a 10.000 lugares.
# “I have paid” is the button on a buyer's receipt.
waffle-form-grace = Horas para «Ya pagué»
waffle-form-grace-note =
    Opcional, de 1 a 720. Cuánto tiempo guarda «Ya pagué» los lugares después del plazo. Vacío: hasta que lo revises.
waffle-form-amounts = Saber quién pagó por el importe
waffle-form-amounts-note =
    El comprobante le pide a cada comprador hasta 0,99 de más: un importe distinto para cada uno de los primeros 99, y así sabes
    quién pagó aunque no ponga nota. Lo que se debe no cambia, y vale cualquiera de los dos importes.
waffle-form-pause = Pausar los apartados
waffle-form-pause-note = Todo el mundo ve que estás en pausa. Tú puedes seguir asignando lugares.
waffle-form-unlisted = No listado
waffle-form-unlisted-note =
    No sale en las listas públicas, pero quien tenga el enlace puede apartar, ver el sorteo y abrir su comprobante. Para cerrar
    un waffle del todo, archívalo.
waffle-form-fixed = La cantidad de lugares ({ $spots }) y el enlace no se pueden cambiar.
waffle-form-save-price = Guardar el precio nuevo
waffle-form-create = Crear waffle
waffle-form-not-created = Aún no está creado. Revisa los campos resaltados.
# After a waffle was created.
waffle-form-created = Tu waffle ya está en línea. ¡Publica el enlace!
waffle-form-created-paused = Tu waffle ya está, con los apartados en pausa. Reanúdalos, ¡y publica el enlace!
# Another sentence follows, which says when it opens.
waffle-form-created-scheduled = Tu waffle está programado.
waffle-form-saved = Guardado. El cambio ya se ve en el tablero.
waffle-form-already-drawn = No se guardó: mientras tanto se sortearon los ganadores.
# Asks to save once more. $new and $old are amounts.
waffle-form-new-price =
    { $buyers ->
        [one]
            Aún no está guardado: { $buyers } comprador deberá otro importe, { $new } por lugar en vez de { $old }. Si es lo que quieres, guarda otra vez y avísale.
       *[other]
            Aún no está guardado: { $buyers } compradores deberán otro importe, { $new } por lugar en vez de { $old }. Si es lo que quieres, guarda otra vez y avísales.
    }

## The page for sharing a waffle

# In the browser's title bar.
share-title = Compartir { $title }
share-heading = Comparte este waffle
share-archived = Este waffle está archivado. Su enlace y su tarjeta no funcionan hasta que lo recuperes.
# The label of the choice between templates.
share-start-from = Empezar con
# Groups of that choice, and the first of its members.
share-for-moments = Para cada momento
share-own-templates = Tus plantillas
share-own-message = Tu mensaje guardado
share-use-template = Usar esta plantilla
share-template-gone = Esta plantilla se borró. Elige otra.
share-message = Mensaje
# The names in braces stay as they are in all languages.
share-message-note = Completamos las palabras entre llaves, como { "{title}" } y { "{url}" }. Abajo están todas.
share-placeholders = Marcadores
share-save-message = Guardar mensaje
# A button: show the preview.
share-show-preview = Vista previa
# A heading.
share-preview = Vista previa
# In place of the preview, while there is no message.
share-nothing-yet = Aún no has escrito nada.
share-copy-message = Copiar mensaje
# Opens the device's own choice of apps.
share-share-message = Compartir…
share-card = La tarjeta
share-card-note = Una imagen para tu publicación, con el título, el precio, los lugares libres, el enlace y un código QR.
share-title-cut = La tarjeta no puede mostrar todos los caracteres de este título, así que omite algunos. En tu mensaje están todos.
# $format is square, or story: a tall picture.
share-card-format =
    { $format ->
        [story] Historia
       *[square] Cuadrada
    }
# Says what the picture shows.
share-card-alt =
    { $format ->
        [story] Tarjeta para historias: { $title }
       *[square] Tarjeta cuadrada: { $title }
    }
share-download = Descargar
# For screen readers, as are the next two like it.
share-download-card =
    { $format ->
        [story] Descargar tarjeta para historias
       *[square] Descargar tarjeta cuadrada
    }
share-copy = Copiar
share-copy-card =
    { $format ->
        [story] Copiar tarjeta para historias
       *[square] Copiar tarjeta cuadrada
    }
share-share = Compartir
share-share-card =
    { $format ->
        [story] Compartir tarjeta para historias
       *[square] Compartir tarjeta cuadrada
    }
share-redraw = Redibujar tarjeta
share-saved = Tu mensaje está guardado. ¡Cópialo y publícalo!
share-redrawn = Tarjeta redibujada.

## What is wrong with a message or a template

share-name-missing = Ponle nombre a la plantilla.
share-message-missing = Escribe tu mensaje.
share-message-long = El mensaje puede tener { $most } caracteres como máximo.
share-message-control = El mensaje no puede llevar caracteres de control.
share-template-unknown = Esta plantilla ya no existe. Recarga la página.

## What a seller announces, at each moment of a waffle

# Labels of a choice.
announcement-soon = Abre pronto
announcement-open = Abierto
announcement-few-left = Quedan pocos
announcement-full = Lleno
announcement-locked = Sorteo cerrado
announcement-drawn = Hay ganadores
# The messages. The words in braces are placeholders: they stay as they are. The one for an open waffle is also the
# template that came with the service.
announce-soon =
    🧇 { "{title}" }

    { "{spots}" } lugares a { "{price}" } cada uno. Abre: { "{opens}" }.

    ¡No faltes! { "{url}" }
announce-open =
    🧇 { "{title}" }

    { "{spots}" } lugares a { "{price}" } cada uno. El que llega primero, elige primero.

    Elige tus números aquí: { "{url}" }
announce-few-left =
    ¡Últimos lugares! Quedan { "{left}" }. 🧇 { "{title}" }

    Libres: { "{free}" }

    A { "{price}" } cada uno: { "{url}" }
announce-full =
    🧇 { "{title}" } está lleno. ¡Gracias!

    Falta pagar: { "{unpaid}" }

    { "{url}" }
announce-locked =
    🔒 { "{title}" }: el sorteo está cerrado. Ya no cambia quién participa.

    Míralo y compruébalo: { "{draw}" }
announce-drawn =
    🏆 { "{title}" }

    Felicidades a { "{winners}" }

    Así fue el sorteo: { "{draw}" }

## Share templates

# The template that came with the service, until a seller changes it.
share-first-name = Nuevo waffle
share-template-all = Plantillas
share-template-new = Nueva plantilla
share-template-lead = Puntos de partida para tus mensajes. Los que ya guardaste no cambian.
# <time/> is a day.
share-template-changed = Editada el <time/>
# A mark on the template that new messages start from.
share-template-default = Principal
share-template-make-default = Hacer principal
share-template-make-default-name = Hacer principal: { $name }
share-template-delete-name = Borrar { $name }
share-template-none = Aún no hay plantillas.
# Page titles.
share-template-new-title = Nueva plantilla
share-template-edit-title = Editar plantilla
share-template-delete-title = Borrar plantilla
share-template-name = Nombre
share-template-name-note = Para que la reconozcas. Hasta 100 caracteres.
share-template-body-note = Se completan para cada waffle: { "{title}" }, { "{price}" }, { "{spots}" }, { "{url}" }, { "{left}" }, { "{free}" }, { "{unpaid}" }, { "{opens}" }, { "{deadline}" }, { "{draw}" } y { "{winners}" }.
share-template-delete = ¿Borrar «<bdi/>»?
share-template-only = Es tu única plantilla. <a>Crea otra</a> antes de borrarla.
share-template-delete-note = Los mensajes que ya hiciste con ella no cambian.
# Follows the sentence above. <bdi/> is the name of another template.
share-template-successor = «<bdi/>» pasa a ser la principal.
share-template-created = «{ $name }» ya se puede usar.
share-template-saved = «{ $name }» está guardada.
share-template-defaulted = Los mensajes nuevos empiezan con «{ $name }».
share-template-deleted = La plantilla está borrada.

## Payment methods

payment-method-all = Formas de pago
payment-method-new = Nueva forma de pago
payment-method-lead = Cómo te pueden pagar. Los cambios se ven en todos los waffles que las usan.
payment-method-none = Aún no hay formas de pago
payment-method-none-note = Agrega las que aceptas y luego elígelas en tus waffles.
payment-method-inactive = Desactivadas
# Follows the name of the wallet and a dot.
payment-method-on-waffles =
    { $waffles ->
        [one] en { $waffles } waffle activo
       *[other] en { $waffles } waffles activos
    }
payment-method-on-none = en ningún waffle activo
payment-method-deactivate-button = Desactivar
payment-method-deactivate-name = Desactivar { $name }
payment-method-reactivate-button = Reactivar
payment-method-reactivate-name = Reactivar { $name }
# Page titles.
payment-method-edit-title = Editar forma de pago
payment-method-deactivate-title = Desactivar forma de pago
payment-method-used =
    { $waffles ->
        [one] { $waffles } waffle activo la usa y mostrará el cambio enseguida.
       *[other] { $waffles } waffles activos la usan y mostrarán el cambio enseguida.
    }
payment-method-type = Tipo
payment-method-type-wrong = Elige uno de estos tipos.
payment-method-type-note = Define el icono y el enlace. Después no se puede cambiar.
payment-method-name = Nombre
payment-method-name-note = El que ve quien compra. Hasta 100 caracteres.
payment-method-handle = Tu usuario o enlace
# An example, in the empty field.
payment-method-handle-hint = @tuusuario
payment-method-handle-note = Un usuario, o un enlace que empiece por https://.
payment-method-instructions = Texto para quien compra
# An example, in the empty field.
payment-method-instructions-hint = Deja la nota vacía, por favor
# “mention your handle” is what receipts say otherwise.
payment-method-instructions-note =
    Opcional, hasta 200 caracteres. Sale en lugar de «menciona tu usuario», por si a tu app de pagos no le gustan las notas.
payment-method-add = Agregar
payment-method-not-added = Aún no está agregada. Revisa los campos resaltados.
payment-method-deactivate = ¿Desactivar <bdi/>?
payment-method-deactivate-used =
    { $waffles ->
        [one] { $waffles } waffle activo la usa. Sus compradores ya no verán esta forma de pago.
       *[other] { $waffles } waffles activos la usan. Sus compradores ya no verán esta forma de pago.
    }
payment-method-deactivate-unused = Ningún waffle activo la usa.
payment-method-deactivate-note = Los waffles nuevos no podrán usarla. Se queda en esta lista, así que puedes reactivarla.
payment-method-added = Agregaste { $name }. Ya puedes ofrecerla en tus waffles.
payment-method-saved = Guardaste { $name }. El cambio se ve en todos los waffles que la usan.
payment-method-deactivated = Desactivaste { $name }. Quien compra ya no la ve.
payment-method-reactivated = Reactivaste { $name }, también en los waffles que la usaban antes.

## Reports

report-all = Informes
report-download = Descargar CSV
# For screen readers: the label of the tabs.
report-which = Qué informe
report-tab-months = Meses
report-tab-buyers = Compradores
report-tab-droughts = Sin ganar
report-tab-speed = Velocidad
report-from = Desde
report-to = Hasta
# How many buyers to list.
report-limit = Cuántos
report-show = Mostrar
# Common ranges.
report-range-days = { $days } días
report-range-months = { $months } meses
report-range-all = Todo
report-empty = Nada en el plato
report-zone-utc = Los días y los meses están en UTC.
# $zone is like Europe/Berlin.
report-zone = Las horas son de { $zone }. Los rangos de fechas usan días en UTC.
# $time is like 17:44:09. The change is from today.
report-copy-today = De una copia de la base de datos, hasta las { $time } ({ $zone }).
# $moment is a day and a time.
report-copy = De una copia de la base de datos, hasta el { $moment } ({ $zone }).
report-cut = Se muestran los primeros { $shown } de { $all }. Descarga el CSV para verlos todos.
report-waffle = Waffle
report-buyer = Comprador
# How long something took. $hours and $days are like 5.3.
report-seconds = { $seconds } s
report-minutes = { $minutes } min
report-hours = { $hours } h
report-days = { $days } días

## The report of months

report-months-title = Mes a mes
report-months-lead = Waffles creados, lugares apartados y pagos marcados en cada mes.
report-months-empty = En este periodo no pasó nada.
report-month = Mes
report-waffles-created = Waffles creados
report-spots-claimed = Lugares apartados
report-revenue = Ingresos
report-month-name =
    { $month ->
        [1] Enero de { $year }
        [2] Febrero de { $year }
        [3] Marzo de { $year }
        [4] Abril de { $year }
        [5] Mayo de { $year }
        [6] Junio de { $year }
        [7] Julio de { $year }
        [8] Agosto de { $year }
        [9] Septiembre de { $year }
        [10] Octubre de { $year }
        [11] Noviembre de { $year }
       *[12] Diciembre de { $year }
    }
# Below a column of a chart. $year has two digits.
report-month-short =
    { $month ->
        [1] ene { $year }
        [2] feb { $year }
        [3] mar { $year }
        [4] abr { $year }
        [5] may { $year }
        [6] jun { $year }
        [7] jul { $year }
        [8] ago { $year }
        [9] sept { $year }
        [10] oct { $year }
        [11] nov { $year }
       *[12] dic { $year }
    }

## The report of those who buy the most

report-power-title = Quienes más compran
report-power-lead = Quienes pagaron más lugares en este periodo. El % con premio cuenta solo los que ya se sortearon.
report-power-empty = En este periodo no se pagó ningún lugar.
report-paid-spots = Lugares pagados
report-spent = Gastado
report-win-rate = % con premio

## The report of losing streaks

report-drought-title = Rachas sin ganar
report-drought-lead = Quienes perdieron en este periodo y no ganaron. Primero, quienes llevan más tiempo sin ganar.
report-drought-lead-ever = Quienes perdieron algún sorteo. Primero, quienes llevan más tiempo sin ganar.
report-drought-empty = Nadie lleva una racha sin ganar.
report-without-win = Sin ganar
report-lost-spots = No salieron
report-entries = Participaciones del periodo
report-entries-ever = Participaciones
# $zone is like Europe/Berlin.
report-last-entry = Última vez ({ $zone })
report-days-without =
    { $days ->
        [one] { $days } día
       *[other] { $days } días
    }
report-never-won-yet = nunca ganó
# Above a number of buyers.
report-buyers = Compradores
report-never-won = Nunca ganaron
report-drought-chart = Compradores según cuánto llevan sin ganar
# Next to the bars of a chart: at most 17 letters each.
report-band-month = menos de 30 días
report-band-quarter = de 30 a 89 días
report-band-year = de 90 a 364 días
report-band-more = un año o más
report-band-never = nunca ganaron

## The report of how fast boards fill

report-speed-title = Velocidad
report-speed-lead = Cuánto tardaron en llegar el primer apartado y el último desde que se creó cada tablero de este periodo.
report-speed-empty = En este periodo no se creó ningún waffle.
report-status = Estado
report-first-claim = Primer apartado tras
report-last-claim = Último apartado tras
# $zone is like Europe/Berlin.
report-created = Creado ({ $zone })
report-status-open = Abierto
report-status-drawn = Sorteado
# Above a number of waffles.
report-open-waffles = Waffles abiertos
report-drawn-waffles = Waffles sorteados
# Above a duration, as are the next two.
report-open-first-claim = Abiertos: primer apartado tras
report-drawn-first-claim = Sorteados: primer apartado tras
report-drawn-completed = Sorteados: sorteo tras
report-speed-chart = De la creación al último apartado, waffles más recientes

## Buyers

buyers-all = Compradores
buyers-lead = Todas las personas que han apartado un lugar. Primero, las más recientes.
buyers-search = Buscar usuarios
buyers-count =
    { $total ->
        [one] { $total } usuario
       *[other] { $total } usuarios
    }
buyers-handle = Usuario
buyers-first-seen = Primera vez
buyers-last-claim = Último apartado
buyers-empty-page = Nada en esta página
buyers-earlier-pages =
    { $total ->
        [one] Hay { $total } usuario en páginas anteriores.
       *[other] Hay { $total } usuarios en páginas anteriores.
    }
buyers-no-match = Sin resultados
# <bdi/> is what was searched for.
buyers-no-match-note = Ningún usuario contiene «<bdi/>».
buyers-show-all = Ver todos los compradores
buyers-none = Aún no hay compradores
buyers-none-note = Aparecen aquí en cuanto apartan un lugar.

## Merging two handles

merge-handles = Unir usuarios
merge-lead =
    ¿La misma persona, escrita de dos formas? Todos los lugares y premios del primer usuario pasan al segundo, en todos los waffles.
    No se puede deshacer.
# <bdi/> is the handle that goes, <bdi2/> the one that stays.
merge-preview =
    { $spots ->
        [one] { $spots } lugar
       *[other] { $spots } lugares
    } en { $waffles ->
        [one] { $waffles } waffle
       *[other] { $waffles } waffles
    }, { $wins ->
        [one] { $wins } premio
       *[other] { $wins } premios
    }: de <bdi/> a <bdi2/>.
merge-button = Unir
merge-back = Volver
merge-nothing = <bdi/> no tiene lugares.
merge-goes = Usuario que se elimina
merge-stays = Usuario que se queda
merge-show = Ver qué cambia

## Blocked handles

blocked-handles = Usuarios bloqueados
blocked-lead = No pueden apartar lugares en ningún waffle. Conservan los que tienen hasta que los liberes.
blocked-handle = Usuario
blocked-reason = Motivo
blocked-reason-note = Opcional, hasta 500 caracteres. Quien compra no lo ve.
blocked-block = Bloquear
blocked-list = No pueden apartar
# $who is the name of an account, <time/> a day.
blocked-by = Lo bloqueó { $who } el <time/>
blocked-unblock = Desbloquear
# For screen readers: the button "Unblock" of one of several handles.
blocked-unblock-handle = Desbloquear @{ $handle }
blocked-none = No hay nadie bloqueado. Aquí caben todos.
blocked-done = @{ $handle } ya no puede apartar lugares.
blocked-undone = @{ $handle } puede apartar lugares otra vez.
blocked-refused = Aún no está bloqueado. Revisa los campos resaltados.

## Payers: names in payments, and whose they are

payers-all = Pagadores
payers-lead =
    Los nombres que salen en los pagos, y por quién pagan. Recordamos un nombre cuando marcas como pagado un pago que no menciona el usuario de quien compra.
payers-search = Buscar nombres y usuarios
# <b/> is a name, <a/> a handle.
payers-pays-for = <b/> paga por <a/>
# Both are days.
payers-since = Desde el <time/>, por última vez el <time2/>
payers-forget = Olvidar
# For screen readers: the button "Forget" of one of several payers.
payers-forget-name = Olvidar a { $name }, que paga por @{ $handle }
payers-no-match = Ningún pagador coincide.
payers-none = Aún no hay pagadores.
payers-forgotten = Olvidado.

## Navigation, titles and what all pages of sellers have

# For search engines and link previews, of all pages for sellers.
frame-sellers-only = Aquí llevan sus waffles quienes venden. Inicia sesión para ver esta página.
# The pages of the menu.
nav-your-waffles = Tus waffles
nav-share-templates = Plantillas
nav-reports = Informes
nav-payment-methods = Formas de pago
nav-buyers = Compradores
nav-audit-log = Registro
nav-accounts = Cuentas
nav-settings = Ajustes
# For screen readers: names the tabs of the settings.
settings-tabs = Qué ajustes
# The tabs.
settings-tab-profile = Perfil
settings-tab-security = Seguridad
settings-tab-sign-ins = Mis inicios de sesión
settings-tab-system = Sistema

## The keys of sellers

# Also the button that opens the list.
keys-title = Atajos de teclado
# What a key does, behind the key. A row is a buyer, a spot or a waffle.
keys-search = Ir a la búsqueda
keys-next = Fila siguiente
keys-previous = Fila anterior
keys-tick = Seleccionar esta fila
keys-pay = Marcar esta fila como pagada
keys-list = Mostrar esta lista
# A box to tick.
keys-on = Usar estas teclas en este dispositivo
# A button.
keys-close = Cerrar

## Forms

form-cancel = Cancelar
form-not-saved = Aún no está guardado. Revisa los campos resaltados.
field-username = Nombre de usuario
field-password = Contraseña
# Of the second factor.
field-code = Código
field-code-note = De tu app, o un código de recuperación.
field-current-password = Contraseña actual
field-current-password-note = Con la que iniciaste sesión.
field-new-password = Contraseña nueva
field-new-password-again = Repite la contraseña nueva
field-no-typos = Para que no se cuele ningún error.
# Who changes another account confirms it with this one.
field-your-password = Tu contraseña
field-your-password-note = Con la que inicias sesión.
field-optional = Opcional.
# The button that saves a new password.
password-set = Guardar contraseña
# $least is how many characters. “waffle” is the name of the service, which stays as it is.
password-rules = Al menos { $least } caracteres, sin contar el nombre de usuario; que no sea una contraseña común ni lleve «waffle».
password-mistyped = Las contraseñas nuevas no coinciden. Escribe las dos otra vez.

## Lists: filters and pages

filter-search = Buscar
# The button that applies the filters.
filter-show = Mostrar
filter-everyone = Cualquiera
# For screen readers: names the links to the other pages of a list.
pager-label = Páginas
pager-previous = Anterior
pager-page = Página { $page } de { $pages }
pager-next = Siguiente

## Signing in

sign-in-title = Inicia sesión para vender
sign-in-submit = Iniciar sesión
sign-in-incomplete = Escribe tu nombre de usuario y tu contraseña.
sign-in-expired = Este formulario caducó. Inicia sesión otra vez.
sign-in-code-title = Escribe tu código
sign-in-code-note = Los seis dígitos de tu app.
sign-in-no-app = ¿No puedes usar tu app?
sign-in-recovery-code = Código de recuperación
sign-in-recovery-note = Cada uno sirve una vez. Si tampoco los tienes, pide ayuda a un superadmin.
sign-in-recovery-submit = Usar código de recuperación
# A link back to the username and password.
sign-in-start-again = Empezar de nuevo

## Forgotten password

# Also a link to the page.
forgot-title = ¿Olvidaste tu contraseña?
# The title in the browser's tab.
forgot-frame = Contraseña olvidada
forgot-asked = Si esa cuenta existe, un superadmin ya puede darte un enlace para elegir una contraseña nueva. Vale durante una hora.
forgot-let-know = Avisa a tu superadmin. No enviamos correos.
forgot-back = Volver al inicio de sesión
forgot-how = Pide aquí un enlace y avisa a tu superadmin para que te lo pase. No enviamos correos.
forgot-name = Nombre de usuario o correo electrónico
forgot-missing = Escribe tu nombre de usuario o tu correo electrónico.
forgot-submit = Pedir un enlace

## New password with a link

# The title in the browser's tab.
reset-frame = Contraseña nueva
reset-done = Contraseña cambiada
reset-done-notice = Cerramos todas tus sesiones. Inicia sesión con tu contraseña nueva.
reset-done-lockout = Si tenías el acceso bloqueado, aún hay que esperar a que termine el bloqueo.
reset-title = Elige una contraseña nueva
reset-signs-out = Esto cierra todas tus sesiones.
reset-bad-link = Este enlace no funciona
reset-bad-link-why = Ya se usó, hay otro más nuevo o tiene más de una hora.
reset-ask-again = Pedir otro enlace

## Settings: profile

settings-title = Ajustes
profile-title = Tu perfil
# Followed by a dot and the role. <b/> is the username.
profile-sign-in-as = Inicias sesión como <b/>
profile-save = Guardar perfil
profile-saved = Tu perfil está guardado.
profile-first-name = Nombre
profile-last-name = Apellidos
profile-display-name = Nombre visible
profile-display-name-note = Opcional. Sale en el menú en lugar de tu nombre.
profile-email = Correo electrónico
profile-email-note = Para encontrar la cuenta si se olvida la contraseña. Nunca enviamos correos.
profile-password-note = Solo hace falta para cambiar tu correo electrónico.
profile-zone = Zona horaria
profile-zone-note =
    Empieza a escribir una ciudad o región, como Europe/Berlin. Las páginas para vendedores muestran las horas en esta zona, o en la de tu dispositivo si es UTC.
profile-links = Redes sociales
profile-links-note = Hasta diez. Solo las ven los admins.

## Settings: what buyers see of the seller

# Before the name, for screen readers.
seller-label = Vende
seller-form-title = Cómo te ven
seller-form-about = Tu nombre y tu imagen salen en todos los tableros y comprobantes de este sitio, y en la vista para transmitir.
seller-form-name = Nombre para quien compra
seller-form-name-note = Hasta 60 caracteres. Si lo dejas vacío, no se muestra nada.
seller-form-picture = Imagen
seller-form-picture-note = Opcional. JPEG, PNG o WebP de hasta 8 MB. Se ve pequeña y redonda, junto a tu nombre.
seller-form-remove = Quitar la imagen
seller-form-saved = Guardado. En dos segundos ya se ve.

## Settings: security

security-title = Seguridad
security-password = Cambia tu contraseña
security-links-end = Los enlaces de contraseña sin usar dejan de funcionar.
# The button.
security-password-submit = Cambiar contraseña
security-password-changed = Tu contraseña ya está cambiada.
security-password-not-changed = Tu contraseña no se cambió.
security-factor-since = Desde el <time/>, para iniciar sesión te hace falta un código de tu app.
security-factor-manage = Administrar segundo factor
security-factor-none = Inicias sesión solo con tu contraseña. Agrega un código de una app, y una contraseña robada no bastará.
sessions-title = Tus sesiones abiertas
sessions-this = Este dispositivo
# After the address, separated by a dot.
sessions-last-seen = última vez el <time/>
sessions-end = Cerrar sesión
# For screen readers. $client is like "Chrome on macOS", $address an IP address.
sessions-end-named = Cerrar sesión: { $client }, { $address }
sessions-end-others = Cerrar las demás sesiones
sessions-ended = Esa sesión está cerrada.
sessions-others-ended = Tus demás sesiones están cerradas.

## Settings: second factor

factor-title = Segundo factor
factor-set-up = Configurar un segundo factor
factor-needed = Tu rol necesita uno. Cuando lo configures, podrás usar las demás páginas.
factor-what =
    Al iniciar sesión escribirás también un código de una app de tu teléfono, así que una contraseña robada no basta.
    Sirve cualquier app de autenticación.
factor-continue = Continuar
factor-not-now = Ahora no
factor-add = Agrégalo a tu app
factor-scan = Escanea esto con tu app de autenticación.
# For screen readers.
factor-qr = Código QR para tu app
# The key follows below.
factor-open = <a>Ábrelo en una app de este dispositivo</a> o escribe la clave:
factor-check-note = Seis dígitos, para comprobar que funciona. La clave no se vuelve a mostrar.
factor-turn-on = Activar
factor-check = Comprueba que tu app funciona
factor-check-again = La clave se mostró una sola vez. Si no está en tu app, empieza de nuevo y te daremos otra.
factor-check-again-note = Seis dígitos, tal como los muestra ahora tu app.
# A link back to the first step.
factor-start-again = Empezar de nuevo
# A message, as a sentence.
factor-is-on = Tu segundo factor está activado.
factor-codes = Tus códigos de recuperación
factor-codes-how =
    Si pierdes tu app, cada código sirve para iniciar sesión una vez. Guárdalos con tus contraseñas o en papel: solo los mostramos ahora.
factor-codes-earlier = Tus códigos anteriores ya no funcionan.
factor-codes-saved = Ya los guardé
# A heading.
factor-on = Tu segundo factor está activado
# Followed by a dot and how many codes are left.
factor-since = Desde el <time/>
factor-codes-left =
    { $count ->
        [one] queda { $count } código de recuperación
       *[other] quedan { $count } códigos de recuperación
    }
factor-new-codes = Crear códigos nuevos
factor-turn-off = Desactivarlo
factor-turned-off = Segundo factor desactivado.
factor-switch = Tu rol necesita uno. Para cambiar de app, pide a otro superadmin que quite este.

## Settings: system

system-title = Ajustes del sistema
system-save = Guardar ajustes
system-saved = Ajustes guardados. Se aplican en dos segundos como mucho.
# The groups of the settings.
setting-group-signing-in = Inicio de sesión
setting-group-failed-sign-ins = Intentos fallidos
setting-group-data-retention = Conservación de datos
setting-group-ip-lookups = Consultas de IP
# The settings, each with its note, which begins with the least and the highest number.
setting-jwt-expiration-hours = Duración de la sesión (horas)
setting-note-jwt-expiration-hours = De { $least } a { $most }. Vale para los próximos inicios de sesión.
setting-password-min-length = Longitud mínima de la contraseña
setting-note-password-min-length = De { $least } a { $most }. Vale para las contraseñas nuevas. Las que ya existen siguen sirviendo.
setting-lockout-max-attempts = Intentos fallidos antes del bloqueo
setting-note-lockout-max-attempts = De { $least } a { $most }. Se cuentan por dirección IP y nombre de usuario.
setting-lockout-duration-minutes = Duración del bloqueo (minutos)
setting-note-lockout-duration-minutes = De { $least } a { $most }. Hasta que termina no sirve ni la contraseña correcta.
setting-audit-retention-days = Conservar el registro (días)
setting-note-audit-retention-days = De { $least } a { $most }. Lo más antiguo se borra para siempre.
setting-login-history-retention-days = Conservar los inicios de sesión (días)
setting-note-login-history-retention-days = De { $least } a { $most }. Lo más antiguo se borra para siempre.
setting-whois-server = Servidor WHOIS
setting-note-whois-server =
    Nombre de host o dirección IP. Agrega el puerto si no es el 43. Antes de guardar comprobamos que responde.

## Accounts

accounts-title = Cuentas
# The button, and the title of the page that it leads to.
accounts-new = Nueva cuenta
accounts-resets = Contraseñas olvidadas
accounts-resets-how =
    Comprueba quién lo pide y pásale tú el enlace. Sirve una vez, durante una hora o hasta que pida otro.
    En el registro queda que lo viste.
# <time2/> is about an hour after <time/>. Stands below the username.
accounts-reset-times = lo pidió el <time/>, vale hasta el <time2/>
# For screen readers: the field with the link.
accounts-reset-link = Enlace de contraseña para { $username }
# For screen readers: the button.
accounts-reset-copy-named = Copiar enlace para { $username }
accounts-reset-copy = Copiar enlace
# A heading above accounts, and a tag on one.
accounts-deactivated = Acceso desactivado
# A tag on the reader's own account.
accounts-you = Tú
accounts-last-sign-in = Último inicio de sesión: <time/>
accounts-never = Nunca inició sesión
accounts-manage = Administrar
# For screen readers.
accounts-manage-named = Administrar { $username }
accounts-reactivate = Reactivar o editar
# For screen readers.
accounts-reactivate-named = Reactivar o editar { $username }

## New account

new-account-username-note = De 3 a 64 caracteres: a-z, 0-9, puntos, guiones y guiones bajos. Después no se puede cambiar.
new-account-password = Primera contraseña
new-account-display-name-note = Opcional. Sale en el menú.
new-account-submit = Crear cuenta
new-account-refused = Aún no está creada. Revisa los campos resaltados y escribe la contraseña otra vez.
new-account-created = { $username } ya puede iniciar sesión. Pásale tú la contraseña. No enviamos correos.

## Roles

role-title = Rol
role-super-admin = Superadmin
role-admin = Admin
role-waffle-manager = Encargado de waffles
# What each role may do.
role-detail-super-admin = Todo, también las cuentas y los ajustes del sistema.
role-detail-admin = Waffles, archivar y borrar, formas de pago, registro.
role-detail-waffle-manager = Waffles, lugares, ganadores, plantillas, informes.

## One account

account-created = Creada el <time/>
# After the day on which it was created, separated by a dot.
account-last-sign-in = último inicio de sesión: <time/>
account-never = nunca inició sesión
account-is-deactivated = Esta cuenta está desactivada
account-is-deactivated-note = No puede iniciar sesión y todas sus sesiones están cerradas. Lo que hizo se conserva.
# The button.
account-reactivate = Reactivar
account-reactivated = La cuenta { $username } funciona otra vez, con la misma contraseña.
account-profile = Perfil
account-profile-saved = El perfil de { $username } está guardado.
account-role-password-note = Hace falta para bajar un rol.
account-role-save = Guardar rol
account-role-saved = El rol de { $username } está guardado. Vale desde su próximo clic.
account-password = Contraseña
account-own-password = Tu contraseña se cambia en <a>tus ajustes</a>.
account-password-note = Pásasela tú. { $username } sigue con la sesión abierta en sus dispositivos.
account-password-saved = { $username } tiene una contraseña nueva. Pásasela tú. No enviamos correos.
account-factor = Para iniciar sesión hace falta un código. Quítalo si alguien perdió la app y también sus códigos de recuperación.
account-factor-remove = Quitar segundo factor
account-factor-removed = { $username } ya no necesita un código para iniciar sesión.
# A heading.
account-deactivate = Desactivar
account-deactivate-note = Se cierran todas sus sesiones y ya no puede iniciar otra. Puedes reactivar la cuenta más adelante.
# The button.
account-deactivate-named = Desactivar { $username }
account-was-deactivated = La cuenta { $username } está desactivada, con todas sus sesiones cerradas.

## Lists of buyers and payers

# The titles in the browser's tab.
tables-buyers = Compradores
tables-payers = Pagadores

## Audit log

audit-title = Registro
audit-csv = Descargar CSV
audit-lead-all = Todos los cambios de los admins. Primero, los más recientes.
audit-lead = Tus cambios y los de los encargados de waffles. Primero, los más recientes.
audit-filter-action = Acción
audit-filter-any-action = Cualquier acción
# A filter, and the head of a column: who did it.
audit-who = Quién
audit-filter-type = Tipo
audit-filter-any-type = Cualquier tipo
# From a day, to a day.
audit-filter-from = Desde
audit-filter-to = Hasta
audit-filter-clear = Quitar filtros
audit-refused = Revisa los filtros resaltados.
audit-count =
    { $count ->
        [one] { $count } entrada
       *[other] { $count } entradas
    }
audit-count-filtered =
    { $count ->
        [one] { $count } entrada con estos filtros
       *[other] { $count } entradas con estos filtros
    }
# For screen readers: names the table.
audit-caption = Registro, primero lo más reciente
# The heads of the columns. $zone is like Europe/Berlin.
audit-when = Cuándo ({ $zone })
audit-what = Qué
audit-address = Dirección
# Who did it, where no one did.
audit-service = El servicio
# For screen readers, in place of an address.
audit-no-address = desconocida
# The list is empty.
audit-no-page = Esa página no existe
audit-no-page-note = El registro no tiene tantas páginas.
audit-nothing = Nada en el plato
audit-no-match = Ninguna entrada coincide con estos filtros.
audit-nothing-yet = Aún no hay cambios.
audit-utc = Las fechas y las horas están en UTC.
# $zone is like Europe/Berlin.
audit-zone = Las horas son de { $zone }. Los filtros usan días en UTC.

# What was done.
audit-action-create-waffle = Creó un waffle
audit-action-update-waffle = Editó un waffle
audit-action-archive-waffle = Archivó un waffle
audit-action-unarchive-waffle = Recuperó un waffle
audit-action-delete-waffle = Borró un waffle
audit-action-mark-paid = Marcó un lugar como pagado
audit-action-release-spot = Liberó un lugar
audit-action-set-winner = Sorteó ganadores
audit-action-clear-winner = Anuló un sorteo
audit-action-change-winner = Cambió ganadores
audit-action-replace-winner = Reemplazó a un ganador
audit-action-create-admin = Creó una cuenta
audit-action-update-admin-role = Cambió un rol
audit-action-update-admin-profile = Editó un perfil
audit-action-reset-admin-password = Restableció una contraseña
audit-action-deactivate-admin = Desactivó una cuenta
audit-action-update-whois-settings = Cambió el servidor WHOIS
audit-action-update-setting = Cambió un ajuste
audit-action-create-payment-method = Agregó una forma de pago
audit-action-update-payment-method = Editó una forma de pago
audit-action-deactivate-payment-method = Desactivó una forma de pago
audit-action-create-share-template = Agregó una plantilla
audit-action-update-share-template = Editó una plantilla
audit-action-delete-share-template = Borró una plantilla
audit-action-set-default-share-template = Eligió la plantilla principal
audit-action-update-share-message = Escribió un mensaje
audit-action-regenerate-card = Redibujó tarjetas
audit-action-change-password = Cambió su propia contraseña
audit-action-activate-admin = Reactivó una cuenta
audit-action-unlock-admin = Quitó los bloqueos de una cuenta
audit-action-read-password-reset = Vio un enlace de contraseña
audit-action-end-session = Cerró una sesión
audit-action-end-other-sessions = Cerró sus demás sesiones
audit-action-enable-second-factor = Activó su segundo factor
audit-action-disable-second-factor = Desactivó su segundo factor
audit-action-remove-second-factor = Quitó un segundo factor
audit-action-renew-recovery-codes = Creó códigos de recuperación nuevos
audit-action-use-recovery-code = Inició sesión con un código de recuperación
audit-action-assign-spots = Asignó lugares
audit-action-block-handle = Bloqueó un usuario
audit-action-unblock-handle = Desbloqueó un usuario
audit-action-extend-spots = Dio más tiempo para pagar
audit-action-unpay-spot = Marcó un lugar como no pagado
audit-action-rename-spots = Pasó lugares a otro usuario
audit-action-merge-users = Unió dos usuarios
audit-action-release-source = Liberó los lugares de una conexión
audit-action-lock-draw = Fijó un sorteo
audit-action-void-draw = Canceló un sorteo
audit-action-hand-in-round = Escribió una ronda a mano
audit-action-remember-payer = Recordó a un pagador
audit-action-forget-payer = Olvidó a un pagador
audit-action-upload-photo = Subió una foto
# What it was done to.
audit-entity-waffle = Waffle
audit-entity-spot = Lugar
audit-entity-admin = Cuenta
audit-entity-settings = Ajustes

## Sign-in history

sign-ins-title = Inicios de sesión
my-sign-ins-title = Mis inicios de sesión
# On top of the history, depending on the reader's role.
sign-ins-lead-super-admin = Quién inició sesión, desde dónde y con qué dispositivo.
sign-ins-lead-admin = Tus inicios de sesión y los de los encargados de waffles.
sign-ins-lead-waffle-manager = Dónde y cómo iniciaste sesión.
# A filter.
sign-ins-account = Cuenta
my-sign-ins-lead = Tus inicios de sesión recientes. ¿Ves uno que no es tuyo? <a>Cambia tu contraseña</a>.
# Links to the whole history.
my-sign-ins-more-everyone = Ver los de todo el mundo
my-sign-ins-more-managers = Incluir a los encargados de waffles
# $zone is like Europe/Berlin.
sign-ins-count =
    { $count ->
        [one] { $count } inicio de sesión. Las horas son de { $zone }.
       *[other] { $count } inicios de sesión, primero los más recientes. Las horas son de { $zone }.
    }
# For screen readers: names the table.
sign-ins-caption = Inicios de sesión, horas de { $zone }
# The heads of the columns.
sign-ins-when = Cuándo
sign-ins-who = Quién
# Browser and device.
sign-ins-with = Dispositivo
# Address and city.
sign-ins-from = Ubicación
# Whose network it is.
sign-ins-network = Red
sign-ins-agent = Agente de usuario
# Who said whose network it is.
sign-ins-source = Fuente: { $server }
sign-ins-no-page = Nada en esta página
sign-ins-earlier =
    { $count ->
        [one] Hay { $count } inicio de sesión en páginas anteriores.
       *[other] Hay { $count } inicios de sesión en páginas anteriores.
    }
sign-ins-none = Sin inicios de sesión
sign-ins-none-note = Los inicios de sesión aparecerán aquí.
# In place of whose network an address belongs to.
sign-ins-network-unknown = Desconocida
sign-ins-network-private = Dirección privada

## Browsers and devices

# $browser is like Chrome, $os like macOS.
client-on = { $browser } en { $os }
client-unknown-on = Navegador desconocido en { $os }
client-unknown = Navegador desconocido
# In place of a browser's name.
client-in-app = Navegador de una app
client-library = Biblioteca HTTP
client-bot = Bot
client-desktop-app = App de escritorio
client-android-app = App de Android
client-apple-app = App de Apple
device-desktop = Escritorio
device-mobile = Teléfono
device-tablet = Tableta

# Sentences that refuse something, and the words of the service itself. Programs get them in English.

## Refusals: claims

refusal-no-waffle = Ese waffle no existe.
refusal-waffle-not-active = Los ganadores ya salieron, así que no se pueden apartar más lugares.
refusal-not-open-yet = Este waffle todavía no abre; no se apartó nada.
refusal-claims-paused = Quien vende puso los apartados en pausa un momento; no se apartó nada. Inténtalo otra vez en un rato.
refusal-handle-blocked = Este usuario no puede apartar aquí. Pregúntale a quien vende por qué.
# $count and $allowed are the same number, for the choice and as it is written; $held is how many the buyer holds.
refusal-too-many-spots =
    { $held ->
        [0]
            { $count ->
                [one] El límite es de { $allowed } lugar; no se apartó nada.
               *[other] El límite es de { $allowed } lugares; no se apartó nada.
            }
       *[other]
            { $count ->
                [one] El límite es de { $allowed } lugar, y ya tienes { $held }; no se apartó nada.
               *[other] El límite es de { $allowed } lugares, y ya tienes { $held }; no se apartó nada.
            }
    }
# $list is like "3, 7".
refusal-spots-taken =
    { $count ->
        [one] El lugar { $list } ya está apartado; no se apartó nada.
       *[other] Los lugares { $list } ya están apartados; no se apartó nada.
    }
refusal-key-reused = Esta clave de idempotencia ya se usó en otra solicitud: usa una clave nueva para apartar otra vez.

## Refusals: a waffle’s states

refusal-pay-one-by-one = Los ganadores ya salieron, así que marca los lugares como pagados uno por uno.
refusal-drawn-already = Los ganadores ya salieron. Cámbialos o anula el sorteo.
refusal-item-count-drawn = El número de ganadores no puede cambiar después del sorteo. Anula primero el sorteo.
refusal-waffle-not-completed = Este waffle aún no tiene ganadores: haz primero el sorteo.
refusal-waffle-archived = Este waffle está archivado: recupéralo primero.

## Refusals: spots

refusal-no-spot = Ese lugar no existe.
# $status is available, pending, paid, winner or loser, here and in the next ones: for a choice.
refusal-spot-not-pending =
    { $status ->
        [available] El lugar { $number } está libre: solo un lugar pendiente se puede marcar como pagado.
        [pending] El lugar { $number } está pendiente: solo un lugar pendiente se puede marcar como pagado.
        [paid] El lugar { $number } está pagado: solo un lugar pendiente se puede marcar como pagado.
        [winner] El lugar { $number } ganó: solo un lugar pendiente se puede marcar como pagado.
       *[loser] El lugar { $number } no salió: solo un lugar pendiente se puede marcar como pagado.
    }
refusal-spot-not-releasable =
    { $status ->
        [available] El lugar { $number } está libre: solo se puede liberar un lugar pendiente o pagado.
        [pending] El lugar { $number } está pendiente: solo se puede liberar un lugar pendiente o pagado.
        [paid] El lugar { $number } está pagado: solo se puede liberar un lugar pendiente o pagado.
        [winner] El lugar { $number } ganó: solo se puede liberar un lugar pendiente o pagado.
       *[loser] El lugar { $number } no salió: solo se puede liberar un lugar pendiente o pagado.
    }
refusal-spot-not-renamable =
    { $status ->
        [available] El lugar { $number } está libre: solo se puede renombrar un lugar pendiente o pagado.
        [pending] El lugar { $number } está pendiente: solo se puede renombrar un lugar pendiente o pagado.
        [paid] El lugar { $number } está pagado: solo se puede renombrar un lugar pendiente o pagado.
        [winner] El lugar { $number } ganó: solo se puede renombrar un lugar pendiente o pagado.
       *[loser] El lugar { $number } no salió: solo se puede renombrar un lugar pendiente o pagado.
    }
refusal-no-source = Nadie apartó lugares aquí desde esa conexión.

## Refusals: receipts

refusal-no-receipt = Ese comprobante no existe, o su waffle se borró.
refusal-not-yours = El lugar { $number } no es tuyo, así que no lo puedes devolver; no se hizo nada.
refusal-not-to-give-back =
    { $status ->
        [available] El lugar { $number } está libre: solo se puede devolver un lugar sin pagar; no se hizo nada.
        [pending] El lugar { $number } está apartado: solo se puede devolver un lugar sin pagar; no se hizo nada.
        [paid] El lugar { $number } está pagado: solo se puede devolver un lugar sin pagar; no se hizo nada.
        [winner] El lugar { $number } ganó: solo se puede devolver un lugar sin pagar; no se hizo nada.
       *[loser] El lugar { $number } no salió: solo se puede devolver un lugar sin pagar; no se hizo nada.
    }

## Refusals: draws

refusal-no-draw = Ese sorteo no existe.
refusal-draw-locked = Hay un sorteo fijado, así que sus participaciones no pueden cambiar hasta que se sortee; no se hizo nada.
refusal-draw-not-locked = Este sorteo ya no está fijado.
refusal-draw-not-standing = Los ganadores actuales no son de este sorteo, así que no se puede reemplazar a ninguno.
refusal-no-alternate = Ya no quedan suplentes: todos los de este sorteo ya entraron o ya ganaron, o no se sorteó ninguno.
refusal-not-enough-spots = No se pueden sortear { $needed } ganadores entre { $found } lugares pagados.
refusal-not-enough-buyers = No se pueden sortear { $needed } ganadores entre { $found } compradores con un lugar pagado.
refusal-too-late-to-lock = Según la última ronda de la fuente de azar, la de este sorteo está a punto de aparecer: el reloj de este servidor va atrasado. No se fijó nada.
refusal-too-late-to-void = Ya es tarde para cancelar este sorteo: su ronda está a punto de aparecer.
refusal-too-early = La ronda de este sorteo todavía no ha aparecido.
# $expected and $given are the hashes of chains.
refusal-other-chain = El sorteo espera una ronda de la cadena { $expected }, no de { $given }.
refusal-other-round = El sorteo espera la ronda { $expected }, no la { $given }.
refusal-too-few-spots = Este sorteo necesita { $needed } ganadores, pero no hay bastantes lugares pagados: { $found }.
refusal-too-few-buyers = Este sorteo necesita { $needed } ganadores, pero no han pagado bastantes compradores: { $found }.

## Refusals: what sellers keep

refusal-no-share-template = Esa plantilla no existe.
refusal-last-template = Es tu única plantilla. Crea otra antes de borrarla.
refusal-no-payment-method = Esa forma de pago no existe.
refusal-no-payer = Ese pagador no existe.
refusal-no-photo = Esa foto no existe.
refusal-not-blocked = @{ $handle } no está bloqueado.
refusal-already-blocked = @{ $handle } ya está bloqueado.
refusal-no-audit-entry = Esa entrada del registro no existe.

## Refusals: signing in and accounts

refusal-not-signed-in = Primero inicia sesión: falta el token, o ya no es válido.
refusal-wrong-credentials = El nombre de usuario o la contraseña no es correcto.
refusal-code-required = Esta cuenta necesita además un código: envíalo como `code`.
refusal-wrong-code = Ese código no es correcto o ya se usó. Espera al siguiente.
refusal-sign-in-expired = Pasó demasiado tiempo, o tu contraseña cambió. Empieza de nuevo.
refusal-deactivated = Esta cuenta está desactivada. Un superadmin puede reactivarla.
refusal-wrong-password = Esta no es tu contraseña actual; no se cambió nada.
refusal-invalid-token = Este enlace no funciona: ya se usó, hay otro más nuevo o tiene más de una hora. Pide otro.
refusal-role-too-low = Tu rol no permite hacer esto.
refusal-not-yours-to-choose = Solo un superadmin elige de quién ver los inicios de sesión.
refusal-no-session = Esta sesión ya terminó.
refusal-no-account = Esa cuenta no existe.
refusal-username-taken = Otra cuenta ya tiene este nombre de usuario.
refusal-email-taken = Otra cuenta ya tiene este correo electrónico.
refusal-own-account = No puedes desactivar tu propia cuenta. Pídeselo a otro superadmin.
refusal-own-password = Cambia tu propia contraseña en Ajustes, Seguridad.
refusal-own-second-factor = Desactiva tu propio segundo factor en Ajustes, Seguridad.
refusal-last-super-admin = Es el último superadmin activo. Dale primero ese rol a otra persona.
refusal-second-factor-missing = Aquí tu rol necesita un segundo factor: configúralo primero (/api/admin/me/second-factor).
refusal-no-second-factor = Esta cuenta no tiene segundo factor.
refusal-no-secret-to-confirm = No hay nada que confirmar. Empieza de nuevo.
refusal-second-factor-on = Ya tienes un segundo factor. Desactívalo primero.
refusal-second-factor-needed = Tu rol necesita un segundo factor. Otro superadmin puede quitártelo para que configures uno nuevo.

## Refusals: requests

# Of several fields. If it is one, its own sentence is said.
refusal-validation-failed = Algunos campos no son válidos.
# $what is in English, from a library.
refusal-malformed-json = El cuerpo no es el JSON que se espera aquí: { $what }.
refusal-malformed-form = El formulario no es el que se espera aquí: { $what }.
refusal-bad-body = No se puede leer el cuerpo.
refusal-bad-path = Una parte de la dirección es del tipo equivocado.
refusal-bad-query = Un valor después del signo de interrogación es del tipo equivocado, por ejemplo texto en vez de un número.
refusal-bad-host = La solicitud no indica un host válido.
refusal-no-upgrade = Esta dirección habla WebSocket: pide un upgrade.
refusal-bad-request = No se puede leer la solicitud.
refusal-csrf-failed = Este formulario caducó. Recarga la página e inténtalo otra vez.
refusal-foreign = Esta solicitud vino de otro sitio. Inténtalo otra vez desde aquí.
refusal-no-route = No hay nada en esta dirección.
# $allowed is like GET, HEAD.
refusal-method-not-allowed = Esta dirección no acepta ese método, solo { $allowed }.
refusal-request-too-slow = La solicitud tardó demasiado en llegar; no se hizo nada.
refusal-body-too-slow = El cuerpo tardó demasiado en llegar; no se hizo nada.
refusal-too-large = El cuerpo pasa de los { $kib } KiB que se aceptan aquí.
# $needed is like JSON (application/json).
refusal-unsupported-media-type = El cuerpo debe ser { $needed }.
refusal-photo-too-large = La foto pesa más de 8 MB; no se guardó nada. Elige una más pequeña.
refusal-not-a-photo = El archivo debe ser JPEG, PNG o WebP; no se guardó nada.
refusal-heic-photo = La foto es HEIC y muchos navegadores no la muestran; no se guardó nada. Guárdala antes como JPEG o elige «Más compatible» en los ajustes de tu iPhone, en «Cámara» y «Formatos».
refusal-not-only-a-photo = El archivo es una foto, pero también una página web, un documento o un archivo comprimido; no se guardó nada. Sube una captura de pantalla o guarda la imagen como un JPEG nuevo.

## Refusals: too often

refusal-rate-limited = Demasiadas solicitudes desde tu dirección: espera un momento.
refusal-uploads-limited = Subiste muchísimas fotos. Inténtalo más tarde.
refusal-locked-out = Demasiados intentos fallidos de iniciar sesión. Espera un rato e inténtalo otra vez.
refusal-guessing-locked = Demasiadas contraseñas incorrectas; no se cambió nada. Espera un rato e inténtalo otra vez.
refusal-codes-locked = Demasiados códigos incorrectos. Espera un rato e inténtalo otra vez.

## Refusals: faults, and too much to do

refusal-internal = Algo salió mal de nuestro lado. Ya quedó anotado.
refusal-database-unavailable = La base de datos no responde; no se hizo nada. Inténtalo otra vez en un momento.
refusal-outcome-unknown = Puede que haya quedado registrado: mira el tablero antes de intentarlo otra vez.
refusal-overloaded = Demasiada gente está apartando ahora mismo; no se hizo nada. Inténtalo otra vez en un momento.
refusal-timeout = Tardó demasiado. Inténtalo otra vez en un momento.
refusal-too-many-watchers = Hay demasiada gente mirando. Inténtalo otra vez en un momento.
refusal-busy-seconds = Demasiada gente está iniciando sesión. Inténtalo otra vez en { $seconds } segundos.
refusal-busy-moment = Demasiada gente está iniciando sesión. Inténtalo otra vez en un momento.
refusal-cards-busy = Se están dibujando demasiadas tarjetas. Inténtalo otra vez en un momento.
refusal-photos-busy = Se están subiendo demasiadas fotos; no se guardó nada. Inténtalo otra vez en un momento.
refusal-histories-busy = Ahora mismo se están leyendo demasiadas páginas largas de actividad. Inténtalo otra vez en un momento.
refusal-receipts-busy = Ahora mismo se están leyendo demasiados comprobantes largos. Inténtalo otra vez en un momento.
refusal-reports-busy = Ahora mismo se están leyendo demasiados informes. Inténtalo otra vez en un momento.

## Refusals: what was done in part

# $of is lines (of payments) or waffles, for a choice, and $done and $all are their numbers.
refusal-midway =
    { $of ->
        [lines] Listo: { $done } de { $all } líneas. Repite la solicitud para seguir con el resto.
       *[waffles] Listo: { $done } de { $all } waffles. Repite la solicitud para seguir con el resto.
    }
refusal-midway-at-least =
    { $of ->
        [lines] Listo: al menos { $done } de { $all } líneas. Repite la solicitud para seguir con el resto.
       *[waffles] Listo: al menos { $done } de { $all } waffles. Repite la solicitud para seguir con el resto.
    }
refusal-midway-locked =
    { $of ->
        [lines] Listo: { $done } de { $all } líneas. Luego se fijó un sorteo: espera a que se sortee. Repite la solicitud para seguir con el resto.
       *[waffles] Listo: { $done } de { $all } waffles. Luego se fijó un sorteo: espera a que se sortee. Repite la solicitud para seguir con el resto.
    }

## Faults: a waffle’s fields

fault-title-missing = Ponle título al waffle.
fault-title-long = El título puede tener { $most } caracteres como máximo.
fault-title-controls = El título va en una sola línea, sin caracteres de control.
fault-description-long = La descripción puede tener 5000 caracteres como máximo.
fault-description-nul = La descripción no puede llevar el carácter NUL.
fault-total-spots = Un waffle tiene de 2 a 10.000 lugares.
fault-total-fixed = El número de lugares no puede cambiar después de crear el waffle.
fault-winners-range = Un waffle tiene de 1 a 10 ganadores.
fault-winners-many = Un waffle no puede tener más ganadores que lugares.
fault-price-cents = El precio de un lugar va de 1 a 100.000.000, en céntimos o centavos.
# $example is like 25.00.
fault-price-amount = Escribe el precio por lugar como un importe, por ejemplo { $example }.
fault-price-range = El precio por lugar va de { $least } a { $most }.
fault-links-many = Un waffle puede tener { $most } enlaces como máximo.
fault-link = Un enlace empieza por http:// o https:// y lleva un dominio, como https://example.com/me.
fault-link-user = Un enlace no lleva usuario: quita la @ y lo que va antes.
fault-link-turned = Este enlace lleva un carácter invisible que invierte el texto: escríbelo en vez de pegarlo.
fault-photo-missing = Envía una foto en el campo «file».
fault-photo-unreadable = Esta foto no se puede abrir: el archivo está dañado o incompleto. Prueba con otra.
fault-photo-pixels = Una foto tiene 40 megapíxeles como máximo. Elige una más pequeña.
fault-photo-gone = Esta foto ya no está: no se mostró en ningún lado durante un día. Súbela otra vez.
fault-seller-picture = Sube primero la imagen aquí y envía su dirección.
fault-methods-many = Un waffle puede tener 20 formas de pago como máximo.
fault-method-inactive = Una de estas formas de pago está desactivada. Quítala o reactívala primero.
fault-opening = Escribe la hora de apertura como 2026-06-01T18:00:00Z, o déjala vacía.
fault-minutes-to-pay = Da de 5 a 43.200 minutos para pagar, o déjalo vacío si no hay plazo.
fault-spots-per-buyer = Permite de 1 a 10.000 lugares por comprador, o déjalo vacío si no hay límite.
fault-grace-hours = Guarda los lugares de 1 a 720 horas después del plazo, o déjalo vacío si no hay límite.
fault-confirmation = Escribe DELETE para confirmar.

## Faults: claims and spots

fault-handle-missing = Escribe tu usuario de redes.
fault-handle-letters = Un usuario solo puede llevar letras de la a a la z, números, puntos, guiones bajos y guiones.
fault-handle-long = Un usuario puede tener 64 caracteres como máximo.
fault-count = Pide al menos un lugar.
fault-spots-missing = Indica al menos un lugar.
fault-spots-unpicked = Elige al menos un lugar o escribe su número.
fault-no-spot = No existe el lugar { $number }.
fault-beyond-board = No existe el lugar { $number }: este waffle tiene los lugares del 1 al { $total }.
fault-spot-twice = El lugar { $number } está dos veces.
# $part is what was typed, here and in the next one.
fault-no-numbers = «{ $part }» no es un número de lugar. Escribe números como 3, 7, 10-14.
fault-spots-outside = Los lugares van del 1 al { $most }; «{ $part }» queda fuera.
fault-spot-range = Los lugares van del 1 al 10.000.
fault-idempotency-key = Una clave de idempotencia tiene de 1 a 128 caracteres ASCII visibles, sin espacios.
fault-waffle-id = Indica el waffle por su id, un uuid.
fault-note-long = La nota puede tener 200 caracteres como máximo.
fault-note-controls = La nota es texto sin caracteres de control.
fault-note-missing = Envía una nota de hasta 200 caracteres, o null para retirarla.
fault-spot-ids = Indica de 1 a 3000 lugares por sus id.
fault-more-minutes = Da de 1 a 43.200 minutos extra.
fault-source = Indica un origen tal como está en la lista de orígenes: 32 dígitos hexadecimales.
fault-block-reason = Da un motivo de 500 caracteres como máximo, o déjalo vacío.
fault-merge-same = Indica otro usuario: este no se puede unir consigo mismo.

## Faults: winners and draws

fault-winners-count =
    { $items ->
        [one] Indica exactamente { $items } lugar, uno por artículo; indicaste { $named }.
       *[other] Indica exactamente { $items } lugares, uno por artículo; indicaste { $named }.
    }
# $list is like "3, 7".
fault-winners-unpaid =
    { $count ->
        [one] El lugar { $list } no está pagado: solo los lugares pagados pueden ganar.
       *[other] Los lugares { $list } no están pagados: solo los lugares pagados pueden ganar.
    }
# $part is what was typed.
fault-no-number = «{ $part }» no es un número de lugar. Escribe números como 3, 7.
fault-draw-delay = Indica de 30 a 86.400 segundos.
fault-alternates = Indica de 0 a 10 suplentes.
fault-reason-missing = Da un motivo: lo puede leer todo el mundo.
fault-reason-long = El motivo puede tener { $most } caracteres como máximo.
fault-reason-controls = El motivo va en una sola línea, sin caracteres de control.
fault-reason-of-redraw = Di por qué se sortea otra vez: lo puede leer todo el mundo.
fault-prizes-count =
    { $winners ->
        [one] Indica exactamente { $winners } premio, uno por ganador; indicaste { $named }.
       *[other] Indica exactamente { $winners } premios, uno por ganador; indicaste { $named }.
    }
# $place counts from 1, here and in the next ones.
fault-prize-missing = El premio { $place } no tiene nombre.
fault-prize-long = El premio { $place } tiene más de 100 caracteres.
fault-prize-controls = El premio { $place } va en una sola línea, sin caracteres de control.
fault-replaced-missing = Di a qué ganador se reemplaza.
fault-not-a-winner = El lugar { $spot } no es ganador.
fault-other-round = Este sorteo espera la ronda { $round }.
fault-signature = Esta no es la firma de la ronda: copia sus 96 dígitos.

## Faults: payments

fault-method-type = Elige un tipo: wallet_a, wallet_b, wallet_c o wallet_d.
fault-method-name = Escribe un nombre que quien compra reconozca.
fault-method-handle = Escribe tu usuario o un enlace.
fault-method-link = Un enlace empieza por https:// o http://, como https://pay.example/me.
fault-instructions-missing = Escribe lo que debe saber quien compra, o déjalo vacío.
# "This" is what the field holds.
fault-this-long = Aquí caben { $most } caracteres como máximo.
fault-this-controls = Esto va en una sola línea, sin caracteres de control.
fault-this-turned = Aquí hay un carácter invisible que invierte el texto: escríbelo en vez de pegarlo.
fault-payments-text = Pega hasta 64 KiB de texto de una vez.
fault-payments-text-missing = Pega las líneas de una app de pagos o un archivo CSV.
fault-lines-count = Indica de 1 a 1000 líneas.
fault-line-text = Cada línea lleva su texto, de hasta 64 KiB.
fault-line-spots = Cada línea indica de 1 a 10.000 lugares por sus id.
fault-line-use = Una línea vuelve a pagar o solo se recuerda.
fault-desk-filter = El filtro solo puede ser shared_source; sin filtro se listan todos.

## Faults: accounts

fault-username-missing = Hace falta un nombre de usuario.
fault-username-letters = Un nombre de usuario puede llevar letras de la a a la z, dígitos, puntos, guiones bajos y guiones.
fault-username-length = Un nombre de usuario tiene de 3 a 64 caracteres.
fault-email-missing = Hace falta un correo electrónico.
fault-email = Esto no es un correo electrónico.
fault-email-unconfirmed = Escribe tu contraseña actual para cambiar tu correo electrónico.
fault-name-long = El nombre puede tener { $most } caracteres como máximo.
fault-name-controls = El nombre va en una sola línea, sin caracteres de control.
fault-timezone = Esta no es una zona horaria de IANA, como Europe/Berlin.
fault-role = Elige un rol: super_admin, admin o waffle_manager.
fault-standing-unconfirmed = Escribe tu contraseña actual para rebajar un rol o desactivar una cuenta.
fault-own-password-missing = Escribe tu contraseña actual.
fault-code-missing = Escribe el código de tu app.
fault-password-missing = Hace falta una contraseña.
fault-password-short = La contraseña necesita al menos { $least } caracteres.
fault-password-long = La contraseña es demasiado larga: { $most } bytes como máximo.
fault-password-nul = La contraseña lleva un carácter que no se puede teclear: quítalo.
fault-password-common = Esta contraseña es demasiado común: elige una que no use nadie más.
fault-password-one-character = La contraseña repite un solo carácter: elige varios distintos.
fault-password-with-username = Sin el nombre de usuario, esta contraseña sería demasiado fácil de adivinar: elige una que no lo lleve.
# $service is waffle.
fault-password-with-service = La contraseña contiene el nombre de este servicio: elige una sin «{ $service }».
fault-reset-token-missing = Falta el token del enlace de contraseña.
fault-social-many = Agrega { $most } enlaces como máximo.
# $platform is like TikTok, here and in the next ones.
fault-social-twice = { $platform } está repetido: pon cada red una sola vez.
fault-social-missing = { $platform }: escribe el usuario que tienes ahí.
fault-social-long = { $platform }: un usuario puede tener { $most } caracteres como máximo.
fault-social-controls = { $platform }: un usuario va en una sola línea, sin caracteres de control.
# $known lists codes.
fault-social-platform = La red es una de estas: { $known }.
# The other platforms have the names of companies.
platform-website = Sitio web

## Faults: settings

fault-no-setting = Ese ajuste no existe.
# $name is the code of a setting.
fault-setting-twice = Esto es { $name } con otro nombre y con otro valor.
fault-setting-number = Escribe un número entero de { $least } a { $most }.
fault-whois-server = Escribe el nombre o la dirección de un servidor, con su puerto si hace falta: whois.example.net, o 192.0.2.1:43.
fault-whois-unreachable = No pudimos conectar con este servidor en 3 segundos. Revisa el nombre y el puerto.

## Faults: lists and reports

# $field is page or per_page.
fault-page = { $field } es un número entero, de 1 en adelante.
fault-limit = Un límite va de 1 a { $most }.
fault-offset = Un desplazamiento es 0 o más.
fault-search = Quita el carácter que no se puede teclear.
fault-date = Esto no es una fecha. Escríbela como 2026-11-20.
fault-period = El final es anterior al principio.
fault-ranking-length = Escribe un número del 1 al 100.
fault-format = El formato solo puede ser csv; sin formato, la respuesta es JSON.
fault-admin-id = Este no es el id de un admin.
fault-account-id = Este no es el id de una cuenta.
fault-audit-action = Esa acción no existe.
fault-entity-type = Un tipo de entidad es waffle, spot, admin o settings.

## Faults: sharing

fault-template-missing = Elige una plantilla.
fault-card-format = Una tarjeta es para historias (story) o cuadrada (square).

## How the winners were found, in plain text

# $how is one of won-draw, won-hand and the like.
won-after-others =
    { $count ->
        [one] { $how }, después de { $count } resultado anterior
       *[other] { $how }, después de { $count } resultados anteriores
    }
# $languages is a list of codes: en, de, es.
fault-language = Idiomas disponibles: { $languages }.
