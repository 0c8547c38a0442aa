import { setTimeout as rest } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'

const quietMs = 250
const patienceMs = 30_000

/** Counts the requests of a page, without the live channel, which never ends. Call it before the page is opened. */
export function watchRequests(page: Page) {
  const open = new Set<Request>()
  let changedAt = Date.now()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') return
    open.add(request)
    changedAt = Date.now()
  })
  const end = (request: Request) => {
    if (open.delete(request)) changedAt = Date.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    /** Waits until nothing was asked or answered for a moment. */
    quiet: async () => {
      for (const giveUp = Date.now() + patienceMs; Date.now() < giveUp; await rest(50))
        if (open.size === 0 && Date.now() - changedAt > quietMs) return
      throw new Error(`${page.url()} still waits for ${[...open].map((request) => request.url()).join(', ')}`)
    },
  }
}
