import { terms } from '@parley/contract/content/content.ts'
import { acceptTerms } from '@parley/contract/identity.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#platform/server/api.ts'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { queryOf } from '#platform/server/queries.ts'
import { keepMe, refetchMe } from '#platform/sign-in/sign-in.ts'
import { Button } from '#ui/button/button.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { Wordmark } from '#ui/display/mark.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { logOut } from '#features/identity/identity.ts'
import { LegalText, LegalTextSkeleton } from './legal-text.tsx'

/** At first sign-in, before anything else: the person accepts the terms or logs out. */
export function TermsGate() {
  const text = useQuery(queryOf(terms, {}))
  const accept = useAcceptTerms(() => void text.refetch())
  const decline = useMutation({ mutationFn: logOut })
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center border-b border-line px-4 sm:px-8">
        <Wordmark />
      </header>
      <main className="flex flex-1 flex-col items-center px-4 pt-8 pb-12 sm:px-8">
        {text.data && <LegalText text={text.data} />}
        {text.isPending && <LegalTextSkeleton />}
        {text.isLoadingError && (
          <LoadFailure error={text.error} isRetrying={text.isFetching} onRetry={() => void text.refetch()} />
        )}
      </main>
      <footer className="sticky bottom-0 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-8">
        <div className="mx-auto flex max-w-(--measure) flex-wrap items-center justify-end gap-2">
          <p className="flex-1 text-label text-ink-2 max-sm:basis-full">
            Accept the terms to continue. If you decline, you'll be logged out.
          </p>
          <Button look="quiet" isPending={decline.isPending} onPress={() => decline.mutate()}>
            Decline
          </Button>
          <Button
            look="primary"
            isDisabled={!text.data}
            isPending={accept.isPending}
            onPress={() => text.data && accept.mutate(text.data.version)}
          >
            Accept
          </Button>
        </div>
      </footer>
    </div>
  )
}

function useAcceptTerms(onOutdated: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (version: string) => request(acceptTerms, { body: { version } }),
    onSuccess: (profile) => {
      keepMe(client, profile)
      // A profile that was requested earlier would bring the terms back.
      void refetchMe(client)
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'terms_outdated') onOutdated()
      toast.error("Couldn't accept the terms", messageOf(error))
    },
  })
}
