import { gatewayOf } from '../proofs/stream/stream-faults.ts'
import { openStreamCall } from '../proofs/stream/stream-world.ts'
import { expect, test } from '../support/journeys/journey.ts'
import { join } from '../support/journeys/two-in-call.ts'

test('the application is back in the same state after a reload and after its gateway was killed [STREAM-40 STREAM-18 STREAM-20 STREAM-22]', async () => {
  test.slow()
  await using call = await openStreamCall()
  const { dana, bothSee } = call
  await call.launch()
  await bothSee('red red')
  await dana.application.press()
  await bothSee('green red')

  await dana.page.reload()
  await join(dana.page)
  await bothSee('green red')

  process.kill(await gatewayOf(call), 'SIGKILL')
  await expect(dana.page.getByText('Stream connection failed, please try again.')).toBeVisible()
  await expect(dana.page.getByText('Retrying Parley').first()).toBeVisible()
  await bothSee('green red')
  await dana.application.press()
  await bothSee('blue red')
})
