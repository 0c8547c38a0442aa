import { constants } from '@parley/contract/rules/constants.ts'

/** Adds the product's bitrates to the H.264 formats of an offer, in their `fmtp` lines, where the other side reads them. */
export function tunedOffer(sdp: string): string {
  const lines = sdp.split('\r\n')
  const types = lines.flatMap((line) => /^a=rtpmap:(\d+) H264\/90000$/.exec(line)?.[1] ?? [])
  const { h264BitrateMaxKbps: most, h264BitrateStartKbps: start } = constants
  return lines
    .map((line) => {
      const type = /^a=fmtp:(\d+) /.exec(line)?.[1]
      const isOurs = type !== undefined && types.includes(type)
      return isOurs ? `${line};x-google-max-bitrate=${most};x-google-start-bitrate=${start}` : line
    })
    .join('\r\n')
}

/** Whether this browser can show the application at all. */
export function canShowH264(): boolean {
  const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs ?? []
  return codecs.some(({ mimeType }) => mimeType.toLowerCase() === 'video/h264')
}
