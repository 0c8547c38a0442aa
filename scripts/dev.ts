import { api, prepareEngines, printAccounts, runTogether, worker } from './portal/run-portal.ts'

/** `pnpm dev`: API and worker restart on a change, the web reloads. */
process.chdir(`${import.meta.dirname}/..`)
await prepareEngines()
printAccounts('http://127.0.0.1:5173')
await runTogether([api('--watch'), worker('--watch'), ['node_modules/.bin/vite', 'apps/web']])
