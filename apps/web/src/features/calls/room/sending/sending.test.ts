import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { constants } from '@parley/contract/rules/constants.ts'
import { deviceKinds, type DeviceKind } from '#features/calls/devices/device-states.ts'
import { sampleSending } from './sample-sending.ts'

type World = ReturnType<typeof sampleSending>

/** Lets everything run that can go on without the test. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}

/** Connects, and answers every request. */
async function connected(world: World): Promise<World> {
  world.setConnection('up')
  await settle()
  while (world.requests.length > 0) world.answer('yes')
  await settle()
  return world
}
const inCall = (intents?: Record<DeviceKind, boolean>) => connected(sampleSending(intents))
const shown = ({ sending }: World) => deviceKinds.map((kind) => sending.shown(kind))

test("the coach's mute shows on the person's own bar, and one press unmutes", async () => {
  const world = await inCall()
  expect(shown(world)).toEqual(['on', 'on'])
  await world.muteByCoach('microphone')
  expect(shown(world)).toEqual(['off', 'on'])
  world.sending.toggle('microphone')
  await settle()
  expect(shown(world)).toEqual(['on', 'on'])
  expect(world.isOut('microphone')).toBe(true)
})

test("reconnecting after a lost connection does not undo the coach's mute", async () => {
  const world = await inCall()
  await world.muteByCoach('microphone')
  world.lose()
  await connected(world)
  expect(shown(world)).toEqual(['off', 'on'])
  expect(world.isOut('microphone')).toBe(false)
})

test.each(deviceKinds)('choosing a working %s after a busy one sends it, and it reads on', async (kind) => {
  const world = await inCall()
  world.choose(kind, false)
  await settle()
  expect([world.sending.shown(kind), world.isOut(kind)]).toEqual(['off', false])
  world.choose(kind, true)
  await settle()
  expect([world.sending.shown(kind), world.isOut(kind)]).toEqual(['on', true])
})

test('a mute pressed while the microphone was busy survives choosing a working one', async () => {
  const world = await inCall()
  world.choose('microphone', false)
  await settle()
  world.sending.want('microphone', false)
  world.choose('microphone', true)
  await settle()
  expect([world.sending.shown('microphone'), world.isOut('microphone')]).toEqual(['off', false])
})

test('devices that are off at the join stay off until they are pressed', async () => {
  const world = await inCall({ microphone: false, camera: false })
  expect(shown(world)).toEqual(['off', 'off'])
  world.sending.toggle('microphone')
  await settle()
  world.answer('yes')
  await settle()
  expect(shown(world)).toEqual(['on', 'off'])
})

test('unplugging a microphone keeps a mute, also one pressed while the default takes over', async () => {
  const world = await inCall()
  world.sending.want('microphone', false)
  await settle()
  world.unplug('microphone')
  world.replace('microphone', true)
  await settle()
  expect([world.sending.shown('microphone'), world.isOut('microphone')]).toEqual(['off', false])

  world.sending.want('microphone', true)
  await settle()
  expect(world.isOut('microphone')).toBe(true)
  world.unplug('microphone')
  world.sending.want('microphone', false)
  await settle()
  world.replace('microphone', true)
  await settle()
  expect([world.sending.shown('microphone'), world.isOut('microphone')]).toEqual(['off', false])
})

test('an unplugged microphone is sent again from the default; without a default, one chosen later stays muted', async () => {
  const world = await inCall()
  world.unplug('microphone')
  await settle()
  expect(world.sending.shown('microphone')).toBe('starting')
  world.replace('microphone', true)
  await settle()
  expect(world.sending.shown('microphone')).toBe('on')
  world.unplug('microphone')
  world.replace('microphone', false)
  await settle()
  world.choose('microphone', true)
  await settle()
  expect([world.sending.shown('microphone'), world.isOut('microphone')]).toEqual(['off', false])
})

test('a camera request that stays unanswered while sound goes out causes one reconnect, and is then reported', async () => {
  const world = sampleSending()
  for (let turn = 0; turn < 5; turn += 1) {
    world.setConnection('up')
    await settle()
    for (const { kind } of [...world.requests].toSorted((a, b) => b.kind.localeCompare(a.kind))) {
      world.requests.sort((a, b) => Number(b.kind === kind) - Number(a.kind === kind))
      world.answer(kind === 'microphone' ? 'yes' : 'never')
      await settle()
    }
  }
  expect(world.reconnects()).toBe(1)
  expect(shown(world)).toEqual(['on', 'off'])
  expect(world.state.news).toEqual({ kind: 'unsent', what: 'camera' })
})

test('a mute pressed while the microphone is being published keeps it from being heard even for a moment', async () => {
  const world = sampleSending()
  world.setConnection('up')
  await settle()
  world.sending.want('microphone', false)
  expect(world.sending.shown('microphone')).toBe('off')
  const heard: boolean[] = []
  world.watch(() => heard.push(world.isOut('microphone')))
  while (world.requests.length > 0) world.answer('yes')
  await settle()
  expect(heard).not.toContain(true)
  world.sending.want('microphone', true)
  await settle()
  expect(world.isOut('microphone')).toBe(true)
})

test('a request lost with its connection is repeated on the next one, and its late failure changes nothing', async () => {
  const world = sampleSending({ microphone: true, camera: false })
  world.setConnection('up')
  await settle()
  world.lose()
  world.setConnection('up')
  await settle()
  world.answer('never')
  await settle()
  expect(world.sending.shown('microphone')).toBe('starting')
  world.answer('yes')
  await settle()
  expect(shown(world)).toEqual(['on', 'off'])
  expect(world.reconnects()).toBe(0)
})

test('two requests that stay unanswered share one reconnect, and then the microphone is reported, which matters more', async () => {
  const world = sampleSending()
  for (let turn = 0; turn < 5; turn += 1) {
    world.setConnection('up')
    await settle()
    while (world.requests.length > 0) {
      world.answer('never')
      await settle()
    }
  }
  expect(world.reconnects()).toBe(1)
  expect(shown(world)).toEqual(['off', 'off'])
  expect(world.state.news).toEqual({ kind: 'unsent', what: 'microphone' })
  world.sending.want('camera', true)
  await settle()
  world.answer('yes')
  await settle()
  expect(world.sending.shown('camera')).toBe('on')
  expect(world.state.news).toEqual({ kind: 'unsent', what: 'microphone' })
  world.sending.want('microphone', true)
  await settle()
  world.answer('yes')
  await settle()
  expect(shown(world)).toEqual(['on', 'on'])
  expect(world.state.news).toBeUndefined()
})

test('a request that is refused is reported at once, without a new connection', async () => {
  const world = sampleSending({ microphone: true, camera: false })
  world.setConnection('up')
  await settle()
  world.answer('no')
  await settle()
  expect([world.sending.shown('microphone'), world.reconnects()]).toEqual(['off', 0])
  expect(world.state.news).toEqual({ kind: 'unsent', what: 'microphone' })
})

test.each([
  ['a mute', (world: World) => world.sending.want('microphone', false)],
  ['a loss of the connection', (world: World) => world.lose()],
])('%s in the moment before the request to publish goes out stops the request', async (_what, happens) => {
  const world = sampleSending({ microphone: true, camera: false })
  world.setConnection('up')
  happens(world)
  await settle()
  expect(world.requests).toEqual([])
})

test('a microphone whose capture has ended without a word is captured again before it is published', async () => {
  const world = sampleSending({ microphone: true, camera: false })
  world.endQuietly('microphone')
  await connected(world)
  expect([world.sending.shown('microphone'), world.isOut('microphone')]).toEqual(['on', true])
})

test("the coach's mute of a microphone that is busy outlives the fault, and the server's unmute turns nothing on or off", async () => {
  const world = await inCall()
  world.hearMuted('microphone', false)
  await settle()
  expect(shown(world)).toEqual(['on', 'on'])
  world.choose('microphone', false)
  await settle()
  await world.muteByCoach('microphone')
  world.choose('microphone', true)
  await settle()
  expect([world.sending.shown('microphone'), world.isOut('microphone')]).toEqual(['off', false])
  // Some other track of ours, such as a screen.
  world.hearMuted('screen' as DeviceKind, true)
  await settle()
  expect(world.sending.shown('camera')).toBe('on')
})

test.each([
  [true, false, 1],
  [true, true, 0],
  [false, false, 0],
])(
  'a track published as muted %s that the server takes for muted %s is paused and resumed %i times',
  async (isMuted, muted, times) => {
    const world = await inCall()
    const acts: string[] = []
    const act = (name: string) => () => {
      acts.push(name)
      return Promise.resolve()
    }
    world.hearPublished({
      isMuted,
      trackInfo: { muted },
      pauseUpstream: act('pause'),
      resumeUpstream: act('resume'),
    })
    await settle()
    expect(acts).toEqual(Array.from({ length: times }, () => ['pause', 'resume']).flat())
  },
)

test('a second press on the camera counts only after the debounce time, one on the microphone at once', async () => {
  const world = await inCall()
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  const pressed = (kind: DeviceKind) => {
    world.sending.toggle(kind)
    return world.sending.intent(kind)
  }
  expect([pressed('microphone'), pressed('microphone')]).toEqual([false, true])
  expect([pressed('camera'), pressed('camera')]).toEqual([false, false])
  now.mockReturnValue(10_000 + constants.videoToggleDebounceMs - 1)
  expect(pressed('camera')).toBe(false)
  now.mockReturnValue(10_000 + constants.videoToggleDebounceMs)
  expect(pressed('camera')).toBe(true)
})

const kind = fc.constantFrom(...deviceKinds)
const flag = fc.boolean()
type Act = readonly [name: string, act: (world: World, wish: Record<DeviceKind, boolean>) => unknown]

/** Everything that a person, a coach, a device, a network and a server can do, in any order. */
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(kind, flag).map(([of, isOn]): Act => [
    `${of} ${isOn ? 'on' : 'off'}`,
    (world, wish) => {
      wish[of] = isOn
      world.sending.want(of, isOn)
    },
  ]),
  kind.map((of): Act => [
    `press ${of}`,
    (world, wish) => {
      const read = world.sending.shown(of)
      const before = world.sending.intent(of)
      world.sending.toggle(of)
      const after = world.sending.intent(of)
      wish[of] = after
      // A second press on the camera within the debounce time is ignored.
      if (of === 'microphone' && after !== (read === 'off' || !before))
        throw new Error(`a press on what read ${read} asked for ${after}`)
    },
  ]),
  fc.constant<Act>([
    "coach's mute",
    (world, wish) => {
      if (world.isPublished('microphone')) wish.microphone = false
      return world.muteByCoach('microphone')
    },
  ]),
  fc
    .tuple(kind, flag)
    .map(([of, isGood]): Act => [
      `${isGood ? 'working' : 'busy'} ${of}`,
      (world) => world.choose(of, isGood),
    ]),
  kind.map((of): Act => [`unplug ${of}`, (world) => world.unplug(of)]),
  fc
    .tuple(kind, flag)
    .map(([of, isThere]): Act => [`replace ${of} ${isThere}`, (world) => world.replace(of, isThere)]),
  kind.map((of): Act => [`revoke ${of}`, (world) => world.revoke(of)]),
  fc
    .tuple(kind, flag)
    .map(([of, isSilent]): Act => [`silence ${of} ${isSilent}`, (world) => world.silence(of, isSilent)]),
  flag.map((isBroken): Act => [`blur broken ${isBroken}`, (world) => world.breakBlur(isBroken)]),
  fc.constant<Act>(['lose', (world) => world.lose()]),
  fc
    .constantFrom('resume' as const, 'restart' as const)
    .map((how): Act => [how, (world) => world.interrupt(how)]),
  fc.constant<Act>(['recover', (world) => world.recover()]),
  fc
    .constantFrom('up' as const, 'stalled' as const)
    .map((now): Act => [now, (world) => world.setConnection(now)]),
  fc
    .constantFrom('yes' as const, 'no' as const, 'never' as const)
    .map((how): Act => [`answer ${how}`, (world) => world.answer(how)]),
)
const step = fc.record({ act, isSettled: flag, isMoved: fc.nat(9).map((n) => n === 0) })

/** The fault, if the bar says something else than what goes out. */
function faultOf(world: World, of: DeviceKind): string | undefined {
  const [word, isOut] = [world.sending.shown(of), world.isOut(of)]
  if (word === 'off' && isOut) return `${of} reads off, and goes out`
  return word === 'on' && !(isOut && world.isUp()) ? `${of} reads on, and does not go out` : undefined
}

test('whatever happens in any order, nothing is sent while it reads off, it reads on only while sent, and it settles as asked', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ microphone: flag, camera: flag }),
      fc.array(step, { maxLength: 40 }),
      async (first, steps) => {
        const wish = { ...first }
        const look = (world: World) =>
          expect(deviceKinds.map((of) => faultOf(world, of))).toEqual([undefined, undefined])
        const open = (intents: Record<DeviceKind, boolean>) => {
          const opened = sampleSending(intents)
          opened.watch(() => look(opened))
          opened.setConnection('up')
          return opened
        }
        let world = open(first)
        for (const {
          act: [, run],
          isSettled,
          isMoved,
        } of steps) {
          void run(world, wish)
          look(world)
          if (isSettled) await settle()
          look(world)
          if (!isMoved || !isSettled) continue
          // The next tab begins with this tab's intents.
          const { intent } = world.sending
          world = open({ microphone: intent('microphone'), camera: intent('camera') })
        }
        // Once everything works and is answered again, exactly what was asked for goes out.
        world.breakBlur(false)
        for (const of of deviceKinds) {
          world.silence(of, false)
          world.choose(of, true)
        }
        for (let turn = 0; turn < 20; turn += 1) {
          world.setConnection('up')
          await settle()
          while (world.requests.length > 0) world.answer('yes')
          await settle()
          look(world)
        }
        for (const of of deviceKinds) {
          const intent = world.sending.intent(of)
          expect(world.isOut(of), `${of} goes out as asked for`).toBe(intent)
          expect(world.sending.shown(of)).toBe(intent ? 'on' : 'off')
          // Nobody but the person turns anything on.
          expect(intent && !wish[of], `${of} was not asked for`).toBe(false)
        }
        expect(world.requests).toEqual([])
        expect(world.reconnects()).toBeLessThanOrEqual(2 + 2 * steps.length)
      },
    ),
    { numRuns: 400 },
  )
})
