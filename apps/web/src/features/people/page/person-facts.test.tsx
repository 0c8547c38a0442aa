import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { samplePerson } from '#features/people/sample-people.ts'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { PersonFacts } from './person-facts.tsx'

let root: Root
beforeEach(() => {
  vi.useFakeTimers({
    now: new Date('2026-11-16T14:18:30.000Z'),
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
  })
  document.body.innerHTML = '<div id="place"></div>'
  root = createRoot(document.getElementById('place') ?? document.body)
})
afterEach(() => {
  root.unmount()
  vi.useRealTimers()
})

/** The texts of the first two facts. */
const clocks = () => [...document.querySelectorAll('dd')].slice(0, 4).map(({ textContent }) => textContent)

test('both clocks advance every minute, and past midnight to the next day [PEOPLE-71]', async () => {
  const auckland = samplePerson({ time_zone: 'Pacific/Auckland' })
  root.render(<PersonFacts kind="client" person={auckland} me={sampleMe('Coach')} />)
  await expect.poll(clocks).toEqual(['3:18 AM', 'Tuesday, NZDT, 18 h ahead of you', '9:18 AM', 'Monday, EST'])
  await vi.advanceTimersByTimeAsync(30_000)
  await expect.poll(() => clocks().filter((_, i) => i % 2 === 0)).toEqual(['3:19 AM', '9:19 AM'])
  vi.setSystemTime(new Date('2026-11-17T04:59:59.000Z'))
  await vi.advanceTimersByTimeAsync(61_000)
  await expect.poll(() => clocks().at(-1)).toBe('Tuesday, EST')
})
