import type { DeviceState, Devices, DeviceKind } from '#features/calls/devices/device-states.ts'
import type { ConnectionState } from './network/connection-state.ts'

export type BrowserName =
  | 'chromium'
  | 'firefox'
  | 'safari'
  | 'ios-safari'
  | 'ios-other'
  | 'android-chrome'
  | 'android-firefox'
  | 'samsung'
  | 'in-app'

const inApp =
  /\bFBA[NV]\b|Instagram|\bLine\/|LinkedInApp|Snapchat|TikTok|musical_ly|WhatsApp|MicroMessenger|; wv\)|\bGSA\//
/** iPads call themselves Macs; a Mac has no touch screen. */
const isIos = (agent: string, touchPoints: number): boolean =>
  /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1)

export function browserOf(agent: string, touchPoints = 0): BrowserName {
  if (inApp.test(agent)) return 'in-app'
  if (isIos(agent, touchPoints)) {
    if (/CriOS|FxiOS|EdgiOS|OPiOS|OPT\//.test(agent)) return 'ios-other'
    // An in-app web view does not call itself Safari.
    return /Safari\//.test(agent) ? 'ios-safari' : 'in-app'
  }
  if (/SamsungBrowser/.test(agent)) return 'samsung'
  if (/Android/.test(agent)) return /Firefox/.test(agent) ? 'android-firefox' : 'android-chrome'
  if (/firefox/i.test(agent)) return 'firefox'
  return /safari/i.test(agent) && !/chrom|edg/i.test(agent) ? 'safari' : 'chromium'
}

/** How to reach this page's permissions in each browser. */
const places: Record<Exclude<BrowserName, 'in-app'>, string> = {
  chromium: 'Press the settings icon at the left of the address bar',
  firefox: 'Press the crossed-out icon in the address bar',
  safari: 'Open Settings for this website in the Safari menu',
  'ios-safari': 'Tap the icon beside the address, then Website Settings',
  'ios-other': 'Open the Settings app, choose this browser in the list of apps',
  'android-chrome': 'Tap the icon at the left of the address, then Permissions',
  'android-firefox': 'Tap the lock beside the address',
  samsung: 'Tap the lock beside the address, then Permissions',
}

const switchedOn = { camera: 'Camera', microphone: 'Microphone', both: 'both' }

const grantSteps = (browser: BrowserName, what: keyof typeof switchedOn): string =>
  browser === 'in-app'
    ? "This app opens pages in its own browser, which can't use it. Copy the link and open it in Safari or Chrome."
    : `${places[browser]}, switch ${switchedOn[what]} on, then try again.`

export interface Trouble {
  title: string
  text: string
}

const nouns: Record<DeviceKind, string> = { camera: 'camera', microphone: 'microphone' }

/** A device's problem and what to do about it; undefined if there is none. */
export function troubleOf(what: DeviceKind, state: DeviceState, browser: BrowserName): Trouble | undefined {
  const noun = nouns[what]
  if (state.kind === 'failed')
    return { title: `Your ${noun} didn't start`, text: `The browser says: ${state.message}` }
  const troubles: Partial<Record<DeviceState['kind'], Trouble>> = {
    denied: { title: `Your ${noun} is blocked`, text: `${grantSteps(browser, what)} ${otherwise[what]}` },
    blocked: {
      title: `Your computer is blocking the ${noun}`,
      text: 'Open its privacy settings and allow this browser.',
    },
    busy: {
      title: `Another app is using your ${noun}`,
      text: `Close other apps and tabs that ${what === 'camera' ? 'show video' : 'listen'}, then try again. If it stays busy, restart the browser.`,
    },
    missing: missing[what],
  }
  return troubles[state.kind]
}

const missing: Record<DeviceKind, Trouble> = {
  camera: {
    title: 'No camera found',
    text: 'Plug one in and it shows up here. You can also join with sound only.',
  },
  microphone: {
    title: 'No microphone found',
    text: 'Plug in a headset or microphone, or join to listen and write.',
  },
}

const otherwise: Record<DeviceKind, string> = {
  camera: 'Or join with sound only.',
  microphone: 'Until then you can listen and write in the chat.',
}

/** If both are denied, one text covers both. */
export function bothDenied({ camera, microphone }: Devices, browser: BrowserName): Trouble | undefined {
  if (camera.kind !== 'denied' || microphone.kind !== 'denied') return undefined
  return {
    title: 'Camera and microphone are blocked',
    text: `${grantSteps(browser, 'both')} You can also join to listen and write.`,
  }
}

/** Shown in place of the picker while there is nothing to choose. */
export const pickerText: Record<DeviceKind, Partial<Record<DeviceState['kind'], string>>> = {
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
}

const unmeasured: Record<'checking' | 'blocked' | 'untested', Trouble> = {
  checking: { title: 'Checking your connection…', text: 'This takes a few seconds.' },
  blocked: {
    title: 'Your network blocks video',
    text: 'Try another network or a phone.',
  },
  untested: {
    title: "Couldn't test your connection",
    text: 'The test took too long. You can still join.',
  },
}

export function connectionTexts(connection: ConnectionState): Trouble {
  if (!('roundTripMs' in connection)) return unmeasured[connection.kind]
  const { kind, roundTripMs, lossPercent, blocked } = connection
  const loss = lossPercent < 0.5 ? 'no loss' : `${Math.round(lossPercent)}% loss`
  const figures = `${Math.round(roundTripMs)} ms round trip, ${loss}`
  const shut =
    blocked.length === 0
      ? ''
      : `. ${list.format(blocked)} ${blocked.length === 1 ? 'is' : 'are'} blocked here`
  return {
    title: `Connection is ${kind}`,
    text: kind === 'good' ? `${figures}${shut}` : `${figures}${shut}. Picture may be blurry.`,
  }
}

const list = new Intl.ListFormat('en')

/**
 * Whether the streamed application can be shown here, judged by the browser's codecs and by what the network lets through.
 */
export interface StreamSupport extends Trouble {
  result: 'good' | 'weak' | 'none'
}

export function streamSupportOf(playsH264: boolean, connection: ConnectionState | undefined): StreamSupport {
  const none = { result: 'none', title: "Parley can't be shown here" } as const
  if (!playsH264) return { ...none, text: "This browser doesn't play H.264. The call itself works." }
  if (connection?.kind === 'blocked') return { ...none, text: 'Your network blocks video.' }
  if (connection && 'blocked' in connection && connection.blocked.includes('UDP'))
    return { ...none, text: 'Your network blocks UDP, which the picture needs. The call itself works.' }
  if (connection?.kind === 'weak')
    return { result: 'weak', title: 'Parley may stutter here', text: 'Your connection is weak.' }
  return { result: 'good', title: 'Parley can be shown here', text: 'This browser plays H.264.' }
}
