import {
  ListChecks,
  MessageSquareText,
  Mic,
  MicOff,
  PhoneOff,
  SlidersVertical,
  Video,
  VideoOff,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useSheetScreen } from '#ui/page/use-small-screen.ts'
import type { CallActs } from './call-acts.ts'
import { Control, ToggleControl } from './control.tsx'
import { badgeText, panelNames, type PanelTab } from './panel-tab.ts'

interface ControlBarProps extends Pick<CallActs, 'onMic' | 'onCamera' | 'onLeave'> {
  isMicOn: boolean
  isCameraOn: boolean
  /** The call's clock, title and end. */
  left: ReactNode
  /** The application's own control, in the middle. */
  launch: ReactNode
  tabs: readonly PanelTab[]
  tab: PanelTab | undefined
  chatUnread: number
  onTab: (tab: PanelTab | undefined) => void
}

/** The controls stand in the middle of the window and never move. Each says its state in a word, and its act by name. */
export function ControlBar(props: ControlBarProps) {
  const { isMicOn, isCameraOn, left, launch, tabs, tab, chatUnread, onMic, onCamera, onLeave, onTab } = props
  const isSheet = useSheetScreen()
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-4 px-4 [grid-area:bar] max-call:grid-cols-1 max-call:px-3">
      <section
        id="call-controls"
        aria-label="Controls"
        tabIndex={-1}
        className="col-start-2 row-start-1 flex items-start gap-5 outline-none max-lg:gap-3 max-call:col-start-1 max-call:justify-between max-call:gap-1"
      >
        <ToggleControl
          isOn={isMicOn}
          icon={isMicOn ? Mic : MicOff}
          ground={isMicOn ? 'plain' : 'off'}
          word={isMicOn ? 'Mic on' : 'Muted'}
          act={isMicOn ? 'Mute' : 'Unmute'}
          onPress={onMic}
          isFirst
        />
        <ToggleControl
          isOn={isCameraOn}
          icon={isCameraOn ? Video : VideoOff}
          ground={isCameraOn ? 'plain' : 'off'}
          word={isCameraOn ? 'Camera on' : 'Camera off'}
          act={isCameraOn ? 'Turn camera off' : 'Turn camera on'}
          onPress={onCamera}
        />
        {launch}
        {isSheet && <TabControl of={tab ?? 'chat'} open={tab} {...{ chatUnread, onTab }} />}
        <span className="h-11 self-start border-l border-stage-line max-call:hidden" />
        <Control icon={PhoneOff} ground="off" word="Leave" act="Leave the call" onPress={onLeave} />
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

interface TabControlProps {
  of: PanelTab
  open: PanelTab | undefined
  chatUnread: number
  onTab: ControlBarProps['onTab']
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
      label={unread > 0 ? `${act}, ${unread} unread` : act}
      onPress={() => onTab(isOpen ? undefined : of)}
    >
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-1 right-1.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-round bg-stage-accent px-1 font-figures text-[0.6875rem] font-semibold text-stage"
        >
          {badgeText(unread)}
        </span>
      )}
    </ToggleControl>
  )
}
