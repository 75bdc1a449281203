import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `npm run bench -- NAME`: measures, with the denominator in the same interleaved run; asserts nothing. */
const folder = fileURLToPath(new URL('.', import.meta.url))
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .map((name) => name.replace(/\.ts$/, ''))
const requested = process.argv.slice(2)
const unknown = requested.find((name) => !existsSync(`${folder}${name}.ts`))
if (requested.length === 0 || unknown) {
  process.stderr.write(`Usage: npm run bench -- NAME; there are ${names.join(', ')}.\n`)
  process.exit(1)
}
for (const name of requested) {
  process.stdout.write(`\n── ${name}\n`)
  const bench = (await import(`./${name}.ts`)) as { run(): Promise<void> }
  await bench.run()
}
process.exit(0)
