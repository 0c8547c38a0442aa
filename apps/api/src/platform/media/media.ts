import { setTimeout as pause } from 'node:timers/promises'
import {
  AccessToken,
  DataPacket_Kind,
  ParticipantInfo,
  ParticipantInfo_State,
  RoomServiceClient,
  TokenVerifier,
  TrackSource,
  WebhookReceiver,
  type CreateOptions,
  type WebhookEvent,
} from 'livekit-server-sdk'
import type { Config } from '#platform/process/config.ts'
import type { Log } from '#platform/process/log.ts'
import { openMediaLooks } from './looks.ts'
import { openMediaRegistry } from './registry.ts'
import { problem } from '#platform/http/problem.ts'

/** The room and identity that a token is for. */
export interface MediaPlace {
  room: string
  identity: string
}

/** The same, bound to one browser by the hash of its key. */
export interface BoundPlace extends MediaPlace {
  device: string
}

const requestSeconds = 3
/** A node removes somebody who is there within this time. For one who is not there, it gives no answer for 3 s. */
const thereWithinMs = 200
/** How long a connecting client waits for it. Less than the first reconnect delay of a browser that lost its connection. */
const connectWaitMs = 500
/** Only for connecting: LiveKit renews the tokens of people who are in a room. */
const tokenTtl = '5m'
/**
 * The sweep closes a room once nobody can join any more; these timeouts are for when no sweep ran. They must not be shorter:
 * to a client that joins at that very moment LiveKit gives a new room and then removes that one from its list, and nobody
 * can join while it stays empty.
 */
const roomTimes = { emptyTimeout: 86_400, departureTimeout: 86_400 }
/** Nobody comes back to a room that is for one try. */
const trialTimes = { emptyTimeout: 20, departureTimeout: 5 }
/** The sources a person may publish. Only the API sends data to a room, and nobody may change it (docs/rules.md §5). */
const sources = [
  TrackSource.CAMERA,
  TrackSource.MICROPHONE,
  TrackSource.SCREEN_SHARE,
  TrackSource.SCREEN_SHARE_AUDIO,
]

const noOtherRight = { canPublishData: false, canUpdateOwnMetadata: false }

/** A client for the media server. Every call has a deadline, and if a node does not answer, the next one is asked. */
export function openMedia({ config, log }: { config: Config; log: Log }) {
  const { key, secret, nodes } = config.media
  const registry = openMediaRegistry(config.media.redisUrl, log)
  const verifier = new TokenVerifier(key, secret)
  const receiver = new WebhookReceiver(key, secret)
  const clients = new Map(
    nodes.map(({ name, url }) => [
      name,
      new RoomServiceClient(url, key, secret, { requestTimeout: requestSeconds, failover: false }),
    ]),
  )

  const looks = openMediaLooks(nodes)

  /** Removes a room's node from the list if it is dead. */
  async function leaveDeadNode(room: string): Promise<void> {
    const id = await registry.nodeOf(room)
    if (id !== undefined && (await looks.isDead(id))) await registry.forgetNode(id)
  }

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

    /** Allows its holder into that room, to publish a picture that nobody sees. */
    trialToken(room: string): Promise<string> {
      const token = new AccessToken(key, secret, { identity: 'trial', ttl: '1m', attributes: { device: '' } })
      token.addGrant({
        roomJoin: true,
        room,
        canPublish: true,
        canPublishSources: [TrackSource.CAMERA],
        canSubscribe: false,
        ...noOtherRight,
      })
      return token.toJwt()
    },

    /**
     * A token for one room, one identity and one browser, valid for a few minutes. LiveKit keeps the attributes when it
     * renews a token, and shows them to everybody in the room.
     */
    tokenFor(
      { room, identity, device }: BoundPlace,
      name: string,
      shown: Record<string, string> = {},
    ): Promise<string> {
      const attributes = { ...shown, device }
      const token = new AccessToken(key, secret, { identity, name, ttl: tokenTtl, attributes })
      token.addGrant({
        roomJoin: true,
        room,
        canPublish: true,
        canPublishSources: sources,
        canSubscribe: true,
        ...noOtherRight,
      })
      return token.toJwt()
    },

    /** The place that a token was made for; undefined if it is not ours or has expired. */
    async readToken(token: string): Promise<BoundPlace | undefined> {
      try {
        const { sub, video, attributes } = await verifier.verify(token)
        const device = attributes?.device
        return sub !== undefined &&
          device !== undefined &&
          video?.room !== undefined &&
          video.roomJoin === true
          ? { room: video.room, identity: sub, device }
          : undefined
      } catch {
        return undefined
      }
    },

    /** A webhook event; undefined if it is not signed by the media server. */
    async readEvent(body: string, signature: string | undefined): Promise<WebhookEvent | undefined> {
      try {
        return await receiver.receive(body, signature)
      } catch {
        return undefined
      }
    },

    /** The names of nodes that accept requests and never answer. */
    silentNodes: (): readonly string[] => looks.silent(),

    /** The people in a room now; none if it does not exist. */
    async peopleIn(room: string): Promise<ParticipantInfo[]> {
      const listed = (await ask((client) => ignoreMissing(client.listParticipants(room)))) ?? []
      return listed.filter(({ state }) => state !== ParticipantInfo_State.DISCONNECTED)
    },

    /** Sends data to everybody in a room; does nothing if it does not exist. The data is a hint, never the state itself. */
    async tell(room: string, topic: string, told: object): Promise<void> {
      const data = new TextEncoder().encode(JSON.stringify(told))
      await ask((client) => ignoreMissing(client.sendData(room, data, DataPacket_Kind.RELIABLE, { topic })))
    },

    /** Removes a person and returns whether they were there. The check at connect time keeps them from coming back. */
    async remove({ room, identity }: MediaPlace): Promise<boolean> {
      const removed = await ask((client) =>
        ignoreMissing(client.removeParticipant(room, identity).then(() => true)),
      )
      return removed ?? false
    },

    /**
     * Removes somebody who is missing from the list, and returns whether they were there. When a person's new connection
     * replaces their old one, the end of the old one can take the new one off LiveKit's list, and LiveKit removes only
     * people on that list. So they are listed as disconnected for as long as this takes.
     */
    async removeUnlisted({ room, identity }: MediaPlace): Promise<boolean> {
      const entry = new ParticipantInfo({ identity, state: ParticipantInfo_State.DISCONNECTED })
      const written = Buffer.from(entry.toBinary())
      const [node] = await looks.living()
      const client = clients.get(node?.name ?? '')
      if (!client || !(await registry.enlist(room, identity, written))) return false
      const removing = client.removeParticipant(room, identity).then(
        () => true,
        () => false,
      )
      try {
        return await Promise.race([removing, pause(thereWithinMs, false, { ref: false })])
      } finally {
        await registry.takeBack(room, identity, written)
      }
    },

    /** Mutes a person's track for everyone. They can unmute themselves. */
    async mute({ room, identity }: MediaPlace, trackSid: string): Promise<void> {
      await ask((client) => ignoreMissing(client.mutePublishedTrack(room, identity, trackSid, true)))
    },

    /** Sets attributes of a participant that everybody in the room sees, now and later; an empty value removes one. */
    async mark({ room, identity }: MediaPlace, attributes: Record<string, string>): Promise<void> {
      await ask((client) => ignoreMissing(client.updateParticipant(room, identity, { attributes })))
    },

    /** Ends a room for everybody in it. */
    async close(room: string): Promise<void> {
      await ask((client) => ignoreMissing(client.deleteRoom(room)))
    },

    shut: () => registry.close(),
  }
}

export type Media = ReturnType<typeof openMedia>

/** The server understood and refused; any other error means that the node is away. */
const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && Number(error.status) < 500

async function ignoreMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'status' in error && error.status === 404)
      return undefined
    throw error
  }
}
