import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const [folderMode, fileMode] = [0o700, 0o600]
const isOpen = (mode: number) => (mode & 0o077) !== 0

/** Closes what lies in a folder to other people of the machine; the database sees to its own folder itself. */
async function closeInside(folder: string): Promise<number> {
  let closed = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === 'postgres' || (!entry.isDirectory() && !entry.isFile())) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) closed += await closeInside(path)
    // Others of this process come and go in the meantime.
    const found = await lstat(path).catch(() => null)
    if (!found || !isOpen(found.mode)) continue
    await chmod(path, entry.isDirectory() ? folderMode : fileMode)
    closed++
  }
  return closed
}

/**
 * Makes a data folder that only its owner can enter, and lets this process and its children make files that only the
 * owner can read. An older folder that others could enter is closed with everything in it; returns how many entries
 * were open. What lies in a closed folder is not searched: nobody else reaches it.
 */
export async function makePrivate(folder: string): Promise<number> {
  process.umask(0o077)
  await mkdir(folder, { recursive: true, mode: folderMode })
  if (process.platform === 'win32' || !isOpen((await lstat(folder)).mode)) return 0
  // Its own entry comes last: broken off, the next start does it again.
  const closed = await closeInside(folder)
  await chmod(folder, folderMode)
  return closed + 1
}
