import { useEffect, useEffectEvent, useState } from 'react'
import { between, type Expression } from './expression.ts'

const changes = 900
const blinks = 190

/** An expression that follows its target slowly, blinks, and glances about a little with each blink. */
export function useLiving(target: Expression): Expression {
  const [felt, setFelt] = useState(target)
  const [shut, setShut] = useState(0)
  const [glance, setGlance] = useState(0)

  const change = useEffectEvent((to: Expression) => {
    const from = felt
    if (from === to || prefersStill()) return undefined
    return animate(changes, (share) => setFelt(share === 1 ? to : between(from, to, eased(share))))
  })
  useEffect(() => change(target), [target])

  useEffect(() => {
    if (prefersStill()) return undefined
    let end = () => {}
    let timer = setTimeout(blink, 1500)
    function blink() {
      // The gaze changes only while the eyes are shut.
      setGlance(Math.random() < 0.35 ? (Math.random() - 0.5) * 0.3 : 0)
      end = animate(blinks, (share) => setShut(share === 1 ? 0 : 1 - Math.abs(share * 2 - 1)))
      timer = setTimeout(blink, 2600 + Math.random() * 3600)
    }
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [])

  return prefersStill() ? target : { ...felt, lids: felt.lids * (1 - shut), aside: felt.aside + glance }
}

const eased = (share: number): number => share * share * (3 - 2 * share)

/** Calls `draw` with 0 to 1 over `ms`, no more often than the stream has frames. Returns a function that stops it. */
function animate(ms: number, draw: (share: number) => void): () => void {
  const from = performance.now()
  let last = 0
  let frame = requestAnimationFrame(step)
  function step(now: number) {
    const share = Math.min(1, Math.max(0, (now - from) / ms))
    if (share === 1 || now - last > 30) {
      last = now
      draw(share)
    }
    if (share < 1) frame = requestAnimationFrame(step)
  }
  return () => cancelAnimationFrame(frame)
}

const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
