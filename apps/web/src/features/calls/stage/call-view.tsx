import { RefreshCw, Users, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Wordmark } from '#ui/display/mark.tsx'
import { PlainButton } from '#ui/button/plain-button.tsx'
import type { CallState } from '#features/calls/room/call-state.ts'
import { ControlBar } from './control-bar.tsx'
import { PeopleStage } from './people-stage.tsx'

interface CallViewProps {
  state: CallState
  /** The call's clock, title and end. */
  left: ReactNode
  waitingText: string
  onMic: () => void
  onCamera: () => void
  onSound: () => void
  onLeave: () => void
}

/** The call: faces first, controls that never move, every state in words. Dark in both themes. */
export function CallView({ state, left, waitingText, onMic, onCamera, onSound, onLeave }: CallViewProps) {
  return (
    <div data-theme="dark" className="flex h-dvh flex-col bg-stage text-stage-ink">
      <header className="flex h-12 shrink-0 items-center justify-between px-4">
        <Wordmark />
        <p className="flex items-center gap-2 text-label text-stage-ink-2">
          <Users className="size-4" strokeWidth={1.6} />
          {state.people.length}
          <span className="sr-only"> in the call</span>
        </p>
      </header>
      <section aria-label="People" className="relative min-h-0 flex-1 px-3">
        <PeopleStage state={state} waitingText={waitingText} />
        <Notices state={state} onSound={onSound} />
      </section>
      <ControlBar
        isMicOn={state.isMicOn}
        isCameraOn={state.isCameraOn}
        {...{ left, onMic, onCamera, onLeave }}
      />
    </div>
  )
}

/** What has to be known now, over the middle of the stage's upper edge: the faces stay free. */
function Notices({ state: { connection, isSoundHeld }, onSound }: Pick<CallViewProps, 'state' | 'onSound'>) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-3 flex flex-col items-center gap-2 px-4">
      <div role="alert">
        {connection === 'reconnecting' && (
          <Notice icon={<RefreshCw strokeWidth={1.75} />}>Reconnecting…</Notice>
        )}
      </div>
      {isSoundHeld && (
        <Notice icon={<VolumeX strokeWidth={1.75} />}>
          The browser holds back the sound.
          <PlainButton
            onPress={onSound}
            className="pointer-events-auto min-h-9 cursor-pointer rounded-control bg-stage-accent px-3 font-semibold text-stage"
          >
            Turn sound on
          </PlainButton>
        </Notice>
      )}
    </div>
  )
}

const Notice = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="flex items-center gap-3 rounded-control border border-stage-line bg-stage-raised px-3.5 py-2 font-medium [&_svg]:size-4">
    {icon}
    {children}
  </div>
)
