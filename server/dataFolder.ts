import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from './environment.ts'

/** When a process started, so that a number used again is not mistaken for it; null when it is gone or unknown. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // Field 22 counts from behind the name, which may itself hold spaces and brackets.
  return stat ? (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null) : null
}

async function isAlive(pid: number, start: string | null): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return process.platform !== 'linux' || start === null || (await startOf(pid)) === start
}

/**
 * Takes a data folder for this process alone. A second process is refused with an OperatorError that names the
 * first; a lock whose process is gone is taken over.
 */
export async function lockDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const file = join(folder, 'jixu.lock')
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new OperatorError(`The data folder ${folder} cannot be made: ${(error as Error).message}`)
  }
  const own = JSON.stringify({ pid: process.pid, start: await startOf(process.pid) })
  for (let tries = 0; tries < 3; tries++) {
    try {
      await writeFile(file, own, { flag: 'wx' })
      return {
        async release() {
          if ((await readFile(file, 'utf8').catch(() => '')) === own) await rm(file, { force: true })
        },
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new OperatorError(`The data folder ${folder} cannot be written: ${(error as Error).message}`)
      }
    }
    const text = await readFile(file, 'utf8').catch(() => '')
    const holder = parse(text)
    if (holder && (await isAlive(holder.pid, holder.start))) {
      throw new OperatorError(
        `The data folder ${folder} is in use by process ${holder.pid}; stop it first, or set DATA_DIR to another folder.`,
      )
    }
    await rm(file, { force: true })
  }
  throw new OperatorError(`The data folder ${folder} is being taken by another process; try again.`)
}

function parse(text: string): { pid: number; start: string | null } | null {
  try {
    const value = JSON.parse(text) as { pid: number; start: string | null }
    return Number.isInteger(value.pid) ? value : null
  } catch {
    return null
  }
}
