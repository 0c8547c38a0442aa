import { cantLogIn, credentials } from '@parley/contract/identity.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
} from 'react'
import { createPart, forgetFailedParts } from '#base/load-part.ts'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { takeEarlySubmit } from '#platform/draw-page.ts'
import { signIn } from '#platform/sign-in/sign-in.ts'
import { Button } from '#ui/button/button.tsx'
import { linkStyles } from '#ui/button/link.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { judgeBy, useForm } from '#ui/form/use-form.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Most sign-ins end with the password: the code form is loaded only when the server asks for a code. */
const loadCodeForm = createPart(
  async () => (await import('#features/identity/second-factor/code-form.tsx')).CodeForm,
)
type CodeStep = Awaited<ReturnType<typeof loadCodeForm>>

const fieldNames = ['username', 'password'] as const
type Field = (typeof fieldNames)[number]
type Values = Record<Field, string>

const judge = judgeBy<Values>({
  username: credentials.shape.username,
  password: credentials.shape.password,
})

interface LoginFormProps {
  username: string
  /** The heading of each step. */
  heads: Record<'password' | 'code', ReactNode>
  /** A page goes on below the form, so links open in a tab of their own. */
  isOverPage?: boolean
  onSignedIn?: () => void
}

export function LoginForm({ username, heads, isOverPage = false, onSignedIn }: LoginFormProps) {
  const form = useForm({ saved: { username, password: '' }, judge, isShort: true })
  const { values, setAll } = form
  const [CodeForm, setCodeForm] = useState<CodeStep>()
  const password = useRef<HTMLInputElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const [isUntouched] = useState(
    () => typeof document === 'undefined' || !(document.activeElement instanceof HTMLInputElement),
  )
  const attempt = useSignIn({
    onSignedIn,
    onRefused: () => password.current?.select(),
    onCodeRequired: (step) => setCodeForm(() => step),
  })
  useDrawnForm(element, setAll)

  const field = (name: Field) => ({
    ...form.field(name),
    size: 'large' as const,
    // The page has one task: the first empty field has the focus, unless the person is already typing.
    autoFocus: isUntouched && name === (values.username === '' ? 'username' : 'password'),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (form.isGood(event.currentTarget) && !attempt.isPending) attempt.mutate(values)
  }

  const sendCode = (code: string, refuse: (text: string) => void) =>
    attempt.mutate(
      { ...values, code },
      { onError: (error) => isCodeWrong(error) && refuse(messageOf(error)) },
    )
  if (CodeForm) {
    return (
      <>
        {heads.code}
        <CodeForm isPending={attempt.isPending} onSubmit={sendCode} onBack={() => setCodeForm(undefined)} />
      </>
    )
  }
  return (
    <>
      {heads.password}
      {/* Without JavaScript the browser submits the form itself: POST keeps the password out of the address. */}
      <form ref={element} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4.5">
        <TextField {...field('username')} label="Username" autoComplete="username" spellCheck="false" />
        <div className="relative">
          <TextField
            {...field('password')}
            label="Password"
            type="password"
            autoComplete="current-password"
            inputRef={password}
          />
          {/* After the field in the DOM, so that Tab goes from username to password. The server knows the link's target. */}
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
    </>
  )
}

/** The form is prerendered: keeps what was typed or filled in before hydration, and an early press counts. */
function useDrawnForm(element: RefObject<HTMLFormElement | null>, take: (typed: Partial<Values>) => void) {
  const begin = useEffectEvent(() => {
    const typed = fieldNames.flatMap((name) => {
      const field = element.current?.elements.namedItem(name)
      return field instanceof HTMLInputElement && field.value !== '' ? [[name, field.value] as const] : []
    })
    take(Object.fromEntries(typed))
  })
  useLayoutEffect(() => begin(), [])
  useEffect(() => {
    if (!takeEarlySubmit()) return undefined
    // Wait until the values above are rendered.
    const frame = requestAnimationFrame(() => element.current?.requestSubmit())
    return () => cancelAnimationFrame(frame)
  }, [element])
}

interface SignInValues {
  username: string
  password: string
  code?: string
}

interface SignInSteps {
  onSignedIn: (() => void) | undefined
  onRefused: () => void
  /** The password is right and a second factor is on: the same call is repeated with a code. */
  onCodeRequired: (step: CodeStep) => void
}

function useSignIn({ onSignedIn, onRefused, onCodeRequired }: SignInSteps) {
  const client = useQueryClient()
  const shownError = useRef<string>(undefined)
  return useMutation({
    mutationFn: (values: SignInValues) => {
      if (shownError.current) toast.close(shownError.current)
      return signIn(client, values)
    },
    onSuccess: () => onSignedIn?.(),
    onError: async (refusal) => {
      // The code form shows this error.
      if (isCodeWrong(refusal)) return
      const showError = (reason: unknown) => {
        shownError.current = toast.error('Problem logging in', messageOf(reason))
        onRefused()
      }
      if (refusal instanceof ApiProblem && refusal.code === 'second_factor_required') {
        forgetFailedParts()
        await loadCodeForm().then(onCodeRequired, showError)
      } else showError(refusal)
    },
  })
}

const isCodeWrong = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'code_wrong'
