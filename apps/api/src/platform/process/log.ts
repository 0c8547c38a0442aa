import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/**
 * URLs that carry a secret (docs/rules.md §1): password link, guest link, calendar feed, signed downloads and the media
 * token. They are masked by pattern wherever a URL or a text is logged.
 */
const secretPatterns: readonly [RegExp, string][] = [
  [/(\/set-password\/)[^/?#\s"]+/g, '$1…'],
  [/(\/confirm-email\/)[^/?#\s"]+/g, '$1…'],
  [/(\/join\/)(?!_)[^/?#\s"]+/g, '$1…'],
  [/(\/chat\/download\/)[^/?#\s"]+/g, '$1…'],
  [/(\/privacy\/copies\/fetch\/)[^/?#\s"]+/g, '$1…'],
  [/(\/calendar\/feed\/)[^/?#\s"]+/g, '$1…'],
  [/([?&](?:token|access_token|secret|code|X-Amz-Signature|X-Amz-Credential)=)[^&#\s"]+/gi, '$1…'],
  [/(Bearer\s+)[A-Za-z0-9._~+/-]+=*/g, '$1…'],
  // 'Guest' is also an ordinary word, so mask only what is as long as a secret.
  [/(Guest\s+)[\w-]{40,}/gi, '$1…'],
]

/**
 * A secret may appear in a text without its URL. Ours are 43 or more random characters, so a word that long with a digit and
 * both cases is masked.
 */
const longWord = /[\w-]{43,}/g
const maskWord = (word: string): string =>
  /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) ? '…' : word

export const maskSecrets = (text: string): string =>
  secretPatterns
    .reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text)
    .replace(longWord, maskWord)

/** A URL as it is logged: without its query, which may hold a name that somebody searched for. */
export const loggedPath = (url: string): string => maskSecrets(url.split('?', 1)[0] ?? '')

export function openLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['*.password', '*.token', '*.authorization', '*.cookie'], censor: '…' },
      serializers: {
        err: (error: Error) => ({
          type: error.name,
          message: maskSecrets(error.message),
          stack: maskSecrets(error.stack ?? ''),
          ...('code' in error ? { code: error.code } : {}),
        }),
      },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  )
}
