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
import type { Config } from '#platform/process/config.ts'
import type { Log } from '#platform/process/log.ts'
import { problem } from '#platform/http/problem.ts'
import { sweepMemory } from '#platform/process/sweep-memory.ts'

/** The smallest part that S3 accepts. */
const partBytes = 5 * 1024 * 1024
/** Browsers should never render uploaded files. */
const type = { ContentType: 'application/octet-stream' }
const connectMs = 3000

/** A client for the file store. We generate the keys, never users. */
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
    // S3 servers other than Amazon's have no hostname per bucket.
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    // A file may take long to transfer. A store that sends nothing at all for this long, twice, is considered down.
    maxAttempts: 2,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: answerMs },
  })
  const placeOf = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })

  /** An error is the store's failure, but a missing file is a valid answer. */
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
    /** Uploads a file part by part. If that fails, the caller calls `remove`: half a file may be left. */
    put: (name: string, content: AsyncIterable<Uint8Array>): Promise<void> =>
      upload({ client, ask, place: placeOf(name) }, content),

    /** The size of a file; undefined if there is none. */
    async sizeOf(name: string): Promise<number | undefined> {
      const found = await ask(() => client.send(new HeadObjectCommand(placeOf(name))))
      return found?.ContentLength
    },

    /** Streams a file; undefined if there is none. */
    async read(name: string): Promise<Readable | undefined> {
      const found = await ask(() => client.send(new GetObjectCommand(placeOf(name))))
      // In Node.js the SDK's body is a Node stream.
      return found?.Body as Readable | undefined
    },

    /** The names with this prefix. */
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

    /** Deletes a file, and aborts unfinished uploads under its name. Safe to repeat. */
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

interface Upload {
  client: S3Client
  ask: <T>(call: () => Promise<T>) => Promise<T | undefined>
  place: { Bucket: string; Key: string }
}

/** A file that fits in one part is sent as a whole. */
async function upload({ client, ask, place }: Upload, content: AsyncIterable<Uint8Array>): Promise<void> {
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
}

/**
 * Passes the content on in parts of equal size, reusing one buffer, and returns the rest. A new buffer for each part would
 * let the process grow with a large file, because the garbage collector is too slow to free them.
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

/** Most files are small, and a full-size buffer for each would linger as garbage. */
const firstBytes = 64 * 1024
function larger(part: Buffer): Buffer {
  const next = Buffer.allocUnsafeSlow(Math.min(part.length * 4, partBytes))
  part.copy(next)
  return next
}
