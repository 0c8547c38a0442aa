import type { JobName } from '#platform/jobs/jobs.ts'

interface OtherPlace {
  where: string
  holds: string
  whose: string
  lifetime: string
  erased: string
}

type PlaceData = Omit<OtherPlace, 'where'>

const ids = (lifetime = 'until the job is done'): PlaceData => ({
  holds: 'ids and times',
  whose: 'the people of the session',
  lifetime,
  erased: 'kept: the id leads only to a number',
})
const ofNobody: PlaceData = { holds: 'ids', whose: 'nobody', lifetime: 'until the job is done', erased: '–' }

/** The payload of each job. A job without an entry here does not compile. */
const jobs: Record<JobName, PlaceData> = {
  'mail.send': ofNobody,
  'identity.forgot-password': {
    holds: 'the name or email address that somebody typed',
    whose: 'the person with that name or address',
    lifetime: 'until the job is done',
    erased: 'deleted',
  },
  'people.read-import': ofNobody,
  'people.import': ofNobody,
  'privacy.erase': ids(),
  'privacy.erase-again': ids(),
  'privacy.copy': ids(),
  'sessions.tell': ids(),
  'sessions.tell-cancelled': ids(),
  'sessions.remind': ids('until an hour before the session'),
  'sessions.cancel-of-deleted': ids(),
  'sessions.rename': ids(),
  'billing.send': ofNobody,
  'calls.sweep-again': ofNobody,
  'calls.shut-out': ids(),
  'stream.shut-out': ids(),
  'stream.start': ids(),
  'stream.control': ids(),
  'stream.stop': ofNobody,
}

const sameDevice = 'deleted at the next sign-out or at the end of that time: a server cannot reach a browser'

/** The data that a browser keeps, by key (docs/rules.md §2). */
const browser: Readonly<Record<string, PlaceData>> = {
  'parley.token': {
    holds: 'the sign-in',
    whose: 'the person who signed in',
    lifetime: 'until sign-out, for at most 7 days',
    erased: 'worthless: the sign-in is gone',
  },
  'parley.chat.': {
    holds: 'chat messages that the server does not have yet',
    whose: 'the author',
    lifetime: 'until sent or discarded, for at most 24 hours',
    erased: sameDevice,
  },
  'parley.answer.': {
    holds: 'answers that the server does not have yet',
    whose: 'the client',
    lifetime: 'until sent or discarded, for at most 14 days',
    erased: sameDevice,
  },
  gameStarted: {
    holds: 'an id',
    whose: 'the person who launched an application',
    lifetime: 'until the tab is closed',
    erased: sameDevice,
  },
  'parley.answers-of': {
    holds: 'an id',
    whose: 'the person who answered',
    lifetime: 'until the next sign-in',
    erased: sameDevice,
  },
  'parley.cut-off': {
    holds: 'what was being sent when the page closed',
    whose: 'the client',
    lifetime: 'for at most 24 hours',
    erased: sameDevice,
  },
  'parley.guest': {
    holds: 'the secret of a link',
    whose: 'the client',
    lifetime: 'until the tab is closed',
    erased: 'worthless: the link is dead',
  },
}

const inRedis: Readonly<Record<string, PlaceData>> = {
  'parley:live': {
    holds: 'ids, for the pages that are open now; nothing is stored',
    whose: 'everybody',
    lifetime: 'until it is passed on',
    erased: '–',
  },
  'parley:limit:': {
    holds: 'hashes of the names and addresses whose requests are counted',
    whose: 'the person who acts',
    lifetime: 'for at most a day',
    erased: 'deleted at the end of that time',
  },
  'parley:stream:': {
    holds: 'ids, to reach an application',
    whose: 'the people in the call',
    lifetime: 'for minutes',
    erased: 'deleted at the end of that time',
  },
  'stream:': {
    holds: 'ids: which host runs which application',
    whose: 'nobody',
    lifetime: 'until it ends',
    erased: '–',
  },
  'the media server’s own': {
    holds: 'who is in a room: id and name as shown',
    whose: 'the people in the call',
    lifetime: 'until the room is closed',
    erased: 'already gone: nobody is erased during a call',
  },
}

const named = (about: string, all: Readonly<Record<string, PlaceData>>): OtherPlace[] =>
  Object.entries(all).map(([name, said]) => ({ where: `${about} \`${name}\``, ...said }))

/** The places outside the database that may hold personal data. */
export const otherPlaces: readonly OtherPlace[] = [
  ...named('Job', jobs),
  ...named('Redis', inRedis),
  {
    where: 'File store, `chat/{session}/{file}`',
    holds: 'a file that was sent',
    whose: 'the sender, and the client of the session',
    lifetime: 'as long as the session',
    erased: 'deleted',
  },
  {
    where: 'File store, `copies/{copy}`',
    holds: 'everything that is stored about a person',
    whose: 'the person',
    lifetime: 'for a day',
    erased: 'deleted; their words in somebody else’s copy are deleted with that copy, within its day',
  },
  {
    where: 'File store, `erased/{time}`',
    holds: 'ids of erased people, in case a backup is restored',
    whose: 'the erased person',
    lifetime: 'no fixed end',
    erased: 'kept: the id leads only to a number',
  },
  {
    where: 'Log of the API and the worker',
    holds:
      'ids, paths without their query, times and errors; no body, name or network address, and secrets are masked',
    whose: 'the person who sends the request',
    lifetime: 'as long as the operator keeps it',
    erased: 'deleted at the end of that time',
  },
  {
    where: 'Log of the database and of the media server',
    holds: 'ids, times and errors; of a refused row only the fact that it was refused',
    whose: 'the person who sends the request',
    lifetime: 'as long as the operator keeps it',
    erased: 'deleted at the end of that time',
  },
  {
    where: 'Log of the front proxy',
    holds: 'network addresses, routes and browsers',
    whose: 'the person who sends the request',
    lifetime: 'as long as the operator keeps it',
    erased: 'deleted at the end of that time',
  },
  ...named('Browser', browser),
  {
    where: 'Backups',
    holds: 'the whole database and file store',
    whose: 'everybody',
    lifetime: 'as long as the operator keeps them',
    erased:
      'kept until the backup is deleted; after a restore, people who had been erased are erased again the following night',
  },
]
