import { defaultId } from './chosen-devices.ts'

/** Three notes, a second and a half, through the chosen speaker. */
const notes = [523.25, 659.25, 783.99]
const noteSeconds = 0.5

/** Settles when it has been played. */
export async function playTestSound(speaker: string): Promise<void> {
  const context = new AudioContext()
  try {
    // TypeScript's DOM types don't have it yet.
    if (speaker !== defaultId && 'setSinkId' in context)
      await (context as { setSinkId: (id: string) => Promise<void> })
        .setSinkId(speaker)
        .catch(() => undefined)
    notes.forEach((frequency, i) => {
      const [tone, loudness] = [context.createOscillator(), context.createGain()]
      const start = context.currentTime + i * noteSeconds
      tone.frequency.value = frequency
      loudness.gain.setValueAtTime(0.2, start)
      loudness.gain.exponentialRampToValueAtTime(0.001, start + noteSeconds)
      tone.connect(loudness).connect(context.destination)
      tone.start(start)
      tone.stop(start + noteSeconds)
    })
    await new Promise((resolve) => setTimeout(resolve, notes.length * noteSeconds * 1000))
  } finally {
    await context.close()
  }
}
