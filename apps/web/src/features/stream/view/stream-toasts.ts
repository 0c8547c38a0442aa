import { constants } from '@parley/contract/rules/constants.ts'
import { ClockAlert, Hourglass, RotateCw } from 'lucide-react'
import { toast } from '#ui/overlay/toast.ts'
import {
  newsTexts,
  opensForText,
  troubleTexts,
  type StreamNews,
  type StreamTrouble,
} from '#features/stream/model/stream-news.ts'

/** Progress and trouble: each has one toast at a time. */
const course = 'stream'
const trouble = 'stream trouble'
/** Trouble toasts close after this long, because a retry is under way or a button offers one. */
const troubleMs = 8000

/** Reports the state of the application in toasts at the edge of the stage. */
export function tellOfStream(news: StreamNews, people: number): void {
  if (news === 'loading')
    toast.loading(newsTexts.loading, opensForText(people), { about: course, ms: constants.loadingToastMs })
  else if (news === 'loaded') {
    toast.closeAbout(trouble)
    toast.success(newsTexts.loaded, undefined, { about: course, ms: 'until closed' })
  } else if (news === 'retrying') toast.info(newsTexts.retrying, undefined, { about: course, icon: RotateCw })
  else if (news === 'over') {
    toast.closeAbout(course)
    toast.closeAbout(trouble)
  } else tellOfTrouble(news)
}

function tellOfTrouble(what: StreamTrouble): void {
  const { title, text } = troubleTexts[what]
  toast.closeAbout(course)
  if (what === 'often') toast.warning(title, text, { about: trouble, icon: Hourglass, ms: troubleMs })
  else if (what === 'late') toast.error(title, text, { about: trouble, icon: ClockAlert, ms: troubleMs })
  else toast.error(title, text, { about: trouble, ms: troubleMs })
}
