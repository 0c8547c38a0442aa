import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Where picture and sound come from: the own connection, or somebody in the call who passes them on. */
export interface ApplicationSource {
  attach: (element: HTMLVideoElement) => void
  detach: (element: HTMLVideoElement) => void
}

interface Heard {
  /** From 0 to 1. */
  volume: number
  /** The chosen output; undefined where a page may not choose. */
  speaker: string | undefined
}

/** Puts a source onto an element, with its sound, and keeps its last picture for when it breaks. */
export function usePicture(source: ApplicationSource | undefined, { volume, speaker }: Heard) {
  const video = useRef<HTMLVideoElement>(null)
  const last = useRef<HTMLCanvasElement>(null)
  const [seen, setSeen] = useState<ApplicationSource>()
  const [isHeld, setIsHeld] = useState(false)
  // Whoever puts something on may have changed how it is heard.
  const sound = useEffectEvent((element: HTMLVideoElement) => setSound(element, volume, isHeld))
  useEffect(() => {
    const [element, canvas] = [video.current, last.current]
    if (!element || !source) return undefined
    source.attach(element)
    sound(element)
    const frame = element.requestVideoFrameCallback(() => setSeen(source))
    void play(element, setIsHeld)
    return () => {
      element.cancelVideoFrameCallback(frame)
      if (canvas) keep(element, canvas)
      source.detach(element)
    }
  }, [source])
  useEffect(() => {
    if (video.current) setSound(video.current, volume, isHeld)
  }, [volume, isHeld])
  useEffect(() => {
    // One that has gone meanwhile is told by the list of devices.
    if (speaker !== undefined && video.current && 'setSinkId' in video.current)
      void video.current.setSinkId(speaker).catch(() => undefined)
  }, [speaker])
  return {
    video,
    last,
    hasPicture: source !== undefined && seen === source,
    /** The browser plays it without its sound until somebody presses. */
    isHeld,
    turnSoundOn: () => {
      if (!video.current) return
      video.current.muted = false
      void play(video.current, setIsHeld)
    },
  }
}

function setSound(element: HTMLVideoElement, volume: number, isHeld: boolean): void {
  element.volume = volume
  element.muted = isHeld || volume === 0
}

async function play(element: HTMLVideoElement, onHeld: (isHeld: boolean) => void): Promise<void> {
  try {
    await element.play()
    if (!element.muted) onHeld(false)
  } catch (error) {
    // Any other reason is that something else is put on meanwhile.
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
    element.muted = true
    onHeld(true)
    // Without sound every browser plays.
    await element.play().catch(() => undefined)
  }
}

function keep(element: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const { videoWidth: width, videoHeight: height } = element
  if (width === 0) return
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(element, 0, 0)
}
