import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEvents } from '../../../../../tests/support/events.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import { peopleCalls } from '../../../../../tests/support/worlds/people-world.ts'
import { at, sessionsWorld } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let address: string
beforeAll(async () => {
  stack = await startStack()
  address = await stack.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => stack[Symbol.asyncDispose]())

/** Opens a stream for each person, runs `act`, then waits until its notices have arrived: the channel keeps their order. */
async function heardBy<Name extends string>(
  people: Record<Name, TestPerson>,
  act: () => Promise<unknown>,
): Promise<Record<Name, unknown[]>> {
  const streams = await Promise.all(
    Object.entries<TestPerson>(people).map(async ([name, person]) => ({
      name,
      person,
      stream: await openEvents(`${address}/api/live`, person.token),
    })),
  )
  await act()
  const last = { kind: 'import', id: 'last' } as const
  await stack.platform.live.publish(
    streams.map(({ person }) => `person:${person.id}` as const),
    last,
  )
  for (const { stream } of streams)
    await eventually(
      () => stream.notices.at(-1),
      (notice) => JSON.stringify(notice) === JSON.stringify(last),
    )
  for (const { stream } of streams) stream.stop()
  const heard = streams.map(({ name, stream }) => [name, stream.notices.slice(0, -1)])
  return Object.fromEntries(heard) as Record<Name, unknown[]>
}

test("a session's notice reaches its people and the organization's OrgAdmins; Admins hear only that something changed, others nothing [WIRE-62]", async () => {
  const { coach, otherCoach, orgAdmin, admin, there, booked, update, orgSession } = await sessionsWorld(stack)
  const farAdmin = there.orgAdmin
  const people = { coach, otherCoach, orgAdmin, admin, farAdmin }
  let session = { id: '', version: 0 }
  const named = () => ({ kind: 'session', id: session.id, version: session.version })

  const individual = await heardBy(people, async () => (session = await booked()))
  expect(individual).toEqual({
    coach: [named()],
    otherCoach: [],
    orgAdmin: [named()],
    admin: [{ kind: 'sessions' }],
    farAdmin: [],
  })

  const org = { ...orgSession, start_time: at('20:00'), end_time: at('21:00') }
  const { orgAdmin: _orgAdmin, ...others } = people
  expect(await heardBy(others, async () => (session = await booked(org)))).toMatchObject({
    coach: [named()],
    otherCoach: [named()],
    farAdmin: [],
  })

  // A removed participant may no longer see the session, not even its id.
  const left = await heardBy(others, async () => {
    session = (await update(orgAdmin, session.id, { participants: [orgAdmin.id] })).body.response
  })
  expect(left).toMatchObject({ coach: [named()], otherCoach: [{ kind: 'sessions' }], farAdmin: [] })
})

test("a client's notice reaches their coach and the OrgAdmins, and people who lose sight of the client hear no id [WIRE-62]", async () => {
  const { coach, otherCoach, orgAdmin, admin, client, there } = await sessionsWorld(stack)
  const farAdmin = there.orgAdmin
  const people = { coach, otherCoach, orgAdmin, farAdmin }
  const calls = peopleCalls(stack)
  let person = { id: '', version: 0 }
  const change = (attributes: object) => async () =>
    void (person = (await calls.update(admin, client, attributes)).body.response)
  const named = () => ({ kind: 'person', id: person.id, version: person.version })

  expect(await heardBy(people, change({ first_name: 'Anew' }))).toEqual({
    coach: [named()],
    otherCoach: [],
    orgAdmin: [named()],
    farAdmin: [],
  })
  expect(await heardBy(people, change({ coach_id: otherCoach.id }))).toEqual({
    coach: [{ kind: 'people' }],
    otherCoach: [named()],
    orgAdmin: [named()],
    farAdmin: [],
  })
  expect(await heardBy(people, change({ organization_id: there.organization.id }))).toEqual({
    coach: [],
    otherCoach: [{ kind: 'people' }],
    orgAdmin: [{ kind: 'people' }],
    farAdmin: [named()],
  })
  expect(await heardBy({ farAdmin, orgAdmin }, () => calls.remove(admin, client))).toEqual({
    farAdmin: [{ ...named(), version: person.version + 1 }],
    orgAdmin: [],
  })
})

test("an organization's notice reaches its people and the Admins", async () => {
  const { coach, orgAdmin, admin, organization, there } = await sessionsWorld(stack)
  const farAdmin = there.orgAdmin
  let version = 0
  const heard = await heardBy({ coach, orgAdmin, admin, farAdmin }, async () => {
    const answer = await stack
      .as(admin)
      .post(`/organizations/update/${organization.id}`, { displayName: 'Anew' })
    version = answer.body.response.version
  })
  const named = { kind: 'organization', id: organization.id, version }
  expect(heard).toEqual({ coach: [named], orgAdmin: [named], admin: [named], farAdmin: [] })
})

test(
  'an Admin hears the first change at once and the others together 5 s later [WIRE-63]',
  { timeout: 60_000 },
  async () => {
    await using fresh = await startStack()
    const at = await fresh.app.listen({ host: '127.0.0.1', port: 0 })
    const admin = await fresh.make.person({ level: 'Admin' })
    const orgAdmin = await fresh.make.person({
      level: 'OrgAdmin',
      organization_id: (await fresh.make.organization()).id,
    })
    const other = await openEvents(`${at}/api/live`, orgAdmin.token)
    const stream = await openEvents(`${at}/api/live`, admin.token)
    const heard = (count: number) =>
      eventually(
        () => stream.notices.length,
        (length) => length === count,
        6000,
      )
    const change = { kind: 'person', id: orgAdmin.id, version: 1 } as const
    const since = performance.now()
    await fresh.platform.live.publish(['slow:people'], change)
    await heard(1)
    const first = performance.now()
    expect(first - since).toBeLessThan(2000)
    for (let i = 0; i < 20; i += 1) await fresh.platform.live.publish(['slow:people'], change)
    await heard(2)
    expect(performance.now() - first).toBeGreaterThan(4000)
    expect(stream.notices).toEqual([{ kind: 'people' }, { kind: 'people' }])
    expect(other.notices).toEqual([])
    for (const one of [stream, other]) one.stop()
  },
)
