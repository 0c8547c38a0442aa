import { expect, test } from 'vitest'
import { latestWords } from './progress-words.ts'
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
