import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

export interface SourceImport {
  specifier: string
  /** The import is erased before the code runs. `import { type A }` is not: Node still loads that file. */
  isTypeOnly: boolean
}

/** Every import of a file, including dynamic ones, re-exports and `import('…')` in types. */
export function importsOf(path: string, source: string): SourceImport[] {
  const { program, errors } = parseSync(path, source)
  const [error] = errors
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`)

  const found: SourceImport[] = []
  const add = (specifier: unknown, isTypeOnly: boolean) => {
    if (typeof specifier === 'string') found.push({ specifier, isTypeOnly })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, node.importKind === 'type'),
    ExportNamedDeclaration: (node) => add(node.source?.value, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source.value, node.exportKind === 'type'),
    ImportExpression: (node) => add('value' in node.source ? node.source.value : undefined, false),
    TSImportType: (node) => add(node.source.value, true),
  }).visit(program)
  return found
}

const packages: Record<string, string> = {
  '@parley/contract': 'packages/contract/src',
  '@parley/api': 'apps/api/src',
  '@parley/web': 'apps/web/src',
  '@parley/stream-host': 'apps/stream-host/src',
}

/** The repository file that an import resolves to, as a path from the root; undefined if it is not in the repository. */
export function resolveOwn(root: string, importer: string, specifier: string): string | undefined {
  const target = specifier.startsWith('.')
    ? join(dirname(importer), specifier)
    : (inRoom(importer, specifier) ?? inPackage(specifier))
  if (target === undefined) return undefined
  const bare = target.replace(/\?.*$/, '') // Vite's '?raw' and '?url'.
  return [bare, `${bare}.ts`, `${bare}.tsx`].find((path) => existsSync(join(root, path))) ?? bare
}

/** '#ui/button/button.tsx' is the importing package's own ui/button/button.tsx: `imports` of its package.json. */
function inRoom(importer: string, specifier: string): string | undefined {
  const source = /^(?:apps|packages)\/[^/]+\/src\//.exec(importer)?.[0]
  return source !== undefined && specifier.startsWith('#') ? join(source, specifier.slice(1)) : undefined
}

function inPackage(specifier: string): string | undefined {
  const [scope, name, ...rest] = specifier.split('/')
  const folder = packages[`${scope}/${name}`]
  return folder === undefined ? undefined : [folder, ...rest].join('/')
}
