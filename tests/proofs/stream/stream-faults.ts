import { buildWebIfStale } from '../../../scripts/web-build.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { constants } from '@parley/contract/rules/constants.ts'
import { openNamespace } from '../../support/relays/namespace.ts'
import { openFigures, type ProofOptions } from '../proof.ts'
import { openStreamCall, type StreamCall } from './stream-world.ts'

export const about =
  'The application keeps its state through a reload, a network loss of 20 s and the death of its gateway, and comes back on another host when its whole host dies.'

export const isNightly = true

const cutMs = 20_000
const backMs = 30_000

export async function prove({ say }: ProofOptions) {
  const figures = openFigures(say)
  buildWebIfStale()
  await using line = await openNamespace()
  await using call = await openStreamCall({ line, hosts: 2 })
  const { dana, tomas } = call
  await call.launch()
  await call.bothSee('red red')
  await dana.application.press()
  await call.bothSee('green red')
  await dana.page.keyboard.press('1')
  await call.bothSee('green green')
  const ref = (await call.instance())?.ref
  const isBack = async (what: string, since: number) => {
    await call.bothSee('green green', backMs)
    figures.atMost(
      `${what}: both see it again, in its state`,
      (performance.now() - since) / 1000,
      backMs / 1000,
      ' s',
    )
    figures.exactly(`${what}: it is the same run`, (await call.instance())?.ref ?? 'none', ref ?? 'another')
  }

  say('The client reloads the page and joins again:')
  await tomas.page.reload()
  await tomas.page.getByRole('button', { name: 'Join Session' }).click()
  await tomas.page.getByRole('button', { name: 'Leave the call' }).waitFor()
  await isBack('a reload, from the call on', performance.now())

  say('The network of the client is away for 20 s:')
  await line.cut()
  await pause(cutMs)
  await line.join()
  await isBack('a cut of 20 s, from its end on', performance.now())

  say('The gateway is killed:')
  // The page counts an earlier failure as the same loss, with fewer retries left, so wait that long first.
  await pause(constants.streamInitWaitMs)
  const killed = performance.now()
  process.kill(await gatewayOf(call), 'SIGKILL')
  await gone(call)
  await isBack('a killed gateway', killed)

  say('The whole host falls:')
  const host = call.hosts.find(({ id }) => ref?.startsWith(id))
  const fell = performance.now()
  await host?.fall()
  await call.bothSee('red red', 60_000)
  figures.atMost('a fallen host: both see it on another', (performance.now() - fell) / 1000, 60, ' s')
  const moved = (await call.instance())?.ref ?? ''
  figures.exactly(
    'a fallen host: where it is now',
    call.hosts.some((one) => one !== host && moved.startsWith(one.id)) ? 'another' : moved,
    'another',
  )
  return figures.all
}

/** The pid of the gateway, the process that sends the pictures. */
export async function gatewayOf(call: StreamCall): Promise<number> {
  const [hostId, name = ''] = ((await call.instance())?.ref ?? '').split('/')
  const host = call.hosts.find(({ id }) => id === hostId)
  const state = JSON.parse(await readFile(join(host?.folder ?? '', name, 'state.json'), 'utf8')) as {
    processes: { gateway: { pid: number } }
  }
  return state.processes.gateway.pid
}

/** Waits until the page has noticed the loss; before that, the old picture would be mistaken for the new one. */
const gone = ({ dana }: StreamCall) => dana.page.getByText('Retrying Parley').first().waitFor()
