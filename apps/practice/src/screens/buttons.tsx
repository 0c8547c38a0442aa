import './buttons.css'
import { useRef } from 'react'
import { useArrows, useKeys, useSettled } from '../input.ts'

export interface Act {
  label: string
  act: () => void
}

/** The available actions, numbered from 1. Enter runs the first unless another button has the focus. */
export function Buttons({ acts }: { acts: readonly Act[] }) {
  const row = useRef<HTMLDivElement>(null)
  useArrows(row, 1)
  const whenSettled = useSettled()
  const keys = acts.map(({ act }, i) => [String(i + 1), () => whenSettled(act)] as const)
  const [first] = acts
  useKeys({ ...Object.fromEntries(keys), Enter: first && (() => whenSettled(first.act)) })
  return (
    <div className="buttons" ref={row}>
      {acts.map(({ label, act }, i) => (
        <button
          type="button"
          key={label}
          className={i === 0 ? 'button first' : 'button'}
          aria-keyshortcuts={String(i + 1)}
          autoFocus={i === 0}
          onClick={() => whenSettled(act)}
        >
          <Key name={String(i + 1)} />
          {label}
        </button>
      ))}
    </div>
  )
}

/** Shows a button's shortcut. Screen readers get it from `aria-keyshortcuts`. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className="key" aria-hidden="true">
      {name}
    </kbd>
  )
}
