import type { KyselyPlugin } from 'kysely'
import type { Route } from '@parley/contract/route.ts'
import type { Database } from './database.ts'

const writes = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']

/** The database for a route that says it only reads: a write through it is our own mistake, and told as one. */
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
