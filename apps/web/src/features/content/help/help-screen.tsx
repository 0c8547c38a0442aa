import { help, type HelpCategory, type HelpItems, type HelpSource } from '@parley/contract/content/written.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, type ReactNode } from 'react'
import { pages, titleOf } from '#platform/pages.ts'
import { queryOf } from '#platform/server/queries.ts'
import { CopyButton } from '#ui/button/copy-button.tsx'
import { Button } from '#ui/button/button.tsx'
import { Tabs } from '#ui/choice/tabs.tsx'
import { countText } from '#ui/display/amount-text.ts'
import { SearchField } from '#ui/field/search-field.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { useAddress } from '#ui/page/use-address.ts'
import { ContentSkeleton } from '../content-skeleton.tsx'
import { topicFinder } from './find-topics.ts'
import { HelpView } from './help-view.tsx'

/** /help: the answers for coaches and for clients, each in a tab. */
export function HelpScreen({ foot }: { foot?: ReactNode }) {
  const [address, change] = useAddress()
  return (
    <HelpPage title={titleOf('help')}>
      {(items, sought) => {
        const tab = address.tab === 'client' ? 'client' : 'coach'
        const tabs = [
          { value: 'coach', label: 'Coach', source: 'Coach' },
          { value: 'client', label: 'Client', source: 'Client' },
        ] as const
        const goTo = (value: string) =>
          change({ tab: value === 'client' ? 'client' : undefined, topic: undefined }, { replace: true })
        return (
          <Tabs
            label="Whose help"
            place="page"
            value={tab}
            onChange={goTo}
            tabs={tabs.map(({ value, label, source }) => ({
              value,
              label,
              content: (
                <HelpView
                  categories={categoriesFor(items, source)}
                  sought={sought}
                  topic={address.topic}
                  elsewhere={
                    <Elsewhere
                      categories={categoriesFor(items, source === 'Coach' ? 'Client' : 'Coach')}
                      whose={source === 'Coach' ? 'clients' : 'coaches'}
                      sought={sought}
                      onGo={() => goTo(source === 'Coach' ? 'client' : 'coach')}
                    />
                  }
                  {...(source === 'Client' && { below: (tag: string) => <ForClient tag={tag} /> })}
                  foot={foot}
                />
              ),
            }))}
          />
        )
      }}
    </HelpPage>
  )
}

/** /help/client: the questions that clients ask, for everybody who has the link. */
export function ClientHelpScreen() {
  const [address] = useAddress()
  return (
    <HelpPage title={titleOf('clientHelp')}>
      {(items, sought) => (
        <HelpView categories={categoriesFor(items, 'Client')} sought={sought} topic={address.topic} />
      )}
    </HelpPage>
  )
}

interface HelpPageProps {
  title: string
  children: (items: HelpItems, sought: string) => ReactNode
}

function HelpPage({ title, children }: HelpPageProps) {
  const answer = useQuery(queryOf(help, {}))
  const [address, change] = useAddress()
  const text = String(address.search ?? '')
  // Letters appear as they are typed; the results may come a moment later.
  const sought = useDeferredValue(text)
  const field = (
    <div className="w-full sm:w-90">
      <SearchField
        label="Search help"
        value={text}
        onChange={(value) => change({ search: value || undefined }, { replace: true })}
      />
    </div>
  )
  return (
    <>
      <div className="mb-3">
        <PageHeader title={title} actions={field} />
      </div>
      {answer.data ? (
        children(answer.data, sought)
      ) : answer.isPending ? (
        <ContentSkeleton />
      ) : (
        <LoadFailure
          error={answer.error}
          isRetrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      )}
    </>
  )
}

const categoriesFor = ({ items }: HelpItems, source: HelpSource): readonly HelpCategory[] =>
  items.find(({ fields }) => fields.sourceName === source)?.fields.categories ?? none
const none: readonly HelpCategory[] = []

interface ElsewhereProps {
  categories: readonly HelpCategory[]
  whose: string
  sought: string
  onGo: () => void
}

function Elsewhere({ categories, whose, sought, onGo }: ElsewhereProps) {
  const count = topicFinder(categories)(sought).length
  if (count === 0) return null
  return (
    <Button onPress={onGo}>
      See {countText(count, 'answer')} for {whose}
    </Button>
  )
}

/** A link that a coach can send to their client, to the same answer. */
const ForClient = ({ tag }: { tag: string }) => (
  <div className="mt-3 flex items-center gap-3 text-label text-ink-2">
    A link for your client
    <CopyButton text={`${location.origin}${pages.clientHelp.path}?topic=${tag}`} />
  </div>
)
