import { fileURLToPath } from 'node:url'

// Older runtimes cannot even read the sources; say so before any of them is loaded.
if (Number(process.versions.node.split('.')[0]) < 26) {
  process.stderr.write(
    `Jixu runs on the Node.js 26 that "npm ci" installs beside it; this is ${process.version}. Start it with "npm start".\n`,
  )
  process.exit(1)
}

// A quarter of a start is reading sources that have not changed since the last one.
const { enableCompileCache } = await import('node:module')
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/jixu', import.meta.url)))

try {
  const { run } = await import('./server.ts')
  await run()
} catch (error) {
  const { OperatorError } = await import('../server/environment.ts')
  process.stderr.write(`${error instanceof OperatorError ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}
