import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The files of one face, each with the signs that it has. */
interface FontFile {
  id: string
  bytes: Buffer
  has: (codePoint: number) => boolean
}

export type Face = 'regular' | 'medium' | 'strong' | 'voice'
export type Fonts = Readonly<Record<Face, readonly FontFile[]>>

const ui = 'schibsted-grotesk'
const voice = 'literata'
const uiSubsets = ['latin', 'latin-ext']
const voiceSubsets = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']

/** The web's own faces. Where the first has no sign for a letter, the other one's is taken: a name is never left out. */
const faces: Readonly<Record<Face, readonly (readonly [string, number, readonly string[]])[]>> = {
  regular: [
    [ui, 400, uiSubsets],
    [voice, 400, voiceSubsets],
  ],
  medium: [
    [ui, 500, uiSubsets],
    [voice, 500, voiceSubsets],
  ],
  strong: [
    [ui, 600, uiSubsets],
    [voice, 600, voiceSubsets],
  ],
  voice: [[voice, 400, voiceSubsets]],
}

let opened: Promise<Fonts> | undefined

/** Read once for each process: some thirty small files. */
export const openFonts = (): Promise<Fonts> => (opened ??= readFonts())

async function readFonts(): Promise<Fonts> {
  const read = async (face: Face): Promise<FontFile[]> => {
    const files = faces[face].flatMap(([family, weight, subsets]) =>
      subsets.map((subset) => readFont(family, weight, subset)),
    )
    return Promise.all(files)
  }
  const [regular, medium, strong, words] = await Promise.all([
    read('regular'),
    read('medium'),
    read('strong'),
    read('voice'),
  ])
  return { regular, medium, strong, voice: words }
}

async function readFont(family: string, weight: number, subset: string): Promise<FontFile> {
  const id = `${family}-${subset}-${weight}-normal`
  // Each package says which signs its files have, by their names.
  const ranges = JSON.parse(
    await readFile(require.resolve(`@fontsource/${family}/unicode.json`), 'utf8'),
  ) as Record<string, string>
  const spans = (ranges[subset] ?? '').split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })
  return {
    id,
    bytes: await readFile(require.resolve(`@fontsource/${family}/files/${id}.woff`)),
    has: (codePoint) => spans.some(([first, last]) => codePoint >= first && codePoint <= last),
  }
}
