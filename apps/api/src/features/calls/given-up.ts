/**
 * How long LiveKit waits before it gives up on a participant who sends nothing: 10 and 5 s until the connection counts as
 * failed, which it checks every 2 s, and another 5 s. It reports neither this wait nor when it last heard from them.
 * Processes that were killed took 20.5 to 21.8 s.
 */
export const givenUpAfterMs = 21_000
