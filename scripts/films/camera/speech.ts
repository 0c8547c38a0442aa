import { writeFile } from 'node:fs/promises'

/** The spans in which somebody talks, in seconds of a loop. */
export type Talk = readonly (readonly [from: number, until: number])[]

const rate = 48_000
const wordSeconds = 0.8
const spokenSeconds = 0.66

/** The loudness of the voice at a moment, from 0 to 1: words with pauses. The drawn mouth follows it, too. */
export function loudness(talk: Talk, at: number): number {
  if (!talk.some(([from, until]) => at >= from && at < until)) return 0
  const inWord = at % wordSeconds
  return inWord < spokenSeconds ? Math.sin((Math.PI * inWord) / spokenSeconds) ** 0.5 : 0
}

/** A sound file for a fake microphone. The tone changes with each word: noise suppression would remove a steady one. */
export async function writeSpeech(file: string, talk: Talk, seconds: number): Promise<void> {
  const samples = Buffer.alloc(rate * seconds * 2)
  for (let i = 0; i < rate * seconds; i += 1) {
    const at = i / rate
    const word = Math.floor(at / wordSeconds)
    const tone = 250 + 170 * ((word * 3) % 5) + 60 * Math.sin(2 * Math.PI * 5 * at)
    const wave = Math.sin(2 * Math.PI * tone * at) + 0.5 * Math.sin(4 * Math.PI * tone * at)
    // The product takes a microphone with complete silence for a dead one.
    const room = 24 * Math.sin(i * i * 0.7)
    samples.writeInt16LE(Math.round(wave * 9000 * loudness(talk, at) + room), i * 2)
  }
  await writeFile(file, Buffer.concat([wavHead(samples.length), samples]))
}

function wavHead(bytes: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return head
}
