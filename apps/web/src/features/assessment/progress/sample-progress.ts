import type { Aggregates, Progress, ScoredSession } from '@parley/contract/assessment/progress.ts'
import { sumOf, type CategoryCounts } from '@parley/contract/rules/assessment/progress.ts'

const rubric: Progress['rubrics'][number] = {
  version: 1,
  conversations: [
    { name: 'Concern', title: 'Raising a concern' },
    { name: 'Complaint', title: 'Taking a complaint' },
    { name: 'Boundary', title: 'Setting a boundary' },
    { name: 'Repair', title: 'Repairing trust' },
  ],
  categories: [
    ['clarity', 'Clarity', ['Opening', 'Facts', 'Request']],
    ['listening', 'Listening', ['Presence', 'Questions', 'Saying back']],
    ['steadiness', 'Steadiness', ['Under pressure', 'Limits', 'Own part']],
    ['agreement', 'Agreement', ['Options', 'Next step', 'Ending']],
  ].map(([tag, name, subtopics]) => ({
    tag: String(tag),
    name: String(name),
    subtopics: [subtopics ?? []].flat().map((one) => ({ tag: one.toLowerCase(), name: one })),
  })),
}

/** `shown` lists how many of each subtopic's three criteria were shown, in the rubric's order. */
function conversation(index: number, shown: readonly number[], overall: string | null = null) {
  const categories: CategoryCounts[] = rubric.categories.map(({ tag, subtopics }, i) => {
    const counted = subtopics.map((subtopic, j) => ({
      tag: subtopic.tag,
      shown: shown[i * 3 + j] ?? 0,
      answered: 3,
    }))
    return { tag, ...sumOf(counted), subtopics: counted }
  })
  return { conversation: index, ...sumOf(categories), overall, categories }
}

const session = (
  id: string,
  title: string,
  start_time: string,
  conversations: ScoredSession['conversations'],
  report_at: string | null = null,
): ScoredSession => ({
  id,
  title,
  start_time,
  coach: 'Dana Whitfield',
  rubric_version: 1,
  ...sumOf(conversations),
  conversations,
  report_at,
})

const overall =
  'The opening is hers now. Closing has slipped a little: she leaves without a next step when time runs short.'

export const sampleProgress = (more: Partial<Progress> = {}): Progress => ({
  client: {
    id: 'client-margarethe',
    name: 'Margarethe Öztürk-Lindqvist',
    email: 'margarethe@example.test',
    isDeleted: false,
  },
  hasMore: false,
  rubrics: [rubric],
  sessions: [
    session('session-4', 'Taking stock', '2026-11-14T14:30:00.000Z', [
      conversation(3, [3, 3, 3, 3, 2, 2, 3, 2, 2, 2, 1, 2], overall),
    ]),
    session(
      'session-3',
      'Rehearsing a hard talk',
      '2026-10-30T14:30:00.000Z',
      [conversation(2, [2, 2, 3, 1, 1, 1, 2, 2, 3, 2, 2, 2])],
      '2026-10-30T16:02:00.000Z',
    ),
    session(
      'session-2',
      'Values in practice',
      '2026-10-16T14:30:00.000Z',
      [
        conversation(1, [2, 3, 2, 2, 2, 2, 1, 2, 2, 3, 2, 1]),
        conversation(0, [1, 2, 2, 2, 1, 2, 2, 1, 2, 2, 2, 2]),
      ],
      '2026-10-16T17:15:00.000Z',
    ),
    session('session-1', 'First conversation', '2026-10-02T14:30:00.000Z', [
      conversation(0, [1, 2, 1, 2, 2, 1, 1, 2, 2, 2, 2, 2]),
    ]),
  ],
  ...more,
})

/** As many sessions as one response holds, with the longest possible names. */
export const longProgress = (): Progress => {
  const { client, sessions } = sampleProgress()
  const [newest] = sessions
  if (!newest) throw new Error('there is no sample')
  return sampleProgress({
    client: { ...client, name: 'Wolfeschlegelsteinhausenbergerdorff Öztürk-Lindqvist' },
    hasMore: true,
    sessions: Array.from({ length: 24 }, (_, i) => ({
      ...newest,
      id: `session-${24 - i}`,
      title: 'First conversation about difficult things at work, and what to do about them',
      start_time: new Date(Date.parse('2026-11-14T14:30:00Z') - i * 7 * 86_400_000).toISOString(),
      shown: 20 + ((i * 7) % 14),
    })),
  })
}

const figure = (shown: number, answered: number) => ({ people: 7, shown, answered })

export const sampleAggregates: Aggregates = {
  from: '2025-11-17T00:00:00.000Z',
  until: '2026-11-16T00:00:00.000Z',
  conversations: rubric.conversations,
  categories: rubric.categories.map(({ tag, name }, i) => ({
    tag,
    name,
    figures: [figure(40 + i * 5, 63), figure(31 + i, 54), figure(22, 48 + i), null],
  })),
}
