import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoices } from './invoices.ts'
import { startStack, type Stack } from '../stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

test('several journeys that make invoices at the same time each get their two', async () => {
  for (let round = 0; round < 10; round++) {
    const made = await Promise.all([1, 2, 3].map(() => makeInvoices(stack.platform.database)))
    for (const { invoices } of made) expect(invoices).toHaveLength(2)
  }
})
