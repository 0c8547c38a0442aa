import { defaultId, keptDevices } from '#features/calls/devices/chosen-devices.ts'

/** Interval between knocks, until somebody answers. */
export const knockEveryMs = 20_000

/** Two taps on wood, 0.4 s, through the chosen speaker. Browsers keep a page silent that was never touched. */
export async function playKnock(): Promise<void> {
  const context = new AudioContext()
  try {
    const speaker = keptDevices.speaker.read()
    // TypeScript's DOM types don't have it yet.
    if (speaker !== null && speaker !== defaultId && 'setSinkId' in context)
      await (context as { setSinkId: (id: string) => Promise<void> })
        .setSinkId(speaker)
        .catch(() => undefined)
    for (const at of [0, 0.2]) tap(context, context.currentTime + at)
    await new Promise((resolve) => setTimeout(resolve, 500))
  } finally {
    await context.close()
  }
}

/** Wood: a low tone that fades at once, and the click of the knuckle over it. */
function tap(context: AudioContext, start: number): void {
  for (const [frequency, loudness, seconds] of [
    [220, 0.5, 0.12],
    [880, 0.15, 0.04],
  ] as const) {
    const [tone, gain] = [context.createOscillator(), context.createGain()]
    tone.frequency.setValueAtTime(frequency, start)
    tone.frequency.exponentialRampToValueAtTime(frequency / 2, start + seconds)
    gain.gain.setValueAtTime(loudness, start)
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds)
    tone.connect(gain).connect(context.destination)
    tone.start(start)
    tone.stop(start + seconds)
  }
}
