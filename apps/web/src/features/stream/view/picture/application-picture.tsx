import { useId, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { Spinner } from '#ui/display/loading.tsx'
import type { useCapture } from './use-capture.ts'
import { Veil } from './veil.tsx'

interface ApplicationPictureProps {
  video: RefObject<HTMLVideoElement | null>
  /** Holds the last picture for when there is none. */
  last: RefObject<HTMLCanvasElement | null>
  hasPicture: boolean
  /** The application is starting, which takes longer than connecting to it. */
  isStarting: boolean
  veil: ComponentProps<typeof Veil>['veil'] | undefined
  /** The person in this browser may use it. */
  isOffered: boolean
  capture: ReturnType<typeof useCapture>
  className: string
  /** The name beside the pointer of another person in control. */
  pointerName: ReactNode
  onTryNow: () => void
  onPeople: () => void
}

/** The picture, what is shown while there is none, and the keys of the person in control. */
export function ApplicationPicture(props: ApplicationPictureProps) {
  const { video, last, hasPicture, isStarting, veil, isOffered, capture, className, pointerName } = props
  const { onTryNow, onPeople } = props
  const { isCaptured, handlers } = capture
  return (
    <div {...handlers} {...(isCaptured && { 'data-has-keys': '' })} className={`relative ${className}`}>
      <Surface {...{ video, isOffered, isCaptured }} isHidden={veil !== undefined || !hasPicture} />
      <canvas
        ref={last}
        aria-hidden="true"
        className={`absolute inset-0 size-full object-contain opacity-40 blur-md ${hasPicture ? 'hidden' : ''}`}
      />
      {hasPicture && !veil && pointerName}
      {!hasPicture && !veil && <Opening isStarting={isStarting} />}
      {veil && <Veil {...{ veil, onTryNow, onPeople }} />}
    </div>
  )
}

interface SurfaceProps {
  video: RefObject<HTMLVideoElement | null>
  isOffered: boolean
  isCaptured: boolean
  isHidden: boolean
}

function Surface({ video, isOffered, isCaptured, isHidden }: SurfaceProps) {
  const id = useId()
  return (
    <>
      {/* The application shows what is said in it as text. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        autoPlay
        playsInline
        // The application takes every key while somebody uses it.
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role
        role="application"
        aria-label="Picture of Parley"
        {...(isOffered && { 'aria-describedby': id })}
        tabIndex={isOffered ? 0 : -1}
        className={`absolute inset-0 size-full object-contain outline-stage-accent focus-visible:outline-2 focus-visible:-outline-offset-2 ${
          isOffered ? 'touch-none' : ''
        } ${isOffered && !isCaptured ? 'cursor-pointer' : ''} ${isHidden ? 'opacity-0' : ''}`}
      />
      <span id={id} hidden>
        {howTo(isCaptured)}
      </span>
    </>
  )
}

const howTo = (isCaptured: boolean): string =>
  isCaptured ? 'Keys go to Parley. Press Escape twice to leave it.' : 'Press Enter to use Parley.'

const Opening = ({ isStarting }: { isStarting: boolean }) => (
  <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 text-stage-ink-2">
    <Spinner label="Opening Parley" />
    <p>{isStarting ? 'Parley is starting. This can take a minute or two.' : 'Opening Parley…'}</p>
  </div>
)
