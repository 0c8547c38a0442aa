import type { Database } from '@parley/api/platform/database/database.ts'

/** One key press on a criterion. */
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

interface Reading {
  /** All edits have arrived, so anything stored beyond them is a fault too. */
  isOver: boolean
}

/** Lists what is wrong in the tables: each edit must be stored once and in order, and each word must be in an answer. */
export async function readStored(
  db: Database['db'],
  sessionId: string,
  done: readonly Done[],
  { isOver }: Reading,
): Promise<string[]> {
  const { changes, answers } = await readBoth(db, sessionId)
  const faults: string[] = []
  for (const { person, edits, words } of done) {
    const own = changes.filter(({ by_id, data }) => by_id === person.id && data === null)
    const text = (each: Edit) => `${each.conversation}/${each.path}=${each.value}`
    // Before the end, later edits may have arrived since `done` was copied; the copied ones must be stored.
    const came = own.map(text).slice(0, isOver ? undefined : edits.length)
    if (came.join() !== edits.map(text).join())
      faults.push(`${own.length} edits of ${edits.length}, or in another order`)
    for (const { conversation, word } of words) {
      const overall = answers.find((each) => each.conversation === conversation && each.path === 'overall')
      if (!overall?.data?.includes(word)) faults.push(`the word ${word}`)
    }
  }
  const placeOf = ({ conversation, path }: { conversation: number; path: string }) =>
    `${conversation}/${path}`
  const standing = new Map(answers.map((answer) => [placeOf(answer), answer]))
  const last = new Map(changes.map((change) => [placeOf(change), change]))
  for (const [place, change] of last) {
    const answer = standing.get(place)
    const isCurrent = answer?.number === change.number && answer.value === change.value
    if (!isCurrent)
      faults.push(`${place} stands as ${answer?.value} of change ${answer?.number}, not of ${change.number}`)
  }
  return faults
}

/** Reads changes and answers in one snapshot; between two separate reads, a new change would look like a fault. */
const readBoth = (db: Database['db'], sessionId: string) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      changes: await tx
        .selectFrom('assessment_changes')
        .select(['number', 'conversation', 'path', 'value', 'data', 'by_id'])
        .where('session_id', '=', sessionId)
        .orderBy('number')
        .execute(),
      answers: await tx
        .selectFrom('assessment_answers')
        .select(['conversation', 'path', 'value', 'data', 'number'])
        .where('session_id', '=', sessionId)
        .execute(),
    }))
