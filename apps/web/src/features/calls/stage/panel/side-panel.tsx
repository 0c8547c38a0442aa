import { ChevronDown, X } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { Tabs, type TabOf } from '#ui/choice/tabs.tsx'
import { useSheetScreen } from '#ui/page/use-small-screen.ts'

/** The tabs of the panel beside the stage. */
export type PanelTab = 'chat' | 'voice' | 'assessment'

export const panelNames: Record<PanelTab, string> = { chat: 'Chat', voice: 'Voice', assessment: 'Assessment' }

/** '9+' from ten on: a badge has room for one figure. */
export const badgeText = (count: number): string => (count > 9 ? '9+' : String(count))

interface SidePanelProps {
  tabs: readonly TabOf<PanelTab>[]
  tab: PanelTab
  onTab: (tab: PanelTab | undefined) => void
}

/** One width for all of its tabs, right of the stage; on a small window a sheet under the faces. */
export function SidePanel({ tabs, tab, onTab }: SidePanelProps) {
  const isSheet = useSheetScreen()
  return (
    <aside
      aria-label="Side panel"
      className="mr-3 flex w-97 min-h-0 flex-col overflow-hidden rounded-panel border border-line bg-surface text-ink [grid-area:panel] max-call:mr-0 max-call:h-[min(28.5rem,52dvh)] max-call:w-full max-call:rounded-b-none max-call:rounded-t-modal max-call:border-0"
    >
      <Tabs
        label="Side panel"
        tabs={tabs}
        value={tab}
        onChange={onTab}
        end={
          <Button look="quiet" size="icon" aria-label="Close panel" onPress={() => onTab(undefined)}>
            {isSheet ? <ChevronDown /> : <X />}
          </Button>
        }
      />
    </aside>
  )
}
