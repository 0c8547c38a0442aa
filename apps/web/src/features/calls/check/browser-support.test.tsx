import { expect, onTestFinished, test } from 'vitest'
import { isSupported } from './browser-support.tsx'

/** Takes something away from the browser until the test is over. */
function without(owner: object, name: string) {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Reflect.deleteProperty(owner, name)
  onTestFinished(() => {
    if (before) Object.defineProperty(owner, name, before)
  })
}

test.each<[string, () => object, string]>([
  ['connections', () => window, 'RTCPeerConnection'],
  ['capture', () => MediaDevices.prototype, 'getUserMedia'],
  ['locks', () => Navigator.prototype, 'locks'],
  ['AbortSignal.any', () => AbortSignal, 'any'],
  ['AbortSignal.timeout', () => AbortSignal, 'timeout'],
  ['Promise.withResolvers', () => Promise, 'withResolvers'],
  ['checkVisibility', () => Element.prototype, 'checkVisibility'],
])(
  'a browser without %s counts as unsupported, before a call could fail in it [DEVICE-18]',
  (_, owner, name) => {
    expect(isSupported()).toBe(true)
    without(owner(), name)
    expect(isSupported()).toBe(false)
  },
)
