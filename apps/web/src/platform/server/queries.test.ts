import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './queries.ts'

test('invalidating aborts a first fetch under way, and everybody who waits gets the new answer', async () => {
  const client = createQueryClient()
  const asked: PromiseWithResolvers<string>[] = []
  const left: AbortSignal[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['/things'],
    queryFn: ({ signal }) => {
      const answer = Promise.withResolvers<string>()
      asked.push(answer)
      left.push(signal)
      return answer.promise
    },
  })
  const leave = observer.subscribe(() => {})
  const waiting = client.fetchQuery(observer.options)
  expect(asked).toHaveLength(1)

  const isDone = client.invalidateQueries({ queryKey: ['/things'] })
  expect(asked).toHaveLength(2)
  expect(left[0]?.aborted).toBe(true)
  expect(observer.getCurrentResult().isPending).toBe(true)
  asked[1]?.resolve('after')
  await isDone
  asked[0]?.resolve('before')
  expect(await waiting).toBe('after')
  expect(observer.getCurrentResult().data).toBe('after')
  leave()
})
