import './before.css'
import { conversationOf, scenes } from '../content.ts'
import { useKeys } from '../input.ts'
import { stepOf } from '../mood.ts'
import type { Scene } from '../scene.ts'
import { Buttons } from './buttons.tsx'
import { Picture } from './picture.tsx'

interface BeforeProps {
  scene: Scene
  onBegin: () => void
  onBack: () => void
}

export function Before({ scene, onBegin, onBack }: BeforeProps) {
  useKeys({ Escape: onBack })
  return (
    <main className="before">
      <Picture scene={scene} step={stepOf(scene.start)} />
      <div className="scrim" />
      <div className="words">
        <p className="small">
          Conversation {scene.conversation + 1} of {scenes.length}, {conversationOf(scene)}
        </p>
        <h1>{scene.title}</h1>
        <p className="who">{scene.character.who}</p>
        <h2>What you are here for</h2>
        <p className="task">{scene.task}</p>
        <p className="aloud">Say it aloud in your own words, then pick the nearest line.</p>
        <p className="note">{scene.note}</p>
        <Buttons
          acts={[
            { label: 'Begin', act: onBegin },
            { label: 'Back', act: onBack },
          ]}
        />
      </div>
    </main>
  )
}
