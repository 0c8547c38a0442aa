export const momentNoteMax = 2000
