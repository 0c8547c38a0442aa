import { noticeBody, signatureOf } from './media-events.ts'
import type { Stack } from '../stack.ts'

/** Records rooms, stays and time in the waiting room as LiveKit's webhooks would report them, without a call. */
export function callRecord(stack: Stack) {
  let told = 0
  const roomOf = (sessionId: string) => `room of ${sessionId}`
  const open = (sessionId: string, madeAt: string) =>
    stack.db
      .insertInto('calls')
      .values({ session_id: sessionId, room: roomOf(sessionId), made_at: new Date(madeAt) })
      .execute()
  const tell = async (payload: string) => {
    const reply = await stack.app.inject({
      method: 'POST',
      url: '/api/hooks/livekit',
      headers: { 'content-type': 'application/webhook+json', authorization: await signatureOf(payload) },
      payload,
    })
    if (reply.statusCode !== 200) throw new Error(`not taken in: ${reply.payload}`)
  }
  /** Reports a stay with LiveKit's times. Without `until` it goes on. */
  const stay = async (sessionId: string, personId: string, from: string, until?: string) => {
    told += 1
    const about = { room: roomOf(sessionId), identity: personId, connection: `PA_${told}_${sessionId}` }
    const id = `EV_${told}_${sessionId}`
    await tell(noticeBody({ ...about, event: 'participant_joined', id: `${id}_joined`, at: from }))
    if (until !== undefined)
      await tell(noticeBody({ ...about, event: 'participant_left', id: `${id}_left`, at: until }))
  }
  const wait = (sessionId: string, personId: string, from: string, until: string) =>
    stack.db
      .insertInto('waiting_stays')
      .values({
        session_id: sessionId,
        person_id: personId,
        browser: 'a browser',
        began_at: new Date(from),
        seen_at: new Date(until),
      })
      .execute()
  return { open, stay, wait }
}
