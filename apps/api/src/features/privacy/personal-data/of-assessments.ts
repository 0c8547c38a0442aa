import { gone, kept, ofTheirSessions, by, type Tables } from './entries.ts'

const ofClient = { whose: 'the client', until: 'the session' }
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
    until: '–',
    columns: { version: 'plain', rubric: 'plain' },
  },
  assessments: {
    about: 'By which questions a client was assessed',
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
      shown: kept('a figure', 'Figures without a name stay'),
      answered: kept('a figure', 'Figures without a name stay'),
    },
  },
  assessment_answers: {
    about: 'What a coach answered about a client',
    ...ofClient,
    rows,
    columns: {
      session_id: 'plain',
      person_id: 'plain',
      conversation: gone('which conversation'),
      path: gone('the behavior'),
      value: gone('whether it was shown'),
      data: gone('notes'),
      number: gone('its place'),
    },
  },
  assessment_changes: {
    about: 'Each change of an answer',
    ...ofClient,
    rows,
    columns: {
      session_id: 'plain',
      person_id: 'plain',
      number: gone('its place'),
      conversation: gone('which conversation'),
      path: gone('the behavior'),
      value: gone('whether it was shown'),
      data: gone('notes'),
      by_id: gone('who answered'),
      client_id: gone('the name under which it was sent'),
      at: gone('when'),
    },
  },
  assessment_moments: {
    about: 'Moments of a session that a coach noted',
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
      deleted_at: gone('when it was taken back'),
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
      figures: gone('what it told, moments and words among it'),
    },
  },
}
