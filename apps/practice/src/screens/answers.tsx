import './answers.css'
import { useRef } from 'react'
import { useArrows, useKeys, useSettled } from '../input.ts'
import { silent } from '../play.ts'
import { Key } from './buttons.tsx'

interface AnswersProps {
  label: string
  lines: readonly string[]
  silence: string
  onChoose: (chosen: number) => void
}

export function Answers({ label, lines, silence, onChoose }: AnswersProps) {
  const grid = useRef<HTMLFieldSetElement>(null)
  const whenSettled = useSettled(800)
  useArrows(grid, 2)
  const choose = (chosen: number) => whenSettled(() => onChoose(chosen))
  const answers = [...lines.map((text, chosen) => ({ text, chosen })), { text: silence, chosen: silent }]
  useKeys(Object.fromEntries(answers.map(({ chosen }, i) => [String(i + 1), () => choose(chosen)])))
  return (
    <fieldset className="answers" ref={grid} aria-label={label}>
      {answers.map(({ text, chosen }, i) => (
        <button
          type="button"
          key={chosen}
          className={chosen === silent ? 'answer silence' : 'answer'}
          aria-keyshortcuts={String(i + 1)}
          // Only one answer is highlighted at a time: the pointer moves the keyboard focus.
          onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
          onPointerLeave={({ currentTarget }) => currentTarget.blur()}
          onClick={() => choose(chosen)}
        >
          <Key name={String(i + 1)} />
          {text}
        </button>
      ))}
    </fieldset>
  )
}
