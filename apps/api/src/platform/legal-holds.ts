import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'
import { lockKey } from './locks.ts'

interface Held {
  personId: RawBuilder<unknown>
  organizationId?: RawBuilder<unknown>
}

/** The legal holds that stand on a person, by themselves or with their organization, or on an organization. */
export const holdsOn = ({ personId, organizationId = sql`null::uuid` }: Held, now: number) => sql`
  from legal_holds h where h.ended_at is null and h.until > ${new Date(now)}::timestamptz
    and (h.person_id = ${personId} or h.organization_id = ${organizationId}
      or h.organization_id = (select organization_id from people where id = ${personId}))`

/** Whether somebody is under legal hold: nothing that is kept of them goes. */
export const isHeld = (personId: RawBuilder<unknown>, now: number) =>
  sql<boolean>`exists (select ${holdsOn({ personId }, now)})`

/** For whoever places a hold and whoever begins to erase: of two the second waits, and sees what the first has done. */
export const lockHolds = (tx: Db): Promise<void> => lockKey(tx, 'legal holds')
