import './marked-turns.css'
import { criterionOf } from '../content.ts'
import type { Marked } from '../look-back.ts'

export function MarkedTurns({ marked }: { marked: readonly Marked[] }) {
  return (
    <ul className="marked" aria-label="Turns worth another look">
      {marked.map((one) => (
        <li key={one.turn} className={one.rises ? 'rise' : undefined}>
          <span className="turn">Turn {one.turn}</span>
          <span className="quote">{one.isSaid ? `“${one.quote}”` : one.quote}</span>
          <span className="criterion">{one.shows && criterionOf(one.shows)}</span>
          <span className="why">
            <b>{one.effect}</b> {one.why}
          </span>
        </li>
      ))}
    </ul>
  )
}
