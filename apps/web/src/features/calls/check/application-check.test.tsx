import { expect, onTestFinished, test } from 'vitest'
import { samplePersonIn } from '#features/calls/stage/sample-call.ts'
import { applicationMark, launchNote, applicationResult } from './application-check.ts'

const person = (name: string, application?: 'good' | 'weak' | 'none') => samplePersonIn(name, { application })

test('a tile is marked if the application cannot be shown there, and not if the check was good or unknown [STREAM-41]', () => {
  const marks = (isOpen: boolean) =>
    (['none', 'weak', 'good', undefined] as const).map((each) => applicationMark(person('Ana', each), isOpen))
  expect(marks(false)).toEqual(["Can't show Parley", 'Parley may stutter', undefined, undefined])
  expect(marks(true)).toEqual(["Can't show Parley", undefined, undefined, undefined])
  expect(
    applicationMark(samplePersonIn('Dana', { isSelf: true, application: 'none' }), false),
  ).toBeUndefined()
})

test('the launch note says how the application will be shown to everybody, the worst result first [STREAM-41]', () => {
  const [none, other, weak, good, unknown] = [
    person('Ana Lima', 'none'),
    person('Bo Sand', 'none'),
    person('Cy Dale', 'weak'),
    person('Di Ek', 'good'),
    person('Ed Fox'),
  ] as const
  expect(launchNote([])).toBeUndefined()
  expect(launchNote([unknown])).toBeUndefined()
  expect(launchNote([good, unknown])).toBeUndefined()
  expect(launchNote([good])).toBe('It can be shown to everyone here')
  expect(launchNote([good, weak, unknown])).toBe('It may stutter for Cy')
  expect(launchNote([none, weak, good, other])).toBe("It can't be shown to Ana and Bo")
})

test('a join reports the result of the check, or without a check that the browser lacks H.264', () => {
  expect(applicationResult({ application: 'weak' })).toBe('weak')
  expect(applicationResult({})).toBeUndefined()
  expect(applicationResult()).toBeUndefined()
  const real = RTCRtpReceiver.getCapabilities.bind(RTCRtpReceiver)
  RTCRtpReceiver.getCapabilities = () => ({ codecs: [], headerExtensions: [] })
  onTestFinished(() => {
    RTCRtpReceiver.getCapabilities = real
  })
  expect(applicationResult()).toBe('none')
})
