import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { createClient } from '@redis/client'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '@parley/api/platform/config.ts'
import { herePlaces } from '../../scripts/engines/places.ts'

/** Words that begin so, as text and as the database writes bytes. */
export function wordsIn(text: string, begin: string): string[] {
  const plain = text.match(new RegExp(`${begin}\\d{3}`, 'gi')) ?? []
  const hex = Buffer.from(begin).toString('hex')
  const bytes = text.match(new RegExp(`${hex}(?:3\\d){3}`, 'gi')) ?? []
  return [
    ...plain.map((word) => word.toLowerCase()),
    ...bytes.map((one) => Buffer.from(one, 'hex').toString()),
  ]
}

/** Every table, the queue's among them: whole rows, as text. */
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

/** All keys with all that they hold. */
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

/** A dump of Redis is packed, so each kind is read for itself. */
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

/** All objects, by name and by their bytes. */
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

/** The logs of the database, the media server, the store, the proxy and whatever else runs here. */
export async function wordsInEngineLogs(begin: string): Promise<string[]> {
  const { stateDir } = herePlaces()
  const logs = (await readdir(stateDir)).filter((name) => name.endsWith('.log'))
  // The mail server here stands for those of the people who are written to, and keeps what it got.
  const ours = logs.filter((name) => !name.startsWith('mail'))
  if (ours.length === 0) throw new Error(`${stateDir} has no log of any engine`)
  const texts = await Promise.all(ours.map((name) => readFile(join(stateDir, name), 'latin1')))
  return texts.flatMap((text) => wordsIn(text, begin))
}
