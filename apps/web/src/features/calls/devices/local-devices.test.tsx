import { TrackEvent } from 'livekit-client'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { samplePerson } from '#features/calls/blur/sample-person.ts'
import { makeLocalDevices } from './local-devices.ts'
import { useLevel } from './use-level.ts'
import { useStore } from '#base/store.ts'

const idOf = (wanted: boolean | MediaTrackConstraints | undefined): string => {
  const id = typeof wanted === 'object' ? wanted.deviceId : undefined
  const given = typeof id === 'object' && !Array.isArray(id) ? (id.exact ?? id.ideal) : id
  return typeof given === 'string' ? given : 'default'
}

/** A browser with two microphones and a camera that give real sound and pictures. The test can change its answers. */
function sampleBrowser() {
  const context = new AudioContext()
  const asked: string[] = []
  const refusals = new Map<string, string>()
  /** How loud each microphone is. */
  const loudness = new Map([
    ['loud', 0.5],
    ['dead', 0],
  ])
  const sound = (id: string): MediaStream => {
    const [tone, gain, out] = [
      context.createOscillator(),
      context.createGain(),
      context.createMediaStreamDestination(),
    ]
    gain.gain.value = loudness.get(id) ?? 0.5
    tone.connect(gain).connect(out)
    tone.start()
    return out.stream
  }
  const { mediaDevices } = navigator
  vi.spyOn(mediaDevices, 'getUserMedia').mockImplementation((wanted) => {
    const kind = wanted?.video ? 'camera' : 'microphone'
    const id = idOf(wanted?.video || wanted?.audio)
    asked.push(`${kind} ${id}`)
    const refusal = refusals.get(id) ?? refusals.get(kind)
    if (refusal !== undefined) return Promise.reject(new DOMException('no', refusal))
    return Promise.resolve(kind === 'camera' ? document.createElement('canvas').captureStream(5) : sound(id))
  })
  vi.spyOn(mediaDevices, 'enumerateDevices').mockImplementation(() =>
    Promise.resolve(
      [...loudness.keys()].map(
        (deviceId) => ({ kind: 'audioinput', deviceId, label: `The ${deviceId} one` }) as MediaDeviceInfo,
      ),
    ),
  )
  const devices = makeLocalDevices()
  onTestFinished(async () => {
    devices.close()
    localStorage.clear()
    await context.close()
  })
  const unplug = () => {
    const track = devices.read().microphoneTrack?.mediaStreamTrack
    track?.stop()
    track?.dispatchEvent(new Event('ended'))
  }
  return { devices, context, asked, refusals, loudness, unplug }
}

async function isOn(devices: ReturnType<typeof makeLocalDevices>): Promise<void> {
  await expect.poll(() => devices.read().microphone.kind).toBe('on')
}

test('choosing another microphone while it is off captures nothing, and switching it on captures the chosen one', async () => {
  const { devices, asked } = sampleBrowser()
  devices.open()
  await isOn(devices)
  await devices.toggle('microphone')
  asked.length = 0
  await devices.choose('microphone', 'loud')
  await devices.suppressNoise(false)
  expect(devices.read().microphone).toEqual({ kind: 'off', deviceId: 'loud' })
  expect(asked).toEqual([])
  await devices.toggle('microphone')
  expect(asked).toEqual(['microphone loud'])
})

test('when a call begins again, only the device that was on before is captured', async () => {
  const { devices, asked } = sampleBrowser()
  devices.open()
  await isOn(devices)
  devices.close()
  devices.beginWith({ microphone: false, camera: true })
  asked.length = 0
  devices.open()
  await expect.poll(() => devices.read().camera.kind).toBe('on')
  expect(asked).toEqual(['camera default'])
  expect(devices.read().microphone.kind).toBe('off')
})

test('unplugging a muted microphone captures nothing and leaves it muted on the default', async () => {
  const { devices, asked, unplug } = sampleBrowser()
  devices.open()
  await isOn(devices)
  await devices.choose('microphone', 'loud')
  const { microphoneTrack } = devices.read()
  await microphoneTrack?.mute()
  asked.length = 0
  unplug()
  await expect
    .poll(() => devices.read().news)
    .toEqual({ kind: 'unplugged', what: 'microphone', now: 'The loud one' })
  expect(devices.read().microphone).toEqual({ kind: 'on', deviceId: 'default' })
  expect(microphoneTrack?.isMuted).toBe(true)
  expect(asked).toEqual([])
})

test('an unplugged microphone that is not being sent is captured from the default, and is missing if there is none', async () => {
  const { devices, asked, refusals, unplug } = sampleBrowser()
  devices.open()
  await isOn(devices)
  asked.length = 0
  unplug()
  await expect.poll(() => devices.read().news?.kind).toBe('unplugged')
  expect(asked).toEqual(['microphone default'])
  refusals.set('microphone', 'NotFoundError')
  unplug()
  await expect.poll(() => devices.read().microphone.kind).toBe('missing')
})

test('a microphone that is on stays on while another one is chosen', async () => {
  const { devices } = sampleBrowser()
  devices.open()
  await isOn(devices)
  const kinds = new Set<string>()
  onTestFinished(devices.watch(() => kinds.add(devices.read().microphone.kind)))
  await devices.choose('microphone', 'dead')
  expect([...kinds]).toEqual(['on'])
})

test.each(['OverconstrainedError', 'NotFoundError'])(
  'a chosen microphone that is gone (%s) gives way to the default',
  async (name) => {
    const { devices, asked, refusals } = sampleBrowser()
    refusals.set('loud', name)
    await devices.choose('microphone', 'loud')
    expect(asked).toEqual(['microphone loud', 'microphone default'])
    expect(devices.read().microphone).toEqual({ kind: 'on', deviceId: 'default' })
  },
)

test('only a speaker that was there is told as unplugged', async () => {
  const { devices } = sampleBrowser()
  let speakers = ['default', 'desk']
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockImplementation(() =>
    Promise.resolve(
      speakers.map((deviceId) => ({ kind: 'audiooutput', deviceId, label: deviceId }) as MediaDeviceInfo),
    ),
  )
  devices.open()
  await expect.poll(() => devices.read().speakers?.length).toBe(2)
  const plug = () => navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  devices.chooseSpeaker('of-another-day')
  plug()
  await expect.poll(() => devices.read().speakerInUse).toBe('default')
  expect(devices.read().news).toBeUndefined()
  devices.chooseSpeaker('desk')
  speakers = ['default']
  plug()
  await expect.poll(() => devices.read().news).toMatchObject({ kind: 'unplugged', what: 'speaker' })
  expect(devices.read().speakerInUse).toBe('default')
})

test('a revoked permission shows as denied, not as a missing microphone', async () => {
  const { devices, refusals, unplug } = sampleBrowser()
  devices.open()
  await isOn(devices)
  const query = vi.spyOn(navigator.permissions, 'query')
  query.mockResolvedValue({ state: 'denied' } as PermissionStatus)
  unplug()
  expect(devices.read().microphone.kind).toBe('asking')
  await expect.poll(() => devices.read().microphone.kind).toBe('denied')

  // A browser without the permission query, or a capture by LiveKit itself.
  query.mockRejectedValue(new TypeError('unknown name'))
  await devices.retry('microphone')
  refusals.set('microphone', 'NotAllowedError')
  unplug()
  await expect.poll(() => devices.read().microphone.kind).toBe('denied')
  refusals.clear()
  await devices.retry('microphone')
  devices.refuse('microphone', new DOMException('in use', 'NotReadableError'))
  expect(devices.read().microphone.kind).toBe('on')
  devices.refuse('microphone', new DOMException('no', 'NotFoundError'))
  expect(devices.read().microphone.kind).toBe('missing')
})

test('the device lists get their names once a permission is granted, and gain devices plugged in later [D5]', async () => {
  const { devices, loudness } = sampleBrowser()
  const capture = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
  const granted = capture.getMockImplementation() ?? expect.fail('nothing is captured')
  let isGranted = false
  capture.mockImplementation(async (wanted) => {
    const stream = await granted(wanted)
    // The prompt is answered after the lists were read for the first time.
    await expect.poll(() => enumerate.mock.calls.length).toBeGreaterThan(0)
    isGranted = true
    return stream
  })
  // As Firefox does it: devices have neither name nor id while no stream is held.
  const enumerate = vi.spyOn(navigator.mediaDevices, 'enumerateDevices')
  enumerate.mockImplementation(() => {
    const named = (id: string) =>
      isGranted ? { deviceId: id, label: `The ${id} one` } : { deviceId: '', label: '' }
    return Promise.resolve(
      [...loudness.keys()].map((id) => ({ kind: 'audioinput', ...named(id) }) as MediaDeviceInfo),
    )
  })
  const labels = () => devices.read().microphones.map(({ label }) => label)
  devices.open()
  await expect.poll(labels).toEqual(expect.arrayContaining(['The loud one', 'The dead one']))
  expect(labels()).not.toContain('')
  loudness.set('headset', 0.5)
  navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  await expect.poll(labels).toContain('The headset one')
})

test('the level meter follows the chosen microphone, and each one has to be heard by itself', async () => {
  await userEvent.click(document.body)
  const { devices, context } = sampleBrowser()
  await context.resume()
  await devices.choose('microphone', 'loud')
  function Meter() {
    const { level, hearing } = useLevel(useStore(devices).microphoneTrack)
    return <output>{`${hearing} ${level > -60 ? 'loud' : 'quiet'}`}</output>
  }
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(<Meter />)
  devices.open()
  await expect.poll(() => place.textContent).toBe('heard loud')
  await devices.choose('microphone', 'dead')
  await expect.poll(() => place.textContent).toBe('listening quiet')
  await devices.choose('microphone', 'loud')
  await expect.poll(() => place.textContent).toBe('heard loud')
})

/** Devices with a person before the camera, and every moment in which their plain picture would have been shown. */
function blurredCamera() {
  const { devices, refusals } = sampleBrowser()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const capture = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
  const asked = capture.getMockImplementation() ?? expect.fail('nothing is captured')
  capture.mockImplementation(async (wanted) => {
    const stream = await asked(wanted)
    return wanted?.video ? new MediaStream([samplePerson(640, 360, 20)]) : stream
  })
  const shownPlain: string[] = []
  const shown = () => {
    const { camera, blur, cameraTrack } = devices.read()
    if (camera.kind !== 'on' || blur === 'starting' || !cameraTrack) return 'nothing'
    return cameraTrack.getProcessor() ? 'blurred' : 'plain'
  }
  const watchPlain = () =>
    onTestFinished(devices.watch(() => shown() === 'plain' && shownPlain.push('plain')))
  return { devices, refusals, shown, shownPlain, watchPlain }
}

test('blur holds in the check for another camera, one that was off and one that was unplugged, and ends with the call [DEVICE-22]', async () => {
  const { devices, shown, shownPlain, watchPlain } = blurredCamera()
  devices.open()
  await expect.poll(shown).toBe('plain')
  expect(devices.read().blur).toBe('off')
  const started = devices.toggleBlur()
  expect(shown()).toBe('nothing')
  await started
  expect(shown()).toBe('blurred')
  watchPlain()
  await devices.choose('camera', 'desk')
  expect(shown()).toBe('blurred')
  await devices.toggle('camera')
  expect(devices.read()).toMatchObject({ camera: { kind: 'off' }, blur: 'on' })
  await devices.toggle('camera')
  await expect.poll(shown).toBe('blurred')
  devices.read().cameraTrack?.emit(TrackEvent.Ended)
  expect(devices.read().camera.kind).toBe('asking')
  await expect.poll(shown).toBe('blurred')
  expect(shownPlain).toEqual([])

  devices.close()
  devices.beginWith({ camera: true, microphone: false })
  devices.open()
  expect(devices.read().blur).toBe('off')
  await expect.poll(shown).toBe('plain')
})

test('blur that fails in the check turns the camera off and says why, until the user turns it on without blur [DEVICE-22]', async () => {
  const { devices, shown, shownPlain, watchPlain } = blurredCamera()
  devices.open()
  await expect.poll(shown).toBe('plain')
  const { cameraTrack } = devices.read()
  if (!cameraTrack) throw new Error('the camera is not on')
  vi.spyOn(cameraTrack, 'setProcessor').mockRejectedValue(new Error('no'))
  const started = devices.toggleBlur()
  watchPlain()
  await started
  expect(devices.read()).toMatchObject({
    camera: { kind: 'off' },
    blur: 'unsupported',
    news: { kind: 'blur', why: 'failed' },
  })
  await expect(devices.prepare(cameraTrack)).rejects.toThrow('the background could not be blurred')
  expect(shownPlain).toEqual([])
  await devices.toggle('camera')
  await expect.poll(shown).toBe('plain')
  expect(devices.read().news).toBeUndefined()
})
