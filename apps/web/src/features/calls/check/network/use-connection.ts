import type { WayIn } from '@parley/contract/calls/calls.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ConnectionState } from './connection-state.ts'
import { tryConnection } from './try-connection.ts'

/**
 * Tests the connection once, while the check is shown. Undefined if not even the trial could be started. While the user
 * joins, the test is aborted, because it would take time from the call; it starts over if the join fails.
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
