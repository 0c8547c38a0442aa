import { pictureName, type Theme, type Width } from './pictures.ts'
import { tourPeople, type TourPerson, type TourScreen } from './tour-screen.ts'

/** docs/tour.md: every person with their screens, and the pictures of each. */
export function writeTourPage(screens: readonly TourScreen[]): string {
  const people = (Object.keys(tourPeople) as TourPerson[]).flatMap((person) => [
    `## ${tourPeople[person]}`,
    ...screens.filter((one) => one.person === person).map(screenText),
  ])
  return `${[head, ...people].join('\n\n')}\n`
}

const head = `# A tour of Parley

Every screen, and the main states of a call, in the order in which each person meets them. All pictures were taken from the running product with its demo data and a fixed clock, at 1440 and 390 px, in the light and the dark theme. The stage of a call is dark in both, so it has two pictures. In a call, cameras show drawn people, and the quality of the connection is set to 'Good': on a small machine two browsers would often read 'Weak'.

\`pnpm tour\` writes this page and the pictures in [tour/](tour/).`

function screenText(screen: TourScreen): string {
  const { id, name, text } = screen
  const picture = (theme: Theme, width: Width) =>
    `![${name}, ${theme}, ${width} px](tour/${pictureName(id, theme, width)})`
  const shown: [Theme, Width][] =
    'isAlwaysDark' in screen
      ? [
          ['dark', 1440],
          ['dark', 390],
        ]
      : [
          ['light', 1440],
          ['dark', 1440],
          ['light', 390],
          ['dark', 390],
        ]
  return [
    `### ${name}`,
    text,
    [
      `| ${shown.map(([theme, width]) => `${theme}, ${width} px`).join(' | ')} |`,
      `| ${shown.map(() => '---').join(' | ')} |`,
      `| ${shown.map(([theme, width]) => picture(theme, width)).join(' | ')} |`,
    ].join('\n'),
  ].join('\n\n')
}
