import { createServer } from 'node:http'
import { rm } from 'node:fs/promises'
import { json } from 'node:stream/consumers'
import { controlInstance, dropViewer, signalInstance } from '@parley/contract/stream/stream-host.ts'
import { readSettings } from './gateway-settings.ts'
import { openMediaSocket } from './media-socket.ts'
import { readOffer } from './offer.ts'
import { openPeer } from './peer.ts'
import { heartbeatMs, openViewers } from './viewers.ts'

/**
 * Connects one instance to its viewers, in a process of its own, so that a crash affects one session. Only the daemon talks
 * to it, over a socket in the instance's folder.
 */
const { socket, mediaSocket, place, startKbps, bounds, holder } = readSettings()
const media = openMediaSocket(mediaSocket, {
  onFrame: (frame) => viewers.onFrame(frame),
  onOpen: () => viewers.onEncoder(),
})
const viewers = openViewers({
  media,
  openPeer: (id, offer, events) => openPeer(id, offer, place, events),
  clock: () => performance.now(),
  startKbps,
  bounds,
})
viewers.setHolder(holder)
setInterval(viewers.beat, heartbeatMs)

const acts: Record<string, (body: unknown) => unknown> = {
  'POST /signal': async (body) => {
    const { viewer, person, offer: sdp } = signalInstance.parse(body)
    const offer = readOffer(sdp)
    if (!offer) return { refused: 'offer' }
    const answer = await viewers.connect({ viewer, personId: person, offer })
    return answer === undefined ? { refused: 'full' } : { answer }
  },
  'POST /control': (body) => {
    viewers.setHolder(controlInstance.parse(body).holder ?? undefined)
    return {}
  },
  'POST /drop': (body) => {
    viewers.drop(dropViewer.parse(body).viewer)
    return {}
  },
  'GET /status': () => ({ isReady: media.isOpen(), ...viewers.status() }),
}

await rm(socket, { force: true })
createServer((request, response) => {
  const answer = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  const act = acts[`${request.method} ${request.url}`]
  if (!act) return answer(404, {})
  void Promise.resolve(request.method === 'GET' ? undefined : json(request))
    .then(act)
    .then((body) => answer(200, body))
    .catch(() => answer(400, {}))
}).listen(socket)
