/** The place of a file in the folder map. It alone decides what the file may import. */
export interface Place {
  zone:
    | 'contract'
    | 'api/platform'
    | 'api/features'
    | 'api/entry'
    | 'web/base'
    | 'web/ui'
    | 'web/platform'
    | 'web/features'
    | 'web/routes'
    | 'web/entry'
    | 'stream-host'
    | 'practice'
    | 'content'
    | 'test'
    | 'tooling'
  feature?: string
}

// The first match wins, so narrow patterns come before wide ones.
const zones: [RegExp, Place['zone']][] = [
  [/^tests\/|\.(test|spec|stories)\.tsx?$|\/sample-[^/]+\.tsx?$/, 'test'],
  [/^packages\/contract\/src\//, 'contract'],
  [/^apps\/api\/src\/platform\//, 'api/platform'],
  [/^apps\/api\/src\/features\//, 'api/features'],
  [/^apps\/api\/src\//, 'api/entry'],
  [/^apps\/web\/src\/base\//, 'web/base'],
  [/^apps\/web\/src\/ui\//, 'web/ui'],
  [/^apps\/web\/src\/platform\//, 'web/platform'],
  [/^apps\/web\/src\/features\//, 'web/features'],
  [/^apps\/web\/src\/routes\//, 'web/routes'],
  [/^apps\/web\/src\//, 'web/entry'],
  [/^apps\/stream-host\/src\//, 'stream-host'],
  [/^apps\/practice\/src\//, 'practice'],
  [/^content\//, 'content'],
]

export function zoneOf(path: string): Place {
  const zone = zones.find(([pattern]) => pattern.test(path))?.[1] ?? 'tooling'
  const feature = /\/features\/([^/]+)\//.exec(path)?.[1]
  return feature === undefined ? { zone } : { zone, feature }
}

/** A feature's entry point is the file with its name: features/people/people.ts. */
export const isDoor = (path: string) => /\/features\/([^/]+)\/\1\.tsx?$/.test(path)
