import { privacy } from '@parley/contract/content/content.ts'
import { LegalScreen } from '#features/identity/terms/legal-text.tsx'

export const PrivacyPage = () => <LegalScreen entry={privacy} />
