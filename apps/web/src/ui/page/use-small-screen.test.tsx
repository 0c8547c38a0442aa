import { composeStory } from '@storybook/react-vite'
import { useEffect, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { useSmallScreen } from './use-small-screen.ts'

/** Renders again whenever it hears `speaking`, as a call does while people talk. */
function Busy() {
  const [, setTimes] = useState(0)
  useEffect(() => {
    const render = () => setTimes((times) => times + 1)
    addEventListener('speaking', render)
    return () => removeEventListener('speaking', render)
  }, [])
  return <p>{useSmallScreen() ? 'busy and small' : 'busy and large'}</p>
}

/** Until the test ends, people speak all the time. */
function speak(): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    dispatchEvent(new Event('speaking'))
    port2.postMessage(undefined)
  })
  port1.start()
  port2.postMessage(undefined)
  onTestFinished(() => port1.close())
}

function Quiet() {
  return <p>{useSmallScreen() ? 'quiet and small' : 'quiet and large'}</p>
}

test('every component follows a change of width, even if another one renders at that moment [SHELL-12]', async () => {
  await page.viewport(1440, 900)
  onTestFinished(() => page.viewport(1440, 900))
  const story = composeStory(
    {
      render: () => (
        <>
          <Busy />
          <Quiet />
        </>
      ),
    },
    { title: 'Width' },
  )
  await story.run()
  speak()
  for (const [width, size] of [
    [390, 'small'],
    [1440, 'large'],
    [500, 'small'],
    [1024, 'large'],
  ] as const) {
    await page.viewport(width, 900)
    await expect.element(page.getByText(`busy and ${size}`)).toBeVisible()
    await expect.element(page.getByText(`quiet and ${size}`)).toBeVisible()
  }
})
