import { useEffect, useRef, useState, type RefObject } from 'react'

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

/** Puts a source onto the element, with its sound, and keeps its last picture for when it breaks. */
export function usePicture(
  video: RefObject<HTMLVideoElement | null>,
  source: ApplicationSource | undefined,
  { volume, speaker }: Heard,
) {
  const last = useRef<HTMLCanvasElement>(null)
  const [seen, setSeen] = useState<ApplicationSource>()
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    const [element, canvas] = [video.current, last.current]
    if (!element || !source) return undefined
    source.attach(element)
    const frame = element.requestVideoFrameCallback(() => setSeen(source))
    play(element, setIsHeld)
    return () => {
      element.cancelVideoFrameCallback(frame)
      if (canvas) keep(element, canvas)
      source.detach(element)
    }
  }, [source, video])
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.volume = volume
    element.muted = isHeld || volume === 0
  }, [video, volume, isHeld, source])
  useEffect(() => {
    // One that has gone meanwhile is told by the list of devices.
    if (speaker !== undefined && video.current && 'setSinkId' in video.current)
      void video.current.setSinkId(speaker).catch(() => undefined)
  }, [video, speaker])
  return {
    last,
    hasPicture: source !== undefined && seen === source,
    /** The browser plays it without its sound until somebody presses. */
    isHeld,
    turnSoundOn: () => {
      if (!video.current) return
      video.current.muted = false
      play(video.current, setIsHeld)
    },
  }
}

function play(element: HTMLVideoElement, onHeld: (isHeld: boolean) => void): void {
  element.play().then(
    () => {
      if (!element.muted) onHeld(false)
    },
    (error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      element.muted = true
      onHeld(true)
      // Without sound every browser plays.
      void element.play().catch(() => undefined)
    },
  )
}

function keep(element: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const { videoWidth: width, videoHeight: height } = element
  if (width === 0) return
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(element, 0, 0)
}
