import type { LocalAudioTrack } from 'livekit-client'
import { useEffect, useState } from 'react'
import { heardMore, isHeard, isSilent, levelOf, nothingHeard } from './sound-level.ts'

const stepMs = 100

export interface Level {
  level: number
  hearing: 'listening' | 'heard' | 'silent'
}

const nothing: Level = { level: -Infinity, hearing: 'listening' }

/** Measures a microphone's level ten times a second. */
export function useLevel(track: LocalAudioTrack | undefined): Level {
  const [level, setLevel] = useState(nothing)
  useEffect(() => {
    if (!track) return undefined
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 2048
    const samples = new Float32Array(analyser.fftSize)
    let heard: MediaStreamTrack | undefined
    let source: MediaStreamAudioSourceNode | undefined
    let hearing = nothingHeard
    /** Choosing another microphone gives the same track a new capture, which has to be heard itself. */
    const follow = () => {
      if (track.mediaStreamTrack === heard) return
      heard = track.mediaStreamTrack
      hearing = nothingHeard
      source?.disconnect()
      source = context.createMediaStreamSource(new MediaStream([heard]))
      source.connect(analyser)
    }
    const timer = setInterval(() => {
      follow()
      // Some browsers suspend audio until the page was touched. Resuming fails if the context was closed meanwhile.
      if (context.state === 'suspended') context.resume().catch(() => undefined)
      analyser.getFloatTimeDomainData(samples)
      const now = levelOf(samples)
      hearing = heardMore(hearing, now, stepMs)
      setLevel({
        level: now,
        hearing: isHeard(hearing) ? 'heard' : isSilent(hearing) ? 'silent' : 'listening',
      })
    }, stepMs)
    return () => {
      clearInterval(timer)
      void context.close()
      setLevel(nothing)
    }
  }, [track])
  return level
}
