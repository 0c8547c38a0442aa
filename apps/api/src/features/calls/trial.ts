import { randomBytes } from 'node:crypto'
import type { WayIn } from '@parley/contract/calls/calls.ts'
import type { Context, Guest } from '#platform/process/context.ts'
import type { MediaPlace } from '#platform/media/tokens.ts'
import { problem } from '#platform/http/problem.ts'

/** No call's room has a dot in its name. */
const prefix = 'trial.'

export const isTrial = ({ room }: MediaPlace): boolean => room.startsWith(prefix)

/** A room for one person that is gone moments after they leave, so nobody can meet anybody in it. */
export async function tryConnection({ platform: { media, config } }: Context): Promise<WayIn> {
  const room = `${prefix}${randomBytes(16).toString('base64url')}`
  const node = await media.openTrial(room)
  return { twilio_token: await media.trialToken(room), media_url: `${config.media.url}${node}` }
}

/** A client may try before asking to be let in, but not once the coach has refused them and nobody has let them in since. */
export async function tryAsGuest(ctx: Context<Guest>): Promise<WayIn> {
  const { sessionId, personId } = ctx.principal
  const admissions = await ctx.db
    .selectFrom('admissions')
    .select('state')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .execute()
  const isRefused = admissions.some(({ state }) => state === 'removed' || state === 'turned_away')
  const hasPlace = admissions.some(({ state }) => state === 'waiting' || state === 'admitted')
  if (isRefused && !hasPlace) throw problem('not_let_in')
  return tryConnection(ctx)
}
