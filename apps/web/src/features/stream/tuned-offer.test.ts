import { expect, test } from 'vitest'
import { tunedOffer } from './tuned-offer.ts'

const offer = [
  'm=video 9 UDP/TLS/RTP/SAVPF 96 103',
  'a=rtpmap:96 VP8/90000',
  'a=fmtp:96 max-fr=30',
  'a=rtpmap:103 H264/90000',
  'a=fmtp:103 packetization-mode=1;profile-level-id=42e01f',
  '',
].join('\r\n')

test('the offer asks for H.264 to start at 10000 and stay below 19000 kbit/s, and is otherwise unchanged', () => {
  const before = offer.split('\r\n')
  const after = tunedOffer(offer).split('\r\n')
  expect(after.filter((line, i) => line !== before[i])).toEqual([
    'a=fmtp:103 packetization-mode=1;profile-level-id=42e01f;x-google-max-bitrate=19000;x-google-start-bitrate=10000',
  ])
})
