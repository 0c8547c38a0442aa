/** Browser patterns, most specific first: most browsers also claim to be one of those further down. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (agent: string, names: readonly [RegExp, string][]): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** 'Chrome on Linux', or 'Unknown browser' if no name is found. */
export function agentText(agent: string): string {
  const browser = nameIn(agent, browsers) ?? 'Unknown browser'
  const system = nameIn(agent, systems)
  return system === undefined ? browser : `${browser} on ${system}`
}

export const isHandheld = (agent: string): boolean => /\b(?:iPhone|iPad|Android|Mobile)\b/.test(agent)
