import type { CopiedRow, CopiedTable } from './copy-rows.ts'
import { escapeHtml } from '#platform/mail/letter.ts'

/**
 * The names for ids of staff and of the person themselves, of the person's sessions and of their files. Other ids have none.
 */
export interface KnownIds {
  people: ReadonlyMap<string, string>
  sessions: ReadonlyMap<string, string>
  files: ReadonlyMap<string, string>
}

interface Page {
  name: string
  madeAt: number
  zone: string
  tables: readonly CopiedTable[]
  /** The number of rows of each table. */
  counts: ReadonlyMap<string, number>
  known: KnownIds
}

/** The human-readable page of a copy: a heading and a table for each kind of data. */
export async function* copyPage({ name, madeAt, zone, tables, counts, known }: Page): AsyncGenerator<string> {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' })
  const shown = tables.filter((table) => (counts.get(table.name) ?? 0) > 0)
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What Parley holds about ${escapeHtml(name)}</title><style>${style}</style></head><body>
<h1>What Parley holds about ${escapeHtml(name)}</h1>
<p>As it stood on ${escapeHtml(clock.format(madeAt))} (${escapeHtml(zone.replaceAll('_', ' '))}). Times are in that zone. The folder “files” holds what was sent in chats; “data.json” says the same as this page, for other programs.</p>
<nav aria-label="Contents"><ul>${shown.map(({ name: id, about }) => `<li><a href="#${id}">${escapeHtml(about)}</a> (${String(counts.get(id))})</li>`).join('')}</ul></nav>
`
  for (const table of shown) yield* section(table, { clock, known })
  yield '</body></html>\n'
}

interface Words {
  clock: Intl.DateTimeFormat
  known: KnownIds
}

/** Columns that hold only an id of something that the reader knows. */
export const idColumns: Readonly<Record<string, { head: string; from: keyof KnownIds }>> = {
  session_id: { head: 'Session', from: 'sessions' },
  author_id: { head: 'Who', from: 'people' },
  by_id: { head: 'Who', from: 'people' },
  sent_by: { head: 'Who', from: 'people' },
  decided_by: { head: 'Decided by', from: 'people' },
  asked_by: { head: 'Asked by', from: 'people' },
  coach_id: { head: 'Coach', from: 'people' },
  file_id: { head: 'File', from: 'files' },
}

async function* section({ name, about, holds, read }: CopiedTable, words: Words): AsyncGenerator<string> {
  let columns: { column: string; head: string }[] | undefined
  yield `<section><h2 id="${name}">${escapeHtml(about)}</h2><div class="wide"><table>`
  for await (const row of read()) {
    if (!columns) {
      columns = Object.keys(row).flatMap((column) => {
        const head = idColumns[column]?.head ?? holds.get(column)
        return head === undefined ? [] : [{ column, head: head.charAt(0).toUpperCase() + head.slice(1) }]
      })
      yield `<thead><tr>${columns.map(({ head }) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead><tbody>`
    }
    yield `<tr>${columns.map(({ column }) => cell(row, column, words)).join('')}</tr>\n`
  }
  yield '</tbody></table></div></section>\n'
}

function cell(row: CopiedRow, column: string, { clock, known }: Words): string {
  const value = row[column]
  const from = idColumns[column]?.from
  if (from === undefined) return `<td>${escapeHtml(valueText(value, clock))}</td>`
  const text = typeof value === 'string' ? known[from].get(value) : undefined
  if (text === undefined) return '<td></td>'
  return from === 'files'
    ? `<td><a href="${escapeHtml(text.split('/').map(encodeURIComponent).join('/'))}">${escapeHtml(text)}</a></td>`
    : `<td>${escapeHtml(text)}</td>`
}

/** A longer JSON value is only in data.json. */
const longest = 2000

function valueText(value: unknown, clock: Intl.DateTimeFormat): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return clock.format(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map((one) => valueText(one, clock)).join(', ')
  const text = JSON.stringify(value)
  return text.length > longest ? 'See data.json' : text
}

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:80rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.5rem}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #8885;overflow-wrap:anywhere;white-space:pre-wrap}
th{font-size:.85rem;font-weight:600;white-space:normal}`
