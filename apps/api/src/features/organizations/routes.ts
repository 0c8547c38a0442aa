import * as contract from '@parley/contract/organizations.ts'
import { serve } from '#platform/http/http.ts'
import { createOrganization, getOrganization, listInScope, updateOrganization } from './organizations.ts'

export const organizationsRoutes = [
  serve(contract.listOrganizations, (ctx, { query }) => listInScope(ctx, query)),
  serve(contract.getOrganization, (ctx, { params }) => getOrganization(ctx, params.id)),
  serve(contract.createOrganization, (ctx, { body }) => createOrganization(ctx, body)),
  serve(contract.updateOrganization, (ctx, { params, body }) => updateOrganization(ctx, params.id, body)),
]
