import { terms } from '@parley/contract/content/content.ts'
import { LegalScreen } from '#features/identity/terms/legal-text.tsx'

export const TermsPage = () => <LegalScreen entry={terms} />
