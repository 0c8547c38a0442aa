import { createStore } from '#base/store.ts'

/** Whether the last call had an answer of the portal's own; what a proxy says in its place is none. */
export const reach = createStore(true)

const proxyStatuses = new Set([502, 503, 504])

export const noteAnswer = ({ status }: { status: number }): void => reach.write(!proxyStatuses.has(status))

export const noteNoAnswer = (): void => reach.write(false)
