import type { WayIn } from '@parley/contract/calls.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ConnectionState } from './connection-state.ts'
import { tryConnection } from './try-connection.ts'

/** Tries the connection once, for as long as it is looked at. Undefined where even the try cannot be had. */
export function useConnection(fetchWay: () => Promise<WayIn>): ConnectionState | undefined {
  const [connection, setConnection] = useState<ConnectionState | undefined>({ kind: 'checking' })
  const way = useEffectEvent(fetchWay)
  useEffect(() => {
    const ending = new AbortController()
    tryConnection(() => way(), ending.signal, setConnection).catch(() => {
      if (!ending.signal.aborted) setConnection(undefined)
    })
    return () => ending.abort()
  }, [])
  return connection
}
