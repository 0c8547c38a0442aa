import { expect, onTestFinished, test, vi } from 'vitest'
import { saveText } from './save-file.ts'

test('a saved file can still be read for a minute after the click [AUTH-46]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let address = ''
  const stay = (event: MouseEvent) => {
    address = (event.target as HTMLAnchorElement).href
    event.preventDefault()
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    this.addEventListener('click', stay, { once: true })
    this.dispatchEvent(new MouseEvent('click', { cancelable: true }))
  })
  onTestFinished(() => void vi.useRealTimers())
  saveText('codes.txt', 'aaaa-bbbb')
  expect(await (await fetch(address)).text()).toBe('aaaa-bbbb')
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(fetch(address)).rejects.toThrow(TypeError)
})
