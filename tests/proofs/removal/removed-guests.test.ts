import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { medianOf } from '../../support/measure/statistics.ts'
import { signalRequest } from '../../support/stream/stream-world.ts'
import { openCallWorld } from '../calls/call-world.ts'
import { openGuestCall } from './guest-calls.ts'

/** They alternate between removed and turned away. */
const tries = 6
const outMs = 1000

test('a client who is turned away or removed is out of media, chat, files and stream within a second [GUEST-13]', async () => {
  await using world = await openCallWorld()
  await using _worker = await world.startWorker()
  const times = { removed: [] as number[], 'turned away': [] as number[] }
  for (let i = 0; i < tries; i += 1) {
    const call = await openGuestCall(world, `${i}`)
    const { sessionId, client, ofCoach, ofClient, ask, send } = call
    const { way, admissionId } = await call.knock()
    await using clientIn = await call.enter(way)
    const form = new FormData()
    form.set('userfile', new Blob(['words'], { type: 'text/plain' }), 'words.txt')
    const whole = new Response(form)
    const sent = await call.sendFile(ofCoach(), whole, await whole.arrayBuffer())
    const { response } = (await sent.json()) as { response: { sid: string } }
    const addressPath = `/chat/${sessionId}/files/${response.sid}`
    const { url } = await ask<{ url: string }>(ofClient(), addressPath)
    expect((await fetch(url)).status).toBe(200)

    const how = i % 2 === 0 ? 'removed' : 'turned away'
    const since = performance.now()
    if (how === 'removed') await ask(ofCoach(), `/calls/remove/${sessionId}`, { person_id: client.id })
    else await ask(ofCoach(), `/calls/admissions/${admissionId}`, { admit: false })
    // The API refuses everything as soon as it has answered.
    expect((await send(ofClient(), `/chat/${sessionId}/messages`)).status).toBe(403)
    const word = { client_id: crypto.randomUUID(), body: 'a word' }
    expect((await send(ofClient(), `/chat/${sessionId}/messages`, word)).status).toBe(403)
    expect((await send(ofClient(), addressPath)).status).toBe(403)
    expect((await send(ofClient(), `/stream/${sessionId}`)).status).toBe(403)
    const connect = { sessionId, signalRequest: signalRequest() }
    expect((await send(ofClient(), '/stream/connect', connect)).status).toBe(403)
    expect((await fetch(url)).status).toBe(404)
    await eventually(
      () => clientIn.room.isConnected,
      (isIn) => !isIn,
      20_000,
    )
    times[how].push(performance.now() - since)
  }
  // The median, because a busy machine is late at times.
  for (const each of Object.values(times)) expect(medianOf(each)).toBeLessThan(outMs)
}, 90_000)
