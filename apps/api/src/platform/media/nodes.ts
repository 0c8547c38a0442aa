import { RoomServiceClient } from 'livekit-server-sdk'
import type { Config } from '#platform/process/config.ts'
import type { Log } from '#platform/process/log.ts'
import { problem } from '#platform/http/problem.ts'
import { openMediaLooks } from './looks.ts'

const requestSeconds = 3

/** Requests to the media nodes. Each has a deadline, and if a node does not answer, the next one is asked. */
export function openMediaNodes({ key, secret, nodes }: Config['media'], log: Log) {
  const looks = openMediaLooks(nodes)
  const clients = new Map(
    nodes.map(({ name, url }) => [
      name,
      new RoomServiceClient(url, key, secret, { requestTimeout: requestSeconds, failover: false }),
    ]),
  )

  /** Asks one node after the other until one answers. A refusal counts as an answer. */
  async function ask<T>(call: (client: RoomServiceClient) => Promise<T>, first?: string): Promise<T> {
    const names = (await looks.living()).map(({ name }) => name)
    const inOrder = first !== undefined && names.includes(first) ? [first, ...names] : names
    for (const name of new Set(inOrder)) {
      const client = clients.get(name)
      if (!client) continue
      try {
        return await call(client)
      } catch (error) {
        if (isRefusal(error)) throw error
        log.warn({ err: error, node: name }, 'a media node did not answer')
        looks.lookAgain(name)
      }
    }
    throw problem('engine_away')
  }

  return { ask, looks, clientOf: (name: string) => clients.get(name) }
}

export type MediaNodes = ReturnType<typeof openMediaNodes>

/** The server understood and refused; any other error means that the node is away. */
const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && Number(error.status) < 500

export async function ignoreMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'status' in error && error.status === 404)
      return undefined
    throw error
  }
}
