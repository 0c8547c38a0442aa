import type { WayIn } from '@parley/contract/calls.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ConnectionState } from './connection-state.ts'
import { tryConnection } from './try-connection.ts'

/**
 * Tries the connection once, for as long as it is looked at. Undefined where even the try cannot be had. While somebody
 * joins, the tries would take time from the call: they end, and what they had not found yet is tried if the join fails.
 */
export function useConnection(
  fetchWay: () => Promise<WayIn>,
  isJoining: boolean,
): ConnectionState | undefined {
  const [connection, setConnection] = useState<ConnectionState | undefined>({ kind: 'checking' })
  const isTried = useRef(false)
  const way = useEffectEvent(fetchWay)
  useEffect(() => {
    if (isJoining || isTried.current) return undefined
    const ending = new AbortController()
    tryConnection(() => way(), ending.signal, setConnection)
      .catch(() => {
        if (!ending.signal.aborted) setConnection(undefined)
      })
      .finally(() => {
        isTried.current = !ending.signal.aborted
      })
    return () => ending.abort()
  }, [isJoining])
  return connection
}
