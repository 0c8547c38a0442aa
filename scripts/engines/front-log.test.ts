import { expect, test } from 'vitest'
import { freePort } from '../../tests/support/engines/processes.ts'
import { startFront } from '../../tests/support/engines/front.ts'

test('the front proxy logs that the API does not answer, without the address and the headers of the request [RUN-04]', async () => {
  const secret = 'fxQ2secretOfALink'
  await using front = await startFront({ apis: [await freePort()] })
  for (const path of [`/join/${secret}`, `/n1/rtc?access_token=${secret}.b.c`]) {
    const answer = await fetch(`${front.url}${path}`, { headers: { authorization: `Bearer ${secret}.b.c` } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
  }
  await expect.poll(() => front.log()).toContain('connection refused')
  expect(front.log()).not.toContain(secret)
})
