import { setTimeout as rest } from 'node:timers/promises'
import { addresses, herePlaces } from '../../engines/places.ts'

interface Mail {
  id: string
  date: string
  html: string
}

const patienceMs = 60_000

/** The URL at which MailDev shows the newest invitation to this address that is not older than `since`. */
export async function invitationTo(address: string, since: number): Promise<string> {
  const { httpUrl } = addresses(herePlaces()).mail
  for (const giveUp = Date.now() + patienceMs; Date.now() < giveUp; await rest(250)) {
    const reply = await fetch(`${httpUrl}/email?to.address=${encodeURIComponent(address)}`)
    // MailDev's format; every mail has these fields.
    const mails = (await reply.json()) as Mail[]
    const mail = mails.findLast(({ date, html }) => Date.parse(date) >= since && html.includes('/join/'))
    if (mail) return `${httpUrl}/email/${mail.id}/html`
  }
  throw new Error(`No invitation came to ${address}.`)
}

/** The personal link in a mail at such a URL. */
export async function linkIn(mailAddress: string): Promise<string> {
  const html = await (await fetch(mailAddress)).text()
  const [link] = /https?:\/\/[^"]*\/join\/[\w-]+/.exec(html) ?? []
  if (link === undefined) throw new Error('The invitation has no link.')
  return link
}
