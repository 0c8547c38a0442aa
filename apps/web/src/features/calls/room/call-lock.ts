/** One tab of a browser is in a call at a time: the browser itself keeps count, and a tab that dies lets go. */
const nameOf = (callId: string): string => `parley.call.${callId}`

/** Whether another tab of this browser is in the call. */
export async function isHeldElsewhere(callId: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === nameOf(callId))
}

/** This tab is in the call from now on; whichever was before is told so. The answer lets go. */
export function holdCall(callId: string, onTaken: () => void): () => void {
  const leaving = new AbortController()
  const left = new Promise<void>((resolve) => {
    leaving.signal.addEventListener('abort', () => resolve())
  })
  navigator.locks.request(nameOf(callId), { steal: true }, () => left).catch(onTaken)
  return () => leaving.abort()
}
