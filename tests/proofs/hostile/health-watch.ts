/**
 * Polls /health and prints each answer that is slower than all before it. It is a separate process because the one that
 * sends hostile input is busy generating it, and would count its own delays as the API's.
 */
import { get } from 'node:http'

const [url = ''] = process.argv.slice(2)
let worst = 0

async function ask(): Promise<void> {
  const since = performance.now()
  await new Promise<void>((resolve, reject) => {
    get(`${url}/api/health`, (answer) => void answer.resume().on('end', resolve)).on('error', reject)
  })
  const took = performance.now() - since
  if (took <= worst) return
  worst = took
  console.log(`${took.toFixed(1)} ms`)
}

for (;;) {
  await ask()
  await new Promise((resolve) => setTimeout(resolve, 20))
}
