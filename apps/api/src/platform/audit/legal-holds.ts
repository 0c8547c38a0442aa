import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { lockKey } from '#platform/database/locks.ts'

interface Held {
  personId: RawBuilder<unknown>
  organizationId?: RawBuilder<unknown>
}

/** The legal holds that apply to a person, directly or through their organization, or to an organization. */
export const holdsOn = ({ personId, organizationId = sql`null::uuid` }: Held, now: number) => sql`
  from legal_holds h where h.ended_at is null and h.until > ${new Date(now)}::timestamptz
    and (h.person_id = ${personId} or h.organization_id = ${organizationId}
      or h.organization_id = (select organization_id from people where id = ${personId}))`

/** Whether a person is under legal hold: then none of their data may be deleted. */
export const isHeld = (personId: RawBuilder<unknown>, now: number) =>
  sql<boolean>`exists (select ${holdsOn({ personId }, now)})`

/** Serializes placing a hold and starting an erasure: the second waits and sees what the first has done. */
export const lockHolds = (tx: Db): Promise<void> => lockKey(tx, 'legal holds')
