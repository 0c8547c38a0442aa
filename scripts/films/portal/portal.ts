import { addresses, herePlaces } from '../../engines/places.ts'
import { answers, api, isReady, prepareEngines, runTogether, worker } from '../../portal/run-portal.ts'
import { buildWebIfStale } from '../../web-build.ts'

/** Runs `work` against a running demo, or starts one for it and stops it afterwards. */
export async function withPortal(work: (origin: string) => Promise<void>): Promise<void> {
  const { url } = addresses(herePlaces()).portal
  if (await answers(url)) return work(url)
  await prepareEngines()
  buildWebIfStale()
  const ended = new AbortController()
  const needed = new AbortController()
  const running = runTogether([api(), worker()], { PARLEY_LOG_LEVEL: 'warn' }, needed.signal).finally(() =>
    ended.abort(),
  )
  try {
    if (!(await isReady(url, ended.signal))) throw new Error('The portal did not start: see above.')
    await work(url)
  } finally {
    needed.abort()
    await running
  }
}
