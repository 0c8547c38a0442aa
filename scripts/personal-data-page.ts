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
    'Where Parley stores personal data: whose it is, why, for how long, and what happens to it when that person is erased. `pnpm generate` writes this page from `apps/api/src/features/privacy/personal-data`, the same map that erasing uses. A column that is missing there does not compile.',
    '',
    'Ids, numbers, times and states are left out if they say nothing without a name: once a person is erased, their id leads only to a number.',
    '',
    '## The database',
    '',
    ...holding.flatMap(([name, { about, whose, lifetime, columns }]) => [
      `### \`${name}\``,
      '',
      `${about}. Belongs to: ${whose}. Kept: ${lifetime}.`,
      '',
      '| Column | Holds | When the person is erased |',
      '| --- | --- | --- |',
      ...Object.entries(columns).flatMap(([column, it]) =>
        it === 'plain' ? [] : [`| \`${column}\` | ${it.holds} | ${fateOf(it)} |`],
      ),
      '',
    ]),
    `These tables hold only ids, times, states and figures: ${plain.join(', ')}.`,
    '',
    '## Everywhere else',
    '',
    '| Where | Holds | Belongs to | Kept | When the person is erased |',
    '| --- | --- | --- | --- | --- |',
    ...otherPlaces.map(
      ({ where, holds, whose, lifetime, erased }) =>
        `| ${where} | ${holds} | ${whose} | ${lifetime} | ${erased} |`,
    ),
    '',
  ].join('\n')
}

function fateOf(column: Exclude<Column, 'plain'>): string {
  if ('gone' in column) return 'deleted with the row'
  return 'kept' in column ? `kept: ${column.kept}` : column.becomes
}
