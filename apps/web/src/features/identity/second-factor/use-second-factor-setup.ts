import { confirmSecondFactor, startSecondFactor } from '@parley/contract/identity.ts'
import type { Answered } from '@parley/contract/wire/route.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#platform/server/api.ts'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { codeLength } from '#ui/field/code-boxes.tsx'
import { useForm } from '#ui/form/use-form.ts'

/**
 * Turns the second factor on: the password makes a key, a code from the app turns it on, and the recovery codes are shown
 * once. It is on from the code, whether the codes were kept or not.
 */
export function useSecondFactorSetup() {
  const [key, setKey] = useState<Answered<typeof startSecondFactor>>()
  const form = useForm({ saved: { code: '' }, judge: () => ({}) })
  const [hasKept, setHasKept] = useState(false)
  const confirm = useMutation({
    mutationFn: (digits: string) => request(confirmSecondFactor, { body: { code: digits } }),
    onError: (error) => {
      // The key has expired: the password makes a new one.
      if (error instanceof ApiProblem && error.code === 'second_factor_not_started') setKey(undefined)
      form.discard()
      form.refuse([{ path: 'code', message: messageOf(error) }])
    },
  })
  return {
    key,
    field: form.field('code'),
    codes: confirm.data?.recoveryCodes,
    hasKept,
    isConfirming: confirm.isPending,
    /** Throws if the server refuses. */
    start: async (password: string) => setKey(await request(startSecondFactor, { body: { password } })),
    /** Six digits are a complete code, so send it without another press. */
    enter: (digits: string) => {
      form.set('code', digits)
      if (digits.length === codeLength && !confirm.isPending) confirm.mutate(digits)
    },
    setHasKept,
  }
}

export type SecondFactorSetup = ReturnType<typeof useSecondFactorSetup>
