import { randomBytes } from 'node:crypto'
import type { WayIn } from '@parley/contract/calls.ts'
import type { Context } from '#platform/context.ts'
import type { MediaPlace } from '#platform/media.ts'

/** No call's room has a dot in its name. */
const prefix = 'trial.'

export const isTrial = ({ room }: MediaPlace): boolean => room.startsWith(prefix)

/** A room for one, which is gone moments after they are: nobody can meet anybody in it. */
export async function tryConnection({ platform: { media, config } }: Context): Promise<WayIn> {
  const room = `${prefix}${randomBytes(16).toString('base64url')}`
  const node = await media.openTrial(room)
  return { twilio_token: await media.trialToken(room), media_url: `${config.media.url}${node}` }
}
