import { useState } from 'react'

/**
 * The version that stood when the person began to change something: whatever came after it they have not seen, and a
 * change that is made to it is refused as stale. `follow` goes on from the one that is shown then.
 */
export function useSeenVersion(present: number, isChanged: boolean) {
  const [seen, setSeen] = useState(present)
  // While nothing is entered, what is shown is what is saved.
  if (!isChanged && seen !== present) setSeen(present)
  return { current: isChanged ? seen : present, follow: setSeen }
}
