import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { lazyPage } from './load-part.ts'

test('a preloaded page is rendered synchronously', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const Page = lazyPage(() => Promise.resolve(() => <p>Sessions</p>))
  await Page.preload()
  flushSync(() => root.render(<Page />))
  expect(place.textContent).toBe('Sessions')
})
