import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mediaAnswers, mediaProgram, nodeSettings } from '../../../scripts/engines/livekit.ts'
import { herePlaces } from '../../../scripts/engines/places.ts'
import { freePort, startProcess, untilItAnswers, type Running } from '../engines/processes.ts'

interface MediaNodesOptions {
  count: number
  redisPort: number
  webhooks?: readonly string[]
  /** The address and device for media, if not only this machine may connect. */
  at?: { address: string; device: string } | undefined
}

/** A LiveKit node that can be killed and started again on the same ports. */
export interface MediaNode {
  name: string
  ports: { http: number; tcp: number; udp: number; metrics: number }
  url: string
  process: () => Running
  start: () => Promise<void>
}

/** Starts LiveKit nodes on a Redis of the test, because the shared nodes must not be killed. */
export async function startMediaNodes({ count, redisPort, webhooks = [], at }: MediaNodesOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-media-'))
  const redis = { address: `127.0.0.1:${redisPort}`, db: 1 }
  const nodes: MediaNode[] = []
  for (let i = 1; i <= count; i += 1) {
    const [http, tcp, udp, metrics] = [await freePort(), await freePort(), await freePort(), await freePort()]
    const ports = { http, tcp, udp, metrics }
    const config = join(folder, `n${i}.json`)
    await writeFile(config, JSON.stringify(nodeSettings({ ports, redis, webhooks, ...(at && { at }) })))
    const run = async () => {
      const running = await startProcess({ file: mediaProgram(herePlaces()), args: ['--config', config] })
      await untilItAnswers(running, () => mediaAnswers(ports).then(() => true))
      return running
    }
    let running = await run()
    nodes.push({
      name: `n${i}`,
      ports,
      url: `http://127.0.0.1:${http}`,
      process: () => running,
      start: async () => void (running = await run()),
    })
  }
  return {
    nodes,
    /** The settings for an API process that uses these nodes. */
    settings: {
      LIVEKIT_NODES: nodes
        .map(({ name, url, ports }) => `${name}=${url};http://127.0.0.1:${ports.metrics}/metrics`)
        .join(','),
      LIVEKIT_REDIS_URL: `redis://${redis.address}/${redis.db}`,
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map((node) => node.process().stop('SIGKILL')))
      await rm(folder, { recursive: true })
    },
  }
}
