import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testVirus } from '../../../../../scripts/engines/clamd.ts'
import { up } from '../../../../../scripts/engines/engines.ts'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'
import { chatWorld } from '../../../../../tests/support/worlds/chat-world.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import type { TestPerson } from '../../../../../tests/support/make.ts'
import {
  badFiles,
  formHead,
  formOf,
  formType,
  goodFiles,
  misnamed,
} from '../../../../../tests/support/sample-files.ts'
import { at } from '../../../../../tests/support/worlds/sessions-world.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { storedName } from './chat.ts'
import { sweepUploads } from './files.ts'

let stack: Stack
let world: Awaited<ReturnType<typeof chatWorld>>
beforeAll(async () => {
  stack = await startStack({ PARLEY_BODY_IDLE_SECONDS: '1' })
  world = await chatWorld(stack)
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(async () => {
  stack.clock.set(at('14:00'))
  // Each test sends more than one person may send in a minute.
  await stack.platform.redis.flushDb()
})

const sendIn = (on: Stack, by: TestPerson, id: string, name: string, content: Buffer, more = '') =>
  on.as(by).upload(`/chat/${id}/files${more}`, formOf(name, content), formType)
const send = (by: TestPerson, id: string, name: string, content: Buffer, more = '') =>
  sendIn(stack, by, id, name, content, more)
const pdf = goodFiles.pdf ?? Buffer.alloc(0)
const pathOf = (url: string) => url.slice(url.indexOf('/api') + 4)
const addressOf = async (by: TestPerson, id: string, sid: string) =>
  (await stack.as(by).get(`/chat/${id}/files/${sid}`)).body.response.url as string
/** The address of the API, which begins to listen when the first test asks. */
async function listening(): Promise<string> {
  const address = stack.app.server.address()
  return typeof address === 'object' && address
    ? `http://127.0.0.1:${address.port}`
    : stack.app.listen({ host: '127.0.0.1', port: 0 })
}
const rowsOf = (id: string) =>
  stack.db.selectFrom('chat_files').selectAll().where('session_id', '=', id).execute()

describe('uploading a file', () => {
  test('a file in the form field userfile becomes a message of type media with filename and size, and can be downloaded [API-48 API-49]', async () => {
    const { coach, otherCoach, ofOrg, list } = world
    const id = await ofOrg()
    const clientId = randomUUID()
    const sent = await send(coach, id, 'Zoë – outline.pdf', pdf, `?client_id=${clientId}`)
    expect(sent).toMatchObject({ status: 200 })
    expect(sent.body.response).toEqual({
      sid: expect.any(String),
      number: 1,
      author: 'Robin Ames',
      author_id: coach.id,
      isCoach: true,
      isOwn: true,
      client_id: clientId,
      type: 'media',
      body: '',
      media: { filename: 'Zoë – outline.pdf', size: pdf.length },
      dateCreated: at('14:00'),
    })
    const [message] = (await list(otherCoach, id)).body.response.messages
    expect(message).toEqual({ ...sent.body.response, isOwn: false })
    const got = await stack.app.inject({ url: `/api${pathOf(await addressOf(otherCoach, id, message.sid))}` })
    expect(got.statusCode).toBe(200)
    expect(got.rawPayload.equals(pdf)).toBe(true)
    expect(got.headers['content-length']).toBe(String(pdf.length))
    for (const sid of [randomUUID(), id])
      expect(await stack.as(coach).get(`/chat/${id}/files/${sid}`)).toMatchObject({
        status: 404,
        body: { code: 'file_not_found' },
      })
  })

  test('another form field, another type of body or an empty form is refused', async () => {
    const { coach, individual } = world
    const id = await individual()
    const path = `/chat/${id}/files`
    expect(await stack.as(coach).upload(path, formOf('a.pdf', pdf, 'file'), formType)).toMatchObject({
      status: 400,
    })
    expect(await stack.as(coach).upload(path, pdf, 'application/pdf')).toMatchObject({ status: 415 })
    expect(await stack.as(coach).upload(path, '', formType)).toMatchObject({ status: 400 })
    expect(await rowsOf(id)).toEqual([])
  })

  test('a file sent several times with one client id is stored once', async () => {
    const { coach, individual, list } = world
    const id = await individual()
    const name = `?client_id=${randomUUID()}`
    const answers = await Promise.all([1, 2, 3].map(() => send(coach, id, 'a.pdf', pdf, name)))
    answers.push(await send(coach, id, 'a.pdf', pdf, name))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.response.sid)).size).toBe(1)
    expect((await list(coach, id)).body.response.messages).toHaveLength(1)
    expect(await rowsOf(id)).toHaveLength(1)
  })

  test('a harmful file name is cleaned', async () => {
    const { coach, individual } = world
    const id = await individual()
    const sent = await send(coach, id, '../<b>x\u202e</b>.pdf', pdf)
    expect(sent.body.response.media.filename).toBe('b_.pdf')
  })
})

describe('kinds of files', () => {
  test('audio, image, text, video, Word, pdf, ppt, key, svg and csv files are accepted [CHAT-04]', async () => {
    const { coach, individual } = world
    const id = await individual()
    const statuses: Record<string, number> = {}
    for (const [ending, content] of Object.entries(goodFiles))
      statuses[ending] = (await send(coach, id, `a.${ending}`, content)).status
    expect(statuses).toEqual(Object.fromEntries(Object.keys(goodFiles).map((ending) => [ending, 200])))
  })

  const refused = {
    status: 415,
    body: { code: 'file_refused', response: 'There was a problem uploading the file. Please try again.' },
  }
  test('a file of any other kind, judged by its content, is 415 and nothing is stored [CHAT-05 CHAT-17]', async () => {
    const { coach, individual } = world
    const id = await individual()
    for (const [, name, content] of badFiles)
      expect(await send(coach, id, name, content)).toMatchObject(refused)
    expect(await rowsOf(id)).toEqual([])
    // Recognized by the names within the zip, by the root element, or as text.
    for (const ending of ['docx', 'pptx', 'key', 'svg', 'txt'])
      expect(await send(coach, id, `a.${ending}`, goodFiles[ending] ?? Buffer.alloc(0))).toMatchObject({
        status: 200,
      })
  })

  test('a file whose ending does not fit its content is 415 [CHAT-06]', async () => {
    const { coach, individual } = world
    const id = await individual()
    for (const [name, content] of misnamed)
      expect(await send(coach, id, name, content)).toMatchObject(refused)
  })
})

describe('limits of a session', () => {
  const rows = (id: string, sizes: readonly number[]) =>
    stack.db
      .insertInto('chat_files')
      .values(
        sizes.map((size) => ({
          session_id: id,
          author_id: world.coach.id,
          filename: 'a.pdf',
          size_bytes: size,
          begun_at: at('14:00'),
          stored_at: at('14:00'),
        })),
      )
      .execute()
  const full = { status: 409, body: { code: 'files_full' } }

  test('a session takes 50 files and 2 GB, and no more when several come at once [CHAT-10]', async () => {
    const { coach, individual, send: write } = world
    const id = await individual()
    await write(coach, id, 'First.')
    await rows(
      id,
      Array.from({ length: 48 }, () => 1),
    )
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => send(coach, id, 'a.pdf', pdf)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
    expect(answers.find(({ status }) => status === 409)).toMatchObject(full)
    expect(await rowsOf(id)).toHaveLength(50)

    const heavy = await individual()
    await write(coach, heavy, 'First.')
    const most = 150 * 1024 * 1024
    const left = 2 * 1024 ** 3 - 13 * most - 2 * pdf.length
    await rows(heavy, [...Array.from({ length: 13 }, () => most), left])
    const many = await Promise.all([1, 2, 3, 4].map(() => send(coach, heavy, 'a.pdf', pdf)))
    expect(many.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(many.filter(({ status }) => status === 409)).toHaveLength(2)
    const total = (await rowsOf(heavy)).reduce((sum, row) => sum + Number(row.size_bytes), 0)
    expect(total).toBe(2 * 1024 ** 3)
  })

  test('a refused upload does not count', async () => {
    const { coach, individual, send: write } = world
    const id = await individual()
    await write(coach, id, 'First.')
    await rows(
      id,
      Array.from({ length: 49 }, () => 1),
    )
    expect(await send(coach, id, 'a.exe', pdf)).toMatchObject({ status: 415 })
    expect(await send(coach, id, 'a.pdf', pdf)).toMatchObject({ status: 200 })
    expect(await send(coach, id, 'a.pdf', pdf)).toMatchObject(full)
  })
})

describe('a download that breaks off', () => {
  /** Begins to download a file whose bytes come from `read`. `lines` returns what the log holds about it. */
  async function downloading(read: () => Readable) {
    const { coach, individual } = world
    const id = await individual()
    const { sid } = (await send(coach, id, 'a.pdf', pdf)).body.response
    const { files } = stack.platform
    const own = files.read.bind(files)
    files.read = () => Promise.resolve(read())
    const before = stack.log().length
    await stack.db
      .updateTable('chat_files')
      .set({ size_bytes: 50_000_000 })
      .where('session_id', '=', id)
      .execute()
    const url = new URL(await addressOf(coach, id, sid))
    const { port } = new URL(await listening())
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET ${url.pathname} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(socket, 'data')
    const lines = () =>
      stack
        .log()
        .slice(before)
        .split('\n')
        .filter((line) => line.includes('/chat/download/'))
    return { socket, lines, [Symbol.dispose]: () => void (files.read = own) }
  }
  const isFailure = (line: string) => /"level":"?(error|warn|50|40)/.test(line)
  const ended = (line: string) => line.includes('"request"')

  test('a download that breaks off is logged as 499 and not as an error when the reader leaves [OPS-11]', async () => {
    using download = await downloading(() => Readable.from(endless()))
    download.socket.destroy()
    const lines = await eventually(download.lines, (found) => found.some(ended), 8000)
    expect(lines.filter(isFailure)).toEqual([])
    expect(lines.find(ended)).toContain('"status":499')
  })

  test("a download that breaks off is logged once, with the store's own error, when the store fails [OPS-11]", async () => {
    using download = await downloading(() => Readable.from(endless(3)))
    await once(download.socket.resume(), 'close')
    const lines = await eventually(download.lines, (found) => found.some(ended), 8000)
    const failures = lines.filter(isFailure)
    expect(failures).toHaveLength(1)
    expect(failures[0]).toContain('the store went away')
  })
})

/** Bytes without end, or the store's error after some pieces. */
function* endless(pieces = Infinity) {
  for (let i = 0; i < pieces; i += 1) yield Buffer.alloc(64 * 1024)
  throw new Error('the store went away')
}

describe('an upload that is not completed', () => {
  /** Begins an upload over a connection of its own and waits until some of it is stored. */
  async function begin(id: string): Promise<Socket> {
    const { port } = new URL(await listening())
    const socket = connect(Number(port), '127.0.0.1').resume()
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/chat/${id}/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.coach.token}\r\nContent-Type: ${formType}\r\nContent-Length: 20000000\r\n\r\n`,
    )
    socket.write(formHead('a.mp4'))
    socket.write(Buffer.concat([goodFiles.mp4 ?? Buffer.alloc(0), Buffer.alloc(6 * 1024 * 1024)]))
    await eventually(
      () => rowsOf(id),
      (found) => found.length === 1,
    )
    return socket
  }
  const isGone = async (id: string) => {
    const [row] = await eventually(
      () => rowsOf(id),
      (found) => found.length === 0,
      8000,
    )
    return row === undefined
  }

  test('an upload that is not completed leaves no row and no file when the sender disconnects', async () => {
    const id = await world.individual()
    const socket = await begin(id)
    const [place] = await rowsOf(id)
    socket.destroy()
    expect(await isGone(id)).toBe(true)
    expect(place && (await stack.platform.files.sizeOf(storedName(place)))).toBeUndefined()
  })

  test('an upload that is not completed is given up when no more bytes come, and leaves no row', async () => {
    const id = await world.individual()
    const socket = await begin(id)
    expect(await isGone(id)).toBe(true)
    socket.destroy()
  })

  test('an upload that is not completed is marked as dropped before its bytes are removed, so that no message can be made of it [CHAT-19]', async () => {
    const { coach, individual, list } = world
    const id = await individual()
    const { files } = stack.platform
    const put = files.put.bind(files)
    const remove = files.remove.bind(files)
    const marked: boolean[] = []
    files.remove = async (name) => {
      marked.push(...(await rowsOf(id)).map((row) => row.dropped_at !== null))
      await remove(name)
    }
    files.put = async (...given) => {
      await put(...given)
      // The last bytes arrive just as the sweep takes the upload for one that nobody sends any more.
      await stack.db
        .updateTable('chat_files')
        .set({ begun_at: new Date(0) })
        .execute()
      await sweepUploads(stack.platform)
    }
    const answer = await send(coach, id, 'a.pdf', pdf)
    Object.assign(files, { put, remove })
    expect(answer.body.code).toBe('body_late')
    expect(marked).toEqual([true])
    expect((await list(coach, id)).body.response.messages).toEqual([])
    expect(await rowsOf(id)).toEqual([])
  })

  test('an upload that is not completed keeps its file once its message is stored, even if the sender gets a 500 [CHAT-19]', async () => {
    const { coach, individual, list } = world
    const id = await individual()
    const { live } = stack.platform
    const { publish } = live
    live.publish = () => {
      throw new Error('the process is being cut off')
    }
    const answer = await send(coach, id, 'a.pdf', pdf)
    live.publish = publish
    expect(answer.status).toBe(500)
    const [message] = (await list(coach, id)).body.response.messages
    const url = await addressOf(coach, id, message.sid)
    expect((await stack.visitor.get(pathOf(url))).status).toBe(200)
  })

  test('becomes no message if the chat has closed by its end', async () => {
    const { coach, individual, list } = world
    const id = await individual()
    const { files } = stack.platform
    const put = files.put.bind(files)
    files.put = async (...given) => {
      await put(...given)
      // The upload has taken until then.
      stack.clock.set(at('15:30'))
    }
    expect(await send(coach, id, 'a.pdf', pdf)).toMatchObject({ status: 409, body: { code: 'chat_closed' } })
    files.put = put
    expect((await list(coach, id)).body.response.messages).toEqual([])
    expect(await rowsOf(id)).toEqual([])
  })
})

describe('the download address of a file', () => {
  test('the download address of a file is refused after 60 seconds, and when one character of it is changed [WIRE-44]', async () => {
    const { coach, individual } = world
    const id = await individual()
    const { sid } = (await send(coach, id, 'a.pdf', pdf)).body.response
    const path = pathOf(await addressOf(coach, id, sid))
    stack.clock.advance(60_000)
    expect(await stack.visitor.get(path)).toMatchObject({ status: 200 })
    stack.clock.advance(1)
    const dead = { status: 404, body: { code: 'download_dead' } }
    expect(await stack.visitor.get(path)).toMatchObject(dead)
    stack.clock.set(at('14:00'))
    for (const i of [20, 30, 50]) {
      const other = path.at(-i) === 'A' ? 'B' : 'A'
      expect(await stack.visitor.get(`${path.slice(0, -i)}${other}${path.slice(-i + 1)}`)).toMatchObject(dead)
    }
    expect(stack.log()).not.toContain(path.split('/').at(-1))
  })

  test('the download address of a file is dead for people who were removed from the call, left the session or were deleted, and for them alone', async () => {
    const { coach, otherCoach, orgAdmin, ofOrg } = world
    const dead = { status: 404, body: { code: 'download_dead' } }
    const id = await ofOrg()
    const { sid } = (await send(coach, id, 'a.pdf', pdf)).body.response
    const paths = async () => ({
      own: pathOf(await addressOf(coach, id, sid)),
      theirs: pathOf(await addressOf(otherCoach, id, sid)),
      third: pathOf(await addressOf(orgAdmin, id, sid)),
    })
    const { own, theirs, third } = await paths()
    await stack.as(coach).post(`/calls/remove/${id}`, { person_id: otherCoach.id })
    expect(await stack.visitor.get(theirs)).toMatchObject(dead)
    expect(await stack.visitor.get(third)).toMatchObject({ status: 200 })
    await stack.db.deleteFrom('session_participants').where('person_id', '=', orgAdmin.id).execute()
    expect(await stack.visitor.get(third)).toMatchObject(dead)
    expect(await stack.visitor.get(own)).toMatchObject({ status: 200 })
    const deleteCoach = (deleted_at: Date | null) =>
      stack.db.updateTable('people').set({ deleted_at }).where('id', '=', coach.id).execute()
    await deleteCoach(new Date(at('14:00')))
    expect(await stack.visitor.get(own)).toMatchObject(dead)
    await deleteCoach(null)
  })

  test('serves the file as an attachment that is not stored and not shown in a browser [WIRE-45]', async () => {
    const { coach, individual } = world
    const id = await individual()
    const svg = goodFiles.svg ?? Buffer.alloc(0)
    const first = (await send(coach, id, 'a.svg', svg)).body.response
    await send(coach, id, 'b.pdf', pdf)
    const got = await stack.app.inject({ url: `/api${pathOf(await addressOf(coach, id, first.sid))}` })
    expect(got.body).toBe(svg.toString())
    expect(got.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="a.svg"; filename*=UTF-8''a.svg`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })
})

describe('rights', () => {
  test('messages and files are refused to everyone outside the session, Admin and Super too [CHAT-14]', async () => {
    const { coach, otherCoach, orgAdmin, admin, superUser, there, individual, send: write, list } = world
    const id = await individual()
    const { sid } = (await send(coach, id, 'a.pdf', pdf)).body.response
    const calls = (by: TestPerson) => [
      list(by, id),
      write(by, id, 'Hello.'),
      send(by, id, 'a.pdf', pdf),
      stack.as(by).get(`/chat/${id}/files/${sid}`),
    ]
    for (const above of [orgAdmin, admin, superUser])
      for (const answer of await Promise.all(calls(above)))
        expect(answer).toMatchObject({ status: 403, body: { code: 'not_of_call' } })
    for (const stranger of [otherCoach, there.coach, there.orgAdmin])
      for (const answer of await Promise.all(calls(stranger)))
        expect(answer).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
    expect((await list(coach, id)).body.response.messages).toHaveLength(1)
  })

  test('when the organization has switched chat files off, uploads are refused and not offered [ORG-18]', async () => {
    const { coach, organization, individual, list } = world
    const id = await individual()
    const set = (isOn: boolean) =>
      stack.db
        .updateTable('organizations')
        .set({ chat_files: isOn })
        .where('id', '=', organization.id)
        .execute()
    expect((await list(coach, id)).body.response.abilities).toEqual({ write: true, sendFiles: true })
    await set(false)
    expect(await send(coach, id, 'a.pdf', pdf)).toMatchObject({ status: 403, body: { code: 'files_off' } })
    expect((await list(coach, id)).body.response.abilities).toEqual({ write: true, sendFiles: false })
    await set(true)
  })
})

describe('with the virus scan', () => {
  const { clamd } = addresses(herePlaces())

  test('a file is stored once the scanner has found nothing; one with a virus is 415 [CHAT-11]', async () => {
    await up(['clamd'])
    await using scanned = await startStack({ CLAMD_URL: clamd.url })
    const { coach, individual, list } = await chatWorld(scanned)
    const id = await individual()
    expect(await sendIn(scanned, coach, id, 'a.pdf', pdf)).toMatchObject({ status: 200 })
    expect(await sendIn(scanned, coach, id, 'a.txt', Buffer.from(testVirus))).toMatchObject({
      status: 415,
      body: { code: 'file_refused' },
    })
    expect((await list(coach, id)).body.response.messages).toMatchObject([{ media: { filename: 'a.pdf' } }])
    // Before the verdict there is no message and so no address: nobody can fetch the row that waits for it.
    const waiting = await scanned.db
      .insertInto('chat_files')
      .values({ session_id: id, author_id: coach.id, filename: 'b.pdf', begun_at: at('14:00') })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await scanned.as(coach).get(`/chat/${id}/files/${waiting.id}`)).toMatchObject({ status: 404 })
  })

  test('when the scanner does not answer, the upload is 503 and nothing is stored [CHAT-11]', async () => {
    await using scanned = await startStack({ CLAMD_URL: 'tcp://127.0.0.1:9' })
    const { coach, individual, list } = await chatWorld(scanned)
    const id = await individual()
    expect(await sendIn(scanned, coach, id, 'a.pdf', pdf)).toMatchObject({ status: 503 })
    expect((await list(coach, id)).body.response.messages).toEqual([])
    expect(await scanned.db.selectFrom('chat_files').select('id').execute()).toEqual([])
  })
})
