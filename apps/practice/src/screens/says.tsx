import './says.css'
import { useEffect, useRef } from 'react'
import type { Spoken } from '../scene.ts'

interface SaysProps {
  name: string
  /** The reaction to the last answer. */
  reaction: Spoken | undefined
  line: Spoken | undefined
}

export function Says({ name, reaction, line }: SaysProps) {
  const part = useRef<HTMLElement>(null)
  // Focus the new line: screen readers read it, and no answer is highlighted before one is chosen.
  useEffect(() => part.current?.focus({ preventScroll: true }), [])
  return (
    <section className="says" ref={part} tabIndex={-1} aria-label={name}>
      <p className="name">{name}</p>
      {reaction && (
        <p className="reaction">
          {reaction.does && <em>{reaction.does} </em>}
          {reaction.says && `“${reaction.says}”`}
        </p>
      )}
      {line && (
        <div className="line">
          {line.does && <p className="does">{line.does}</p>}
          {line.says && <p className="words">“{line.says}”</p>}
        </div>
      )}
    </section>
  )
}
