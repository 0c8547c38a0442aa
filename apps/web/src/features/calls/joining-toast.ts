/** The subject of toasts about joining: the next attempt replaces the toast, and a call that was joined closes it. */
export const joining = 'joining a call'
