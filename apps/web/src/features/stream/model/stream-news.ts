/** Errors on the way to the application. */
export type StreamTrouble =
  /** The offer could not be made or its candidates not gathered, or the answer could not be applied. */
  | 'offer'
  /** The server refused to connect. */
  | 'connect'
  /** The server refused while the browser was waiting for the application. */
  | 'signal'
  /** The application did not answer in time. */
  | 'late'
  /** The rate limit was hit. */
  | 'often'
  /** The connection failed or broke. */
  | 'lost'

/** Events that the user is told about. */
export type StreamNews = 'loading' | 'loaded' | 'retrying' | 'over' | StreamTrouble

/** The specification's texts, letter for letter (its section 8). */
export const troubleTexts: Record<StreamTrouble, { title: string; text: string }> = {
  offer: {
    title: 'Error',
    text: 'An issue occurred when establishing the stream connection, please try again.',
  },
  connect: { title: 'Error', text: "Couldn't connect to stream, try again." },
  signal: { title: 'Error', text: "Couldn't connect to stream, please try again." },
  late: { title: 'Timed out', text: 'Connection timed out, please try again.' },
  often: { title: 'Slow Down', text: 'Please wait a moment before doing that.' },
  lost: { title: 'Error', text: 'Stream connection failed, please try again.' },
}

export const newsTexts = {
  loading: 'Loading Parley',
  loaded: 'Loaded',
  retrying: 'Retrying Parley',
}

/** The line below 'Loading Parley': for how many people it opens. */
export const opensForText = (people: number): string =>
  people === 2
    ? 'It opens for both of you in a moment.'
    : people > 2
      ? 'It opens for everybody in a moment.'
      : 'It opens in a moment.'
