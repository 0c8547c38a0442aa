import { useEffect, useRef, useState } from 'react'

/**
 * Opens something when the component mounts and closes it when the component unmounts. React's strict mode unmounts and
 * remounts a component once with the same state: what was closed is then opened again.
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
    // Opened once: as with a state's initialiser, later versions of `open` do not count.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [opened])
  return opened
}
