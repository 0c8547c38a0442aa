import * as callSize from './call-size.ts'
import * as contentPages from './content-pages.ts'
import * as entrySize from './entry-size.ts'
import * as loginPage from './login-page.ts'
import type { Measurement } from './measurement.ts'
import * as profilesMe from './profiles-me.ts'

/** Every measurement by the name that `pnpm bench` takes. */
export const measurements: Readonly<Record<string, Measurement>> = {
  'profiles-me': profilesMe,
  'login-page': loginPage,
  'content-pages': contentPages,
  'entry-size': entrySize,
  'call-size': callSize,
}
