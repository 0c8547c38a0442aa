import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { badFiles, goodFiles, misnamed } from '../../../../../tests/support/sample-files.ts'
import { fileJudge } from './file-judge.ts'

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function pass(name: string, content: Buffer, size = 65_536): Promise<void> {
  const one = fileJudge(name)
  const passed: Uint8Array[] = []
  for await (const piece of one.watched(inPieces(content, size))) passed.push(piece)
  expect(Buffer.concat(passed).equals(content)).toBe(true)
  expect(one.size()).toBe(content.length)
}
/** The verdict on a file of this name in pieces of this size. */
const judge = (name: string, content: Buffer, size?: number): Promise<string> =>
  pass(name, content, size).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  )

describe('judging a file by its content', () => {
  test.each(Object.entries(goodFiles))('a real .%s is accepted', async (ending, content) => {
    expect(await judge(`a.${ending}`, content)).toBe('taken')
    // The verdict does not depend on where the file is cut into pieces.
    expect(await judge(`a.${ending.toUpperCase()}`, content, 7)).toBe('taken')
  })
  test.each(badFiles)('%s (%s) is refused', async (_what, name, content) => {
    expect(await judge(name, content)).toBe('file_refused')
    expect(await judge(name, content, 11)).toBe('file_refused')
  })
  test.each(misnamed)('a file named %s with other content is refused', async (name, content) => {
    expect(await judge(name, content)).toBe('file_refused')
  })
})

test('any text is accepted as .txt and refused as .pdf, wherever it is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      async (said, size) => {
        const content = Buffer.from(`said: ${said.replaceAll('\0', '')}`)
        expect(await judge('a.txt', content, size)).toBe('taken')
        expect(await judge('a.pdf', content, size)).toBe('file_refused')
      },
    ),
  )
})

test('a text that begins like a picture or a program is accepted as text', async () => {
  expect(await judge('a.txt', Buffer.from('BMW, the invoice'))).toBe('taken')
  expect(await judge('a.txt', Buffer.from(`MZ is a mark.${' And so on.'.repeat(1000)}`))).toBe('taken')
})

test.each([
  '<svg/>',
  '\uFEFF<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [<!ENTITY a "b">]>\n<s:svg xmlns:s="x"/>',
  '<!-- <html> --><!-- two -->\n<svg width="1">',
])('%s is accepted as a drawing', async (text) => {
  expect(await judge('a.svg', Buffer.from(text))).toBe('taken')
  expect(await judge('a.txt', Buffer.from(text))).toBe('file_refused')
})

test('a program is refused before the rest of it is read', async () => {
  let given = 0
  async function* program() {
    yield Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(8000)])
    for (; given < 100; given += 1) yield Buffer.alloc(65_536)
  }
  const reading = async () => {
    for await (const _ of fileJudge('a.mp4').watched(program()));
  }
  await expect(reading()).rejects.toMatchObject({ code: 'file_refused' })
  expect(given).toBe(0)
})

test.each([
  ['<!DOCTYPE', ' '],
  ['<!DOCTYPE', '<!DOCTYPE'],
  ['<!DOCTYPE [', ']'],
  ['', '<!DOCTYPE>'],
  ['', '<!---->'],
  ['<!--', '-'],
  ['<?xml', '?'],
  ['', '<?'],
  ['', '\n'],
  ['<', 'a:'],
])('[CHAT-18] a text of %j and a long row of %j is judged within a second', async (head, row) => {
  const text = Buffer.from(`${head}${row.repeat(65_536 / row.length)}`)
  const before = process.cpuUsage()
  expect(await judge('a.txt', text)).toBe('taken')
  // A regular expression takes 47 s for the first one; a walk takes some milliseconds.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
})
