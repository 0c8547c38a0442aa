import * as contract from '@parley/contract/privacy.ts'
import { serve } from '#platform/http/http.ts'
import { askForCopy, copyAddress, fetchCopy, latestCopy } from './copies/copies.ts'
import { endHold, listHolds, placeHold } from './holds.ts'
import { erasePerson, previewErasure } from './on-demand.ts'

export const privacyRoutes = [
  serve(contract.previewErasure, (ctx, { params }) => previewErasure(ctx, params.id)),
  serve(contract.erasePerson, (ctx, { params, body }) => erasePerson(ctx, params.id, body?.settle)),
  serve(contract.listHolds, (ctx, { query }) => listHolds(ctx, query)),
  serve(contract.placeHold, (ctx, { body }) => placeHold(ctx, body)),
  serve(contract.endHold, (ctx, { params }) => endHold(ctx, params.id)),
  serve(contract.latestCopy, (ctx, { params }) => latestCopy(ctx, params.id)),
  serve(contract.askForCopy, (ctx, { params }) => askForCopy(ctx, params.id)),
  serve(contract.copyAddress, (ctx, { params }) => copyAddress(ctx, params.id)),
  serve(contract.fetchCopy, (ctx, { params }) => fetchCopy(ctx, params.token)),
]
