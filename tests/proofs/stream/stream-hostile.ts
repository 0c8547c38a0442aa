import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import datachannel from 'node-datachannel'
import { keycodes } from '@parley/contract/rules/calls/stream-keys.ts'
import { randomFrom } from '../../../scripts/database/world.ts'
import { eventually } from '../../support/eventually.ts'
import { startStreamHost, type StreamHost } from '../../support/stream/stream-host.ts'
import { openFigures, type ProofOptions } from '../proof.ts'

export const about =
  'A stream host takes hostile input and hostile offers without crashing, without extra threads, without creating a file that a message names, and without doing anything for a person who does not have control.'

const sizes = { full: { messages: 100_000, offers: 4000 }, short: { messages: 2000, offers: 200 } }
/** The host closes a connection after one more refused message, so the next messages need a new connection. */
const perConnection = 200
const threadsMore = 8

type Chance = () => number

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const { messages, offers } = sizes[size]
  const chance = randomFrom(seed)
  await using host = await startStreamHost({ slots: 1 })
  const instance = await host.start('patch', { holder: 'dana' })
  const before = await partsOf(host, instance)
  const threads = threadsOf(before.gateway)

  say('Input of somebody without control, and of the holder:')
  const refused = async () => (await host.ask('GET', `/instances/${instance}`)).body.refused as number
  let sent = 0
  for (const person of ['tomas', 'dana'] as const)
    for (const until = sent + messages / 2; sent < until;) {
      const peer = await connect(host, instance, person)
      for (let i = 0; i < perConnection; i += 1) peer.send(hostileMessage(chance, person === 'dana'))
      sent += perConnection
      await eventually(refused, (judged) => judged >= sent, 20_000)
      peer.close()
    }
  figures.atLeast('messages sent', sent, messages)
  const { body } = await host.ask('GET', `/instances/${instance}`)
  // A person without control cannot press anything, and none of the holder's messages here is a valid press.
  figures.exactly('what the application shows', body.title, 'patch 0 0')
  figures.exactly('messages done', body.done, 0)
  figures.exactly('messages refused', body.refused, sent)
  const places = temporaryFoldersOf(host)
  figures.atLeast('folders in which a file could be made', places.length, 2)
  figures.exactly(
    'files that a message has made',
    places.filter((place) => existsSync(`${place}/${madeFile}`)).length,
    0,
  )

  say('Offers changed by chance:')
  const good = await offerOf()
  let answered = 0
  for (let i = 0; i < offers; i += 1) {
    const { status, body: reply } = await host.ask('POST', `/instances/${instance}/signal`, {
      viewer: `fuzz${i % 4}`,
      person: 'tomas',
      offer: mutated(good, chance),
    })
    if (status !== 200) figures.exactly('the status of an answer', status, 200)
    if (reply.answer) answered += 1
  }
  say(`  ${answered} of ${offers} were still offers`)
  const after = await partsOf(host, instance)
  figures.exactly(
    'parts that fell',
    Object.keys(before)
      .filter((part) => before[part] !== after[part])
      .join(),
    '',
  )
  const settled = await eventually(
    () => threadsOf(after.gateway),
    (now) => now <= threads + threadsMore,
    30_000,
  ).catch(() => threadsOf(after.gateway))
  figures.atMost('threads of the gateway more than before', settled - threads, threadsMore)
  const peer = await connect(host, instance, 'dana')
  for (const isDown of [1, 0]) peer.send(Buffer.from([4, keycodes.get('Digit1') ?? 0, isDown]))
  const { body: pressed } = await eventually(
    () => host.ask('GET', `/instances/${instance}`),
    (answer) => answer.body.title !== 'patch 0 0',
    10_000,
  )
  figures.exactly('and the holder still presses a key', pressed.title, 'patch 0 1')
  peer.close()
  return figures.all
}

/** The file that a message would create if it were ever run as a command. */
const madeFile = `parley-stream-hostile-${process.pid}`

/** Every /tmp that the daemon or a process of the instance sees; the application has a separate one in memory. */
function temporaryFoldersOf(host: StreamHost): string[] {
  const uid = host.uidOf(0)
  const ofInstance = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statSync(`/proc/${name}`, { throwIfNoEntry: false })?.uid === uid)
    .map((pid) => `/proc/${pid}/root/tmp`)
  const folders = new Map<string, string>()
  for (const folder of ['/tmp', ...ofInstance]) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found) folders.set(`${found.dev} ${found.ino}`, folder)
  }
  return [...folders.values()]
}

/** From the holder, only messages that are not valid input; from the other person, anything, even well-formed input. */
function hostileMessage(chance: Chance, isHolder: boolean): Buffer | string {
  const bytes = Buffer.from(
    Array.from({ length: Math.floor(chance() * 90) }, () => Math.floor(chance() * 256)),
  )
  if (chance() < 0.1) return `{"t":"control","holder":"tomas","cmd":"$(touch /tmp/${madeFile})"}`
  if (chance() < 0.1) return Buffer.alloc(60_000, 4)
  if (!isHolder) return chance() < 0.5 ? Buffer.from([4, 10, 1]) : bytes
  // The first byte matches no kind of input.
  return Buffer.concat([Buffer.from([8 + Math.floor(chance() * 240)]), bytes])
}

function mutated(offer: string, chance: Chance): string {
  const at = Math.floor(chance() * offer.length)
  const kinds = [
    () => offer.slice(0, at) + String.fromCodePoint(Math.floor(chance() * 0x3ff)) + offer.slice(at + 1),
    () => offer.slice(0, at) + offer.slice(at + Math.floor(chance() * 60)),
    () => offer.slice(0, at) + offer.slice(Math.floor(chance() * offer.length)),
    () => offer.replace('a=mid:0', `a=mid:0\r\na=candidate:1 1 udp 1 host-${at}.example.test 9 typ host`),
    () => offer.replace(/a=ice-ufrag:.*/, `a=ice-ufrag:${'A'.repeat(Math.floor(chance() * 300))}`),
    () => offer.replaceAll(/profile-level-id=\w+/g, `profile-level-id=42${at}`),
    () => `${offer}${'a=x\r\n'.repeat(Math.floor(chance() * 300))}`,
  ]
  return kinds[Math.floor(chance() * kinds.length)]?.() ?? offer
}

/** Connects a person without a browser. */
async function connect(host: StreamHost, instance: string, person: string) {
  const { peer, offer, channel } = await newPeer()
  const { body } = await host.ask('POST', `/instances/${instance}/signal`, { viewer: person, person, offer })
  if (!body.answer) throw new Error(`the host answers ${JSON.stringify(body)}`)
  peer.setRemoteDescription(body.answer, 'answer')
  await eventually(() => channel.isOpen(), Boolean, 10_000)
  return {
    send(message: Buffer | string) {
      if (!channel.isOpen()) return
      if (typeof message === 'string') channel.sendMessage(message)
      else channel.sendMessageBinary(message)
    },
    close: () => peer.close(),
  }
}

async function newPeer() {
  const peer = new datachannel.PeerConnection('viewer', { iceServers: [], bindAddress: '127.0.0.1' })
  const video = new datachannel.Video('0', 'RecvOnly')
  video.addH264Codec(103, 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f')
  peer.addTrack(video)
  const channel = peer.createDataChannel('input')
  await eventually(
    () => peer.gatheringState(),
    (state) => state === 'complete',
    10_000,
  )
  const offer = peer.localDescription()?.sdp ?? ''
  return { peer, offer, channel, video }
}

async function offerOf(): Promise<string> {
  const { peer, offer } = await newPeer()
  peer.close()
  return offer
}

async function partsOf(host: StreamHost, instance: string): Promise<Record<string, number>> {
  // The daemon writes this file for each instance.
  const { processes } = JSON.parse(readFileSync(`${host.folder}/${instance}/state.json`, 'utf8')) as {
    processes: Record<string, { pid: number }>
  }
  return Object.fromEntries(Object.entries(processes).map(([part, { pid }]) => [part, pid]))
}

const threadsOf = (pid = 0): number => readdirSync(`/proc/${pid}/task`).length
