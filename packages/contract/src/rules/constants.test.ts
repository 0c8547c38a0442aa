import { expect, test } from 'vitest'
import { constants } from './constants.ts'

test('every constant has its agreed value', () => {
  const minute = 60_000
  expect(constants).toEqual({
    joinWindowBeforeMs: 15 * minute,
    joinWindowAfterMs: 15 * minute,
    startsSoonMs: 25 * minute,
    timeStepMs: 900 * 1000,
    sessionLengthMs: 60 * minute,
    instancesMax: 3,
    instancesDefault: 1,
    orgParticipantsMax: 10,
    pageSize: 10,
    appointmentsPageSize: 4,
    searchDebounceMs: 200,
    videoToggleDebounceMs: 500,
    streamPollMs: 1000,
    streamTimeoutMs: 120_000,
    containerRetries: 10,
    containerRetryMs: 5000,
    streamInitWaitMs: 3000,
    loadingToastMs: 20_000,
    iceGatheringMs: 15_000,
    h264BitrateMaxKbps: 19_000,
    h264BitrateStartKbps: 10_000,
    capture: { width: 1280, height: 720, fps: 24 },
    screenShare: { width: 1920, height: 1080, fps: 10 },
    chatFileBytesMax: 157_286_400,
    conversations: 4,
    invoiceNumberDigits: 5,
    paymentTerms: 'Upon Receipt',
    strategyColumns: 3,
    welcomeVideo: { width: 450, height: 250 },
    deviceCheckWidthPx: 1080,
  })
})
