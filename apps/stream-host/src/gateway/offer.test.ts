import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOffer, writeOffer } from './offer.ts'
import { chromiumOffer } from './sample-offers.ts'

const changed = (from: string | RegExp, to: string) => chromiumOffer.replaceAll(from, to)

describe("a browser's offer", () => {
  test("a browser's offer is read as H.264 in packetization mode 1 and the common profile, opus, and data channels", () => {
    expect(readOffer(chromiumOffer)).toEqual({
      ufrag: 'w2Zk',
      pwd: 'Yb1iq0V3jYrIxzQ4cD5o7vTn',
      fingerprint: expect.stringMatching(/^3A:96:.*:AA$/),
      startKbps: 10_000,
      maxKbps: 19_000,
      sections: [
        { kind: 'video', mid: '0', payloadType: 109, profile: '42e01f', playoutDelayId: 5 },
        { kind: 'audio', mid: '1', payloadType: 111 },
        { kind: 'application', mid: '2' },
      ],
    })
  })

  test("a browser's offer is written anew, without an address, a name or anything else of the browser's", () => {
    const offer = readOffer(chromiumOffer)
    const written = offer ? writeOffer(offer) : ''
    expect(written).not.toMatch(/candidate|\.local|evil|203\.0\.113|VP8|rtx|toffset/)
    expect(written).toContain('a=extmap:5 http://www.webrtc.org/experiments/rtp-hdrext/playout-delay')
    expect(readOffer(written)).toEqual({ ...offer, startKbps: undefined, maxKbps: undefined })
  })

  test("a browser's offer uses another profile of the same kind where the usual one is not offered", () => {
    const offer = readOffer(
      changed('packetization-mode=1;profile-level-id=42e01f', 'packetization-mode=1;profile-level-id=640c1f'),
    )
    expect(offer?.sections[0]).toMatchObject({ payloadType: 103, profile: '42001f' })
  })

  test.each([
    ['without H.264', changed('H264', 'VP9')],
    ['with H.264 in packetization mode 0 only', changed('packetization-mode=1', 'packetization-mode=0')],
    ['without video', changed(/m=video[\s\S]*?(?=m=audio)/g, '')],
    [
      'with two video sections',
      changed('m=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0 8', 'm=video 9 UDP/TLS/RTP/SAVPF 109'),
    ],
    ['with two sections of one mid', changed('a=mid:1', 'a=mid:0')],
    ['with another fingerprint in each section', chromiumOffer.replace('sha-256 3A', 'sha-256 3B')],
    ['with a weak fingerprint', changed('sha-256', 'sha-1')],
    ['without a password', changed(/a=ice-pwd:.*\r\n/g, '')],
    ['with a short password', changed('Yb1iq0V3jYrIxzQ4cD5o7vTn', 'short')],
    ['with a section of another kind', `${chromiumOffer}m=text 9 TCP/MSRP *\r\na=mid:3\r\n`],
    [
      'with a fourth section',
      `${chromiumOffer}m=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:3\r\na=rtpmap:111 opus/48000/2\r\n`,
    ],
    ['over plain RTP', changed('UDP/TLS/RTP/SAVPF', 'RTP/AVP')],
    ['that is not SDP', 'hello'],
    ['that is empty', ''],
    ['that is very long', `${chromiumOffer}${'a=x:y\r\n'.repeat(4000)}`],
  ])('%s is refused', (_, sdp) => expect(readOffer(sdp)).toBeUndefined())

  test('changed at any place is refused, or written with known characters only', () => {
    const ours = /^[\w=:\-+/. ,;*]*$/
    fc.assert(
      fc.property(
        fc.nat(chromiumOffer.length - 1),
        fc.string({ maxLength: 12 }),
        fc.nat(30),
        (at, put, taken) => {
          const offer = readOffer(chromiumOffer.slice(0, at) + put + chromiumOffer.slice(at + taken))
          const lines = offer ? writeOffer(offer).split('\r\n') : []
          expect(lines.filter((line) => !ours.test(line) || line.length > 300)).toEqual([])
        },
      ),
      { numRuns: 4000 },
    )
  })
})
