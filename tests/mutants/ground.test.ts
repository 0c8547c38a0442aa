import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { grounds } from './ground.ts'

/** Files in which no mistake is planted, and why. */
const leftOut: readonly [why: string, what: RegExp][] = [
  ['values of stories and of tests by hand', /\/(?:sample|hand)-/],
  ['a tool wrote it, or it only says what is where', /\/(?:routes|database-types|openapi)\.ts$|\.d\.ts$/],
  ['a process of its own, which never sees the mistake', /^apps\/api\/src\/(?:server|worker)\.ts$/],
  ['entry points of the web, which only journeys load', /^apps\/web\/src\/[\w-]+\.tsx?$/],
  ['pages, and the table of them, that only journeys load', /^apps\/web\/src\/routes\//],
  [
    'runs in the processes of the daemon and the gateway, which never see the mistake',
    /^apps\/stream-host\/src\/(?:gateway\/(?:gateway|gateway-settings|peer)|daemon\/(?:ask-gateway|capacity|cgroups|cookie|daemon|door|instance|instances|isolation|settings))\.ts$/,
  ],
]

test('mistakes are planted in every file of the web, the API, the contract and the stream host, except those listed here', () => {
  const planted = new Set(grounds().flatMap(({ files }) => files))
  const product = globSync([
    'apps/{web,api,stream-host}/src/**/*.{ts,tsx}',
    'packages/contract/src/**/*.ts',
  ]).filter((path) => !/\.(?:test|stories|spec)\.tsx?$/.test(path))
  const out = product.filter((path) => !planted.has(path))
  expect(out.filter((path) => !leftOut.some(([, what]) => what.test(path)))).toEqual([])
  // A pattern that matches nothing today could hide a file added later.
  const needless = leftOut.filter(([, what]) => !out.some((path) => what.test(path))).map(([why]) => why)
  expect(needless).toEqual([])
})
