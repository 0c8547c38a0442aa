/** Runs the billing that is due at BILLING_NOW in the database of DATABASE_URL, in a process that the proof can kill. */
import { runBilling } from '@parley/api/features/billing/run.ts'
import { openDatabase } from '@parley/api/platform/database/database.ts'

const database = openDatabase(process.env.DATABASE_URL ?? '', 2, () => {})
const now = Date.parse(process.env.BILLING_NOW ?? '')
console.log('begun')
await runBilling({ database, config: { invoiceFrom: ['Parley'] }, clock: () => now })
console.log('done')
await database.close()
