/** Every cycle once, as its files in order with the first one repeated at the end. */
export function findCycles(files: string[], imports: { from: string; to: string }[]): string[][] {
  const targets = Map.groupBy(imports, (edge) => edge.from)
  const done = new Set<string>()
  const path: string[] = []
  const cycles: string[][] = []

  const visit = (file: string) => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push([...path.slice(start), file])
    if (start >= 0 || done.has(file)) return
    path.push(file)
    for (const { to } of targets.get(file) ?? []) visit(to)
    path.pop()
    done.add(file)
  }
  for (const file of files) visit(file)
  return cycles
}
