import { describe, expect, test } from 'vitest'
import { drawApart } from './draw-apart.ts'

let made = 0
/** A thread with this body as its drawing code: `given` is the message, `draws` counts its drawings. */
const drawing = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads' // ${(made += 1)}
      let draws = 0
      parentPort.on('message', async (given) => {
        draws += 1
        ${body}
        parentPort.postMessage(new TextEncoder().encode(given + ' ' + draws))
      })`)}`,
  )
const textOf = async (drawn: Promise<Buffer>) => (await drawn).toString()

describe('drawing in another thread', () => {
  test('several drawings at once each get their own result, from one thread', async () => {
    const module = drawing('await new Promise((resolve) => setTimeout(resolve, 20 - 5 * draws))')
    const drawn = await Promise.all(['a', 'b', 'c'].map((given) => textOf(drawApart(module, given))))
    expect(drawn).toEqual(['a 1', 'b 2', 'c 3'])
  })

  test('a drawing that fails fails alone, and the next one gets a new thread', async () => {
    const module = drawing("if (given === 'bad') throw new Error('no such sign')")
    const all = await Promise.allSettled(['a', 'bad', 'c'].map((given) => textOf(drawApart(module, given))))
    expect(all).toEqual([
      { status: 'fulfilled', value: 'a 1' },
      { status: 'rejected', reason: expect.objectContaining({ message: 'no such sign' }) },
      { status: 'fulfilled', value: 'c 1' },
    ])
  })

  test('a drawing that never ends is aborted, and the next one is drawn', async () => {
    const module = drawing("if (given === 'endless') for (;;);")
    const endless = textOf(drawApart(module, 'endless', 300))
    const next = textOf(drawApart(module, 'b'))
    await expect(endless).rejects.toThrow('aborted')
    expect(await next).toBe('b 1')
  })

  test("drawings of different kinds don't wait for each other", async () => {
    const slow = drawing('await new Promise(() => {})')
    const waiting = drawApart(slow, 'a', 1000)
    const other = textOf(drawApart(drawing(''), 'b'))
    // The slow one is aborted after a second, and would finish first if the other one queued behind it.
    expect(await Promise.race([other, textOf(waiting)])).toBe('b 1')
    await expect(waiting).rejects.toThrow('aborted')
  })
})
