import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Failure } from '#ui/page/load-failure.tsx'
import type { ActiveFilter } from './toolbar/filter-words.ts'
import type { TableState } from './use-table-state.ts'

const heading = (text: string) => <h2 className="text-large font-semibold wrap-anywhere">{text}</h2>

/** The texts of a list that has no entries yet: what belongs here, and the first step. */
export interface EmptyTexts {
  title: string
  text: string
  action?: ReactNode
}

export const NothingYet = ({ title, text, action }: EmptyTexts) => (
  <EmptyState picture={<EmptyLanes />} heading={heading(title)} action={action}>
    {text}
  </EmptyState>
)

/** The two lanes, pale, for a list with nobody in it yet. Decorative, so it says nothing that the text does not. */
const EmptyLanes = () => (
  <svg viewBox="0 0 28 44" aria-hidden="true" className="h-14 forced-color-adjust-none">
    <rect width="9" height="31" rx="4.5" className="fill-lane-coach-soft" />
    <rect x="19" y="13" width="9" height="31" rx="4.5" className="fill-lane-client-soft" />
  </svg>
)

/** The search or the filters hide everything: names them, and offers to clear them. */
export function NothingMatches({ state, active }: { state: TableState; active: readonly ActiveFilter[] }) {
  const search = state.search.trim()
  return (
    <EmptyState
      heading={heading(sentenceOf(state.shape.noun[1], search, active))}
      action={
        <>
          {active.length > 0 && <Button onPress={state.clearFilters}>Clear filters</Button>}
          {search !== '' && (
            <Button look={active.length > 0 ? 'quiet' : 'secondary'} onPress={() => state.setSearch('')}>
              Clear search
            </Button>
          )}
        </>
      }
    />
  )
}

/** 'Nothing matches “Margarethe O” with status No Show', 'No clients with coach Dana Whitfield'. */
function sentenceOf(many: string, search: string, active: readonly ActiveFilter[]): string {
  // A flag is an adjective: 'No deleted clients'.
  const flags = active.flatMap(({ filter }) => (filter.kind === 'flag' ? [filter.label.toLowerCase()] : []))
  const which = [...flags, many].join(' ')
  const filters = active
    .filter(({ filter }) => filter.kind !== 'flag')
    .map(({ filter, words, unit }) => `${filter.label.toLowerCase()} ${words} ${unit}`.trim())
    .join(' and ')
  const withFilters = filters === '' ? '' : ` with ${filters}`
  const among = flags.length === 0 ? '' : ` among ${which}`
  return search === '' ? `No ${which}${withFilters}` : `Nothing matches “${search}”${among}${withFilters}`
}

interface ListFailureProps {
  error: unknown
  isRetrying: boolean
  onRetry: () => void
  /** The way back if this page cannot be shown. */
  onFirstPage: (() => void) | undefined
}

/** The list couldn't be loaded. This keeps its place, and the rest of the page works on. */
export function ListFailure({ error, isRetrying, onRetry, onFirstPage }: ListFailureProps) {
  return (
    <div role="alert">
      <Failure
        {...{ error, isRetrying, onRetry, heading }}
        more={
          onFirstPage && (
            <Button look="quiet" onPress={onFirstPage}>
              First page
            </Button>
          )
        }
      />
    </div>
  )
}
