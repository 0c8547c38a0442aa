import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { workerConnections } from '#platform/jobs/jobs.ts'
import { readHostNetworks } from '#platform/streams/host-networks.ts'

const number = (text: string) => z.pipe(z.string().check(z.regex(/^\d+(\.\d+)?$/, text)), z.transform(Number))

const key = (name: string) =>
  z.pipe(
    z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, `${name} is 32 bytes in base64`)),
    z.transform((text) => Buffer.from(text, 'base64')),
  )
/** Empty for none. */
const previousKey = (name: string) =>
  z.pipe(
    z.string().check(z.regex(/^($|[A-Za-z0-9+/]{43}=$)/, `${name} is 32 bytes in base64, or empty`)),
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
      `${name} is an https address, or empty`,
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
  z.string().check(z.regex(/^[\w-][\w.-]*$|^$/, `${name} has letters, digits, . _ and - alone`))

/** An Amazon id or ARN. */
const amazonName = (name: string) =>
  z.string().check(z.regex(/^[\w:/-]*$/, `${name} is an id or an ARN, or empty`))

const hostList = /^$|^[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?(,[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?)*$/

/** Published with the source, so they protect nothing. */
export const developmentSecretsKey = Buffer.from('parley development, no secret---').toString('base64')
export const developmentLinkKey = Buffer.from('parley development, no link key-').toString('base64')

/** Every setting: its variable, what it means, and how it is read. `pnpm generate` writes docs/configuration.md from this. */
export const settings = {
  PARLEY_ENV: {
    about:
      'How strict to be: `production` refuses demo data and the keys that everybody can read here, `development` and `test` check every answer by its schema.',
    default: 'production',
    schema: z.enum(['development', 'test', 'production']),
  },
  PARLEY_HOST: { about: 'Address to listen on.', default: '127.0.0.1', schema: z.string() },
  PARLEY_PORT: { about: 'Port to listen on.', default: '8080', schema: number('PARLEY_PORT is a number') },
  PARLEY_METRICS_PORT: {
    about: 'Port for metrics, on loopback alone; 0 for none.',
    default: '0',
    schema: number('PARLEY_METRICS_PORT is a number'),
  },
  PARLEY_ORIGIN: {
    about: 'The address that people see, without a path. Links in mails and prints begin with it.',
    default: 'http://127.0.0.1:8080',
    schema: z.url(),
  },
  PARLEY_WEB_DIR: {
    about: 'Folder of the built web, where the api serves it itself; empty where a front proxy does.',
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
    about: `Database connections of one API process. One caller has at most a quarter of them at a time; a page asks for up to five things at once. A worker sizes its own pool by the jobs that it runs side by side: ${workerConnections} connections, and one more for each of its lanes. PostgreSQL's \`max_connections\` has to hold the sum of all processes.`,
    default: '20',
    schema: number('DATABASE_POOL_MAX is a number'),
  },
  REDIS_URL: {
    about: 'Redis for limits and live updates. It may be lost at any time.',
    schema: z.string(),
    secret: true,
  },
  PARLEY_SECRETS_KEY: {
    about:
      'Seals what has to be read again but not in a copy of the database: the keys of authenticator apps, and recovery codes. 32 random bytes in base64 (`openssl rand -base64 32`). Required in production. Whoever loses it loses every second factor.',
    default: developmentSecretsKey,
    defaultShown: 'a fixed one, for development on loopback alone',
    schema: key('PARLEY_SECRETS_KEY'),
    secret: true,
  },
  PARLEY_SECRETS_KEY_PREVIOUS: {
    about:
      'The sealing key before the present one, while it is being changed: what it sealed still opens. `pnpm keys reseal` seals everything by the present key; then it can go.',
    default: '',
    schema: previousKey('PARLEY_SECRETS_KEY_PREVIOUS'),
    secret: true,
  },
  PARLEY_LINK_KEY: {
    about:
      'The links in mails are made with it: those that work once, and those by which clients come to their sessions. 32 random bytes in base64 (`openssl rand -base64 32`), the same for API and worker. Required in production. A new one ends all links that were sent, unless the old one stays as PARLEY_LINK_KEY_PREVIOUS.',
    default: developmentLinkKey,
    defaultShown: 'a fixed one, for development on loopback alone',
    schema: key('PARLEY_LINK_KEY'),
    secret: true,
  },
  PARLEY_LINK_KEY_PREVIOUS: {
    about:
      'The link key before the present one: links that were made with it still open. Once it goes they end: those that work once after a day at the latest, those of clients with their sessions.',
    default: '',
    schema: previousKey('PARLEY_LINK_KEY_PREVIOUS'),
    secret: true,
  },
  LIVEKIT_NODES: {
    about:
      'The media nodes, comma-separated, each `name=address;metrics`: its prefix at the front proxy, its own address and its page of metrics, both for the API and the worker alone. While it is empty there are no calls.',
    default: '',
    schema: z.pipe(
      z.string().check(z.regex(nodeList, 'LIVEKIT_NODES is a list of name=address;metrics')),
      z.transform(readNodes),
    ),
  },
  LIVEKIT_REDIS_URL: {
    about:
      "The media server's own Redis, with the number of its database. By it the calls of a node that died move to another at once; while it is empty they take up to 10 seconds. LIVEKIT_NODES then has to name every node.",
    default: '',
    schema: z
      .string()
      .check(z.regex(/^($|rediss?:\/\/)/, 'LIVEKIT_REDIS_URL begins with redis:// or rediss://')),
    secret: true,
  },
  LIVEKIT_KEY: {
    about: 'The name of our key at the media server.',
    default: '',
    schema: z.string(),
  },
  LIVEKIT_SECRET: {
    about: 'Its secret, 32 characters or more: whoever has it enters every call.',
    default: '',
    schema: z.string(),
    secret: true,
  },
  S3_URL: {
    about:
      'The store of files, any that speaks S3: its address, for the API and the worker alone. While it is empty, files in the chat are refused.',
    default: '',
    schema: z.string().check(z.regex(/^($|https?:\/\/)/, 'S3_URL begins with http:// or https://')),
  },
  S3_BUCKET: { about: 'The bucket, which has to be there.', default: 'parley', schema: z.string() },
  S3_PREFIX: {
    about:
      'What the names of all files begin with, where several share one bucket; empty or with a slash at its end.',
    default: '',
    schema: z.string().check(z.regex(/^($|[\w./-]+\/$)/, 'S3_PREFIX ends with a slash')),
  },
  S3_REGION: { about: 'Its region.', default: 'us-east-1', schema: z.string() },
  S3_KEY: { about: 'The name of our key there.', default: '', schema: z.string() },
  S3_SECRET: { about: 'Its secret.', default: '', schema: z.string(), secret: true },
  CLAMD_URL: {
    about:
      'A virus scanner, clamd: `tcp://host:3310`. Every file of the chat is shown to it before anybody can have it, and refused where it does not answer; its StreamMaxLength has to be 150 MB or more. Empty for none.',
    default: '',
    schema: z.pipe(
      z.string().check(z.regex(/^($|tcp:\/\/[^/:]+:\d+$)/, 'CLAMD_URL is tcp://host:port, or empty')),
      z.transform((url) => {
        const { hostname, port } = new URL(url || 'tcp://none:1')
        return url ? { host: hostname, port: Number(port) } : undefined
      }),
    ),
  },
  SMTP_URL: {
    about:
      'The mail server: `smtp://user:password@host:587?requireTLS=true`, or `smtps://…`. While it is empty, mails wait.',
    default: '',
    schema: z.string().check(z.regex(/^($|smtps?:\/\/)/, 'SMTP_URL begins with smtp:// or smtps://')),
    secret: true,
  },
  PARLEY_MAIL_FROM: {
    about: 'The address that mails come from; empty for `no-reply@` at the host of PARLEY_ORIGIN.',
    default: '',
    schema: z.string().check(z.regex(/^($|[^\s@<>]+@[^\s@<>]+$)/, 'PARLEY_MAIL_FROM is an address')),
  },
  PARLEY_MAILS_KEPT_DAYS: {
    about:
      'How long the delivery log keeps a mail, at least 2. What was told of a session stays until that is over.',
    default: '90',
    schema: z.pipe(number('PARLEY_MAILS_KEPT_DAYS is a number'), z.number().check(z.gte(2))),
  },
  PARLEY_PAST_DUE_DAYS: {
    about: 'So many days after its day of issue an unpaid invoice is past due.',
    default: '30',
    schema: z.pipe(number('PARLEY_PAST_DUE_DAYS is a number'), z.int().check(z.gte(1), z.lte(3650))),
  },
  STRIPE_SECRET_KEY: {
    about:
      'Key of the Stripe account that invoices are paid to. Empty: nobody pays online, and admins mark invoices by hand.',
    default: '',
    schema: z.string(),
  },
  STRIPE_WEBHOOK_SECRET: {
    about: 'What Stripe signs its notices to `/api/hooks/stripe` with. It is needed with the key.',
    default: '',
    schema: z.string(),
  },
  STRIPE_URL: { about: 'Where Stripe is reached.', default: 'https://api.stripe.com', schema: z.url() },
  STREAM_KEY: {
    about:
      'What API and stream hosts sign their requests with: whoever has it starts and sees every application. 32 characters or more. While it is empty no call has one.',
    default: '',
    schema: z.string().check(z.regex(/^($|.{32,}$)/, 'STREAM_KEY has 32 characters or more, or is empty')),
    secret: true,
  },
  STREAM_HOSTS: {
    about:
      'Where stream hosts may be: addresses, networks such as `10.1.0.0/16`, or names, comma-separated. A host that says it is elsewhere is not asked for anything.',
    default: '127.0.0.0/8',
    schema: z.pipe(
      z.string(),
      z.transform((list, ctx) => {
        const networks = readHostNetworks(list)
        if (networks) return networks
        ctx.issues.push({
          code: 'custom',
          input: list,
          message: 'STREAM_HOSTS is a list of addresses, networks and names',
        })
        return z.NEVER
      }),
    ),
  },
  STREAM_APPLICATION: {
    about: "Which of the hosts' applications is shown in calls, by its name there.",
    default: 'practice',
    schema: z
      .string()
      .check(z.regex(/^[a-z][a-z0-9-]{0,31}$/, 'STREAM_APPLICATION is a name of a-z, 0-9 and -')),
  },
  STREAM_VIEWERS: {
    about:
      '`many`: every browser of a call connects to the host. `one`: whoever has control does, and passes the picture on through the call, as at Amazon.',
    default: 'many',
    schema: z.enum(['many', 'one']),
  },
  PARLEY_INVOICE_FROM: {
    about: 'Who invoices are from, line by line: name, address, contact. Lines are parted by a vertical bar.',
    default: 'Parley',
    schema: z.pipe(
      z.string().check(z.minLength(1)),
      z.transform((text) => text.split('|').map((one) => one.trim())),
    ),
  },
  STREAM_GAMELIFT_GROUP: {
    about:
      'A stream group of Amazon GameLift Streams, by its id or ARN: the applications of calls run there. This was not run against Amazon, only against a local server built on the types of its SDK ([0036](decisions/0036-gamelift.md)). Empty where it is not used.',
    default: '',
    schema: amazonName('STREAM_GAMELIFT_GROUP'),
  },
  STREAM_GAMELIFT_APPLICATION: {
    about: 'The application in that group, by its id or ARN. Required with STREAM_GAMELIFT_GROUP.',
    default: '',
    schema: amazonName('STREAM_GAMELIFT_APPLICATION'),
  },
  STREAM_GAMELIFT_REGION: {
    about: "The group's region: `us-east-2`. Required with STREAM_GAMELIFT_GROUP.",
    default: '',
    schema: plainName('STREAM_GAMELIFT_REGION'),
  },
  STREAM_GAMELIFT_URL: {
    about: "Where GameLift Streams is reached; empty for Amazon's own address in that region.",
    default: '',
    schema: z
      .string()
      .check(
        z.refine(isSafeUrl, 'STREAM_GAMELIFT_URL is an https address (http on loopback alone), or empty'),
      ),
  },
  STREAM_GAMELIFT_KEY: {
    about:
      "The name of our key at Amazon. Empty: it is looked for where Amazon's tools do, in their variables and files and in the role of the machine.",
    default: '',
    schema: z.string(),
  },
  STREAM_GAMELIFT_SECRET: {
    about: 'Its secret. The two go together.',
    default: '',
    schema: z.string(),
    secret: true,
  },
  PARLEY_TRUSTED_PROXIES: {
    about: 'Addresses of the front proxy, comma-separated. `X-Forwarded-For` is believed from these alone.',
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
      'A Contentful space that help, update notes, training and rubric are read from: `https://cdn.contentful.com`, or `https://cdn.eu.contentful.com`. Its content types stand in [0030](decisions/0030-written-content.md). Empty for the texts that ship in `content/`; these are also served while the space has not answered yet.',
    default: '',
    schema: z
      .string()
      .check(z.refine(isSafeUrl, 'CONTENTFUL_URL is an https address (http on loopback alone), or empty')),
  },
  CONTENTFUL_SPACE: {
    about: 'The id of that space. Required with CONTENTFUL_URL.',
    default: '',
    schema: plainName('CONTENTFUL_SPACE'),
  },
  CONTENTFUL_ENVIRONMENT: {
    about: 'Its environment.',
    default: 'master',
    schema: plainName('CONTENTFUL_ENVIRONMENT'),
  },
  CONTENTFUL_TOKEN: {
    about: 'A token of its Content Delivery API. Required with CONTENTFUL_URL; it never leaves the server.',
    default: '',
    schema: plainName('CONTENTFUL_TOKEN'),
    secret: true,
  },
  PARLEY_VIDEO_HOSTS: {
    about:
      'Hosts whose videos the training may show in a sandboxed frame, comma-separated: `player.vimeo.com,www.youtube-nocookie.com`. Videos of every other host are left out. A front proxy that serves the pages itself has to allow them in its policy too (`frame-src`).',
    default: '',
    schema: z.pipe(
      z.string().check(z.regex(hostList, 'PARLEY_VIDEO_HOSTS is a list of host,host without addresses')),
      z.transform((list) => list.split(',').filter(Boolean)),
    ),
  },
  PARLEY_CANT_LOG_IN_URL: {
    about: "Where 'Can't log in?' leads; empty for our own page.",
    default: '',
    schema: z
      .string()
      .check(z.regex(/^($|https:\/\/|\/)/, 'PARLEY_CANT_LOG_IN_URL begins with https:// or /')),
  },
  PARLEY_INSTALLER_WINDOWS: {
    about: 'Where the desktop application for Windows is downloaded; empty where there is none.',
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
      'Where reports of technical issues in calls are mailed to; empty: they are listed for Admins only.',
    default: '',
    schema: z.string().check(z.regex(/^($|[^\s@<>]+@[^\s@<>]+$)/, 'PARLEY_SUPPORT_EMAIL is an address')),
  },
  PARLEY_TOKEN_IDLE_HOURS: {
    about: 'A sign-in unused for so long has expired.',
    default: '12',
    schema: number('PARLEY_TOKEN_IDLE_HOURS is a number'),
  },
  PARLEY_TOKEN_ABSOLUTE_HOURS: {
    about: 'A sign-in has expired so long after it was made, however busy.',
    default: '168',
    schema: number('PARLEY_TOKEN_ABSOLUTE_HOURS is a number'),
  },
  PARLEY_LOGIN_TRIES_MAX: {
    about: 'Wrong passwords that one account takes in 15 minutes before it asks for the link.',
    default: '10',
    schema: number('PARLEY_LOGIN_TRIES_MAX is a number'),
  },
  PARLEY_LOGIN_ADDRESS_TRIES_MAX: {
    about: 'Wrong passwords from one address (IPv6: one /64) in 15 minutes.',
    default: '100',
    schema: number('PARLEY_LOGIN_ADDRESS_TRIES_MAX is a number'),
  },
  PARLEY_BAD_TOKENS_MAX: {
    about: 'Tokens that are none from one address (IPv6: one /64) in 15 minutes; good ones go on working.',
    default: '300',
    schema: number('PARLEY_BAD_TOKENS_MAX is a number'),
  },
  PARLEY_BODY_IDLE_SECONDS: {
    about: 'A request of whose body nothing comes for so long is answered 408.',
    default: '10',
    schema: number('PARLEY_BODY_IDLE_SECONDS is a number'),
  },
  PARLEY_DRAIN_SECONDS: {
    about: 'How long readiness says no before a process that was told to end stops taking requests.',
    default: '5',
    schema: number('PARLEY_DRAIN_SECONDS is a number'),
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
