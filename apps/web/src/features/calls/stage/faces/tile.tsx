import { Hand, MicOff, MonitorX, MousePointerClick, SignalLow, VolumeX, WifiOff } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { CallPerson, Picture } from '#features/calls/room/call-state.ts'

/** The person who has mouse and keyboard in the application, and the colour in which that is shown. */
export interface Control {
  personId: string
  lane: 'coach' | 'client'
}

interface TileProps {
  person: CallPerson
  /** With two people there is no ring: only the name shows who speaks. */
  hasRing?: boolean
  /** While the connection is lost, the last picture is dimmed. */
  isDim?: boolean
  /** Small, over another picture. */
  isFloating?: boolean
  /** Set if they have control of the application. */
  lane?: Control['lane'] | undefined
  /** The problem with showing them the application. */
  check?: string | undefined
  /** The call's clock and connection lie on its upper edge. */
  isUnderTop?: boolean
  menu?: ReactNode
}

/** One person: the picture, or the initials while the camera is off, and the name always. Fills its container. */
export function Tile(props: TileProps) {
  const { person, hasRing = false, isDim = false, isFloating = false, isUnderTop = false } = props
  const { lane, check, menu } = props
  const { name, isSelf, isMuted, isSpeaking, isLost, isHandUp, picture, isPictureOff } = person
  return (
    <figure
      aria-label={labelOf(person, lane !== undefined, check)}
      {...(isUnderTop && { 'data-under-top': '' })}
      className={`group/tile @container relative size-full overflow-hidden rounded-panel bg-stage-tile text-stage-ink ${
        hasRing && isSpeaking ? 'outline-2 outline-offset-2 outline-speaking' : ''
      } ${isFloating ? 'border-2 border-stage-line shadow-menu' : ''}`}
    >
      {picture ? (
        <PictureVideo picture={picture} isMirrored={isSelf} isDim={isLost || isDim} />
      ) : (
        <div aria-hidden="true" className="flex size-full items-center justify-center">
          <span className="flex aspect-square h-2/5 max-h-28 items-center justify-center rounded-round bg-stage-raised text-[1.75rem]">
            {initials(name)}
          </span>
        </div>
      )}
      <figcaption className="absolute bottom-2.5 left-2.5 flex max-w-[calc(100%-1.25rem)] items-center gap-2 rounded-tag bg-stage/80 px-2.5 py-1 text-label font-medium @max-[10rem]:bottom-1 @max-[10rem]:left-1 @max-[10rem]:max-w-[calc(100%-0.5rem)] @max-[10rem]:px-1.5 @max-[10rem]:py-0.5">
        {isMuted && <MicOff className="size-3.5 shrink-0 text-red-ink" strokeWidth={2} />}
        {!isMuted && isSpeaking && <Bars />}
        <span className="truncate">{isSelf ? 'You' : name}</span>
        {!picture && (
          <span className="shrink-0 text-stage-ink-2">
            {isPictureOff ? 'Picture off for you' : 'Camera off'}
          </span>
        )}
      </figcaption>
      {isHandUp && (
        // In the corner, until the menu appears there.
        <span className="absolute top-2.5 left-2.5 flex group-focus-within/tile:left-14 group-data-under-top/tile:top-14 group-hover/tile:left-14 pointer-coarse:left-14 items-center gap-1.5 rounded-tag bg-stage-accent px-2.5 py-1 text-label font-semibold text-stage">
          <Hand className="size-3.5 shrink-0" strokeWidth={2} />
          <span className="@max-3xs:sr-only">Hand raised</span>
        </span>
      )}
      <div className="absolute top-2.5 right-2.5 flex flex-col items-end gap-1.5 group-data-under-top/tile:top-14">
        {lane && <ControlBadge lane={lane} />}
        <Mark person={person} />
        {check !== undefined && (
          <Corner>
            <MonitorX className="size-3.5" strokeWidth={2} />
            <span className="@max-xs:sr-only">{check}</span>
          </Corner>
        )}
      </div>
      {menu}
    </figure>
  )
}

/** The most important fact about a person. */
function Mark({ person: { isLost, isWeak, isMutedForMe } }: { person: CallPerson }) {
  if (isLost)
    return (
      <Corner>
        <WifiOff className="size-3.5" strokeWidth={2} /> Connection lost
      </Corner>
    )
  if (isMutedForMe)
    return (
      <Corner>
        <VolumeX className="size-3.5" strokeWidth={2} /> Muted for you
      </Corner>
    )
  return (
    isWeak && (
      <Corner>
        <SignalLow className="size-3.5" strokeWidth={2} /> Weak
      </Corner>
    )
  )
}

function labelOf(person: CallPerson, hasControl: boolean, check: string | undefined): string {
  const { name, isSelf, isMuted, picture, isPictureOff, isWeak, isLost, isHandUp, isMutedForMe } = person
  const facts = [
    hasControl && 'has control',
    isHandUp && 'hand raised',
    isMuted && 'muted',
    isPictureOff ? 'picture off for you' : !picture && 'camera off',
    isMutedForMe && 'muted for you',
    isLost ? 'connection lost' : isWeak && 'weak connection',
    check,
  ]
  return [isSelf ? 'You' : name, ...facts.filter(Boolean)].join(', ')
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0])
    .filter((_, i, all) => i === 0 || i === all.length - 1)
    .join('')
    .toUpperCase()

const Corner = ({ children }: { children: ReactNode }) => (
  <span className="flex items-center gap-1.5 rounded-tag bg-stage/80 px-2.5 py-1 text-label font-medium text-yellow-ink">
    {children}
  </span>
)

const lanes: Record<Control['lane'], string> = {
  coach: 'bg-lane-coach-soft text-lane-coach',
  client: 'bg-lane-client-soft text-lane-client',
}

const ControlBadge = ({ lane }: Pick<Control, 'lane'>) => (
  <span className={`flex items-center gap-1.5 rounded-tag px-2.5 py-1 text-label font-medium ${lanes[lane]}`}>
    <MousePointerClick className="size-3.5" strokeWidth={2} />
    <span className="@max-[9rem]:sr-only">Control</span>
  </span>
)

/** Three bars while somebody speaks, visual only. */
const Bars = () => (
  <span className="flex h-3 items-center gap-0.5 *:w-0.75 *:rounded-round *:bg-speaking">
    <span className="h-1.5" />
    <span className="h-3" />
    <span className="h-2" />
  </span>
)

interface PictureVideoProps {
  picture: Picture
  isMirrored?: boolean
  isDim?: boolean
  /** A screen is shown whole; a face may be cut at its edges, never at its eyes. */
  isWhole?: boolean
}

/** Shows a picture in a video element. */
export function PictureVideo({
  picture,
  isMirrored = false,
  isDim = false,
  isWhole = false,
}: PictureVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    picture.attach(element)
    return () => picture.detach(element)
  }, [picture])
  return (
    // Sound comes from separate elements; there is nothing to caption.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={video}
      autoPlay
      playsInline
      muted
      className={`size-full ${isWhole ? 'object-contain' : 'object-cover object-[50%_30%]'} ${isMirrored ? '-scale-x-100' : ''} ${isDim ? 'opacity-40' : ''}`}
    />
  )
}
