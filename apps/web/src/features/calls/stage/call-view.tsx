import { useEffect, useState, type ReactNode } from 'react'
import type { Store } from '#base/store.ts'
import type { TabOf } from '#ui/choice/tabs.tsx'
import { useToastPlace } from '#ui/overlay/toast.ts'
import { useSheetScreen } from '#ui/page/use-small-screen.ts'
import { isHandOffered, type CallPerson, type CallState } from '#features/calls/room/call-state.ts'
import { ControlBar } from './bar/control-bar.tsx'
import { LaunchControl, type Launch } from './bar/launch-control.tsx'
import type { MoreAct } from './bar/more-menu.tsx'
import type { CallActs } from './call-acts.ts'
import { applicationKey, focusKey, focusOf, sharerIn, type Newest } from './faces/focus.ts'
import { PeopleStage } from './faces/people-stage.tsx'
import type { Control } from './faces/tile.tsx'
import type { PersonAct } from './faces/tile-menu.tsx'
import { useCallKeys, useHoldToTalk, type CallKey } from './keys/call-keys.ts'
import { ShortcutsList } from './keys/shortcuts-list.tsx'
import { LostDialog } from './notices/lost-dialog.tsx'
import { Notices } from './notices/notices.tsx'
import { panelNames, SidePanel, type PanelTab } from './panel/side-panel.tsx'
import { VoiceTab } from './panel/voice-tab.tsx'
import { TopBar } from './top-bar.tsx'
import { toggleFullScreen, useDarkPage } from './whole-page.ts'

/** The content that other parts of the product put into the call. */
export interface CallSlots {
  /** The tab Chat. */
  chat?: ReactNode
  /** How many messages have come while it was not open. */
  chatUnread?: number
  /** The tab Assessment, for people who may assess. */
  assessment?: ReactNode
  /** The people who wait to be let in. */
  knock?: ReactNode
  /** Called by the key K. */
  onKnockKey?: () => void
  /** Messages, below the knocks: each a `Notice`. */
  notices?: ReactNode
  /** The application's launch state, for its own control in the middle of the bar. */
  launch?: { launch: Launch; note?: string | undefined; onLaunch: () => void }
  /** The application itself: it is in focus until the person wants to see the people. */
  application?: ((onPeople: () => void) => ReactNode) | undefined
  /** The person who has mouse and keyboard in it. */
  control?: Control | undefined
  /** The problem with showing it to a person, for the one who leads the call. */
  checkOf?: (person: CallPerson) => string | undefined
  /** Further entries of 'More'. */
  more?: readonly MoreAct[]
  /** The actions on a person, for the one who leads the call. */
  actsOn?: (person: CallPerson) => readonly PersonAct[]
  /** The contact to ask, if the call itself can't be reached. */
  contact?: ReactNode
  /** Called with the tab that is open now. */
  onTab?: (tab: PanelTab | undefined) => void
}

interface CallViewProps extends CallSlots {
  state: CallState
  acts: CallActs
  level: Store<number>
  /** The call's clock, title and end. */
  left: ReactNode
  waitingText: string
  /** Until when joining is possible, as a time of day. */
  triesUntil: string
  /** Leave was pressed, and its answer is still coming. */
  isLeaving?: boolean
}

/** The call: faces first, controls that never move, every state in words. Dark in both themes. */
export function CallView(props: CallViewProps) {
  // Long because it is one piece of markup and the state that its parts share.
  const { state, acts, level, left, waitingText, triesUntil, isLeaving = false, ...slots } = props
  useDarkPage()
  const isSheet = useSheetScreen()
  const [tab, setTab] = useState<PanelTab>()
  const [isListOpen, setIsListOpen] = useState(false)
  const hasApplication = slots.application !== undefined
  const { focus, pinned, pin, toggleLayout, toggle, showScreen } = useFocus(state, hasApplication)
  const isApplicationShown = focus?.kind === 'application'
  const toggleApplication = () => {
    // Hiding the application would lose the focus if it is inside.
    if (document.activeElement?.closest('[data-application]')) focusOnLaunch()
    toggle()
  }
  useToastPlace(isApplicationShown ? 'application' : 'stage')
  const open = (next: PanelTab | undefined) => {
    setTab(next)
    slots.onTab?.(next)
  }
  const toggleTab = (next: PanelTab) => open(tab === next ? undefined : next)
  const absent = absentKeys(state, slots)
  const pressed: Record<CallKey, () => void> = {
    mic: acts.onMic,
    camera: acts.onCamera,
    share: acts.onShare,
    application: toggleApplication,
    layout: toggleLayout,
    hand: acts.onHand,
    chat: () => toggleTab('chat'),
    voice: () => toggleTab('voice'),
    assessment: () => toggleTab('assessment'),
    knock: () => slots.onKnockKey?.(),
    full: toggleFullScreen,
    list: () => setIsListOpen(true),
  }
  useCallKeys({ ...pressed, ...Object.fromEntries(absent.map((key) => [key, () => {}])) })
  useHoldToTalk(state.microphone !== 'off', acts.onTalk)
  useEscape(tab !== undefined, () => open(undefined))
  const tabs: TabOf<PanelTab>[] = [
    { value: 'chat', label: panelNames.chat, content: slots.chat },
    { value: 'voice', label: panelNames.voice, content: <VoiceTab {...{ state, level, acts }} /> },
    ...(slots.assessment === undefined
      ? []
      : [{ value: 'assessment' as const, label: panelNames.assessment, content: slots.assessment }]),
  ]
  // In keyboard order: controls, panel, faces, and last the top. The grid areas place each of them.
  return (
    <div
      data-theme="dark"
      className="relative grid h-dvh grid-cols-[minmax(0,1fr)_auto] grid-rows-[3rem_minmax(0,1fr)_5.75rem] bg-stage text-stage-ink [grid-template-areas:'top_top'_'stage_panel'_'bar_bar'] low:grid-rows-[0_minmax(0,1fr)_4rem] max-call:grid-cols-1 max-call:grid-rows-[minmax(0,1fr)_auto_5.75rem] max-call:low:grid-rows-[minmax(0,1fr)_auto_4rem] max-call:[grid-template-areas:'stage'_'panel'_'bar']"
    >
      <SkipLink />
      <ControlBar
        {...{ state, acts, level, left, tab, isLeaving }}
        launch={
          slots.launch && (
            // As wide as its longest word, so that its next word moves nothing beside it.
            <span data-launch="" className="flex min-w-20 justify-center empty:hidden max-call:min-w-12">
              <LaunchControl {...slots.launch} isInFocus={isApplicationShown} onToggle={toggleApplication} />
            </span>
          )
        }
        more={slots.more ?? []}
        tabs={tabs.map(({ value }) => value)}
        chatUnread={slots.chatUnread ?? 0}
        onTab={open}
        onShortcuts={() => setIsListOpen(true)}
      />
      {tab && <SidePanel tabs={tabs} tab={tab} onTab={open} />}
      <section
        aria-label="People"
        className={`relative min-h-0 min-w-0 [grid-area:stage] ${isSheet ? '' : 'px-3'}`}
      >
        <PeopleStage
          {...{ state, focus, pinned, waitingText }}
          application={slots.application?.(toggleApplication)}
          control={slots.control}
          checkOf={slots.checkOf ?? (() => undefined)}
          onPin={pin}
          onVolume={() => open('voice')}
          onMuteForMe={acts.onMuteForMe}
          actsOn={slots.actsOn ?? (() => [])}
        />
        <Notices
          {...{ state, acts }}
          knock={slots.knock}
          more={slots.notices}
          isLow={isApplicationShown}
          hasApplication={hasApplication}
          onOther={isApplicationShown ? showScreen : toggleApplication}
        />
      </section>
      {/* In a small window the application has its own header there. */}
      {!(isSheet && isApplicationShown) && (
        <TopBar {...{ state, left }} isFocused={focus !== undefined} onLayout={toggleLayout} />
      )}
      <LostDialog {...{ state, triesUntil, acts }} contact={slots.contact} />
      <ShortcutsList isOpen={isListOpen} without={absent} onClose={() => setIsListOpen(false)} />
    </div>
  )
}

const focusOnLaunch = () => document.querySelector<HTMLElement>('[data-launch] button')?.focus()

const absentKeys = (state: CallState, slots: CallSlots): CallKey[] => [
  ...(isHandOffered(state) ? [] : (['hand'] as const)),
  ...(slots.application === undefined ? (['application'] as const) : []),
  ...(slots.assessment === undefined ? (['assessment'] as const) : []),
  ...(slots.onKnockKey === undefined ? (['knock'] as const) : []),
]

/** The focus switches when the application or a share begins; after that, the person's choice holds. */
function useFocus(state: CallState, hasApplication: boolean) {
  const [pinned, setPinned] = useState<string>()
  const [gridFor, setGridFor] = useState<string>()
  const [isPutAside, setIsPutAside] = useState(false)
  const sharer = sharerIn(state)?.id
  const [before, setBefore] = useState({ hasApplication, sharer })
  const [newest, setNewest] = useState<Newest>('application')
  if (before.hasApplication !== hasApplication || before.sharer !== sharer) {
    setBefore({ hasApplication, sharer })
    if (sharer !== undefined && sharer !== before.sharer) setNewest('screen')
    else if (hasApplication && !before.hasApplication) setNewest('application')
  }
  // Putting the application aside doesn't apply to the next one.
  if (!hasApplication && isPutAside) setIsPutAside(false)
  if (!hasApplication && gridFor === applicationKey) setGridFor(undefined)
  const wanted = focusOf(state, { hasApplication: hasApplication && !isPutAside, newest }, pinned)
  const key = focusKey(wanted)
  const focus = key === gridFor ? undefined : wanted
  return {
    focus,
    pinned,
    pin: (id: string | undefined) => {
      setPinned(id)
      setGridFor(undefined)
    },
    toggleLayout: () => setGridFor(focus ? key : undefined),
    toggle: () => {
      const isShown = focus?.kind === 'application'
      setIsPutAside(isShown)
      if (!isShown) setNewest('application')
      setGridFor(undefined)
    },
    showScreen: () => {
      setNewest('screen')
      setIsPutAside(false)
      setGridFor(undefined)
    },
  }
}

/** An open menu or dialog takes Escape first. */
function useEscape(isOpen: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEscape()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOpen, onEscape])
}

/** First in keyboard order; visible only while it has the focus. */
const SkipLink = () => (
  <a
    href="#call-controls"
    className="fixed top-2 left-2 z-(--z-toast) -translate-y-20 rounded-control bg-stage-accent px-3.5 py-2 font-semibold text-stage focus:translate-y-0"
  >
    Skip to controls
  </a>
)
