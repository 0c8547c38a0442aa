import { live, type LiveNotice } from '@parley/contract/wire/live.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '#platform/server/api.ts'
import { endSession, useToken, type SessionEnd } from '#platform/sign-in/token.ts'
import { channel } from './channel.ts'
import { follow } from './follow.ts'
import { dispatchNotice } from './notices.ts'
import { refetcherOf } from './refetch.ts'
import { holdStream, type LiveStreamDeps } from './stream.ts'
import { realTiming } from './timing.ts'

/** Listens while somebody is signed in. Mounted once, at the root, so that no navigation drops the stream. */
export function useLive(): void {
  const client = useQueryClient()
  const token = useToken()
  useEffect(() => (token === null ? undefined : listen(client, token)), [client, token])
}

function listen(client: QueryClient, token: string): () => void {
  const refetcher = refetcherOf(client)
  let upSince = 0
  const leave = follow({
    name: `parley.live.${tagOf(token)}`,
    hold: (listener, stop) => holdStream(stream, listener, stop),
    onNotice: (notice) => {
      if (notice.kind === 'signed-out') return endSession(ends[notice.reason])
      if (notice.kind === 'channel') return undefined
      refetcher.hear(notice)
      return dispatchNotice(notice)
    },
    onChannel: (next) => {
      // Keep the time of the first loss, however many attempts to reconnect fail.
      if (next.state !== 'down' || channel.read()?.state !== 'down') channel.write(next)
      if (next.state === 'down' || next.since <= upSince) return
      upSince = next.since
      refetcher.refetchOlderThan(upSince)
    },
    isHidden: () => document.hidden,
    timing: realTiming,
  })
  return () => {
    leave()
    channel.write(undefined)
    refetcher.clear()
  }
}

const stream: LiveStreamDeps = {
  open: (signal) => send(live, {}, { background: true, signal }),
  timing: realTiming,
  onNetworkChange: (act) => {
    addEventListener('online', act)
    addEventListener('offline', act)
    return () => {
      removeEventListener('online', act)
      removeEventListener('offline', act)
    }
  },
}

type SignedOut = Extract<LiveNotice, { kind: 'signed-out' }>

const ends: Record<SignedOut['reason'], SessionEnd> = {
  signed_out: 'elsewhere',
  expired: 'expired',
  role_lost: 'role_lost',
}

/** Tells sign-ins apart without exposing the token: 32 bits of FNV-1a. */
function tagOf(token: string): string {
  let hash = 0x81_1c_9d_c5
  for (const sign of token) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01_00_01_93)
  return (hash >>> 0).toString(36)
}
