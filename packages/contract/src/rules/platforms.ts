/** The platforms of the desktop application. */
export const platforms = ['windows', 'macos', 'linux'] as const
export type Platform = (typeof platforms)[number]

export const platformNames: Record<Platform, string> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
}

/** The platform in a user agent string; undefined for phones, tablets and unknown ones. */
export function platformOf(agent: string): Platform | undefined {
  if (/Android|iPhone|iPad|Mobile|CrOS/.test(agent)) return undefined
  if (agent.includes('Windows NT')) return 'windows'
  if (agent.includes('Macintosh')) return 'macos'
  return agent.includes('Linux') ? 'linux' : undefined
}
