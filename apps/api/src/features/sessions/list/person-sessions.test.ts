import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, sessionsWorld } from '../../../../../../tests/support/worlds/sessions-world.ts'
import type { TestPerson } from '../../../../../../tests/support/make.ts'
import { startStack, type Stack } from '../../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const asked = (viewer: TestPerson, { id }: { id: string }, when: string) =>
  stack.as(viewer).get(`/sessions/person/${id}?when=${when}`)

const titles = async (viewer: TestPerson, person: { id: string }, when: 'next' | 'past') => {
  const answer = await asked(viewer, person, when)
  expect(answer.status).toBe(200)
  return answer.body.response.map(({ title }: { title: string }) => title)
}

describe("the sessions on a person's page", () => {
  test('[PEOPLE-70] the next are Scheduled and not over, soonest first; the past are newest first, in any status; five of each', async () => {
    const { coach, client, orgAdmin } = await sessionsWorld(stack)
    const make = (title: string, start: string, more: object = {}) =>
      stack.make.session({ coach, client, title, start, ...more })
    await make('Runs', at('13:30'))
    await make('Called off', at('16:00'), { status: 'Cancelled' })
    for (const day of [22, 21, 20, 19, 18, 17]) await make(`Nov ${day}`, at('15:00', `2026-11-${day}`))
    await make('Undecided', at('12:00'))
    await make('Missed', at('11:00'), { status: 'NoShow' })
    await make('Cancelled then', at('10:00'), { status: 'Cancelled' })
    for (const day of [15, 14, 13]) {
      await make(`Done ${day}`, at('15:00', `2026-11-${day}`), { status: 'Completed' })
    }
    // Completed before its end, so it is over.
    await make('Short', at('13:45', '2026-11-16'), { status: 'Completed' })
    for (const viewer of [coach, orgAdmin]) {
      expect(await titles(viewer, client, 'next')).toEqual(['Runs', 'Nov 17', 'Nov 18', 'Nov 19', 'Nov 20'])
      expect(await titles(viewer, client, 'past')).toEqual([
        'Short',
        'Undecided',
        'Missed',
        'Cancelled then',
        'Done 15',
      ])
    }
  })

  test('[PEOPLE-70] a viewer gets only the sessions that they may see, and 404 for people whom they may not see', async () => {
    const { coach, otherCoach, client, otherClient, orgAdmin, admin, there } = await sessionsWorld(stack)
    const hour = (
      (next) => () =>
        at(`${String(next++).padStart(2, '0')}:00`, '2026-11-18')
    )(6)
    const make = (title: string, who: object) => stack.make.session({ coach, title, start: hour(), ...who })
    await make('Own', { client })
    await make('Of the other', { coach: otherCoach, client })
    await make('Of others', { coach: otherCoach, client: otherClient })
    await make('Together', { coach: otherCoach, participants: [coach, orgAdmin] })
    await make('Lead', { participants: [otherCoach] })
    await make('Both as guests', { coach: orgAdmin, participants: [coach, otherCoach] })

    expect(await titles(coach, client, 'next')).toEqual(['Own'])
    expect(await titles(otherCoach, client, 'next')).toEqual(['Of the other'])
    expect(await titles(orgAdmin, client, 'next')).toEqual(['Own', 'Of the other'])
    expect(await titles(admin, client, 'next')).toEqual(['Own', 'Of the other'])

    const shared = ['Together', 'Lead', 'Both as guests']
    expect(await titles(coach, otherCoach, 'next')).toEqual(shared)
    expect(await titles(otherCoach, coach, 'next')).toEqual(shared)
    expect(await titles(coach, coach, 'next')).toEqual(['Own', ...shared])
    expect(await titles(orgAdmin, otherCoach, 'next')).toEqual(['Of the other', 'Of others', ...shared])
    expect(await titles(admin, coach, 'next')).toEqual(['Own', ...shared])

    for (const [viewer, person] of [
      [coach, otherClient],
      [there.coach, client],
      [there.orgAdmin, client],
      [there.orgAdmin, coach],
    ] as const)
      expect(await asked(viewer, person, 'next')).toMatchObject({
        status: 404,
        body: { code: 'person_not_found' },
      })
    expect(await asked(orgAdmin, client, 'later')).toMatchObject({ status: 400 })
  })

  test('[PEOPLE-69] a deleted client is 404 for the coach, and has a page for an OrgAdmin, who can restore them', async () => {
    const { coach, client, orgAdmin } = await sessionsWorld(stack)
    await stack.make.session({ coach, client, title: 'Before', start: at('10:00'), status: 'Completed' })
    expect((await stack.as(orgAdmin).delete(`/profiles/${client.id}`)).status).toBe(200)
    for (const path of [`/profiles/${client.id}`, `/sessions/person/${client.id}?when=past`])
      expect(await stack.as(coach).get(path)).toMatchObject({ status: 404 })
    const { body } = await stack.as(orgAdmin).get(`/profiles/${client.id}`)
    expect(body.response).toMatchObject({ abilities: { edit: false, restore: true } })
    expect(await titles(orgAdmin, client, 'past')).toEqual(['Before'])
  })
})
