interface FailureWords {
  title: string
  text: string
  /** It may pass at any moment, so the load is retried without a press. */
  isPassing: boolean
}

/**
 * How a failed load is explained: what happened, then what to do. Without a network it does not suggest a reload, which
 * would lose what is left of the page.
 */
export function failureWords(error: unknown, isOnline: boolean): FailureWords {
  const status = statusOf(error)
  if (status === 0 || !isOnline)
    return {
      title: 'No connection',
      text: "Can't reach Parley. Check your connection and try again.",
      isPassing: true,
    }
  if (status !== undefined && status >= 500)
    return {
      title: 'Something went wrong',
      text: "Parley couldn't answer. Please try again in a moment.",
      isPassing: false,
    }
  return { title: 'Something went wrong', text: 'Please refresh the page.', isPassing: false }
}

/** The status of the failed answer; 0 if none came. */
const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined
