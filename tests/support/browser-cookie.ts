/** The cookie of a browser that the API has given its key. Anything bound to a browser is bound to this name. */
export const browser = (name = 'first') => ({ cookie: `parley.device=${name.padEnd(22, '-')}` })

/** The holder of a personal link in one browser. */
export interface GuestCaller {
  secret: string
  browser: string
}
