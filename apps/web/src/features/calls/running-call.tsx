import { useEffect, type ReactNode } from 'react'
import { useStore } from '#base/store.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { toast } from '#ui/overlay/toast.ts'
import { self, type CallEnd } from './room/call-state.ts'
import type { LocalDevices } from './devices/local-devices.ts'
import { playTestSound } from './devices/test-sound.ts'
import type { Call } from './room/call-room.ts'
import { sharingTrouble } from './room/is-sharing-declined.ts'
import { Announcer } from './stage/notices/announcer.tsx'
import { CallView, type CallSlots } from './stage/call-view.tsx'
import { togglePictureInPicture } from './stage/faces/picture-in-picture.ts'
import { StillHere } from './stage/notices/still-here.tsx'

interface RunningCallProps extends CallSlots {
  call: Call
  devices: LocalDevices
  title: string
  waitingText: string
  /** The call's clock, title and end. */
  left: ReactNode
  /** In place of leaving at once: something may be asked first. */
  onLeave?: () => void
  /** Leave was pressed, and whether something has to be asked is looked up. */
  isLeaving?: boolean
  /** What was asked is still under way: the call is not over before its answer. */
  isHeld?: boolean
  /** Until when the way in is open, as a time of day. */
  triesUntil: string
  endsAt: number
  onOver: (end: CallEnd) => void
}

/** A call that was joined, from its state. Whoever shows it says what stands where the call leaves room for it. */
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
      {/* Heard, and not focused: whoever has joined goes on at the microphone. */}
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
              .catch((error: unknown) =>
                toast.error('Your screen could not be shared', sharingTrouble(error)),
              ),
          onAudioOnly: call.toggleAudioOnly,
          onBlur: () => void call.toggleBlur(),
          onHand: () => {
            const isUp = self(state)?.isHandUp === true
            void call
              .setHand(!isUp)
              .catch((error: unknown) =>
                toast.error(`Your hand could not be ${isUp ? 'lowered' : 'raised'}`, messageOf(error)),
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
