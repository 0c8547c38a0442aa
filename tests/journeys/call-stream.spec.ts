import { openStreamCall } from '../proofs/stream/stream-world.ts'
import { expect, test } from '../support/journeys/journey.ts'

test('the coach launches the application, both see it, and each can use it only while they have control [STREAM-01 STREAM-05 STREAM-07 STREAM-09 STREAM-41 STREAM-42]', async () => {
  test.slow()
  await using call = await openStreamCall({ as: 'client' })
  const { dana, tomas, bothSee } = call
  await expect(tomas.page.getByRole('button', { name: /Launch Parley/ })).toHaveCount(0)

  // The tooltip shows the result of the client's device check.
  await dana.page.getByRole('button', { name: 'Launch Parley' }).focus()
  await dana.page.keyboard.press('Shift+Tab')
  await dana.page.keyboard.press('Tab')
  await expect(dana.page.getByRole('tooltip')).toHaveText(
    /^Launch Parley\. It (?:can be shown to everyone here|may stutter for Tomás)$/,
  )
  await call.launch()
  expect(await dana.page.evaluate(() => sessionStorage.getItem('gameStarted'))).toBe(call.sessionId)
  await expect(dana.page.getByText('Loading Parley')).toBeVisible()
  await bothSee('red red')
  await expect(dana.page.getByText('Loaded', { exact: true })).toBeVisible()
  await expect(dana.page.getByText('You have control')).toBeVisible()
  await expect(tomas.page.getByText('Dana has control')).toBeVisible()

  // The first click moves mouse and keyboard input to the application, and counts like every other.
  await dana.application.press()
  await bothSee('green red')
  // The name follows the pointer, for the other person only.
  await expect(async () => {
    for (const x of [200, 220]) await dana.application.picture.hover({ position: { x, y: 120 } })
    await expect(tomas.page.getByText('Dana', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(dana.page.getByText('Dana', { exact: true })).toHaveCount(0)
  await dana.page.keyboard.press('1')
  await bothSee('green green')
  expect(await tomas.application.sendByHand()).toBe(1)
  await tomas.application.press()
  await dana.page.keyboard.press('2')
  await bothSee('green blue')

  // The application gets the first Escape like any other key; the page handles the second.
  await dana.page.keyboard.press('Escape')
  await dana.page.keyboard.press('Escape')
  await bothSee('green yellow')
  await dana.page.getByRole('button', { name: /^Hand (?:control )?to Tomás$/ }).click()
  await expect(tomas.page.getByText('You have control')).toBeVisible()
  await expect(dana.page.getByText('Tomás has control')).toBeVisible()
  expect(await dana.application.sendByHand()).toBe(1)
  await tomas.application.press()
  await bothSee('blue yellow')
  await tomas.page.keyboard.press('3')
  await bothSee('blue red')

  await dana.page.getByRole('button', { name: 'Take control back' }).click()
  await expect(tomas.page.getByText('Dana has control')).toBeVisible()
  expect(await tomas.application.sendByHand()).toBe(1)
  await dana.application.press()
  await bothSee('yellow red')
})
