import {
  AccessToken,
  TokenVerifier,
  TrackSource,
  WebhookReceiver,
  type WebhookEvent,
} from 'livekit-server-sdk'

/** The room and identity that a token is for. */
export interface MediaPlace {
  room: string
  identity: string
}

/** The same, bound to one browser by the hash of its key. */
export interface BoundPlace extends MediaPlace {
  device: string
}

/** Only for connecting: LiveKit renews the tokens of people who are in a room. */
const tokenTtl = '5m'
/** The sources a person may publish. Only the API sends data to a room, and nobody may change it (docs/rules.md §5). */
const sources = [
  TrackSource.CAMERA,
  TrackSource.MICROPHONE,
  TrackSource.SCREEN_SHARE,
  TrackSource.SCREEN_SHARE_AUDIO,
]

const noOtherRight = { canPublishData: false, canUpdateOwnMetadata: false }

/** Signs tokens for browsers with the media server's key, and checks that its webhooks are signed with it. */
export function openMediaTokens({ key, secret }: { key: string; secret: string }) {
  const verifier = new TokenVerifier(key, secret)
  const receiver = new WebhookReceiver(key, secret)

  return {
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
  }
}
