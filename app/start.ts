import { fileURLToPath } from 'node:url'

// Older runtimes cannot even read the sources; say so before any of them is loaded.
if (Number(process.versions.node.split('.')[0]) < 26) {
  process.stderr.write(
    `Jixu runs on the Node.js 26 that "npm ci" installs beside it; this is ${process.version}. Start it with "npm start".\n`,
  )
  process.exit(1)
}

// An allocator's arenas and the heap's youngest generation are sized before a process begins, so it begins once more.
const arenas = 'MALLOC_ARENA_MAX'
if (process.platform === 'linux' && process.env[arenas] === undefined) {
  const options = ['--max-semi-space-size=8', ...process.execArgv]
  process.execve!(process.execPath, [process.execPath, ...options, ...process.argv.slice(1)], {
    ...process.env,
    [arenas]: '1',
  })
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
