import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './environment.ts'

/** A master key with the id that sealed values carry, and the keys derived from it by purpose. */
export interface MasterKey {
  /** Four bytes that identify the key and reveal nothing of it. */
  readonly id: string
  keyFor(purpose: string): Buffer
}

/** The keys there are, the newest first; the oldest one makes the blind indexes, which nothing turns back. */
interface KeyRing {
  newest(): MasterKey
  oldest(): MasterKey
  all(): readonly MasterKey[]
  /** The key of an id; reads the key store again, since another process may have added one. */
  find(id: string): MasterKey | null
}

const fileOf = (environment: Pick<Environment, 'dataFolder'>) => join(environment.dataFolder, 'secret.key')
const fresh = () => randomBytes(32).toString('hex')

function masterKey(hex: string): MasterKey {
  const master = Buffer.from(hex, 'hex')
  const derived = new Map<string, Buffer>()
  const keyFor = (purpose: string): Buffer => {
    let key = derived.get(purpose)
    if (!key) derived.set(purpose, (key = Buffer.from(hkdfSync('sha256', master, 'jixu', purpose, 32))))
    return key
  }
  const id = createHash('sha256').update(keyFor('key-id')).digest('hex').slice(0, 8)
  return { id, keyFor }
}

function readKeys(environment: Environment): string[] {
  if (environment.secretKey) return environment.secretKey.split(',')
  mkdirSync(environment.dataFolder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(fileOf(environment), fresh(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(fileOf(environment), 'utf8').split(/\s+/).filter(Boolean)
}

/** Puts a new key before those of the key file; false where the keys are the environment's and not ours to add to. */
export function addKey(environment: Environment): boolean {
  if (environment.secretKey) return false
  const keys = [fresh(), ...readKeys(environment)]
  const next = `${fileOf(environment)}.next`
  writeFileSync(next, keys.join('\n'), { mode: 0o600 })
  renameSync(next, fileOf(environment))
  return true
}

/** Opens the keys of SECRET_KEY, or of a file that only its owner can read. */
export function openKeyRing(environment: Environment): KeyRing {
  let keys = readKeys(environment).map(masterKey)
  const among = (id: string) => keys.find((key) => key.id === id) ?? null
  return {
    newest: () => keys[0]!,
    oldest: () => keys.at(-1)!,
    all: () => keys,
    find(id) {
      const known = among(id)
      if (known || environment.secretKey) return known
      keys = readKeys(environment).map(masterKey)
      return among(id)
    },
  }
}
