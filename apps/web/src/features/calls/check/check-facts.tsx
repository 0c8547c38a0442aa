import { CircleAlert, CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from '#ui/display/spinner.tsx'
import type { ConnectionState } from './network/connection-state.ts'
import { connectionTexts } from './check-words.ts'

const good = <CircleCheck className="text-green-ink" strokeWidth={1.75} />

const signs: Record<ConnectionState['kind'], ReactNode> = {
  checking: <Spinner label="Checking" />,
  good,
  usable: <TriangleAlert className="text-yellow-ink" strokeWidth={1.75} />,
  weak: <TriangleAlert className="text-yellow-ink" strokeWidth={1.75} />,
  blocked: <CircleX className="text-red-ink" strokeWidth={1.75} />,
}

export const ConnectionFact = ({ connection }: { connection: ConnectionState }) => (
  <Fact sign={signs[connection.kind]} {...connectionTexts(connection)} />
)

export const StreamFact = ({ playsH264 }: { playsH264: boolean }) =>
  playsH264 ? (
    <Fact sign={good} title="Parley can be shown here" text="This browser plays H.264." />
  ) : (
    <Fact
      sign={<CircleAlert className="text-yellow-ink" strokeWidth={1.75} />}
      title="Parley cannot be shown here"
      text="This browser does not play H.264. The call itself works."
    />
  )

const Fact = ({ sign, title, text }: { sign: ReactNode; title: string; text: string }) => (
  <li className="flex gap-3 border-b border-line py-3 last:border-0 [&_svg]:size-5 [&_svg]:shrink-0">
    {sign}
    <div className="min-w-0">
      <p className="font-medium">{title}</p>
      <p className="text-label text-ink-3">{text}</p>
    </div>
  </li>
)
