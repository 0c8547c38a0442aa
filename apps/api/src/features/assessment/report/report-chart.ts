import { shareOf } from '@parley/contract/rules/assessment/progress.ts'
import { ink, type Sheet } from '#platform/pdf/sheet.ts'
import { dayText, type ReportFigures } from './report-figures.ts'

/** The colors of conversations 1 to 4. */
export const chart = ['#a9cedb', '#65a3b8', '#2b7a94', '#0a4e63'] as const

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** How many days and values fit beside each other. */
const labelsMax = 8
const inset = 24

/** All answered criteria, session by session, with the value at each point as far as there is room. */
export function drawChart({ doc, write }: Sheet, { points, zone }: ReportFigures, box: Box): void {
  const yOf = (share: number) => box.bottom - (share / 100) * (box.bottom - box.top)
  for (const share of [0, 25, 50, 75, 100]) {
    doc
      .moveTo(box.left + inset, yOf(share))
      .lineTo(box.right, yOf(share))
      .lineWidth(0.6)
    doc.strokeColor(ink.line).stroke()
    write(`${share}%`, box.left + inset - 4, yOf(share) + 2.5, {
      face: 'regular',
      size: 7.5,
      color: ink.second,
      align: 'right',
    })
  }
  const left = box.left + inset + 16
  const step = points.length > 1 ? (box.right - 20 - left) / (points.length - 1) : 0
  const drawn = points.map((point, i) => ({
    x: points.length > 1 ? left + i * step : (left + box.right) / 2,
    y: yOf(shareOf(point) ?? 0),
    share: shareOf(point) ?? 0,
    day: dayText(point.at, zone),
  }))
  drawn.forEach(({ x, y }, i) => (i === 0 ? doc.moveTo(x, y) : doc.lineTo(x, y)))
  doc.lineWidth(1.4).lineJoin('round').strokeColor(ink.accent).stroke()
  const every = Math.ceil(points.length / labelsMax)
  drawn.forEach(({ x, y, share, day }, i) => {
    doc.circle(x, y, 2.4).fill(chart[3])
    // From the last point backwards, so that the newest one always has its value.
    if ((drawn.length - 1 - i) % every !== 0) return
    // At a low point the value goes below the line, which would cross it otherwise.
    const isLowest = [drawn[i - 1], drawn[i + 1]].every((other) => other && other.y < y)
    write(`${share}%`, x, isLowest ? y + 11 : y - 5.5, { face: 'strong', size: 8, align: 'center' })
    write(day, x, box.bottom + 13, { face: 'regular', size: 7.5, color: ink.second, align: 'center' })
  })
}
