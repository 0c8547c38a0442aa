import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import { eventually } from '../eventually.ts'

const { httpUrl } = addresses(herePlaces()).mail

/** A mail, read back from the mail catcher. */
export interface TestMail {
  id: string
  messageId: string
  subject: string
  text: string
  html: string
  from: { name: string; address: string }[]
  to: { name: string; address: string }[]
  headers: Record<string, string>
  attachments?: { fileName: string; generatedFileName: string }[]
}

async function caught(address: string): Promise<TestMail[]> {
  const reply = await fetch(`${httpUrl}/email?to.address=${encodeURIComponent(address.toLowerCase())}`)
  // The mail catcher's format; `TestMail` has the fields that every mail has.
  return (await reply.json()) as TestMail[]
}

/** Waits for `count` mails to an address, oldest first. The mail catcher lists a mail some time after accepting it. */
export const mailTo = (address: string, count = 1): Promise<TestMail[]> =>
  eventually(
    () => caught(address),
    (mails) => mails.length >= count,
    30_000,
  )

/** The secret of a mail's link, which its text and its HTML part must both contain. */
export function linkIn(mail: TestMail | undefined, page: 'set-password' | 'confirm-email' | 'join'): string {
  const pattern = new RegExp(`/${page}/([\\w-]+)`)
  const [inText, inHtml] = [mail?.text, mail?.html].map((part) => pattern.exec(part ?? '')?.[1])
  if (!inText || inText !== inHtml) throw new Error(`there is no link to ${page} in both parts of the mail`)
  return inText
}

/** The mail's source as it was sent over the wire. */
export async function sourceOf(mail: TestMail | undefined): Promise<string> {
  if (!mail) throw new Error('there is no mail to read')
  return (await fetch(`${httpUrl}/email/${mail.id}/source`)).text()
}

/** The calendar invitation that is attached to a mail, as it was sent. */
export async function calendarIn(mail: TestMail | undefined): Promise<string> {
  const file = mail?.attachments?.find((one) => one.fileName === 'invite.ics')
  if (!mail || !file) throw new Error('the mail carries no invite.ics')
  return (await fetch(`${httpUrl}/email/${mail.id}/attachment/${file.generatedFileName}`)).text()
}
