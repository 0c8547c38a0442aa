import './talk-screen.css'
import { conversationOf, scenes } from '../content.ts'
import { useKeys } from '../input.ts'
import { beatOf, isOver, lineOf, turnsOf } from '../play.ts'
import type { Talk } from '../talk.ts'
import { Answers } from './answers.tsx'
import { Buttons, Key } from './buttons.tsx'
import { MoodCard } from './mood-card.tsx'
import { Picture } from './picture.tsx'
import { Says } from './says.tsx'

interface TalkScreenProps {
  talk: Talk
  onSay: (chosen: number) => void
  /** Called after the last reaction. */
  onEnd: () => void
  onStop: () => void
}

export function TalkScreen({ talk, onSay, onEnd, onStop }: TalkScreenProps) {
  const { scene, play, shownBefore } = talk
  const { name, first } = scene.character
  const beat = isOver(scene, play) ? undefined : beatOf(scene, play)
  const reaction = play.past.at(-1)?.reaction
  const turns = turnsOf(scene)
  useKeys({ Escape: onStop })
  return (
    <main className={beat ? 'talk' : 'talk over'}>
      <Picture scene={scene} step={play.shown} />
      <div className="scrim" />
      <header>
        <p className="small">
          Conversation {scene.conversation + 1} of {scenes.length}, {conversationOf(scene)}
        </p>
        <h1>{scene.title}</h1>
        <Progress turn={Math.min(play.turn, turns)} turns={turns} />
      </header>
      <MoodCard first={first} shown={play.shown} before={shownBefore} />
      <button type="button" className="stop" aria-keyshortcuts="Escape" onClick={onStop}>
        Stop
        <Key name="Esc" />
      </button>
      <Says
        key={`says ${play.past.length}`}
        name={name}
        reaction={beat && reaction}
        line={beat ? lineOf(beat, play.shown) : reaction}
      />
      {beat ? (
        <Answers
          key={`answers ${play.past.length}`}
          label={`What you say to ${first}`}
          lines={beat.choices.map(({ text }) => text)}
          silence={beat.silence.text}
          onChoose={onSay}
        />
      ) : (
        <Buttons acts={[{ label: 'See how it went', act: onEnd }]} />
      )}
      {beat && <p className="hint">Say it aloud in your own words, then pick the nearest line.</p>}
    </main>
  )
}

function Progress({ turn, turns }: { turn: number; turns: number }) {
  return (
    <div className="progress">
      <span className="unseen">
        Turn {turn} of {turns}
      </span>
      {Array.from({ length: turns }, (_, i) => (
        <i key={i} className={i + 1 < turn ? 'done' : i + 1 === turn ? 'now' : undefined} />
      ))}
    </div>
  )
}
