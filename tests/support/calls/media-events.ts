import { createHash } from 'node:crypto'
import { AccessToken } from 'livekit-server-sdk'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'

const { media } = addresses(herePlaces())

export interface MediaNotice {
  event: string
  id: string
  room: string
  identity: string
  connection: string
  /** When it happened by LiveKit's clock. */
  at: string
  /** For the end of a stay: LiveKit's disconnect reason, and when the stay began. */
  reason?: string
  joinedAt?: string
}

/** The body of a webhook as LiveKit sends it. */
export function noticeBody(notice: MediaNotice): string {
  const { event, id, room, identity, connection, at, reason } = notice
  const seconds = (moment: string) => String(Math.floor(Date.parse(moment) / 1000))
  const joinedAt = event === 'participant_joined' ? at : notice.joinedAt
  return JSON.stringify({
    event,
    id,
    createdAt: seconds(at),
    // LiveKit's own count is sometimes wrong, so send wrong numbers: the API must not rely on them.
    room: { name: room, sid: 'RM_test', numParticipants: event === 'participant_joined' ? 0 : 7 },
    participant: {
      sid: connection,
      identity,
      ...(joinedAt && { joinedAt: seconds(joinedAt), joinedAtMs: String(Date.parse(joinedAt)) }),
      ...(reason && { disconnectReason: reason }),
    },
  })
}

/** LiveKit's signature of a webhook body. */
export function signatureOf(body: string, secret = media.secret): Promise<string> {
  const token = new AccessToken(media.key, secret)
  token.sha256 = createHash('sha256').update(body).digest('base64')
  return token.toJwt()
}
