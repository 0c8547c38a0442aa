/** The parts of a browser's offer that we understand. Nothing else is passed on. */
export interface Offer {
  ufrag: string
  pwd: string
  /** The sha-256 fingerprint of the browser's certificate. */
  fingerprint: string
  /** The sections in their order. */
  sections: readonly Section[]
  /** The start and maximum bitrates that the page asks for, in kbit/s. */
  startKbps: number | undefined
  maxKbps: number | undefined
}

export type Section =
  | { kind: 'video'; mid: string; payloadType: number; profile: string; playoutDelayId: number | undefined }
  | { kind: 'audio'; mid: string; payloadType: number }
  | { kind: 'application'; mid: string }

const offerBytesMax = 20_000
const sectionsMax = 3
export const playoutDelay = 'http://www.webrtc.org/experiments/rtp-hdrext/playout-delay'
/** The profile that every browser with H.264 decodes: constrained baseline, level 3.1. */
const wantedProfile = '42e01f'

/**
 * Parses an offer strictly. The library that answers it never sees what a browser wrote, only what `writeOffer` makes of
 * this: hostnames to resolve, addresses to contact and anything else hidden in an offer are dropped here.
 */
export function readOffer(sdp: string): Offer | undefined {
  if (Buffer.byteLength(sdp) > offerBytesMax) return undefined
  const [session, ...media] = sdp.split(/\r?\n(?=m=)/).map((part) => part.split(/\r?\n/))
  if (!session || session[0] !== 'v=0' || media.length === 0 || media.length > sectionsMax) return undefined
  const sections = media.map(readSection)
  const isWhole = sections.every((one) => one !== undefined)
  const kinds = sections.map((one) => one?.kind)
  const mids = sections.map((one) => one?.mid)
  if (!isWhole || kinds.filter((kind) => kind === 'video').length !== 1) return undefined
  if (new Set(kinds).size < kinds.length || new Set(mids).size < mids.length) return undefined
  const whole = [...session, ...media.flat()]
  const ufrag = valueIn(whole, 'ice-ufrag', /^[A-Za-z0-9+/]{4,256}$/)
  const pwd = valueIn(whole, 'ice-pwd', /^[A-Za-z0-9+/]{22,256}$/)
  const fingerprint = valueIn(whole, 'fingerprint', /^sha-256 (?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$/)
  if (ufrag === undefined || pwd === undefined || fingerprint === undefined) return undefined
  const asked = (name: string) => kbpsIn(media.flat(), name)
  return {
    ufrag,
    pwd,
    fingerprint: fingerprint.slice('sha-256 '.length).toUpperCase(),
    sections,
    startKbps: asked('start'),
    maxKbps: asked('max'),
  }
}

/** The value of an attribute, if it is the same wherever it appears. */
function valueIn(lines: readonly string[], name: string, shape: RegExp): string | undefined {
  const values = new Set(
    lines.filter((line) => line.startsWith(`a=${name}:`)).map((line) => line.slice(name.length + 3)),
  )
  const [value, ...others] = values
  return value !== undefined && others.length === 0 && shape.test(value) ? value : undefined
}

function kbpsIn(lines: readonly string[], name: string): number | undefined {
  const found = lines.flatMap(
    (line) =>
      (/^a=fmtp:\d+ (.*)$/.exec(line)?.[1] ?? '')
        .split(';')
        .map((setting) => setting.split('='))
        .find(
          ([key, value = '']) => key?.trim() === `x-google-${name}-bitrate` && /^\d{1,6}$/.test(value),
        )?.[1] ?? [],
  )
  return found[0] === undefined ? undefined : Number(found[0])
}

function readSection(lines: readonly string[]): Section | undefined {
  const [, kind, formats = ''] =
    /^m=(video|audio|application) \d{1,5} UDP\/(?:TLS\/RTP\/SAVPF|DTLS\/SCTP) ([\w -]{1,400})$/.exec(
      lines[0] ?? '',
    ) ?? []
  const mid = lines.flatMap((line) => /^a=mid:([A-Za-z0-9]{1,16})$/.exec(line)?.[1] ?? [])[0]
  if (mid === undefined) return undefined
  if (kind === 'application') return formats === 'webrtc-datachannel' ? { kind, mid } : undefined
  if (kind === 'audio') {
    const payloadType = payloadTypesOf(lines, 'opus/48000/2')[0]
    return payloadType === undefined ? undefined : { kind, mid, payloadType }
  }
  return kind === 'video' ? readVideo(lines, mid) : undefined
}

const payloadTypesOf = (lines: readonly string[], codec: string): number[] =>
  lines
    .flatMap((line) => /^a=rtpmap:(\d{1,3}) (.+)$/.exec(line)?.slice(1) ?? [])
    .flatMap((value, i, all) => (i % 2 === 1 && value === codec ? Number(all[i - 1]) : []))
    .filter((payloadType) => payloadType >= 35 && payloadType <= 127)

function readVideo(lines: readonly string[], mid: string): Section | undefined {
  const found = payloadTypesOf(lines, 'H264/90000').flatMap((payloadType) => {
    const parameters = lines.find((line) => line.startsWith(`a=fmtp:${payloadType} `)) ?? ''
    const profile = /[ ;]profile-level-id=([0-9a-fA-F]{6})(?:;|$)/.exec(parameters)?.[1]?.toLowerCase()
    const isSplit = /[ ;]packetization-mode=1(?:;|$)/.test(parameters)
    return profile?.startsWith('42') && isSplit ? [{ payloadType, profile }] : []
  })
  const chosen = found.find(({ profile }) => profile === wantedProfile) ?? found[0]
  const delay = lines.flatMap((line) => {
    const [, id, uri] = /^a=extmap:(\d{1,2})(?:\/\w+)? (\S+)/.exec(line) ?? []
    return uri === playoutDelay && Number(id) >= 1 && Number(id) <= 14 ? [Number(id)] : []
  })[0]
  return chosen && { kind: 'video', mid, ...chosen, playoutDelayId: delay }
}

/** Writes our own offer with the same content. */
export function writeOffer({ ufrag, pwd, fingerprint, sections }: Offer): string {
  const transport = [
    'c=IN IP4 0.0.0.0',
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${pwd}`,
    `a=fingerprint:sha-256 ${fingerprint}`,
    'a=setup:actpass',
  ]
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${sections.map(({ mid }) => mid).join(' ')}`,
    ...sections.flatMap((section) => [...writeSection(section, transport)]),
  ]
  return `${lines.join('\r\n')}\r\n`
}

function writeSection(section: Section, transport: readonly string[]): string[] {
  const mid = `a=mid:${section.mid}`
  if (section.kind === 'application')
    return [
      'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
      ...transport,
      mid,
      'a=sctp-port:5000',
      'a=max-message-size:262144',
    ]
  const { payloadType: type } = section
  const media = [
    `m=${section.kind} 9 UDP/TLS/RTP/SAVPF ${type}`,
    ...transport,
    mid,
    'a=recvonly',
    'a=rtcp-mux',
  ]
  if (section.kind === 'audio')
    return [...media, `a=rtpmap:${type} opus/48000/2`, `a=fmtp:${type} minptime=10;useinbandfec=1`]
  return [
    ...media,
    ...(section.playoutDelayId === undefined ? [] : [`a=extmap:${section.playoutDelayId} ${playoutDelay}`]),
    `a=rtpmap:${type} H264/90000`,
    `a=fmtp:${type} ${formatOf(section.profile)}`,
    ...['nack', 'nack pli', 'ccm fir', 'goog-remb'].map((feedback) => `a=rtcp-fb:${type} ${feedback}`),
  ]
}

export const formatOf = (profile: string): string =>
  `level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=${profile}`
