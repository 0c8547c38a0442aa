import { composeStory } from '@storybook/react-vite'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { sampleNow } from '#features/sessions/sample-sessions.ts'
import type { Lane } from './session-lanes.ts'
import { TwoLanes } from './two-lanes.tsx'

afterEach(() => composeStory({ render: () => <></> }, { title: 'Nothing' }).run())

const minute = 60_000
const person = { id: 'dana', first_name: 'Dana', last_name: 'Whitfield', username: 'dana@example.org' }
const titleOf = (minutes: number) => `A talk of ${minutes} minutes`
const lengths = [5, 15, 20, 25, 30, 35, 40, 45, 60]

/** A coach's day with a session every 65 minutes, each longer than the one before. */
const lane: Lane = {
  role: 'coach',
  option: { value: 'dana', label: 'Dana Whitfield', person, zone: 'UTC', organizationId: null },
  zone: 'UTC',
  workingHours: null,
  isKnown: true,
  busy: lengths.map((length, i) => {
    const start = sampleNow + i * 65 * minute
    return { start, end: start + length * minute, title: titleOf(length) }
  }),
}

test.each(['16px', '32px'])('no title on the ruler is cut off at a text size of %s', async (fontSize) => {
  const root = document.documentElement.style
  root.fontSize = fontSize
  onTestFinished(() => {
    root.fontSize = ''
  })
  const none = () => {}
  const availability = {
    ...{ lanes: [lane], clashes: [], outside: [], better: undefined, isChecking: false, isFailed: false },
  }
  await composeStory(
    {
      render: () => (
        <TwoLanes
          {...{ availability, zone: 'UTC', now: sampleNow, span: undefined, isLocked: false, valueText: '' }}
          {...{ onSpan: none, onDragging: none, onPress: none, earliest: sampleNow }}
          scale={{ start: sampleNow, end: sampleNow + 600 * minute }}
        />
      ),
    },
    { title: 'The ruler' },
  ).run()
  const shown = lengths.flatMap((minutes) => page.getByText(titleOf(minutes), { exact: true }).elements())
  expect(shown.map((title) => title.textContent)).toEqual(lengths.slice(3).map(titleOf))
  expect(shown.filter(isCut)).toEqual([])
})

/** The bottom of a line box is empty below the letters, so losing that part does not count as cut. */
function isCut(title: Element): boolean {
  const line = title.getBoundingClientRect()
  const block = title.parentElement?.getBoundingClientRect()
  return block === undefined || line.bottom - line.height * 0.22 > block.bottom
}
