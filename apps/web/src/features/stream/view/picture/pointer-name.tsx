import { useEffect, useRef, type RefObject } from 'react'
import type { Store } from '#base/store.ts'
import { windowPoint } from '#features/stream/input/picture-point.ts'
import type { Pointed } from '#features/stream/stream-client.ts'
import {
  firstName,
  laneOf,
  type Lane,
  type StreamPerson,
} from '#features/stream/view/control/stream-people.ts'

interface PointerNameProps {
  pointer: Store<Pointed | undefined>
  video: RefObject<HTMLVideoElement | null>
  holder: StreamPerson
}

const looks: Record<Lane, string> = {
  coach: 'bg-lane-coach-soft text-lane-coach',
  client: 'bg-lane-client-soft text-lane-client',
}
/** Below and right of the pointer, which is in the picture itself. */
const beside = { x: 14, y: 16 }

/** Names the person who points. The pointer moves many times a second, so it is positioned without rendering. */
export function PointerName({ pointer, video, holder }: PointerNameProps) {
  const tag = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const place = () => {
      const [point, element, picture] = [pointer.read(), tag.current, video.current]
      if (!element || !picture) return
      // The host learns of a new holder before this page does.
      const isTheirs = point?.holder === holder.id
      element.style.visibility = isTheirs ? 'visible' : 'hidden'
      if (!isTheirs) return
      const box = picture.getBoundingClientRect()
      const size = { width: picture.videoWidth || 16, height: picture.videoHeight || 9 }
      const at = windowPoint(box, size, point)
      const x = Math.min(at.x - box.left + beside.x, box.width - element.offsetWidth)
      const y = Math.min(at.y - box.top + beside.y, box.height - element.offsetHeight)
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
    }
    place()
    return pointer.watch(place)
  }, [pointer, video, holder.id])
  return (
    <span
      ref={tag}
      aria-hidden="true"
      className={`pointer-events-none invisible absolute top-0 left-0 rounded-tag px-2 py-0.5 text-small font-semibold whitespace-nowrap ${looks[laneOf(holder)]}`}
    >
      {firstName(holder)}
    </span>
  )
}
