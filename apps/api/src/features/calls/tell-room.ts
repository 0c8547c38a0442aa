import type { Platform } from '#platform/process/context.ts'

/**
 * Tells everybody in a session's call that there is something new to fetch. Only a hint: it may be lost, and nobody waits
 * for it.
 */
export async function tellRoom(
  { media, database: { db }, log }: Pick<Platform, 'media' | 'database' | 'log'>,
  sessionId: string,
  topic: string,
  told: object,
): Promise<void> {
  try {
    const call = await db
      .selectFrom('calls')
      .select('room')
      .where('session_id', '=', sessionId)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (call) await media.tell(call.room, topic, told)
  } catch (error) {
    log.warn({ err: error, sessionId }, 'a room was not told')
  }
}
