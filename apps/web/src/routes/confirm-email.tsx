import { ConfirmEmailScreen } from '../features/identity/confirm-email-screen.tsx'

export const ConfirmEmailPage = () => <ConfirmEmailScreen />
