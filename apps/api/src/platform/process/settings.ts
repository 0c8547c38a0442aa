import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { workerConnections } from '#platform/jobs/jobs.ts'
import { readHostNetworks } from '#platform/streams/host-networks.ts'

const number = (text: string) => z.pipe(z.string().check(z.regex(/^\d+(\.\d+)?$/, text)), z.transform(Number))

const key = (name: string) =>
  z.pipe(
    z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, `${name} must be 32 bytes in base64`)),
    z.transform((text) => Buffer.from(text, 'base64')),
  )
/** Empty for none. */
const previousKey = (name: string) =>
  z.pipe(
    z.string().check(z.regex(/^($|[A-Za-z0-9+/]{43}=$)/, `${name} must be 32 bytes in base64, or empty`)),
    z.transform((text) => (text ? Buffer.from(text, 'base64') : undefined)),
  )

const nodeList =
  /^($|([a-z0-9]+=https?:\/\/[^,;]+;https?:\/\/[^,;]+)(,[a-z0-9]+=https?:\/\/[^,;]+;https?:\/\/[^,;]+)*$)/
const readNodes = (list: string) =>
  list
    .split(',')
    .filter(Boolean)
    .map((each) => {
      const [name = '', addresses = ''] = each.split('=', 2)
      const [url = '', metricsUrl = ''] = addresses.split(';')
      return { name, url, metricsUrl }
    })

const httpsOrEmpty = (name: string) =>
  z.string().check(
    z.refine(
      // A file on the operator's own machine, as in the demo, needs no certificate.
      (text) => text === '' || /^(https:\/\/|http:\/\/127\.0\.0\.1[:/])/.test(text),
      `${name} must be an https address, or empty`,
    ),
  )

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/** Remote services need https; a test's service on loopback may use http. Empty for none. */
const isSafeUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return text === '' || url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}
/** A part of a URL, or a token: no character that could end a header or lead to another path. */
const plainName = (name: string) =>
  z.string().check(z.regex(/^[\w-][\w.-]*$|^$/, `${name} may have only letters, digits, . _ and -`))

/** An Amazon id or ARN. */
const amazonName = (name: string) =>
  z.string().check(z.regex(/^[\w:/-]*$/, `${name} must be an id or an ARN, or empty`))

const hostList = /^$|^[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?(,[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?)*$/

/** Published with the source, so they protect nothing. */
export const developmentSecretsKey = Buffer.from('parley development, no secret---').toString('base64')
export const developmentLinkKey = Buffer.from('parley development, no link key-').toString('base64')

/** Every setting: its variable, what it means, and how it is read. `pnpm generate` writes docs/configuration.md from this. */
export const settings = {
  PARLEY_ENV: {
    about:
      'How strict the process is: `production` refuses demo data and the published development keys; `development` and `test` check every answer against its schema.',
    default: 'production',
    schema: z.enum(['development', 'test', 'production']),
  },
  PARLEY_HOST: { about: 'Address to listen on.', default: '127.0.0.1', schema: z.string() },
  PARLEY_PORT: {
    about: 'Port to listen on.',
    default: '8080',
    schema: number('PARLEY_PORT must be a number'),
  },
  PARLEY_METRICS_PORT: {
    about: 'Port for metrics, on loopback only; 0 for none.',
    default: '0',
    schema: number('PARLEY_METRICS_PORT must be a number'),
  },
  PARLEY_ORIGIN: {
    about: 'The public address of the portal, without a path. Links in mails and documents start with it.',
    default: 'http://127.0.0.1:8080',
    schema: z.url(),
  },
  PARLEY_WEB_DIR: {
    about: 'Folder of the built web, if the API serves it itself; empty if a front proxy does.',
    default: fileURLToPath(new URL('../../../../web/dist', import.meta.url)),
    schema: z.string(),
    defaultShown: 'apps/web/dist',
  },
  DATABASE_URL: {
    about: 'PostgreSQL, as the role `parley_app`.',
    schema: z.string(),
    secret: true,
  },
  DATABASE_POOL_MAX: {
    about: `Database connections of one API process. One caller uses at most a quarter of them; a page makes up to five requests at once. A worker sizes its own pool by the jobs that it runs in parallel: ${workerConnections} connections, and one more for each of its lanes. PostgreSQL's \`max_connections\` must cover the sum of all processes.`,
    default: '20',
    schema: number('DATABASE_POOL_MAX must be a number'),
  },
  REDIS_URL: {
    about: 'Redis for limits and live updates. Its data may be lost at any time.',
    schema: z.string(),
    secret: true,
  },
  PARLEY_SECRETS_KEY: {
    about:
      'Encrypts the keys of authenticator apps and the recovery codes, so that a copy of the database does not reveal them. 32 random bytes in base64 (`openssl rand -base64 32`). Required in production. If you lose it, every second factor is lost.',
    default: developmentSecretsKey,
    defaultShown: 'a fixed one, for development on loopback only',
    schema: key('PARLEY_SECRETS_KEY'),
    secret: true,
  },
  PARLEY_SECRETS_KEY_PREVIOUS: {
    about:
      'The previous secrets key, while you change it: what it encrypted can still be read. `pnpm keys reseal` encrypts everything with the present key; then remove this one.',
    default: '',
    schema: previousKey('PARLEY_SECRETS_KEY_PREVIOUS'),
    secret: true,
  },
  PARLEY_LINK_KEY: {
    about:
      'Makes the links in mails: one-time links, and the links with which clients join their sessions. 32 random bytes in base64 (`openssl rand -base64 32`), the same for API and worker. Required in production. Changing it ends all links that were sent, unless the old key stays as PARLEY_LINK_KEY_PREVIOUS.',
    default: developmentLinkKey,
    defaultShown: 'a fixed one, for development on loopback only',
    schema: key('PARLEY_LINK_KEY'),
    secret: true,
  },
  PARLEY_LINK_KEY_PREVIOUS: {
    about:
      'The previous link key: links made with it still work. Removing it ends them. Keep it for a day for one-time links, and for links of clients until the last session booked before the change is over.',
    default: '',
    schema: previousKey('PARLEY_LINK_KEY_PREVIOUS'),
    secret: true,
  },
  LIVEKIT_NODES: {
    about:
      'The media nodes, comma-separated, each as `name=address;metrics`: its prefix at the front proxy, its own address and its metrics page. Only the API and the worker use the last two. If empty, there are no calls.',
    default: '',
    schema: z.pipe(
      z.string().check(z.regex(nodeList, 'LIVEKIT_NODES must be a list of name=address;metrics')),
      z.transform(readNodes),
    ),
  },
  LIVEKIT_REDIS_URL: {
    about:
      "The media server's own Redis, with its database number. It lets the calls of a dead node move to another at once; without it that takes up to 10 seconds. If set, LIVEKIT_NODES must name every node.",
    default: '',
    schema: z
      .string()
      .check(z.regex(/^($|rediss?:\/\/)/, 'LIVEKIT_REDIS_URL must begin with redis:// or rediss://')),
    secret: true,
  },
  LIVEKIT_KEY: {
    about: 'The name of the API key at the media server.',
    default: '',
    schema: z.string(),
  },
  LIVEKIT_SECRET: {
    about: 'The secret of that key, 32 characters or more. It opens every call.',
    default: '',
    schema: z.string(),
    secret: true,
  },
  S3_URL: {
    about:
      'Address of the file store, which can be any S3 service. Only the API and the worker use it. If empty, files in the chat are refused.',
    default: '',
    schema: z.string().check(z.regex(/^($|https?:\/\/)/, 'S3_URL must begin with http:// or https://')),
  },
  S3_BUCKET: { about: 'The bucket, which must exist.', default: 'parley', schema: z.string() },
  S3_PREFIX: {
    about:
      'Prefix of all file names, if several installations share a bucket; empty, or with a slash at the end.',
    default: '',
    schema: z.string().check(z.regex(/^($|[\w./-]+\/$)/, 'S3_PREFIX must end with a slash')),
  },
  S3_REGION: { about: 'The region of the file store.', default: 'us-east-1', schema: z.string() },
  S3_KEY: { about: 'The name of the access key.', default: '', schema: z.string() },
  S3_SECRET: { about: 'The secret of that key.', default: '', schema: z.string(), secret: true },
  CLAMD_URL: {
    about:
      'A clamd virus scanner: `tcp://host:3310`. It scans every chat file before anybody can download it; if it does not answer, the file is refused. Its StreamMaxLength must be 150 MB or more. Empty for none.',
    default: '',
    schema: z.pipe(
      z.string().check(z.regex(/^($|tcp:\/\/[^/:]+:\d+$)/, 'CLAMD_URL must be tcp://host:port, or empty')),
      z.transform((url) => {
        const { hostname, port } = new URL(url || 'tcp://none:1')
        return url ? { host: hostname, port: Number(port) } : undefined
      }),
    ),
  },
  SMTP_URL: {
    about:
      'The mail server: `smtp://user:password@host:587?requireTLS=true`, or `smtps://…`. If empty, mails wait.',
    default: '',
    schema: z.string().check(z.regex(/^($|smtps?:\/\/)/, 'SMTP_URL must begin with smtp:// or smtps://')),
    secret: true,
  },
  PARLEY_MAIL_FROM: {
    about: 'The sender address of mails; empty for `no-reply@` at the host of PARLEY_ORIGIN.',
    default: '',
    schema: z
      .string()
      .check(z.regex(/^($|[^\s@<>]+@[^\s@<>]+$)/, 'PARLEY_MAIL_FROM must be an email address')),
  },
  PARLEY_MAILS_KEPT_DAYS: {
    about:
      'Days for which the delivery log keeps a mail, at least 2. Mails about a session stay until it is over.',
    default: '90',
    schema: z.pipe(number('PARLEY_MAILS_KEPT_DAYS must be a number'), z.number().check(z.gte(2))),
  },
  PARLEY_PAST_DUE_DAYS: {
    about: 'Days after its issue date when an unpaid invoice becomes past due.',
    default: '30',
    schema: z.pipe(number('PARLEY_PAST_DUE_DAYS must be a number'), z.int().check(z.gte(1), z.lte(3650))),
  },
  STRIPE_SECRET_KEY: {
    about:
      'Key of the Stripe account that receives payments of invoices. If empty, there is no online payment and admins mark invoices as paid.',
    default: '',
    schema: z.string(),
  },
  STRIPE_WEBHOOK_SECRET: {
    about:
      'The secret with which Stripe signs its webhooks to `/api/hooks/stripe`. Required with STRIPE_SECRET_KEY.',
    default: '',
    schema: z.string(),
  },
  STRIPE_URL: { about: 'Address of the Stripe API.', default: 'https://api.stripe.com', schema: z.url() },
  STREAM_KEY: {
    about:
      'The key with which the API and stream hosts sign their requests, 32 characters or more. It lets its holder start and see every application. If empty, calls have no application.',
    default: '',
    schema: z
      .string()
      .check(z.regex(/^($|.{32,}$)/, 'STREAM_KEY must have 32 characters or more, or be empty')),
    secret: true,
  },
  STREAM_HOSTS: {
    about:
      'Where stream hosts may be: addresses, networks such as `10.1.0.0/16`, or names, comma-separated. The API ignores a host that announces another address.',
    default: '127.0.0.0/8',
    schema: z.pipe(
      z.string(),
      z.transform((list, ctx) => {
        const networks = readHostNetworks(list)
        if (networks) return networks
        ctx.issues.push({
          code: 'custom',
          input: list,
          message: 'STREAM_HOSTS must be a list of addresses, networks and names',
        })
        return z.NEVER
      }),
    ),
  },
  STREAM_APPLICATION: {
    about: "The name of the hosts' application that calls show.",
    default: 'practice',
    schema: z
      .string()
      .check(z.regex(/^[a-z][a-z0-9-]{0,31}$/, 'STREAM_APPLICATION must be a name of a-z, 0-9 and -')),
  },
  STREAM_VIEWERS: {
    about:
      '`many`: every browser in a call connects to the host. `one`: only the browser of the person in control does, and shares the picture through the call, as with Amazon.',
    default: 'many',
    schema: z.enum(['many', 'one']),
  },
  PARLEY_INVOICE_FROM: {
    about: 'The sender of invoices: name, address and contact, with lines separated by a vertical bar.',
    default: 'Parley',
    schema: z.pipe(
      z.string().check(z.minLength(1)),
      z.transform((text) => text.split('|').map((one) => one.trim())),
    ),
  },
  STREAM_GAMELIFT_GROUP: {
    about:
      'Id or ARN of a stream group of Amazon GameLift Streams, which then runs the applications of calls. This was not run against Amazon, only against a local server built on the types of its SDK ([0036](decisions/0036-gamelift.md)). Empty if not used.',
    default: '',
    schema: amazonName('STREAM_GAMELIFT_GROUP'),
  },
  STREAM_GAMELIFT_APPLICATION: {
    about: 'Id or ARN of the application in that group. Required with STREAM_GAMELIFT_GROUP.',
    default: '',
    schema: amazonName('STREAM_GAMELIFT_APPLICATION'),
  },
  STREAM_GAMELIFT_REGION: {
    about: "The group's region: `us-east-2`. Required with STREAM_GAMELIFT_GROUP.",
    default: '',
    schema: plainName('STREAM_GAMELIFT_REGION'),
  },
  STREAM_GAMELIFT_URL: {
    about: "Address of GameLift Streams; empty for Amazon's own address in that region.",
    default: '',
    schema: z
      .string()
      .check(
        z.refine(isSafeUrl, 'STREAM_GAMELIFT_URL must be an https address (http only on loopback), or empty'),
      ),
  },
  STREAM_GAMELIFT_KEY: {
    about:
      "The access key id for Amazon. If empty, it is found as Amazon's tools do: in their variables, their files and the role of the machine.",
    default: '',
    schema: z.string(),
  },
  STREAM_GAMELIFT_SECRET: {
    about: 'The secret of that key. Set both or neither.',
    default: '',
    schema: z.string(),
    secret: true,
  },
  PARLEY_TRUSTED_PROXIES: {
    about: 'Addresses of the front proxy, comma-separated. `X-Forwarded-For` is trusted only from these.',
    default: '',
    schema: z.pipe(
      z.string(),
      z.transform((list) =>
        list
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ),
  },
  CONTENTFUL_URL: {
    about:
      'Address of Contentful, to read help, update notes, training and rubric from a space: `https://cdn.contentful.com`, or `https://cdn.eu.contentful.com`. [0030](decisions/0030-written-content.md) lists its content types. If empty, and until the space has answered, the texts of `content/` are served.',
    default: '',
    schema: z
      .string()
      .check(
        z.refine(isSafeUrl, 'CONTENTFUL_URL must be an https address (http only on loopback), or empty'),
      ),
  },
  CONTENTFUL_SPACE: {
    about: 'The id of that space. Required with CONTENTFUL_URL.',
    default: '',
    schema: plainName('CONTENTFUL_SPACE'),
  },
  CONTENTFUL_ENVIRONMENT: {
    about: 'The environment of that space.',
    default: 'master',
    schema: plainName('CONTENTFUL_ENVIRONMENT'),
  },
  CONTENTFUL_TOKEN: {
    about: 'A token of the Content Delivery API. Required with CONTENTFUL_URL; it never leaves the server.',
    default: '',
    schema: plainName('CONTENTFUL_TOKEN'),
    secret: true,
  },
  PARLEY_VIDEO_HOSTS: {
    about:
      'Hosts whose videos the training may show in a sandboxed frame, comma-separated: `player.vimeo.com,www.youtube-nocookie.com`. Videos of other hosts are left out. A front proxy that serves the pages itself must also allow these hosts in its content policy (`frame-src`).',
    default: '',
    schema: z.pipe(
      z.string().check(z.regex(hostList, 'PARLEY_VIDEO_HOSTS must be a list of host,host without addresses')),
      z.transform((list) => list.split(',').filter(Boolean)),
    ),
  },
  PARLEY_CANT_LOG_IN_URL: {
    about: "Where 'Can't log in?' leads; empty for our own page.",
    default: '',
    schema: z
      .string()
      .check(z.regex(/^($|https:\/\/|\/)/, 'PARLEY_CANT_LOG_IN_URL must begin with https:// or /')),
  },
  PARLEY_INSTALLER_WINDOWS: {
    about: 'Download address of the desktop application for Windows; empty for none.',
    default: '',
    schema: httpsOrEmpty('PARLEY_INSTALLER_WINDOWS'),
  },
  PARLEY_INSTALLER_MACOS: {
    about: 'The same for macOS.',
    default: '',
    schema: httpsOrEmpty('PARLEY_INSTALLER_MACOS'),
  },
  PARLEY_INSTALLER_LINUX: {
    about: 'The same for Linux.',
    default: '',
    schema: httpsOrEmpty('PARLEY_INSTALLER_LINUX'),
  },
  PARLEY_SUPPORT_EMAIL: {
    about:
      'The address that gets reports of technical issues in calls. If empty, only Admins see them, in a list.',
    default: '',
    schema: z
      .string()
      .check(z.regex(/^($|[^\s@<>]+@[^\s@<>]+$)/, 'PARLEY_SUPPORT_EMAIL must be an email address')),
  },
  PARLEY_TOKEN_IDLE_HOURS: {
    about: 'A sign-in expires after this many hours without use.',
    default: '12',
    schema: number('PARLEY_TOKEN_IDLE_HOURS must be a number'),
  },
  PARLEY_TOKEN_ABSOLUTE_HOURS: {
    about: 'A sign-in expires this many hours after it was made, even if it is in use.',
    default: '168',
    schema: number('PARLEY_TOKEN_ABSOLUTE_HOURS must be a number'),
  },
  PARLEY_LOGIN_TRIES_MAX: {
    about: 'Wrong passwords per account in 15 minutes before it needs the password link.',
    default: '10',
    schema: number('PARLEY_LOGIN_TRIES_MAX must be a number'),
  },
  PARLEY_LOGIN_ADDRESS_TRIES_MAX: {
    about: 'Wrong passwords per network address (IPv6: per /64) in 15 minutes.',
    default: '100',
    schema: number('PARLEY_LOGIN_ADDRESS_TRIES_MAX must be a number'),
  },
  PARLEY_BAD_TOKENS_MAX: {
    about: 'Invalid tokens per network address (IPv6: per /64) in 15 minutes. Valid tokens keep working.',
    default: '300',
    schema: number('PARLEY_BAD_TOKENS_MAX must be a number'),
  },
  PARLEY_BODY_IDLE_SECONDS: {
    about: 'A request whose body stalls for this long is answered 408.',
    default: '10',
    schema: number('PARLEY_BODY_IDLE_SECONDS must be a number'),
  },
  PARLEY_DRAIN_SECONDS: {
    about: 'How long a stopping process reports that it is not ready before it stops taking requests.',
    default: '5',
    schema: number('PARLEY_DRAIN_SECONDS must be a number'),
  },
  PARLEY_LOG_LEVEL: {
    about: 'trace, debug, info, warn, error or silent.',
    default: 'info',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
  },
} as const satisfies Record<string, Setting>

export interface Setting {
  about: string
  default?: string
  defaultShown?: string
  secret?: boolean
  schema: z.ZodMiniType
}
