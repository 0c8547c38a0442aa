import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { check } from 'recheck'

/** A pattern that takes longer than this to analyse is too complicated for people, too. */
const judgeMs = 60_000

interface Pattern {
  where: string
  source: string
  flags: string
}

/** Product code, in which a pattern may run on user input. */
const isProduct = (path: string) =>
  /^(?:apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.(?:test|stories)\.tsx?$/.test(path)

/**
 * One line for each pattern that takes more than linear time: 65 kB of spaces once blocked the API for 47 s. A pattern
 * that is built at run time cannot be analysed, so it needs a reason in the line above, after 'linear:'.
 */
export async function checkLinearPatterns(root: string, files: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const patterns = new Map<string, Pattern>()
  for (const path of files.filter(isProduct)) {
    const read = readPatterns(path, readFileSync(join(root, path), 'utf8'))
    found.push(...read.found)
    for (const pattern of read.patterns) patterns.set(`/${pattern.source}/${pattern.flags}`, pattern)
  }
  for (const [written, { where, source, flags }] of patterns) {
    const judged = await check(source, flags, { timeout: judgeMs })
    if (judged.status === 'vulnerable')
      found.push(
        `${where}: ${written} is ${judged.complexity.summary} in its input: write it so that it reads once.`,
      )
    if (judged.status === 'unknown')
      found.push(`${where}: ${written} cannot be judged (${judged.error.kind}): write it more simply.`)
  }
  return found
}

/** Every literal pattern in a file, and every place that builds one at run time without a reason. */
export function readPatterns(path: string, text: string): { patterns: Pattern[]; found: string[] } {
  const lines = text.split('\n')
  const lineOf = (start: number) => text.slice(0, start).split('\n').length
  const patterns: Pattern[] = []
  const found: string[] = []
  const put = (node: { start: number; callee: { type: string; start: number; end: number } }) => {
    if (text.slice(node.callee.start, node.callee.end) !== 'RegExp') return
    const line = lineOf(node.start)
    if (!lines[line - 2]?.includes('// linear:'))
      found.push(`${path}:${line}: write the pattern out, or say in the line above why it is '// linear: …'.`)
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node)
        patterns.push({
          where: `${path}:${lineOf(node.start)}`,
          source: node.regex.pattern,
          flags: node.regex.flags,
        })
    },
    NewExpression: put,
    CallExpression: put,
  }).visit(parseSync(path, text).program)
  return { patterns, found }
}
