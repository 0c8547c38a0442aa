/** What a toast about joining is about: the next try takes its place, and a call that stands takes it away. */
export const joining = 'joining a call'
