import { expect, test } from 'vitest'
import { deniedState, stateOfRefusal, wayInText, type DeviceState } from './device-states.ts'

const on: DeviceState = { kind: 'on', deviceId: 'one' }
const denied: DeviceState = { kind: 'denied' }

test('what is denied has the name of the specification', () => {
  expect(deniedState({ camera: denied, microphone: on })).toBe('CameraPermissionsDenied')
  expect(deniedState({ camera: on, microphone: denied })).toBe('MicrophonePermissionsDenied')
  expect(deniedState({ camera: denied, microphone: denied })).toBe('NotAllowedError')
  expect(deniedState({ camera: on, microphone: { kind: 'missing' } })).toBeUndefined()
})

test.each([
  ['NotAllowedError', 'Permission denied', 'denied'],
  ['NotAllowedError', 'Permission denied by system', 'blocked'],
  ['NotAllowedError', 'Permission dismissed', 'denied'],
  ['NotFoundError', 'Requested device not found', 'missing'],
  ['NotReadableError', 'Could not start video source', 'busy'],
  ['AbortError', 'Starting videoinput failed', 'busy'],
  ['TypeError', 'what is this', 'failed'],
])('%s (%s) is %s', (name, message, kind) => {
  expect(stateOfRefusal({ name, message }).kind).toBe(kind)
})

test('how one will be there is said whatever is missing, and there is always a way', () => {
  const missing: DeviceState = { kind: 'missing' }
  expect(wayInText({ camera: on, microphone: on })).toBeUndefined()
  expect(wayInText({ camera: { kind: 'off' }, microphone: { kind: 'off' } })).toBeUndefined()
  expect(wayInText({ camera: denied, microphone: on })).toBe('You will join with sound only.')
  expect(wayInText({ camera: on, microphone: missing })).toBe('Others see you, but do not hear you.')
  expect(wayInText({ camera: denied, microphone: missing })).toBe('You will join to listen and write.')
})
