/** Computers that the desktop application is made for. */
export const platforms = ['windows', 'macos', 'linux'] as const
export type Platform = (typeof platforms)[number]

export const platformNames: Record<Platform, string> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
}

/** Which computer a browser says that it runs on; undefined for a telephone or a tablet, and for whatever is unknown. */
export function platformOf(agent: string): Platform | undefined {
  if (/Android|iPhone|iPad|Mobile|CrOS/.test(agent)) return undefined
  if (agent.includes('Windows NT')) return 'windows'
  if (agent.includes('Macintosh')) return 'macos'
  return agent.includes('Linux') ? 'linux' : undefined
}
