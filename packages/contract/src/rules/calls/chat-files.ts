/** The most files in the chat of one session, and the most bytes of all of them together. */
export const chatFilesMax = 50
export const chatFilesBytesMax = 2 * 1024 * 1024 * 1024

/** The kinds of files that are accepted, judged by content, and the file extensions of each. All others are refused. */
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

/** For the `accept` attribute of a file input. */
export const acceptedEndings = allEndings.map((ending) => `.${ending}`).join(',')

/** The file extension, in lower case. */
export function endingOf(filename: string): string {
  const dot = filename.lastIndexOf('.')
  return dot > 0 ? filename.slice(dot + 1).toLowerCase() : ''
}

export const belongsTo = (filename: string, families: readonly FileFamily[]): boolean => {
  const ending = endingOf(filename)
  return families.some((family) => (fileEndings[family] as readonly string[]).includes(ending))
}

/** The family that a file name suggests, only for an icon. Whether a file is accepted depends on its content. */
export const familyByName = (filename: string): FileFamily | undefined =>
  (Object.keys(fileEndings) as FileFamily[]).find((family) => belongsTo(filename, [family]))

const nameMax = 120
/** Characters with a meaning to a shell, a page or a file system, invisible ones, and those that change text direction. */
const harmful = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*%`$]/gu

/** Sanitizes a file name for display and saving: no path, no markup, nothing invisible. */
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

/** A regular expression would restart at each dot of a long row, in quadratic time. This loop is linear. */
function withoutDotsAtEnd(text: string): string {
  let until = text.length
  while (until > 0 && isDotOrSpace(text[until - 1])) until -= 1
  return text.slice(0, until)
}

const isDotOrSpace = (sign: string | undefined): boolean => sign === '.' || sign === ' '
