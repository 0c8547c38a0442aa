import * as contract from '@parley/contract/people.ts'
import { serve } from '#platform/http/http.ts'
import { createPerson } from './create-person.ts'
import {
  getImport,
  importErrors,
  listImportRows,
  runImport,
  startImport,
  stopImport,
} from './import/imports.ts'
import { sendLoginEmail } from './login-email.ts'
import { countInScope, deletePerson, filterOptions, getPerson, listInScope, restorePerson } from './people.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { updatePerson } from './update-person.ts'

export const peopleRoutes = [
  serve(contract.listProfiles, (ctx, { query }) => listInScope(ctx, 'everyone', query)),
  serve(contract.listClients, (ctx, { query }) => listInScope(ctx, 'clients', query)),
  serve(contract.listAdmins, (ctx, { query }) => listInScope(ctx, 'staff', query)),
  serve(contract.listCoaches, (ctx, { query }) => listInScope(ctx, 'staff', query)),
  serve(contract.countProfiles, (ctx, { query }) => countInScope(ctx, query)),
  serve(contract.filterProfiles, (ctx, { query }) => filterOptions(ctx, query.q)),
  serve(contract.getProfile, (ctx, { params }) => getPerson(ctx, params.id)),
  serve(contract.createProfile, (ctx, { body }) => createPerson(ctx, body)),
  serve(contract.updateProfile, (ctx, { params, body }) => updatePerson(ctx, params.id, body)),
  serve(contract.deleteProfile, (ctx, { params, body }) => deletePerson(ctx, params.id, body?.settle)),
  serve(contract.sendLoginEmail, (ctx, { params }) => sendLoginEmail(ctx, params.id)),
  serve(contract.restoreProfile, (ctx, { params }) => restorePerson(ctx, params.id)),
  serve(contract.resetSecondFactor, (ctx, { params }) => resetSecondFactor(ctx, params.id)),
  serve(contract.startImport, (ctx, { query, bytes }) => startImport(ctx, query.filename, bytes)),
  serve(contract.getImport, (ctx, { params }) => getImport(ctx, params.id)),
  serve(contract.listImportRows, (ctx, { params, query }) => listImportRows(ctx, params.id, query)),
  serve(contract.runImport, (ctx, { params }) => runImport(ctx, params.id)),
  serve(contract.stopImport, (ctx, { params }) => stopImport(ctx, params.id)),
  serve(contract.importErrors, (ctx, { params }) => importErrors(ctx, params.id)),
]
