import { expect, test } from 'vitest'
import { sampleCall, samplePersonIn } from '#features/calls/stage/sample-call.ts'
import { focusKey, focusOf } from './focus.ts'

const screen = { attach: () => {}, detach: () => {} }
const [amara, jun] = [samplePersonIn('Amara'), samplePersonIn('Jun', { screen })]
const me = samplePersonIn('Dana', { isSelf: true, screen })

const running = { hasApplication: true, newest: 'application' } as const
const closed = { hasApplication: false, newest: 'application' } as const

test('the application takes precedence over a shared screen, that over a pinned person, and that over the grid', () => {
  const all = sampleCall({ people: [amara, jun, me] })
  expect(focusKey(focusOf(all, running, 'Amara'))).toBe('application')
  expect(focusKey(focusOf(all, closed, 'Amara'))).toBe('screen Jun')
  const none = sampleCall({ people: [amara, me] })
  expect(focusKey(focusOf(none, closed, 'Amara'))).toBe('person Amara')
  expect(focusKey(focusOf(none, closed, undefined))).toBeUndefined()
  // A pinned person who has left is not in focus any more.
  expect(focusOf(none, closed, 'Jun')).toBeUndefined()
})

test('the newer of the application and a shared screen is shown large, and the application again when the share ends [CALL-48]', () => {
  const both = sampleCall({ people: [amara, jun, me] })
  const shared = { hasApplication: true, newest: 'screen' } as const
  expect(focusKey(focusOf(both, shared, undefined))).toBe('screen Jun')
  expect(focusKey(focusOf(both, running, undefined))).toBe('application')
  expect(focusKey(focusOf(sampleCall({ people: [amara, me] }), shared, 'Amara'))).toBe('application')
})
