import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Runs the test files named on its command line in this one process. */
for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)).href)
