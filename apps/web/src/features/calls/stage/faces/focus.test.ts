import { expect, test } from 'vitest'
import { sampleCall, samplePersonIn } from '#features/calls/stage/sample-call.ts'
import { focusKey, focusOf } from './focus.ts'

const screen = { attach: () => {}, detach: () => {} }
const [amara, jun] = [samplePersonIn('Amara'), samplePersonIn('Jun', { screen })]
const me = samplePersonIn('Dana', { isSelf: true, screen })

test('the application comes before a shared screen, that before a pinned person, and that before the grid', () => {
  const all = sampleCall({ people: [amara, jun, me] })
  expect(focusKey(focusOf(all, true, 'Amara'))).toBe('application')
  expect(focusKey(focusOf(all, false, 'Amara'))).toBe('screen Jun')
  const none = sampleCall({ people: [amara, me] })
  expect(focusKey(focusOf(none, false, 'Amara'))).toBe('person Amara')
  expect(focusKey(focusOf(none, false, undefined))).toBeUndefined()
  // Who was pinned and has left is not in focus any more.
  expect(focusOf(none, false, 'Jun')).toBeUndefined()
})
