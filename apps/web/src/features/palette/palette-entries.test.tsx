import { expect, test } from 'vitest'
import { sampleCoach, samplePerson } from '#features/people/sample-people.ts'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { Keyboard } from 'lucide-react'
import { personActs, steadySections, type Section } from './palette-entries.ts'

const actsOf = (...given: Parameters<typeof personActs>) =>
  personActs(...given).entries.map(({ label }) => label)
const none = () => {}

test('actions are offered for the first two people found, as far as the viewer may do them [LIST-41]', () => {
  const me = sampleMe('Coach')
  const own = samplePerson({ coach_id: me.id, abilities: { sendLoginEmail: true } })
  const anothers = samplePerson({ id: 'another', first_name: 'Lena', coach_id: 'somebody-else' })
  const third = samplePerson({ id: 'third', coach_id: me.id, abilities: { sendLoginEmail: true } })
  expect(actsOf(me, [own, anothers, third], none)).toEqual([
    'Schedule a session with Kwame Boateng',
    'Send session links to Kwame Boateng',
  ])
  expect(actsOf(me, [{ ...own, deletedAt: '2026-11-16T14:00:00.000Z' }], none)).not.toContain(
    'Schedule a session with Kwame Boateng',
  )
})

test('for a person who signs in, the palette offers a login email and sends it without opening a page [LIST-41]', () => {
  const mailed: string[] = []
  const coach = sampleCoach({ abilities: { sendLoginEmail: true } })
  const { entries } = personActs(sampleMe('OrgAdmin'), [coach], ({ id }) => void mailed.push(id))
  expect(entries.map(({ label, href }) => [label, href])).toEqual([
    ['Schedule a session with Ingrid Solheim', `/coaches/${coach.id}?schedule=true`],
    ['Send login email to Ingrid Solheim', undefined],
  ])
  entries.at(-1)?.onAction?.()
  expect(mailed).toEqual([coach.id])
})

const section = (title: string, ...ids: string[]): Section => ({
  title,
  entries: ids.map((id) => ({ id, label: id, icon: Keyboard })),
})
const titlesOf = (...given: Parameters<typeof steadySections>) =>
  steadySections(given[0]).map(({ title }) => title)

test('no group is shown while one above it may still get entries [LIST-41]', () => {
  const people = { isSettled: false, sections: [section('Clients'), section('Coaches')] }
  const sessions = { isSettled: true, sections: [section('Sessions', 'long')] }
  expect(titlesOf([people, sessions])).toEqual([])
  expect(titlesOf([{ ...people, isSettled: true }, sessions])).toEqual(['Sessions'])
  // A group that has entries keeps the first place, even while more may come.
  expect(titlesOf([{ ...people, sections: [section('Clients', 'priya')] }, sessions])).toEqual([
    'Clients',
    'Sessions',
  ])
  const known = { isSettled: true, sections: [section('Go to', 'help')] }
  expect(titlesOf([known, people, sessions])).toEqual(['Go to', 'Sessions'])
  expect(titlesOf([])).toEqual([])
})
