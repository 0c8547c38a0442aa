import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'
import { chatWorld } from '../../../../../tests/support/worlds/chat-world.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { startFront } from '../../../../../tests/support/engines/front.ts'
import { startApi, type ApiProcess } from '../../../../../tests/support/engines/processes.ts'
import { formEnd, formHead, formType, goodFiles } from '../../../../../tests/support/sample-files.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { storedName } from './chat.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof chatWorld>>
let token: string
beforeAll(async () => {
  stack = await startStack()
  // The API of these tests is a process of its own, which goes by the machine's clock.
  stack.clock.set(new Date().toISOString())
  world = await chatWorld(stack)
  token = world.coach.token
})
afterAll(() => stack[Symbol.asyncDispose]())

const most = 150 * 1024 * 1024
const running = async () => {
  await stack.db.deleteFrom('session_busy').execute()
  const start = new Date(Date.now() - 60_000).toISOString()
  return (await stack.make.session({ coach: world.coach, client: world.client, start })).id
}
const apiOfItsOwn = () =>
  startApi({
    databaseUrl: stack.database.appUrl,
    redisUrl: addresses(herePlaces()).redis.url,
    settings: { S3_PREFIX: stack.config.s3.prefix },
  })

interface Sent {
  status: number
  body: { code?: string; response?: { sid: string; media: { size: number } } }
}

/** Sends a film of this size, as fast as the API takes it. Resolves with the answer, however early it comes. */
function sendFilm(url: string, id: string, size: number): Promise<Sent> {
  const head = formHead('Role play.mp4')
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/chat/${id}/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': formType,
        'content-length': head.length + size + formEnd.length,
      },
    })
    asked.on('response', (reply) => {
      json(reply).then(
        (body) => resolve({ status: reply.statusCode ?? 0, body: body as Sent['body'] }),
        reject,
      )
    })
    asked.on('error', reject)
    asked.write(head)
    const film = goodFiles.mp4 ?? Buffer.alloc(0)
    const piece = Buffer.alloc(256 * 1024, 'frame')
    let left = size - film.length
    asked.write(film)
    const go = () => {
      while (left > 0) {
        const now = piece.subarray(0, Math.min(left, piece.length))
        left -= now.length
        if (!asked.write(now)) {
          asked.once('drain', go)
          return
        }
      }
      asked.end(formEnd)
    }
    go()
  })
}

/** The most memory that a process has used so far, in bytes. */
async function peakOf({ pid }: ApiProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

test(
  'a file of 150 x 1024 x 1024 bytes is accepted through the front proxy, one byte more is 413, and the API grows by less than 64 MB [CHAT-07 C7]',
  { timeout: 120_000 },
  async () => {
    await using api = await apiOfItsOwn()
    await using front = await startFront({ apis: [Number(new URL(api.url).port)] })
    const id = await running()
    // Warm up before measuring: any upload needs some things once, such as the store's client.
    expect(await sendFilm(front.url, id, 6 * 1024 * 1024)).toMatchObject({ status: 200 })
    const before = await peakOf(api)
    const sent = await sendFilm(front.url, id, most)
    const grown = (await peakOf(api)) - before
    expect(sent).toMatchObject({ status: 200, body: { response: { media: { size: most } } } })
    expect(grown).toBeLessThan(64 * 1024 * 1024)
    expect(await sendFilm(front.url, id, most + 1)).toMatchObject({
      status: 413,
      body: { code: 'file_too_large' },
    })
    const rows = await stack.db
      .selectFrom('chat_files')
      .select('size_bytes')
      .where('session_id', '=', id)
      .execute()
    expect(rows.map(({ size_bytes }) => Number(size_bytes)).toSorted((a, b) => a - b)).toEqual([
      6 * 1024 * 1024,
      most,
    ])
  },
)

test(
  'an upload whose process was killed is removed by the sweep once it is an hour old',
  { timeout: 60_000 },
  async () => {
    const id = await running()
    const api = await apiOfItsOwn()
    const sending = sendFilm(api.url, id, most).then(
      () => 'answered',
      () => 'cut',
    )
    const rowsOf = () => stack.db.selectFrom('chat_files').selectAll().where('session_id', '=', id).execute()
    const [place] = await eventually(rowsOf, (rows) => rows.length === 1)
    await api.stop('SIGKILL')
    expect(await sending).toBe('cut')
    expect(await rowsOf()).toHaveLength(1)

    const sweep = async () => {
      await stack.platform.database.pool.query("select graphile_worker.add_job('chat.sweep-uploads')")
      await stack.runJobs()
    }
    stack.clock.set(new Date().toISOString())
    await sweep()
    // The upload might still be running.
    expect(await rowsOf()).toHaveLength(1)
    stack.clock.advance(3_600_001)
    await sweep()
    expect(await rowsOf()).toEqual([])
    expect(place && (await stack.platform.files.sizeOf(storedName(place)))).toBeUndefined()
  },
)
