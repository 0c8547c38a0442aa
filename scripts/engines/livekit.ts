import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './runner/engine.ts'
import { goProgramFile, installGoProgram } from './runner/go-program.ts'
import { addresses, herePlaces, type MediaPorts, type Places } from './places.ts'

const program = {
  name: 'livekit-server',
  version: '1.13.5',
  from: 'github.com/livekit/livekit-server/cmd/server',
  makes: 'server',
}

export const mediaProgram = ({ cacheDir }: Places): string => goProgramFile(cacheDir, program)

/**
 * Whether a node is alive: its signalling and its metrics page answer. Its own health page fails after 4 s without Redis
 * although calls go on, so that killing nodes by it would end every call whenever Redis is down.
 */
export async function mediaAnswers({ http, metrics }: Pick<MediaPorts, 'http' | 'metrics'>): Promise<void> {
  const look = (address: string) =>
    fetch(`http://127.0.0.1:${address}`, { signal: AbortSignal.timeout(2000) })
  const page = await look(`${metrics}/metrics`)
  if (!page.ok) throw new Error(`the media server answers with ${page.status}`)
  const door = await look(`${http}/rtc/validate`)
  if (door.status !== 401) throw new Error(`the media server's signalling answers with ${door.status}`)
}

/** The media server. Nodes find each other through Redis; each call runs on one of them. */
const node = (places: Places, name: 'livekit' | 'livekit2', ports: MediaPorts): Engine => ({
  name,
  ports: [ports.http, ports.tcp, ports.metrics],
  install: () => installGoProgram(places.cacheDir, program),
  async command() {
    const cwd = join(places.stateDir, name)
    await mkdir(cwd, { recursive: true })
    const config = join(cwd, 'config.json')
    // JSON is valid YAML.
    await writeFile(config, JSON.stringify(settings(places, ports), undefined, 2))
    return { file: mediaProgram(places), args: ['--config', config], cwd }
  },
  executable: () => realpath(mediaProgram(places)),
  answers: () => mediaAnswers(ports),
  stopSignal: 'SIGTERM',
  // Redis refuses connections while it still loads its append-only file.
  comesLast: true,
})

export const livekit = (places: Places) => node(places, 'livekit', places.ports.media)
/** A second node, for tests in which one of the two dies. */
export const livekit2 = (places: Places) => node(places, 'livekit2', places.ports.media2)

function settings(places: Places, ports: MediaPorts) {
  const { media } = addresses(places)
  return {
    ...nodeSettings({ ports, redis: media.redis, webhooks: media.webhooks }),
    turn: {
      enabled: true,
      udp_port: ports.turn,
      bind_addresses: ['127.0.0.1'],
      relay_range_start: ports.relays,
      relay_range_end: ports.relays + 49,
      // Without this, relayed calls on loopback fail.
      allow_restricted_peer_cidrs: ['127.0.0.0/8'],
    },
  }
}

interface MediaNodeOptions {
  ports: Omit<MediaPorts, 'turn' | 'relays'>
  redis: { address: string; db: number }
  webhooks: readonly string[]
  /** The address and network device for media. */
  at?: { address: string; device: string }
}

/** The settings of every node. */
export function nodeSettings({ ports, redis, webhooks, at }: MediaNodeOptions) {
  const { media } = addresses(herePlaces())
  const { address, device } = at ?? { address: '127.0.0.1', device: 'lo' }
  return {
    port: ports.http,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      node_ip: address,
      use_external_ip: false,
      enable_loopback_candidate: true,
      interfaces: { includes: [device] },
      udp_port: ports.udp,
      // LiveKit binds this port on every interface, despite bind_addresses.
      tcp_port: ports.tcp,
    },
    redis,
    keys: { [media.key]: media.secret },
    // Only the API creates rooms, because it decides how long each of them lasts.
    room: { auto_create: false },
    // By default LiveKit retries an interrupted connect twice, up to 18 s later, without asking the API for admission:
    // somebody who was removed in the middle of a connect came back. After a fault, clients connect again themselves and
    // their admission is checked again.
    signal_relay: { connect_attempts: 1, min_retry_interval: '100ms' },
    webhook: { api_key: media.key, urls: webhooks },
    prometheus: { port: ports.metrics },
    logging: { level: 'info', json: true },
  }
}
