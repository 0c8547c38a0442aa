import { randomUUID } from 'node:crypto'
import { RoomEvent } from '@livekit/rtc-node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatPageMax, type ChatMessage } from '@parley/contract/chat.ts'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'
import { enterCall } from '../../../../../tests/support/calls/call-people.ts'
import { chatWorld } from '../../../../../tests/support/worlds/chat-world.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { openEvents } from '../../../../../tests/support/events.ts'
import { at } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof chatWorld>>
beforeAll(async () => {
  stack = await startStack()
  world = await chatWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(() => stack.clock.set(at('14:00')))

const numbersOf = (messages: readonly ChatMessage[]) => messages.map(({ number }) => number)

describe('messages', () => {
  test('messages are stored and listed with their authors, in the order of writing [API-46 API-47]', async () => {
    const { coach, otherCoach, ofOrg, send, list } = world
    const id = await ofOrg()
    const clientId = randomUUID()
    const sent = await send(coach, id, '  Here is the outline.\nPage 2. ', clientId)
    expect(sent).toMatchObject({ status: 200 })
    expect(sent.body.response).toEqual({
      sid: expect.stringMatching(/^[\da-f-]{36}$/),
      number: 1,
      author: 'Robin Ames',
      author_id: coach.id,
      isCoach: true,
      isOwn: true,
      client_id: clientId,
      type: 'text',
      body: 'Here is the outline.\nPage 2.',
      media: null,
      dateCreated: at('14:00'),
    })
    expect(await send(otherCoach, id, 'Found it.')).toMatchObject({ status: 200 })
    const listed = (await list(otherCoach, id)).body.response
    expect(listed.messages).toEqual([
      { ...sent.body.response, isOwn: false },
      expect.objectContaining({ number: 2, body: 'Found it.', isOwn: true, isCoach: false }),
    ])
    expect(listed.hasMore).toBe(false)
    expect((await list(coach, id, 1)).body.response.messages).toMatchObject([{ number: 2, isOwn: false }])
    expect((await list(coach, id, 2)).body.response.messages).toEqual([])
    expect(await stack.as(coach).get(`/chat/${id}/messages?after=x`)).toMatchObject({ status: 400 })
  })

  test('a list has at most one page of messages and says whether more follow', async () => {
    const { coach, individual, list } = world
    const id = await individual()
    const rows = Array.from({ length: chatPageMax + 1 }, (_, i) => ({
      session_id: id,
      number: i + 1,
      author_id: coach.id,
      client_id: randomUUID(),
      type: 'text',
      body: `message ${i + 1}`,
      created_at: new Date(stack.clock.now()),
    }))
    await stack.db.insertInto('chats').values({ session_id: id, messages: rows.length }).execute()
    await stack.db.insertInto('chat_messages').values(rows).execute()
    const [first, full, rest] = [
      (await list(coach, id)).body.response,
      (await list(coach, id, 1)).body.response,
      (await list(coach, id, chatPageMax)).body.response,
    ]
    // Exactly as many as an answer holds: nothing follows them.
    expect([full.messages.length, full.hasMore]).toEqual([chatPageMax, false])
    expect([first.messages.length, first.hasMore]).toEqual([chatPageMax, true])
    expect([numbersOf(rest.messages), rest.hasMore]).toEqual([[chatPageMax + 1], false])
  })

  test('a blank text and one of more than 4,000 characters are refused', async () => {
    const { coach, individual, send, list } = world
    const id = await individual()
    for (const blank of ['', '   ', '\n\t', '\u200b'])
      expect(await send(coach, id, blank)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'body', message: 'Write something first' }] },
      })
    expect(await send(coach, id, 'a'.repeat(4001))).toMatchObject({ status: 400 })
    expect(await send(coach, id, 'a'.repeat(4000))).toMatchObject({ status: 200 })
    expect((await list(coach, id)).body.response.messages).toHaveLength(1)
  })

  test('a message sent several times with one client id is stored once; the same id from another author is another message', async () => {
    const { coach, otherCoach, ofOrg, send, list } = world
    const id = await ofOrg()
    const name = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(coach, id, 'Once.', name)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.response.sid)).size).toBe(1)
    expect(await send(otherCoach, id, 'Another.', name)).toMatchObject({ status: 200 })
    expect((await list(coach, id)).body.response.messages).toMatchObject([
      { number: 1, body: 'Once.' },
      { number: 2, body: 'Another.' },
    ])
  })

  test('a reader who asks for what follows misses no message while 12 writers send at once', async () => {
    const { coach, otherCoach, orgAdmin, ofOrg, send, list } = world
    const id = await ofOrg()
    const seen: ChatMessage[] = []
    let isWriting = true
    const reading = (async () => {
      for (let isLast = false; !isLast;) {
        isLast = !isWriting
        seen.push(...(await list(coach, id, seen.at(-1)?.number ?? 0)).body.response.messages)
      }
    })()
    const writers = [coach, otherCoach, orgAdmin].flatMap((person) => Array.from({ length: 4 }, () => person))
    await Promise.all(
      writers.map(async (person, w) => {
        for (let i = 0; i < 10; i += 1) expect((await send(person, id, `${w}-${i}`)).status).toBe(200)
      }),
    )
    isWriting = false
    await reading
    expect(numbersOf(seen)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1))
    expect(new Set(seen.map(({ body }) => body)).size).toBe(120)
  })
})

describe('notices', () => {
  test('the API tells people in the room that there is a message, not what it says', async () => {
    const { coach, otherCoach, ofOrg, send } = world
    const id = await ofOrg()
    const { twilio_token } = (await stack.as(otherCoach).get(`/sessions/join/${id}`)).body.response
    const url = addresses(herePlaces()).media.nodes[0]?.url.replace('http', 'ws') ?? ''
    await using person = await enterCall(url, twilio_token)
    const heard: { topic: string | undefined; told: unknown }[] = []
    person.room.on(RoomEvent.DataReceived, (data, _from, _kind, topic) =>
      heard.push({ topic, told: JSON.parse(new TextDecoder().decode(data)) }),
    )
    const { sid } = (await send(coach, id, 'Between us.')).body.response
    await eventually(
      () => heard,
      (all) => all.length === 1,
    )
    expect(heard).toEqual([{ topic: 'chat', told: { sid, number: 1 } }])
  })

  test("the session's people get a live notice in the portal, and nobody else does", async () => {
    const { coach, otherCoach, orgAdmin, admin, ofOrg, send } = world
    const address = await stack.app.listen({ host: '127.0.0.1', port: 0 })
    const streams = await Promise.all(
      [coach, otherCoach, admin].map(({ token }) => openEvents(`${address}/api/live`, token)),
    )
    const id = await ofOrg()
    await send(orgAdmin, id, 'Hello.')
    const notice = { kind: 'chat', id }
    await eventually(
      () => streams.map(({ notices }) => notices.length),
      ([one, two]) => one === 1 && two === 1,
    )
    expect(streams.map(({ notices }) => notices)).toEqual([[notice], [notice], []])
    for (const stream of streams) stream.stop()
  })

  test("a message is stored even if the room can't be told", async () => {
    await using alone = await startStack({ LIVEKIT_NODES: '' })
    const { coach, individual, send, list } = await chatWorld(alone)
    const id = await individual()
    expect(await send(coach, id, 'All the same.')).toMatchObject({ status: 200 })
    expect((await list(coach, id)).body.response.messages).toHaveLength(1)
  })
})

describe('rights', () => {
  test('OrgAdmin, Admin and Super learn only how many messages a chat has [CHAT-16]', async () => {
    const { coach, otherCoach, orgAdmin, admin, superUser, there, individual, send, list } = world
    const id = await individual()
    for (const text of ['One.', 'Two.', 'Three.']) await send(coach, id, text)
    for (const other of [orgAdmin, admin, superUser]) {
      expect((await stack.as(other).get(`/sessions/${id}/details`)).body.response.messages).toBe(3)
      expect(await list(other, id)).toMatchObject({ status: 403, body: { code: 'not_of_call' } })
      const whole = await stack.as(other).get(`/sessions/${id}`)
      expect(JSON.stringify(whole.body)).not.toContain('Two.')
    }
    for (const stranger of [otherCoach, there.coach, there.orgAdmin])
      expect(await stack.as(stranger).get(`/sessions/${id}/details`)).toMatchObject({ status: 404 })
    expect(
      (await stack.as(coach).get(`/sessions/${await individual()}/details`)).body.response.messages,
    ).toBe(0)
  })

  test('people of the session can write while the call can be joined, and can still read afterwards', async () => {
    const { coach, otherCoach, orgAdmin, ofOrg, send, list } = world
    const id = await ofOrg()
    const closed = {
      status: 409,
      body: { code: 'chat_closed', response: 'The chat of this call is closed.' },
    }
    stack.clock.set(at('13:29'))
    expect(await send(coach, id, 'Early.')).toMatchObject(closed)
    stack.clock.set(at('13:30'))
    expect(await send(coach, id, 'In time.')).toMatchObject({ status: 200 })
    stack.clock.set(at('15:00'))
    expect((await list(coach, id)).body.response.abilities.write).toBe(true)
    expect(await send(otherCoach, id, 'Still in time.')).toMatchObject({ status: 200 })
    stack.clock.set(at('15:01'))
    expect(await send(coach, id, 'Late.')).toMatchObject(closed)
    for (const person of [coach, otherCoach, orgAdmin]) {
      const { messages, abilities } = (await list(person, id)).body.response
      expect(messages).toHaveLength(2)
      expect(abilities).toEqual({ write: false, sendFiles: false })
    }
  })

  test('people who were in the room when the window closed can go on writing while another is there', async () => {
    const { coach, otherCoach, orgAdmin, ofOrg, send } = world
    const id = await ofOrg()
    await stack.db
      .insertInto('presence')
      .values(
        [coach, otherCoach].map((person) => ({
          session_id: id,
          person_id: person.id,
          connection: randomUUID(),
          joined_at: at('14:00'),
        })),
      )
      .execute()
    stack.clock.set(at('15:10'))
    expect(await send(coach, id, 'One more thing.')).toMatchObject({ status: 200 })
    expect(await send(orgAdmin, id, 'I was not there.')).toMatchObject({ status: 409 })
  })
})
