import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Time of answers to beats, in milliseconds, and the number that had none. */
export interface Heard {
  p99: number
  failed: number
}

/** Starts a process beside this file. */
export const start = (name: 'portal' | 'beats', env: NodeJS.ProcessEnv = {}): ChildProcess =>
  fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), { env: { ...process.env, ...env } })

/** Reports of a process since it was asked last. */
export async function reported<T>(child: ChildProcess): Promise<T> {
  child.send('tell')
  return ((await once(child, 'message')) as [T])[0]
}

/** The port on which a started portal listens. */
export const portOf = async (portal: ChildProcess): Promise<number> =>
  ((await once(portal, 'message')) as [{ port: number }])[0].port
