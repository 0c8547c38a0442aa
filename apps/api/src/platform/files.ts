import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { problem } from './problem.ts'
import { sweepMemory } from './sweep-memory.ts'

/** The least that S3 takes. */
const partBytes = 5 * 1024 * 1024
/** What somebody sent is nothing that a browser should show. */
const type = { ContentType: 'application/octet-stream' }
const connectMs = 3000

/** The way to the store of files. A key is made by us, never by a person. */
export function openFiles({
  config,
  log,
  answerMs = 8000,
}: {
  config: Pick<Config, 's3'>
  log: Log
  answerMs?: number
}) {
  const { url, bucket, prefix, region, key, secret } = config.s3
  const client = new S3Client({
    endpoint: url || 'http://127.0.0.1:9',
    region,
    // Servers other than Amazon's have no name for each bucket.
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    // A file may take long to come; a store that says nothing at all for that long, twice, is away.
    maxAttempts: 2,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: answerMs },
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
      const place = placeOf(name)
      const parts: CompletedPart[] = []
      let uploadId: string | undefined
      const sendPart = async (Body: Buffer) => {
        uploadId ??= (await ask(() => client.send(new CreateMultipartUploadCommand({ ...place, ...type }))))
          ?.UploadId
        const number = { UploadId: uploadId, PartNumber: parts.length + 1 }
        const sent = await ask(() => client.send(new UploadPartCommand({ ...place, ...number, Body })))
        parts.push({ PartNumber: number.PartNumber, ETag: sent?.ETag })
      }
      const rest = await inParts(content, sendPart)
      if (uploadId === undefined) {
        await ask(() => client.send(new PutObjectCommand({ ...place, ...type, Body: rest })))
        return
      }
      if (rest.length > 0) await sendPart(rest)
      const whole = { UploadId: uploadId, MultipartUpload: { Parts: parts } }
      await ask(() => client.send(new CompleteMultipartUploadCommand({ ...place, ...whole })))
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

    /** The names that begin so. */
    async *names(begin: string): AsyncGenerator<string> {
      for (let from: string | undefined; ;) {
        const { Bucket, Key: Prefix } = placeOf(begin)
        const found = await ask(() =>
          client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: from })),
        )
        for (const { Key = '' } of found?.Contents ?? []) yield Key.slice(prefix.length)
        from = found?.NextContinuationToken
        if (from === undefined) return
      }
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

/**
 * Hands on what comes in parts of one size, each out of the same memory, and answers what is left over. A new piece of memory
 * for each part would make a large file a large process: nobody clears up in time.
 */
async function inParts(
  content: AsyncIterable<Uint8Array>,
  take: (part: Buffer) => Promise<void>,
): Promise<Buffer> {
  let part: Buffer = Buffer.allocUnsafeSlow(firstBytes)
  let filled = 0
  for await (const chunk of content) {
    let used = 0
    while (used < chunk.length) {
      if (filled === part.length) part = larger(part)
      const fits = chunk.subarray(used, used + part.length - filled)
      part.set(fits, filled)
      filled += fits.length
      used += fits.length
      if (filled < partBytes) continue
      await take(part)
      sweepMemory()
      filled = 0
    }
  }
  return part.subarray(0, filled)
}

/** Most files are small: what is taken for the others would lie about after each of them. */
const firstBytes = 64 * 1024
function larger(part: Buffer): Buffer {
  const next = Buffer.allocUnsafeSlow(Math.min(part.length * 4, partBytes))
  part.copy(next)
  return next
}
