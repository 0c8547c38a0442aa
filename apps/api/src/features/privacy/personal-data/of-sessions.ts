import { sql } from 'kysely'
import {
  aboutThem,
  becomes,
  by,
  follows,
  gone,
  kept,
  nulled,
  ofTheirSessions,
  inTheirSessions,
  secret,
  type Tables,
} from './entries.ts'

const times = 'Sessions and minutes stay: invoices rest on them'

export const ofSessions: Tables<
  | 'sessions'
  | 'session_participants'
  | 'session_busy'
  | 'session_counts'
  | 'session_count_deltas'
  | 'session_hours'
  | 'session_hour_deltas'
  | 'session_history'
  | 'guest_links'
  | 'calendar_feeds'
> = {
  session_history: {
    about: 'What happened to a session',
    whose: 'the client, or the staff among themselves',
    until: 'the session',
    rows: [
      ofTheirSessions,
      (people) => sql`session_id = any(array(
        select s.id from sessions s where s.coach_id = any(${people}) and s.user_id = s.coach_id))`,
    ],
    columns: {
      id: 'plain',
      session_id: 'plain',
      at: 'plain',
      by_id: 'plain',
      action: 'plain',
      changes: becomes(
        'former times and people by id, former titles, the reason of a correction',
        'titles and reasons go',
        sql`changes - array['title', 'reason']`,
      ),
    },
  },
  sessions: {
    about: 'Who meets whom, and when',
    whose: 'the client and the coach',
    until: '–',
    rows: aboutThem,
    copied: [
      by('user_id'),
      by('coach_id'),
      (people) => sql`id = any(array(
        select q.session_id from session_participants q where q.person_id = any(${people})))`,
    ],
    columns: {
      id: 'plain',
      organization_id: 'plain',
      coach_id: 'plain',
      user_id: 'plain',
      created_by: 'plain',
      title: becomes('what it is about', '‘Coaching Call’', sql`'Coaching Call'`),
      search: follows('title and names for the search', 'it follows the title and the names'),
      start_time: kept('when it was', times),
      end_time: kept('when it was', times),
      status: kept('how it ended', times),
      billable: 'plain',
      instance_count: 'plain',
      use_server: 'plain',
      ics_sequence: 'plain',
      created_at: 'plain',
      updated_at: 'plain',
      version: 'plain',
    },
  },
  session_participants: {
    about: 'Who else is in a session',
    whose: 'who is in it',
    until: 'the session',
    columns: { session_id: 'plain', person_id: 'plain' },
  },
  session_busy: {
    about: 'Keeps people from being booked twice',
    whose: 'who is in the session',
    until: 'a day after its end',
    columns: { session_id: 'plain', person_id: 'plain', during: 'plain' },
  },
  session_counts: {
    about: 'How many sessions there are',
    whose: 'nobody',
    until: 'it is counted anew',
    columns: { organization_id: 'plain', status: 'plain', n: 'plain' },
  },
  session_count_deltas: {
    about: 'Changes of those figures that are not added yet',
    whose: 'nobody',
    until: 'a minute',
    columns: { organization_id: 'plain', status: 'plain', n: 'plain' },
  },
  session_hours: {
    about: 'How many sessions there are in an hour',
    whose: 'nobody',
    until: 'it is counted anew',
    columns: { hour: 'plain', status: 'plain', n: 'plain', minutes: 'plain' },
  },
  session_hour_deltas: {
    about: 'Changes of those figures that are not added yet',
    whose: 'nobody',
    until: 'a minute',
    columns: { hour: 'plain', status: 'plain', n: 'plain', minutes: 'plain' },
  },
  guest_links: {
    about: 'The number that a client’s link is made of',
    whose: 'the client',
    until: 'the session',
    columns: { session_id: 'plain', person_id: 'plain', number: 'plain' },
  },
  calendar_feeds: {
    about: 'The address at which a calendar reads a person’s sessions',
    whose: 'who made it',
    until: 'it is ended, or made anew',
    rows: [by('person_id')],
    columns: {
      person_id: 'plain',
      secret_hash: secret('the address, as a hash'),
      created_at: gone('when it was made'),
      last_read_at: gone('when it was read'),
    },
  },
}

export const ofCalls: Tables<
  | 'calls'
  | 'admissions'
  | 'presence'
  | 'waiting_stays'
  | 'call_reports'
  | 'media_events'
  | 'chats'
  | 'chat_messages'
  | 'chat_files'
  | 'stream_instances'
> = {
  calls: {
    about: 'The room of a session',
    whose: 'nobody',
    until: 'the session',
    columns: {
      session_id: 'plain',
      room: 'plain',
      node: 'plain',
      made_at: 'plain',
      closed_at: 'plain',
      swept_at: 'plain',
      judged_at: 'plain',
      shown_instance: 'plain',
      lost_places: 'plain',
    },
  },
  admissions: {
    about: 'Who asked to come in, and who let them in',
    whose: 'who asked',
    until: 'the session',
    rows: [inTheirSessions('person_id')],
    columns: {
      id: 'plain',
      session_id: 'plain',
      person_id: 'plain',
      decided_by: 'plain',
      state: 'plain',
      browser: secret('the browser, as a hash'),
      checked: gone('what the device check found'),
      asked_at: gone('when'),
      seen_at: gone('when they were last there'),
      told_at: gone('when the coach was told'),
      decided_at: gone('when they were let in'),
      promised_at: gone('when they were promised to be'),
    },
  },
  presence: {
    about: 'In which minutes somebody was in a call',
    whose: 'who was in it',
    until: 'the session',
    copied: [by('person_id')],
    columns: {
      id: 'plain',
      session_id: 'plain',
      person_id: 'plain',
      connection: 'plain',
      joined_at: kept('when they came', times),
      left_at: kept('when they left', times),
      seen_at: kept('when they were last seen', times),
      misses: 'plain',
    },
  },
  waiting_stays: {
    about: 'In which minutes a client waited',
    whose: 'the client',
    until: 'the session',
    copied: [by('person_id')],
    columns: {
      session_id: 'plain',
      person_id: 'plain',
      browser: kept(
        'a random number of the browser, as a hash',
        'It tells two stays apart and leads nowhere',
      ),
      began_at: kept('when they came', times),
      seen_at: kept('when they were last there', times),
    },
  },
  call_reports: {
    about: 'Technical faults that somebody told us of',
    whose: 'who wrote it, and the client of the session',
    until: '90 days, or as long as mails are kept',
    rows: [by('by_id'), ofTheirSessions],
    columns: {
      id: 'plain',
      session_id: 'plain',
      by_id: 'plain',
      at: gone('when'),
      kinds: gone('what was wrong'),
      text: gone('what they wrote'),
      statistics: gone('figures of the connection'),
      timeline: gone('what happened in the call'),
    },
  },
  media_events: {
    about: 'Which notices of the media server were taken in',
    whose: 'nobody',
    until: 'a day',
    columns: { id: 'plain', at: 'plain' },
  },
  chats: {
    about: 'How many messages a chat has',
    whose: 'nobody',
    until: 'the session',
    columns: { session_id: 'plain', messages: 'plain' },
  },
  // Before the files: a message whose `file_id` is already null is not deleted with its file.
  chat_messages: {
    about: 'What was written in a session',
    whose: 'who wrote it, and the client of the session',
    until: 'the session',
    rows: [by('author_id'), ofTheirSessions],
    columns: {
      session_id: 'plain',
      number: 'plain',
      sid: 'plain',
      author_id: 'plain',
      client_id: 'plain',
      type: becomes('that something was written', '‘erased’', sql`'erased'`),
      body: becomes('the words', 'empty', sql`''`),
      file_id: nulled('which file was sent'),
      created_at: kept('when', 'A chat’s numbers have no gap'),
    },
  },
  chat_files: {
    about: 'Files that were sent in a session',
    whose: 'who sent it, and the client of the session',
    until: 'the session',
    rows: [by('author_id'), ofTheirSessions],
    columns: {
      id: 'plain',
      session_id: 'plain',
      author_id: 'plain',
      filename: becomes('its name', 'empty; the row goes with the bytes', sql`''`),
      size_bytes: 'plain',
      begun_at: 'plain',
      stored_at: becomes('when it came', 'empty', sql`null`),
      // Marks the file: its bytes are then deleted, and its row after them.
      dropped_at: becomes('when it is taken away', 'now', sql`coalesce(dropped_at, now())`),
    },
  },
  stream_instances: {
    about: 'Who holds the control of the streamed application',
    whose: 'who is in the call',
    until: 'the session',
    columns: {
      session_id: 'plain',
      number: 'plain',
      epoch: 'plain',
      status: 'plain',
      tries: 'plain',
      ref: 'plain',
      begun_at: 'plain',
      holder_id: 'plain',
    },
  },
}
