import { expect, test } from 'vitest'
import { readHostNetworks } from './host-networks.ts'

test('a stream host is accepted only in the listed networks, at the listed addresses and under the listed names [STREAM-46]', () => {
  const networks = readHostNetworks('10.1.0.0/16, 192.168.4.7, fd00::/8, streams.internal')
  const inside = [
    'http://10.1.200.3:8600',
    'https://192.168.4.7',
    'http://[fd12:3456::1]:8600',
    'http://streams.internal:8600',
    'http://STREAMS.internal',
    'http://010.1.0.2',
  ]
  const outside = [
    'http://10.2.0.1:8600',
    'http://192.168.4.8',
    'http://[::1]:8600',
    'http://169.254.169.254/latest',
    'http://streams.internal.example.com',
    'http://10.1.0.1@169.254.169.254',
    'ftp://10.1.0.1',
    'redis://10.1.0.1',
    '//10.1.0.1',
    '',
  ]
  for (const url of outside) expect([url, networks?.has(url)]).toEqual([url, false])
  // A leading zero makes it another address for programs that read it as octal.
  for (const url of inside.slice(0, -1)) expect([url, networks?.has(url)]).toEqual([url, true])
  expect(networks?.has(inside.at(-1) ?? '')).toBe(false)
})

test("a list that can't be parsed is rejected", () => {
  for (const list of ['', '10.0.0.0/33', '10.0.0.0/8/8', 'http://10.0.0.1', '10.0.0.0/x', 'fd00::/129'])
    expect([list, readHostNetworks(list)]).toEqual([list, undefined])
})
