import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useDebouncedText } from './use-debounced.ts'

const shown: string[] = []
let followMs = 0

/** Keeps the text as an address does: asynchronously, a moment after it was handed on. */
function Search() {
  const [kept, setKept] = useState('')
  const [text, type] = useDebouncedText(kept, (next) => void setTimeout(() => setKept(next), followMs))
  shown.push(text)
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => type(event.target.value)} />
      <button type="button" onClick={() => setKept('')}>
        Back
      </button>
      <output>{kept}</output>
    </>
  )
}

let root: Root
beforeEach(() => {
  shown.length = 0
  document.body.innerHTML = '<div id="place"></div>'
  root = createRoot(document.getElementById('place') ?? document.body)
  root.render(<Search />)
})
afterEach(() => root.unmount())

const field = page.getByRole('textbox')
const kept = page.getByRole('status')

test('typed text stays until the kept text has caught up, and Back replaces it', async () => {
  followMs = 300
  await field.click()
  await userEvent.keyboard('ana')
  await expect.element(kept).toHaveTextContent('ana')
  // The old text never comes back between handing on and the update of the kept text.
  expect(shown.slice(shown.indexOf('ana')).filter((text) => text !== 'ana')).toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(field).toHaveValue('')
})

test('text typed while the kept text is catching up is not lost', async () => {
  followMs = 100
  await field.click()
  await userEvent.keyboard('a')
  await expect.element(kept).toHaveTextContent('a')
  await userEvent.keyboard('na')
  await expect.element(kept).toHaveTextContent('ana')
  await expect.element(field).toHaveValue('ana')
})
