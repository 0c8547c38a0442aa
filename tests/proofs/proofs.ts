import * as assessmentNeverLost from './assessment-never-lost.ts'
import * as bookingRace from './booking-race.ts'
import * as callBlur from './call-blur.ts'
import * as callFaults from './call-faults.ts'
import * as callJourney from './call-journey.ts'
import * as callMuted from './call-muted.ts'
import * as callSoak from './call-soak.ts'
import * as callSpeed from './call-speed.ts'
import * as chatExactlyOnce from './chat-exactly-once.ts'
import * as dataCopy from './data-copy.ts'
import * as erasure from './erasure.ts'
import * as hangs from './hangs.ts'
import * as hostileInput from './hostile-input.ts'
import * as importKill from './import-kill.ts'
import * as invoiceRun from './invoice-run.ts'
import * as liveFanout from './live-fanout.ts'
import * as loginLimits from './login-limits.ts'
import * as mailKill from './mail-kill.ts'
import * as mutants from './mutants.ts'
import * as networkChange from './network-change.ts'
import * as optimisticList from './optimistic-list.ts'
import * as paymentWebhooks from './payment-webhooks.ts'
import * as people1m from './people-1m.ts'
import type { Proof } from './proof.ts'
import * as removal from './removal.ts'
import * as retention from './retention.ts'
import * as revocation from './revocation.ts'
import * as sessions10m from './sessions-10m.ts'
import * as streamFaults from './stream-faults.ts'
import * as streamHostile from './stream-hostile.ts'
import * as streamJourney from './stream-journey.ts'
import * as streamLaunch from './stream-launch.ts'
import * as streamLoss from './stream-loss.ts'
import * as streamOneViewer from './stream-one-viewer.ts'
import * as streamSpeed from './stream-speed.ts'
import * as twoBrowsers from './two-browsers.ts'
import * as writePairs from './write-pairs.ts'

/** Every proof by the name that `pnpm prove` takes. */
export const proofs: Readonly<Record<string, Proof>> = {
  revocation,
  removal,
  'live-fanout': liveFanout,
  'booking-race': bookingRace,
  'write-pairs': writePairs,
  'login-limits': loginLimits,
  'hostile-input': hostileInput,
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
