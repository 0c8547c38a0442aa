import { isKeycode } from './stream-keys.ts'

/** A position on the picture: 0 to 65535 from its left and top edge. */
export interface Point {
  x: number
  y: number
}

/** An input event for the streamed application, as it is sent over the data channel. */
export type StreamInput =
  | ({ kind: 'move' } & Point)
  /** 1 left, 2 middle, 3 right; up to 9. */
  | ({ kind: 'button'; button: number; isDown: boolean } & Point)
  /** In wheel steps. */
  | { kind: 'wheel'; dx: number; dy: number }
  | { kind: 'key'; keycode: number; isDown: boolean }
  | ({ kind: 'touch'; phase: TouchPhase } & Point)
  | { kind: 'text'; text: string }
  /** Releases all keys and buttons. */
  | { kind: 'release' }

export const touchPhases = ['down', 'move', 'up'] as const
export type TouchPhase = (typeof touchPhases)[number]

const kinds = { move: 1, button: 2, wheel: 3, key: 4, touch: 5, text: 6, release: 7 } as const
const sizes: Record<number, number> = { 1: 5, 2: 7, 3: 5, 4: 3, 5: 7, 7: 1 }
export const wheelStepsMax = 20
export const textCharactersMax = 32
const textBytesMax = 64
const buttonMax = 9

/** Pointer moves have a data channel of their own without retransmits, so that a lost move delays nothing. */
export const inputChannels = { input: 'input', motion: 'motion', told: 'told' } as const

export function writeInput(input: StreamInput): Uint8Array<ArrayBuffer> {
  if (input.kind === 'text') {
    const bytes = new TextEncoder().encode(input.text)
    return Uint8Array.from([kinds.text, ...bytes])
  }
  const bytes = new Uint8Array(sizes[kinds[input.kind]] ?? 1)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, kinds[input.kind])
  const writePoint = ({ x, y }: Point, at: number) => {
    view.setUint16(at, x)
    view.setUint16(at + 2, y)
  }
  switch (input.kind) {
    case 'move':
      writePoint(input, 1)
      break
    case 'button':
      view.setUint8(1, input.button)
      view.setUint8(2, input.isDown ? 1 : 0)
      writePoint(input, 3)
      break
    case 'wheel':
      view.setInt16(1, input.dx)
      view.setInt16(3, input.dy)
      break
    case 'key':
      view.setUint8(1, input.keycode)
      view.setUint8(2, input.isDown ? 1 : 0)
      break
    case 'touch':
      view.setUint8(1, touchPhases.indexOf(input.phase))
      writePoint(input, 3)
      break
    case 'release':
      break
  }
  return bytes
}

/** Parses a message; undefined for anything that `writeInput` cannot have written. */
export function readInput(bytes: Uint8Array): StreamInput | undefined {
  const kind = bytes[0]
  if (kind === kinds.text) return readText(bytes.subarray(1))
  if (kind === undefined || bytes.length !== sizes[kind]) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pointAt = (at: number): Point => ({ x: view.getUint16(at), y: view.getUint16(at + 2) })
  switch (kind) {
    case kinds.move:
      return { kind: 'move', ...pointAt(1) }
    case kinds.button:
      return readButton(view, pointAt(3))
    case kinds.wheel:
      return readWheel(view)
    case kinds.key:
      return readKey(view)
    case kinds.touch:
      return readTouch(view, pointAt(3))
    default:
      return { kind: 'release' }
  }
}

const isFlag = (value: number): value is 0 | 1 => value === 0 || value === 1

function readButton(view: DataView, point: Point): StreamInput | undefined {
  const [button, down] = [view.getUint8(1), view.getUint8(2)]
  if (button < 1 || button > buttonMax || !isFlag(down)) return undefined
  return { kind: 'button', button, isDown: down === 1, ...point }
}

function readWheel(view: DataView): StreamInput | undefined {
  const [dx, dy] = [view.getInt16(1), view.getInt16(3)]
  if (Math.abs(dx) > wheelStepsMax || Math.abs(dy) > wheelStepsMax) return undefined
  return { kind: 'wheel', dx, dy }
}

function readKey(view: DataView): StreamInput | undefined {
  const [keycode, down] = [view.getUint8(1), view.getUint8(2)]
  if (!isKeycode(keycode) || !isFlag(down)) return undefined
  return { kind: 'key', keycode, isDown: down === 1 }
}

function readTouch(view: DataView, point: Point): StreamInput | undefined {
  const phase = touchPhases[view.getUint8(1)]
  // Only one finger is sent; the page turns two-finger gestures into wheel steps.
  return phase === undefined || view.getUint8(2) !== 0 ? undefined : { kind: 'touch', phase, ...point }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readText(bytes: Uint8Array): StreamInput | undefined {
  if (bytes.length === 0 || bytes.length > textBytesMax) return undefined
  try {
    const text = decoder.decode(bytes)
    // Only printable characters: control keys are sent as keys.
    return Array.from(text).length > textCharactersMax || /\p{C}/u.test(text)
      ? undefined
      : { kind: 'text', text }
  } catch {
    return undefined
  }
}
