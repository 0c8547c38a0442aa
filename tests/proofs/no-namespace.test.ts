import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proofs } from './proofs.ts'

const namespace = /openNamespace\(/

/** Only the full form of these proofs opens a namespace. */
const inFullAlone = ['call-faults', 'hangs']

test('no proof that runs with every test run changes the network of the machine, because browsers then drop their requests', () => {
  const opens = Object.entries(proofs)
    .filter(([name, { isNightly }]) => !isNightly && !inFullAlone.includes(name))
    .map(([name]) => name)
    .filter((name) => namespace.test(readFileSync(join(import.meta.dirname, `${name}.ts`), 'utf8')))
  expect(opens).toEqual([])
  expect(namespace.test(readFileSync(join(import.meta.dirname, 'stream-loss.ts'), 'utf8'))).toBe(true)
})
