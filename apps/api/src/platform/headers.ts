import type { Config } from './config.ts'

/** Headers of every API answer: never stored, never framed, never read as anything but what it says it is. */
export const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

const policy = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')

const pageDirectives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'media-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=()',
}

type Pages = Pick<Config, 'origin' | 'videoHosts'>

/** Nothing is framed but the videos of hosts that the operator named. */
const framed = ({ videoHosts }: Pages): Record<string, string> =>
  videoHosts.length > 0 ? { 'frame-src': videoHosts.map((host) => `https://${host}`).join(' ') } : {}

/** Headers of the web's own pages and files: our origin alone, no inline script or style, Trusted Types. */
export const pageHeaders = (config: Pages): Record<string, string> => ({
  ...common,
  'content-security-policy': policy({
    ...pageDirectives,
    ...framed(config),
    'require-trusted-types-for': "'script'",
    // The default policy lets the empty text through and nothing else (apps/web/src/platform/trusted-types.ts), the other
    // one the blur's worker (apps/web/src/features/calls/blur/start-worker.ts).
    'trusted-types': 'default blur-worker',
  }),
  ...(config.origin.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}),
})

/** The one script with WebAssembly, the blur's worker, has a policy of its own: pages have none of it. Decision 0029. */
export const workerHeaders = (config: Pages): Record<string, string> => ({
  ...pageHeaders(config),
  'content-security-policy': policy({
    'default-src': "'none'",
    'script-src': "'self' 'wasm-unsafe-eval'",
    'connect-src': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  }),
})

/** The API reference is drawn by a library that styles inline; it gets a policy of its own and nothing else does. */
export const referenceHeaders = (config: Pages): Record<string, string> => ({
  ...pageHeaders(config),
  'content-security-policy': policy({ ...pageDirectives, 'style-src': "'self' 'unsafe-inline'" }),
})
