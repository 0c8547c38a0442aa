import * as z from 'zod/mini'
import { steps } from './mood.ts'

/** Does and says, as in '(She looks away.) I know it was due.' Either part may be missing. */
export interface Spoken {
  does: string
  says: string
}

/** The longest texts that fit on the screen, in characters. */
export const longest = { says: 140, does: 60, text: 90, quote: 48, why: 70, title: 32, ending: 120 } as const

const upTo = (length: number) => z.string().check(z.minLength(1), z.maxLength(length))

const spoken = z.pipe(
  z.string(),
  z.transform((text, ctx): Spoken => {
    const [, does = '', says = ''] = /^(?:\(([^)]+)\))?\s*(.*)$/s.exec(text.trim()) ?? []
    const faults = [
      !does && !says && 'nobody does or says anything',
      does.length > longest.does && `'${does}' has ${does.length} characters of ${longest.does}`,
      says.length > longest.says && `'${says}' has ${says.length} characters of ${longest.says}`,
    ]
    for (const message of faults) if (message) ctx.issues.push({ code: 'custom', input: text, message })
    return { does, says }
  }),
)

const point = z.int().check(z.minimum(-2), z.maximum(2))
const moves = z.strictObject({
  trust: z.optional(point),
  heard: z.optional(point),
  pressure: z.optional(point),
})

/** The kinds of lines. The first five are the mistakes that tempt a decent person. */
export const temptations = ['reproach', 'advice', 'but', 'explaining', 'giving-in'] as const
const kinds = [
  ...temptations,
  'asking', // an open question
  'saying-back', // repeats in other words what the character said
  'feeling', // a feeling, named as a guess
  'fact', // an observation, with time and place
  'effect', // the effect on the speaker, in their own name
  'owning', // admits the speaker's own part
  'request', // says what the speaker wants
  'offer', // says what the speaker would do
  'limit', // a no, or something impossible
  'agreeing', // agrees who does what and when
  'warmth', // thanks, welcome, a kind word
  'mending', // 'I said that badly': helps once in a talk
] as const

const choice = z.strictObject({
  text: upTo(longest.text),
  kind: z.enum(kinds),
  moves,
  /** The effect on a character who is Closed, if it differs. */
  whenClosed: z.optional(z.strictObject({ moves, reaction: spoken })),
  /** A flag for the conditions of later beats. */
  sets: z.optional(z.string()),
  /** Whether it settles a part of the talk's task. */
  settles: z.optional(z.literal(true)),
  /** Criteria of the rubric that saying this can show. */
  shows: z.array(z.string()),
  /** A shorter text for the look back, if `text` is too long for it. */
  quote: z.optional(upTo(longest.quote)),
  why: upTo(longest.why),
  reaction: spoken,
})

const silence = z.strictObject({
  text: upTo(longest.text),
  sets: z.optional(z.string()),
  why: upTo(longest.why),
  shows: z.array(z.string()),
  reaction: spoken,
})

/** One turn of the talk: the character's line by mood, and the three answers besides saying nothing. */
const beat = z.strictObject({
  turn: z.int().check(z.minimum(1), z.maximum(14)),
  /** If a turn has several beats, the first whose condition holds is played. The last has no condition. */
  when: z.optional(
    z.strictObject({
      heardAtLeast: z.optional(z.int()),
      pressureAtMost: z.optional(z.int()),
      has: z.optional(z.string()),
      lacks: z.optional(z.string()),
    }),
  ),
  /** In this beat the character says what they held back. */
  reveals: z.optional(z.literal(true)),
  /** A silence would follow something personal, a question to you, or neither. */
  after: z.optional(z.enum(['personal', 'question'])),
  /** The line when Closed or Guarded, when Listening, and when Open or Trusting. */
  low: spoken,
  middle: spoken,
  high: spoken,
  choices: z.tuple([choice, choice, choice]),
  silence,
})

const ending = z.strictObject({ title: upTo(longest.title), text: upTo(longest.ending) })

export const sceneShape = z.strictObject({
  /** The index among the rubric's conversations, from 0. */
  conversation: z.int(),
  title: z.string(),
  place: z.string(),
  character: z.strictObject({
    name: z.string(),
    first: z.string(),
    /** As in 'Closed her down'; 'She seems' follows from it. */
    her: z.enum(['her', 'him']),
    who: z.string(),
  }),
  task: z.string(),
  /** Shown before the talk begins. */
  note: z.string(),
  start: z.strictObject({ trust: z.int(), heard: z.int(), pressure: z.int() }),
  /** The lowest step that counts as good terms at the end, and how many parts must be settled. */
  goodTermsFrom: z.enum(steps),
  settledFrom: z.int(),
  beats: z.array(beat),
  endings: z.strictObject({
    /** Settled, on good terms, and the character said what they held back. */
    both: ending,
    settled: ending,
    goodTerms: ending,
    neither: ending,
    /** The character asks to stop. */
    anotherDay: ending,
  }),
})

export type Scene = z.output<typeof sceneShape>
export type Beat = Scene['beats'][number]
export type Choice = Beat['choices'][number]
export type EndingName = keyof Scene['endings']
