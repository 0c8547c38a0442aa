import type { JobName } from '#platform/jobs/jobs.ts'

interface OtherPlace {
  where: string
  holds: string
  whose: string
  until: string
  erased: string
}

type PlaceData = Omit<OtherPlace, 'where'>

const ids = (until = 'it is done'): PlaceData => ({
  holds: 'ids and times',
  whose: 'the people of the session',
  until,
  erased: 'stays: nothing but a number stands behind an id',
})
const ofNobody: PlaceData = { holds: 'ids', whose: 'nobody', until: 'it is done', erased: '–' }

/** The payload of each job. A job without an entry here does not compile. */
const jobs: Record<JobName, PlaceData> = {
  'mail.send': ofNobody,
  'identity.forgot-password': {
    holds: 'the name or address that somebody typed',
    whose: 'whoever has that name',
    until: 'it is done',
    erased: 'goes',
  },
  'people.read-import': ofNobody,
  'people.import': ofNobody,
  'privacy.erase': ids(),
  'privacy.erase-again': ids(),
  'privacy.copy': ids(),
  'sessions.tell': ids(),
  'sessions.tell-cancelled': ids(),
  'sessions.remind': ids('an hour before the session'),
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

const sameDevice = 'goes at the next sign-out or at its term: no server reaches a browser'

/** The data that a browser keeps, by key (docs/rules.md §2). */
const browser: Readonly<Record<string, PlaceData>> = {
  'parley.token': {
    holds: 'the sign-in',
    whose: 'who signed in',
    until: 'sign-out, 7 days at most',
    erased: 'is worth nothing: the sign-in is gone',
  },
  'parley.chat.': {
    holds: 'words of a chat that are not stored yet',
    whose: 'who wrote them',
    until: 'sent or discarded, 24 hours at most',
    erased: sameDevice,
  },
  'parley.answer.': {
    holds: 'answers that are not stored yet',
    whose: 'the client',
    until: 'sent or discarded, 14 days at most',
    erased: sameDevice,
  },
  gameStarted: {
    holds: 'an id',
    whose: 'who launched an application',
    until: 'the tab is closed',
    erased: sameDevice,
  },
  'parley.answers-of': {
    holds: 'an id',
    whose: 'who answered',
    until: 'the next sign-in',
    erased: sameDevice,
  },
  'parley.cut-off': {
    holds: 'what was sent when the page went',
    whose: 'the client',
    until: '24 hours at most',
    erased: sameDevice,
  },
  'parley.guest': {
    holds: 'the secret of a link',
    whose: 'the client',
    until: 'the tab is closed',
    erased: 'is worth nothing: the link is dead',
  },
}

const inRedis: Readonly<Record<string, PlaceData>> = {
  'parley:live': {
    holds: 'ids, for whoever looks at the moment; nothing is kept',
    whose: 'everybody',
    until: 'it is passed on',
    erased: '–',
  },
  'parley:limit:': {
    holds: 'names and addresses that are counted, as a hash',
    whose: 'who acts',
    until: 'a day at most',
    erased: 'goes at its term',
  },
  'parley:stream:': {
    holds: 'how to reach an application, by ids',
    whose: 'who is in the call',
    until: 'minutes',
    erased: 'goes at its term',
  },
  'stream:': {
    holds: 'which host runs which application, by ids',
    whose: 'nobody',
    until: 'it ends',
    erased: '–',
  },
  'the media server’s own': {
    holds: 'who is in a room: id and name as shown',
    whose: 'who is in the call',
    until: 'the room is closed',
    erased: 'gone before: nobody in a call is erased',
  },
}

const named = (about: string, all: Readonly<Record<string, PlaceData>>): OtherPlace[] =>
  Object.entries(all).map(([name, said]) => ({ where: `${about} \`${name}\``, ...said }))

/** The places outside the database that may hold personal data. */
export const otherPlaces: readonly OtherPlace[] = [
  ...named('Job', jobs),
  ...named('Redis', inRedis),
  {
    where: 'Store of files, `chat/{session}/{file}`',
    holds: 'a file that was sent',
    whose: 'who sent it, and the client of the session',
    until: 'the session',
    erased: 'goes',
  },
  {
    where: 'Store of files, `copies/{copy}`',
    holds: 'everything that is known of a person',
    whose: 'the person',
    until: 'a day',
    erased: 'goes; their words in the copy of somebody else go with its day',
  },
  {
    where: 'Store of files, `erased/{time}`',
    holds: 'ids of the erased, for the day on which a backup is put back',
    whose: 'the erased',
    until: '–',
    erased: 'stays: nothing but a number stands behind an id',
  },
  {
    where: 'Log of the API and the worker',
    holds:
      'ids, paths without their query, times and faults; no body, no name and no network address is written, and secrets are masked',
    whose: 'who calls',
    until: 'as the operator keeps it',
    erased: 'goes at its term',
  },
  {
    where: 'Log of the database and of the media server',
    holds: 'ids, times and faults; of a row that was refused only that it was',
    whose: 'who calls',
    until: 'as the operator keeps it',
    erased: 'goes at its term',
  },
  {
    where: 'Log of the front proxy',
    holds: 'network addresses, routes and browsers',
    whose: 'who calls',
    until: 'as the operator keeps it',
    erased: 'goes at its term',
  },
  ...named('Browser', browser),
  {
    where: 'Backups',
    holds: 'all of the database and of the store of files',
    whose: 'everybody',
    until: 'as the operator keeps them',
    erased:
      'stays until the backup goes; whoever is in it is erased again in the night after it was put back',
  },
]
