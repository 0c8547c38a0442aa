/** The columns of an import file of clients. */
export const importColumns = [
  'first_name',
  'last_name',
  'username',
  'email',
  'coach_username',
  'time_zone',
  'organization',
] as const
export type ImportColumn = (typeof importColumns)[number]

/** Ignored columns: 'error', because a corrected error file may be uploaded again, and columns that the user skips. */
export const passedOver = ['error', 'skip'] as const
export type FileColumn = ImportColumn | (typeof passedOver)[number]

/** The portal's own names for the columns. */
export const importLabels: Record<ImportColumn, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  username: 'Username',
  email: 'Email',
  coach_username: 'Coach username',
  time_zone: 'Time zone',
  organization: 'Organization',
}

/** Other headers for these columns, as in the portal's lists and other programs' files. */
const otherWords = new Map<string, ImportColumn>(
  Object.entries({
    coach: 'coach_username',
    e_mail: 'email',
    email_address: 'email',
    given_name: 'first_name',
    family_name: 'last_name',
    surname: 'last_name',
    timezone: 'time_zone',
  } as const),
)

/** The column that a header names, in any case, with spaces, dashes or underscores; undefined if unknown. */
export function importColumnOf(header: string): FileColumn | undefined {
  const name = header
    .trim()
    .toLowerCase()
    .split(/[\s_-]+/)
    .join('_')
  return [...importColumns, ...passedOver].find((column) => column === name) ?? otherWords.get(name)
}

/** A user who may import into any organization has to name it in each row. */
export const requiredColumns = (isAnyOrganization: boolean): ImportColumn[] => [
  'first_name',
  'last_name',
  'username',
  'email',
  ...(isAnyOrganization ? (['organization'] as const) : []),
]

/** The header decides, because no column name contains either delimiter. */
export const delimiterIn = (header: string): ',' | ';' =>
  header.split(';').length > header.split(',').length ? ';' : ','

/** The first line of a file, without a byte order mark. */
export const headerLine = (text: string): string => /^\uFEFF?([^\r\n]*)/.exec(text)?.[1] ?? ''

/** The names in a header line, without the quotation marks around them. */
export function headerNames(line: string): string[] {
  const delimiter = delimiterIn(line)
  const names = ['']
  let isQuoted = false
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === delimiter && !isQuoted) names.push('')
    else names[names.length - 1] += sign
  }
  return names.map((name) => name.trim())
}
