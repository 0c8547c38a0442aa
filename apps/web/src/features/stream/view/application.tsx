import { Maximize, Minimize, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Store } from '#base/store.ts'
import { useSheetScreen } from '#ui/page/use-small-screen.ts'
import { shownOf, type StreamSessionState } from '#features/stream/model/stream-session.ts'
import type { Pointed } from '#features/stream/stream-client.ts'
import { ApplicationHeader, HeaderButton } from './application-header.tsx'
import { ApplicationPicture } from './picture/application-picture.tsx'
import { ControlChip } from './control/control-chip.tsx'
import { HandOver } from './control/hand-over.tsx'
import { InstancePicker } from './instance-picker.tsx'
import { holderOf, laneOf, type Lane, type StreamPerson } from './control/stream-people.ts'
import { PointerName } from './picture/pointer-name.tsx'
import { StreamAnnouncer } from './control/stream-announcer.tsx'
import { useCapture } from './picture/use-capture.ts'
import { useFullWindow } from './use-full-window.ts'
import { usePicture, type ApplicationSource } from './picture/use-picture.ts'
import { veilOf } from './picture/veil.tsx'
import { VolumeControl } from './volume-control.tsx'

interface ApplicationActs {
  onShow: (instance: number) => void
  onHand: (personId: string) => void
  onTryNow: () => void
  onPeople: () => void
  attachInput: (surface: HTMLVideoElement) => void
  detachInput: () => void
}

interface ApplicationProps {
  state: StreamSessionState
  source: ApplicationSource | undefined
  /** Where another person in control points. */
  pointer: Store<Pointed | undefined>
  people: readonly StreamPerson[]
  /** Since when another person has control, as a time of day. */
  since: string | undefined
  /** Whether this browser plays what the application sends. */
  isPlayable: boolean
  speaker: string | undefined
  acts: ApplicationActs
}

const frames: Record<Lane | 'none', string> = {
  coach: 'border-lane-coach',
  client: 'border-lane-client',
  none: 'border-stage-line',
}
const grounds: Record<Lane | 'none', string> = {
  coach: 'bg-lane-coach-soft',
  client: 'bg-lane-client-soft',
  none: 'bg-stage-raised',
}

/** The application on the stage. Its frame and its chip show who has control. */
export function Application(props: ApplicationProps) {
  const { state, source, pointer, people, since, isPlayable, speaker, acts } = props
  const { known, link, titles } = state
  const isSheet = useSheetScreen()
  const [volume, setVolume] = useState(1)
  const { isFull, toggle } = useFullWindow()
  const shown = shownOf(known)
  const holder = holderOf(shown, people)
  const { video, last, hasPicture, isHeld, turnSoundOn } = usePicture(source, { volume, speaker })
  const isOffered = holder?.isSelf === true && link?.state === 'connected'
  const capture = useCapture({
    surface: video,
    isOffered,
    attach: acts.attachInput,
    detach: acts.detachInput,
  })
  const veil = veilOf(link, isPlayable)
  const lane = holder && !veil ? laneOf(holder) : 'none'
  const chip = <ControlChip {...{ holder, since, link, isOffered }} isCaptured={capture.isCaptured} />
  const handOver = known?.abilities.lead === true && !veil && (
    <HandOver {...{ holder, people }} isShort={isSheet} onHand={acts.onHand} />
  )
  const picker = known && known.instances.length > 1 && (
    <InstancePicker {...{ known, people, titles }} onShow={acts.onShow} />
  )
  return (
    <figure
      aria-label="Parley"
      className={`flex flex-col overflow-hidden bg-stage text-stage-ink [container-type:size] ${
        isFull ? 'fixed inset-0 z-(--z-drawer)' : 'relative size-full rounded-panel'
      } ${isSheet ? '' : `border-2 ${frames[lane]}`}`}
    >
      <StreamAnnouncer holder={holder} isCaptured={capture.isCaptured} />
      <ApplicationHeader {...{ isSheet, picker }} chip={!isSheet && chip}>
        {!isSheet && handOver}
        <VolumeControl {...{ volume, isHeld }} onVolume={setVolume} onTurnOn={turnSoundOn} />
        <HeaderButton act={isFull ? 'Exit full screen' : 'Parley in full screen'} onPress={toggle}>
          {isFull ? <Minimize /> : <Maximize />}
        </HeaderButton>
      </ApplicationHeader>
      <ApplicationPicture
        {...{ video, last, hasPicture, veil, isOffered, capture }}
        isStarting={shown?.status === 'starting'}
        className={
          isSheet && !isFull
            ? `box-content aspect-video min-h-24 border-y-2 ${frames[lane]}`
            : 'min-h-0 flex-1'
        }
        pointerName={holder && !holder.isSelf && <PointerName {...{ pointer, video, holder }} />}
        onTryNow={acts.onTryNow}
        onPeople={acts.onPeople}
      />
      {isSheet && !link?.isGivenUp && (
        <div
          className={`flex min-h-14 shrink-0 items-center justify-between gap-2 px-2 py-1.5 [@container_(height<15rem)]:hidden ${grounds[lane]}`}
        >
          {chip}
          {handOver}
        </div>
      )}
      {isSheet && !isFull && !veil && <Hint isHolder={holder?.isSelf === true} />}
    </figure>
  )
}

const Hint = ({ isHolder }: { isHolder: boolean }) => (
  <p className="flex min-h-0 items-start gap-2.5 overflow-hidden px-3.5 pt-2 text-label text-stage-ink-2">
    <Smartphone className="mt-0.5 size-4 shrink-0 rotate-90" strokeWidth={1.75} />
    {isHolder
      ? 'Turn the phone for a larger picture. Tap to choose, two fingers to scroll.'
      : 'Turn the phone for a larger picture.'}
  </p>
)
