import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proofs } from './proofs.ts'

const namespace = /openNamespace\(/

/** The text of a proof's file. */
function sourceOf(name: string): string {
  const [file] = globSync(`**/${name}.ts`, { cwd: import.meta.dirname })
  if (file === undefined) throw new Error(`no file for the proof ${name}`)
  return readFileSync(join(import.meta.dirname, file), 'utf8')
}

/** Only the full form of these proofs opens a namespace. */
const inFullAlone = ['call-faults', 'hangs']

test('no proof that runs with every test run changes the network of the machine, because browsers then drop their requests', () => {
  const opens = Object.entries(proofs)
    .filter(([name, { isNightly }]) => !isNightly && !inFullAlone.includes(name))
    .map(([name]) => name)
    .filter((name) => namespace.test(sourceOf(name)))
  expect(opens).toEqual([])
  expect(namespace.test(sourceOf('stream-loss'))).toBe(true)
})
