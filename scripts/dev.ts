import { readCommand } from './read-command.ts'

readCommand({
  usage: 'pnpm dev',
  about: `Runs the product for development, with demo data: starts the engines, then API and worker, which restart on each
change, and the web at http://127.0.0.1:5173, which reloads. Prints the accounts. Ctrl+C ends it; the engines go on.
PARLEY_PORT_BASE moves the ports of the engines.`,
  examples: ['pnpm dev', 'pnpm engines down   stops the engines'],
})
const { api, prepareEngines, printAccounts, runTogether, worker } = await import('./portal/run-portal.ts')

process.chdir(`${import.meta.dirname}/..`)
await prepareEngines()
printAccounts('http://127.0.0.1:5173')
await runTogether([api('--watch'), worker('--watch'), ['node_modules/.bin/vite', 'apps/web']])
