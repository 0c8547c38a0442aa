import { fileTypeFromBuffer } from 'file-type'
import { pictureTypes } from '@parley/contract/route.ts'
import type { PictureAnswer } from '#platform/answers.ts'
import type { Config } from '#platform/config.ts'
import { fetchBounded } from './bounded-fetch.ts'

/** Contentful's own bound is 7 MB; a picture of 20. */
const bytesMax = 5 * 1024 * 1024
/** More would be no page that anybody reads. */
const entriesMax = 100

export type SpaceSettings = NonNullable<Config['contentful']>

interface Given {
  settings: SpaceSettings
  /** How long an answer may take; a test has no time for it. */
  answerMs?: number
}

/**
 * The way to a Contentful space: its Content Delivery API, and the files of its assets. What is asked for follows from the
 * settings, the content types and the space's own answers; nothing of a caller is in it.
 */
export function openSpace({ settings, answerMs = 5000 }: Given) {
  const { url, space, environment, token } = settings
  const headers = { authorization: `Bearer ${token}` }
  return {
    /** The published entries of a type, with everything that they lead to, as it came. */
    async entries(type: string, order: string): Promise<unknown> {
      const asked = new URL(`${url}/spaces/${space}/environments/${environment}/entries`)
      const query = { content_type: type, include: '10', limit: String(entriesMax), order }
      for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value)
      return readJson(await fetchBounded(asked, { headers, bytesMax, answerMs }))
    },

    /** The address of an asset's file, where it lies with Contentful or with the space itself. */
    fileAddress: (written: string): URL | undefined => {
      const address = URL.parse(written, url)
      if (!address || address.username !== '' || address.password !== '') return undefined
      const isOfSpace = address.origin === new URL(url).origin
      return isOfSpace || isOfContentful(address) ? address : undefined
    },

    /** A picture by its bytes. Its files are open to everybody: the token is not for them. */
    async picture(address: URL): Promise<PictureAnswer> {
      const bytes = await fetchBounded(address, { bytesMax, answerMs })
      const found = await fileTypeFromBuffer(bytes)
      const type = pictureTypes.find((one) => one === found?.mime)
      if (!type) throw new Error(`it is no picture but ${found?.mime ?? 'something else'}`)
      return { type, bytes }
    },
  }
}

export type Space = ReturnType<typeof openSpace>

const isOfContentful = ({ protocol, host }: URL): boolean =>
  protocol === 'https:' && /^(images|assets|downloads)(\.eu)?\.ctfassets\.net$/.test(host)

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    // The engine's own words would quote the answer.
    throw new Error('it answered no JSON')
  }
}
