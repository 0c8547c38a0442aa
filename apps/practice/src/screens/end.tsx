import './end.css'
import { conversationOf, criterionOf } from '../content.ts'
import { useKeys } from '../input.ts'
import { fallOf, lookBack, moods, type Marked } from '../look-back.ts'
import { endOf, minutes, type Talk } from '../talk.ts'
import { Buttons } from './buttons.tsx'
import { MoodChart } from './mood-chart.tsx'
import { Picture } from './picture.tsx'

interface EndProps {
  talk: Talk
  onAgainFrom: (turn: number) => void
  onStartOver: () => void
  onOther: () => void
}

export function End({ talk, onAgainFrom, onStartOver, onOther }: EndProps) {
  const { scene, play } = talk
  const { title, text, number, of } = endOf(talk)
  const marked = lookBack(scene, play)
  const fall = fallOf(marked)
  useKeys({ Escape: onOther })
  return (
    <main className="end">
      <Picture scene={scene} step={play.shown} />
      <div className="scrim" />
      <div className="words">
        <p className="small">
          {conversationOf(scene)}, ending {number} of {of}
        </p>
        <h1>{title}</h1>
        <p className="text">{text}</p>
        <MoodChart
          label={`How ${scene.character.first} felt, turn by turn`}
          took={minutes(talk)}
          moods={moods(play)}
          marked={marked}
        />
        <MarkedTurns marked={marked} />
      </div>
      <Buttons
        acts={[
          ...(fall ? [{ label: `Try again from turn ${fall.turn}`, act: () => onAgainFrom(fall.turn) }] : []),
          { label: 'Start over', act: onStartOver },
          { label: 'Another conversation', act: onOther },
        ]}
      />
    </main>
  )
}

function MarkedTurns({ marked }: { marked: readonly Marked[] }) {
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
