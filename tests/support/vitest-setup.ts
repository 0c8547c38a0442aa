import { up } from '../../scripts/engines/engines.ts'
import { ensureTemplate } from './database.ts'

/** Once before all tests: the engines answer and the template database stands. */
export default async function setup(): Promise<void> {
  await up()
  await ensureTemplate()
}
