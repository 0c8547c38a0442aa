/** Soft synthesized tones. Nothing plays before the first input, because the browser would block it. */
export interface Sound {
  /** Must be called in an input event handler. */
  start: () => void
  setOn: (isOn: boolean) => void
  /** Sets the room tone, or none. */
  setRoom: (place: string | undefined) => void
  chosen: () => void
  /** Above 0 the mood rose, below 0 it fell. */
  moved: (by: number) => void
  ended: () => void
}

const notes = { c4: 261.63, e4: 329.63, g4: 392, c5: 523.25, d5: 587.33 } as const

/** The brightness of each room tone, in hertz: steel and tiles sound brighter than carpet. */
const brightness: Record<string, number> = {
  'meeting-room': 260,
  'care-office': 320,
  'staff-room': 380,
  kitchen: 460,
}

interface Running {
  context: AudioContext
  master: GainNode
  room: { gain: GainNode; filter: BiquadFilterNode }
}

export function createSound(): Sound {
  let running: Running | undefined
  let isOn = true
  let place: string | undefined

  /** One soft note: a quick rise, a long fall. */
  function play(pitch: number, { after = 0, lasts = 0.5, loud = 0.05 }) {
    if (!running || !isOn) return
    const { context, master } = running
    const from = context.currentTime + 0.01 + after
    const gain = context.createGain()
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(loud, from + 0.025)
    gain.gain.exponentialRampToValueAtTime(0.0001, from + lasts)
    gain.connect(master)
    // A second, quieter voice an octave up keeps it from sounding like a machine.
    for (const [times, share] of [
      [1, 1],
      [2, 0.18],
    ] as const) {
      const voice = context.createOscillator()
      const part = context.createGain()
      voice.frequency.value = pitch * times
      part.gain.value = share
      voice.connect(part).connect(gain)
      voice.start(from)
      voice.stop(from + lasts)
    }
  }

  function follow() {
    if (!running) return
    const { context, master, room } = running
    const now = context.currentTime
    master.gain.setTargetAtTime(isOn ? 1 : 0, now, 0.05)
    room.gain.gain.setTargetAtTime(place === undefined ? 0 : 0.014, now, 0.6)
    room.filter.frequency.setTargetAtTime(brightness[place ?? ''] ?? 300, now, 0.6)
  }

  return {
    start: () => {
      running ??= run()
      void running.context.resume()
      follow()
    },
    setOn: (next) => {
      isOn = next
      follow()
    },
    setRoom: (next) => {
      place = next
      follow()
    },
    chosen: () => play(notes.g4, { lasts: 0.35, loud: 0.035 }),
    moved: (by) => {
      const [first, second] = by > 0 ? [notes.g4, notes.c5] : [notes.g4, notes.e4]
      play(first, { lasts: 0.5, loud: 0.04 })
      play(second, { after: 0.16, lasts: 0.9, loud: 0.045 })
    },
    ended: () => {
      for (const [i, pitch] of [notes.c4, notes.g4, notes.d5, notes.e4].entries())
        play(pitch, { after: i * 0.09, lasts: 3.2, loud: 0.028 })
    },
  }
}

function run(): Running {
  const context = new AudioContext({ latencyHint: 'playback' })
  const master = context.createGain()
  master.connect(context.destination)
  const gain = context.createGain()
  gain.gain.value = 0
  const filter = context.createBiquadFilter()
  filter.type = 'lowpass'
  const hush = context.createBufferSource()
  hush.buffer = noise(context)
  hush.loop = true
  hush.connect(filter).connect(gain).connect(master)
  hush.start()
  return { context, master, room: { gain, filter } }
}

/** Seven seconds of white noise: long enough that nobody hears it loop. */
function noise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * 7, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1
  return buffer
}
