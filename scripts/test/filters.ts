import { globSync } from 'node:fs'

/** Where the tests of each of Vitest's projects lie, from the root of the repository. */
export const projectFiles: Readonly<Record<string, readonly string[]>> = {
  node: ['{apps,packages}/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
  gallery: ['apps/web/src/**/*.stories.tsx'],
  screens: ['apps/web/src/**/*.test.tsx'],
}

/** Options of Vitest and Playwright whose value is the next argument: that value is no part of a path. */
const optionsWithValue = new Set(['-t', '-g', '--testNamePattern', '--grep', '--project', '--exclude'])

interface Filters {
  /** Parts of paths. */
  paths: string[]
  /** The runner's own options, with their values. */
  options: string[]
}

export function parseFilters(args: readonly string[]): Filters {
  const found: Filters = { paths: [], options: [] }
  args.forEach((arg, i) => {
    const isOption = arg.startsWith('-') || optionsWithValue.has(args[i - 1] ?? '')
    found[isOption ? 'options' : 'paths'].push(arg)
  })
  return found
}

/** The files of each project with one of these parts in their path, as the repository names them. */
export function filesByProject(
  paths: readonly string[],
  list = (patterns: readonly string[]) => globSync(patterns),
): Record<string, string[]> {
  const has = (file: string) => paths.some((part) => file.toLowerCase().includes(part.toLowerCase()))
  return Object.fromEntries(
    Object.entries(projectFiles).map(([name, patterns]) => [name, list(patterns).filter(has).toSorted()]),
  )
}

/** What a filtered run covers: a project that is silently left out looks like one that passed. */
export function describeFilter(paths: readonly string[], files: Record<string, string[]>): string {
  const counts = Object.entries(files).map(([name, found]) =>
    found.length > 0 ? `${name} ${found.length}` : `${name} none, left out`,
  )
  return `files with ${paths.map((part) => `'${part}'`).join(' or ')} in their path: ${counts.join('; ')}`
}
