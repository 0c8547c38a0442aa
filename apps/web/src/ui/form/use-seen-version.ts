import { useState } from 'react'

/**
 * The version that stood when the person began to change something: whatever came after it they have not seen, and a
 * change that is made to it is refused as stale. Once it was, the form goes on from what is shown.
 */
export function useSeenVersion(present: number, isChanged: boolean) {
  const [seen, setSeen] = useState(present)
  const [refused, setRefused] = useState<number>()
  // While nothing is entered, what is shown is what is saved.
  if ((!isChanged || seen === refused) && seen !== present) setSeen(present)
  return { current: isChanged ? seen : present, follow: setSeen, refuse: () => setRefused(seen) }
}
