import { expect, test, vi } from 'vitest'
import { keepEqual } from './slice.ts'
import { createStore } from './store.ts'

const dana = { name: 'Dana', isMuted: false }
const tomas = { name: 'Tomás', isMuted: false }

test('a value that is equal in all its parts keeps its identity, and watchers are not called', () => {
  const store = createStore({ people: [dana, tomas], quality: undefined })
  const before = store.read()
  const watcher = vi.fn<() => void>()
  store.watch(watcher)
  store.write(keepEqual(before, { people: [{ ...dana }, { ...tomas }], quality: undefined }))
  expect(store.read()).toBe(before)
  expect(watcher).not.toHaveBeenCalled()
})

test('when a value changes, its unchanged parts keep their identity', () => {
  const attach = () => {}
  const before = { people: [dana, { ...tomas, picture: { attach } }], devices: { cameras: ['a'] } }
  const next = keepEqual(before, {
    people: [
      { ...dana, isMuted: true },
      { ...tomas, picture: { attach } },
    ],
    devices: { cameras: ['a'] },
  })
  expect(next.people[0]).toEqual({ name: 'Dana', isMuted: true })
  expect(next.people[1]).toBe(before.people[1])
  expect(next.devices).toBe(before.devices)
})

test('a part that was added, removed or is of another type counts as a change', () => {
  expect(keepEqual<object>([dana], [dana, tomas])).toEqual([dana, tomas])
  expect(keepEqual<object>([dana, tomas], [dana])).toEqual([dana])
  expect(keepEqual<object>({ a: undefined }, {})).toEqual({})
  expect(Object.keys(keepEqual<object>({}, { a: undefined }))).toEqual(['a'])
  expect(Array.isArray(keepEqual<object>({}, []))).toBe(true)
  const [first, second] = [new Date(0), new Date(0)]
  expect(keepEqual({ at: first }, { at: second }).at).toBe(second)
})
