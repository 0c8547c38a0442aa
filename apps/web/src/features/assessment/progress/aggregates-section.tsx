import { getAggregates, type Aggregates } from '@parley/contract/assessment/progress.ts'
import { countsText, peopleMin, shareText } from '@parley/contract/rules/assessment/progress.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#platform/server/queries.ts'
import { dayText } from '#platform/time/dates.ts'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { Skeleton } from '#ui/display/loading.tsx'

const query = (organization_id: string) => queryOf(getAggregates, { query: { organization_id } })

/** How the clients of an organization are doing, without anybody's name. */
export function AggregatesSection({ organizationId }: { organizationId: string }) {
  const answer = useQuery(query(organizationId))
  return (
    <SideSection title="How clients are doing">
      {answer.data && <Figures aggregates={answer.data} />}
      {answer.isPending && (
        <div aria-busy="true">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {answer.isLoadingError && (
        <LoadNote what="The figures" isRetrying={answer.isFetching} onRetry={() => void answer.refetch()} />
      )}
    </SideSection>
  )
}

function Figures({ aggregates: { conversations, categories, until } }: { aggregates: Aggregates }) {
  const figures = categories.flatMap((one) => one.figures)
  const isHidden = figures.some((figure) => figure === null)
  const isEmpty = figures.every((figure) => figure === null)
  const lastDay = dayText('UTC', Date.parse(until) - 1)
  return (
    <>
      {!isEmpty && (
        <table className="w-full border-t border-line">
          <caption className="sr-only">Criteria shown, of those answered</caption>
          <thead>
            <tr>
              <th scope="col" className="py-1.5 text-left text-small font-normal text-ink-3">
                Shown
              </th>
              {conversations.map(({ name }) => (
                <th
                  key={name}
                  scope="col"
                  className="py-1.5 pl-1 text-right text-micro font-normal text-ink-3"
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map(({ tag, name, figures: own }) => (
              <tr key={tag} className="border-t border-line">
                <th scope="row" className="py-1.5 text-left align-top text-label font-normal wrap-anywhere">
                  {name}
                </th>
                {own.map((figure, i) => (
                  <td
                    key={conversations[i]?.name}
                    className="py-1.5 pl-1 text-right align-top font-figures text-label"
                  >
                    {figure ? (
                      <>
                        {shareText(figure)}
                        <span className="sr-only">{`, ${countsText(figure)}, ${figure.people} people`}</span>
                        <span aria-hidden="true" className="block text-micro text-ink-3">
                          {`of ${figure.answered.toLocaleString('en-US')}`}
                        </span>
                      </>
                    ) : (
                      <span className="text-ink-3">
                        <span aria-hidden="true">–</span>
                        <span className="sr-only">fewer than five people</span>
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="border-t border-line pt-2 text-small text-ink-3">
        {isEmpty
          ? `Needs at least five people. So far fewer than ${peopleMin} clients were scored in any conversation.`
          : `The year up to ${lastDay}.${isHidden ? ' A dash means fewer than five people.' : ''}`}
      </p>
    </>
  )
}
