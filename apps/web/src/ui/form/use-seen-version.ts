import { useState } from 'react'

/**
 * The version that the user saw when they began to edit. They have not seen later versions, so the server refuses a
 * change based on this one as stale. After such a refusal the form goes on from the version that is shown.
 */
export function useSeenVersion(present: number, isChanged: boolean) {
  const [seen, setSeen] = useState(present)
  const [refused, setRefused] = useState<number>()
  // While nothing is entered, the form shows what is saved.
  if ((!isChanged || seen === refused) && seen !== present) setSeen(present)
  return { current: isChanged ? seen : present, follow: setSeen, refuse: () => setRefused(seen) }
}
