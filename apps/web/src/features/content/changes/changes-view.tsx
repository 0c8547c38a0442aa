import type { ChangeItems, Release } from '@parley/contract/content/written.ts'
import { useState } from 'react'
import { Accordion } from '#ui/display/accordion.tsx'
import { Badge } from '#ui/display/badge.tsx'
import { RichText } from '#ui/display/rich-text.tsx'
import { InCategories } from '../in-categories.tsx'

const all = 'All'

/** Releases by date, newest first and open, either whole or limited to one area. */
export function ChangesView({ items }: ChangeItems) {
  const releases = items.map(({ fields }) => fields)
  const [chosen, setChosen] = useState(all)
  const shown = releases.filter((release) => chosen === all || partOf(release, chosen))
  return (
    <InCategories
      label="Categories"
      entries={[{ name: all, count: releases.length }, ...categoriesOf(releases)]}
      chosen={chosen}
      onChoose={setChosen}
    >
      <Releases
        // Another category starts with the accordion's initial state.
        key={chosen}
        releases={shown}
        category={chosen === all ? undefined : chosen}
        newest={releases[0]?.versiondate}
      />
    </InCategories>
  )
}

const partOf = ({ releasedChanges }: Release, category: string) =>
  releasedChanges.find(({ fields }) => fields.category === category)?.fields

/** Every area that a release mentions, in order of appearance, with the number of releases that mention it. */
function categoriesOf(releases: readonly Release[]) {
  const names = new Set(
    releases.flatMap(({ releasedChanges }) => releasedChanges.map(({ fields }) => fields.category)),
  )
  return [...names].map((name) => ({
    name,
    count: releases.filter((release) => partOf(release, name)).length,
  }))
}

interface ReleasesProps {
  releases: readonly Release[]
  category: string | undefined
  newest: string | undefined
}

function Releases({ releases, category, newest }: ReleasesProps) {
  const first = releases[0]?.versiondate
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(first === undefined ? [] : [first]))
  const entries = releases.map((release) => ({
    id: release.versiondate,
    lead: <time dateTime={release.versiondate}>{dateText(release.versiondate)}</time>,
    title: release.title,
    badge: release.versiondate === newest && <Badge tone="accent">New</Badge>,
    content: (
      <RichText
        document={
          (category === undefined ? undefined : partOf(release, category)?.changes) ?? release.changes
        }
      />
    ),
  }))
  return <Accordion level={2} entries={entries} open={open} onChange={setOpen} />
}

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A date without a time is the same in every zone. */
const dateText = (date: string): string => format.format(new Date(`${date}T00:00:00Z`))
