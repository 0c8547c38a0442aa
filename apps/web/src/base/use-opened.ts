import { useEffect, useRef, useState } from 'react'

/**
 * Something that is opened with the screen and closed with it. React's strict mode takes a screen down once and puts it up
 * again with the same state: what was closed is then opened anew.
 */
export function useOpened<T extends { close: () => void }>(open: () => T): T {
  const [opened, setOpened] = useState(open)
  const isClosed = useRef(false)
  useEffect(() => {
    if (isClosed.current) {
      isClosed.current = false
      setOpened(open())
      return undefined
    }
    return () => {
      isClosed.current = true
      opened.close()
    }
    // Opened once: what `open` closes over is that of the first time, as with a state's own initialiser.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [opened])
  return opened
}
