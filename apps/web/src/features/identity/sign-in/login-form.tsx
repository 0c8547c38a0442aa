import { cantLogIn, credentials } from '@parley/contract/identity.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type SubmitEvent } from 'react'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { takeEarlySubmit } from '#platform/draw-page.ts'
import { signIn } from '#platform/sign-in/sign-in.ts'
import { Button } from '#ui/button/button.tsx'
import { linkStyles } from '#ui/button/link.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { CodeForm } from '#features/identity/second-factor/code-form.tsx'

type Field = 'username' | 'password'

interface LoginFormProps {
  username: string
  /** Something goes on below it: what leads elsewhere opens in a tab of its own. */
  isOverPage?: boolean
  onSignedIn?: () => void
}

export function LoginForm({ username, isOverPage = false, onSignedIn }: LoginFormProps) {
  const [values, setValues] = useState({ username, password: '' })
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const [judged, setJudged] = useState<readonly Field[]>([])
  const password = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [isUntouched] = useState(
    () => typeof document === 'undefined' || !(document.activeElement instanceof HTMLInputElement),
  )
  const attempt = useSignIn({
    onSignedIn,
    onRefused: () => password.current?.select(),
    onCodeAsked: () => setIsCodeAsked(true),
  })

  // The form comes drawn: what was typed or filled in before the script came stays, and an early press counts.
  useLayoutEffect(() => {
    const typed = (name: Field) => {
      const field = form.current?.elements.namedItem(name)
      return field instanceof HTMLInputElement ? field.value : ''
    }
    const [username, password] = [typed('username'), typed('password')]
    setValues((before) => ({ username: username || before.username, password: password || before.password }))
  }, [])
  useEffect(() => {
    if (!takeEarlySubmit()) return undefined
    // After the values above have been drawn.
    const frame = requestAnimationFrame(() => form.current?.requestSubmit())
    return () => cancelAnimationFrame(frame)
  }, [])

  const faults = faultsOf(values)
  const field = (name: Field) => ({
    name,
    value: values[name],
    error: judged.includes(name) ? faults[name] : undefined,
    size: 'large' as const,
    // The page has one task: the first field that is still empty has the focus, unless somebody writes already.
    autoFocus: isUntouched && name === (values.username === '' ? 'username' : 'password'),
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    onBlur: (event: FocusEvent) => {
      // An error line moves what is below it: on the way to a button or a link it would slip from under the pointer.
      if (event.relatedTarget instanceof HTMLInputElement) setJudged((before) => [...before, name])
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setJudged(['username', 'password'])
    const firstFaulty = faults.username ? 'username' : faults.password ? 'password' : undefined
    if (firstFaulty) event.currentTarget.querySelector<HTMLInputElement>(`[name=${firstFaulty}]`)?.focus()
    else if (!attempt.isPending) attempt.mutate(values)
  }

  if (isCodeAsked) {
    return (
      <CodeForm
        isPending={attempt.isPending}
        refusal={attempt.isError && isCodeWrong(attempt.error) ? messageOf(attempt.error) : undefined}
        onSubmit={(code) => attempt.mutate({ ...values, code })}
        onChange={attempt.reset}
        onBack={() => setIsCodeAsked(false)}
      />
    )
  }
  return (
    // Without a script a form goes where it says: a password must not stand in an address.
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4.5">
      <TextField {...field('username')} label="Username" autoComplete="username" spellCheck="false" />
      <div className="relative">
        <TextField
          {...field('password')}
          label="Password"
          type="password"
          autoComplete="current-password"
          inputRef={password}
        />
        {/* After the field in reading order, so that Tab goes from name to password. The server knows where it leads. */}
        <a
          href={`/api${cantLogIn.path}`}
          {...(isOverPage && { target: '_blank' })}
          className={`absolute top-0 right-0 text-label pointer-coarse:-top-3 pointer-coarse:py-3 ${linkStyles()}`}
        >
          Can't log in?
        </a>
      </div>
      <Button type="submit" look="primary" size="large" width="full" isPending={attempt.isPending}>
        Sign In
      </Button>
    </form>
  )
}

interface Attempt {
  username: string
  password: string
  code?: string
}

interface SignInSteps {
  onSignedIn: (() => void) | undefined
  onRefused: () => void
  /** The password is right and a second factor is on: the same call is made again with a code. */
  onCodeAsked: () => void
}

function useSignIn({ onSignedIn, onRefused, onCodeAsked }: SignInSteps) {
  const client = useQueryClient()
  const refusal = useRef<string>(undefined)
  return useMutation({
    mutationFn: (attempt: Attempt) => {
      if (refusal.current) toast.close(refusal.current)
      return signIn(client, attempt)
    },
    onSuccess: () => onSignedIn?.(),
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'second_factor_required') return onCodeAsked()
      // Its own form says it.
      if (isCodeWrong(error)) return undefined
      refusal.current = toast.error('Problem logging in', messageOf(error))
      return onRefused()
    },
  })
}

const isCodeWrong = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'code_wrong'

function faultsOf(values: Record<Field, string>): Partial<Record<Field, string>> {
  const issues = credentials.safeParse(values).error?.issues ?? []
  const first = (name: Field) => issues.find(({ path }) => path[0] === name)?.message
  return { username: first('username'), password: first('password') }
}
