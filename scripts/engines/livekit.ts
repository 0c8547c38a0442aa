import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { goProgramFile, installGoProgram } from './go-program.ts'
import { addresses, herePlaces, type MediaPorts, type Places } from './places.ts'

const program = {
  name: 'livekit-server',
  version: '1.13.5',
  from: 'github.com/livekit/livekit-server/cmd/server',
  makes: 'server',
}

export const mediaProgram = ({ cacheDir }: Places): string => goProgramFile(cacheDir, program)

/**
 * Whether a node lives: its signalling and its page of metrics answer. Its own page of health says no when it has not
 * spoken to Redis for 4 s, while calls go on: whoever ended nodes by that would end every call with Redis.
 */
export async function mediaAnswers({ http, metrics }: Pick<MediaPorts, 'http' | 'metrics'>): Promise<void> {
  const look = (address: string) =>
    fetch(`http://127.0.0.1:${address}`, { signal: AbortSignal.timeout(2000) })
  const page = await look(`${metrics}/metrics`)
  if (!page.ok) throw new Error(`the media server answers with ${page.status}`)
  const door = await look(`${http}/rtc/validate`)
  if (door.status !== 401) throw new Error(`the media server's signalling answers with ${door.status}`)
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
    return { file: mediaProgram(places), args: ['--config', config], cwd }
  },
  executable: () => realpath(mediaProgram(places)),
  answers: () => mediaAnswers(ports),
  stopSignal: 'SIGTERM',
  // A Redis that still reads what it had written down refuses it.
  comesLast: true,
})

export const livekit = (places: Places) => node(places, 'livekit', places.ports.media)
/** A second node, for what a second node is needed for: its death, and that of the first. */
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
      // Without it relayed calls on loopback fail.
      allow_restricted_peer_cidrs: ['127.0.0.0/8'],
    },
  }
}

interface NodeGiven {
  ports: Omit<MediaPorts, 'turn' | 'relays'>
  redis: { address: string; db: number }
  webhooks: readonly string[]
  /** Where media goes to. */
  at?: { address: string; device: string }
}

/** What every node has. */
export function nodeSettings({ ports, redis, webhooks, at }: NodeGiven) {
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
      // Binds every interface, whatever bind_addresses says.
      tcp_port: ports.tcp,
    },
    redis,
    keys: { [media.key]: media.secret },
    // Rooms are made by the API alone, which says how long each of them stays.
    room: { auto_create: false },
    // By itself it begins a connect that was cut off twice more, up to 18 s later, without a question to the door: somebody
    // who was taken out in the middle of one came back. Whoever is cut off by a fault asks again, and passes the door.
    signal_relay: { connect_attempts: 1, min_retry_interval: '100ms' },
    webhook: { api_key: media.key, urls: webhooks },
    prometheus: { port: ports.metrics },
    logging: { level: 'info', json: true },
  }
}
