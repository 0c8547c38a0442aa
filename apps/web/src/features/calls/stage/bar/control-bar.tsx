import { ListChecks, MessageSquareText, PhoneOff, SlidersVertical, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Store } from '#base/store.ts'
import { useSheetScreen } from '#ui/page/use-small-screen.ts'
import type { CallState } from '#features/calls/room/call-state.ts'
import type { CallActs } from '../call-acts.ts'
import { badgeText, panelNames, type PanelTab } from '#features/calls/stage/panel/side-panel.tsx'
import { Control, ToggleControl } from './control.tsx'
import { CameraControl, MicControl } from './mic-control.tsx'
import { MoreMenu, type MoreAct } from './more-menu.tsx'
import { ShareControl } from './share-control.tsx'

interface ControlBarProps {
  state: CallState
  acts: CallActs
  level: Store<number>
  /** The call's clock, title and end. */
  left: ReactNode
  /** The application's own control, in the middle. */
  launch: ReactNode
  more: readonly MoreAct[]
  tabs: readonly PanelTab[]
  tab: PanelTab | undefined
  isLeaving: boolean
  chatUnread: number
  onTab: (tab: PanelTab | undefined) => void
  onShortcuts: () => void
}

/**
 * The controls are in the middle of the window and never move. Each shows its state as a word, and its name is its action.
 */
export function ControlBar(props: ControlBarProps) {
  const { state, acts, level, left, launch, more, tabs, tab, isLeaving, chatUnread } = props
  const { onTab, onShortcuts } = props
  const isSheet = useSheetScreen()
  const toDevices = () => onTab('voice')
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-4 px-4 [grid-area:bar] max-call:grid-cols-1 max-call:px-2">
      <section
        id="call-controls"
        aria-label="Controls"
        tabIndex={-1}
        className="col-start-2 row-start-1 flex items-start gap-4 outline-none max-lg:gap-2 max-call:col-start-1 max-call:justify-between max-call:gap-0"
      >
        <MicControl
          sending={state.microphone}
          isTalkingMuted={state.isTalkingMuted}
          device={state.devices.microphone}
          level={level}
          onPress={acts.onMic}
          onDevices={toDevices}
        />
        <CameraControl
          sending={state.camera}
          device={state.devices.camera}
          onPress={acts.onCamera}
          onDevices={toDevices}
        />
        {!isSheet && <ShareControl sharing={state.sharing} onShare={acts.onShare} />}
        {launch}
        {isSheet && <TabControl of={tab ?? 'chat'} open={tab} {...{ chatUnread, onTab }} />}
        <MoreMenu {...{ state, acts, more, onShortcuts }} />
        <span className="h-11 self-start border-l border-stage-line max-call:hidden" />
        <Control
          icon={PhoneOff}
          ground="leave"
          word={isLeaving ? 'Leaving…' : 'Leave'}
          act="Leave the call"
          onPress={acts.onLeave}
        />
        <output className="sr-only">{isLeaving ? 'Leaving the call' : ''}</output>
      </section>
      {!isSheet && (
        <>
          <section
            aria-label="Panel"
            className="col-start-3 row-start-1 flex items-start justify-end gap-3 max-lg:gap-0"
          >
            {tabs.map((each) => (
              <TabControl key={each} of={each} open={tab} {...{ chatUnread, onTab }} />
            ))}
          </section>
          <div className="col-start-1 row-start-1 min-w-0">{left}</div>
        </>
      )}
    </div>
  )
}

const tabIcons: Record<PanelTab, LucideIcon> = {
  chat: MessageSquareText,
  voice: SlidersVertical,
  assessment: ListChecks,
}
const tabKeys: Record<PanelTab, string> = { chat: 'C', voice: 'O', assessment: 'A' }

interface TabControlProps extends Pick<ControlBarProps, 'chatUnread' | 'onTab'> {
  of: PanelTab
  open: PanelTab | undefined
}

/** Opens a tab of the panel, or closes the panel when that tab is open. */
function TabControl({ of, open, chatUnread, onTab }: TabControlProps) {
  const isOpen = of === open
  const unread = of === 'chat' && !isOpen ? chatUnread : 0
  const act = `${isOpen ? 'Close' : 'Open'} ${panelNames[of].toLowerCase()}`
  return (
    <ToggleControl
      isOn={isOpen}
      icon={tabIcons[of]}
      ground={isOpen ? 'accent' : 'bare'}
      word={panelNames[of]}
      act={act}
      shortcut={tabKeys[of]}
      label={unread > 0 ? `${act}, ${unread} unread` : act}
      onPress={() => onTab(isOpen ? undefined : of)}
    >
      {unread > 0 && (
        // Drawn by CSS, not written: the button's name has the full count.
        <span
          data-unread={badgeText(unread)}
          className="absolute -top-1 right-1.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-round bg-stage-accent px-1 font-figures text-[0.6875rem] font-semibold text-stage before:content-[attr(data-unread)]"
        />
      )}
    </ToggleControl>
  )
}
