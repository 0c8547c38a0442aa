import { RoomServiceClient } from 'livekit-server-sdk'
import type { Database } from '@parley/api/platform/database/database.ts'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'

/** The room of a session's call, and a client for LiveKit that bypasses the API. */
export async function roomOf({ db }: Database, sessionId: string) {
  const { key, secret, nodes } = addresses(herePlaces()).media
  const { room } = await db
    .selectFrom('calls')
    .select('room')
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return { room, media: new RoomServiceClient(nodes[0]?.url ?? '', key, secret) }
}
