import * as contract from '@parley/contract/chat.ts'
import { serve } from '#platform/http/http.ts'
import { downloadFile, fileAddress } from './downloads.ts'
import { takeFile } from './files.ts'
import { listMessages, sendMessage } from './messages.ts'

export const chatRoutes = [
  serve(contract.listMessages, (ctx, { params, query }) => listMessages(ctx, params.sessionId, query.after)),
  serve(contract.sendMessage, (ctx, { params, body }) => sendMessage(ctx, params.sessionId, body)),
  serve(contract.sendFile, (ctx, { params, query, bytes }) =>
    takeFile(ctx, params.sessionId, bytes, query.client_id),
  ),
  serve(contract.fileAddress, (ctx, { params }) => fileAddress(ctx, params.sessionId, params.sid)),
  serve(contract.downloadFile, (ctx, { params }) => downloadFile(ctx, params.token)),
]
