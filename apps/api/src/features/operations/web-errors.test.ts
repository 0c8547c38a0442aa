import { expect, test } from 'vitest'
import { guestWorld } from '../../../../../tests/support/worlds/guest-world.ts'
import { startStack } from '../../../../../tests/support/stack.ts'

test('a link secret or a token in the words of a web error is masked in the log [GUEST-35]', async () => {
  await using stack = await startStack()
  const { secret } = await guestWorld(stack)
  const { token } = await stack.make.person({ level: 'Super' })
  const reported = await stack.visitor.post('/operations/web-errors', {
    message: `no answer for ${secret}: ${token} is gone`,
    stack: `Error at call-room-a81bc3.js:1 (${secret})`,
    path: '/join/_',
  })
  expect(reported).toMatchObject({ status: 200 })
  expect(stack.log()).not.toContain(secret)
  expect(stack.log()).not.toContain(token)
  // Text that is not secret stays readable: names of files, ids, long words.
  expect(stack.log()).toContain('no answer for …: … is gone')
  expect(stack.log()).toContain('call-room-a81bc3.js:1 (…)')
})
