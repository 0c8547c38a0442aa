/**
 * How long the media server waits for somebody of whom nothing comes: 10 and 5 s until the connection counts as failed, which
 * it looks at every 2 s, and 5 s for another. It says neither that nor when the last came; killed processes took 20.5 to 21.8 s.
 */
export const givenUpAfterMs = 21_000
