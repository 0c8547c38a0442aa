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
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { openMediaLooks } from './media-looks.ts'
import { openMediaRegistry } from './media-registry.ts'
import { problem } from './problem.ts'

/** Whom a token is for. */
export interface MediaPlace {
  room: string
  identity: string
}

/** The same in the browser that it is good in, by the hash of that browser's key. */
export interface BoundPlace extends MediaPlace {
  device: string
}

const requestSeconds = 3
/** The nodes remove somebody who is there in less time, and give no answer for 3 s when nobody of that name is there. */
const thereWithinMs = 200
/** How long whoever connects waits for it. Less than the first wait of a browser that lost its connection. */
const connectWaitMs = 500
/** To connect, not to stay: the media server renews what it has let in. */
const tokenTtl = '5m'
/**
 * The sweep closes a room once nobody can come any more; by itself it closes after a day, when there was no sweep. Sooner it
 * must not: to whoever comes at the moment of it the media server gives a new room and then takes that one off its list,
 * and for as long as it stays empty nobody gets in.
 */
const roomTimes = { emptyTimeout: 86_400, departureTimeout: 86_400 }
/** Of a room that is for one try, nobody comes a second time. */
const trialTimes = { emptyTimeout: 20, departureTimeout: 5 }
/** What a person may send. Data in a room is the API's alone, and nothing of the room is theirs (docs/rules.md §5). */
const sources = [
  TrackSource.CAMERA,
  TrackSource.MICROPHONE,
  TrackSource.SCREEN_SHARE,
  TrackSource.SCREEN_SHARE_AUDIO,
]

const noOtherRight = { canPublishData: false, canUpdateOwnMetadata: false }

/** The way to the media server. Every call has a deadline; what one node does not answer, another is asked. */
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

  /** Takes the node of a room off the list when it is dead. */
  async function leaveDeadNode(room: string): Promise<void> {
    const id = await registry.nodeOf(room)
    if (id !== undefined && (await looks.isDead(id))) await registry.forgetNode(id)
  }

  /** Asks one node after the other until one answers. A refusal is an answer. */
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
    /** Sees to it that the room is there, on the node it was made on while that lives. Answers the name of its node. */
    async openRoom(room: string, madeOn: string | null, peopleMax: number): Promise<string> {
      await leaveDeadNode(room)
      const node = await makeRoom({ name: room, ...roomTimes, maxParticipants: peopleMax }, madeOn)
      // It may have moved to another when this one was away: who signals through that one learns at once of its end.
      const carrier = await registry.nodeOf(room)
      return (await looks.living()).find(({ id }) => id === carrier)?.name ?? node
    },

    /** Before somebody connects: a call whose node has died moves with the first who comes. Nobody waits for it for long. */
    async beforeConnect(room: string): Promise<void> {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, connectWaitMs).unref()
      })
      await Promise.race([leaveDeadNode(room), late])
    },

    /** A room for one person and one try. */
    openTrial: (room: string): Promise<string> =>
      makeRoom({ name: room, ...trialTimes, maxParticipants: 1 }, null),

    /** Lets whoever has it into that room, to send a picture that nobody sees. */
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
     * A token for one room, one identity and one browser, good for a few minutes. The media server keeps the attributes
     * when it renews, and shows them to everybody in the room.
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

    /** Whom a token was made for; undefined for what is none of ours or is too old. */
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

    /** What the media server tells, if it is from it. */
    async readEvent(body: string, signature: string | undefined): Promise<WebhookEvent | undefined> {
      try {
        return await receiver.receive(body, signature)
      } catch {
        return undefined
      }
    },

    /** The names of nodes that take what is sent to them and answer nothing. */
    silentNodes: (): readonly string[] => looks.silent(),

    /** Who is in a room now; nobody where there is none. */
    async peopleIn(room: string): Promise<ParticipantInfo[]> {
      const listed = (await ask((client) => ignoreMissing(client.listParticipants(room)))) ?? []
      return listed.filter(({ state }) => state !== ParticipantInfo_State.DISCONNECTED)
    },

    /** Data to everybody in a room; a room that is not there hears nothing. What is told is a hint, never the thing itself. */
    async tell(room: string, topic: string, told: object): Promise<void> {
      const data = new TextEncoder().encode(JSON.stringify(told))
      await ask((client) => ignoreMissing(client.sendData(room, data, DataPacket_Kind.RELIABLE, { topic })))
    },

    /** Takes somebody out, and answers whether they were there. That they do not come back is the matter of the door. */
    async remove({ room, identity }: MediaPlace): Promise<boolean> {
      const removed = await ask((client) =>
        ignoreMissing(client.removeParticipant(room, identity).then(() => true)),
      )
      return removed ?? false
    },

    /**
     * Takes out somebody who is missing from the list, and answers whether they were there. When one connection replaces
     * another of the same person, the end of the first can take the second off the media server's list, and it removes
     * only people on that list. So they are put on it, as disconnected, for as long as this takes.
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

    /** Mutes what somebody says, for everyone. They can unmute themselves. */
    async mute({ room, identity }: MediaPlace, trackSid: string): Promise<void> {
      await ask((client) => ignoreMissing(client.mutePublishedTrack(room, identity, trackSid, true)))
    },

    /** Writes on somebody in a room what everybody in it sees, now and later; an empty word takes it away. */
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

/** The server understood and said no; anything else is a node that is away. */
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
