import type { Column } from '../src/ui/table/columns.ts'
import type { CardParts } from '../src/ui/table/rows/row.ts'

interface ColumnsTableProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  nameOf: (row: Row) => string
}

/** Renders every column of a list, with its sort names and all cells, as in a wide window, but without the table's own behaviour. */
export const ColumnsTable = <Row,>({ columns, rows, nameOf }: ColumnsTableProps<Row>) => (
  <div className="@container w-[80rem]">
    <table>
      <thead>
        <tr>
          {columns.map(({ id, head, sorts = [] }) => (
            <th key={id}>
              {head}, sorts by {sorts.join(', ') || 'nothing'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={nameOf(row)} aria-label={nameOf(row)}>
            {columns.map(({ id, cell }) => (
              <td key={id}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The same for the card that a small screen shows. */
export const CardOf = ({ name, card }: { name: string; card: CardParts }) => (
  <article aria-label={name}>
    <div>{card.above}</div>
    <div>{card.badge}</div>
    <div>{card.lead}</div>
    <div>{card.title}</div>
    {(card.lines ?? []).map((line, i) => (
      // The lines of a card have no key but their position.
      // oxlint-disable-next-line react/no-array-index-key
      <div key={i}>{line}</div>
    ))}
    <div>{card.below}</div>
  </article>
)
