import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compareDarkBlocks } from './dark-blocks.ts'
import { checkTestRules } from './test-rules.ts'

interface BannedText {
  pattern: RegExp
  mend: string
  /** The files that the rule applies to; all by default. */
  appliesTo?: (path: string) => boolean
}

const isCode = (path: string) => /\.(ts|tsx)$/.test(path)
const isApi = (path: string) => /^apps\/api\/src\/.*(?<!\.test)\.ts$/.test(path)
const isProgram = (path: string) => /\.(ts|tsx|css|sql|sh|ya?ml)$/.test(path)
const isBinary = (path: string) => /\.(png|jpe?g|ico|webp|woff2?|mp4|webm|pdf|zip|tflite)$/.test(path)
const mayReadEnvironment = (path: string) =>
  path === 'apps/api/src/platform/process/config.ts' ||
  /^(scripts|tests)\/|^apps\/stream-host\/.*settings\.ts$|\.test\.tsx?$|\.config\.ts$/.test(path)

// Some patterns have a letter in brackets, so that they do not match themselves in this file.
const bannedTexts: BannedText[] = [
  {
    pattern: /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|todo|only|fixme|fails?|skipIf|runIf)\b/,
    mend: 'mend the test or take it out; a test that does not run keeps no promise.',
    appliesTo: isCode,
  },
  {
    pattern: /\bvi\s*\.\s*(?:doM|m)ock\b/,
    mend: 'run the real engine and pass in what has to differ.',
    appliesTo: isCode,
  },
  {
    pattern: /\bexact: fals[e]\b/,
    mend: 'a text is matched as a whole; whoever means a part writes a pattern.',
    appliesTo: isCode,
  },
  { pattern: /waitForTimeou[t]/, mend: 'wait for what the person would see.', appliesTo: isCode },
  {
    pattern: /(?<=["'`\s])(?:max-|min-)?(?:md|2xl|3xl):[a-z[-]/,
    mend: 'there is no such width (apps/web/src/ui/base.css): sm, call, lg or xl.',
    appliesTo: (path) => /^apps\/web\/src\/.*\.tsx?$/.test(path),
  },
  { pattern: /\b(?:TO[D]O|FIX[M]E)\b/, mend: 'do it now, or open an issue.', appliesTo: isProgram },
  {
    pattern: /process\.en[v]\b/,
    mend: 'read it in apps/api/src/platform/process/config.ts, or in the settings of the stream host, and pass the setting on.',
    appliesTo: (path) => isCode(path) && !mayReadEnvironment(path),
  },
  {
    pattern: /\.transactio[n]\(\)/,
    mend: 'open it by inTransaction of platform/database/transactions.ts, which runs it again after a deadlock.',
    appliesTo: (path) => isApi(path) && path !== 'apps/api/src/platform/database/transactions.ts',
  },
  {
    pattern: /\.for(?:NoKeyUpdate|Update|KeyShare|Share)\(|pg_advisory_xact_loc[k]/,
    mend: 'lock by a function of platform/database/locks.ts, which keeps one order, and read afterwards.',
    appliesTo: (path) => isApi(path) && path !== 'apps/api/src/platform/database/locks.ts',
  },
  {
    pattern: /\.\.[/]shared\b|[/]work[/]/,
    mend: 'the repository stands alone: name no path of one machine.',
  },
  {
    pattern:
      /registry\.(?:npmjs|yarnpkg)[.]|\bpypi[.]org|pythonhosted[.]org|proxy[.]golang[.]org|deb[.]debian[.]org/,
    mend: "leave the host to the package manager's own settings, so that an operator's mirror holds.",
  },
]

const bannedNames = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types', 'index']

/** One line per violation, with the file and the remedy. */
export function checkHouseRules(root: string, files: string[]): string[] {
  const texts = files.filter((path) => !isBinary(path))
  const pages = files.filter((path) => path.endsWith('.md') && !/^(content|docs\/reviews)\//.test(path))
  return [
    ...files.flatMap(checkName),
    ...texts.flatMap((path) => checkText(root, path)),
    ...pages.flatMap((page) => checkNamedFiles(page, readFileSync(join(root, page), 'utf8'), files)),
  ]
}

/** A page of the documentation that names a file of code names one that exists, by its path or the end of it. */
export function checkNamedFiles(page: string, text: string, files: string[]): string[] {
  const known = new Set(files.flatMap(endsOf))
  return [...text.matchAll(/`((?:[\w-]+\/)*[a-z][\w.-]*\.(?:tsx?|sql|mjml|py))`/g)].flatMap(
    ([, name = '']) => {
      const inFull = name.replace(/^(api|web)\//, 'apps/$1/src/')
      return known.has(name) || known.has(inFull)
        ? []
        : [`${page}: there is no file \`${name}\`. Name the one that took its place.`]
    },
  )
}

const endsOf = (path: string): string[] => path.split('/').map((_, i, parts) => parts.slice(i).join('/'))

function checkName(path: string): string[] {
  if (!/\.(ts|tsx|css)$/.test(path)) return []
  const [stem = ''] = basename(path).split('.')
  if (bannedNames.includes(stem) && isCode(path)) {
    return [`${path}: '${stem}' says nothing. Name the file after what it exports.`]
  }
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem) ? [] : [`${path}: file names are kebab-case. Rename it.`]
}

function checkText(root: string, path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const lines = text.split('\n')
  const rules = bannedTexts.filter((rule) => rule.appliesTo?.(path) ?? true)
  const found = lines.flatMap((line, index) =>
    rules.flatMap(({ pattern, mend }) => {
      const match = pattern.exec(line)
      return match ? [`${path}:${index + 1}: '${match[0]}' is not allowed: ${mend}`] : []
    }),
  )
  const dark = path === 'apps/web/src/ui/tokens.css' ? compareDarkBlocks(path, text) : []
  return [...found, ...dark, ...checkVoice(path, text), ...checkTestRules(path, text)]
}

/** Not every page loads the font of the `font-voice` class. */
const checkVoice = (path: string, text: string): string[] =>
  /^apps\/web\/src\/.*(?<!\.stories)\.tsx$/.test(path) &&
  text.includes('font-voice') &&
  !text.includes("import '@fontsource-variable/literata/index.css'")
    ? [`${path}: font-voice is not loaded: import '@fontsource-variable/literata/index.css'.`]
    : []
