import { CircleAlert, CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from '#ui/display/loading.tsx'
import type { ConnectionState } from './network/connection-state.ts'
import { connectionTexts, type StreamSupport } from './check-words.ts'

const good = <CircleCheck className="text-green-ink" strokeWidth={1.75} />

const signs: Record<ConnectionState['kind'], ReactNode> = {
  checking: <Spinner label="Checking" />,
  good,
  usable: <TriangleAlert className="text-yellow-ink" strokeWidth={1.75} />,
  weak: <TriangleAlert className="text-yellow-ink" strokeWidth={1.75} />,
  blocked: <CircleX className="text-red-ink" strokeWidth={1.75} />,
  untested: <CircleAlert className="text-yellow-ink" strokeWidth={1.75} />,
}

export const ConnectionFact = ({ connection }: { connection: ConnectionState }) => (
  <Fact sign={signs[connection.kind]} {...connectionTexts(connection)} />
)

export const StreamFact = ({ streamSupport: { result, title, text } }: { streamSupport: StreamSupport }) => (
  <Fact
    sign={result === 'good' ? good : <CircleAlert className="text-yellow-ink" strokeWidth={1.75} />}
    {...{ title, text }}
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
