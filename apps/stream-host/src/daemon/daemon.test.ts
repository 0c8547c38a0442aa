import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { patchApps, startStreamHost, type StreamHost } from '../../../../tests/support/stream/stream-host.ts'

/** Tries to break out: it records what it could do, and shows that in its window title. */
const prisoner = {
  command: ['python3', '/app/prisoner.py'],
  content: `${import.meta.dirname}/../../../../tests/support/stream/patch-app`,
}

let host: StreamHost
beforeAll(async () => {
  host = await startStreamHost({ applications: { ...patchApps, prisoner }, slots: 2 })
})
afterAll(() => host[Symbol.asyncDispose]())

const processesOf = (slot: number, of = host): string[] =>
  execFileSync('ps', ['-eo', 'uid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(`${of.uidOf(slot)} `) && !/^\d+ Z/.test(line))

const stateOf = async (instance: string) => (await host.ask('GET', `/instances/${instance}`)).body
const pidOf = (instance: string, part: string): Promise<number> => host.pidOf(instance, part)

/** An instance whose application has crashed and whose teardown waits until it is let go. */
async function slowEnd(of: StreamHost) {
  const instance = await of.start()
  const log = `${of.folder}/${instance}/log`
  // The daemon reads the log's end during teardown: a FIFO makes that wait until somebody opens and closes it.
  await rm(log)
  execFileSync('mkfifo', [log])
  process.kill(-(await of.pidOf(instance, 'application')), 'SIGKILL')
  await eventually(
    () => of.ask('GET', `/instances/${instance}`),
    ({ body }) => body.status === 'ERROR',
  )
  const letGo = () => existsSync(log) && closeSync(openSync(log, 'r+'))
  onTestFinished(() => void letGo())
  return { letGo }
}

describe('a request to a stream host', () => {
  const body = JSON.stringify({ instance: 'x', application: 'patch', until: Date.now() + 1000, holder: null })

  test('a request to a stream host is accepted only once, signed with the key and at most half a minute old', async () => {
    const now = Date.now()
    const asked = async (...given: Parameters<StreamHost['send']>) => (await host.send(...given)).status
    expect(await asked('GET', '/instances/none', '')).toBe(404)
    expect(await asked('POST', '/instances', body, now - 31_000)).toBe(401)
    expect(await asked('POST', '/instances', body, now + 31_000)).toBe(401)
    expect(await asked('POST', '/instances', body, now, 'somebody else who has no key at all')).toBe(401)
    expect((await fetch(`${host.url}/instances`, { method: 'POST', body })).status).toBe(401)
    expect(await asked('GET', '/instances/again', '', now)).toBe(404)
    expect(await asked('GET', '/instances/again', '', now)).toBe(401)
    expect(await asked('POST', '/instances', '{')).toBe(400)
    expect(await asked('POST', '/instances', '{"instance":"../x"}')).toBe(400)
    expect(await asked('POST', '/instances', 'x'.repeat(100_000))).toBe(400)
  })

  test('a request to a stream host can start only an application that the operator set up', async () => {
    const asked = { instance: 'unknown', application: 'bash', until: Date.now() + 1000, holder: null }
    expect(await host.ask('POST', '/instances', asked)).toMatchObject({
      status: 409,
      body: { refused: 'unknown' },
    })
  })
})

describe('an instance', () => {
  test('an instance starts once however often it is requested, and leaves nothing when it is stopped', async () => {
    const instance = await host.start()
    expect(
      await eventually(
        () => stateOf(instance),
        ({ title }) => title === 'patch 0 0',
      ),
    ).toMatchObject({
      status: 'ACTIVE',
      viewers: [],
    })
    const again = { instance, application: 'patch', until: Date.now() + 1000, holder: null }
    expect((await host.ask('POST', '/instances', again)).status).toBe(202)
    expect(processesOf(0).filter((line) => line.includes('Xvfb'))).toHaveLength(1)
    await host.ask('DELETE', `/instances/${instance}`)
    expect(await stateOf(instance)).toMatchObject({ status: 'TERMINATED', reason: 'apiTerminated' })
    expect(processesOf(0)).toEqual([])
    expect(readdirSync(host.folder)).not.toContain(instance)
    expect(existsSync(`/tmp/.X11-unix/X${600 + host.uidOf(0) - 61_000}`)).toBe(false)
  })

  test('an instance that is stopped while it starts leaves nothing, and does not disturb the next one in its slot', async () => {
    for (const wait of [0, 60, 150, 300]) {
      const instance = `early-${wait}`
      await host.ask('POST', '/instances', {
        instance,
        application: 'patch',
        until: Date.now() + 60_000,
        holder: null,
      })
      await pause(wait)
      const [, next] = await Promise.all([host.ask('DELETE', `/instances/${instance}`), host.start()])
      expect(await stateOf(instance)).toMatchObject({ status: 'TERMINATED' })
      expect(readdirSync(host.folder)).toEqual([next])
      expect((await stateOf(next)).status).toBe('ACTIVE')
      await host.ask('DELETE', `/instances/${next}`)
      expect([...processesOf(0), ...processesOf(1)]).toEqual([])
    }
  })

  test('an instance that is handed over while it starts comes up with its last holder', async () => {
    const instance = 'handed'
    const begun = { instance, application: 'patch', until: Date.now() + 60_000, holder: 'dana' }
    await host.ask('POST', '/instances', begun)
    for (let turn = 0; (await stateOf(instance)).status === 'ACTIVATING'; turn += 1) {
      const hands = ['tomas', 'ines', 'dana'].map((name) => ({ holder: `${name} ${turn}` }))
      const handed = await Promise.all(
        hands.map((to) => host.ask('POST', `/instances/${instance}/control`, to)),
      )
      expect(handed.map(({ status }) => status)).toEqual([200, 200, 200])
    }
    expect((await stateOf(instance)).status).toBe('ACTIVE')
    await host.ask('POST', `/instances/${instance}/control`, { holder: 'tomas' })
    expect(JSON.parse(await readFile(`${host.folder}/${instance}/state.json`, 'utf8')).holder).toBe('tomas')
    await host.ask('DELETE', `/instances/${instance}`)
  })

  test("an instance can't write to the folder, the state and the log that the host reads", async () => {
    const instance = await host.start()
    const owners = ['', 'state.json', 'log'].map((name) => statSync(`${host.folder}/${instance}/${name}`))
    expect(owners.map(({ uid, mode }) => [uid, mode & 0o022])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
    await host.ask('DELETE', `/instances/${instance}`)
  })

  test('an instance is refused while all slots are taken', async () => {
    const [first, second] = await Promise.all([host.start(), host.start()])
    const third = { instance: 'third', application: 'patch', until: Date.now() + 1000, holder: null }
    expect(await host.ask('POST', '/instances', third)).toMatchObject({
      status: 409,
      body: { refused: 'full' },
    })
    await host.ask('DELETE', `/instances/${first}`)
    await host.ask('DELETE', `/instances/${second}`)
  })

  test('an instance ends with its application, or at the end of its time', async () => {
    const since = Date.now()
    const fallen = await host.start()
    // On a busy machine an instance starts slowly, and its time must not end before it is up.
    const until = Date.now() + 2000 + 3 * (Date.now() - since)
    const late = await host.start('patch', { until })
    process.kill(-(await pidOf(fallen, 'application')), 'SIGKILL')
    expect(
      await eventually(
        () => stateOf(fallen),
        ({ status }) => status !== 'ACTIVE',
        10_000,
      ),
    ).toMatchObject({
      status: 'ERROR',
      reason: 'applicationExit',
    })
    expect(
      await eventually(
        () => stateOf(late),
        ({ status }) => status !== 'ACTIVE',
        until - Date.now() + 10_000,
      ),
    ).toMatchObject({
      status: 'TERMINATED',
      reason: 'maxSessionLengthTimeout',
    })
    expect([...processesOf(0), ...processesOf(1)]).toEqual([])
  })

  test('an instance is watched while another one takes long to end', async () => {
    const other = await host.start()
    const { letGo } = await slowEnd(host)
    process.kill(-(await pidOf(other, 'application')), 'SIGKILL')
    expect(
      await eventually(
        () => stateOf(other),
        ({ status }) => status !== 'ACTIVE',
      ),
    ).toMatchObject({ status: 'ERROR', reason: 'applicationExit' })
    letGo()
    await eventually(
      () => readdirSync(host.folder),
      (names) => names.length === 0,
    )
  })

  test('an instance keeps running when its encoder, its gateway or the daemon is killed', async () => {
    const instance = await host.start()
    const application = await pidOf(instance, 'application')
    for (const part of ['encoder', 'gateway']) {
      const before = await pidOf(instance, part)
      process.kill(-before, 'SIGKILL')
      await eventually(
        () => pidOf(instance, part),
        (pid) => pid !== before,
        10_000,
      )
    }
    await host.restart('SIGKILL')
    expect(await pidOf(instance, 'application')).toBe(application)
    expect(
      await eventually(
        () => stateOf(instance),
        ({ title }) => title === 'patch 0 0',
        10_000,
      ),
    ).toMatchObject({ status: 'ACTIVE' })
    await host.ask('DELETE', `/instances/${instance}`)
    expect(processesOf(0)).toEqual([])
  })

  test('an instance whose gateway hangs is answered 503 when it is asked for viewers or to drop one', async () => {
    const instance = await host.start()
    const gateway = await pidOf(instance, 'gateway')
    const ask = () =>
      Promise.all([
        host.ask('GET', `/instances/${instance}`),
        host.ask('POST', `/instances/${instance}/drop`, { viewer: 'tomas' }),
      ])
    process.kill(-gateway, 'SIGSTOP')
    expect((await ask()).map(({ status }) => status)).toEqual([503, 503])
    process.kill(-gateway, 'SIGKILL')
    // Without a gateway there are no viewers.
    expect(await eventually(ask, (answers) => answers.every(({ status }) => status === 200))).toMatchObject([
      { body: { status: 'ACTIVE', viewers: [] } },
      { status: 200 },
    ])
    await host.ask('DELETE', `/instances/${instance}`)
  })

  test('an instance ends with the daemon if STREAM_AT_END is end', async () => {
    await using ending = await startStreamHost({ slots: 1, settings: { STREAM_AT_END: 'end' } })
    const instance = await ending.start()
    expect(processesOf(0, ending)).not.toEqual([])
    await ending.restart('SIGTERM')
    expect(processesOf(0, ending)).toEqual([])
    expect((await ending.ask('GET', `/instances/${instance}`)).status).toBe(404)
  })

  test('an instance is removed completely by a daemon that is told to end during its teardown', async () => {
    await using ending = await startStreamHost({ slots: 1, settings: { STREAM_AT_END: 'end' } })
    const { letGo } = await slowEnd(ending)
    const restarted = ending.restart('SIGTERM')
    await pause(500)
    letGo()
    await restarted
    expect(processesOf(0, ending)).toEqual([])
    expect(readdirSync(ending.folder)).toEqual([])
  })

  test('an instance can reach no network, no file of the machine or of another instance, and no other display', async () => {
    const other = await host.start('patch')
    const instance = await host.start('prisoner')
    const { title } = await eventually(
      () => stateOf(instance),
      (state) => state.title.startsWith('could:'),
      20_000,
    )
    expect(title).toBe('could: own display')
    await host.ask('DELETE', `/instances/${instance}`)
    await host.ask('DELETE', `/instances/${other}`)
  })
})
