import { Drama, Maximize, Minimize, Smartphone } from 'lucide-react'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { Spinner } from '#ui/display/spinner.tsx'
import { useSheetScreen } from '#ui/page/use-small-screen.ts'
import { shownOf, type StreamSessionState } from '#features/stream/model/stream-session.ts'
import { ControlChip } from './control-chip.tsx'
import { HandOver } from './hand-over.tsx'
import { HeaderButton } from './header-button.tsx'
import { InstancePicker } from './instance-picker.tsx'
import { holderOf, laneOf, type Lane, type StreamPerson } from './stream-people.ts'
import { StreamAnnouncer } from './stream-announcer.tsx'
import { useCapture } from './use-capture.ts'
import { useFullWindow } from './use-full-window.ts'
import { usePicture, type ApplicationSource } from './use-picture.ts'
import { Veil, veilOf } from './veil.tsx'
import { VolumeControl } from './volume-control.tsx'

export interface ApplicationActs {
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
  people: readonly StreamPerson[]
  /** Since when somebody else has control, as a time of day. */
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

/** The application on the stage: whose it is now is seen by its frame and said by its chip. */
export function Application({ state, source, people, since, isPlayable, speaker, acts }: ApplicationProps) {
  const isSheet = useSheetScreen()
  const video = useRef<HTMLVideoElement>(null)
  const [volume, setVolume] = useState(1)
  const { isFull, toggle } = useFullWindow()
  const shown = shownOf(state.known)
  const holder = holderOf(shown, people)
  const { last, hasPicture, isHeld, turnSoundOn } = usePicture(video, source, { volume, speaker })
  const isOffered = holder?.isSelf === true && state.link?.state === 'connected'
  const { isCaptured, handlers } = useCapture({
    surface: video,
    isOffered,
    attach: acts.attachInput,
    detach: acts.detachInput,
  })
  const veil = veilOf(state.link, isPlayable)
  const chip = <ControlChip {...{ holder, since, isCaptured }} link={state.link} />
  const handOver = state.known?.abilities.lead === true && !veil && (
    <HandOver {...{ holder, people }} isShort={isSheet} onHand={acts.onHand} />
  )
  return (
    <figure
      aria-label="Parley"
      className={`flex flex-col [container-type:size] overflow-hidden bg-stage text-stage-ink ${
        isFull ? 'fixed inset-0 z-(--z-drawer)' : 'relative size-full rounded-panel'
      } ${isSheet ? '' : `border-2 ${frames[holder && !veil ? laneOf(holder) : 'none']}`}`}
    >
      <StreamAnnouncer holder={holder} isCaptured={isCaptured} />
      <Header isSheet={isSheet} chip={isSheet ? null : chip} picker={<Picker {...{ state, people, acts }} />}>
        {!isSheet && handOver}
        <VolumeControl {...{ volume, isHeld }} onVolume={setVolume} onHeard={turnSoundOn} />
        <HeaderButton act={isFull ? 'Leave full screen' : 'Parley in full screen'} onPress={toggle}>
          {isFull ? <Minimize /> : <Maximize />}
        </HeaderButton>
      </Header>
      <div
        {...handlers}
        {...(isCaptured && { 'data-has-keys': '' })}
        className={`relative min-h-0 flex-1 bg-stage ${
          isSheet && !isFull
            ? `aspect-video min-h-24 flex-initial border-y-2 ${frames[holder && !veil ? laneOf(holder) : 'none']}`
            : ''
        }`}
      >
        <Surface {...{ video, isOffered, isCaptured }} isHidden={veil !== undefined || !hasPicture} />
        <canvas
          ref={last}
          aria-hidden="true"
          className={`absolute inset-0 size-full object-contain opacity-40 blur-md ${hasPicture ? 'hidden' : ''}`}
        />
        {!hasPicture && !veil && <Opening />}
        {veil && <Veil {...{ veil }} onTryNow={acts.onTryNow} onPeople={acts.onPeople} />}
      </div>
      {isSheet && (
        <>
          <div className="flex min-h-14 shrink-0 items-center justify-between gap-2 px-3 py-1.5 [@container_(height<15rem)]:hidden">
            {chip}
            {handOver}
          </div>
          {!isFull && <Hint isHolder={holder?.isSelf === true} />}
        </>
      )}
    </figure>
  )
}

const Picker = ({ state, people, acts }: Pick<ApplicationProps, 'state' | 'people' | 'acts'>) =>
  state.known && state.known.instances.length > 1 ? (
    <InstancePicker
      known={state.known}
      title={state.link?.title ?? ''}
      people={people}
      onShow={acts.onShow}
    />
  ) : null

interface HeaderProps {
  isSheet: boolean
  picker: ReactNode
  chip: ReactNode
  children: ReactNode
}

const Header = ({ isSheet, picker, chip, children }: HeaderProps) => (
  <figcaption
    className={`grid h-12 shrink-0 items-center gap-3 bg-stage-tile/60 pr-2 pl-3.5 ${
      isSheet ? 'grid-cols-[1fr_auto]' : 'grid-cols-[auto_minmax(0,1fr)_auto] @4xl:grid-cols-[1fr_auto_1fr]'
    }`}
  >
    <div className="flex items-center gap-3">
      <p className="flex items-center gap-2 font-medium">
        <Drama className="size-4 text-stage-ink-2" strokeWidth={1.75} />
        Parley
      </p>
      {picker}
    </div>
    {chip && <div className="flex min-w-0 justify-center">{chip}</div>}
    <div className="flex items-center justify-end gap-1.5">{children}</div>
  </figcaption>
)

interface SurfaceProps {
  video: RefObject<HTMLVideoElement | null>
  isOffered: boolean
  isCaptured: boolean
  isHidden: boolean
}

/** The picture, which takes the keys of whoever has control. */
const Surface = ({ video, isOffered, isCaptured, isHidden }: SurfaceProps) => (
  // What is said in it stands written in it.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  <video
    ref={video}
    autoPlay
    playsInline
    // It takes every key while somebody works in it, as an application does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    role="application"
    aria-label="Picture of Parley"
    aria-roledescription="streamed application"
    aria-description={
      isOffered
        ? isCaptured
          ? 'Keys go to Parley. Press Escape twice to leave it.'
          : 'Press Enter to use Parley.'
        : undefined
    }
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={isOffered ? 0 : -1}
    className={`absolute inset-0 size-full object-contain outline-none ${
      isOffered
        ? 'cursor-pointer touch-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-stage-accent'
        : ''
    } ${isCaptured ? 'cursor-default!' : ''} ${isHidden ? 'opacity-0' : ''}`}
  />
)

const Opening = () => (
  <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 text-stage-ink-2">
    <Spinner label="Opening Parley" />
    <p>Opening Parley…</p>
  </div>
)

const Hint = ({ isHolder }: { isHolder: boolean }) => (
  <p className="flex min-h-0 items-start gap-2.5 overflow-hidden px-3.5 pb-2 text-label text-stage-ink-2 landscape:hidden">
    <Smartphone className="mt-0.5 size-4 shrink-0 rotate-90" strokeWidth={1.75} />
    Turn the phone for a larger picture.{isHolder && ' Tap to choose, two fingers to scroll.'}
  </p>
)
