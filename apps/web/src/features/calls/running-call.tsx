import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useStore } from '#base/store.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { toast } from '#ui/overlay/toast.ts'
import { self, type CallEnd, type CallState } from './room/call-state.ts'
import type { LocalDevices } from './devices/local-devices.ts'
import { playTestSound } from './devices/test-sound.ts'
import type { Call } from './room/call-room.ts'
import { sharingTrouble } from '#features/calls/room/sending/sharing.ts'
import { changesHeard } from './stage/notices/announcements.ts'
import { CallView, type CallSlots } from './stage/call-view.tsx'
import { StillHere } from './stage/notices/still-here.tsx'

interface RunningCallProps extends CallSlots {
  call: Call
  devices: LocalDevices
  title: string
  waitingText: string
  /** The call's clock, title and end. */
  left: ReactNode
  /** Called instead of leaving at once: a question may come first. */
  onLeave?: () => void
  /** Leave was pressed, and the page is finding out whether to ask something. */
  isLeaving?: boolean
  /** The answer to the question is still being saved: the call is not over before that. */
  isHeld?: boolean
  /** Until when joining is possible, as a time of day. */
  triesUntil: string
  endsAt: number
  onOver: (end: CallEnd) => void
}

/** A call that was joined, rendered from its state. Its parent fills the slots. */
export function RunningCall(props: RunningCallProps) {
  const { call, devices, title, waitingText, left, triesUntil, endsAt, ...more } = props
  const { onLeave = () => void call.leave(), isLeaving = false, isHeld = false, onOver, ...slots } = more
  const state = useStore(call)
  const { end } = state
  useEffect(() => {
    document.title = `${title} · Parley`
  }, [title])
  useEffect(() => {
    if (end && !isHeld) onOver(end)
  }, [end, isHeld, onOver])
  return (
    <main>
      {/* Screen readers find it, but it takes no focus: after joining, the focus is on the microphone. */}
      <h1 className="sr-only">{title}</h1>
      <Announcer state={state} />
      <CallView
        {...{ state, waitingText, left, triesUntil, isLeaving, ...slots }}
        level={call.level}
        acts={{
          onMic: () => call.toggle('microphone'),
          onTalk: call.setMic,
          onCamera: () => call.toggle('camera'),
          onShare: () =>
            void call
              .toggleShare()
              .catch((error: unknown) => toast.error("Couldn't share your screen", sharingTrouble(error))),
          onAudioOnly: call.toggleAudioOnly,
          onBlur: () => void call.toggleBlur(),
          onHand: () => {
            const isUp = self(state)?.isHandUp === true
            void call
              .setHand(!isUp)
              .catch((error: unknown) =>
                toast.error(`Couldn't ${isUp ? 'lower' : 'raise'} your hand`, messageOf(error)),
              )
          },
          onPictureInPicture: () => void togglePictureInPicture(),
          onVolume: call.setVolume,
          onMuteForMe: call.setMutedForMe,
          onDevice: (what, deviceId) => void devices.choose(what, deviceId),
          onSpeaker: devices.chooseSpeaker,
          onTestSound: () => void playTestSound(devices.read().speakerInUse),
          onNoiseSuppression: (isWanted) => void devices.suppressNoise(isWanted),
          onNewsRead: () => devices.tell(undefined),
          onSound: () => void call.startSound(),
          onRejoin: call.rejoin,
          onLeave,
        }}
      />
      <StillHere state={state} endsAt={endsAt} onLeave={() => void call.leave()} />
    </main>
  )
}

/** Announces who comes and goes and what changes, for screen readers. Levels and clocks are never announced. */
function Announcer({ state }: { state: CallState }) {
  const before = useRef(state)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const heard = changesHeard(before.current, state)
    before.current = state
    if (heard.length > 0) setSaid(heard.join(' '))
  }, [state])
  return <output className="sr-only">{said}</output>
}

/** Puts the largest picture into the browser's own small window, over everything else on the screen. */
async function togglePictureInPicture(): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture()
  const video = [...document.querySelectorAll('video')]
    .filter(({ videoWidth }) => videoWidth > 0)
    .toSorted((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight)[0]
  // If the browser refuses, the call stays as it is.
  await video?.requestPictureInPicture().catch(() => undefined)
}
