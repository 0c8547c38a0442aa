import { expect, test } from 'vitest'
import { historyPageMax } from '../assessment/assessment.ts'
import { progressSessionsMax } from '../assessment/progress.ts'
import { lineSessionsMax } from '../billing.ts'
import { reportTextMax, samplesMax } from '../calls/call-reports.ts'
import { chatPageMax, sendFile } from '../chat.ts'
import { auditFileMax } from '../operations.ts'
import { settledMax } from '../people.ts'
import { holdReasonMax, holdsShownMax } from '../privacy.ts'
import { signalRequestMax } from '../stream/stream.ts'
import { signatureGoodMs } from '../stream/stream-host.ts'
import { foundMax, offsetMax, plainListMax } from '../wire/lists.ts'
import { assessmentTextMax, conversationCount } from './assessment/assessment.ts'
import { momentNoteMax, momentsMax } from './assessment/moments.ts'
import { peopleMin } from './assessment/progress.ts'
import { browsersPerLinkMax, promisedMs, waitingBeatMs, waitingGoneMs } from './calls/admissions.ts'
import { stayAfterEndMs } from './calls/calls.ts'
import { chatFilesBytesMax, chatFilesMax } from './calls/chat-files.ts'
import { chatTextMax } from './calls/chat.ts'
import { guestOpensBeforeMs } from './calls/guest-states.ts'
import { presentEnoughMs } from './calls/presence.ts'
import { textCharactersMax, wheelStepsMax } from './calls/stream-input.ts'
import { platformNames } from './platforms.ts'
import { sessionLengthMaxMs, undoGraceMs, undoMs } from './sessions/sessions.ts'

const [second, minute, hour] = [1000, 60_000, 3_600_000]

test('every limit that the specification leaves open has the value that we chose', () => {
  expect({
    historyPageMax,
    progressSessionsMax,
    lineSessionsMax,
    reportTextMax,
    samplesMax,
    chatPageMax,
    chatTextMax,
    chatFilesMax,
    chatFilesBytesMax,
    auditFileMax,
    settledMax,
    holdReasonMax,
    holdsShownMax,
    signalRequestMax,
    foundMax,
    offsetMax,
    plainListMax,
    assessmentTextMax,
    conversationCount,
    momentNoteMax,
    momentsMax,
    peopleMin,
    browsersPerLinkMax,
    textCharactersMax,
    wheelStepsMax,
  }).toEqual({
    historyPageMax: 50,
    progressSessionsMax: 24,
    lineSessionsMax: 1000,
    reportTextMax: 2000,
    samplesMax: 240,
    chatPageMax: 200,
    chatTextMax: 4000,
    chatFilesMax: 50,
    chatFilesBytesMax: 2_147_483_648,
    auditFileMax: 10_000,
    settledMax: 1000,
    holdReasonMax: 500,
    holdsShownMax: 50,
    signalRequestMax: 24_000,
    foundMax: 1000,
    offsetMax: 10_000,
    plainListMax: 1000,
    assessmentTextMax: 20_000,
    conversationCount: 4,
    momentNoteMax: 2000,
    momentsMax: 500,
    peopleMin: 5,
    browsersPerLinkMax: 20,
    textCharactersMax: 32,
    wheelStepsMax: 20,
  })
})

test('every period that the specification leaves open has the length that we chose', () => {
  expect({
    waitingBeatMs,
    waitingGoneMs,
    promisedMs,
    stayAfterEndMs,
    guestOpensBeforeMs,
    presentEnoughMs,
    undoMs,
    undoGraceMs,
    sessionLengthMaxMs,
    signatureGoodMs,
  }).toEqual({
    waitingBeatMs: 3 * second,
    waitingGoneMs: 15 * second,
    promisedMs: 5 * minute,
    stayAfterEndMs: 2 * hour,
    guestOpensBeforeMs: 24 * hour,
    presentEnoughMs: 5 * minute,
    undoMs: 30 * second,
    undoGraceMs: 5 * second,
    sessionLengthMaxMs: 8 * hour,
    signatureGoodMs: 30 * second,
  })
})

test('an upload may be as large as a file of 150 MB with 64 KiB of form around it', () => {
  expect(sendFile.bytes.max).toBe(157_286_400 + 65_536)
})

test('platforms are called by their own names', () => {
  expect(platformNames).toEqual({ windows: 'Windows', macos: 'macOS', linux: 'Linux' })
})
