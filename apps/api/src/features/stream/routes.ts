import * as contract from '@parley/contract/stream/stream.ts'
import { serve } from '#platform/http/http.ts'
import { connectStream, signalStream } from './connect.ts'
import { handControl } from './control.ts'
import { readStream } from './read.ts'
import { showStream } from './show.ts'

export const streamRoutes = [
  serve(contract.connectStream, (ctx, { body }) => connectStream(ctx, body)),
  serve(contract.signalStream, (ctx, { body }) => signalStream(ctx, body)),
  serve(contract.readStream, (ctx, { params }) => readStream(ctx, params.sessionId)),
  serve(contract.showStream, (ctx, { body }) => showStream(ctx, body)),
  serve(contract.handControl, (ctx, { body }) => handControl(ctx, body)),
]
