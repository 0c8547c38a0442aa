import type { DeviceState, Devices, Sends } from '#features/calls/devices/device-states.ts'
import type { ConnectionState } from './network/connection-state.ts'

export type BrowserName = 'chromium' | 'firefox' | 'safari'

export function browserOf(agent: string): BrowserName {
  if (/firefox|fxios/i.test(agent)) return 'firefox'
  return /safari/i.test(agent) && !/chrom|crios|edg/i.test(agent) ? 'safari' : 'chromium'
}

/** Where the browser keeps what this page may use. */
const places: Record<BrowserName, string> = {
  chromium: 'Press the settings sign at the left of the address bar',
  firefox: 'Press the crossed-out sign in the address bar',
  safari: 'Open Settings for this website in the Safari menu',
}

const switchedOn = { camera: 'Camera', microphone: 'Microphone', both: 'both' }

const grantSteps = (browser: BrowserName, what: keyof typeof switchedOn): string =>
  `${places[browser]}, switch ${switchedOn[what]} on, then try again.`

export interface Trouble {
  title: string
  text: string
}

const nouns: Record<Sends, string> = { camera: 'camera', microphone: 'microphone' }

/** What is wrong with a device, and what to do about it; undefined where nothing is. */
export function troubleOf(what: Sends, state: DeviceState, browser: BrowserName): Trouble | undefined {
  const noun = nouns[what]
  if (state.kind === 'failed')
    return { title: `Your ${noun} did not start`, text: `The browser says: ${state.message}` }
  const troubles: Partial<Record<DeviceState['kind'], Trouble>> = {
    denied: { title: `Your ${noun} is blocked`, text: `${grantSteps(browser, what)} ${otherwise[what]}` },
    blocked: {
      title: `The computer itself blocks the ${noun}`,
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

const missing: Record<Sends, Trouble> = {
  camera: {
    title: 'No camera found',
    text: 'Plug one in and it appears here by itself. You can also join with sound only.',
  },
  microphone: {
    title: 'No microphone found',
    text: 'Plug in a headset or microphone, or join to listen and write.',
  },
}

const otherwise: Record<Sends, string> = {
  camera: 'Or join with sound only.',
  microphone: 'Until then you can listen and write in the chat.',
}

/** Both denied is one matter with one text. */
export function bothDenied({ camera, microphone }: Devices, browser: BrowserName): Trouble | undefined {
  if (camera.kind !== 'denied' || microphone.kind !== 'denied') return undefined
  return {
    title: 'Camera and microphone are blocked',
    text: `${grantSteps(browser, 'both')} You can also come in to listen and write.`,
  }
}

/** In the picker's place while it has nothing to choose. */
export const pickerText: Record<Sends, Partial<Record<DeviceState['kind'], string>>> = {
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

const unmeasured: Record<'checking' | 'blocked', Trouble> = {
  checking: { title: 'Checking your connection…', text: 'This takes a few seconds.' },
  blocked: {
    title: 'No way through for video: your network blocks it',
    text: 'Try another network or a phone.',
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
    text: kind === 'good' ? `${figures}${shut}` : `${figures}${shut}. Picture may be soft.`,
  }
}

const list = new Intl.ListFormat('en')

/** Whether the streamed application can be shown here: by what the browser plays, and by what the network lets through. */
export interface Playing extends Trouble {
  result: 'good' | 'weak' | 'none'
}

export function playingOf(playsH264: boolean, connection: ConnectionState | undefined): Playing {
  const none = { result: 'none', title: 'Parley cannot be shown here' } as const
  if (!playsH264) return { ...none, text: 'This browser does not play H.264. The call itself works.' }
  if (connection?.kind === 'blocked') return { ...none, text: 'Your network blocks video.' }
  if (connection && 'blocked' in connection && connection.blocked.includes('UDP'))
    return { ...none, text: 'Your network blocks UDP, by which it comes. The call itself works.' }
  if (connection?.kind === 'weak')
    return { result: 'weak', title: 'Parley may stutter here', text: 'Your connection is weak.' }
  return { result: 'good', title: 'Parley can be shown here', text: 'This browser plays H.264.' }
}
