import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTimeZone } from '@parley/contract/rules/time/time-zones.ts'
import { asOwner } from '../../../../../scripts/database/migrate.ts'
import { newPerson, peopleCalls, peopleWorld } from '../../../../../tests/support/worlds/people-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

/** Names that ICU accepts as zones, and PostgreSQL rejects or takes for another place. */
const foreign =
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST EST5EDT Japan GMT+5 +02:00 SystemV/AST4 US/Pacific-New Canada/East-Saskatchewan Europe/Nowhere'.split(
    ' ',
  )

/** The wall-clock time of a zone at an instant, according to this runtime. */
const clockHere = (timeZone: string, at: number) =>
  new Date(at)
    .toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .replace(/^(\S+) /, '$1T')

test('PostgreSQL knows every accepted zone and reads the same clock in it [PEOPLE-67]', async () => {
  const { rows: theirs } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(stack.db)
  const names = [...Intl.supportedValuesOf('timeZone'), ...theirs.map(({ name }) => name), ...foreign]
  const accepted = [...new Set(names)].filter(isTimeZone)
  const instants = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'].map(Date.parse)
  for (const at of instants) {
    const { rows } = await sql<{ name: string; clock: string }>`
      select name, to_char(${new Date(at)}::timestamptz at time zone name, 'YYYY-MM-DD"T"HH24:MI') as clock
      from unnest(${accepted}::text[]) name`.execute(stack.db)
    expect(rows).toEqual(accepted.map((name) => ({ name, clock: clockHere(name, at) })))
  }
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([])
  expect(accepted.length).toBeGreaterThan(500)
})

test('a zone that PostgreSQL does not know, or takes for another place, is refused in profiles, organizations and imports [PEOPLE-67]', async () => {
  const { admin, orgAdmin, coach, organization } = await peopleWorld(stack)
  const calls = peopleCalls(stack)
  for (const time_zone of foreign) {
    const answers = [
      await calls.update(coach, coach, { time_zone }),
      await calls.create(orgAdmin, newPerson({ time_zone })),
      await stack.as(admin).post(`/organizations/update/${organization.id}`, { time_zone }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ message: 'This time zone is not known' }] },
      })
  }
  const columns = 'first_name,last_name,username,email,time_zone'
  const csv = [columns, 'Omar,Haddad,ohaddad,omar@example.com,AET'].join('\n')
  const { id } = (await stack.as(orgAdmin).upload('/imports?filename=a.csv', csv)).body.response
  await stack.runJobs()
  expect((await stack.as(orgAdmin).get(`/imports/${id}/rows?page=1`)).body.response.entries).toMatchObject([
    { state: 'error', error: { field: 'time_zone', message: 'This time zone is not known' } },
  ])
  expect(await stack.as(admin).get('/profiles?page=1')).toMatchObject({ status: 200 })
})

test('the migration repairs rows with an unknown zone, and before it no list fails because of one [PEOPLE-67]', async () => {
  await using stack = await startStack()
  const { admin, orgAdmin, coach, client, organization } = await peopleWorld(stack)
  const file = join(import.meta.dirname, '../../../migrations/20261115000022_time_zones.sql')
  const [up = ''] = readFileSync(file, 'utf8').split('-- migrate:down')
  const zones = async () => ({
    people: await sql<{ time_zone: string | null }>`select time_zone from people
      where id in (${coach.id}, ${orgAdmin.id}, ${client.id}) order by id`
      .execute(stack.db)
      .then(({ rows }) => rows.map(({ time_zone }) => time_zone)),
    organization: (await stack.as(admin).get(`/organizations/${organization.id}`)).body.response.time_zone,
  })
  await asOwner(stack.database.ownerUrl, async (owner) => {
    await owner.query('alter table people drop constraint people_time_zone')
    await owner.query('alter table organizations drop constraint organizations_time_zone')
    await owner.query("update organizations set time_zone = 'Mars/Olympus' where id = $1", [organization.id])
    for (const [id, zone] of [
      [orgAdmin.id, 'AET'],
      [coach.id, 'Mars/Olympus'],
      [client.id, 'europe/berlin'],
    ])
      await owner.query('update people set time_zone = $2 where id = $1', [id, zone])
  })
  for (const path of ['/profiles?page=1', '/profiles/list-coaches?page=1', '/profiles', '/sessions/progress'])
    expect(await stack.as(orgAdmin).get(path)).toMatchObject({ status: 200 })
  await asOwner(stack.database.ownerUrl, (owner) => owner.query(`begin; ${up}; commit`))
  expect(await zones()).toEqual({ people: ['Australia/Sydney', null, 'Europe/Berlin'], organization: 'UTC' })
})
