import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { expect, test } from 'vitest'

const { resolve: find } = createRequire(import.meta.url)
const src = resolve(import.meta.dirname, '..')

/** Classes that need no style of their own: marks for `group-…`, and what our own CSS selects. */
const isMark = (name: string) => /^group(?:\/|$)|^shown-/.test(name)

test('Tailwind knows every class that a screen names, because an unknown one does nothing without a word', async () => {
  const design = await loadDesignSystem(readFileSync(join(src, 'ui/ui.css'), 'utf8'), {
    base: join(src, 'ui'),
    loadStylesheet: async (id, base) => {
      // Fonts bring no classes.
      if (id.startsWith('@fontsource')) return { path: id, base, content: '' }
      const path = id.startsWith('.') ? resolve(base, id) : find(`${id}/index.css`)
      return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
    },
    loadModule: async (id, base) => ({ path: id, base, module: (await import(id)).default }),
  })
  const isKnown = (names: string[]) => design.candidatesToCss(names).map((css) => css !== null)

  const unknown = globSync(join(src, '**/*.{ts,tsx}'), { exclude: ['**/*.test.*'] }).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(classTexts)].flatMap(([, attribute, text]) => {
      const names = (attribute ?? text ?? '').split(/\s+/).filter((name) => name !== '' && !isMark(name))
      const known = isKnown(names)
      // Any other string is a list of classes if at least half of its words are classes.
      const isList = attribute !== undefined || known.filter(Boolean).length >= Math.max(2, names.length / 2)
      return isList ? names.filter((_, i) => !known[i]).map((name) => `${relative(src, path)}: ${name}`) : []
    }),
  )

  expect(isKnown(['rounded-panel', 'rounded-dialog'])).toEqual([true, false])
  expect(unknown).toEqual([])
})

test("join.css takes its classes from every file that the client's page loads at once", () => {
  const css = readFileSync(join(src, 'join.css'), 'utf8')
  const sources = [...css.matchAll(/@source '(.+)'/g)].map(([, path = '']) => join(src, path))
  const loaded = new Set<string>()
  const load = (path: string) => {
    if (loaded.has(path) || !existsSync(path)) return
    loaded.add(path)
    for (const [, room, file = ''] of readFileSync(path, 'utf8').matchAll(loads))
      load(room === '#' ? join(src, file) : resolve(dirname(path), room + file))
  }
  load(join(src, 'join.tsx'))

  const styled = [...loaded].filter((path) => readFileSync(path, 'utf8').includes('className='))
  expect(styled.length).toBeGreaterThan(5)
  expect(
    styled
      .filter((path) => !sources.some((source) => path.startsWith(source)))
      .map((path) => relative(src, path)),
  ).toEqual([])
})

const classTexts = /className="([^"]*)"|'([^'\n]*)'/g
/** Imports that bring code at once: no types, and no `import('…')`. */
const loads = /^(?:import|export) (?!type)[^;]*?'(#|\.+\/)([^']+\.tsx?)'/gm
