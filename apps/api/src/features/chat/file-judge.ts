import { fileTypeFromBuffer } from 'file-type'
import { belongsTo, type FileFamily } from '@parley/contract/rules/calls/chat-files.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { problem } from '#platform/http/problem.ts'
import { zipNames } from './zip-names.ts'

/** How much is kept of the beginning, which holds the signature and the root element of an SVG. */
const headBytes = 64 * 1024
const signatureBytes = 4100
/** How much is kept of the end, where a zip lists its entries. */
const tailBytes = 1024 * 1024

/** Containers that hold audio alone or video as well: file extensions of both families are right. */
const boxes = [
  'video/webm',
  'video/mp4',
  'video/matroska',
  'video/3gpp',
  'application/ogg',
  'video/ogg',
  'audio/ogg',
]
const asf = ['application/vnd.ms-asf', 'audio/x-ms-asf', 'video/x-ms-asf']
/** Types recognized by two letters that a text may begin with, too; in a real file of the type a NUL follows. */
const weak = ['image/bmp', 'application/x-msdownload']

/** Names of the streams inside old Word and PowerPoint files. */
const oldOffice: readonly [string, FileFamily][] = [
  ['WordDocument', 'word'],
  ['PowerPoint Document', 'ppt'],
]

/**
 * Reads a file as it passes and recognizes its type by the content: signature, entry names of a zip, root element of an XML,
 * else valid text without NUL. It refuses as early as possible, so that an unwanted file is not stored to its end.
 */
export function fileJudge(filename: string) {
  let size = 0
  let head = Buffer.alloc(0)
  let tail: Buffer[] = []
  let tailSize = 0
  const text = textJudge()
  const names = nameFinder(oldOffice.map(([name]) => Buffer.from(name, 'utf16le')))
  let bySignature: { mime: string | undefined } | undefined

  async function take(chunk: Uint8Array): Promise<void> {
    size += chunk.length
    if (size > constants.chatFileBytesMax) throw problem('file_too_large')
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
    if (isZip(head)) keepTail(chunk)
    text.take(chunk)
    if (isCompound(head)) names.take(chunk)
    if (bySignature || head.length < signatureBytes) return
    const mime = await readSignature()
    if (
      mime !== undefined &&
      !isZip(head) &&
      !isCompound(head) &&
      !belongsTo(filename, signatureFamilies(mime))
    )
      throw problem('file_refused')
  }

  async function readSignature(): Promise<string | undefined> {
    bySignature ??= { mime: (await fileTypeFromBuffer(head.subarray(0, signatureBytes)))?.mime }
    return bySignature.mime
  }

  function keepTail(chunk: Uint8Array): void {
    tail.push(Buffer.from(chunk))
    tailSize += chunk.length
    while (tail[0] && tailSize - tail[0].length >= tailBytes) {
      tailSize -= tail[0].length
      tail = tail.slice(1)
    }
  }

  function signatureFamilies(mime: string): FileFamily[] {
    if (weak.includes(mime) && text.isText()) return ['text']
    if (mime === 'application/pdf') return ['pdf']
    if (boxes.includes(mime) || asf.includes(mime)) return ['audio', 'video']
    const [kind] = mime.split('/')
    if (kind === 'audio' || kind === 'image' || kind === 'video')
      return mime === 'image/svg+xml' ? ['svg'] : [kind]
    return kind === 'text' || mime === 'application/xml' ? byText() : []
  }

  function byText(): FileFamily[] {
    if (!text.isText()) return []
    return isSvg(head.toString()) ? ['svg'] : ['text']
  }

  /** All families that the file may belong to. Call it once the whole file has passed. */
  async function families(): Promise<FileFamily[]> {
    if (isZip(head)) return byZip(zipNames(Buffer.concat(tail)))
    if (isCompound(head)) return oldOffice.filter((_, i) => names.hasFound(i)).map(([, family]) => family)
    const mime = await readSignature()
    return mime === undefined ? byText() : signatureFamilies(mime)
  }

  return {
    size: () => size,
    /** Passes the bytes on and judges them on their way. */
    async *watched(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        await take(chunk)
        yield chunk
      }
      text.end()
      if (!belongsTo(filename, await families())) throw problem('file_refused')
    },
  }
}

const isZip = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))
const isCompound = (head: Buffer): boolean =>
  head.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))

function byZip(names: readonly string[]): FileFamily[] {
  const isOffice = names.includes('[Content_Types].xml')
  if (isOffice && names.includes('word/document.xml')) return ['word']
  if (isOffice && names.includes('ppt/presentation.xml')) return ['ppt']
  const isKeynote = names.some(
    (name) =>
      /^Index\/(?:MasterSlide|TemplateSlide|Slide)[^/]*\.iwa$/.test(name) ||
      /^index\.apxl(?:\.gz)?$/.test(name),
  )
  return isKeynote ? ['key'] : []
}

/**
 * Whether the first element is an svg, after the XML declaration, comments and doctype. One walk from left to right, because
 * a regular expression over the whole text took a minute for a file of spaces.
 */
function isSvg(text: string): boolean {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const past = (mark: string) => {
    const found = text.indexOf(mark, at)
    at = found === -1 ? text.length : found + mark.length
  }
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1
    if (text.startsWith('<?', at)) past('?>')
    else if (text.startsWith('<!--', at)) past('-->')
    else if (/^<!doctype$/i.test(text.slice(at, at + '<!DOCTYPE'.length))) {
      const from = at
      past('>')
      const subset = text.slice(from, at).indexOf('[')
      if (subset !== -1) {
        at = from + subset
        past(']')
        past('>')
      }
    } else return /^<(?:[\w.-]{1,99}:)?svg[\s/>]/.test(text.slice(at, at + 120))
  }
}

/** Whether the bytes so far are valid UTF-8 without NUL. */
function textJudge() {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isText = true
  const check = (decode: () => string) => {
    try {
      if (isText) decode()
    } catch {
      isText = false
    }
  }
  return {
    take(chunk: Uint8Array): void {
      if (isText && chunk.includes(0)) isText = false
      check(() => decoder.decode(chunk, { stream: true }))
    },
    /** A text that ends in the middle of a character is not valid. */
    end: () => check(() => decoder.decode()),
    isText: () => isText,
  }
}

/** Finds which of the names occur in a stream, also across chunk boundaries. */
function nameFinder(names: readonly Buffer[]) {
  const longest = Math.max(...names.map(({ length }) => length))
  const found = new Set<number>()
  let rest = Buffer.alloc(0)
  return {
    take(chunk: Uint8Array): void {
      const seen = Buffer.concat([rest, chunk])
      for (const [i, name] of names.entries()) if (seen.includes(name)) found.add(i)
      rest = seen.subarray(Math.max(0, seen.length - longest + 1))
    },
    hasFound: (i: number) => found.has(i),
  }
}
