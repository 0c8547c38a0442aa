import type {
  ChangeItems,
  HelpItems,
  RubricItems,
  TrainingItems,
  TrainingText,
} from '@parley/contract/written.ts'
import type { PictureAnswer } from './answers.ts'
import type { Config } from './config.ts'
import { contentOfSpace } from './contentful/space-content.ts'
import { openSpace } from './contentful/space.ts'
import type { Log } from './log.ts'
import type { ShippedContent } from './shipped-content.ts'
import type { Texts } from './texts.ts'

/** Written content, wherever it comes from. An answer is the same object for as long as it says the same. */
export interface Content {
  help: () => Promise<HelpItems>
  changes: () => Promise<ChangeItems>
  training: () => Promise<TrainingItems>
  rubric: () => Promise<RubricItems>
  /** A text that a material leads to. */
  material: (tag: string) => Promise<TrainingText | undefined>
  /** A picture that the present training names. */
  picture: (id: string) => Promise<PictureAnswer | undefined>
}

interface Given {
  config: Pick<Config, 'contentful' | 'videoHosts'>
  texts: Pick<Texts, 'content'>
  clock: () => number
  log: Log
}

/** What ships in `content/`, or a Contentful space by the settings (docs/decisions/0030). */
export function openContent({ config, texts, clock, log }: Given): Content {
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
  // Its pictures are files of the web.
  picture: () => Promise.resolve(undefined),
})
