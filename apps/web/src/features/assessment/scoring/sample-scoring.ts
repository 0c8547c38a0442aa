import type { Rubric } from '@parley/contract/content/written.ts'
import { fn } from 'storybook/test'
import type { Sheet } from '#features/assessment/model/sheet.ts'
import type { ScoringView } from './scoring-view.ts'

const criteria = (...names: [tag: string, name: string, anchor: string][]) =>
  names.map(([tag, criteriaName, anchor]) => ({ tag, criteriaName, anchor }))

/** A small rubric, for stories and tests. */
const sampleRubric: Rubric = {
  version: 1,
  conversations: [
    { name: 'Concern', title: 'Raising a concern' },
    { name: 'Complaint', title: 'Taking a complaint' },
    { name: 'Boundary', title: 'Setting a boundary' },
    { name: 'Repair', title: 'Repairing trust' },
  ],
  allCategories: [
    {
      categoryName: 'Clarity',
      tag: 'clarity',
      subtopics: [
        {
          subtopicName: 'Opening',
          tag: 'opening',
          allCriteria: criteria(
            ['purpose-early', 'States the purpose in the first minute', 'One sentence names the topic'],
            ['good-time', 'Asks whether now is a good time', 'Asks, and would take a no'],
          ),
        },
        {
          subtopicName: 'Facts',
          tag: 'facts',
          allCriteria: criteria([
            'time-and-place',
            'Says what was seen, with time and place',
            'A camera could have caught it',
          ]),
        },
      ],
    },
    {
      categoryName: 'Listening',
      tag: 'listening',
      subtopics: [
        {
          subtopicName: 'Presence',
          tag: 'presence',
          allCriteria: criteria(
            ['lets-finish', 'Lets the other finish', 'No word over theirs'],
            ['silence', 'Leaves silence unfilled', 'Two seconds or more'],
          ),
        },
      ],
    },
  ],
}

export const sampleSheet = (more: Partial<Sheet> = {}): Sheet => ({
  values: new Map([
    ['0/clarity/opening/purpose-early', true],
    ['0/clarity/opening/good-time', false],
    ['0/listening/presence/lets-finish', true],
  ]),
  texts: new Map([
    ['0/overall', { data: 'Clear and kind. Silence is still hard.', number: 4 }],
    ['0/notes', { data: 'Softened once he began with the date.', number: 5 }],
  ]),
  unsent: 0,
  refused: [],
  savedAt: '2026-11-16T16:41:00.000Z',
  ...more,
})

export const sampleScoring = (more: Partial<ScoringView> = {}): ScoringView => ({
  client: { id: 'client-tomas', username: 'tomas.a', first_name: 'Tomás', last_name: 'Aguilar' },
  rubric: sampleRubric,
  sheet: sampleSheet(),
  moments: [
    {
      id: 'moment-1',
      conversation: 0,
      path: 'listening/presence/silence',
      at: '2026-11-16T16:39:00.000Z',
      note: 'Filled the pause after two seconds.',
      isOwn: true,
      version: 1,
    },
    {
      id: 'moment-2',
      conversation: 0,
      path: 'listening/presence/silence',
      at: '2026-11-16T16:40:00.000Z',
      note: '',
      isOwn: true,
      version: 1,
    },
  ],
  isAway: false,
  isOnlyHere: false,
  dropped: 0,
  zone: 'America/New_York',
  ...more,
})

export const sampleScoringActs = {
  onSet: fn(),
  onText: fn(),
  onSettled: fn(),
  onMoment: fn(() => 'moment-2'),
  onNote: fn(),
  onRetry: fn(),
  onDiscard: fn(),
}
