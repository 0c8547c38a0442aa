/**
 * The part of FlatBuffers that the model needs. Its offsets only point forward, so a parent is written before its children
 * and their offsets are filled in afterwards.
 */
export type Flat = Placed | Pointed

type Placed =
  | { kind: 'byte'; value: number }
  | { kind: 'whole'; value: number }
  /** A position in the data that follows everything written here. */
  | { kind: 'behind'; offset: number }

type Pointed =
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'decimals'; values: readonly number[] }
  | { kind: 'list'; items: readonly Flat[] }
  /** Fields by their number. */
  | { kind: 'table'; fields: Readonly<Record<number, Flat>> }

/**
 * A complete file with the given table as its root. `behind` offsets count from the end of this file, which is padded so
 * that the data after it keeps its alignment.
 */
export function flatBytes(root: Flat, identifier: string): Uint8Array<ArrayBuffer> {
  let bytes = new DataView(new ArrayBuffer(1024))
  let end = 8
  const behinds: { at: number; offset: number }[] = []

  function room(size: number, alignment = 4): number {
    const at = roundedUp(end, alignment)
    end = at + size
    if (end > bytes.byteLength) {
      const grown = new Uint8Array(2 * end)
      grown.set(new Uint8Array(bytes.buffer))
      bytes = new DataView(grown.buffer)
    }
    return at
  }
  const whole = (at: number, value: number) => bytes.setUint32(at, value, true)
  const raw = (at: number, given: Uint8Array) => new Uint8Array(bytes.buffer).set(given, at)

  /** Writes the value itself, or the offset at which it is found. */
  function fill(at: number, flat: Flat): void {
    if (flat.kind === 'byte') bytes.setUint8(at, flat.value)
    else if (flat.kind === 'whole') whole(at, flat.value)
    else if (flat.kind === 'behind') behinds.push({ at, offset: flat.offset })
    else whole(at, write(flat) - at)
  }

  function write(flat: Pointed): number {
    if (flat.kind === 'table') return writeTable(flat.fields)
    if (flat.kind === 'list') {
      const at = counted(flat.items.length, 4)
      flat.items.forEach((item, i) => fill(at + 4 + 4 * i, item))
      return at
    }
    if (flat.kind === 'decimals') {
      const at = counted(flat.values.length, 4)
      flat.values.forEach((value, i) => bytes.setFloat32(at + 4 + 4 * i, value, true))
      return at
    }
    if (flat.kind === 'text') {
      const text = new TextEncoder().encode(flat.text)
      const at = counted(text.length, 1)
      raw(at + 4, text)
      // A terminating zero, which the length doesn't count.
      room(1, 1)
      return at
    }
    // Model data is aligned to 16 bytes, with its length before it.
    const at = room(16 + flat.bytes.length, 16) + 12
    whole(at, flat.bytes.length)
    raw(at + 4, flat.bytes)
    return at
  }

  /** Reserves room for a count and that many elements, and writes the count. */
  function counted(count: number, size: number): number {
    const at = room(4 + count * size)
    whole(at, count)
    return at
  }

  function writeTable(fields: Readonly<Record<number, Flat>>): number {
    const numbers = Object.keys(fields).map(Number)
    const count = Math.max(...numbers) + 1
    const list = room(4 + 2 * count)
    const at = room(4 + 4 * numbers.length)
    bytes.setUint16(list, 4 + 2 * count, true)
    bytes.setUint16(list + 2, 4 + 4 * numbers.length, true)
    bytes.setInt32(at, at - list, true)
    numbers.forEach((number, i) => bytes.setUint16(list + 4 + 2 * number, 4 + 4 * i, true))
    numbers.forEach((number, i) => {
      const field = fields[number]
      if (field) fill(at + 4 + 4 * i, field)
    })
    return at
  }

  fill(0, root)
  raw(4, new TextEncoder().encode(identifier))
  const size = roundedUp(end, 16)
  room(size - end, 1)
  for (const { at, offset } of behinds) whole(at, size + offset - at)
  return new Uint8Array(bytes.buffer, 0, size).slice()
}

const roundedUp = (value: number, step: number): number => Math.ceil(value / step) * step
