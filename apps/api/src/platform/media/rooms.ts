import type { CreateOptions } from 'livekit-server-sdk'
import { problem } from '#platform/http/problem.ts'
import { ignoreMissing, type MediaNodes } from './nodes.ts'
import type { MediaRegistry } from './registry.ts'

/** How long a connecting client waits while a dead node is left: less than a browser's first reconnect delay. */
const connectWaitMs = 500
/**
 * The sweep closes a room once nobody can join any more; these timeouts are for when no sweep ran. They must not be shorter:
 * to a client that joins at that very moment LiveKit gives a new room and then removes that one from its list, and nobody
 * can join while it stays empty.
 */
const roomTimes = { emptyTimeout: 86_400, departureTimeout: 86_400 }
/** Nobody comes back to a room that is for one try. */
const trialTimes = { emptyTimeout: 20, departureTimeout: 5 }

/** The rooms of the media server: each on a node that lives. */
export function openMediaRooms({ ask, looks }: MediaNodes, registry: MediaRegistry) {
  /** Removes a room's node from the list if it is dead. */
  async function leaveDeadNode(room: string): Promise<void> {
    const id = await registry.nodeOf(room)
    if (id !== undefined && (await looks.isDead(id))) await registry.forgetNode(id)
  }

  async function makeRoom(asked: CreateOptions, madeOn: string | null): Promise<string> {
    const living = await looks.living()
    const node = living.find(({ name }) => name === madeOn) ?? living[0]
    if (!node) throw problem('engine_away')
    await ask((client) => client.createRoom({ ...asked, nodeId: node.id }), node.name)
    return node.name
  }

  return {
    /** Makes sure that the room exists, on the node it was created on while that one lives. Returns its node's name. */
    async openRoom(room: string, madeOn: string | null, peopleMax: number): Promise<string> {
      await leaveDeadNode(room)
      const node = await makeRoom({ name: room, ...roomTimes, maxParticipants: peopleMax }, madeOn)
      // The room may have moved while that node was away. Signalling through its own node reports at once when that dies.
      const carrier = await registry.nodeOf(room)
      return (await looks.living()).find(({ id }) => id === carrier)?.name ?? node
    },

    /** Runs before a client connects: the first to connect moves the call off a dead node. Waits only briefly. */
    async beforeConnect(room: string): Promise<void> {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, connectWaitMs).unref()
      })
      await Promise.race([leaveDeadNode(room), late])
    },

    /** A room for one person and one try of the camera. */
    openTrial: (room: string): Promise<string> =>
      makeRoom({ name: room, ...trialTimes, maxParticipants: 1 }, null),

    /** Ends a room for everybody in it. */
    async close(room: string): Promise<void> {
      await ask((client) => ignoreMissing(client.deleteRoom(room)))
    },
  }
}
