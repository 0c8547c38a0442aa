import { readFileSync } from 'node:fs'
import type * as z from 'zod/mini'
import { developmentLinkKey, developmentSecretsKey, isLoopback, settings, type Setting } from './settings.ts'

const hour_ms = 3_600_000

type Variable = keyof typeof settings
type Values = { [V in Variable]: z.output<(typeof settings)[V]['schema']> }

/** Reads `NAME`, or the file that `NAME_FILE` names, so that secrets can be mounted instead of set. */
function valueOf(name: Variable, env: NodeJS.ProcessEnv): string | undefined {
  const file = env[`${name}_FILE`]
  if (file) return readFileSync(file, 'utf8').trim()
  const setting: Setting = settings[name]
  return env[name] ?? setting.default
}

function readSettings(env: NodeJS.ProcessEnv): Values {
  const faults: string[] = []
  const entries = (Object.keys(settings) as Variable[]).map((name) => {
    const parsed = settings[name].schema.safeParse(valueOf(name, env))
    if (!parsed.success) faults.push(`${name}: ${parsed.error.issues[0]?.message ?? 'not readable'}`)
    return [name, parsed.data]
  })
  if (faults.length)
    throw new Error(`Settings that need fixing (docs/configuration.md):\n  ${faults.join('\n  ')}`)
  // Every entry was parsed by its own schema just above.
  return Object.fromEntries(entries) as Values
}

/** The development keys are published here, so they are accepted only where nobody else can reach the server. */
function checkKeys(read: Values, isAmongOurselves: boolean): void {
  const published = [developmentSecretsKey, developmentLinkKey]
  const keys = [
    'PARLEY_SECRETS_KEY',
    'PARLEY_SECRETS_KEY_PREVIOUS',
    'PARLEY_LINK_KEY',
    'PARLEY_LINK_KEY_PREVIOUS',
  ] as const
  for (const name of keys)
    if (!isAmongOurselves && published.includes(read[name]?.toString('base64') ?? ''))
      throw new Error(
        `${name} is required: the published key is for development on loopback only (docs/configuration.md).`,
      )
}

function readStripe(read: Values) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL: url } = read
  if (!secretKey) return undefined
  if (!webhookSecret) throw new Error('STRIPE_WEBHOOK_SECRET is needed with STRIPE_SECRET_KEY.')
  return { secretKey, webhookSecret, url }
}

/** The Contentful space to read content from; undefined for the content that ships. */
function readContentful(read: Values) {
  const [url, space, token] = [read.CONTENTFUL_URL, read.CONTENTFUL_SPACE, read.CONTENTFUL_TOKEN]
  if (url === '') return undefined
  for (const name of ['CONTENTFUL_SPACE', 'CONTENTFUL_ENVIRONMENT', 'CONTENTFUL_TOKEN'] as const)
    if (read[name] === '') throw new Error(`${name} is required with CONTENTFUL_URL (docs/configuration.md).`)
  return { url: url.replace(/\/$/, ''), space, environment: read.CONTENTFUL_ENVIRONMENT, token }
}

function readGameLift(read: Values) {
  const { STREAM_GAMELIFT_GROUP: group, STREAM_GAMELIFT_KEY: key, STREAM_GAMELIFT_SECRET: secret } = read
  if (group === '') return undefined
  for (const name of ['STREAM_GAMELIFT_APPLICATION', 'STREAM_GAMELIFT_REGION'] as const)
    if (read[name] === '')
      throw new Error(`${name} is required with STREAM_GAMELIFT_GROUP (docs/configuration.md).`)
  if ((key === '') !== (secret === ''))
    throw new Error('STREAM_GAMELIFT_KEY and STREAM_GAMELIFT_SECRET go together (docs/configuration.md).')
  return {
    group,
    application: read.STREAM_GAMELIFT_APPLICATION,
    region: read.STREAM_GAMELIFT_REGION,
    url: read.STREAM_GAMELIFT_URL,
    key,
    secret,
  }
}

/** The process's configuration by our names, read once at the start. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const read = readSettings(env)
  const { hostname, host } = new URL(read.PARLEY_ORIGIN)
  checkKeys(read, read.PARLEY_ENV !== 'production' && isLoopback(hostname))
  // A page of ours inside the frame could remove the frame's sandbox.
  if (read.PARLEY_VIDEO_HOSTS.includes(host))
    throw new Error('PARLEY_VIDEO_HOSTS names hosts of others (docs/configuration.md).')
  return {
    env: read.PARLEY_ENV,
    host: read.PARLEY_HOST,
    port: read.PARLEY_PORT,
    metricsPort: read.PARLEY_METRICS_PORT,
    origin: read.PARLEY_ORIGIN.replace(/\/$/, ''),
    webDir: read.PARLEY_WEB_DIR,
    databaseUrl: read.DATABASE_URL,
    databasePoolMax: read.DATABASE_POOL_MAX,
    redisUrl: read.REDIS_URL,
    secretsKey: read.PARLEY_SECRETS_KEY,
    secretsKeyPrevious: read.PARLEY_SECRETS_KEY_PREVIOUS,
    linkKey: read.PARLEY_LINK_KEY,
    linkKeyPrevious: read.PARLEY_LINK_KEY_PREVIOUS,
    media: {
      nodes: read.LIVEKIT_NODES,
      redisUrl: read.LIVEKIT_REDIS_URL,
      key: read.LIVEKIT_KEY,
      secret: read.LIVEKIT_SECRET,
      /** The base address that browsers connect to; a node's name is appended. */
      url: `${read.PARLEY_ORIGIN.replace(/^http/, 'ws').replace(/\/$/, '')}/`,
    },
    s3: {
      url: read.S3_URL,
      bucket: read.S3_BUCKET,
      prefix: read.S3_PREFIX,
      region: read.S3_REGION,
      key: read.S3_KEY,
      secret: read.S3_SECRET,
    },
    clamd: read.CLAMD_URL,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.PARLEY_MAIL_FROM || `no-reply@${hostname}`,
    mailsKeptMs: read.PARLEY_MAILS_KEPT_DAYS * 24 * hour_ms,
    pastDueDays: read.PARLEY_PAST_DUE_DAYS,
    stripe: readStripe(read),
    streams: read.STREAM_KEY
      ? {
          key: read.STREAM_KEY,
          networks: read.STREAM_HOSTS,
          application: read.STREAM_APPLICATION,
          isForMany: read.STREAM_VIEWERS === 'many',
        }
      : undefined,
    gameLift: readGameLift(read),
    invoiceFrom: read.PARLEY_INVOICE_FROM,
    trustedProxies: read.PARLEY_TRUSTED_PROXIES,
    contentful: readContentful(read),
    videoHosts: read.PARLEY_VIDEO_HOSTS,
    cantLogInUrl: read.PARLEY_CANT_LOG_IN_URL || '/forgot-password',
    supportEmail: read.PARLEY_SUPPORT_EMAIL,
    installers: {
      windows: read.PARLEY_INSTALLER_WINDOWS,
      macos: read.PARLEY_INSTALLER_MACOS,
      linux: read.PARLEY_INSTALLER_LINUX,
    },
    tokenIdleMs: read.PARLEY_TOKEN_IDLE_HOURS * hour_ms,
    tokenAbsoluteMs: read.PARLEY_TOKEN_ABSOLUTE_HOURS * hour_ms,
    loginTriesMax: read.PARLEY_LOGIN_TRIES_MAX,
    loginAddressTriesMax: read.PARLEY_LOGIN_ADDRESS_TRIES_MAX,
    badTokensMax: read.PARLEY_BAD_TOKENS_MAX,
    bodyIdleMs: read.PARLEY_BODY_IDLE_SECONDS * 1000,
    drainMs: read.PARLEY_DRAIN_SECONDS * 1000,
    logLevel: read.PARLEY_LOG_LEVEL,
  }
}

export type Config = ReturnType<typeof readConfig>

/** The keys that a link may have been made with, the present one first. */
export const linkKeysOf = ({
  linkKey,
  linkKeyPrevious,
}: Pick<Config, 'linkKey'> & Partial<Pick<Config, 'linkKeyPrevious'>>): Buffer[] =>
  linkKeyPrevious ? [linkKey, linkKeyPrevious] : [linkKey]
