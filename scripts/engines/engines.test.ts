import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { down, status, up } from './engines.ts'
import { addresses, herePlaces, type Places, places } from './places.ts'
import { Refusal } from '../read-command.ts'
import { isAlive } from './runner/processes.ts'

const home = { HOME: '/home/someone' }

describe('placement', () => {
  test('ports follow PARLEY_PORT and PARLEY_PORT_BASE', () => {
    const usual = addresses(places('/tree', home, 1000))
    expect(usual.portal.port).toBe(8080)
    expect(usual.postgres.port).toBe(15432)
    expect(usual.redis.url).toBe('redis://127.0.0.1:15479')

    const moved = addresses(
      places('/tree', { ...home, PARLEY_PORT: '9000', PARLEY_PORT_BASE: '20000' }, 1000),
    )
    expect(moved.portal.port).toBe(9000)
    expect(moved.postgres.ownerUrl).toContain('@127.0.0.1:20032/parley')
    expect(moved.mail).toEqual({ smtpUrl: 'smtp://127.0.0.1:20025', httpUrl: 'http://127.0.0.1:20026' })
  })

  test('a setting that is not a port is refused by name', () => {
    expect(() => places('/tree', { ...home, PARLEY_PORT_BASE: '15k' }, 1000)).toThrow(
      /PARLEY_PORT_BASE is "15k"/,
    )
  })

  test('two work trees share binaries but no state', () => {
    const [one, other] = [places('/tree/one', home, 1000), places('/tree/other', home, 1000)]
    expect(one.cacheDir).toBe(other.cacheDir)
    expect(one.stateDir).not.toBe(other.stateDir)
  })

  test('a second set of engines in one work tree has a state folder of its own', () => {
    const second = places('/tree', { ...home, PARLEY_PORT_BASE: '16400' }, 1000)
    expect(second.stateDir).not.toBe(places('/tree', home, 1000).stateDir)
  })

  test('as root, cache and state are in folders that another user can reach', () => {
    const { cacheDir, stateDir } = places('/tree', { HOME: '/root' }, 0)
    expect(cacheDir).toMatch(/^\/var\/cache\//)
    expect(stateDir).toMatch(/^\/var\/lib\//)
  })
})

describe('running', () => {
  let here: Places

  beforeEach(async () => {
    // A separate folder and ports, so that the developer's running engines are not affected.
    here = { ...herePlaces(), stateDir: await mkdtemp(join(tmpdir(), 'parley-engines-')) }
    // PostgreSQL's own user must be able to enter it.
    await chmod(here.stateDir, 0o755)
    here.ports = { ...here.ports, postgres: await freePort(), redis: await freePort() }
  })

  afterEach(async () => {
    await down(['postgres', 'redis'], here)
    await rm(here.stateDir, { recursive: true })
  })

  test('up starts an engine once, and down ends what up started', async () => {
    const twoAtOnce = await Promise.all([up(['redis'], here), up(['redis'], here)])
    expect(twoAtOnce.flat().filter((engine) => !engine.wasRunning)).toHaveLength(1)
    const [running] = await status(['redis'], here)
    expect(running).toMatchObject({ state: 'answering', ports: [here.ports.redis] })

    expect(await down(['redis'], here)).toEqual(['redis'])
    expect((await status(['redis'], here))[0]?.state).toBe('stopped')
    expect(await isAlive(running?.pid ?? 0)).toBe(false)
  })

  test('down leaves a foreign process alone, even if the pid file names it', async () => {
    const stranger = spawn('sleep', ['60'])
    await once(stranger, 'spawn')
    try {
      const pid = stranger.pid ?? 0
      await writeFile(join(here.stateDir, 'redis.pid'), `${pid}\n`)
      expect(await down(['redis'], here)).toEqual([])
      expect(await isAlive(pid)).toBe(true)

      // The engine has crashed, and another process has its pid.
      const record = { pid, executable: '/usr/bin/redis-server', startTicks: '1', ports: [here.ports.redis] }
      await writeFile(join(here.stateDir, 'redis.json'), JSON.stringify(record))
      expect(await down(['redis'], here)).toEqual([])
      expect(await isAlive(pid)).toBe(true)
    } finally {
      stranger.kill()
    }
  })

  test('up brings PostgreSQL back at once after a kill', { timeout: 60_000 }, async () => {
    await up(['postgres'], here)
    const [before] = await status(['postgres'], here)
    if (!before?.pid) throw new Error('a running engine has a process')
    const killed = before.pid
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => isAlive(killed)).toBe(false)
    await up(['postgres'], here)
    const [after] = await status(['postgres'], here)
    expect(after?.state).toBe('answering')
    expect(after?.pid).not.toBe(killed)
  })

  test('up refuses a port that a foreign process holds, and names the process', async () => {
    const foreign = createServer()
    foreign.listen(here.ports.redis, '127.0.0.1')
    await once(foreign, 'listening')
    try {
      await expect(up(['redis'], here)).rejects.toThrow(Refusal)
      await expect(up(['redis'], here)).rejects.toThrow(
        new RegExp(`Port ${here.ports.redis} of redis is held by process ${process.pid} `),
      )
      expect((await status(['redis'], here))[0]?.state).toBe('port-held')
    } finally {
      foreign.close()
    }
  })
})

async function freePort() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}
