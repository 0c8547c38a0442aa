import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { createClient } from '@redis/client'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '@parley/api/platform/process/config.ts'
import { herePlaces } from '../../../scripts/engines/places.ts'

/** Finds the planted words, as text and in the hex form that the database uses for bytes. */
export function wordsIn(text: string, begin: string): string[] {
  const plain = text.match(new RegExp(`${begin}\\d{3}`, 'gi')) ?? []
  const hex = Buffer.from(begin).toString('hex')
  const bytes = text.match(new RegExp(`${hex}(?:3\\d){3}`, 'gi')) ?? []
  return [
    ...plain.map((word) => word.toLowerCase()),
    ...bytes.map((one) => Buffer.from(one, 'hex').toString()),
  ]
}

/** Searches whole rows, as text, of every table, including the queue's. */
export async function wordsInDatabase(owner: pg.Client, begin: string): Promise<Map<string, string[]>> {
  await owner.query('vacuum full')
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const found = new Map<string, string[]>()
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(
      `select t::text as row from ${name} t where t::text ~* $1 or t::text like $2`,
      [begin, `%${Buffer.from(begin).toString('hex')}%`],
    )
    const words = rows.flatMap(({ row }) => wordsIn(row, begin))
    if (words.length > 0) found.set(name, [...new Set(words)])
  }
  return found
}

/** Searches all keys and their values. */
export async function wordsInRedis(url: string, begin: string): Promise<string[]> {
  const client = clientAt(url)
  await client.connect()
  const found: string[] = []
  for await (const keys of client.scanIterator({ COUNT: 1000 }))
    for (const key of keys)
      found.push(...wordsIn(`${key} ${JSON.stringify(await valueOf(client, key))}`, begin))
  client.destroy()
  return found
}

const clientAt = (url: string) => createClient({ url })
type Client = ReturnType<typeof clientAt>

/** A Redis DUMP is compressed, so each type is read with its own command. */
async function valueOf(client: Client, key: string): Promise<unknown> {
  switch (await client.type(key)) {
    case 'string':
      return client.get(key)
    case 'hash':
      return client.hGetAll(key)
    case 'list':
      return client.lRange(key, 0, -1)
    case 'set':
      return client.sMembers(key)
    case 'zset':
      return client.zRange(key, 0, -1)
    case 'stream':
      return client.xRange(key, '-', '+')
    default:
      return undefined
  }
}

/** Searches the names and bytes of all objects. */
export async function wordsInStore({ s3 }: Pick<Config, 's3'>, begin: string): Promise<string[]> {
  const client = new S3Client({
    endpoint: s3.url,
    region: s3.region,
    forcePathStyle: true,
    credentials: { accessKeyId: s3.key, secretAccessKey: s3.secret },
  })
  const found: string[] = []
  const { Contents = [] } = await client.send(
    new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: s3.prefix }),
  )
  for (const { Key } of Contents) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: s3.bucket, Key }))
    found.push(...wordsIn(`${String(Key)} ${(await Body?.transformToString('latin1')) ?? ''}`, begin))
  }
  client.destroy()
  return found
}

/** Searches the logs of the database, the media server, the object store, the proxy and all other engines. */
export async function wordsInEngineLogs(begin: string): Promise<string[]> {
  const { stateDir } = herePlaces()
  const logs = (await readdir(stateDir)).filter((name) => name.endsWith('.log'))
  // The mail server stands for the recipients' mail servers, which keep what they got.
  const ours = logs.filter((name) => !name.startsWith('mail'))
  if (ours.length === 0) throw new Error(`${stateDir} has no log of any engine`)
  const texts = await Promise.all(ours.map((name) => readFile(join(stateDir, name), 'latin1')))
  return texts.flatMap((text) => wordsIn(text, begin))
}
