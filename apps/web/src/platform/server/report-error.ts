import type { reportWebError } from '@parley/contract/operations.ts'
import type { RouteInput } from '@parley/contract/wire/route.ts'

const reportsMax = 5
// Calls `fetch` and not `request`: the guest's page needs neither the rest of that module nor the contract's schemas.
const path = '/operations/web-errors' satisfies typeof reportWebError.path

/** Sends an error that reached the top of the app to our own API's log, at most five per page load. */
export const reportError = errorReporter()

export function errorReporter(): (thrown: unknown) => void {
  let reports = 0
  return (thrown) => {
    if (reports >= reportsMax || isHarmless(thrown)) return
    reports += 1
    const { message, stack } =
      thrown instanceof Error ? thrown : { message: String(thrown), stack: undefined }
    const body: RouteInput<typeof reportWebError>['body'] = {
      message: clip(message, 2000),
      ...(stack !== undefined && { stack: clip(stack, 10_000) }),
      // Without the query, which may hold a name that somebody searched for.
      path: clip(location.pathname, 500),
    }
    // The console has the error already; a report that does not get through must not make another.
    fetch(`/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => {})
  }
}

/** A size that changed while sizes were told: the browser tells it with the next frame. */
const isHarmless = (thrown: unknown): boolean => String(thrown).startsWith('ResizeObserver loop')

// Mask before cutting, so that a cut cannot remove the mark by which a secret is recognised.
function clip(text: string, length: number): string {
  return maskSecrets(text).slice(0, length)
}

const secrets: [RegExp, string][] = [
  [/(\/(?:set-password|confirm-email|join)\/)[^\s/?#"'<>)\]]+/gi, '$1***'],
  [/(token=)[^\s&#"'<>)\]]+/gi, '$1***'],
  [/(Bearer\s+)[^\s"'<>)\]]+/gi, '$1***'],
  [/(Guest\s+)[\w-]{40,}/gi, '$1***'],
]

/** Masks what would let a reader of the log sign in: password and guest links, tokens in addresses and headers. */
export const maskSecrets = (text: string): string =>
  secrets.reduce((masked, [pattern, replacement]) => masked.replaceAll(pattern, replacement), text)

/** Reports errors outside of React; the browser itself logs them to the console. */
export function reportStrayErrors(): void {
  addEventListener('error', ({ error, message }) => reportError(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}
