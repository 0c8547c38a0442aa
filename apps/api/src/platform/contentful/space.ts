import { fileTypeFromBuffer } from 'file-type'
import { pictureTypes } from '@parley/contract/wire/route.ts'
import type { PictureAnswer } from '#platform/http/answers.ts'
import type { Config } from '#platform/process/config.ts'
import { fetchBounded } from './bounded-fetch.ts'

/** Contentful itself allows answers of 7 MB and pictures of 20 MB. */
const bytesMax = 5 * 1024 * 1024
/** Nobody would read a page with more. */
const entriesMax = 100

export type SpaceSettings = NonNullable<Config['contentful']>

interface SpaceOptions {
  settings: SpaceSettings
  /** Deadline of one answer; tests shorten it. */
  answerMs?: number
}

/**
 * A client for a Contentful space: its Content Delivery API and the files of its assets. Requests are built from the
 * settings, the content types and the space's own answers, never from what a caller sends.
 */
export function openSpace({ settings, answerMs = 5000 }: SpaceOptions) {
  const { url, space, environment, token } = settings
  const headers = { authorization: `Bearer ${token}` }
  return {
    /** The published entries of a type with everything they link to, as raw JSON. */
    async entries(type: string, order: string): Promise<unknown> {
      const asked = new URL(`${url}/spaces/${space}/environments/${environment}/entries`)
      const query = { content_type: type, include: '10', limit: String(entriesMax), order }
      for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value)
      return readJson(await fetchBounded(asked, { headers, bytesMax, answerMs }))
    },

    /** The address of an asset's file; undefined unless Contentful or the space itself hosts it. */
    fileAddress: (written: string): URL | undefined => {
      const address = URL.parse(written, url)
      if (!address || address.username !== '' || address.password !== '') return undefined
      const isOfSpace = address.origin === new URL(url).origin
      return isOfSpace || isOfContentful(address) ? address : undefined
    },

    /** Fetches a picture and takes its type from its bytes. Assets are public, so the token is not sent. */
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
