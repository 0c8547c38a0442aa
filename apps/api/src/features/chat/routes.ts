import * as contract from '@parley/contract/chat.ts'
import { serve } from '#platform/http.ts'
import { listMessages, sendMessage } from './messages.ts'

export const chatRoutes = [
  serve(contract.listMessages, (ctx, { params, query }) => listMessages(ctx, params.sessionId, query.after)),
  serve(contract.sendMessage, (ctx, { params, body }) => sendMessage(ctx, params.sessionId, body)),
]
