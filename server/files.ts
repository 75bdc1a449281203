import { createReadStream, type ReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { randomUUID } from 'node:crypto'

/** File storage. Keys are generated here, never by a caller, so no name can leave the store. */
export interface FileStore {
  /** Copies a file in and gives its key, e.g. `image/2026/…png`. */
  keep(source: string, kind: string, extension: string): Promise<string>
  /** Moves a file in: for large uploads on the same disk. */
  take(source: string, kind: string, extension: string): Promise<string>
  path(key: string): string
  read(key: string, range?: { start: number; end: number }): ReadStream
  size(key: string): Promise<number | null>
  remove(key: string): Promise<void>
}

/** Files in a folder of this machine. */
export function localFiles(folder: string): FileStore {
  const root = resolve(folder)
  const path = (key: string) => {
    const full = resolve(root, key)
    if (!full.startsWith(root + sep)) throw new RangeError('A file key may not leave the store')
    return full
  }
  const place = async (kind: string, extension: string) => {
    const key = join(kind, String(new Date().getUTCFullYear()), `${randomUUID()}${extension}`)
    await mkdir(dirname(path(key)), { recursive: true })
    return key
  }
  // A file that is copied or moved brings its mode with it.
  const closeToOthers = (key: string) => chmod(path(key), 0o600)
  return {
    async keep(source, kind, extension) {
      const key = await place(kind, extension)
      await copyFile(source, path(key))
      await closeToOthers(key)
      return key
    },
    async take(source, kind, extension) {
      const key = await place(kind, extension)
      try {
        await rename(source, path(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
        await copyFile(source, path(key))
        await rm(source)
      }
      await closeToOthers(key)
      return key
    },
    path,
    read: (key, range) => createReadStream(path(key), range),
    size: (key) =>
      stat(path(key)).then(
        (found) => found.size,
        () => null,
      ),
    remove: (key) => rm(path(key), { force: true }),
  }
}
