import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { startStreamHost, type StreamHost } from '../../../../tests/support/stream/stream-host.ts'
import { launchViewer, openStreamViewer } from '../../../../tests/support/stream/stream-viewer.ts'

let host: StreamHost
let browser: Browser
beforeAll(async () => {
  ;[host, browser] = await Promise.all([startStreamHost({ slots: 1 }), launchViewer()])
})
afterAll(async () => {
  await browser.close()
  await host[Symbol.asyncDispose]()
})

test("a browser's own offer begins at 10000 and allows 19000 kbit/s at most, for every H.264 in it [STREAM-26]", async () => {
  const viewer = await openStreamViewer(browser, host)
  const lines = (await viewer.offer()).split('\r\n')
  const types = lines.flatMap((line) => /^a=rtpmap:(\d+) H264\/90000$/.exec(line)?.[1] ?? [])
  expect(types.length).toBeGreaterThan(0)
  const formats = types.map((type) => lines.find((line) => line.startsWith(`a=fmtp:${type} `)))
  for (const format of formats)
    expect(format).toMatch(/;x-google-max-bitrate=19000;x-google-start-bitrate=10000$/)
})

test('two people see one picture, only the person in control changes it, and it is still there for somebody who comes back [STREAM-32]', async () => {
  const instance = await host.start('patch', { holder: 'dana' })
  const [dana, tomas] = [await openStreamViewer(browser, host), await openStreamViewer(browser, host)]
  await dana.come(instance, 'dana')
  await tomas.come(instance, 'tomas')
  const both = async () => [...(await dana.colours()), ...(await tomas.colours())].join(' ')
  const shows = (colours: string) => eventually(both, (seen) => seen === colours, 10_000)
  await shows('red red red red')

  await dana.press()
  await shows('green red green red')
  await dana.key()
  await shows('green green green green')
  // A message sent by hand, from somebody who does not have control.
  await tomas.key()
  await dana.key()
  await shows('green blue green blue')

  await host.ask('POST', `/instances/${instance}/control`, { holder: 'tomas' })
  await eventually(tomas.told, (told) => told?.you === true)
  expect(await dana.told()).toMatchObject({ holder: 'tomas', you: false })
  await dana.key()
  await tomas.press()
  await shows('blue blue blue blue')
  const { body } = await eventually(
    () => host.ask('GET', `/instances/${instance}`),
    (answer) => answer.body.title === 'patch 2 2',
  )
  expect(body).toMatchObject({ refused: 4 })

  await tomas.come(instance, 'tomas')
  await shows('blue blue blue blue')
  await host.ask('POST', `/instances/${instance}/drop`, { viewer: 'tomas' })
  await eventually(tomas.states, (states) => states.includes('bye removed'))
  expect((await host.ask('GET', `/instances/${instance}`)).body.viewers).toEqual(['dana'])
  await host.ask('DELETE', `/instances/${instance}`)
})

test('control that is handed over while the gateway restarts is in the new hands', async () => {
  const instance = await host.start('patch', { holder: 'dana' })
  const gateway = () => host.pidOf(instance, 'gateway')
  const before = await gateway()
  process.kill(-before, 'SIGKILL')
  await eventually(gateway, (pid) => pid !== before)
  expect((await host.ask('POST', `/instances/${instance}/control`, { holder: 'tomas' })).status).toBe(200)
  const tomas = await openStreamViewer(browser, {
    ask: (...asked) =>
      eventually(
        () => host.ask(...asked),
        ({ status }) => status === 200,
      ),
  })
  await tomas.come(instance, 'tomas')
  await eventually(tomas.told, (told) => told?.you === true)
  await host.ask('DELETE', `/instances/${instance}`)
})

test('the picture goes on after the gateway was frozen for seconds', async () => {
  const instance = await host.start('noise', { holder: 'dana' })
  const dana = await openStreamViewer(browser, host)
  await dana.come(instance, 'dana')
  const gateway = await host.pidOf(instance, 'gateway')
  process.kill(-gateway, 'SIGSTOP')
  await pause(4000)
  process.kill(-gateway, 'SIGCONT')
  await dana.come(instance, 'dana')
  const flows = eventually(
    () => dana.decoded(1000),
    (fps) => fps > 5,
  )
  await expect(flows).resolves.toBeGreaterThan(5)
  await host.ask('DELETE', `/instances/${instance}`)
})
