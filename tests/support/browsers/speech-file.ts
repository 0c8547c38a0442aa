import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const rate = 48_000
const seconds = 4

/**
 * A sound file for a fake microphone that never stops talking. Its words are two thirds of a second long, each with another
 * tone, because noise suppression removes a steady one.
 */
export async function speechFile(): Promise<string> {
  const samples = Buffer.alloc(rate * seconds * 2)
  for (let i = 0; i < rate * seconds; i += 1) {
    const at = i / rate
    const word = Math.floor(at / 0.8)
    const isSpoken = at % 0.8 < 0.66
    const tone = 250 + 170 * ((word * 3) % 5) + 60 * Math.sin(2 * Math.PI * 5 * at)
    const wave = Math.sin(2 * Math.PI * tone * at) + 0.5 * Math.sin(4 * Math.PI * tone * at)
    samples.writeInt16LE(isSpoken ? Math.round(wave * 9000) : 0, i * 2)
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  const file = join(await mkdtemp(join(tmpdir(), 'parley-speech-')), 'speech.wav')
  await writeFile(file, Buffer.concat([head, samples]))
  return file
}
