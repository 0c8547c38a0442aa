import { hostname } from 'node:os'

/** An X authority file that lets its holder open that display: of the local family, under this machine's name. */
export function cookieFile(display: number, secret: Buffer): Buffer {
  const family = Buffer.from([0x01, 0x00])
  const parts = [hostname(), String(display), 'MIT-MAGIC-COOKIE-1'].map((text) => Buffer.from(text))
  const sized = [...parts, secret].flatMap((part) => {
    const size = Buffer.alloc(2)
    size.writeUInt16BE(part.length)
    return [size, part]
  })
  return Buffer.concat([family, ...sized])
}
