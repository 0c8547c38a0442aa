/** A caption and when it is shown, in milliseconds of the film. */
export interface Caption {
  text: string
  from: number
  until: number
  isOnTop: boolean
}

/** Captions as WebVTT. */
export const captionsFile = (captions: readonly Caption[]): string =>
  ['WEBVTT', ...captions.map(cueOf), ''].join('\n\n').trimEnd() + '\n'

const cueOf = ({ text, from, until, isOnTop }: Caption): string =>
  `${clock(from)} --> ${clock(until)}${isOnTop ? ' line:4%' : ''}\n${text}`

const clock = (ms: number): string => new Date(Math.round(ms)).toISOString().slice(11, 23)
