/** At most so many files in the chat of one session, and so many bytes in all of them. */
export const chatFilesMax = 50
export const chatFilesBytesMax = 2 * 1024 * 1024 * 1024

/** What a file can be, by its content, and the endings that belong to it. Whatever is none of these is refused. */
export const fileEndings = {
  audio: [
    'mp3',
    'm4a',
    'm4b',
    'aac',
    'wav',
    'ogg',
    'oga',
    'opus',
    'flac',
    'weba',
    'aif',
    'aiff',
    'amr',
    'mid',
  ],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'heic', 'heif', 'tif', 'tiff', 'bmp'],
  video: ['mp4', 'm4v', 'mov', 'webm', 'mkv', 'avi', 'mpg', 'mpeg', 'ogv', '3gp', 'wmv'],
  word: ['doc', 'docx'],
  pdf: ['pdf'],
  ppt: ['ppt', 'pptx'],
  key: ['key'],
  svg: ['svg'],
  text: ['txt', 'csv', 'tsv', 'md', 'log', 'srt', 'vtt', 'ics', 'vcf'],
} as const

export type FileFamily = keyof typeof fileEndings

const allEndings: readonly string[] = Object.values(fileEndings).flat()

/** As the picker of a form takes it. */
export const acceptedEndings = allEndings.map((ending) => `.${ending}`).join(',')

/** What stands after the last dot, in lower case. */
export function endingOf(filename: string): string {
  const dot = filename.lastIndexOf('.')
  return dot > 0 ? filename.slice(dot + 1).toLowerCase() : ''
}

export const belongsTo = (filename: string, families: readonly FileFamily[]): boolean => {
  const ending = endingOf(filename)
  return families.some((family) => (fileEndings[family] as readonly string[]).includes(ending))
}

/** The family that a name says, for a picture beside it. What it is is judged by its content. */
export const familyByName = (filename: string): FileFamily | undefined =>
  (Object.keys(fileEndings) as FileFamily[]).find((family) => belongsTo(filename, [family]))

const nameMax = 120
/** Signs that mean something to a shell, a page or a file system, that nobody sees, or that turn the reading direction. */
const harmful = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*%`$]/gu

/** A name that does no harm wherever it is shown or saved: no path, no markup, nothing unseen. */
export function harmlessName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const whole = withoutDotsAtEnd(last)
  const dot = whole.lastIndexOf('.')
  const stem = dot === -1 ? whole : whole.slice(0, dot)
  const ending = dot === -1 ? '' : whole.slice(dot + 1)
  const plain = withoutDotsAtEnd(stem.replaceAll(harmful, '_').replaceAll(/\s+/g, ' ')).replace(/^[. ]+/, '')
  const short = plain.slice(0, nameMax).toWellFormed().trimEnd() || 'file'
  const letters = ending
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 10)
  return letters === '' ? short : `${short}.${letters}`
}

/** A pattern for the end of a text begins anew at each dot of a long row: a walk from the edge does not. */
function withoutDotsAtEnd(text: string): string {
  let until = text.length
  while (until > 0 && isDotOrSpace(text[until - 1])) until -= 1
  return text.slice(0, until)
}

const isDotOrSpace = (sign: string | undefined): boolean => sign === '.' || sign === ' '
