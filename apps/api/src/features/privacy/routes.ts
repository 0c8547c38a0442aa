import * as contract from '@parley/contract/privacy.ts'
import { serve } from '#platform/http.ts'
import { erasePerson, previewErasure } from './on-demand.ts'

export const privacyRoutes = [
  serve(contract.previewErasure, (ctx, { params }) => previewErasure(ctx, params.id)),
  serve(contract.erasePerson, (ctx, { params, body }) => erasePerson(ctx, params.id, body?.settle)),
]
