import { expect, test } from 'vitest'
import {
  bothDenied,
  browserOf,
  connectionTexts,
  pickerText,
  streamSupportOf,
  troubleOf,
} from './check-words.ts'

test('each device has its own text for each problem, with the steps for the browser in use', () => {
  const denied = { kind: 'denied' } as const
  expect(troubleOf('camera', denied, 'chromium')).toEqual({
    title: 'Your camera is blocked',
    text: 'Press the settings icon at the left of the address bar, switch Camera on, then try again. Or join with sound only.',
  })
  expect(troubleOf('microphone', denied, 'firefox')).toEqual({
    title: 'Your microphone is blocked',
    text: 'Press the crossed-out icon in the address bar, switch Microphone on, then try again. Until then you can listen and write in the chat.',
  })
  expect(troubleOf('camera', { kind: 'busy' }, 'safari')).toEqual({
    title: 'Another app is using your camera',
    text: 'Close other apps and tabs that show video, then try again. If it stays busy, restart the browser.',
  })
  expect(troubleOf('microphone', { kind: 'busy' }, 'safari')?.title).toBe(
    'Another app is using your microphone',
  )
  expect(troubleOf('camera', { kind: 'missing' }, 'safari')).toEqual({
    title: 'No camera found',
    text: 'Plug one in and it shows up here. You can also join with sound only.',
  })
  expect(troubleOf('microphone', { kind: 'failed', message: 'out of memory' }, 'safari')).toEqual({
    title: "Your microphone didn't start",
    text: 'The browser says: out of memory',
  })
  expect(troubleOf('microphone', { kind: 'missing' }, 'safari')).toEqual({
    title: 'No microphone found',
    text: 'Plug in a headset or microphone, or join to listen and write.',
  })
  expect(troubleOf('camera', { kind: 'blocked' }, 'safari')).toEqual({
    title: 'Your computer is blocking the camera',
    text: 'Open its privacy settings and allow this browser.',
  })
  expect(troubleOf('camera', { kind: 'on', deviceId: 'one' }, 'safari')).toBeUndefined()
  expect(troubleOf('camera', { kind: 'off' }, 'safari')).toBeUndefined()
})

test.each([
  ['chromium', 'Press the settings icon at the left of the address bar'],
  ['firefox', 'Press the crossed-out icon in the address bar'],
  ['safari', 'Open Settings for this website in the Safari menu'],
  ['ios-safari', 'Tap the icon beside the address, then Website Settings'],
  ['ios-other', 'Open the Settings app, choose this browser in the list of apps'],
  ['android-chrome', 'Tap the icon at the left of the address, then Permissions'],
  ['android-firefox', 'Tap the lock beside the address'],
  ['samsung', 'Tap the lock beside the address, then Permissions'],
] as const)('the steps to allow a camera in %s are: %s [DEVICE-19]', (browser, steps) => {
  expect(troubleOf('camera', { kind: 'denied' }, browser)?.text).toBe(
    `${steps}, switch Camera on, then try again. Or join with sound only.`,
  )
})

test('a picker without devices says why it is empty', () => {
  expect(pickerText).toEqual({
    camera: {
      asking: 'Asking the browser…',
      denied: 'Camera blocked by the browser',
      blocked: 'Camera blocked by the computer',
      missing: 'No camera found',
    },
    microphone: {
      asking: 'Asking the browser…',
      denied: 'Microphone blocked by the browser',
      blocked: 'Microphone blocked by the computer',
      missing: 'No microphone found',
    },
  })
})

test('a denied camera and a denied microphone are reported as one problem', () => {
  const denied = { kind: 'denied' } as const
  expect(bothDenied({ camera: denied, microphone: denied }, 'chromium')).toEqual({
    title: 'Camera and microphone are blocked',
    text: 'Press the settings icon at the left of the address bar, switch both on, then try again. You can also join to listen and write.',
  })
  expect(bothDenied({ camera: denied, microphone: { kind: 'missing' } }, 'chromium')).toBeUndefined()
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36', 'chromium'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0', 'chromium'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15', 'safari'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox'],
])('the user agent %s is %s', (agent, browser) => {
  expect(browserOf(agent)).toBe(browser)
})

test('the connection is described with its round trip and its loss', () => {
  expect(connectionTexts({ kind: 'good', roundTripMs: 38.2, lossPercent: 0, blocked: [] })).toEqual({
    title: 'Connection is good',
    text: '38 ms round trip, no loss',
  })
  expect(connectionTexts({ kind: 'usable', roundTripMs: 190, lossPercent: 2.2, blocked: [] })).toEqual({
    title: 'Connection is usable',
    text: '190 ms round trip, 2% loss. Picture may be blurry.',
  })
  const good = { kind: 'good', roundTripMs: 38, lossPercent: 0 } as const
  expect(connectionTexts({ ...good, lossPercent: 0.49, blocked: ['UDP'] }).text).toBe(
    '38 ms round trip, no loss. UDP is blocked here',
  )
  expect(connectionTexts({ ...good, lossPercent: 0.5, blocked: ['UDP', 'TURN'] }).text).toBe(
    '38 ms round trip, 1% loss. UDP and TURN are blocked here',
  )
})

test.each([
  ['checking', 'Checking your connection…', 'This takes a few seconds.'],
  ['blocked', 'Your network blocks video', 'Try another network or a phone.'],
  ['untested', "Couldn't test your connection", 'The test took too long. You can still join.'],
] as const)("a connection that is %s without figures reads '%s'", (kind, title, text) => {
  expect(connectionTexts({ kind })).toEqual({ title, text })
})

test('the application can be shown if the browser plays H.264 and the network does not block it', () => {
  const figures = { roundTripMs: 38, lossPercent: 0, blocked: [] }
  const cannot = "Parley can't be shown here"
  expect(streamSupportOf(true, undefined)).toEqual({
    result: 'good',
    title: 'Parley can be shown here',
    text: 'This browser plays H.264.',
  })
  expect(streamSupportOf(true, { kind: 'good', ...figures }).result).toBe('good')
  expect(streamSupportOf(false, { kind: 'good', ...figures })).toEqual({
    result: 'none',
    title: cannot,
    text: "This browser doesn't play H.264. The call itself works.",
  })
  expect(streamSupportOf(true, { kind: 'blocked' })).toEqual({
    result: 'none',
    title: cannot,
    text: 'Your network blocks video.',
  })
  expect(streamSupportOf(true, { kind: 'usable', ...figures, blocked: ['UDP'] })).toEqual({
    result: 'none',
    title: cannot,
    text: 'Your network blocks UDP, which the picture needs. The call itself works.',
  })
  expect(streamSupportOf(true, { kind: 'weak', ...figures })).toEqual({
    result: 'weak',
    title: 'Parley may stutter here',
    text: 'Your connection is weak.',
  })
})

test.each<[string, number, ReturnType<typeof browserOf>]>([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    5,
    'ios-safari',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    5,
    'ios-safari',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    0,
    'safari',
  ],
  // Some Macs report one touch point, for a drawing tablet.
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    1,
    'safari',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    2,
    'ios-safari',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1',
    5,
    'ios-other',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    5,
    'android-chrome',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 5, 'android-firefox'],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    5,
    'samsung',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/489.0.0]',
    5,
    'in-app',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Instagram 356.0',
    5,
    'in-app',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    0,
    'chromium',
  ],
])('the user agent %s with %i touch points is %s [DEVICE-19]', (agent, touchPoints, name) => {
  expect(browserOf(agent, touchPoints)).toBe(name)
})

test("an app's built-in browser shows that it cannot use the camera, and where to open the page [DEVICE-19]", () => {
  expect(troubleOf('camera', { kind: 'denied' }, 'in-app')?.text).toBe(
    "This app opens pages in its own browser, which can't use it. Copy the link and open it in Safari or Chrome. Or join with sound only.",
  )
  expect(troubleOf('microphone', { kind: 'denied' }, 'ios-safari')?.text).toMatch(
    /^Tap the icon beside the address, then Website Settings, switch Microphone on, then try again\./,
  )
})
