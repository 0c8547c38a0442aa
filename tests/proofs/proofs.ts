import * as assessmentNeverLost from './writes/assessment-never-lost.ts'
import * as bookingRace from './writes/booking-race.ts'
import * as callBlur from './calls/call-blur.ts'
import * as callFaults from './calls/call-faults.ts'
import * as callJourney from './calls/call-journey.ts'
import * as callMuted from './calls/call-muted.ts'
import * as callSoak from './calls/call-soak.ts'
import * as callSpeed from './calls/call-speed.ts'
import * as chatExactlyOnce from './writes/chat-exactly-once.ts'
import * as dataCopy from './privacy/data-copy.ts'
import * as erasure from './privacy/erasure.ts'
import * as hangs from './faults/hangs.ts'
import * as hostileInput from './hostile/hostile-input.ts'
import * as importKill from './faults/import-kill.ts'
import * as install from './install/install.ts'
import * as invoiceRun from './money/invoice-run.ts'
import * as liveFanout from './live/live-fanout.ts'
import * as loginLimits from './hostile/login-limits.ts'
import * as mailKill from './faults/mail-kill.ts'
import * as mutants from '../mutants/mutants.ts'
import * as networkChange from './calls/network-change.ts'
import * as optimisticList from './writes/optimistic-list.ts'
import * as paymentWebhooks from './money/payment-webhooks.ts'
import * as people1m from './load/people-1m.ts'
import type { Proof } from './proof.ts'
import * as removal from './removal/removal.ts'
import * as retention from './privacy/retention.ts'
import * as revocation from './live/revocation.ts'
import * as sessions10m from './load/sessions-10m.ts'
import * as streamFaults from './stream/stream-faults.ts'
import * as streamHostile from './stream/stream-hostile.ts'
import * as streamJourney from './stream/stream-journey.ts'
import * as streamLaunch from './stream/stream-launch.ts'
import * as streamLoss from './stream/stream-loss.ts'
import * as streamOneViewer from './stream/stream-one-viewer.ts'
import * as streamSpeed from './stream/stream-speed.ts'
import * as twoBrowsers from './writes/two-browsers.ts'
import * as writePairs from './writes/write-pairs.ts'

/** Every proof by the name that `pnpm prove` takes. */
export const proofs: Readonly<Record<string, Proof>> = {
  revocation,
  removal,
  'live-fanout': liveFanout,
  'booking-race': bookingRace,
  'write-pairs': writePairs,
  'login-limits': loginLimits,
  'hostile-input': hostileInput,
  install,
  hangs,
  erasure,
  retention,
  'data-copy': dataCopy,
  'import-kill': importKill,
  'mail-kill': mailKill,
  'invoice-run': invoiceRun,
  'payment-webhooks': paymentWebhooks,
  'call-journey': callJourney,
  'network-change': networkChange,
  'call-blur': callBlur,
  'call-faults': callFaults,
  'call-muted': callMuted,
  'call-soak': callSoak,
  'call-speed': callSpeed,
  'chat-exactly-once': chatExactlyOnce,
  'assessment-never-lost': assessmentNeverLost,
  'stream-journey': streamJourney,
  'stream-launch': streamLaunch,
  'stream-faults': streamFaults,
  'stream-loss': streamLoss,
  'stream-one-viewer': streamOneViewer,
  'stream-hostile': streamHostile,
  'stream-speed': streamSpeed,
  'optimistic-list': optimisticList,
  'two-browsers': twoBrowsers,
  mutants,
  'sessions-10m': sessions10m,
  'people-1m': people1m,
}
