import type { Db } from '@parley/api/platform/database.ts'

/** One key that somebody pressed on a criterion. */
export interface Edit {
  conversation: number
  path: string
  value: boolean | null
}

interface Done {
  person: { id: string }
  edits: readonly Edit[]
  words: readonly { conversation: number; word: string }[]
}

/** What of all that was done is not in the tables as it was done: each edit once and in its order, each word somewhere. */
export async function readStored(db: Db, sessionId: string, done: readonly Done[]): Promise<string[]> {
  const [changes, answers] = await Promise.all([
    db
      .selectFrom('assessment_changes')
      .select(['number', 'conversation', 'path', 'value', 'data', 'by_id'])
      .where('session_id', '=', sessionId)
      .orderBy('number')
      .execute(),
    db
      .selectFrom('assessment_answers')
      .select(['conversation', 'path', 'value', 'data', 'number'])
      .where('session_id', '=', sessionId)
      .execute(),
  ])
  const faults: string[] = []
  for (const { person, edits, words } of done) {
    const own = changes.filter(({ by_id, data }) => by_id === person.id && data === null)
    const text = (each: Edit) => `${each.conversation}/${each.path}=${each.value}`
    // While it goes on more may have come since; what was done until then must be there.
    const [came, wanted] = [own.map(text).slice(0, edits.length).join(), edits.map(text).join()]
    if (came !== wanted) faults.push(`${own.length} edits of ${edits.length}, or in another order`)
    for (const { conversation, word } of words) {
      const overall = answers.find((each) => each.conversation === conversation && each.path === 'overall')
      if (!overall?.data?.includes(word)) faults.push(`the word ${word}`)
    }
  }
  for (const answer of answers) {
    const last = changes.findLast(
      (each) => each.conversation === answer.conversation && each.path === answer.path,
    )
    if (answer.data === null && last?.number === answer.number && last.value !== answer.value)
      faults.push(`${answer.path} stands as ${answer.value}`)
  }
  return faults
}
