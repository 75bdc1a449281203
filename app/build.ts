import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds the web pages into `dist/` and compresses each once, so that serving costs nothing. */
export async function buildPages(): Promise<void> {
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  const files = await readdir(join(root, 'dist'), { recursive: true })
  const text = files
    .filter((name) => /\.(js|css|html|svg)$/.test(name))
    .map((name) => join(root, 'dist', name))
  await Promise.all(
    text.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length < 1024) return
      const small = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, small))
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes))
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPages()
