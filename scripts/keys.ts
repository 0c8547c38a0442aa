import { readCommand, refuse } from './read-command.ts'

const usage = 'pnpm keys reseal'
const { words } = readCommand({
  usage,
  about: `Reseals with PARLEY_SECRETS_KEY what PARLEY_SECRETS_KEY_PREVIOUS sealed, while the portal runs.
It acts on DATABASE_URL, or else on the development database.
docs/decisions/0017-keys.md explains how to change the keys.`,
  hasWords: true,
  examples: [usage],
})
if (words.join() !== 'reseal') refuse(`Say what to do: ${usage}`)

const { resealAll } = await import('@parley/api/features/identity/identity.ts')
const { openDatabase } = await import('@parley/api/platform/database/database.ts')
const { hereConfig } = await import('./portal/here-config.ts')

async function reseal(): Promise<void> {
  const config = hereConfig()
  const { db, close } = openDatabase(config.databaseUrl, 1, (error) => console.error(error))
  try {
    const { anew, before, unopened } = await resealAll(db, config)
    console.log(`Resealed: ${anew}. Already sealed with the present key: ${before}.`)
    if (unopened.length === 0)
      return console.log('Nothing needs the previous key any more: remove PARLEY_SECRETS_KEY_PREVIOUS.')
    console.error(`Neither key opens the secrets of these people:\n  ${unopened.join('\n  ')}`)
    console.error('They need a new second factor, or you need the key that sealed theirs.')
    process.exitCode = 1
  } finally {
    await close()
  }
}

await reseal()
