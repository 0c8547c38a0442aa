import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

/** Two presses of Escape within this time give the keys back. */
const twiceMs = 600

interface CaptureOptions {
  surface: RefObject<HTMLVideoElement | null>
  /** The person in this browser has control, and the picture is live. */
  isOffered: boolean
  attach: (surface: HTMLVideoElement) => void
  detach: () => void
}

/** A click, or Enter, gives pointer and keys to the application; Escape twice, or a click elsewhere, takes them back. */
export function useCapture({ surface, isOffered, attach, detach }: CaptureOptions) {
  const [isTaken, setIsTaken] = useState(false)
  const escapedAt = useRef(-Infinity)
  // Control that is lost and regained does not capture the keys again.
  if (isTaken && !isOffered) setIsTaken(false)
  const isCaptured = isTaken && isOffered

  /** Attach during the press, so that it is the application's first. */
  const take = () => {
    const element = surface.current
    if (!isOffered || isCaptured || !element) return
    attach(element)
    element.focus({ preventScroll: true })
    setIsTaken(true)
  }
  const giveBack = useEffectEvent(() => detach())
  useEffect(() => {
    const element = surface.current
    if (!isCaptured || !element) return undefined
    const over = new AbortController()
    const { signal } = over
    const onPress = ({ target }: PointerEvent) => {
      if (target !== element) setIsTaken(false)
    }
    const onBlur = () => {
      // A window that loses focus keeps its active element and focuses it again.
      if (document.activeElement !== element) setIsTaken(false)
    }
    document.addEventListener('pointerdown', onPress, { signal, capture: true })
    element.addEventListener('blur', onBlur, { signal })
    return () => {
      over.abort()
      giveBack()
    }
  }, [isCaptured, surface])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isCaptured) {
      if (event.key !== 'Enter' || event.target !== surface.current) return
      event.preventDefault()
      take()
      return
    }
    if (event.key !== 'Escape' || event.repeat) return
    const now = performance.now()
    if (now - escapedAt.current > twiceMs) {
      escapedAt.current = now
      return
    }
    escapedAt.current = -Infinity
    // The second Escape is for the page only.
    event.preventDefault()
    event.stopPropagation()
    setIsTaken(false)
  }
  return { isCaptured, handlers: { onPointerDownCapture: take, onKeyDownCapture: onKeyDown } }
}
