import type { IssueKind } from '@parley/contract/calls/call-reports.ts'

export const issueWords: Record<IssueKind, string> = {
  sound: 'Sound',
  picture: 'Picture',
  connection: 'The connection broke off',
  'screen-share': 'Screen sharing',
  devices: 'Camera or microphone',
  other: 'Something else',
}

export const issuesText = (kinds: readonly IssueKind[]): string =>
  kinds.map((kind) => issueWords[kind]).join(', ')
