import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPatterns } from '../../../scripts/check/linear-patterns.ts'

/** A text that starts with `head` and repeats `unit`. */
interface Run {
  head: string
  unit: string
}

const root = join(import.meta.dirname, '../../..')
const sources = ['apps/api/src/**/*.ts', 'packages/contract/src/**/*.ts']

/** Sample members of each character class. */
const members: Readonly<Record<string, readonly string[]>> = {
  s: [' ', '\t', '\n'],
  S: ['x'],
  d: ['0'],
  D: ['x'],
  w: ['a', '_'],
  W: ['-'],
  b: [],
  B: [],
  n: ['\n'],
  r: ['\r'],
  t: ['\t'],
}

/** The characters that a pattern mentions, and its words of more than one character. */
function mentioned(source: string): { characters: string[]; words: string[] } {
  const characters = new Set<string>()
  const words: string[] = []
  let word = ''
  const endWord = () => {
    if (word.length > 1) words.push(word)
    word = ''
  }
  const tokens = source.matchAll(
    /\\u\{?([\dA-Fa-f]+)\}?|\\[pPk](?:\{[^}]*\}|<[^>]*>)|\\x([\dA-Fa-f]{2})|\\(.)|([()[\]{}?*+|^$.])|(.)/gu,
  )
  for (const [, point, byte, escaped, meta, plain] of tokens) {
    const code = point ?? byte
    const one =
      code === undefined ? (plain ?? escapedOf(escaped)) : String.fromCodePoint(Number.parseInt(code, 16))
    if (meta !== undefined || one === undefined) endWord()
    for (const each of escaped === undefined ? [] : (members[escaped] ?? [])) characters.add(each)
    if (one === undefined) continue
    characters.add(one)
    word += one
  }
  endWord()
  return { characters: [...characters], words }
}

const escapedOf = (escaped: string | undefined): string | undefined =>
  escaped === undefined || escaped in members ? undefined : escaped

/** The most characters of a pattern that are paired. More of them would test nothing new, and neither would letters. */
const pairedMax = 8
const isLetter = (character: string): boolean => /^[b-wyzA-Z1-9]$/.test(character)

/** Runs that once blocked the API for seconds. */
const heldOnce: readonly Run[] = [
  { head: '<!DOCTYPE', unit: ' ' },
  { head: '<?xml', unit: ' ' },
  { head: '<!--', unit: '-' },
  { head: '', unit: '. ' },
]

/** Runs from the product's own patterns: each character, each pair, each word, and each character after a word. */
export function patternRuns(): Run[] {
  const runs = new Map<string, Run>()
  const add = (head: string, unit: string) => void runs.set(`${head}\0${unit}`, { head, unit })
  for (const { head, unit } of heldOnce) add(head, unit)
  for (const path of globSync(sources, { cwd: root })) {
    if (path.endsWith('.test.ts')) continue
    for (const { source } of readPatterns(path, readFileSync(join(root, path), 'utf8')).patterns) {
      const { characters, words } = mentioned(source)
      for (const unit of [...characters, ...words]) add('', unit)
      const paired = characters.filter((one) => !isLetter(one)).slice(0, pairedMax)
      for (const one of paired) for (const other of paired) if (one !== other) add('', one + other)
      for (const head of words) for (const unit of paired) add(head, unit)
    }
  }
  return [...runs.values()]
}

/** A run of the given length. */
export const runOf = ({ head, unit }: Run, length: number): string =>
  `${head}${unit.repeat(Math.ceil(length / unit.length))}`.slice(0, length)

/** A run that ends in a character that no run contains, so that a pattern that has read all of it must backtrack. */
export const brokenRunOf = (run: Run, length: number): string => `${runOf(run, length - 1)}\u0001`
