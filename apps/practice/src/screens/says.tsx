import './says.css'
import { useEffect, useRef } from 'react'
import type { Spoken } from '../scene.ts'

interface Saying {
  name: string
  /** To what was said to them last. */
  reaction: Spoken | undefined
  line: Spoken | undefined
}

export function Says({ name, reaction, line }: Saying) {
  const part = useRef<HTMLElement>(null)
  // Whoever listens to the page hears the new line, and no answer is lit before it is chosen.
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
