import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** One font file of a face, with the characters that it covers. */
export interface FontFile {
  id: string
  /** The file's content, or its path: large files are read only when something is drawn with them. */
  source: Buffer | string
  has: (codePoint: number) => boolean
  /** Use this file only for a text that matches: the same ideograph looks different in Japanese and in Chinese. */
  wanted?: RegExp
  /** Its letters join. */
  joins?: boolean
}

export type Face = 'regular' | 'medium' | 'strong' | 'voice'
export type Fonts = Readonly<Record<Face, readonly FontFile[]>>

/** The Arabic, Hebrew and East Asian fonts have other weights than our four faces: these stand in for them. */
const weights: Readonly<Record<Face, 'Regular' | 'Medium' | 'Bold'>> = {
  regular: 'Regular',
  medium: 'Medium',
  strong: 'Bold',
  voice: 'Regular',
}
const weightNumbers = { Regular: 400, Medium: 500, Bold: 700 }

const ui = 'schibsted-grotesk'
const voice = 'literata'
const uiSubsets = ['latin', 'latin-ext']
const voiceSubsets = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']

/** The web's own faces. A letter that the first font lacks comes from the other one, so that a name is never left out. */
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

/** Reads the roughly forty small files once per process. */
export const openFonts = (): Promise<Fonts> => (opened ??= readFonts())

async function readFonts(): Promise<Fonts> {
  const read = async (face: Face): Promise<FontFile[]> => {
    const files = faces[face].flatMap(([family, weight, subsets]) =>
      subsets.map((subset) => readFont(family, weight, subset)),
    )
    const weight = weights[face]
    const arabic = readFont('noto-sans-arabic', weightNumbers[weight], 'arabic')
    const hebrew = readFont('noto-sans-hebrew', weightNumbers[weight], 'hebrew')
    return [
      ...(await Promise.all(files)),
      { ...(await arabic), joins: true },
      await hebrew,
      ...eastAsian(weight),
    ]
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
  // Each package lists, by file name, the characters that its files cover.
  const ranges = JSON.parse(
    await readFile(require.resolve(`@fontsource/${family}/unicode.json`), 'utf8'),
  ) as Record<string, string>
  const spans = (ranges[subset] ?? '').split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })
  return {
    id,
    source: await readFile(require.resolve(`@fontsource/${family}/files/${id}.woff`)),
    has: (codePoint) => spans.some(([first, last]) => codePoint >= first && codePoint <= last),
  }
}

const isHan = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u
const isKana = /[\p{Script=Hiragana}\p{Script=Katakana}\u30FC]/u
const isHangul = /\p{Script=Hangul}/u
const anyOf = (...scripts: RegExp[]) => {
  return (codePoint: number) => scripts.some((script) => script.test(String.fromCodePoint(codePoint)))
}

/** Kana or Hangul in a text mark it as Japanese or Korean; ideographs alone are drawn as in Chinese. */
function eastAsian(weight: 'Regular' | 'Medium' | 'Bold'): FontFile[] {
  const file = (name: string, family: string) => {
    const at = join(dirname(require.resolve(name)), '..', 'fonts', `${family}-${weight}.otf`)
    return { id: `${family}-${weight}`, source: at }
  }
  return [
    { ...file('@embedpdf/fonts-jp', 'NotoSansJP'), has: anyOf(isHan, isKana), wanted: isKana },
    { ...file('@embedpdf/fonts-kr', 'NotoSansKR'), has: anyOf(isHan, isHangul), wanted: isHangul },
    { ...file('@embedpdf/fonts-sc', 'NotoSansHans'), has: anyOf(isHan, isKana) },
  ]
}
