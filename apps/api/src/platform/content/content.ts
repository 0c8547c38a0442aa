import type {
  ChangeItems,
  HelpItems,
  RubricItems,
  TrainingItems,
  TrainingText,
} from '@parley/contract/content/written.ts'
import type { PictureAnswer } from '#platform/http/answers.ts'
import type { Config } from '#platform/process/config.ts'
import { contentOfSpace } from '#platform/contentful/space-content.ts'
import { openSpace } from '#platform/contentful/space.ts'
import type { Log } from '#platform/process/log.ts'
import type { ShippedContent } from './shipped-content.ts'
import type { Texts } from './texts.ts'

/** Written content from either source. An unchanged answer stays the same object. */
export interface Content {
  help: () => Promise<HelpItems>
  changes: () => Promise<ChangeItems>
  training: () => Promise<TrainingItems>
  rubric: () => Promise<RubricItems>
  /** The text behind a training material. */
  material: (tag: string) => Promise<TrainingText | undefined>
  /** A picture used in the current training. */
  picture: (id: string) => Promise<PictureAnswer | undefined>
}

interface ContentDeps {
  config: Pick<Config, 'contentful' | 'videoHosts'>
  texts: Pick<Texts, 'content'>
  clock: () => number
  log: Log
}

/** Reads content from a Contentful space if one is configured, else from `content/` (docs/decisions/0030). */
export function openContent({ config, texts, clock, log }: ContentDeps): Content {
  const { contentful } = config
  if (!contentful) return shippedContent(texts.content)
  return contentOfSpace({
    space: openSpace({ settings: contentful }),
    config,
    shipped: texts.content,
    clock,
    log,
  })
}

const shippedContent = ({ help, changes, training, rubric, trainingTexts }: ShippedContent): Content => ({
  help: () => Promise.resolve(help),
  changes: () => Promise.resolve(changes),
  training: () => Promise.resolve(training),
  rubric: () => Promise.resolve(rubric),
  material: (tag) => Promise.resolve(trainingTexts.get(tag)),
  // The pictures of shipped content are static files of the web.
  picture: () => Promise.resolve(undefined),
})
