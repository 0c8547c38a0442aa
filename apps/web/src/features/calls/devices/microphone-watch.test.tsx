import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { LocalDevices } from './local-devices.ts'
import { isAsleep, watchMicrophone } from './microphone-watch.ts'

/** A call's microphone in a real audio graph: a tone, or a capture that gives zeros as during a phone call. */
async function watched({ isUnmuted = true } = {}) {
  // The browser gives sound only once somebody has pressed something.
  await userEvent.click(document.body)
  const context = new AudioContext()
  const trackOf = (volume: number): MediaStreamTrack => {
    const [tone, gain, out] = [
      context.createOscillator(),
      context.createGain(),
      context.createMediaStreamDestination(),
    ]
    gain.gain.value = volume
    tone.connect(gain).connect(out)
    tone.start()
    const [track] = out.stream.getAudioTracks()
    if (!track) throw new Error('a destination has a track')
    return track
  }
  let track: MediaStreamTrack | undefined
  const acts: string[] = []
  const steps: [number, number][] = []
  const now = { isUnmuted }
  const devices = {
    read: () => ({ microphoneTrack: track && { mediaStreamTrack: track } }),
    retry: (kind: string) => {
      acts.push(`retry ${kind}`)
      return Promise.resolve()
    },
    tell: ({ kind }: { kind: string }) => acts.push(`tell ${kind}`),
  } as unknown as LocalDevices
  // The test makes the watch's steps itself, while the browser's sound goes on in real time.
  let takeStep = () => {}
  const [timer, stopped] = [4711, vi.spyOn(window, 'clearInterval')]
  const timed = vi.spyOn(window, 'setInterval').mockImplementation(((act: () => void, ms: number) => {
    takeStep = () => {
      if (ms === 100 && !stopped.mock.calls.some(([id]) => id === timer)) act()
    }
    return timer
  }) as never)
  const watch = watchMicrophone({
    devices,
    isUnmuted: () => now.isUnmuted,
    onStep: (level, ms) => steps.push([level, ms]),
  })
  timed.mockRestore()
  onTestFinished(async () => {
    if (!stopped.mock.calls.some(([id]) => id === timer)) watch.stop()
    await context.close()
  })
  const step = (ms: number) => {
    for (let each = 0; each < ms; each += 100) takeStep()
  }
  return {
    acts,
    now,
    step,
    steps,
    watch,
    play: (next: MediaStreamTrack | undefined) => (track = next),
    trackOf,
    /** Steps until the browser has really delivered what the track gives. */
    until: (isThere: (level: number) => boolean) =>
      vi.waitFor(
        () => {
          step(100)
          if (!isThere(watch.level.read())) throw new Error(`the level is ${watch.level.read()}`)
        },
        { timeout: 5000, interval: 50 },
      ),
  }
}
type Watched = Awaited<ReturnType<typeof watched>>

/** Its own context takes a moment to run, and only then is silence measured. */
async function runs({ play, trackOf, until }: Watched): Promise<void> {
  play(trackOf(0.5))
  await until((level) => level > -20)
}

test('a microphone that gives nothing but zeros for 3 seconds is opened again once, and then reported [DEVICE-20]', async () => {
  const world = await watched()
  await runs(world)
  world.play(world.trackOf(0))
  await world.until((level) => level <= -119)
  // One step has measured silence by now.
  world.step(2800)
  expect(world.acts).toEqual([])
  world.step(100)
  expect(world.acts).toEqual(['retry microphone'])
  world.step(2900)
  expect(world.acts).toEqual(['retry microphone'])
  world.step(100)
  expect(world.acts).toEqual(['retry microphone', 'tell silent'])
})

test('a microphone that is heard, or muted, is never opened again, however long it takes', async () => {
  const world = await watched()
  await runs(world)
  world.step(60_000)
  expect(world.acts).toEqual([])
  world.now.isUnmuted = false
  world.play(world.trackOf(0))
  await world.until((level) => level <= -119)
  world.step(60_000)
  expect(world.acts).toEqual([])
  world.play(undefined)
  world.now.isUnmuted = true
  world.step(60_000)
  expect(world.acts).toEqual([])
})

test('sound starts the count of silence anew, and lets the microphone be opened again the next time', async () => {
  const world = await watched()
  await runs(world)
  const dead = world.trackOf(0)
  const alive = world.trackOf(0.5)
  for (let round = 0; round < 2; round += 1) {
    world.play(dead)
    await world.until((level) => level <= -119)
    world.acts.length = 0
    world.step(2800)
    expect(world.acts).toEqual([])
    world.step(100)
    expect(world.acts).toEqual(['retry microphone'])
    world.play(alive)
    await world.until((level) => level > -20)
  }
})

test('the level follows the track that is in use: also while the sent track is disabled, and none without a live one', async () => {
  const world = await watched()
  world.step(100)
  expect(world.steps).toEqual([[-Infinity, 100]])
  const track = world.trackOf(0.5)
  // Muted: the track that is sent gives silence, and its clone is what is measured.
  track.enabled = false
  world.play(track)
  await world.until((level) => level > -20)
  world.play(undefined)
  world.step(100)
  expect(world.steps.at(-1)).toEqual([-Infinity, 100])
  track.stop()
  world.play(track)
  world.step(100)
  expect(world.watch.level.read()).toBe(-Infinity)
})

test('a track is cloned once while it is in use, and its clone is stopped with the next track and with the watch', async () => {
  const world = await watched()
  const clones: MediaStreamTrack[] = []
  const [first, second] = [world.trackOf(0.5), world.trackOf(0.5)]
  for (const track of [first, second])
    vi.spyOn(track, 'clone').mockImplementation(() => {
      const clone = MediaStreamTrack.prototype.clone.call(track)
      clones.push(clone)
      return clone
    })
  world.play(first)
  world.step(500)
  expect(clones.map(({ readyState }) => readyState)).toEqual(['live'])
  world.play(second)
  world.step(500)
  expect(clones.map(({ readyState }) => readyState)).toEqual(['ended', 'live'])
  world.watch.stop()
  expect(clones.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
  const before = world.steps.length
  world.step(1000)
  expect(world.steps).toHaveLength(before)
})

test('a suspended audio context or one interrupted by a phone call counts as asleep, a closed one does not [DEVICE-20]', () => {
  expect(['suspended', 'interrupted', 'running', 'closed'].map(isAsleep)).toEqual([true, true, false, false])
})
