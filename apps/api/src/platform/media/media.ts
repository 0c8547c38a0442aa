import { setTimeout as pause } from 'node:timers/promises'
import { DataPacket_Kind, ParticipantInfo, ParticipantInfo_State } from 'livekit-server-sdk'
import type { Config } from '#platform/process/config.ts'
import type { Log } from '#platform/process/log.ts'
import { ignoreMissing, openMediaNodes } from './nodes.ts'
import { openMediaRegistry } from './registry.ts'
import { openMediaRooms } from './rooms.ts'
import { openMediaTokens, type MediaPlace } from './tokens.ts'

/** A node removes somebody who is there within this time. For one who is not there, it gives no answer for 3 s. */
const thereWithinMs = 200

/** The only way to the media server: its tokens, its rooms and the people in them. */
export function openMedia({ config, log }: { config: Config; log: Log }) {
  const nodes = openMediaNodes(config.media, log)
  const { ask, clientOf, looks } = nodes
  const registry = openMediaRegistry(config.media.redisUrl, log)

  return {
    ...openMediaTokens(config.media),
    ...openMediaRooms(nodes, registry),

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
      const client = clientOf(node?.name ?? '')
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

    shut: () => registry.close(),
  }
}

export type Media = ReturnType<typeof openMedia>
