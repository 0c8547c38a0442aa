import { expect, test } from 'vitest'
import { conversationsUpTo, latestWords, upTo } from './progress-words.ts'
import { sampleProgress } from './sample-progress.ts'

test('the quote is the last judgement of the newest session that has one', () => {
  const [newest, ...older] = sampleProgress().sessions
  const [counted] = newest?.conversations ?? []
  if (!newest || !counted) throw new Error('the sample has no session')
  const judged = (conversation: number, overall: string | null) => ({ ...counted, conversation, overall })
  const words = (...conversations: (typeof counted)[]) =>
    latestWords(sampleProgress({ sessions: [{ ...newest, conversations }, ...older] }))
  expect(words(judged(0, 'First.'), judged(1, 'Second.'), judged(2, null))).toMatchObject({
    text: 'Second.',
    conversation: 'Complaint',
    at: newest.start_time,
  })
  const before = latestWords(sampleProgress({ sessions: older }))
  expect(words(judged(0, null))).toEqual(before)
})

test('a session shows each conversation as it was last scored up to then, and nothing of later sessions', () => {
  const progress = sampleProgress()
  const at = (start_time: string) =>
    conversationsUpTo(upTo(progress, { start_time })).map(({ name, counts, session }) => [
      name,
      counts && `${counts.shown} of ${counts.answered}`,
      session?.id,
    ])
  expect(at('2026-10-30T14:30:00.000Z')).toEqual([
    ['Concern', '21 of 36', 'session-2'],
    ['Complaint', '24 of 36', 'session-2'],
    ['Boundary', '23 of 36', 'session-3'],
    ['Repair', undefined, undefined],
  ])
  expect(at('2026-10-02T14:30:00.000Z').map(([, , id]) => id)).toEqual([
    'session-1',
    undefined,
    undefined,
    undefined,
  ])
  expect(at('2026-10-02T14:29:59.000Z')).toEqual([])
})
