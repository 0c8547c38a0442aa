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

const times = 'sessions and minutes are kept because invoices depend on them'

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
    lifetime: 'as long as the session',
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
        'earlier times and titles, earlier people by id, the reason for a correction',
        'without titles and reasons',
        sql`changes - array['title', 'reason']`,
      ),
    },
  },
  sessions: {
    about: 'Who meets whom, and when',
    whose: 'the client and the coach',
    lifetime: 'no fixed end',
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
      title: becomes('the title', '‘Coaching Call’', sql`'Coaching Call'`),
      search: follows('title and names, for the search', 'follows the title and the names'),
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
    about: 'Other participants of a session',
    whose: 'the participant',
    lifetime: 'as long as the session',
    columns: { session_id: 'plain', person_id: 'plain' },
  },
  session_busy: {
    about: 'Keeps people from being booked twice',
    whose: 'the people of the session',
    lifetime: 'until a day after its end',
    columns: { session_id: 'plain', person_id: 'plain', during: 'plain' },
  },
  session_counts: {
    about: 'How many sessions there are',
    whose: 'nobody',
    lifetime: 'until it is recounted',
    columns: { organization_id: 'plain', status: 'plain', n: 'plain' },
  },
  session_count_deltas: {
    about: 'Changes of those counts that are not added up yet',
    whose: 'nobody',
    lifetime: 'for a minute',
    columns: { organization_id: 'plain', status: 'plain', n: 'plain' },
  },
  session_hours: {
    about: 'How many sessions there are in an hour',
    whose: 'nobody',
    lifetime: 'until it is recounted',
    columns: { hour: 'plain', status: 'plain', n: 'plain', minutes: 'plain' },
  },
  session_hour_deltas: {
    about: 'Changes of those counts that are not added up yet',
    whose: 'nobody',
    lifetime: 'for a minute',
    columns: { hour: 'plain', status: 'plain', n: 'plain', minutes: 'plain' },
  },
  guest_links: {
    about: 'The number in a client’s link',
    whose: 'the client',
    lifetime: 'as long as the session',
    columns: { session_id: 'plain', person_id: 'plain', number: 'plain' },
  },
  calendar_feeds: {
    about: 'The address at which a calendar reads a person’s sessions',
    whose: 'the person who made it',
    lifetime: 'until it is ended or replaced',
    rows: [by('person_id')],
    columns: {
      person_id: 'plain',
      secret_hash: secret('the address, as a hash'),
      created_at: gone('when it was made'),
      last_read_at: gone('when it was last read'),
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
    about: 'The media room of a session',
    whose: 'nobody',
    lifetime: 'as long as the session',
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
    about: 'Who asked to be let in, and who let them in',
    whose: 'the person who asked',
    lifetime: 'as long as the session',
    rows: [inTheirSessions('person_id')],
    columns: {
      id: 'plain',
      session_id: 'plain',
      person_id: 'plain',
      decided_by: 'plain',
      state: 'plain',
      browser: secret('the browser, as a hash'),
      checked: gone('what the device check found'),
      asked_at: gone('when they asked'),
      seen_at: gone('when they were last seen'),
      told_at: gone('when the coach was told'),
      decided_at: gone('when they were let in'),
      promised_at: gone('when the coach promised to let them in'),
    },
  },
  presence: {
    about: 'The minutes in which a person was in a call',
    whose: 'the person in the call',
    lifetime: 'as long as the session',
    copied: [by('person_id')],
    columns: {
      id: 'plain',
      session_id: 'plain',
      person_id: 'plain',
      connection: 'plain',
      joined_at: kept('when they joined', times),
      left_at: kept('when they left', times),
      seen_at: kept('when they were last seen', times),
      misses: 'plain',
    },
  },
  waiting_stays: {
    about: 'The minutes in which a client waited',
    whose: 'the client',
    lifetime: 'as long as the session',
    copied: [by('person_id')],
    columns: {
      session_id: 'plain',
      person_id: 'plain',
      browser: kept('a hash of a random number of the browser', 'it only tells two visits apart'),
      began_at: kept('when they joined', times),
      seen_at: kept('when they were last seen', times),
    },
  },
  call_reports: {
    about: 'Reports of technical issues',
    whose: 'the author, and the client of the session',
    lifetime: 'for 90 days, or as long as mails are kept',
    rows: [by('by_id'), ofTheirSessions],
    columns: {
      id: 'plain',
      session_id: 'plain',
      by_id: 'plain',
      at: gone('when'),
      kinds: gone('what was wrong'),
      text: gone('what they wrote'),
      statistics: gone('statistics of the connection'),
      timeline: gone('what happened in the call'),
    },
  },
  media_events: {
    about: 'Which webhooks of the media server were processed',
    whose: 'nobody',
    lifetime: 'for a day',
    columns: { id: 'plain', at: 'plain' },
  },
  chats: {
    about: 'How many messages a chat has',
    whose: 'nobody',
    lifetime: 'as long as the session',
    columns: { session_id: 'plain', messages: 'plain' },
  },
  // Before the files: a message whose `file_id` is already null is not deleted with its file.
  chat_messages: {
    about: 'The chat messages of a session',
    whose: 'the author, and the client of the session',
    lifetime: 'as long as the session',
    rows: [by('author_id'), ofTheirSessions],
    columns: {
      session_id: 'plain',
      number: 'plain',
      sid: 'plain',
      author_id: 'plain',
      client_id: 'plain',
      type: becomes('the kind of message', '‘erased’', sql`'erased'`),
      body: becomes('the text', 'empty', sql`''`),
      file_id: nulled('which file was sent'),
      created_at: kept('when', 'the numbers of a chat have no gaps'),
    },
  },
  chat_files: {
    about: 'Files that were sent in the chat of a session',
    whose: 'the sender, and the client of the session',
    lifetime: 'as long as the session',
    rows: [by('author_id'), ofTheirSessions],
    columns: {
      id: 'plain',
      session_id: 'plain',
      author_id: 'plain',
      filename: becomes('its name', 'empty; the row is deleted with the bytes', sql`''`),
      size_bytes: 'plain',
      begun_at: 'plain',
      stored_at: becomes('when it was uploaded', 'empty', sql`null`),
      // Marks the file: its bytes are then deleted, and its row after them.
      dropped_at: becomes('when it is deleted', 'now', sql`coalesce(dropped_at, now())`),
    },
  },
  stream_instances: {
    about: 'Who has control of the streamed application',
    whose: 'the people in the call',
    lifetime: 'as long as the session',
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
