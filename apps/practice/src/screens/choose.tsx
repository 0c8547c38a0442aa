import './choose.css'
import { useEffect, useRef } from 'react'
import { conversationOf, scenes } from '../content.ts'
import { useArrows, useKeys, useSettled } from '../input.ts'
import { turnsOf } from '../play.ts'
import type { Scene } from '../scene.ts'
import type { Talk } from '../talk.ts'
import { Key } from './buttons.tsx'
import { StillPicture } from './picture.tsx'

interface ChooseProps {
  onChoose: (scene: Scene) => void
  left: Talk | undefined
  onGoOn: (talk: Talk) => void
}

export function Choose({ onChoose, left, onGoOn }: ChooseProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const cards = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useArrows(cards, 2)
  const whenSettled = useSettled()
  const choose = (scene: Scene) => whenSettled(() => onChoose(scene))
  const goOnKey = String(scenes.length + 1)
  useKeys({
    ...Object.fromEntries(scenes.map((scene, i) => [String(i + 1), () => choose(scene)])),
    [goOnKey]: left && (() => onGoOn(left)),
  })
  return (
    <main className="choose">
      <h1 ref={heading} tabIndex={-1}>
        Which conversation would you like to practise?
      </h1>
      <p className="lead">You speak for one side, aloud. Nothing is marked or kept.</p>
      <div className="cards" ref={cards}>
        {scenes.map((scene, i) => (
          <button
            type="button"
            key={scene.title}
            className="card"
            aria-keyshortcuts={String(i + 1)}
            onClick={() => choose(scene)}
          >
            <span className="words">
              <span className="conversation">
                <Key name={String(i + 1)} />
                {conversationOf(scene)}
              </span>
              <span className="title">{scene.title}</span>
              <span className="who">{scene.character.who}</span>
              <span className="task">{scene.task}</span>
            </span>
            <StillPicture scene={scene} step="Listening" />
          </button>
        ))}
      </div>
      {left && (
        <button type="button" className="go-on" aria-keyshortcuts={goOnKey} onClick={() => onGoOn(left)}>
          <Key name={goOnKey} />
          {goOnText(left)}
        </button>
      )}
    </main>
  )
}

function goOnText({ scene, play }: Talk): string {
  const turns = turnsOf(scene)
  return `Go on with ‘${scene.title}’, turn ${Math.min(play.turn, turns)} of ${turns}`
}
