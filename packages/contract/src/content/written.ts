import * as z from 'zod/mini'
import { document } from './content.ts'
import { route } from '#wire/route.ts'
import { platforms } from '#rules/platforms.ts'

// Separate from content.ts: the login page loads that file for its announcements, and would load these schemas too.

/** Written content has the shape of Contentful's answers: items, each with its fields. */
const itemsOf = <S extends z.ZodMiniType>(fields: S) =>
  z.strictObject({ items: z.array(z.strictObject({ fields })) })

/** Identifies a thing in URLs, and an answer in an assessment. */
const tag = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(60))

const helpTopic = z.strictObject({ title: z.string(), content: document, tag })
export type HelpTopic = z.output<typeof helpTopic>

const helpCategory = z.strictObject({ title: z.string(), topics: z.array(helpTopic) })
export type HelpCategory = z.output<typeof helpCategory>

/** The audiences of help texts. */
export const helpSources = ['Coach', 'Client'] as const
export type HelpSource = (typeof helpSources)[number]

export const helpItems = itemsOf(
  z.strictObject({ sourceName: z.enum(helpSources), categories: z.array(helpCategory) }),
)
export type HelpItems = z.output<typeof helpItems>

/** The changes in one area of the product. */
const releasedChange = z.strictObject({
  fields: z.strictObject({ category: z.string(), changes: document }),
})

export const changeItems = itemsOf(
  z.strictObject({
    versiondate: z.iso.date(),
    title: z.string(),
    changes: document,
    releasedChanges: z.array(releasedChange),
  }),
)
export type ChangeItems = z.output<typeof changeItems>
export type Release = ChangeItems['items'][number]['fields']

const criterion = z.strictObject({
  criteriaName: z.string(),
  tag,
  /** Describes what counts as showing the criterion. */
  anchor: z.optional(z.string()),
  /** Judged when the conversation is over. */
  atEnd: z.optional(z.literal(true)),
})

const subtopic = z.strictObject({ subtopicName: z.string(), tag, allCriteria: z.array(criterion) })

const assessmentCategory = z.strictObject({ categoryName: z.string(), tag, subtopics: z.array(subtopic) })

export const rubric = z.strictObject({
  version: z.int(),
  /** The four conversations, in order. */
  conversations: z.array(z.strictObject({ name: z.string(), title: z.string() })).check(z.length(4)),
  allCategories: z.array(assessmentCategory),
})
export type Rubric = z.output<typeof rubric>

export const rubricItems = itemsOf(rubric)
export type RubricItems = z.output<typeof rubricItems>

/** A picture in Contentful's shape. The file's address is always on our own origin. */
const picture = z.strictObject({ file: z.strictObject({ url: z.string() }) })

const trainingMaterial = z.strictObject({
  // Any of these may be missing in a Contentful space that others fill. The shipped content has all of them.
  title: z.optional(z.string()),
  description: z.optional(document),
  externalUrl: z.optional(z.string()),
  image: z.optional(picture),
  /** The WebVTT captions of one of our own films. */
  captionsUrl: z.optional(z.string()),
})
export type TrainingMaterial = z.output<typeof trainingMaterial>

const trainingSection = z.strictObject({
  title: z.string(),
  /** Decides the layout: welcomesection, coachtoolkitsection or strategysection. */
  sectionTag: z.string(),
  trainingMaterialsContent: z.array(trainingMaterial),
})
export type TrainingSection = z.output<typeof trainingSection>

export const trainingItems = itemsOf(z.strictObject({ sections: z.array(trainingSection) }))
export type TrainingItems = z.output<typeof trainingItems>

/** A material that is one of our own texts, shown on its own page. */
const trainingText = z.strictObject({ title: z.string(), description: z.string(), document })
export type TrainingText = z.output<typeof trainingText>

export const help = route({
  method: 'GET',
  effect: 'reads',
  path: '/content/help',
  summary: 'Help articles: those for coaches and for clients if signed in, otherwise only those for clients.',
  access: { open: 'or signed in' },
  answer: helpItems,
  errors: [],
  isKept: true,
})

export const changes = route({
  method: 'GET',
  effect: 'reads',
  path: '/content/changes',
  summary: 'Update notes, newest first, each complete and grouped by area of the product.',
  access: { open: true },
  answer: changeItems,
  errors: [],
  isKept: true,
})

export const presentRubric = route({
  method: 'GET',
  effect: 'reads',
  path: '/content/assessment',
  summary: 'The rubric: categories, subtopics and criteria, one set for all four conversations.',
  access: { level: 'Coach' },
  answer: rubricItems,
  errors: [],
  isKept: true,
})

export const training = route({
  method: 'GET',
  effect: 'reads',
  path: '/content/training',
  summary: 'Training for coaches: films, tools and strategies.',
  access: { level: 'Coach' },
  answer: trainingItems,
  errors: [],
  isKept: true,
})

export const trainingMaterialText = route({
  method: 'GET',
  effect: 'reads',
  path: '/content/training/:tag',
  summary: 'One tool or strategy with its text.',
  access: { level: 'Coach' },
  params: z.strictObject({ tag }),
  answer: trainingText,
  errors: ['not_found'],
  isKept: true,
})

/** The id of a Contentful asset. */
export const pictureId = z.string().check(z.regex(/^[\w-][\w.-]{0,63}$/))

export const contentPicture = route({
  method: 'GET',
  effect: 'reads',
  path: '/content/pictures/:id',
  summary: 'A picture from Contentful that the training uses.',
  // An <img> sends no token, and training pictures are not secret (docs/decisions/0030).
  access: { open: true },
  params: z.strictObject({ id: pictureId }),
  answer: 'picture',
  errors: ['not_found'],
})

export const installers = route({
  method: 'GET',
  effect: 'reads',
  path: '/resources/installers',
  summary: 'The platforms for which the operator offers the desktop application; none if no address is set.',
  access: { level: 'Coach' },
  answer: z.strictObject({ platforms: z.array(z.enum(platforms)) }),
  errors: [],
})

export const installer = route({
  method: 'GET',
  effect: 'reads',
  path: '/resources/installer',
  summary: "The download link of the desktop application, for the named platform or else the caller's.",
  access: { level: 'Coach' },
  query: z.strictObject({ platform: z.optional(z.enum(platforms)) }),
  answer: z.strictObject({ installerLink: z.url() }),
  errors: ['installer_not_set'],
})
