import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileOfForm } from './form-file.ts'

const type = 'multipart/form-data; boundary=xyz'
const head = (more = 'name="userfile"; filename="a.txt"') =>
  `--xyz\r\nContent-Disposition: form-data; ${more}\r\nContent-Type: text/plain\r\n\r\n`
const end = '\r\n--xyz--\r\n'

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(form: string | Buffer, size = 1000, contentType = type) {
  const file = await fileOfForm(inPieces(Buffer.from(form), size), contentType, 'userfile')
  const pieces: Buffer[] = []
  for await (const piece of file.content) pieces.push(piece)
  return { filename: file.filename, content: Buffer.concat(pieces) }
}

test('the file is read byte for byte, wherever the form is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(fc.constantFrom('\r\n', '\r\n--xy', '\r\n--', '--xyz', '\r'), fc.string({ unit: 'binary' })),
      ),
      fc.integer({ min: 1, max: 40 }),
      async (parts, size) => {
        const content = parts.join('')
        // Content that contains the boundary cannot be sent in such a form.
        fc.pre(!content.includes('\r\n--xyz'))
        const back = await read(`${head()}${content}${end}`, size)
        expect(back).toEqual({ filename: 'a.txt', content: Buffer.from(content) })
      },
    ),
  )
})

test.each([
  ['name="userfile"; filename="Zoë – 日本.pdf"', 'Zoë – 日本.pdf'],
  ['filename="a b.pdf"; name="userfile"', 'a b.pdf'],
  ['name="userfile"; filename="say %22hi%22.pdf"', 'say "hi".pdf'],
  ['name="userfile"; filename="say \\"hi\\".pdf"', 'say "hi".pdf'],
  ['name="userfile"; filename="C:\\Notes\\a.pdf"', 'C:\\Notes\\a.pdf'],
  ['name="userfile"; filename=""', ''],
])('with %s the file name is %j', async (said, filename) => {
  expect((await read(`${head(said)}x${end}`)).filename).toBe(filename)
})

test('a preamble and the parts after the file are ignored', async () => {
  const more = '\r\n--xyz\r\nContent-Disposition: form-data; name="more"\r\n\r\n1'
  expect((await read(`hello\r\n${head()}x${more}${end}`)).content.toString()).toBe('x')
})

test.each([
  ['another field', `${head('name="other"; filename="a.txt"')}x${end}`, type],
  ['no file', `${head('name="userfile"')}x${end}`, type],
  ['no end', `${head()}x`, type],
  ['nothing', '', type],
  ['headers without end', `--xyz\r\n${'a'.repeat(20_000)}`, type],
  ['no boundary', `${head()}x${end}`, 'multipart/form-data'],
])('a form with %s cannot be read', async (_what, form, contentType) => {
  await expect(read(form, 1000, contentType)).rejects.toMatchObject({ code: 'malformed' })
})
