import { signOut } from '#platform/sign-in/sign-in.ts'
import { toast } from '#ui/overlay/toast.ts'

export { WorkingWeek } from './profile/working-week.tsx'

/** Logout. Once the token is gone, session-end.ts leads the page to /login. */
export async function logOut(): Promise<void> {
  const reach = await signOut()
  if (reach === 'only-here') {
    toast.error('Signed out on this device only', "Parley didn't answer. Your sign-in will expire later.")
  }
}
