import { createStore } from '#base/store.ts'

/** Whether the portal itself answered the last call; a proxy's error does not count. */
export const reach = createStore(true)

const proxyStatuses = new Set([502, 503, 504])

export const noteAnswer = ({ status }: { status: number }): void => reach.write(!proxyStatuses.has(status))

export const noteNoAnswer = (): void => reach.write(false)
