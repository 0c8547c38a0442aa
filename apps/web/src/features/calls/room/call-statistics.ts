import { samplesMax, type CallStatistics } from '@parley/contract/calls/call-reports.ts'
import type { Store } from '#base/store.ts'
import { self, type CallState } from './call-state.ts'

const sampleEveryMs = 20_000
const agentMax = 400

type Sample = CallStatistics['samples'][number]
type Change = CallStatistics['changes'][number]

// The record of the last call in this tab: a report is often written after it.
let recorded: string | undefined
let samples: Sample[] = []
let changes: Change[] = []

/** This browser's record of a session's call, for a report: nothing that was said or shown, and nothing of another call. */
export const callStatistics = (sessionId: string): CallStatistics => ({
  agent: navigator.userAgent.slice(0, agentMax),
  samples: sessionId === recorded ? samples : [],
  changes: sessionId === recorded ? changes : [],
})

const qualityOf = (state: CallState): Sample['quality'] => {
  const me = self(state)
  if (state.connection !== 'connected' || me?.isLost) return 'lost'
  return me?.isWeak ? 'weak' : 'good'
}

/** The differences between two states, in words. */
export function changesBetween(before: CallState | undefined, after: CallState): string[] {
  const words: [boolean, string][] = [
    [before?.connection !== after.connection, after.connection],
    [before !== undefined && qualityOf(before) !== qualityOf(after), `connection ${qualityOf(after)}`],
    [before?.microphone !== after.microphone, `microphone ${after.microphone}`],
    [before?.camera !== after.camera, `camera ${after.camera}`],
    [before?.isSoundHeld !== after.isSoundHeld && after.isSoundHeld, 'sound muted by the browser'],
    [before?.people.length !== after.people.length, `${after.people.length} in the call`],
    [before?.end !== after.end && after.end !== undefined, `over: ${after.end}`],
  ]
  return words.flatMap(([isNew, word]) => (isNew ? [word] : []))
}

const latest = <T>(kept: readonly T[]): T[] => kept.slice(-samplesMax)

/** Records a call from now on, in place of the one before, until the returned function is called. */
export function recordCall(sessionId: string, call: Store<CallState>): () => void {
  recorded = sessionId
  samples = []
  changes = []
  let seen: CallState | undefined
  const at = () => new Date().toISOString()
  const look = () => {
    const state = call.read()
    const found = changesBetween(seen, state).map((what) => ({ at: at(), what }))
    if (found.length > 0) changes = latest([...changes, ...found])
    seen = state
  }
  const sample = () => {
    const state = call.read()
    samples = latest([...samples, { at: at(), quality: qualityOf(state), people: state.people.length }])
  }
  look()
  sample()
  const timer = setInterval(sample, sampleEveryMs)
  const stopWatching = call.watch(look)
  return () => {
    clearInterval(timer)
    stopWatching()
  }
}
