import { listSignIns } from '@parley/contract/identity.ts'
import { queryOf } from '#platform/server/queries.ts'

export const signInsQuery = queryOf(listSignIns, {})
