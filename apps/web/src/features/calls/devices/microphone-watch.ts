import { createStore } from '#base/store.ts'
import type { LocalDevices } from './local-devices.ts'
import { levelOf } from './sound-level.ts'

const stepMs = 100
/** During a phone call the microphone gives zeros, although it is on. */
const deadAfterMs = 3000

interface MicrophoneWatchDeps {
  devices: LocalDevices
  isUnmuted: () => boolean
  onStep: (level: number, ms: number) => void
}

/**
 * Measures the microphone during a call: its level, also while muted, and whether it is dead. It listens to a clone of the
 * track that is sent, which shares its capture.
 */
export function watchMicrophone({ devices, isUnmuted, onStep }: MicrophoneWatchDeps) {
  const level = createStore(-Infinity)
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 2048
  const samples = new Float32Array(analyser.fftSize)
  let heard: MediaStreamTrack | undefined
  let copy: MediaStreamTrack | undefined
  let source: MediaStreamAudioSourceNode | undefined
  let deadMs = 0
  let isTriedAgain = false

  function follow(): void {
    const track = devices.read().microphoneTrack?.mediaStreamTrack
    if (track === heard) return
    source?.disconnect()
    copy?.stop()
    heard = track
    deadMs = 0
    copy = track?.readyState === 'live' ? track.clone() : undefined
    if (!copy) return
    copy.enabled = true
    source = context.createMediaStreamSource(new MediaStream([copy]))
    source.connect(analyser)
  }

  function step(): void {
    follow()
    // A phone call leaves the context 'interrupted' on iOS. Resuming fails if the context was closed meanwhile.
    if (isAsleep(context.state)) context.resume().catch(() => undefined)
    analyser.getFloatTimeDomainData(samples)
    const now = copy ? levelOf(samples) : -Infinity
    level.write(now)
    onStep(now, stepMs)
    const isDead =
      copy !== undefined && context.state === 'running' && isUnmuted() && samples.every((each) => each === 0)
    deadMs = isDead ? deadMs + stepMs : 0
    if (!isDead && copy !== undefined && isUnmuted()) isTriedAgain = false
    if (deadMs < deadAfterMs) return
    deadMs = 0
    if (isTriedAgain) devices.tell({ kind: 'silent' })
    else void devices.retry('microphone')
    isTriedAgain = true
  }

  const timer = setInterval(step, stepMs)
  return {
    level,
    stop: () => {
      clearInterval(timer)
      copy?.stop()
      void context.close()
    },
  }
}

/** Whether a context gives no sound now and can be resumed. */
export const isAsleep = (state: string): boolean => state === 'suspended' || state === 'interrupted'
