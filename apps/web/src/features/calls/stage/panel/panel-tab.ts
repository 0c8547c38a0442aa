/** The tabs of the panel beside the stage. */
export type PanelTab = 'chat' | 'voice' | 'assessment'

export const panelNames: Record<PanelTab, string> = { chat: 'Chat', voice: 'Voice', assessment: 'Assessment' }

/** '9+' from ten on: a badge has room for one figure. */
export const badgeText = (count: number): string => (count > 9 ? '9+' : String(count))
