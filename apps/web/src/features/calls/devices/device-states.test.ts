import { expect, test } from 'vitest'
import { chosenIdOf, deniedState, stateOfRefusal, wayInText, type DeviceState } from './device-states.ts'

const on: DeviceState = { kind: 'on', deviceId: 'one' }
const denied: DeviceState = { kind: 'denied' }

test('denied devices are named CameraPermissionsDenied, MicrophonePermissionsDenied or, together, NotAllowedError', () => {
  expect(deniedState({ camera: denied, microphone: on })).toBe('CameraPermissionsDenied')
  expect(deniedState({ camera: on, microphone: denied })).toBe('MicrophonePermissionsDenied')
  expect(deniedState({ camera: denied, microphone: denied })).toBe('NotAllowedError')
  expect(deniedState({ camera: on, microphone: { kind: 'missing' } })).toBeUndefined()
})

test.each([
  ['NotAllowedError', 'Permission denied', 'denied'],
  ['NotAllowedError', 'Permission denied by system', 'blocked'],
  ['NotAllowedError', 'Permission dismissed', 'denied'],
  ['PermissionDeniedError', '', 'denied'],
  ['SecurityError', '', 'denied'],
  ['DevicesNotFoundError', '', 'missing'],
  ['TrackStartError', '', 'busy'],
  ['NotFoundError', 'Requested device not found', 'missing'],
  ['NotReadableError', 'Could not start video source', 'busy'],
  ['AbortError', 'Starting videoinput failed', 'busy'],
  ['TypeError', 'what is this', 'failed'],
])('a capture that fails with %s (%s) is %s', (name, message, kind) => {
  expect(stateOfRefusal({ name, message }).kind).toBe(kind)
})

test('the check says how you will join without a camera, a microphone or both', () => {
  const missing: DeviceState = { kind: 'missing' }
  expect(wayInText({ camera: on, microphone: on })).toBeUndefined()
  expect(wayInText({ camera: { kind: 'off' }, microphone: { kind: 'off' } })).toBeUndefined()
  expect(wayInText({ camera: denied, microphone: on })).toBe('You will join with sound only.')
  expect(wayInText({ camera: on, microphone: missing })).toBe('Others see you, but do not hear you.')
  expect(wayInText({ camera: denied, microphone: missing })).toBe('You will join to listen and write.')
})

test('a device that is on or switched off keeps its id, and one that failed has none', () => {
  expect(chosenIdOf(on)).toBe('one')
  expect(chosenIdOf({ kind: 'off', deviceId: 'two' })).toBe('two')
  expect(chosenIdOf({ kind: 'off' })).toBeUndefined()
  expect(chosenIdOf(denied)).toBeUndefined()
})
