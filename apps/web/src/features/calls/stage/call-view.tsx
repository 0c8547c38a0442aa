import { useState, type ReactNode } from 'react'
import type { TabOf } from '#ui/choice/tabs.tsx'
import { useSheetScreen } from '#ui/page/use-small-screen.ts'
import type { CallState } from '#features/calls/room/call-state.ts'
import type { CallActs } from './call-acts.ts'
import { ControlBar } from './control-bar.tsx'
import { Notices } from './notices.tsx'
import { panelNames, type PanelTab } from './panel-tab.ts'
import { PeopleStage } from './people-stage.tsx'
import { SidePanel } from './side-panel.tsx'
import { TopBar } from './top-bar.tsx'
import { useDarkPage } from './use-dark-page.ts'
import { VoiceTab } from './voice-tab.tsx'

/** What other parts of the product put into the call. */
export interface CallSlots {
  /** The tab Chat. */
  chat?: ReactNode
  /** How many messages have come while it was not open. */
  chatUnread?: number
  /** The tab Assessment, for whoever may. */
  assessment?: ReactNode
  /** Who waits to be let in: top centre. */
  knock?: ReactNode
  /** What there is to tell, below it: each a `Notice`. */
  notices?: ReactNode
  /** The application's own control, in the middle of the bar. */
  launch?: ReactNode
  /** Which tab is open now. */
  onTab?: (tab: PanelTab | undefined) => void
}

interface CallViewProps extends CallSlots {
  state: CallState
  acts: CallActs
  /** The call's clock, title and end. */
  left: ReactNode
  waitingText: string
}

/** The call: faces first, controls that never move, every state in words. Dark in both themes. */
export function CallView({ state, acts, left, waitingText, ...slots }: CallViewProps) {
  useDarkPage()
  const isSheet = useSheetScreen()
  const [tab, setTab] = useState<PanelTab>()
  const open = (next: PanelTab | undefined) => {
    setTab(next)
    slots.onTab?.(next)
  }
  const tabs: TabOf<PanelTab>[] = [
    { value: 'chat', label: panelNames.chat, content: slots.chat },
    { value: 'voice', label: panelNames.voice, content: <VoiceTab state={state} acts={acts} /> },
    ...(slots.assessment === undefined
      ? []
      : [{ value: 'assessment' as const, label: panelNames.assessment, content: slots.assessment }]),
  ]
  // In the order of the keyboard: controls, panel, faces, and last the top; the areas say where each stands.
  return (
    <div
      data-theme="dark"
      className="relative grid h-dvh grid-cols-[minmax(0,1fr)_auto] grid-rows-[3rem_minmax(0,1fr)_5.75rem] bg-stage text-stage-ink [grid-template-areas:'top_top'_'stage_panel'_'bar_bar'] max-call:grid-cols-1 max-call:grid-rows-[minmax(0,1fr)_auto_5.75rem] max-call:[grid-template-areas:'stage'_'panel'_'bar']"
    >
      <SkipLink />
      <ControlBar
        isMicOn={state.isMicOn}
        isCameraOn={state.isCameraOn}
        {...{ left, tab }}
        launch={slots.launch}
        tabs={tabs.map(({ value }) => value)}
        chatUnread={slots.chatUnread ?? 0}
        onMic={acts.onMic}
        onCamera={acts.onCamera}
        onLeave={acts.onLeave}
        onTab={open}
      />
      {tab && <SidePanel tabs={tabs} tab={tab} onTab={open} />}
      <section aria-label="People" className={`relative min-h-0 [grid-area:stage] ${isSheet ? '' : 'px-3'}`}>
        <PeopleStage state={state} waitingText={waitingText} />
        <Notices state={state} knock={slots.knock} more={slots.notices} onSound={acts.onSound} />
      </section>
      <TopBar state={state} left={left} />
    </div>
  )
}

/** First in the order of the keyboard; seen only while it has the focus. */
const SkipLink = () => (
  <a
    href="#call-controls"
    className="fixed top-2 left-2 z-(--z-toast) -translate-y-20 rounded-control bg-stage-accent px-3.5 py-2 font-semibold text-stage focus:translate-y-0"
  >
    To the controls
  </a>
)
