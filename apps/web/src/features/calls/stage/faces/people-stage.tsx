import { Hourglass, MonitorUp } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useSheetScreen } from '#ui/page/use-small-screen.ts'
import { others, personIdOf, type CallPerson, type CallState } from '#features/calls/room/call-state.ts'
import { focusKey, type Focus } from './focus.ts'
import type { Box } from './grid.ts'
import {
  isLargerAbove,
  nearestCorner,
  placesBelow,
  placesOn,
  stripPlaces,
  type Corner,
  type Places,
  type Rect,
} from './places.ts'
import { hideSelf, keepCorner, useDrag, useSelfView } from './self-view.ts'
import { PictureVideo, Tile, type Control } from './tile.tsx'
import { SelfMenu, TileMenu, type PersonAct } from './tile-menu.tsx'

export interface PeopleActs {
  onPin: (id: string | undefined) => void
  /** Opens the panel where each person's volume is. */
  onVolume: () => void
  onMuteForMe: (id: string, isMuted: boolean) => void
  /** Further actions on a person. */
  actsOn: (person: CallPerson) => readonly PersonAct[]
}

interface PeopleStageProps extends PeopleActs {
  state: CallState
  /** Shown large, with everybody in a strip. */
  focus: Focus | undefined
  pinned: string | undefined
  application: ReactNode
  /** The person who has control of it. */
  control: Control | undefined
  /** The problem with showing it to a person. */
  checkOf: (person: CallPerson) => string | undefined
  /** Shown while nobody else has come. */
  waitingText: string
}

/**
 * Alone, the user sees themselves; with two people, the other fills the stage; more share it evenly. Nobody moves because
 * somebody talks.
 */
export function PeopleStage(props: PeopleStageProps) {
  const { state, focus, application, control, checkOf, waitingText, ...rest } = props
  const [stage, box] = useBox()
  const isSmall = useSheetScreen()
  const { corner, isHidden } = useSelfView()
  const isAlone = others(state).length === 0
  const shown = state.people.filter(
    ({ id, isSelf }) =>
      (!isSelf || !isHidden || isAlone) && !(focus?.kind === 'person' && focus.person.id === id),
  )
  const strip = focus && focusPlaces(focus, box, shown, isSmall)
  const places = strip ?? placesOn(box, shown, corner, isSmall)
  useStripMark(strip !== undefined && strip.area.top > 0)
  const isOver = !strip && shown.length === 2 && others(state).length === 1
  // In a small window the call's clock lies on the stage, unless the application has a header of its own there.
  const isUnderTop = (top: number) => isSmall && focus?.kind !== 'application' && top < topBarPx
  const scrolls = places.content.width > places.area.width || places.content.height > places.area.height
  return (
    <div ref={stage} className="relative size-full">
      {application !== undefined && (
        // While it is put aside, the application goes on and is still heard.
        <div
          data-application=""
          hidden={focus?.kind !== 'application'}
          style={strip?.focus}
          className="absolute"
        >
          {application}
        </div>
      )}
      {strip && focus && focus.kind !== 'application' && (
        <div key={focusKey(focus)} style={strip.focus} className="absolute">
          <InFocus {...{ focus, state, checkOf }} isUnderTop={isUnderTop(strip.focus.top)} {...rest} />
        </div>
      )}
      <div style={places.area} className={`absolute ${scrolls ? 'overflow-auto' : ''}`}>
        <div style={places.content} className="relative">
          {shown.map((person) => (
            <Place
              key={person.id}
              rect={places.tiles.get(person.id) ?? { left: 0, top: 0, width: 0, height: 0 }}
              stage={box}
              isDraggable={person.isSelf && isOver}
            >
              <Tile
                person={person}
                hasRing={!isOver && !isAlone}
                isDim={state.connection === 'reconnecting' && !person.isSelf}
                isFloating={person.isSelf && isOver}
                isUnderTop={isUnderTop(places.area.top + (places.tiles.get(person.id)?.top ?? 0))}
                lane={control?.personId === personIdOf(person.id) ? control.lane : undefined}
                check={checkOf(person)}
                menu={<MenuOf {...{ person, isOver, isAlone, corner }} {...rest} />}
              />
            </Place>
          ))}
        </div>
      </div>
      {isAlone && (
        <p className="absolute inset-x-0 bottom-16 mx-auto flex w-fit items-center gap-2.5 rounded-control bg-stage/90 px-3.5 py-2 font-medium text-stage-ink">
          <Hourglass className="size-4" strokeWidth={1.75} />
          {waitingText}
        </p>
      )}
    </div>
  )
}

/**
 * Places whatever is in focus above the faces or beside them, where it is larger. On a phone the application gets the height
 * of its picture, and the faces get the rest.
 */
function focusPlaces(
  focus: Focus,
  stage: Box,
  people: readonly CallPerson[],
  isSmall: boolean,
): Places & { focus: Rect } {
  if (isSmall && focus.kind === 'application') return placesBelow(stage, people, applicationHeight(stage))
  const header = focus.kind === 'application' ? applicationHeaderPx : 0
  const room = { ...stage, height: stage.height - header }
  return stripPlaces(stage, people, isLargerAbove(room, people.length))
}

/** The heights of its header, its picture, the line on who has control, and a hint. */
const applicationHeight = ({ width }: Box): number =>
  applicationHeaderPx + Math.round((width * 9) / 16) + 56 + 48

const applicationHeaderPx = 48

/** The height that the call's clock covers there. */
const topBarPx = 48

interface MenuOfProps extends PeopleActs {
  person: CallPerson
  pinned: string | undefined
  isOver: boolean
  isAlone: boolean
  corner: Corner
}

function MenuOf({ person, pinned, isOver, isAlone, corner, actsOn, ...acts }: MenuOfProps) {
  if (!person.isSelf)
    return (
      <TileMenu
        person={person}
        isPinned={pinned === person.id}
        more={actsOn(person)}
        onPin={acts.onPin}
        onVolume={acts.onVolume}
        onMuteForMe={acts.onMuteForMe}
      />
    )
  if (isAlone) return null
  return <SelfMenu corner={isOver ? corner : undefined} onCorner={keepCorner} onHide={() => hideSelf(true)} />
}

interface PlaceProps {
  rect: Rect
  stage: Box
  isDraggable: boolean
  children: ReactNode
}

/** Moves its content and never takes it out of the page: a picture that is attached again blinks. */
function Place({ rect, stage, isDraggable, children }: PlaceProps) {
  const { by, isDragging, handlers } = useDrag(({ x, y }) =>
    keepCorner(nearestCorner(stage, { ...rect, left: rect.left + x, top: rect.top + y })),
  )
  return (
    <div
      {...(isDraggable ? handlers : {})}
      style={{
        width: rect.width,
        height: rect.height,
        transform: `translate(${rect.left + by.x}px, ${rect.top + by.y}px)`,
      }}
      className={`absolute top-0 left-0 ${isDraggable ? 'z-1 cursor-grab touch-none' : ''} ${isDragging ? 'cursor-grabbing' : 'transition-transform duration-(--slow)'}`}
    >
      {children}
    </div>
  )
}

interface InFocusProps extends PeopleActs, Pick<PeopleStageProps, 'checkOf'> {
  isUnderTop: boolean
  focus: Exclude<Focus, { kind: 'application' }>
  state: CallState
  pinned: string | undefined
}

function InFocus({ focus, state, pinned, checkOf, isUnderTop, ...acts }: InFocusProps) {
  const { person } = focus
  if (focus.kind === 'person')
    return (
      <Tile
        person={person}
        isDim={state.connection === 'reconnecting'}
        check={checkOf(person)}
        isUnderTop={isUnderTop}
        menu={
          <MenuOf {...{ person, pinned }} isOver={false} isAlone={false} corner="bottom-right" {...acts} />
        }
      />
    )
  return (
    <figure
      aria-label={`Screen of ${person.name}`}
      className="relative size-full overflow-hidden rounded-panel bg-stage-tile"
    >
      {person.screen && (
        <PictureVideo picture={person.screen} isWhole isDim={state.connection === 'reconnecting'} />
      )}
      <figcaption className="absolute top-3 left-3 flex max-w-[calc(100%-1.5rem)] items-center gap-2 rounded-tag bg-stage/80 px-2.5 py-1 text-label font-medium">
        <MonitorUp className="size-3.5 shrink-0" strokeWidth={2} />
        <span className="truncate">{person.name} is sharing a screen</span>
      </figcaption>
    </figure>
  )
}

/** Toasts and notices stand above a strip that is below: they are elsewhere on the page. */
function useStripMark(isBelow: boolean) {
  useLayoutEffect(() => {
    if (!isBelow) return undefined
    document.documentElement.dataset['strip'] = 'below'
    return () => {
      delete document.documentElement.dataset['strip']
    }
  }, [isBelow])
}

/** An element's size, updated whenever it changes. */
function useBox() {
  const ref = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<Box>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setBox({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return [ref, box] as const
}
