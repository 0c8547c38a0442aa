import { problem } from '#platform/http/problem.ts'

const headersMax = 16 * 1024

export interface FormFile {
  filename: string
  /** The caller has to read it to its end. */
  content: AsyncIterable<Buffer>
}

/**
 * Streams the one file of a form (multipart/form-data). We accept little: the file has to be the first field, under the
 * expected name, and the rest is skipped. A full multipart parser would read more untrusted input than we need.
 */
export async function fileOfForm(
  bytes: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
  field: string,
): Promise<FormFile> {
  const boundary = boundaryOf(contentType)
  const form = readerOf(bytes)
  // With a line break before it, the first boundary matches like the others.
  form.putBack('\r\n')
  for await (const _ of form.upTo(`\r\n--${boundary}\r\n`));
  const headers = await headersOf(form.upTo('\r\n\r\n'))
  const said = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1] ?? ''
  const filename = valueOf(said, 'filename')
  if (valueOf(said, 'name') !== field || filename === undefined) throw problem('malformed')
  async function* content() {
    yield* form.upTo(`\r\n--${boundary}`)
    await form.readOver()
  }
  return { filename, content: content() }
}

function boundaryOf(contentType = ''): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw problem('malformed')
  return boundary
}

async function headersOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > headersMax) throw problem('malformed')
    all.push(piece)
  }
  return Buffer.concat(all).toString()
}

/** Browsers write a quotation mark in a name as %22, other clients escape it with a backslash. */
const valueOf = (said: string, name: string): string | undefined =>
  Array.from(said.matchAll(/(?:^|;)[\t ]?([\w-]+)="((?:[^"\\]|\\.)*)"/g))
    .find(([, found]) => found?.toLowerCase() === name)?.[2]
    ?.replaceAll(/\\(["\\])/g, '$1')
    .replaceAll('%22', '"')

function readerOf(bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  return {
    putBack: (text: string) => void (held = Buffer.concat([Buffer.from(text), held])),
    /** Yields what comes before the mark, and skips the mark. A form that ends without it is malformed. */
    async *upTo(text: string): AsyncGenerator<Buffer> {
      const mark = Buffer.from(text)
      for (;;) {
        const at = held.indexOf(mark)
        // The mark may have begun at the end of the buffer.
        const sure = at >= 0 ? at : Math.max(0, held.length - mark.length + 1)
        const piece = held.subarray(0, sure)
        held = held.subarray(at >= 0 ? at + mark.length : sure)
        if (piece.length > 0) yield piece
        if (at >= 0) return
        const next = await source.next()
        if (next.done) throw problem('malformed')
        const come = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length)
        const seam = Buffer.concat([held, come.subarray(0, mark.length - 1)])
        if (come.length < mark.length || seam.includes(mark)) held = Buffer.concat([held, come])
        else {
          // Avoid copying: a film has thousands of chunks.
          const before = held
          held = come
          if (before.length > 0) yield before
        }
      }
    },
    async readOver(): Promise<void> {
      while (!(await source.next()).done);
    },
  }
}
