import type { Column } from '@parley/api/features/privacy/personal-data/entries.ts'
import { otherPlaces } from '@parley/api/features/privacy/personal-data/other-places.ts'
import { personalData } from '@parley/api/features/privacy/personal-data/personal-data.ts'

/** The text of docs/personal-data.md, from the same map that erasing uses. */
export function personalDataPage(): string {
  const tables = Object.entries(personalData).toSorted(([a], [b]) => a.localeCompare(b))
  const holding = tables.filter(([, { columns }]) => Object.values(columns).some((it) => it !== 'plain'))
  const plain = tables.filter((one) => !holding.includes(one)).map(([name]) => `\`${name}\``)
  return [
    '# Personal data',
    '',
    'Everything in which something of a person can be kept: whose it is, why, for how long, and what erasing that person does with it. This page is made by `pnpm generate` from `apps/api/src/features/privacy/personal-data`, the map by which erasing goes; a column that is missing in it does not compile.',
    '',
    'Ids, numbers, times and states are not listed where they say nothing without a name: once somebody is erased, nothing but a number stands behind an id.',
    '',
    '## The database',
    '',
    ...holding.flatMap(([name, { about, whose, until, columns }]) => [
      `### \`${name}\``,
      '',
      `${about}. Whose: ${whose}. Until: ${until}.`,
      '',
      '| Column | Holds | When the person is erased |',
      '| --- | --- | --- |',
      ...Object.entries(columns).flatMap(([column, it]) =>
        it === 'plain' ? [] : [`| \`${column}\` | ${it.holds} | ${fateOf(it)} |`],
      ),
      '',
    ]),
    `Nothing but ids, times, states and figures: ${plain.join(', ')}.`,
    '',
    '## Everywhere else',
    '',
    '| Where | Holds | Whose | Until | When the person is erased |',
    '| --- | --- | --- | --- | --- |',
    ...otherPlaces.map(
      ({ where, holds, whose, until, erased }) => `| ${where} | ${holds} | ${whose} | ${until} | ${erased} |`,
    ),
    '',
  ].join('\n')
}

function fateOf(column: Exclude<Column, 'plain'>): string {
  if ('gone' in column) return 'goes with its row'
  return 'kept' in column ? `stays: ${column.kept}` : column.becomes
}
