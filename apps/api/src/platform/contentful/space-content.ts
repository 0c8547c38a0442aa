import { isDeepStrictEqual } from 'node:util'
import type { Config } from '#platform/process/config.ts'
import { maskSecrets, type Log } from '#platform/process/log.ts'
import type { ShippedContent } from '#platform/content/shipped-content.ts'
import {
  changesType,
  helpType,
  rubricType,
  trainingType,
  type ContentType,
  type Reading,
} from './content-types.ts'
import { kept } from './kept.ts'
import { readCollection } from './linked.ts'
import { openPictures } from './pictures.ts'
import type { Space } from './space.ts'

interface SpaceContentDeps {
  space: Space
  config: Pick<Config, 'videoHosts'>
  shipped: ShippedContent
  clock: () => number
  log: Log
}

/** Content from a space: fetched at most once a minute. The shipped content is served until the space has answered. */
export function contentOfSpace({ space, config, shipped, clock, log }: SpaceContentDeps) {
  const read = <T>(type: ContentType<T>, answer: T) =>
    kept<Reading<T>>({
      ask: async () => type.read(readCollection(await space.entries(type.id, type.order))),
      first: { answer, pictures: new Map() },
      clock,
      tell: (reason) => logReading(log, type.id, reason),
      renew: (present, fresh) =>
        // Browsers cache an answer by object identity (answers.ts), so an unchanged one has to stay the same object.
        isDeepStrictEqual(present.answer, fresh.answer) ? { ...fresh, answer: present.answer } : fresh,
    })

  const { videoHosts } = config
  const help = read(helpType, shipped.help)
  const changes = read(changesType, shipped.changes)
  const rubric = read(rubricType, shipped.rubric)
  const training = read(trainingType({ videoHosts, fileAddress: space.fileAddress }), shipped.training)
  const pictures = openPictures({ space, clock, log })
  return {
    help: async () => (await help()).answer,
    changes: async () => (await changes()).answer,
    training: async () => (await training()).answer,
    rubric: async () => (await rubric()).answer,
    // The texts of materials are pages of ours; a space links to its own.
    material: (tag: string) => Promise.resolve(shipped.trainingTexts.get(tag)),
    picture: async (id: string) => pictures(id, (await training()).pictures),
  }
}

function logReading(log: Log, content: string, reason: string | undefined): void {
  if (reason === undefined) return log.info({ content }, 'Contentful answers as it should again')
  log.warn(
    // Every fault of a text that does not fit the schema is listed, so the reason is cut.
    { content, reason: maskSecrets(reason).slice(0, 500) },
    'Contentful did not answer as it should: the last good answer, or what ships, goes on being served',
  )
}
