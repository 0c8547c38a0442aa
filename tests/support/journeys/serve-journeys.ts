import pg from 'pg'
import { makeDemoIn } from '../../../scripts/database/demo.ts'
import { up } from '../../../scripts/engines/engines.ts'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import { api, runTogether, worker } from '../../../scripts/portal/run-portal.ts'
import { ensureTemplate, templateName } from '../database.ts'
import {
  journeyDatabase,
  journeyMail,
  journeyApiPort,
  journeyOrigin,
  journeyRedis,
} from './journey-places.ts'

/** Playwright starts this: the built web, an API and a worker on a new database with the demo world. */
await up()
await ensureTemplate()
const owner = new pg.Client({
  connectionString: addresses(herePlaces()).postgres.ownerUrl.replace(/\/[^/?]+\?/, '/postgres?'),
})
await owner.connect()
await owner.query('drop database if exists parley_journeys with (force)')
await owner.query(`create database parley_journeys template ${templateName()}`)
await owner.end()
await makeDemoIn(journeyDatabase.appUrl)
const late = process.env['PARLEY_LATE'] ? ['--import', './tests/support/journeys/late-answers.ts'] : []
await runTogether([api(...late), worker()], {
  DATABASE_URL: journeyDatabase.appUrl,
  REDIS_URL: journeyRedis,
  SMTP_URL: journeyMail.smtpUrl,
  PARLEY_ENV: 'test',
  PARLEY_PORT: String(journeyApiPort),
  PARLEY_ORIGIN: journeyOrigin,
  // All journeys come from one address. The limits per address have tests of their own.
  PARLEY_LOGIN_ADDRESS_TRIES_MAX: '100000',
})
