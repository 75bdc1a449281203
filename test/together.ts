import { after, describe } from 'node:test'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { closeAll } from './closing.ts'

/** Runs the test files named on its command line in this one process, each as a suite that closes what it opened. */
for (const file of process.argv.slice(2)) {
  await describe(file, async () => {
    after(closeAll)
    await import(pathToFileURL(resolve(file)).href)
  })
}
