import { expect, test } from 'vitest'
import { chosenAmong, defaultNow, labelOf, withDefault } from './default-device.ts'

const [yeti, desk] = [
  { deviceId: 'yeti', label: 'Yeti' },
  { deviceId: 'desk', label: 'Desk' },
]

test("'Default' is an entry of its own, the browser's where it has one", () => {
  expect(withDefault([yeti, desk])).toEqual([{ deviceId: 'default', label: 'Default - Yeti' }, yeti, desk])
  const chromium = [{ deviceId: 'default', label: 'Default - Desk' }, yeti, desk]
  expect(withDefault(chromium)).toBe(chromium)
  expect(withDefault([])).toEqual([])
  expect(withDefault([{ deviceId: 'a', label: '' }])[0]?.label).toBe('Default')
})

test('a change of the system is seen, in both ways in which browsers tell it', () => {
  expect(defaultNow([yeti, desk])).not.toBe(defaultNow([desk, yeti]))
  expect(defaultNow([{ deviceId: 'default', label: 'Default - Desk' }, yeti])).toBe('Default - Desk')
  expect(defaultNow([])).toBeUndefined()
})

test('with devices there something is always chosen: what was, or else the default', () => {
  const all = withDefault([yeti, desk])
  expect(chosenAmong(all, 'desk')).toBe('desk')
  expect(chosenAmong(all, 'unplugged')).toBe('default')
  expect(chosenAmong([yeti], 'unplugged')).toBe('yeti')
  expect(chosenAmong([], 'desk')).toBeUndefined()
})

test('a device is called by its own name', () => {
  expect(labelOf(withDefault([yeti]), 'default')).toBe('Yeti')
  expect(labelOf([yeti], 'gone')).toBe('the default device')
})
