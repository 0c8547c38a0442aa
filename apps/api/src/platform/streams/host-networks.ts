import { BlockList, isIP } from 'node:net'

/** Addresses, names and networks in which stream hosts may be. */
export interface HostNetworks {
  has: (url: string) => boolean
}

/**
 * Reads a list such as `10.1.0.0/16, streams.internal`. A host writes its address to Redis, and an entry there alone must
 * not make us send signed requests and browsers' offers to anybody. Returns undefined if the list cannot be read.
 */
export function readHostNetworks(list: string): HostNetworks | undefined {
  const names = new Set<string>()
  const addresses = new BlockList()
  for (const one of list.split(',').map((part) => part.trim().toLowerCase())) {
    const [address = '', length, ...more] = one.split('/')
    const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const bitsMax = kind === 'ipv6' ? 128 : 32
    if (isIP(address) === 0) {
      if (!/^[a-z0-9][a-z0-9.-]{0,252}$/.test(one)) return undefined
      names.add(one)
    } else {
      if (more.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined
      const bits = Number(length ?? bitsMax)
      if (bits > bitsMax) return undefined
      addresses.addSubnet(address, bits, kind)
    }
  }
  return {
    has(url) {
      const read = URL.parse(url)
      if (!read || (read.protocol !== 'http:' && read.protocol !== 'https:')) return false
      const host = read.hostname.replace(/^\[(.*)\]$/, '$1')
      const version = isIP(host)
      return version === 0 ? names.has(host) : addresses.check(host, version === 6 ? 'ipv6' : 'ipv4')
    },
  }
}
