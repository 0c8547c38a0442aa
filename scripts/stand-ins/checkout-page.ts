/** The data of a checkout page. The page's URL contains it, so that it survives a restart of the demo. */
export interface DemoCheckout {
  id: string
  invoiceId: string
  title: string
  cents: number
  /** The URL to return to. */
  back: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '')
const money = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

export type CheckoutState = 'open' | 'declined' | 'expired'

/** The demo's version of the payment service's page. It takes no card, and says so. */
export function checkoutPage({ title, cents, back }: DemoCheckout, state: CheckoutState): string {
  const amount = money(cents)
  const body = state === 'expired' ? expired(back) : form(amount, back, state === 'declined')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${safe(title)} · Demo checkout</title>
<style>${style}</style>
<main>
  <section class="what">
    <p class="from">Parley <b>Demo</b></p>
    <h1>Pay ${safe(title)}</h1>
    <p class="amount">${amount}</p>
  </section>
  <section class="how">${body}</section>
</main>
</html>`
}

const form = (amount: string, back: string, isDeclined: boolean): string => `
<h2>Pay with card</h2>
<p class="note">This page stands in for the payment service. No card is charged: choose what it tells the portal.</p>
${isDeclined ? '<p class="fault" role="alert">Your card was declined.</p>' : ''}
<form method="post">
  <label>Card number <input value="4242 4242 4242 4242" readonly></label>
  <div class="pair">
    <label>Expires <input value="12 / 34" readonly></label>
    <label>CVC <input value="123" readonly></label>
  </div>
  <button name="act" value="paid" class="main">Pay ${amount}</button>
  <div class="pair">
    <button name="act" value="failed">Decline the card</button>
    <button name="act" value="expired">Let the page expire</button>
  </div>
</form>
<p><a href="${safe(back)}">Back to the invoice</a></p>`

const expired = (back: string): string => `
<h2>This page has expired</h2>
<p>Nothing was paid. Press Pay on the invoice for a new page.</p>
<p><a href="${safe(back)}">Back to the invoice</a></p>`

const style = `
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1a1f36; background: #fff }
main { display: grid; min-height: 100vh }
section { padding: 2rem 1.5rem; min-width: 0 }
.what { background: #f0f3f7 }
.what > *, .how > * { max-width: 26rem; margin-inline: auto }
.from b { margin-left: .5rem; padding: .125rem .5rem; border-radius: .25rem; background: #ffde92; color: #5a3c00; font-size: .8125rem }
h1 { font-size: 1.125rem; font-weight: 500; color: #4f566b }
h2 { font-size: 1.25rem }
.amount { font-size: 2.25rem; font-weight: 600 }
.note { color: #4f566b }
.fault { color: #a4123f; font-weight: 600 }
form { display: grid; gap: 1rem }
label { display: grid; gap: .25rem; font-size: .875rem; color: #4f566b }
input, button { width: 100%; min-height: 2.75rem; padding: 0 .75rem; font: inherit; border: 1px solid #8792a2; border-radius: .375rem; background: #fff; color: inherit }
button { cursor: pointer }
.main { border-color: #2a5bd7; background: #2a5bd7; color: #fff; font-weight: 600 }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
a { color: #2a5bd7 }
@media (width >= 48rem) { main { grid-template-columns: 1fr 1fr } section { padding-block: 6rem } }`
