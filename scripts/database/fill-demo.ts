import { readCommand } from '../read-command.ts'

readCommand({
  usage: 'pnpm db:demo',
  about: `Fills the database with made-up organizations, coaches, clients and sessions, and an account for each level. If they are
there already, it plans their sessions around today again. It acts on DATABASE_URL, or else on the development database,
never with PARLEY_ENV=production, and it changes no database with people of its own.`,
  examples: ['pnpm db:migrate', 'pnpm db:demo', 'pnpm dev   runs the portal with them'],
})
const { demoAccounts, demoPassword, makeDemoIn } = await import('./demo.ts')
const { hereConfig } = await import('../portal/here-config.ts')

const config = hereConfig()
if (config.env === 'production') {
  console.error('Refused with PARLEY_ENV=production: everybody knows the password of the demo accounts.')
  process.exit(1)
}
const words = {
  made: 'Made the demo data.',
  renewed: 'The demo data was there already; its sessions are planned around today again.',
  'not the demo': 'This database has people of its own, so nothing was changed.',
}
console.log(words[await makeDemoIn(config.databaseUrl)])
console.log(`Accounts: ${demoAccounts.map((one) => one.username).join(', ')}. Password: ${demoPassword}`)
console.log('Next: `pnpm dev` runs the portal.')
