import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headOf, listenRaw } from '../../../../../tests/support/raw-http.ts'
import { startStack, type Stack } from '../../../../../tests/support/stack.ts'

let stack: Stack
let folder: string
let raw: Awaited<ReturnType<typeof listenRaw>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-pages-'))
  await mkdir(join(folder, 'web/assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'a secret')
  await writeFile(join(folder, 'web/index.html'), '<!doctype html>the page')
  await writeFile(join(folder, 'web/assets/one-3f.js'), 'one()')
  await writeFile(join(folder, 'web/assets/blur-worker-3f.js'), 'blur()')
  stack = await startStack({ PARLEY_WEB_DIR: join(folder, 'web') })
  raw = await listenRaw(stack.app)
})
afterAll(async () => {
  await stack[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const get = (path: string) => raw.send(headOf('GET', path, ['connection: close']))

test('files are served as they are, and every other path gets the one page', async () => {
  expect(await get('/assets/one-3f.js')).toMatchObject({ status: 200, body: 'one()' })
  expect((await get('/assets/one-3f.js')).headers).toContain('immutable')
  for (const path of ['/', '/sessions', '/session/x/preview'])
    expect(await get(path)).toMatchObject({ status: 200, body: '<!doctype html>the page' })
})

test('only the blur worker may run WebAssembly, and it may create no scripts', async () => {
  for (const path of ['/', '/assets/one-3f.js']) {
    const { headers } = await get(path)
    expect(headers).toMatch(/; script-src 'self';.*; trusted-types default blur-worker\r/)
    expect(headers).not.toContain('wasm')
  }
  expect((await get('/assets/blur-worker-3f.js')).headers).toContain(
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'\r",
  )
})

test('only videos of hosts that the operator named can be framed [CONTENT-03]', async () => {
  const framesOf = async (one: Stack) =>
    /frame-src[^;]*/.exec(
      String((await one.app.inject({ url: '/training' })).headers['content-security-policy']),
    )?.[0]
  expect(await framesOf(stack)).toBeUndefined()
  const PARLEY_VIDEO_HOSTS = 'player.vimeo.com,videos.example.com'
  await using other = await startStack({ PARLEY_WEB_DIR: join(folder, 'web'), PARLEY_VIDEO_HOSTS })
  expect(await framesOf(other)).toBe('frame-src https://player.vimeo.com https://videos.example.com')
})

test.each([
  '//x',
  '//evil.test/x',
  '/../../etc/passwd',
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%00',
  '/assets/..%5c..%5csecret.txt',
  `/${'../'.repeat(500)}etc/passwd`,
  '/assets',
  '/assets/',
  '/api/reference/files/../package.json',
  '/api/reference/files/%2e%2e/package.json',
  '/api/reference/files/',
])('%s is answered without an error and shows nothing outside the folder', async (path) => {
  const { status, body } = await get(path)
  expect([200, 400, 403, 404]).toContain(status)
  expect(body).not.toMatch(/a secret|root:|"version"/)
  expect(stack.log()).not.toContain('request failed')
})
