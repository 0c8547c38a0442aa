const endSignature = Buffer.from('PK\x05\x06')
const entrySignature = 0x02014b50
const endBytes = 22
const entryBytes = 46
const namesMax = 20_000

/**
 * The names of the entries in a zip, read from the list at its end. Nothing is unpacked; an unreadable list yields no names.
 */
export function zipNames(tail: Buffer): string[] {
  const end = tail.lastIndexOf(endSignature)
  if (end < 0 || end + endBytes > tail.length) return []
  const count = tail.readUInt16LE(end + 10)
  const listBytes = tail.readUInt32LE(end + 12)
  let at = end - listBytes
  const names: string[] = []
  if (at < 0) return []
  while (names.length < Math.min(count, namesMax)) {
    if (at + entryBytes > end || tail.readUInt32LE(at) !== entrySignature) return []
    const [name, extra, comment] = [28, 30, 32].map((offset) => tail.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    names.push(tail.subarray(at + entryBytes, at + entryBytes + name).toString())
    at += entryBytes + name + extra + comment
  }
  return names
}
