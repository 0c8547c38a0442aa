import type { KyselyPlugin } from 'kysely'
import type { Route } from '@parley/contract/route.ts'
import type { Database } from '#platform/database/database.ts'

const writes = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']

/** The database for a route that declares itself read-only: a write through it is our own bug, and is reported as one. */
export function withoutWrites(db: Database['db'], { method, path }: Route): Database['db'] {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (writes.includes(node.kind)) throw new Error(`${method} ${path} says that it reads, and writes`)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return db.withPlugin(plugin)
}
