import type { Look } from './looks.ts'
import { loudness, type Talk } from './speech.ts'

export const portraitSize = { width: 960, height: 540 }

/** The movements of a face at a moment of the loop. All of them end where they began, so that the loop has no jump. */
function motionAt(look: Look, talk: Talk, at: number, seconds: number) {
  const turns = (count: number, from = 0) => Math.sin(2 * Math.PI * ((count * at) / seconds + from))
  const breaths = Math.round(seconds / 4)
  const isTalking = talk.some(([from, until]) => at >= from && at < until)
  const inBlink = (at + look.blinkFrom) % look.blinkEvery
  return {
    breath: turns(breaths),
    sway: turns(Math.round(seconds / 7)) * 5 + (isTalking ? turns(Math.round(seconds / 2), 0.2) * 2.5 : 0),
    tilt: turns(Math.round(seconds / 9), 0.3) * 1.3,
    nod: isTalking ? turns(Math.round(seconds / 1.6)) * 2 : 0,
    open: inBlink < 0.22 ? Math.abs(inBlink - 0.11) / 0.11 : 1,
    // A listening person looks aside now and then.
    gaze: isTalking ? 0 : Math.max(0, turns(Math.round(seconds / 6), 0.1) - 0.5) * 7,
    brow: isTalking ? Math.max(0, turns(Math.round(seconds / 2.4))) * 3 : 0,
    mouth: loudness(talk, at) * (0.35 + 0.65 * Math.abs(Math.sin(2 * Math.PI * 3.1 * at))),
  }
}

/** A calm drawing of a person in a room, as an SVG. */
export function drawPortrait(look: Look, talk: Talk, at: number, seconds: number): string {
  const move = motionAt(look, talk, at, seconds)
  const { width, height } = portraitSize
  const rise = move.breath * 1.6
  const head = `translate(${move.sway} ${18 - rise + move.nod}) rotate(${move.tilt} 480 360)`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
    <defs>${gradients(look)}</defs>
    ${look.room}
    <g transform="translate(480 545) scale(1.04) translate(-480 -545)">
      <g transform="${head}">${look.hairBehind}${neck}</g>
      <g transform="translate(${move.sway * 0.35} ${-rise * 0.7})">${body(look)}</g>
      <g transform="${head}">${face(look)}${eyes(look, move)}${mouth(look, move.mouth)}${look.hairBefore}${look.glasses}</g>
    </g>
  </svg>`
}

const gradients = (look: Look) => `
  <linearGradient id="skin" x1="0" x2="1" y1="0" y2="0.25">
    <stop offset="0" stop-color="${look.skinShade}"/><stop offset="0.45" stop-color="${look.skin}"/><stop offset="1" stop-color="${look.skinLight}"/>
  </linearGradient>
  <linearGradient id="neck" x1="0" x2="0" y1="0" y2="1">
    <stop offset="0" stop-color="${look.skinDeep}"/><stop offset="1" stop-color="${look.skinShade}"/>
  </linearGradient>
  <linearGradient id="cloth" x1="0" x2="1" y1="0" y2="0.6">
    <stop offset="0" stop-color="${look.clothShade}"/><stop offset="0.6" stop-color="${look.cloth}"/><stop offset="1" stop-color="${look.clothLight}"/>
  </linearGradient>
  <linearGradient id="hair" x1="0" x2="1" y1="0" y2="0.4">
    <stop offset="0" stop-color="${look.hairShade}"/><stop offset="0.65" stop-color="${look.hair}"/><stop offset="1" stop-color="${look.hairLight}"/>
  </linearGradient>
  <radialGradient id="blush"><stop offset="0" stop-color="${look.blush}" stop-opacity="0.55"/><stop offset="1" stop-color="${look.blush}" stop-opacity="0"/></radialGradient>
  <filter id="far" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="7"/></filter>
  <filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="5"/></filter>`

const body = (look: Look) => `
  <path d="M232 560 C238 462 292 424 386 396 L436 376 C452 402 508 402 524 376 L574 396 C668 424 722 462 728 560 Z" fill="url(#cloth)"/>
  <path d="M330 560 C326 510 334 478 350 452" fill="none" stroke="${look.clothShade}" stroke-width="3" opacity="0.6"/>
  <path d="M630 560 C634 510 626 478 610 452" fill="none" stroke="${look.clothShade}" stroke-width="3" opacity="0.6"/>
  ${look.collar}`

const faceShape =
  'M402 196 C398 258 412 304 448 328 C468 341 492 341 512 328 C548 304 562 258 558 196 C556 132 522 100 480 100 C438 100 404 132 402 196 Z'

const neck = '<path d="M442 296 L438 400 C450 420 510 420 522 400 L518 296 Z" fill="url(#neck)"/>'

const face = (look: Look) => `
  <ellipse cx="401" cy="222" rx="12" ry="22" fill="${look.skinShade}"/>
  <ellipse cx="559" cy="222" rx="12" ry="22" fill="${look.skin}"/>
  <path d="${faceShape}" fill="url(#skin)"/>
  <ellipse cx="428" cy="262" rx="32" ry="24" fill="url(#blush)"/>
  <ellipse cx="532" cy="262" rx="32" ry="24" fill="url(#blush)"/>
  <ellipse cx="480" cy="322" rx="26" ry="7" fill="${look.skinLight}" opacity="0.35" filter="url(#soft)"/>
  <path d="M476 208 C474 232 468 246 464 255 C468 263 492 264 496 255" fill="none" stroke="${look.skinDeep}" stroke-width="2.6" stroke-linecap="round" opacity="0.55"/>
  <ellipse cx="483" cy="246" rx="5" ry="8" fill="#ffffff" opacity="0.22" filter="url(#soft)"/>
  ${look.lines}`

interface Eyes {
  open: number
  gaze: number
  brow: number
}

const eyes = (look: Look, { open, gaze, brow }: Eyes) =>
  [446, 514]
    .map((x) => {
      const y = 214
      const upper = y - 15 * open + 4 * (1 - open)
      const lower = y + 7
      const shape = `M${x - 17} ${y + 1} Q${x} ${upper} ${x + 17} ${y + 1} Q${x} ${lower + 2} ${x - 17} ${y + 1} Z`
      const lid = `M${x - 18} ${y + 2} Q${x} ${upper - 1} ${x + 18} ${y + 1}`
      const side = x < 480 ? -1 : 1
      return `
        <clipPath id="eye${x}"><path d="${shape}"/></clipPath>
        <path d="${shape}" fill="#fbf8f4"/>
        <g clip-path="url(#eye${x})">
          <circle cx="${x + gaze}" cy="${y - gaze * 0.3}" r="8.4" fill="${look.iris}"/>
          <circle cx="${x + gaze}" cy="${y - gaze * 0.3}" r="4" fill="#17110e"/>
          <circle cx="${x + gaze + 2.4}" cy="${y - gaze * 0.3 - 2.6}" r="1.7" fill="#ffffff"/>
        </g>
        <path d="${lid}" fill="none" stroke="${look.lash}" stroke-width="3" stroke-linecap="round"/>
        <path d="M${x - 13} ${y - 17} Q${x} ${y - 23} ${x + 14} ${y - 16}" fill="none" stroke="${look.skinDeep}" stroke-width="1.6" opacity="0.4"/>
        <path d="M${x - side * 17} ${186 - brow} Q${x + side * 2} ${175 - brow} ${x + side * 21} ${186 - brow}" fill="none" stroke="${look.brow}" stroke-width="5" stroke-linecap="round" opacity="0.9"/>`
    })
    .join('')

function mouth(look: Look, open: number): string {
  const drop = 14 * open
  const [left, right] = [453 + 4 * open, 507 - 4 * open]
  const isOpen = open > 0.08
  return `
    <path d="M${left} 286 Q471 ${284 - open} 480 ${287 - open} Q489 ${284 - open} ${right} 286 Q480 ${296 - open} ${left} 286 Z" fill="${look.lip}"/>
    <path d="M${left} 286 Q480 ${308 + drop * 1.25} ${right} 286 Q480 ${296 + drop} ${left} 286 Z" fill="${look.lipLight}"/>
    ${isOpen ? `<path d="M${left + 2} 287 Q480 ${294 - open} ${right - 2} 287 Q480 ${297 + drop} ${left + 2} 287 Z" fill="#5b2623"/>` : ''}
    <path d="M${left - 4} 283 Q${left + 1} 287 480 ${294 - open} Q${right - 1} 287 ${right + 4} 283" fill="none" stroke="${look.lipLine}" stroke-width="2" stroke-linecap="round" opacity="${isOpen ? 0.25 : 0.8}"/>`
}
