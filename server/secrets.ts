import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './environment.ts'

/** What guards personal data and signatures; one key in, a derived key for each purpose. */
export interface Secrets {
  /** AES-256-GCM, bound to the place it stands in (`table.column`). */
  seal(place: string, clear: string): Buffer
  open(place: string, sealed: Buffer): string
  /** Equal text gives an equal index under one place, and tells nothing else: for look-up and uniqueness. */
  blindIndex(place: string, clear: string): Buffer
  /** Short signature of a text, URL-safe. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

function loadKey(environment: Environment): Buffer {
  if (environment.secretKey) return Buffer.from(environment.secretKey, 'hex')
  const file = join(environment.dataFolder, 'secret.key')
  mkdirSync(environment.dataFolder, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}

/** Derives the keys; the master key comes from SECRET_KEY or a file only the owner can read. */
export function openSecrets(environment: Environment): Secrets {
  const master = loadKey(environment)
  const derived = new Map<string, Buffer>()
  const keyFor = (purpose: string): Buffer => {
    let key = derived.get(purpose)
    if (!key) derived.set(purpose, (key = Buffer.from(hkdfSync('sha256', master, 'jixu', purpose, 32))))
    return key
  }
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', keyFor(`sign:${purpose}`))
      .update(text)
      .digest('base64url')
  return {
    seal(place, clear) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor('seal'), iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([1]), iv, cipher.getAuthTag(), body])
    },
    open(place, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', keyFor('seal'), sealed.subarray(1, 13))
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(13, 29))
      return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString('utf8')
    },
    blindIndex: (place, clear) => createHmac('sha256', keyFor('index')).update(`${place}\0${clear}`).digest(),
    sign,
    verify(purpose, text, signature) {
      const wanted = Buffer.from(sign(purpose, text))
      const given = Buffer.from(signature)
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    },
  }
}
