import { parseArgs } from 'node:util'

interface Option {
  type: 'boolean' | 'string'
  short?: string
  /** The name of the value in the help, such as PATH. */
  value?: string
  about: string
}
type Options = Record<string, Option>

interface Command<Own extends Options> {
  /** As a person types it, with its words: `pnpm prove [NAME]`. */
  usage: string
  about: string
  /** Takes words, which it checks itself: refuseUnknown(). */
  hasWords?: true
  options?: Own
  examples: readonly string[]
}

/** A command cannot go on, and its message says all that a person needs: no stack is printed with it. */
export class Refusal extends Error {}

const help = { type: 'boolean', short: 'h', about: 'shows this text' } as const

/**
 * Reads the command line. Answers --help, and a mistake with one line and exit code 2. A command whose imports take long
 * makes them afterwards, so that both answers come at once. From then on a `Refusal` ends the command with its message
 * alone.
 */
export function readCommand<const Own extends Options>(command: Command<Own>, args = process.argv.slice(2)) {
  const options = { ...(command.options as Own), help }
  const { values, positionals } = parse(args, options)
  // TypeScript does not know the options of a generic command.
  if ((values as { help?: boolean }).help) {
    console.log(helpText(command, options))
    process.exit(0)
  }
  if (!command.hasWords) refuseUnknown('word', positionals, [])
  process.on('uncaughtException', (error) => {
    console.error(error instanceof Refusal ? error.message : error)
    process.exit(1)
  })
  return { values, words: positionals }
}

function parse<const Own extends Options>(args: string[], options: Own) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    // Node's first sentence names the mistake; the others explain how to pass a word that begins with a dash.
    const [mistake] = error instanceof Error ? error.message.split(/\.?\s*\n|\. |\.$/) : []
    return refuse(
      `${mistake}. Possible: ${Object.keys(options)
        .map((name) => `--${name}`)
        .join(', ')}.`,
    )
  }
}

/** Ends the command with one line that names the mistake. */
export function refuse(mistake: string): never {
  console.error(mistake)
  process.exit(2)
}

export function refuseUnknown(kind: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((word) => !known.includes(word))
  if (unknown.length === 0) return
  const possible = known.length > 0 ? `Possible: ${known.join(', ')}.` : 'This command takes none.'
  refuse(`Unknown ${kind} '${unknown.join(' ')}'. ${possible}`)
}

function helpText({ usage, about, examples }: Command<Options>, options: Options): string {
  const rows = Object.entries(options).map(([name, { short, value, about }]) => {
    const flag = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`
    return { flag, about }
  })
  const width = Math.max(...rows.map(({ flag }) => flag.length))
  const lines = rows.map(({ flag, about }) => `  ${flag.padEnd(width)}  ${about}`)
  return [
    usage,
    about,
    ['Options:', ...lines].join('\n'),
    ['Examples:', ...examples.map((example) => `  ${example}`)].join('\n'),
  ].join('\n\n')
}
