import { createHash } from 'node:crypto'
import { AccessToken } from 'livekit-server-sdk'
import { addresses, herePlaces } from '../../scripts/engines/places.ts'

const { media } = addresses(herePlaces())

export interface MediaNotice {
  event: string
  id: string
  room: string
  identity: string
  connection: string
  /** When it happened, by the media server's clock. */
  at: string
  /** Of an end: the media server's word for its reason, and when that stay began. */
  reason?: string
  joinedAt?: string
}

/** A notice of the media server as it sends it. */
export function noticeBody(notice: MediaNotice): string {
  const { event, id, room, identity, connection, at, reason } = notice
  const seconds = (moment: string) => String(Math.floor(Date.parse(moment) / 1000))
  const joinedAt = event === 'participant_joined' ? at : notice.joinedAt
  return JSON.stringify({
    event,
    id,
    createdAt: seconds(at),
    // The media server's own count is wrong at times: whoever believed it would be wrong with it.
    room: { name: room, sid: 'RM_test', numParticipants: event === 'participant_joined' ? 0 : 7 },
    participant: {
      sid: connection,
      identity,
      ...(joinedAt && { joinedAt: seconds(joinedAt), joinedAtMs: String(Date.parse(joinedAt)) }),
      ...(reason && { disconnectReason: reason }),
    },
  })
}

/** Its signature over a body. */
export function signatureOf(body: string, secret = media.secret): Promise<string> {
  const token = new AccessToken(media.key, secret)
  token.sha256 = createHash('sha256').update(body).digest('base64')
  return token.toJwt()
}
