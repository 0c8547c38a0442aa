import { expect, test } from 'vitest'
import {
  delimiterIn,
  headerLine,
  headerNames,
  importColumnOf,
  importColumns,
  importLabels,
} from './import-columns.ts'

test('every column is found by its name and by its label, in any case [IMPORT-08]', () => {
  for (const column of importColumns)
    for (const name of [column, importLabels[column], importLabels[column].toUpperCase(), ` ${column} `])
      expect([name, importColumnOf(name)]).toEqual([name, column])
  expect(importColumnOf('Coach')).toBe('coach_username')
  expect(importColumnOf('E-Mail')).toBe('email')
})

test.each(['', 'telephone', 'first', 'name', 'constructor', 'toString'])('%j is not a column', (name) => {
  expect(importColumnOf(name)).toBeUndefined()
})

test('the header is the first line, split at its delimiter outside quotation marks', () => {
  expect(headerLine('\uFEFFa,b\r\nc')).toBe('a,b')
  expect(headerNames('"Name, first"; Last ;E-Mail')).toEqual(['Name, first', 'Last', 'E-Mail'])
  expect(headerNames('a,,b')).toEqual(['a', '', 'b'])
  expect([delimiterIn('a;b'), delimiterIn('a,b'), delimiterIn('a')]).toEqual([';', ',', ','])
})
