import type { ChatMessage } from '@parley/contract/chat.ts'
import { noAnswer, problemOf } from '#platform/server/api-problem.ts'

interface Upload {
  /** The path below /api, with its query. */
  path: string
  authorization: string
  file: File
  signal: AbortSignal
  onProgress: (sent: number) => void
}

/** Uploads a file as form field `userfile`. It uses XMLHttpRequest, because `fetch` reports no upload progress. */
export function uploadFile({ path, authorization, file, signal, onProgress }: Upload): Promise<ChatMessage> {
  const form = new FormData()
  form.append('userfile', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', `/api${path}`)
    request.setRequestHeader('Authorization', authorization)
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => {
      const answer = new Response(request.responseText, { status: request.status })
      // The server checks its answers against the endpoint's schema.
      if (answer.ok) resolve((JSON.parse(request.responseText) as { response: ChatMessage }).response)
      else void problemOf(answer).then(reject)
    })
    request.addEventListener('error', () => reject(noAnswer()))
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
