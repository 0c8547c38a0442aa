import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'
import { storedFiles } from '../../../../../tests/support/engines/stored-files.ts'
import { openFiles } from './files.ts'

let stack: Stack
beforeAll(async () => void (stack = await startStack()))
afterAll(() => stack[Symbol.asyncDispose]())

const mb = 1024 * 1024

test('a file that is stored in parts is read back byte for byte, and is gone once removed', async () => {
  const { files } = stack.platform
  const bytes = randomBytes(11 * mb)
  await files.put('one', pieces(bytes))
  expect(await files.sizeOf('one')).toBe(bytes.length)
  const back = await files.read('one')
  expect(back && (await buffer(back)).equals(bytes)).toBe(true)
  await files.remove('one')
  expect(await files.read('one')).toBeUndefined()
  await expect(files.remove('one')).resolves.toBeUndefined()
})

test('an empty file can be stored', async () => {
  await stack.platform.files.put('empty', pieces(Buffer.alloc(0)))
  expect(await stack.platform.files.sizeOf('empty')).toBe(0)
})

test('an upload that breaks off fails with its own error, and remove leaves nothing of it', async () => {
  const { files } = stack.platform
  async function* broken() {
    yield* pieces(randomBytes(7 * mb))
    throw new Error('the sender is gone')
  }
  await expect(files.put('half', broken())).rejects.toThrow('the sender is gone')
  await files.remove('half')
  expect(await files.sizeOf('half')).toBeUndefined()
  expect(await begun()).toEqual([])
})

test('a store that is away or not configured fails with engine_away', async () => {
  for (const url of ['http://127.0.0.1:9', '']) {
    const away = openFiles({
      config: { ...stack.config, s3: { ...stack.config.s3, url } },
      log: stack.platform.log,
    })
    await expect(away.put('x', pieces(Buffer.from('x')))).rejects.toMatchObject({ code: 'engine_away' })
    await expect(away.read('x')).rejects.toMatchObject({ code: 'engine_away' })
    away.close()
  }
})

test('a store that takes a request and never answers fails with engine_away', async () => {
  await using silent = await listen(createServer(() => {}))
  const away = openFiles({
    config: { ...stack.config, s3: { ...stack.config.s3, url: `http://127.0.0.1:${silent.port}` } },
    log: stack.platform.log,
    answerMs: 200,
  })
  await expect(away.sizeOf('x')).rejects.toMatchObject({ code: 'engine_away' })
  away.close()
})

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024)
}

const begun = async () => (await storedFiles(stack.config.s3, stack.config.s3.prefix)).begun

async function listen(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}
