import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { peopleWorld } from '../../../../../../tests/support/worlds/people-world.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'
import { findGuest, guestToken, guestUrl, readGuestToken, revokeGuestLinks } from './guest-links.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const tokenIn = (url: string | undefined): string => url?.split('/join/')[1] ?? expect.fail('no link')

async function linked() {
  const { coach, client, otherClient, admin } = await peopleWorld(stack)
  const session = await stack.make.session({ coach, client, start: '2026-11-17T15:00:00.000Z' })
  const url = await guestUrl(stack.db, stack.config, session.id, client.id)
  return { session, coach, client, otherClient, admin, url, token: tokenIn(url) }
}
const find = (token: string) => findGuest(stack.db, stack.config, token)

test('a link is found again, and is the same each time it is made [GUEST-02]', async () => {
  const { session, client, url, token } = await linked()
  expect(url).toBe(`${stack.config.origin}/join/${token}`)
  expect(token).toMatch(/^[\w-]{86}$/)
  expect(await find(token)).toMatchObject({ kind: 'guest', sessionId: session.id, personId: client.id })
  expect(await guestUrl(stack.db, stack.config, session.id, client.id)).toBe(url)
})

test('a revoked link is dead, and the next one is different [GUEST-03]', async () => {
  const { session, client, url, token } = await linked()
  await revokeGuestLinks(stack.db, session.id, [client.id])
  expect(await find(token)).toBeUndefined()
  const next = await guestUrl(stack.db, stack.config, session.id, client.id)
  expect(next).not.toBe(url)
  expect(await find(tokenIn(next))).toMatchObject({ sessionId: session.id, personId: client.id })
})

test("a link's secret is the HMAC-SHA-256 of session, person and number by the server's key [GUEST-01]", async () => {
  const { session, client, token } = await linked()
  const ids = Buffer.from(`${session.id}${client.id}`.replaceAll('-', ''), 'hex')
  const secretOf = (number: number) =>
    createHmac('sha256', stack.config.linkKey)
      .update(Buffer.concat([Buffer.from('guest\n'), ids, Buffer.from(`\n${number}`)]))
      .digest()
  expect(Buffer.from(token, 'base64url').equals(Buffer.concat([ids, secretOf(1)]))).toBe(true)
  await revokeGuestLinks(stack.db, session.id, [client.id])
  const next = tokenIn(await guestUrl(stack.db, stack.config, session.id, client.id))
  expect(Buffer.from(next, 'base64url').subarray(ids.length).equals(secretOf(2))).toBe(true)
})

test('the table holds a number and nothing from which a link could be made [GUEST-01]', async () => {
  const { session, token } = await linked()
  const row = await stack.db
    .selectFrom('guest_links')
    .selectAll()
    .where('session_id', '=', session.id)
    .executeTakeFirstOrThrow()
  expect(Object.keys(row).toSorted()).toEqual(['number', 'person_id', 'session_id'])
  expect(guestToken({ linkKey: Buffer.alloc(32, 7) }, row.session_id, row.person_id, row.number)).not.toBe(
    token,
  )
})

test("while the link key is changed, links made with the previous key open, and without that key they don't", async () => {
  const { token } = await linked()
  const changed = { linkKey: Buffer.alloc(32, 9), linkKeyPrevious: undefined }
  const both = { ...changed, linkKeyPrevious: stack.config.linkKey }
  expect(await findGuest(stack.db, both, token)).toBeDefined()
  expect(await findGuest(stack.db, changed, token)).toBeUndefined()
})

test('another person, another number, a changed letter and a malformed token find nobody [GUEST-04]', async () => {
  const { session, client, otherClient, token } = await linked()
  const made = (personId: string, number: number) => guestToken(stack.config, session.id, personId, number)
  expect(made(client.id, 1)).toBe(token)
  for (const number of [0, 2]) expect(await find(made(client.id, number))).toBeUndefined()
  // No link exists for this person and session, so number 0 is not valid either.
  for (const number of [0, 1]) expect(await find(made(otherClient.id, number))).toBeUndefined()
  for (const at of [0, 30, 60, 84]) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    expect(await find(changed)).toBeUndefined()
  }
  for (const none of ['', 'x', token.slice(1), `${token}A`, `${token}=`, 'ü'.repeat(86)]) {
    expect(readGuestToken(none)).toBeUndefined()
    expect(await find(none)).toBeUndefined()
  }
})

test('a link is dead once its holder is no longer the client of the session [GUEST-18]', async () => {
  const { session, otherClient, token } = await linked()
  await stack.db
    .updateTable('sessions')
    .set({ user_id: otherClient.id })
    .where('id', '=', session.id)
    .execute()
  expect(await find(token)).toBeUndefined()
})

test('deleting a client ends their links at once, and after a restore the same link works again [PEOPLE-39 GUEST-19]', async () => {
  const { session, client, admin, url, token } = await linked()
  expect(await stack.as(admin).delete(`/profiles/${client.id}`)).toMatchObject({ status: 200 })
  expect(await find(token)).toBeUndefined()
  // No mail carries a new link either.
  expect(await guestUrl(stack.db, stack.config, session.id, client.id)).toBeUndefined()
  expect(await stack.as(admin).post(`/profiles/restore/${client.id}`)).toMatchObject({ status: 200 })
  expect(await find(token)).toMatchObject({ sessionId: session.id })
  expect(await guestUrl(stack.db, stack.config, session.id, client.id)).toBe(url)
})

test('only its client gets a link to a session, and nobody gets one to a cancelled session', async () => {
  const { session, coach, otherClient, client } = await linked()
  const urlFor = (personId: string) => guestUrl(stack.db, stack.config, session.id, personId)
  expect(await urlFor(coach.id)).toBeUndefined()
  expect(await urlFor(otherClient.id)).toBeUndefined()
  await stack.db.updateTable('sessions').set({ status: 'Cancelled' }).where('id', '=', session.id).execute()
  expect(await urlFor(client.id)).toBeUndefined()
})
