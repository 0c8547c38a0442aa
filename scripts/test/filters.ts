import { globSync } from 'node:fs'

/** The test files of each Vitest project, relative to the repository root. */
export const projectFiles: Readonly<Record<string, readonly string[]>> = {
  node: ['{apps,packages}/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
  gallery: ['apps/web/src/**/*.stories.tsx'],
  screens: ['apps/web/src/**/*.test.tsx'],
}

/** The files of each project whose repository path contains one of these parts. */
export function filesByProject(
  paths: readonly string[],
  list = (patterns: readonly string[]) => globSync(patterns),
): Record<string, string[]> {
  const has = (file: string) => paths.some((part) => file.toLowerCase().includes(part.toLowerCase()))
  return Object.fromEntries(
    Object.entries(projectFiles).map(([name, patterns]) => [name, list(patterns).filter(has).toSorted()]),
  )
}

/** Describes what a filtered run covers: a project that is left out silently would look as if it had passed. */
export function describeFilter(paths: readonly string[], files: Record<string, string[]>): string {
  const counts = Object.entries(files).map(([name, found]) =>
    found.length > 0 ? `${name} ${found.length}` : `${name} none, left out`,
  )
  return `files with ${paths.map((part) => `'${part}'`).join(' or ')} in their path: ${counts.join('; ')}`
}
