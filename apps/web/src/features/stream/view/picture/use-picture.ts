import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The source of picture and sound: this browser's own connection, or the person in the call who relays them. */
export interface ApplicationSource {
  attach: (element: HTMLVideoElement) => void
  detach: (element: HTMLVideoElement) => void
}

interface SoundOptions {
  /** From 0 to 1. */
  volume: number
  /** The chosen output; undefined where a page may not choose. */
  speaker: string | undefined
}

/** Attaches a source and its sound to a video element, and keeps the last picture for when it breaks. */
export function usePicture(source: ApplicationSource | undefined, { volume, speaker }: SoundOptions) {
  const video = useRef<HTMLVideoElement>(null)
  const last = useRef<HTMLCanvasElement>(null)
  const [seen, setSeen] = useState<ApplicationSource>()
  const [isHeld, setIsHeld] = useState(false)
  // The source's `attach` may have changed volume and muted.
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
    // If the speaker was unplugged meanwhile, the device list reports it.
    if (speaker !== undefined && video.current && 'setSinkId' in video.current)
      void video.current.setSinkId(speaker).catch(() => undefined)
  }, [speaker])
  return {
    video,
    last,
    hasPicture: source !== undefined && seen === source,
    /** The browser plays without sound until the user presses. */
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
    // Any other error means that another source was attached meanwhile.
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
    element.muted = true
    onHeld(true)
    // Every browser plays muted video.
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
