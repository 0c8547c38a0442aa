import type { Log } from '#platform/process/log.ts'
import { createRedisClient } from '#platform/process/redis.ts'

/** The Redis keys under which the media server keeps its nodes, which of them carries a room, and who is in a room. */
const keys = {
  nodes: 'nodes',
  nodeOfRoom: 'room_node_map',
  peopleOf: (room: string) => `room_participants:${room}`,
}
/** Removes an entry from a hash if it is still the one we wrote. */
const takeBackScript = `
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end`
const answerMs = 500

/**
 * The media server's own list of nodes and rooms, in its Redis. LiveKit counts a node as alive for 5 seconds after its last
 * heartbeat and tries it twice for each client that joins in that time, so a call would freeze for 9 seconds. We notice a
 * death sooner and remove the node. Without an address or an answer, LiveKit's own behaviour applies.
 */
export function openMediaRegistry(url: string, log: Log) {
  const client = createRedisClient({
    url: url || 'redis://127.0.0.1',
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2000) },
  })
  // Each request reports its own failure.
  client.on('error', () => {})
  if (url !== '') client.connect().catch(() => {})

  /** Drops a silent connection: TCP retries at growing intervals, and would notice too late that Redis is back. */
  const leave = () => {
    client.destroy()
    client.connect().catch(() => {})
  }

  async function ask<T>(call: () => Promise<T>): Promise<T | undefined> {
    if (url === '') return undefined
    let timer: NodeJS.Timeout | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new Error('no answer in time'))
          if (client.isReady) leave()
        }, answerMs)
      })
      return await Promise.race([call(), late])
    } catch (error) {
      log.warn({ err: error }, "the media server's list of nodes could not be asked")
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    /** The id of the node that carries a room. */
    nodeOf: async (room: string): Promise<string | undefined> =>
      (await ask(() => client.hGet(keys.nodeOfRoom, room))) ?? undefined,
    /** Removes a dead node, so that the next client to join moves its rooms to another. */
    forgetNode: async (id: string): Promise<void> => {
      await ask(() => client.hDel(keys.nodes, id))
      log.warn({ node: id }, 'a media node is gone')
    },
    /** Adds a person to a room's list unless they are on it. Returns undefined if there is no list to write to. */
    enlist: (room: string, identity: string, entry: Buffer): Promise<number | undefined> =>
      ask(() => client.hSetNX(keys.peopleOf(room), identity, entry)),
    /** Removes that entry, unless the media server has replaced it. */
    async takeBack(room: string, identity: string, entry: Buffer): Promise<void> {
      const given = { keys: [keys.peopleOf(room)], arguments: [identity, entry] }
      await ask(() => client.eval(takeBackScript, given))
    },
    close: (): void => {
      if (client.isOpen) client.destroy()
    },
  }
}

export type MediaRegistry = ReturnType<typeof openMediaRegistry>
