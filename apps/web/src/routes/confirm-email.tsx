import { ConfirmEmailScreen } from '#features/identity/password/confirm-email-screen.tsx'

export const ConfirmEmailPage = () => <ConfirmEmailScreen />
