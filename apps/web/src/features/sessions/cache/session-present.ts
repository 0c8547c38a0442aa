import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { abilitiesLater } from '@parley/contract/rules/sessions/sessions.ts'

/** When the server was asked, and what time it is now. */
interface Times {
  askedAt: number
  now: number
}

/**
 * A session with its current abilities: time passes while a page is open, and the server's abilities date from the fetch.
 * Returns the same object if nothing has changed.
 */
export function atPresent(me: OwnProfile, session: Session, times: Times): Session {
  const viewer = { id: me.id, privs: me.privs, organizationId: me.organization_id }
  const facts = { ...session, participantIds: session.participants.map(({ id }) => id) }
  const abilities = abilitiesLater(viewer, facts, session.abilities, times)
  return abilities === session.abilities ? session : { ...session, abilities }
}

interface Answer {
  data: { entries: readonly Session[] } | undefined
  dataUpdatedAt: number
}

/** The same for every row of a list's answer. */
export const answerAtPresent = <A extends Answer>(me: OwnProfile, answer: A, now: number): A =>
  answer.data
    ? {
        ...answer,
        data: {
          ...answer.data,
          entries: answer.data.entries.map((row) =>
            atPresent(me, row, { askedAt: answer.dataUpdatedAt, now }),
          ),
        },
      }
    : answer
