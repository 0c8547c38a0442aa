import { openFigures } from './proof.ts'
import { judgeAll } from './sessions-10m.ts'
import { openSized } from './sized-worlds.ts'
const names = process.argv.slice(2)
const labels = ['10 thousand', '1 million', '10 million']
const stack = new AsyncDisposableStack()
const sized = []
for (const [i, name] of names.entries()) {
  const url = (role: string) => `postgres://${role}:parley-dev@127.0.0.1:17432/${name}?sslmode=disable`
  sized.push(stack.use(await openSized({ ownerUrl: url('postgres'), appUrl: url('parley_app'), drop: async () => {} }, labels[i]!, [1, 10, 100])))
}
const figures = openFigures(console.log)
try { await judgeAll(sized, 'full', figures, console.log) } finally { await stack.disposeAsync() }
process.exit(0)
