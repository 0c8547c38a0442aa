import { terms } from '@parley/contract/content.ts'
import { LegalScreen } from '#features/identity/terms/legal-text.tsx'

export const TermsPage = () => <LegalScreen entry={terms} />
