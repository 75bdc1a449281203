import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'dist/.built-from')

/** Hash of the sources of the pages: another version of the product builds them again. */
function sources(): string {
  const hash = createHash('sha256')
  for (const folder of ['app', 'contract', 'features', 'web']) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/[\\/]server([\\/]|$)/.test(entry.parentPath))
      .map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.sort()) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  for (const file of ['vite.config.ts', 'package-lock.json']) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** True if `dist/` holds the pages of this version. */
export function isBuilt(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources()
}

/** Builds the web pages into `dist/` and compresses each once, so that serving costs nothing. */
export async function buildPages(): Promise<void> {
  const from = sources()
  const { build } = await import('vite')
  const mode = process.env.NODE_ENV
  await build({ configFile: join(root, 'vite.config.ts'), configLoader: 'native', logLevel: 'warn' })
  // A build sets NODE_ENV for the whole process; code that runs after it, such as component tests, must not be in
  // production mode.
  if (mode === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = mode
  const files = await readdir(join(root, 'dist'), { recursive: true })
  const text = files
    .filter((name) => /\.(js|css|html|svg)$/.test(name))
    .map((name) => join(root, 'dist', name))
  await Promise.all(
    text.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length < 1024) return
      const small = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, small))
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes))
    }),
  )
  await writeFile(stamp, from)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPages()
