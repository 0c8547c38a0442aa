import { gone, kept, ofTheirSessions, by, type Tables } from './entries.ts'

const ofClient = { whose: 'the client', lifetime: 'as long as the session' }
/** A client is assessed only in their own sessions, so these find their rows. The rows name the client by id only. */
const rows = [ofTheirSessions]

export const ofAssessments: Tables<
  | 'assessments'
  | 'assessment_answers'
  | 'assessment_changes'
  | 'assessment_counts'
  | 'assessment_moments'
  | 'assessment_reports'
  | 'rubrics'
> = {
  rubrics: {
    about: 'The questions',
    whose: 'nobody',
    lifetime: 'no fixed end',
    columns: { version: 'plain', rubric: 'plain' },
  },
  assessments: {
    about: 'Which questions a client was assessed with',
    ...ofClient,
    columns: { session_id: 'plain', person_id: 'plain', rubric_version: 'plain', changes: 'plain' },
  },
  assessment_counts: {
    about: 'How many behaviors of a category were shown',
    ...ofClient,
    columns: {
      session_id: 'plain',
      person_id: 'plain',
      conversation: 'plain',
      category: 'plain',
      shown: kept('a figure', 'figures without a name are kept'),
      answered: kept('a figure', 'figures without a name are kept'),
    },
  },
  assessment_answers: {
    about: 'A coach’s answers about a client',
    ...ofClient,
    rows,
    columns: {
      session_id: 'plain',
      person_id: 'plain',
      conversation: gone('which conversation'),
      path: gone('the behavior'),
      value: gone('whether it was shown'),
      data: gone('notes'),
      number: gone('its position'),
    },
  },
  assessment_changes: {
    about: 'Each change of an answer',
    ...ofClient,
    rows,
    columns: {
      session_id: 'plain',
      person_id: 'plain',
      number: gone('its position'),
      conversation: gone('which conversation'),
      path: gone('the behavior'),
      value: gone('whether it was shown'),
      data: gone('notes'),
      by_id: gone('the person who answered'),
      client_id: gone('the id that the browser gave it'),
      at: gone('when'),
    },
  },
  assessment_moments: {
    about: 'Moments that a coach noted during a session',
    ...ofClient,
    rows,
    columns: {
      id: 'plain',
      session_id: 'plain',
      person_id: 'plain',
      conversation: gone('which conversation'),
      path: gone('the behavior'),
      at: gone('when'),
      note: gone('the note'),
      by_id: gone('who noted it'),
      version: gone('how often it was changed'),
      deleted_at: gone('when it was removed'),
    },
  },
  assessment_reports: {
    about: 'Progress reports that were sent',
    ...ofClient,
    rows: [by('person_id')],
    columns: {
      id: 'plain',
      session_id: 'plain',
      person_id: 'plain',
      sent_by: gone('who sent it'),
      at: gone('when'),
      figures: gone('its content, including moments and texts'),
    },
  },
}
