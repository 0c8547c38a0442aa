import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { goProgramFile, installGoProgram } from './go-program.ts'
import { addresses, type MediaPorts, type Places } from './places.ts'

const program = {
  name: 'livekit-server',
  version: '1.13.5',
  from: 'github.com/livekit/livekit-server/cmd/server',
  makes: 'server',
}

/** The media server. Nodes find each other through Redis; a call lives on one of them. */
const node = (places: Places, name: 'livekit' | 'livekit2', ports: MediaPorts): Engine => ({
  name,
  ports: [ports.http, ports.tcp, ports.metrics],
  install: () => installGoProgram(places.cacheDir, program),
  async command() {
    const cwd = join(places.stateDir, name)
    await mkdir(cwd, { recursive: true })
    const config = join(cwd, 'config.json')
    // YAML holds JSON.
    await writeFile(config, JSON.stringify(settings(places, ports), undefined, 2))
    return { file: goProgramFile(places.cacheDir, program), args: ['--config', config], cwd }
  },
  executable: () => realpath(goProgramFile(places.cacheDir, program)),
  async answers() {
    const page = await fetch(`http://127.0.0.1:${ports.http}/`, { signal: AbortSignal.timeout(2000) })
    if (!page.ok) throw new Error(`the media server answers with ${page.status}`)
  },
  stopSignal: 'SIGTERM',
})

export const livekit = (places: Places) => node(places, 'livekit', places.ports.media)
/** A second node, for what a second node is needed for: its death, and that of the first. */
export const livekit2 = (places: Places) => node(places, 'livekit2', places.ports.media2)

function settings(places: Places, ports: MediaPorts) {
  const { media, redis } = addresses(places)
  return {
    port: ports.http,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      node_ip: '127.0.0.1',
      use_external_ip: false,
      enable_loopback_candidate: true,
      interfaces: { includes: ['lo'] },
      udp_port: ports.udp,
      // Binds every interface, whatever bind_addresses says.
      tcp_port: ports.tcp,
    },
    // A database of its own: tests empty theirs.
    redis: { address: `127.0.0.1:${redis.port}`, db: 31 },
    keys: { [media.key]: media.secret },
    turn: {
      enabled: true,
      udp_port: ports.turn,
      bind_addresses: ['127.0.0.1'],
      relay_range_start: ports.relays,
      relay_range_end: ports.relays + 49,
      // Without it relayed calls on loopback fail.
      allow_restricted_peer_cidrs: ['127.0.0.0/8'],
    },
    // Rooms are made by the API alone.
    room: { auto_create: false, empty_timeout: 300, departure_timeout: 20 },
    webhook: { api_key: media.key, urls: media.webhooks },
    prometheus: { port: ports.metrics },
    logging: { level: 'info', json: true },
  }
}
