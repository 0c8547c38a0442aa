import { statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Scene, Script } from './films/scene.ts'
import { readCommand, refuseUnknown } from './read-command.ts'

const { words: wanted } = readCommand({
  usage: 'pnpm films [NAME …]',
  about: `Records the films of Training → Welcome from the product itself, with captions and posters. Needs ffmpeg.
The names are those of content/training/welcome.yaml; without one it records all. Listening is recorded in real time and
needs an idle machine.`,
  hasWords: true,
  examples: ['pnpm films scoring', 'git status apps/web/public/training-files   shows what it wrote'],
})
const { readFilms } = await import('@parley/api/platform/content/shipped-training.ts')
const { encodeFilm, encodePoster, lengthOf, requireFfmpeg } = await import('./films/recording/encode.ts')
const { firstSession } = await import('./films/first-session.ts')
const { listening } = await import('./films/listening.ts')
const { withPortal } = await import('./films/portal/portal.ts')
const { withScene } = await import('./films/scene.ts')
const { scoring } = await import('./films/scoring.ts')
const { prepareWorld } = await import('./films/portal/world.ts')

process.chdir(`${import.meta.dirname}/..`)

const scripts: Record<string, Script> = { 'first-session': firstSession, listening, scoring }
const target = 'apps/web/public/training-files'

const { films } = await readFilms('content/training')
const named = films.map(({ file, captions }) => ({ name: file.replace(/\.webm$/, ''), captions }))
refuseUnknown(
  'film',
  wanted,
  named.map(({ name }) => name),
)
requireFfmpeg()

await withPortal(async (origin) => {
  for (const { name, captions } of named)
    if (wanted.length === 0 || wanted.includes(name)) await makeFilm(origin, name, captions)
})

async function makeFilm(origin: string, name: string, texts: readonly string[]): Promise<void> {
  const script = scripts[name]
  if (!script) throw new Error(`Nobody has written down how ${name} is played.`)
  const { film, captions } = await withScene(await prepareWorld(origin), script, (scene) =>
    play(name, script, texts, scene),
  )
  const poster = film.poster()
  if (poster === undefined) throw new Error(`${name} keeps no picture for its poster.`)
  const file = (ending: string) => join(target, `${name}.${ending}`)
  encodeFilm(film.shots, dirname(dirname(poster)), file('webm'))
  encodePoster(poster, file('webp'))
  writeFileSync(file('vtt'), captionsFile(captions))
  const kilobytes = (ending: string) => `${Math.round(statSync(file(ending)).size / 1000)} kB`
  const lasts = (lengthOf(film.shots) / 1000).toFixed(1)
  console.log(`${name}: ${lasts} s, film ${kilobytes('webm')}, poster ${kilobytes('webp')}`)
}

/** Plays the steps in order. Each caption is shown for as long as its step took. */
async function play(name: string, script: Script, texts: readonly string[], scene: Scene) {
  const { film } = scene
  const steps = script.steps(scene)
  if (steps.length !== texts.length)
    throw new Error(`${name} has ${steps.length} steps and ${texts.length} captions.`)
  const captions: Caption[] = []
  for (const [i, { act, isCaptionOnTop = false }] of steps.entries()) {
    const text = texts[i] ?? ''
    console.log(`${name}, ${i + 1} of ${steps.length}: ${text}`)
    const from = film.length()
    await act()
    captions.push({ text, from, until: film.length(), isOnTop: isCaptionOnTop })
  }
  await film.cut()
  return { film, captions }
}

/** A caption and when it is shown, in milliseconds of the film. */
interface Caption {
  text: string
  from: number
  until: number
  isOnTop: boolean
}

/** Captions as WebVTT. */
function captionsFile(captions: readonly Caption[]): string {
  return ['WEBVTT', ...captions.map(cueOf), ''].join('\n\n').trimEnd() + '\n'
}

function cueOf({ text, from, until, isOnTop }: Caption): string {
  return `${clock(from)} --> ${clock(until)}${isOnTop ? ' line:4%' : ''}\n${text}`
}

function clock(ms: number): string {
  return new Date(Math.round(ms)).toISOString().slice(11, 23)
}
