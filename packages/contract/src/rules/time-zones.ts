/**
 * The areas of zone names. A bare abbreviation is none: some are unknown to PostgreSQL ('AET'), and others mean one
 * place to it and another to browsers ('AST' is Halifax here and Anchorage there).
 */
const hasArea =
  /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)\/./
/** Names with an area that ICU alone still knows. */
const unknownToPostgres = new Set(['us/pacific-new', 'canada/east-saskatchewan'])

/** A formatter is dear to make. A city counts in any mixture of cases, so this has a bound of its own. */
const known = new Set<string>()
const knownMax = 1000

/** Whether this names a zone that both this runtime and PostgreSQL know: 'Europe/Berlin', 'UTC'. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true
  if (name !== 'UTC' && (!hasArea.test(name) || unknownToPostgres.has(name.toLowerCase()))) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0)
  } catch {
    return false
  }
  if (known.size < knownMax) known.add(name)
  return true
}

/** The first of these that is a zone, else UTC: nothing that is stored may keep a page from being read. */
export const zoneAmong = (...names: readonly (string | null | undefined)[]): string =>
  names.find((name) => typeof name === 'string' && isTimeZone(name)) ?? 'UTC'
