import type { Log } from './log.ts'
import { createRedisClient } from './redis.ts'

/** Where the media server keeps who its nodes are, which of them carries a room, and who is in one. */
const keys = {
  nodes: 'nodes',
  nodeOfRoom: 'room_node_map',
  peopleOf: (room: string) => `room_participants:${room}`,
}
/** Takes an entry off a list, if it is still that one. */
const takeBackScript = `
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end`
const answerMs = 500

/**
 * The media server's own list of nodes and rooms, in its Redis. It counts a node among the living for 5 seconds after its
 * last sign, and tries it twice for whoever comes meanwhile: a call would stand still for 9 seconds. Who knows better takes
 * the dead node off the list. Without an address, or an answer, everything goes on as the media server itself does it.
 */
export function openMediaRegistry(url: string, log: Log) {
  const client = createRedisClient({
    url: url || 'redis://127.0.0.1',
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2000) },
  })
  // What is asked of it says so itself when there is no answer.
  client.on('error', () => {})
  if (url !== '') client.connect().catch(() => {})

  /** A connection that stays silent is left: TCP tries again ever more seldom, and is late when Redis is back. */
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
    /** Its rooms go to another node with whoever comes next. */
    forgetNode: async (id: string): Promise<void> => {
      await ask(() => client.hDel(keys.nodes, id))
      log.warn({ node: id }, 'a media node is gone')
    },
    /** Puts somebody on the list of a room, unless they are on it. Undefined where there is no list to write to. */
    enlist: (room: string, identity: string, entry: Buffer): Promise<number | undefined> =>
      ask(() => client.hSetNX(keys.peopleOf(room), identity, entry)),
    /** Takes that entry off again, unless the media server has written one of its own. */
    async takeBack(room: string, identity: string, entry: Buffer): Promise<void> {
      const given = { keys: [keys.peopleOf(room)], arguments: [identity, entry] }
      await ask(() => client.eval(takeBackScript, given))
    },
    close: (): void => {
      if (client.isOpen) client.destroy()
    },
  }
}
