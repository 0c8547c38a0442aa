import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

/** Two presses of Escape within this time give the keys back. */
const twiceMs = 600

interface CaptureGiven {
  surface: RefObject<HTMLVideoElement | null>
  /** Whoever sits here has control, and the picture is live. */
  isOffered: boolean
  attach: (surface: HTMLVideoElement) => void
  detach: () => void
}

/** A click, or Enter, gives pointer and keys to the application; Escape twice, or a click elsewhere, takes them back. */
export function useCapture({ surface, isOffered, attach, detach }: CaptureGiven) {
  const [isTaken, setIsTaken] = useState(false)
  const escapedAt = useRef(-Infinity)
  const isCaptured = isTaken && isOffered

  const take = () => {
    const element = surface.current
    if (!isOffered || isCaptured || !element) return
    attach(element)
    element.focus({ preventScroll: true })
    setIsTaken(true)
  }
  const release = useEffectEvent(() => {
    detach()
    setIsTaken(false)
  })
  useEffect(() => {
    if (!isOffered) release()
  }, [isOffered])
  useEffect(() => {
    if (!isCaptured) return undefined
    const onPress = ({ target }: PointerEvent) => {
      if (target !== surface.current) release()
    }
    const onBlur = () => {
      // A window that is left takes the focus along and brings it back.
      if (document.activeElement !== surface.current) release()
    }
    const element = surface.current
    document.addEventListener('pointerdown', onPress, true)
    element?.addEventListener('blur', onBlur)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      element?.removeEventListener('blur', onBlur)
    }
  }, [isCaptured, surface])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isCaptured) {
      if (event.key === 'Enter' && isOffered) {
        event.preventDefault()
        take()
      }
      return
    }
    if (event.key !== 'Escape' || event.repeat) return
    const now = performance.now()
    if (now - escapedAt.current > twiceMs) {
      escapedAt.current = now
      return
    }
    escapedAt.current = -Infinity
    // The second one is for the page alone.
    event.preventDefault()
    event.stopPropagation()
    detach()
    setIsTaken(false)
  }
  return { isCaptured, handlers: { onPointerDownCapture: take, onKeyDownCapture: onKeyDown } }
}
