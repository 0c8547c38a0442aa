import './join.css'
import { StrictMode } from 'react'
import { GuestPage } from './features/calls/guest/guest-page.tsx'
import { guestSecret } from './features/calls/guest/guest-secret.ts'
import { drawPage } from './platform/draw-page.ts'
import { reportStrayErrors } from './platform/server/report-error.ts'

// The entry of the guest's page: one page, without the portal's router, lists and widgets (docs/decisions).
reportStrayErrors()
drawPage(
  <StrictMode>
    <GuestPage secret={guestSecret()} />
  </StrictMode>,
)
