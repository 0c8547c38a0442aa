import { MicOff, SignalLow, WifiOff } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { CallPerson, Picture } from '#features/calls/room/call-state.ts'
import type { Box } from './grid.ts'

interface TileProps {
  person: CallPerson
  size?: Box
  /** Fills whatever it stands in. */
  isWhole?: boolean
}

/** One person: the picture, or the initials while the camera is off, and the name always. */
export function Tile({ person, size, isWhole = false }: TileProps) {
  const { name, isSelf, isMuted, isSpeaking, isWeak, isLost, picture } = person
  const shown = isSelf ? 'You' : name
  return (
    <figure
      aria-label={labelOf(person)}
      style={size}
      className={`relative overflow-hidden rounded-panel bg-stage-tile text-stage-ink ${isWhole ? 'size-full' : ''} ${
        isSpeaking && !isWhole ? 'outline-2 outline-offset-2 outline-speaking' : ''
      }`}
    >
      {picture ? (
        <Shown picture={picture} isMirrored={isSelf} isDim={isLost} />
      ) : (
        <div aria-hidden="true" className="flex size-full items-center justify-center">
          <span className="flex aspect-square h-2/5 max-h-28 items-center justify-center rounded-round bg-stage-raised text-[1.75rem]">
            {initials(name)}
          </span>
        </div>
      )}
      <figcaption className="absolute bottom-2.5 left-2.5 flex max-w-[calc(100%-1.25rem)] items-center gap-2 rounded-tag bg-stage/80 px-2.5 py-1 text-label font-medium">
        {isMuted && <MicOff className="size-3.5 shrink-0 text-stage-danger" strokeWidth={2} />}
        {!isMuted && isSpeaking && <Bars />}
        <span className="truncate">{shown}</span>
        {!picture && <span className="shrink-0 text-stage-ink-2">Camera off</span>}
      </figcaption>
      {isLost ? (
        <Corner>
          <WifiOff className="size-3.5" strokeWidth={2} /> Connection lost
        </Corner>
      ) : (
        isWeak && (
          <Corner>
            <SignalLow className="size-3.5" strokeWidth={2} /> Weak
          </Corner>
        )
      )}
    </figure>
  )
}

function labelOf({ name, isSelf, isMuted, picture, isWeak, isLost }: CallPerson): string {
  const facts = [
    isMuted && 'muted',
    !picture && 'camera off',
    isLost ? 'connection lost' : isWeak && 'weak connection',
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
  <span className="absolute top-2.5 right-2.5 flex items-center gap-1.5 rounded-tag bg-stage/80 px-2.5 py-1 text-label font-medium text-yellow-ink">
    {children}
  </span>
)

/** Somebody speaks: three bars, for the eyes. */
const Bars = () => (
  <span className="flex h-3 items-center gap-0.5 *:w-0.75 *:rounded-round *:bg-speaking">
    <span className="h-1.5" />
    <span className="h-3" />
    <span className="h-2" />
  </span>
)

interface ShownProps {
  picture: Picture
  isMirrored?: boolean
  isDim?: boolean
}

/** A picture on the page. A face may be cut at its edges, never at its eyes. */
export function Shown({ picture, isMirrored = false, isDim = false }: ShownProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    picture.attach(element)
    return () => picture.detach(element)
  }, [picture])
  return (
    // What is heard comes from elements of its own; there is nothing to caption.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={video}
      autoPlay
      playsInline
      muted
      className={`size-full object-cover object-[50%_30%] ${isMirrored ? '-scale-x-100' : ''} ${isDim ? 'opacity-40' : ''}`}
    />
  )
}
