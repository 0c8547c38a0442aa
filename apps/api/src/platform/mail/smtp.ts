import { createTransport } from 'nodemailer'
import type { Config } from '#platform/process/config.ts'

export interface Message {
  messageId: string
  date: Date
  fromName: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** An iCalendar invitation. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; ics: string } | undefined
  attachment?: { filename: string; contentType: string; content: Buffer } | undefined
}

/** The mail server's verdict: accepted, refused for good, or failed and worth a retry. */
export type Delivery =
  | { event: 'accepted'; answer: string }
  | { event: 'refused'; answer: string }
  | { event: 'failed'; answer: string }

const deadlinesMs = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/** Opens an SMTP client: one connection per mail, with a deadline for each step. */
export function openSmtp({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>) {
  const transport = smtpUrl
    ? createTransport({ url: smtpUrl, ...deadlinesMs, disableFileAccess: true, disableUrlAccess: true })
    : undefined

  return async ({ fromName, to, calendar, attachment, ...message }: Message): Promise<Delivery> => {
    if (!transport) return { event: 'failed', answer: 'SMTP_URL is not set.' }
    try {
      const sent = await transport.sendMail({
        ...message,
        from: { name: fromName, address: mailFrom },
        to,
        headers: { 'Auto-Submitted': 'auto-generated' },
        xMailer: false,
        ...(calendar
          ? { icalEvent: { method: calendar.method, filename: 'invite.ics', content: calendar.ics } }
          : {}),
        ...(attachment ? { attachments: [attachment] } : {}),
      })
      return { event: 'accepted', answer: shortened(sent.response) }
    } catch (error) {
      return { event: isFinal(error) ? 'refused' : 'failed', answer: shortened(String(error)) }
    }
  }
}

export type SendMessage = ReturnType<typeof openSmtp>

const shortened = (text: string): string => text.slice(0, 500)

/**
 * Whether a retry would fail the same way: the server refuses this mail or address with a 5xx, or the address is invalid. A
 * 5xx to our own login is an operator's mistake, which can be fixed while the mail waits.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const status = 'responseCode' in error ? Number(error.responseCode) : undefined
  if (error.code === 'EENVELOPE') return status === undefined || status >= 500
  return error.code === 'EMESSAGE' && status !== undefined && status >= 500
}
