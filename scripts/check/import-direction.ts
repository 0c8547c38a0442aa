import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, resolveOwn } from './source-imports.ts'
import { isDoor, zoneOf, type Place } from './zones.ts'

interface OwnImport {
  from: string
  to: string
  isTypeOnly: boolean
}

const sources = [
  '{apps,packages}/*/src/**/*.{ts,tsx}',
  '{apps,packages}/*/*.ts',
  '{scripts,tests}/**/*.ts',
  '*.ts',
]

/** One line per import in the wrong direction, and per cycle. */
export function checkImportDirection(root: string): string[] {
  const files = globSync(sources, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).toSorted()
  const imports = files.flatMap((from) => ownImports(root, from))
  const cycles = findCycles(files, imports)
  return [
    ...imports.flatMap((edge) => refusal(edge) ?? []),
    ...cycles.map((cycle) => `${cycle.join(' → ')}: a cycle. Move what both need into a file of its own.`),
  ]
}

function ownImports(root: string, from: string): OwnImport[] {
  return importsOf(from, readFileSync(join(root, from), 'utf8')).flatMap(({ specifier, isTypeOnly }) => {
    const to = resolveOwn(root, from, specifier)
    return to === undefined ? [] : [{ from, to, isTypeOnly }]
  })
}

function refusal({ from, to, isTypeOnly }: OwnImport): string | undefined {
  const reason = reasonAgainst(zoneOf(from), zoneOf(to), to, isTypeOnly)
  return reason === undefined ? undefined : `${from} imports ${to}: ${reason}`
}

/** Enforces the table of folders in docs/ARCHITECTURE.md. */
function reasonAgainst(from: Place, to: Place, target: string, isTypeOnly: boolean): string | undefined {
  if (from.zone === 'test') return undefined
  // Commands and configuration files run tests; the product itself imports none.
  if (to.zone === 'test')
    return from.zone === 'tooling' ? undefined : 'nothing imports tests. Move what is shared out of the test.'
  if (from.zone === 'tooling') return undefined

  const allowed = mayImport[from.zone]
  if (!allowed.includes(to.zone))
    return `${from.zone} may import only ${allowed.join(', ')}. ${mend[from.zone]}`
  if (from.zone === 'web/ui' && to.zone === 'contract' && !isTypeOnly) {
    return "web/ui takes only types of the contract. Write 'import type', or hand the value in as a property."
  }
  const isForeignFeature =
    from.feature !== undefined && to.feature !== undefined && from.feature !== to.feature
  if (isForeignFeature && !isDoor(target)) {
    return `another feature is entered by its door alone. Export it from features/${to.feature}/${to.feature}.ts.`
  }
  return undefined
}

type GuardedZone = Exclude<Place['zone'], 'test' | 'tooling'>

const mayImport: Record<GuardedZone, Place['zone'][]> = {
  contract: ['contract'],
  'api/platform': ['api/platform', 'contract'],
  'api/features': ['api/features', 'api/platform', 'contract'],
  'api/entry': ['api/entry', 'api/features', 'api/platform', 'contract'],
  'web/base': ['web/base'],
  'web/ui': ['web/ui', 'web/base', 'contract'],
  'web/platform': ['web/platform', 'web/base', 'contract'],
  'web/features': ['web/features', 'web/ui', 'web/platform', 'web/base', 'contract'],
  'web/routes': ['web/routes', 'web/features', 'web/ui', 'web/platform', 'web/base', 'contract'],
  'web/entry': ['web/entry', 'web/routes', 'web/features', 'web/ui', 'web/platform', 'web/base', 'contract'],
  'stream-host': ['stream-host', 'contract'],
  practice: ['practice', 'content'],
  content: [],
}

const mend: Record<GuardedZone, string> = {
  contract: 'The contract stands alone: move the code that needs more to its caller.',
  'api/platform': 'Hand the feature in as an argument, or move the code into the feature.',
  'api/features': 'Move what is needed into platform or behind a door.',
  'api/entry': 'Move what is needed into platform or a feature.',
  'web/base': 'What all of the web stands on knows nothing of it: hand it in as an argument.',
  'web/ui': 'The design system knows no feature: hand it in as a property.',
  'web/platform': 'Move the code into the feature or the widget that needs it.',
  'web/features': 'Move what is needed into ui, platform or behind a door.',
  'web/routes': 'Move what is needed into a feature.',
  'web/entry': 'Move what is needed into a feature or platform.',
  'stream-host': 'Share it through the contract.',
  content: 'Texts import nothing.',
  practice: 'The scene stands alone: it runs where nothing else of Parley is.',
}

/** Every cycle once, as its files in order with the first one repeated at the end. */
function findCycles(files: string[], imports: { from: string; to: string }[]): string[][] {
  const targets = Map.groupBy(imports, (edge) => edge.from)
  const done = new Set<string>()
  const path: string[] = []
  const cycles: string[][] = []

  const visit = (file: string) => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push([...path.slice(start), file])
    if (start >= 0 || done.has(file)) return
    path.push(file)
    for (const { to } of targets.get(file) ?? []) visit(to)
    path.pop()
    done.add(file)
  }
  for (const file of files) visit(file)
  return cycles
}
