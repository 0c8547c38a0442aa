import { describe, expect, test } from 'vitest'
import { isPlainText, isPlainValue, isSmallJson, parsePlainJson } from './plain-json.ts'
import { isTimeZone, zoneAmong } from './time/time-zones.ts'

describe('JSON from a caller', () => {
  test('JSON from a caller is limited in depth and number of parts before it is parsed, not counting what is inside strings', () => {
    expect(isSmallJson('['.repeat(20) + ']'.repeat(20))).toBe(true)
    expect(isSmallJson('['.repeat(21) + ']'.repeat(21))).toBe(false)
    expect(isSmallJson('{"a":'.repeat(21) + '1' + '}'.repeat(21))).toBe(false)
    expect(isSmallJson('[[],'.repeat(19) + ']'.repeat(19))).toBe(true)
    expect(isSmallJson('[[],'.repeat(21) + ']'.repeat(21))).toBe(false)
    expect(isSmallJson('1'.repeat(20_000))).toBe(true)
    expect(isSmallJson(`[${'1,'.repeat(9998)}1]`)).toBe(true)
    expect(isSmallJson(`[${'1,'.repeat(10_000)}1]`)).toBe(false)
    expect(isSmallJson(`{${Array.from({ length: 5001 }, (_, i) => `"${i}":1`).join(',')}}`)).toBe(false)
    expect(isSmallJson(JSON.stringify('[{,:'.repeat(20_000)))).toBe(true)
    expect(isSmallJson(String.raw`["\"${'['.repeat(30)}\"", 1]`)).toBe(true)
    expect(isSmallJson(`"${'['.repeat(30)}`)).toBe(true)
    expect(isSmallJson('[]'.repeat(40))).toBe(true)
  })

  test('JSON from a caller is refused with a NUL or a lone surrogate in a key or a value, also when escaped', () => {
    const half = String.fromCharCode(0xd8_00)
    expect([isPlainText('a'), isPlainText('a\0'), isPlainText(half), isPlainText('😀')]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(isPlainValue({ a: ['b', { c: 1, d: null, e: true }] })).toBe(true)
    expect(isPlainValue({ a: ['b', { c: half }] })).toBe(false)
    expect(isPlainValue({ [half]: 1 })).toBe(false)
    expect(isPlainValue([1, half])).toBe(false)
    expect(parsePlainJson('{"a":1}')).toEqual({ value: { a: 1 } })
    expect(parsePlainJson('"\\u0041"')).toEqual({ value: 'A' })
    expect(parsePlainJson('"\\u0000"')).toBeUndefined()
    expect(parsePlainJson('"\\ud800"')).toBeUndefined()
    expect(parsePlainJson('{')).toBeUndefined()
    expect(parsePlainJson('['.repeat(21))).toBeUndefined()
  })
})

test('a time zone has an area or is UTC, zones that only browsers know are refused, and zoneAmong takes the first valid one', () => {
  for (const good of ['Europe/Berlin', 'UTC', 'America/Argentina/Ushuaia', 'US/Pacific', 'Etc/GMT+5'])
    expect(isTimeZone(good)).toBe(true)
  for (const bad of [
    'AET',
    'AST',
    'Europe/',
    'Europe/Nowhere',
    'US/Pacific-New',
    'Canada/East-Saskatchewan',
    '',
  ])
    expect(isTimeZone(bad)).toBe(false)
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(zoneAmong(null, undefined, 'AET', 'Asia/Kolkata', 'Europe/Berlin')).toBe('Asia/Kolkata')
  expect(zoneAmong(null, 'AET')).toBe('UTC')
})
