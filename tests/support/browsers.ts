/** The header of a browser that the API has given its key: what is bound to a browser is bound to this name. */
export const browser = (name = 'first') => ({ cookie: `parley.device=${name.padEnd(22, '-')}` })

/** The holder of a link in one browser. */
export interface GuestCaller {
  secret: string
  browser: string
}
