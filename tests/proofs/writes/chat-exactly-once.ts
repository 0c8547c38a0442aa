import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@parley/api/platform/database/database.ts'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import { randomFrom } from '../../../scripts/database/world.ts'
import { cloneDatabase } from '../../support/database.ts'
import { makers } from '../../support/make.ts'
import { startApi, type ApiProcess } from '../../support/engines/processes.ts'
import { enterChat, type ChatPerson } from './chat-people.ts'
import { openFigures, type ProofOptions } from '../proof.ts'

export const about =
  'When eleven people write into one chat over connections that break, with reloads, lost hints and an API that is killed, everybody ends with the same list, with no message lost or doubled.'

const sizes = {
  full: { messages: 10_000, kills: 10, reloads: 60, limitMs: 20 * 60_000 },
  short: { messages: 330, kills: 1, reloads: 6, limitMs: 90_000 },
}
const people = 11
const cutPercent = 6
/** The percentage of hints about new messages that arrive. */
const hintPercent = 10
/** The most messages that a person writes before earlier ones are stored. */
const aheadMax = 4

export async function prove({ size, seed, say }: ProofOptions) {
  // Long because the engines have to start and end in this order.
  const { messages, kills, reloads, limitMs } = sizes[size]
  const figures = openFigures(say)
  const chance = randomFrom(seed)
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const database = openDatabase(cloned.appUrl, 4, () => {})
  stack.defer(database.close)
  const make = makers(database.db, Date.now)
  const organization = await make.organization()
  const person = () => make.person({ level: 'Coach', organization_id: organization.id })
  const [coach, ...others] = await Promise.all(Array.from({ length: people }, person))
  if (!coach) throw new Error('nobody is there')
  const start = new Date(Date.now() - 60_000).toISOString()
  const { id: sessionId } = await make.session({ coach, participants: others, start })

  let api: ApiProcess | undefined
  const begin = async () => {
    api = await startApi({
      databaseUrl: cloned.appUrl,
      redisUrl: addresses(herePlaces()).redis.url,
      settings: { LIVEKIT_NODES: '' },
    })
  }
  await begin()
  stack.defer(async () => api?.stop('SIGKILL'))
  const room = [coach, ...others].map((one) =>
    enterChat({ person: one, sessionId, api: () => api?.url ?? '', chance, cutPercent }),
  )
  stack.defer(() => {
    for (const one of room) one.chat().close()
  })

  const perPerson = Math.ceil(messages / people)
  const expected = perPerson * people
  const deadline = performance.now() + limitMs
  const isLate = () => performance.now() > deadline
  const progress = () => Math.max(...room.map(({ last }) => last())) / expected
  let [killed, reloaded] = [0, 0]

  const harming = (async () => {
    while (progress() < 1 && !isLate()) {
      await wait(20)
      if (killed < kills && progress() > (killed + 0.5) / kills) {
        killed += 1
        await api?.stop('SIGKILL')
        await begin()
      }
      if (reloaded < reloads && progress() > (reloaded + 0.5) / reloads) {
        reloaded += 1
        room[Math.floor(chance() * people)]?.reload()
      }
    }
  })()
  const writing = room.map(async (one) => {
    for (let i = 0; i < perPerson && !isLate(); i += 1) {
      while (one.chat().read().log.unsent.length >= aheadMax && !isLate()) await wait(5)
      one.chat().send(`${one.name} ${i}`)
      for (const other of room) if (chance() * 100 < hintPercent) other.chat().look()
    }
  })
  await Promise.all(writing)
  while (!isLate() && room.some((one) => one.last() < expected || one.chat().read().log.unsent.length > 0))
    await wait(50)
  await harming

  say(`Written by ${people} people, ${expected} messages:`)
  figures.exactly('API processes killed', killed, kills)
  figures.exactly('pages reloaded', reloaded, reloads)
  figures.atLeast(
    'calls cut off',
    room.reduce((sum, one) => sum + one.cuts(), 0),
    expected / 100,
  )
  const stored = await database.db
    .selectFrom('chat_messages')
    .select(['number', 'body'])
    .where('session_id', '=', sessionId)
    .orderBy('number')
    .execute()
  figures.exactly('messages stored', stored.length, expected)
  figures.exactly('different ones', new Set(stored.map(({ body }) => body)).size, expected)
  const truth = JSON.stringify(stored.map(({ number, body }) => [number, body]))
  figures.exactly(
    'people whose list is the stored one',
    room.filter((one) => listOf(one) === truth).length,
    people,
  )
  figures.exactly(
    'people whose words are in the order of writing',
    room.filter(({ name }) => isInOrder(stored, name)).length,
    people,
  )
  return figures.all
}

const listOf = (one: ChatPerson): string =>
  JSON.stringify(
    one
      .chat()
      .read()
      .log.messages.map(({ number, body }) => [number, body]),
  )

function isInOrder(stored: readonly { body: string }[], name: string): boolean {
  const own = stored.filter(({ body }) => body.startsWith(`${name} `))
  return own.every(({ body }, i) => body === `${name} ${i}`)
}
