import { hashOf } from '@parley/api/platform/identity/secrets.ts'
import { randomFrom } from '../../../scripts/database/world.ts'
import { linkIn, mailTo } from '../../support/mail/mail.ts'
import { smtpSteps } from '../../support/relays/smtp-relay.ts'
import { openPost, type Post, type SentMail, type Trap } from './mail-post.ts'
import { openFigures, type Figures, type ProofOptions } from '../proof.ts'

export const about =
  'A mail worker that is killed with SIGKILL at each step of sending loses no mail, and the delivery log explains every mail that was sent twice.'

interface Step {
  name: string
  trap: Trap
  /** How many times the server may get the mail: once, or twice if it had accepted the mail but that was not recorded. */
  times: readonly [least: number, most: number]
}

const once = [1, 1] as const
const twice = [2, 2] as const
/** The kill races with the worker, which may or may not have recorded the server's answer. */
const either = [1, 2] as const

const before = (pattern: RegExp): Trap => ({
  sql: ({ direction, text }) => direction === 'statement' && pattern.test(text),
})
const after = (pattern: RegExp): Trap => ({
  sql: ({ direction, statement }) => direction === 'answer' && pattern.test(statement),
})
const begun = /update mails set attempts/
const ended = /update mails set state/
const jobEnded = /complete_job/

const afterAcceptance: Readonly<Record<string, Step['times']>> = {
  'accepted, sender not told': twice,
  'accepted, sender told': either,
}

/** The steps in order, from taking the job to completing it. */
const steps: readonly Step[] = [
  {
    name: 'job taken, worker not told',
    trap: { sql: ({ direction, text }) => direction === 'answer' && text.includes('"mailId"') },
    times: once,
  },
  { name: 'attempt not yet written', trap: before(begun), times: once },
  { name: 'attempt written, worker not told', trap: after(begun), times: once },
  ...smtpSteps.map((name) => ({
    name: `SMTP ${name}`,
    trap: { smtp: (step: string) => step === name },
    times: afterAcceptance[name] ?? once,
  })),
  { name: 'answer not yet written', trap: before(ended), times: twice },
  { name: 'answer written, worker not told', trap: after(ended), times: once },
  { name: 'job not yet ended', trap: before(jobEnded), times: once },
  { name: 'job ended, worker not told', trap: after(jobEnded), times: once },
]

const sizes = {
  full: { steps, rounds: 2, randomKills: 20 },
  short: {
    steps: steps.filter(({ name }) => /end of content|sender not told|job not yet ended/.test(name)),
    rounds: 1,
    randomKills: 1,
  },
}

const mailsPerRandomKill = 8
/** A random kill's mails cause more than this many countable events in either relay. */
const passingsMax = 60

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const choose = randomFrom(seed)
  await using post = await openPost()
  const all: SentMail[] = []
  await post.startWorker()

  say('Killed at a step:')
  for (let round = 0; round < sizes[size].rounds; round += 1)
    for (const { name, trap, times } of sizes[size].steps) {
      const mails = await post.killWith(trap, 1)
      await post.startWorker()
      await post.untilSent(mails)
      all.push(...mails)
      const [mail] = mails
      const count = mail ? timesAccepted(post, mail) : 0
      figures.between(`${name}: mails at the server`, count, times)
    }

  say(`Killed ${sizes[size].randomKills} times at random, ${mailsPerRandomKill} mails under way:`)
  for (let kill = 0; kill < sizes[size].randomKills; kill += 1) {
    const mails = await post.killWith(atRandom(choose), mailsPerRandomKill)
    await post.startWorker()
    await post.untilSent(mails)
    all.push(...mails)
  }
  await checkAll(post, all, figures)
  return figures.all
}

/** Springs at a random event: the nth SMTP step, or the nth statement about mails or jobs. */
function atRandom(choose: () => number): Trap {
  let left = 1 + Math.floor(choose() * passingsMax)
  const isSmtp = choose() < 0.5
  const count = () => (left -= 1) <= 0
  return isSmtp
    ? { smtp: count }
    : { sql: ({ statement }) => /mails|_private_jobs|complete_job|get_job/.test(statement) && count() }
}

const timesAccepted = (post: Post, mail: SentMail): number =>
  post.smtp.accepted.filter((messageId) => messageId === `<${mail.id}@127.0.0.1>`).length

/** Compares what the server has, what the log says and the links in the mails. */
async function checkAll(post: Post, mails: readonly SentMail[], figures: Figures): Promise<void> {
  const rows = new Map((await post.untilSent(mails)).map((row) => [row.id, row]))
  const counts = mails.map((mail) => timesAccepted(post, mail))
  const repeated = mails.filter((mail) => timesAccepted(post, mail) > 1)
  figures.exactly('mails that the server has', counts.filter((count) => count > 0).length, mails.length)
  figures.exactly(
    `of the ${repeated.length} that it has twice, explained by an attempt in the log that was cut off`,
    repeated.filter((mail) => timesAccepted(post, mail) - 1 <= cutOff(rows.get(mail.id)?.log)).length,
    repeated.length,
  )
  let same = 0
  let alive = 0
  for (const mail of mails) {
    const caught = await mailTo(mail.address, timesAccepted(post, mail))
    const links = new Set(caught.map((one) => linkIn(one, 'set-password')))
    const ids = new Set(caught.map(({ messageId }) => messageId))
    if (links.size === 1 && ids.size === 1 && caught.length === timesAccepted(post, mail)) same += 1
    for (const link of links) if (await isLinkAlive(post, link)) alive += 1
  }
  figures.exactly('mails with one Message-ID and one link, however often they went', same, mails.length)
  figures.exactly('links that open', alive, mails.length)
}

/** Counts attempts without an end: the next event in the log is another 'begun', or there is none. */
function cutOff(log: unknown): number {
  // Only `deliverMail` writes the log, as a list of such events.
  const events = (log as { event: string }[]).map(({ event }) => event)
  return events.filter((event, i) => event === 'begun' && (events[i + 1] ?? 'begun') === 'begun').length
}

async function isLinkAlive({ db }: Post, secret: string): Promise<boolean> {
  const found = await db
    .selectFrom('one_time_links')
    .select('person_id')
    .where('token_hash', '=', hashOf(secret))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
