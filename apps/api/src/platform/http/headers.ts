import type { Config } from '#platform/process/config.ts'

/** Headers of every API answer: never stored, never framed, never sniffed as another type. */
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

/** The only frames are videos from hosts that the operator allowed. */
const framed = ({ videoHosts }: Pages): Record<string, string> =>
  videoHosts.length > 0 ? { 'frame-src': videoHosts.map((host) => `https://${host}`).join(' ') } : {}

/** Headers of the web's pages and files: our origin only, no inline script or style, Trusted Types. */
export const pageHeaders = (config: Pages): Record<string, string> => ({
  ...common,
  'content-security-policy': policy({
    ...pageDirectives,
    ...framed(config),
    'require-trusted-types-for': "'script'",
    // The default policy allows only the empty text (apps/web/src/platform/trusted-types.ts), the other one only the blur
    // worker (apps/web/src/features/calls/blur/blur-processor.ts).
    'trusted-types': 'default blur-worker',
  }),
  ...(config.origin.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}),
})

/** Only the blur worker runs WebAssembly, so it has a policy of its own that pages don't get. Decision 0029. */
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

/** Swagger UI sets inline styles, so the API reference has a policy of its own; no other page gets it. */
export const referenceHeaders = (config: Pages): Record<string, string> => ({
  ...pageHeaders(config),
  'content-security-policy': policy({ ...pageDirectives, 'style-src': "'self' 'unsafe-inline'" }),
})
