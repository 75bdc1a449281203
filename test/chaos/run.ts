import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `npm run chaos -- NAME`: hurts the running product and counts what it forgets or does twice; exit 1 on any. */
const folder = fileURLToPath(new URL('.', import.meta.url))
const names = readdirSync(folder)
  .filter((name) => /^\w+\.ts$/.test(name) && name !== 'run.ts')
  .map((name) => name.replace(/\.ts$/, ''))
const [name = '', ...options] = process.argv.slice(2)
if (!names.includes(name) || !existsSync(`${folder}${name}.ts`)) {
  process.stderr.write(`Usage: npm run chaos -- NAME; there are ${names.join(', ')}.\n`)
  process.exit(1)
}
const scenario = (await import(`./${name}.ts`)) as { run(options: string[]): Promise<boolean> }
process.exit((await scenario.run(options)) ? 0 : 1)
