import type { NotNull } from 'kysely'
import type { HistoryEntry } from '@parley/contract/sessions/sessions.ts'
import type { Db } from '#platform/database/database.ts'
import type { MailKind } from '#platform/content/texts.ts'
import { aboutOf, type About } from './session-mails.ts'

/** A mail about a session that the mail server accepted. */
export interface SentMail {
  id: string
  kind: MailKind
  personId: string
  writtenAt: number
  sentAt: number
  about: About
}

/** More mails than a session ever has. The history shows the newest. */
const readMax = 1000

export async function mailsSent(db: Db, sessionId: string): Promise<SentMail[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'kind', 'person_id', 'created_at', 'sent_at', 'detail'])
    .where('person_id', 'is not', null)
    .$narrowType<{ person_id: NotNull }>()
    .where('session_id', '=', sessionId)
    .where('state', '=', 'sent')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(readMax)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    // Only `queueMail` writes these.
    kind: row.kind as MailKind,
    personId: row.person_id,
    writtenAt: row.created_at.getTime(),
    sentAt: (row.sent_at ?? row.created_at).getTime(),
    about: aboutOf(row.detail),
  }))
}

const actions: Partial<Record<MailKind, string>> = {
  'session-invitation': 'invited',
  'session-changed': 'told-changed',
  'session-cancelled': 'told-cancelled',
  'session-reminder': 'reminded',
}

/** The mails of one change are written within moments of each other, one for each person. */
const togetherMs = 60_000

const isTogether = (a: SentMail, b: SentMail): boolean =>
  a.kind === b.kind &&
  a.about.sequence === b.about.sequence &&
  a.about.before === b.about.before &&
  Math.abs(a.writtenAt - b.writtenAt) < togetherMs

/** The history entries of the mails about a session: one entry for the mails of one change, once they are sent. */
export async function mailEntries(db: Db, sessionId: string): Promise<HistoryEntry[]> {
  const groups: SentMail[][] = []
  for (const mail of await mailsSent(db, sessionId)) {
    const group = groups.find(([first]) => first && isTogether(first, mail))
    if (group) group.push(mail)
    else groups.push([mail])
  }
  return groups.flatMap((group) => {
    const [first] = group
    const action = first && actions[first.kind]
    if (!action) return []
    return {
      id: `mail-${first.id}`,
      at: new Date(Math.max(...group.map(({ sentAt }) => sentAt))).toISOString(),
      by: null,
      action,
      changes: { people: new Set(group.map(({ personId }) => personId)).size },
    }
  })
}
