import { expect, test } from 'vitest'
import { chosenAmong, defaultNow, labelOf, withDefault } from './chosen-devices.ts'

const [yeti, desk] = [
  { deviceId: 'yeti', label: 'Yeti' },
  { deviceId: 'desk', label: 'Desk' },
]

test("the list begins with a 'Default' entry, which is the browser's own if it has one", () => {
  expect(withDefault([yeti, desk])).toEqual([{ deviceId: 'default', label: 'Default - Yeti' }, yeti, desk])
  const chromium = [{ deviceId: 'default', label: 'Default - Desk' }, yeti, desk]
  expect(withDefault(chromium)).toBe(chromium)
  expect(withDefault([])).toEqual([])
  expect(withDefault([{ deviceId: 'a', label: '' }])[0]?.label).toBe('Default')
})

test("a new system default is noticed by the order of the devices or by the label of 'Default'", () => {
  expect(defaultNow([yeti, desk])).not.toBe(defaultNow([desk, yeti]))
  expect(defaultNow([{ deviceId: 'default', label: 'Default - Desk' }, yeti])).toBe('Default - Desk')
  expect(defaultNow([])).toBeUndefined()
})

test('the chosen device stays chosen while it is listed, else the default or the first one is', () => {
  const all = withDefault([yeti, desk])
  expect(chosenAmong(all, 'desk')).toBe('desk')
  expect(chosenAmong(all, 'unplugged')).toBe('default')
  expect(chosenAmong([yeti], 'unplugged')).toBe('yeti')
  expect(chosenAmong([], 'desk')).toBeUndefined()
})

test("the label of 'Default' is the name of the device behind it", () => {
  expect(labelOf(withDefault([yeti]), 'default')).toBe('Yeti')
  expect(labelOf([yeti], 'gone')).toBe('the default device')
})
