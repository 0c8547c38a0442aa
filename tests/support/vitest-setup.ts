import { up } from '../../scripts/engines/engines.ts'
import { ensureTemplate } from './database.ts'

/** Runs once before all tests: starts the engines and makes the template database. */
export default async function setup(): Promise<void> {
  await up()
  await ensureTemplate()
}
