import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

export interface TabOf<V extends string> {
  value: V
  label: string
  content: ReactNode
}

interface TabsProps<V extends string> {
  label: string
  tabs: readonly TabOf<V>[]
  value: V
  onChange: (value: V) => void
  /** At the end of the row of tabs. */
  end?: ReactNode
  /** On a page the tabs align with its text; a panel has an edge of its own, so they are indented. */
  place?: 'panel' | 'page'
}

const rows = {
  panel: 'pr-1.5 pl-4',
  page: 'mb-6',
}

/** Contents that share one place, one at a time. Fills its container; the arrow keys change the tab. */
export function Tabs<V extends string>({ label, tabs, value, onChange, end, place = 'panel' }: TabsProps<V>) {
  const choose = (key: unknown) => {
    const tab = tabs.find((each) => each.value === key)
    if (tab) onChange(tab.value)
  }
  return (
    <AriaTabs selectedKey={value} onSelectionChange={choose} className="flex min-h-0 flex-1 flex-col">
      <div className={`flex shrink-0 items-center justify-between gap-2 border-b border-line ${rows[place]}`}>
        <TabList aria-label={label} className="flex min-w-0 gap-5">
          {tabs.map((tab) => (
            <Tab
              key={tab.value}
              id={tab.value}
              className="flex min-h-11.5 cursor-pointer items-center border-b-2 border-transparent text-large text-ink-2 outline-offset-1 outline-focus selected:border-accent selected:font-semibold selected:text-ink focus-visible:outline-2"
            >
              {tab.label}
            </Tab>
          ))}
        </TabList>
        {end}
      </div>
      {tabs.map((tab) => (
        <TabPanel key={tab.value} id={tab.value} className="flex min-h-0 flex-1 flex-col outline-none">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
