import {
  textCharactersMax,
  wheelStepsMax,
  type StreamInput,
} from '@parley/contract/rules/calls/stream-input.ts'
import { keycodes } from '@parley/contract/rules/calls/stream-keys.ts'
import { picturePoint } from './picture-point.ts'

type Send = (input: StreamInput) => void

/** Wheel events come in pixels; this many make one step. */
const stepPx = 40
/** Browser buttons to X buttons: browsers count from 0, X counts from 1, and its back and forward buttons are 8 and 9. */
const buttons: Readonly<Record<number, number>> = { 0: 1, 1: 2, 2: 3, 3: 8, 4: 9 }

/**
 * Turns pointer, touch and key events on the picture into input. Returns a function that stops this and releases
 * everything that is held.
 */
export function attachInput(surface: HTMLVideoElement, send: Send): () => void {
  const over = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    act: (event: HTMLElementEventMap[K]) => void,
    target: HTMLElement = surface,
  ) => target.addEventListener(type, act as EventListener, { signal: over.signal, passive: false })
  const pointOf = (event: MouseEvent | Touch) =>
    picturePoint(
      surface.getBoundingClientRect(),
      { width: surface.videoWidth || 16, height: surface.videoHeight || 9 },
      { x: event.clientX, y: event.clientY },
    )

  attachPointer(on, send, pointOf)
  attachTouch(on, send, pointOf)
  attachKeys(on, send)
  on('blur', () => send({ kind: 'release' }))
  return () => {
    over.abort()
    send({ kind: 'release' })
  }
}

type On = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) => void
type PointOf = (event: MouseEvent | Touch) => { x: number; y: number }

function attachPointer(on: On, send: Send, pointOf: PointOf): void {
  const press = (event: PointerEvent, isDown: boolean) => {
    const button = buttons[event.button]
    if (event.pointerType === 'touch' || button === undefined) return
    event.preventDefault()
    const surface = event.currentTarget as HTMLElement
    if (isDown) {
      surface.focus()
      // Capture the pointer, so that a button let go of outside the picture is released too.
      surface.setPointerCapture(event.pointerId)
    }
    send({ kind: 'button', button, isDown, ...pointOf(event) })
  }
  on('pointerdown', (event) => press(event, true))
  on('pointerup', (event) => press(event, false))
  on('pointermove', (event) => {
    if (event.pointerType !== 'touch') send({ kind: 'move', ...pointOf(event) })
  })
  on('contextmenu', (event) => event.preventDefault())
  let [restX, restY] = [0, 0]
  on('wheel', (event) => {
    event.preventDefault()
    const scale = event.deltaMode === 0 ? 1 / stepPx : 1
    restX += event.deltaX * scale
    restY += event.deltaY * scale
    const step = (rest: number) => Math.max(-wheelStepsMax, Math.min(wheelStepsMax, Math.trunc(rest)))
    const [dx, dy] = [step(restX), step(restY)]
    restX -= dx
    restY -= dy
    if (dx !== 0 || dy !== 0) send({ kind: 'wheel', dx, dy })
  })
}

/** One finger acts as the pointer, two act as the wheel. */
function attachTouch(on: On, send: Send, pointOf: PointOf): void {
  let lastY: number | undefined
  let isDown = false
  const touch = (phase: 'down' | 'move' | 'up', event: TouchEvent) => {
    event.preventDefault()
    const [finger, second] = [event.touches[0] ?? event.changedTouches[0], event.touches[1]]
    if (!finger) return
    if (second) {
      if (isDown) send({ kind: 'release' })
      isDown = false
      const moved = lastY === undefined ? 0 : Math.trunc((lastY - finger.clientY) / stepPx)
      if (lastY === undefined || moved !== 0) lastY = finger.clientY
      if (moved !== 0)
        send({ kind: 'wheel', dx: 0, dy: Math.max(-wheelStepsMax, Math.min(wheelStepsMax, moved)) })
      return
    }
    lastY = undefined
    if (phase === 'down') isDown = true
    if (!isDown) return
    send({ kind: 'touch', phase, ...pointOf(finger) })
    if (phase === 'up') isDown = false
  }
  on('touchstart', (event) => touch('down', event))
  on('touchmove', (event) => touch('move', event))
  on('touchend', (event) => touch('up', event))
  on('touchcancel', () => send({ kind: 'release' }))
}

function attachKeys(on: On, send: Send): void {
  const press = (event: KeyboardEvent, isDown: boolean) => {
    const keycode = keycodes.get(event.code)
    // Tab leaves the picture, as everywhere. Repeats are not sent, because a held key repeats on the remote side.
    if (keycode === undefined || event.key === 'Tab' || event.isComposing) return
    event.preventDefault()
    if (!event.repeat) send({ kind: 'key', keycode, isDown })
  }
  on('keydown', (event) => press(event, true))
  on('keyup', (event) => press(event, false))
  on('compositionend', ({ data }) => {
    const letters = Array.from(data)
    for (let at = 0; at < letters.length; at += textCharactersMax)
      send({ kind: 'text', text: letters.slice(at, at + textCharactersMax).join('') })
  })
}
