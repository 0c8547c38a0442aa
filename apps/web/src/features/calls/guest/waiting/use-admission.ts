import {
  askIn,
  guestAdmission,
  stillWaiting,
  type Admission,
  type Checked,
} from '@parley/contract/calls/calls.ts'
import { waitingBeatMs } from '@parley/contract/rules/calls/admissions.ts'
import { useEffect, useState } from 'react'
import { request } from '#platform/server/api.ts'

/** An admission that may still change is polled; each poll also tells the API that this page is still there. */
const isWaitedFor = ({ state }: Admission): boolean => state !== 'none' && state !== 'admitted'

interface AdmissionView {
  admission: Admission
  /** The last heartbeat failed: the coach may not know that the client is here. */
  isUnheard: boolean
}

/** This browser's admission to the call, polled while somebody else decides. */
export function useAdmission(secret: string, first: Admission, isInCall: boolean) {
  const [{ admission, isUnheard }, setView] = useState<AdmissionView>({ admission: first, isUnheard: false })
  const isBeating = isWaitedFor(admission) && !isInCall
  useEffect(() => {
    if (!isBeating) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    const beat = async () => {
      if (isAsking) return
      isAsking = true
      clearTimeout(timer)
      const heard = await request(stillWaiting, {}, { guest: secret, background: true }).catch(
        () => undefined,
      )
      isAsking = false
      if (isOver) return
      setView((before) => ({ admission: heard ?? before.admission, isUnheard: heard === undefined }))
      timer = setTimeout(() => void beat(), waitingBeatMs)
    }
    const beatWhenSeen = () => document.visibilityState === 'visible' && void beat()
    void beat()
    addEventListener('online', beatWhenSeen)
    document.addEventListener('visibilitychange', beatWhenSeen)
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', beatWhenSeen)
      document.removeEventListener('visibilitychange', beatWhenSeen)
    }
  }, [secret, isBeating])
  const take = (next: Admission) => {
    setView({ admission: next, isUnheard: false })
    return next
  }
  return {
    admission,
    isUnheard,
    /** For 'Join Session'. */
    ask: async (checked: Checked): Promise<Admission> => {
      const { version, is_accepted } = admission.terms
      const body = { consents: true as const, checked, ...(is_accepted ? {} : { terms: version }) }
      return take(await request(askIn, { body }, { guest: secret }))
    },
    look: async (): Promise<Admission> =>
      take(await request(guestAdmission, {}, { guest: secret, background: true })),
  }
}
