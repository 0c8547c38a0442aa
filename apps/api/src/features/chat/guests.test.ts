import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chatWorld } from '../../../../../tests/support/worlds/chat-world.ts'
import { askIn, secretFor } from '../../../../../tests/support/worlds/guest-world.ts'
import { formOf, formType, goodFiles } from '../../../../../tests/support/sample-files.ts'
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

const pdf = goodFiles.pdf ?? Buffer.alloc(0)

/** A client who has asked to be let in. */
async function guestOf(id: string) {
  const secret = await secretFor(stack, id, world.client.id)
  await askIn(stack, secret)
  const as = stack.guest(secret)
  const decide = async (admit: boolean) => {
    const [knock] = (await stack.as(world.coach).get('/calls/waiting')).body.response
    await stack.as(world.coach).post(`/calls/admissions/${knock.id}`, { admit })
  }
  const list = () => as.get(`/chat/${id}/messages`)
  const write = (body = 'Hello.') => as.post(`/chat/${id}/messages`, { client_id: randomUUID(), body })
  const upload = () => as.upload(`/chat/${id}/files`, formOf('a.pdf', pdf), formType)
  return { as, decide, list, write, upload }
}

test('a guest can read, write and send files once they are let in, in that browser only', async () => {
  const { coach, individual, send, list } = world
  const id = await individual()
  const guest = await guestOf(id)
  const waits = { status: 403, body: { code: 'not_let_in' } }
  for (const call of [guest.list, guest.write, guest.upload]) expect(await call()).toMatchObject(waits)
  await guest.decide(true)
  await send(coach, id, 'Welcome.')
  expect(await guest.write('Thank you.')).toMatchObject({
    status: 200,
    body: { response: { isCoach: false } },
  })
  const sent = await guest.upload()
  expect(sent).toMatchObject({ status: 200 })
  expect((await guest.list()).body.response.messages).toMatchObject([
    { body: 'Welcome.', isCoach: true, isOwn: false },
    { body: 'Thank you.', isOwn: true },
    { type: 'media', isOwn: true },
  ])
  expect((await list(coach, id)).body.response.messages).toHaveLength(3)
  expect(await guest.as.get(`/chat/${id}/files/${sent.body.response.sid}`)).toMatchObject({ status: 200 })

  const elsewhere = stack.guest(await secretFor(stack, id, world.client.id), 'second')
  expect(await elsewhere.get(`/chat/${id}/messages`)).toMatchObject(waits)
  // The chat of another session is not open to them, although they are its client, too.
  const other = await individual()
  expect(await guest.as.get(`/chat/${other}/messages`)).toMatchObject({ status: 404 })
})

test("a guest's download address dies when another device takes their place or the link is revoked", async () => {
  const { coach, individual } = world
  const dead = { status: 404, body: { code: 'download_dead' } }
  const addressIn = async (id: string, sid: string, browser?: string) => {
    const asked = await stack
      .guest(await secretFor(stack, id, world.client.id), browser)
      .get(`/chat/${id}/files/${sid}`)
    return new URL(asked.body.response.url).pathname.replace('/api', '')
  }
  const id = await individual()
  const guest = await guestOf(id)
  await guest.decide(true)
  const { sid } = (await guest.upload()).body.response
  const first = await addressIn(id, sid)
  expect(await stack.visitor.get(first)).toMatchObject({ status: 200 })

  stack.clock.advance(1000)
  await askIn(stack, await secretFor(stack, id, world.client.id), 'second')
  await guest.decide(true)
  expect(await stack.visitor.get(first)).toMatchObject(dead)
  const second = await addressIn(id, sid, 'second')
  expect(await stack.visitor.get(second)).toMatchObject({ status: 200 })
  // Turning away somebody else at the door takes nothing from the browser that is inside.
  await askIn(stack, await secretFor(stack, id, world.client.id), 'third')
  await guest.decide(false)
  expect(await stack.visitor.get(second)).toMatchObject({ status: 200 })

  expect(await stack.as(coach).post(`/sessions/revoke-link/${id}`)).toMatchObject({ status: 200 })
  expect(await stack.visitor.get(second)).toMatchObject(dead)
})

test("after the call the coach and Org participants can read the chat, a guest can't [CHAT-15]", async () => {
  const { coach, otherCoach, orgAdmin, individual, ofOrg, send, list } = world
  const id = await individual()
  const guest = await guestOf(id)
  await guest.decide(true)
  await guest.write('See you.')
  const group = await ofOrg()
  await send(otherCoach, group, 'Bye.')
  stack.clock.set(at('15:01'))
  expect((await list(coach, id)).body.response.messages).toMatchObject([{ body: 'See you.' }])
  for (const person of [coach, otherCoach, orgAdmin])
    expect((await list(person, group)).body.response.messages).toMatchObject([{ body: 'Bye.' }])
  for (const answer of [await guest.list(), await guest.write()])
    expect(answer).toMatchObject({ status: 409, body: { code: 'chat_closed' } })
})

test("somebody removed from the call can't use its chat any more, not even to finish an upload", async () => {
  const { coach, individual, ofOrg, otherCoach, send, list } = world
  const id = await individual()
  const guest = await guestOf(id)
  await guest.decide(true)
  await guest.write()
  const remove = (session: string, personId: string) =>
    stack.as(coach).post(`/calls/remove/${session}`, { person_id: personId })
  const { files } = stack.platform
  const put = files.put.bind(files)
  files.put = async (...given) => {
    await put(...given)
    expect(await remove(id, world.client.id)).toMatchObject({ status: 200 })
  }
  expect(await guest.upload()).toMatchObject({ status: 403, body: { code: 'not_let_in' } })
  files.put = put
  for (const call of [guest.list, guest.write, guest.upload]) expect((await call()).status).toBe(403)
  expect((await list(coach, id)).body.response.messages).toHaveLength(1)

  const group = await ofOrg()
  await send(otherCoach, group, 'Hello.')
  expect(await remove(group, otherCoach.id)).toMatchObject({ status: 200 })
  expect(await send(otherCoach, group, 'Again.')).toMatchObject({ status: 403, body: { code: 'taken_out' } })
  expect(await list(otherCoach, group)).toMatchObject({ status: 403 })
})
