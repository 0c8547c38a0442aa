import type { Moment } from '@parley/contract/assessment/moments.ts'
import type { Rubric } from '@parley/contract/content/written.ts'

/** A moment of Dana's, for stories and tests. */
export const sampleMoment = (more: Partial<Moment> = {}): Moment => ({
  id: '0b8f8f0e-51f4-4c0e-9a52-000000000001',
  conversation: 0,
  path: 'listening/presence/silence',
  at: '2026-11-16T14:24:00.000Z',
  note: '',
  by: 'Dana Whitfield',
  by_id: 'coach-dana',
  isOwn: true,
  version: 1,
  ...more,
})

export const sampleRubric: Rubric = {
  version: 1,
  conversations: ['1', '2', '3', '4'].map((name) => ({
    name: `Conversation ${name}`,
    title: `Conversation ${name}`,
  })),
  allCategories: [
    {
      categoryName: 'Clarity',
      tag: 'clarity',
      subtopics: [
        {
          subtopicName: 'Facts',
          tag: 'facts',
          allCriteria: [{ criteriaName: 'Says what was seen, with time and place', tag: 'seen' }],
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
          allCriteria: [{ criteriaName: 'Leaves silence unfilled', tag: 'silence' }],
        },
      ],
    },
  ],
}
