import type { Platform } from '#platform/context.ts'
import { readIdentity } from './media-identity.ts'
import { sessionOfRoom } from './queries.ts'

/**
 * Brings a room in line with who may be in it: of a session that is off everybody goes, else whoever is not of the session
 * any more or lost their place. That they do not come back is the matter of the door. Run twice it does no harm.
 */
export async function shutOut({ media, database: { db } }: Platform, sessionId: string): Promise<void> {
  const call = await db
    .selectFrom('calls as c')
    .innerJoin('sessions as s', 's.id', 'c.session_id')
    .select(['c.room', 's.status'])
    .where('c.session_id', '=', sessionId)
    .executeTakeFirst()
  if (!call) return
  if (call.status === 'Cancelled' || call.status === 'NoShow') {
    await media.close(call.room)
    return
  }
  for (const { identity } of await media.peopleIn(call.room)) {
    const who = readIdentity(identity)
    const isOfIt = who && (await sessionOfRoom(db, call.room, who)) !== undefined
    if (!isOfIt) await media.remove({ room: call.room, identity })
  }
}
