/**
 * The areas of zone names. Bare abbreviations are refused: PostgreSQL does not know some ('AET') and reads others
 * differently than browsers ('AST' is Halifax to PostgreSQL and Anchorage to browsers).
 */
const hasArea =
  /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)\/./
/** Names with an area that ICU still knows but PostgreSQL does not. */
const unknownToPostgres = new Set(['us/pacific-new', 'canada/east-saskatchewan'])

/** Creating a formatter is expensive, so known names are cached. Names match in any case, so the cache needs a limit. */
const known = new Set<string>()
const knownMax = 1000

/** Whether both this runtime and PostgreSQL know the zone: 'Europe/Berlin', 'UTC'. */
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

/** The first of these that is a valid zone, else UTC, so that a bad stored value never breaks a page. */
export const zoneAmong = (...names: readonly (string | null | undefined)[]): string =>
  names.find((name) => typeof name === 'string' && isTimeZone(name)) ?? 'UTC'
