import * as z from 'zod/mini'
import { steps } from './mood.ts'

/** What a character does and says: '(She looks away.) I know it was due.' Either may stand alone. */
export interface Spoken {
  does: string
  says: string
}

/** What fits on the screen, in characters. */
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

/** What somebody does with a line. The first five are what tempts a decent person. */
export const temptations = ['reproach', 'advice', 'but', 'explaining', 'giving-in'] as const
const kinds = [
  ...temptations,
  'asking', // an open question
  'saying-back', // what was heard, in other words
  'feeling', // a feeling, named as a guess
  'fact', // what was seen, with time and place
  'effect', // what it did, in own name
  'owning', // the own part
  'request', // what is wanted
  'offer', // what one would do
  'limit', // a no, or what cannot be
  'agreeing', // who, what, when
  'warmth', // thanks, welcome, a kind word
  'mending', // 'I said that badly': helps once in a talk
] as const

const choice = z.strictObject({
  text: upTo(longest.text),
  kind: z.enum(kinds),
  moves,
  /** How it is taken by somebody who is Closed, where that differs. */
  whenClosed: z.optional(z.strictObject({ moves, reaction: spoken })),
  /** A name that later beats ask for. */
  sets: z.optional(z.string()),
  /** Whether it settles a part of what the talk is for. */
  settles: z.optional(z.literal(true)),
  /** Criteria of the rubric that somebody who says this may show. */
  shows: z.array(z.string()),
  /** Where the text is too long for the look back. */
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

/** One moment of the talk: what they say by their mood, and three lines to answer with beside saying nothing. */
const beat = z.strictObject({
  turn: z.int().check(z.minimum(1), z.maximum(14)),
  /** Of several beats of a turn the first whose condition holds is played; the last has none. */
  when: z.optional(
    z.strictObject({
      heardAtLeast: z.optional(z.int()),
      pressureAtMost: z.optional(z.int()),
      has: z.optional(z.string()),
      lacks: z.optional(z.string()),
    }),
  ),
  /** Where they say what they did not say first. */
  reveals: z.optional(z.literal(true)),
  /** What comes before a silence: something of their own, a question to you, or neither. */
  after: z.optional(z.enum(['personal', 'question'])),
  /** Closed and Guarded; Listening; Open and Trusting. */
  low: spoken,
  middle: spoken,
  high: spoken,
  choices: z.tuple([choice, choice, choice]),
  silence,
})

const ending = z.strictObject({ title: upTo(longest.title), text: upTo(longest.ending) })

export const sceneShape = z.strictObject({
  /** Of the rubric's conversations, from 0. */
  conversation: z.int(),
  title: z.string(),
  place: z.string(),
  character: z.strictObject({
    name: z.string(),
    first: z.string(),
    /** 'her' of 'Closed her down', 'She' of 'She seems'. */
    her: z.enum(['her', 'him']),
    who: z.string(),
  }),
  task: z.string(),
  /** Said before it begins. */
  note: z.string(),
  start: z.strictObject({ trust: z.int(), heard: z.int(), pressure: z.int() }),
  /** From which step on the two are on good terms at the end, and how much must be settled. */
  goodTermsFrom: z.enum(steps),
  settledFrom: z.int(),
  beats: z.array(beat),
  endings: z.strictObject({
    /** Settled, on good terms, and what was unsaid came out. */
    both: ending,
    settled: ending,
    goodTerms: ending,
    neither: ending,
    /** They ask to stop. */
    anotherDay: ending,
  }),
})

export type Scene = z.output<typeof sceneShape>
export type Beat = Scene['beats'][number]
export type Choice = Beat['choices'][number]
export type EndingName = keyof Scene['endings']
