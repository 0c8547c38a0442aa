import { resealAll } from '@parley/api/features/identity/identity.ts'
import { openDatabase } from '@parley/api/platform/database/database.ts'
import { hereConfig } from './portal/here-config.ts'

const usage = `Usage:
  pnpm keys reseal

Seals by PARLEY_SECRETS_KEY everything that PARLEY_SECRETS_KEY_PREVIOUS sealed, while the portal runs.
It acts on DATABASE_URL, else on the development database. How keys are changed: docs/decisions/0017-keys.md.`

async function reseal(): Promise<void> {
  const config = hereConfig()
  const { db, close } = openDatabase(config.databaseUrl, 1, (error) => console.error(error))
  try {
    const { anew, before, unopened } = await resealAll(db, config)
    console.log(`Sealed anew: ${anew}. Sealed by the present key already: ${before}.`)
    if (unopened.length === 0)
      return console.log('Nothing needs the previous key any more: PARLEY_SECRETS_KEY_PREVIOUS can go.')
    console.error(`Opened by neither key, of these people:\n  ${unopened.join('\n  ')}`)
    console.error('They need a new second factor, or the key that sealed theirs.')
    process.exitCode = 1
  } finally {
    await close()
  }
}

if (process.argv[2] === 'reseal') await reseal()
else {
  console.error(usage)
  process.exitCode = 1
}
