import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { problem } from './problem.ts'

/** The least that S3 takes; one at a time keeps a large file out of our memory. */
const partBytes = 5 * 1024 * 1024
const connectMs = 3000
const answerMs = 30_000

/** The way to the store of files. A key is made by us, never by a person. */
export function openFiles({ config, log }: { config: Pick<Config, 's3'>; log: Log }) {
  const { url, bucket, prefix, region, key, secret } = config.s3
  const client = new S3Client({
    endpoint: url || 'http://127.0.0.1:9',
    region,
    // Servers other than Amazon's have no name for each bucket.
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs },
  })
  const placeOf = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })

  /** What goes wrong here is the store's; a file that is not there is an answer. */
  async function ask<T>(call: () => Promise<T>): Promise<T | undefined> {
    if (url === '') throw problem('engine_away')
    try {
      return await call()
    } catch (error) {
      if (error instanceof NoSuchKey || error instanceof NotFound) return undefined
      log.warn({ err: error }, 'the store of files did not do as asked')
      throw problem('engine_away')
    }
  }

  return {
    /** Stores what comes, part by part. Where it breaks off, whoever asked calls `remove`: half a file may be left. */
    async put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
      let broken: { reason: unknown } | undefined
      async function* watched() {
        try {
          yield* content
        } catch (error) {
          broken = { reason: error }
          throw error
        }
      }
      const body = Readable.from(watched(), { objectMode: false })
      const params = { ...placeOf(name), Body: body, ContentType: 'application/octet-stream' }
      try {
        await ask(() => new Upload({ client, params, partSize: partBytes, queueSize: 1 }).done())
      } catch (error) {
        throw broken ? broken.reason : error
      } finally {
        body.destroy()
      }
    },

    /** Its size; undefined where there is none. */
    async sizeOf(name: string): Promise<number | undefined> {
      const found = await ask(() => client.send(new HeadObjectCommand(placeOf(name))))
      return found?.ContentLength
    },

    /** The file as it comes; undefined where there is none. */
    async read(name: string): Promise<Readable | undefined> {
      const found = await ask(() => client.send(new GetObjectCommand(placeOf(name))))
      // In Node it is a stream of Node's.
      return found?.Body as Readable | undefined
    },

    /** Takes a file away, with whatever was begun under its name and never finished. Twice does no harm. */
    async remove(name: string): Promise<void> {
      const { Bucket, Key } = placeOf(name)
      const begun = await ask(() => client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key })))
      for (const { UploadId } of begun?.Uploads?.filter((upload) => upload.Key === Key) ?? [])
        await ask(() => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
      await ask(() => client.send(new DeleteObjectCommand({ Bucket, Key })))
    },

    close: () => client.destroy(),
  }
}

export type Files = ReturnType<typeof openFiles>
