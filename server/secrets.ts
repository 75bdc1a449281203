import { createCipheriv, createDecipheriv, createHmac, randomFillSync, timingSafeEqual } from 'node:crypto'
import type { Environment } from './environment.ts'
import { type MasterKey, openKeyRing } from './keyRing.ts'

/** What guards personal data and signatures; one key in, a derived key for each purpose. */
export interface Secrets {
  /** AES-256-GCM, bound to its column (`table.column`); the output names its key. */
  seal(place: string, clear: string): Buffer
  open(place: string, sealed: Buffer): string
  /** What every value begins with that was sealed under the newest key. */
  sealedNow(): Buffer
  /** Equal text gives an equal index under one place, and reveals nothing else: for look-up and uniqueness. */
  blindIndex(place: string, clear: string): Buffer
  /** Short signature of a text, URL-safe. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

/** The first byte of a sealed value: without and with the id of its key. */
const [nameless, named] = [1, 2]
const idBytes = 4

const ivBytes = 12
const ivs = Buffer.alloc(ivBytes * 512)
let ivAt = ivs.length

/** Random bytes for one sealing. They are drawn many at a time: a system call for each is half of its cost. */
function freshIv(): Buffer {
  if (ivAt === ivs.length) {
    randomFillSync(ivs)
    ivAt = 0
  }
  const iv = Buffer.from(ivs.subarray(ivAt, ivAt + ivBytes))
  ivAt += ivBytes
  return iv
}

/** Opens the keys: SECRET_KEY, the newest first, or a file only the owner can read. */
export function openSecrets(environment: Environment): Secrets {
  const ring = openKeyRing(environment)
  const headOf = (key: MasterKey) => Buffer.concat([Buffer.from([named]), Buffer.from(key.id, 'hex')])
  const signBy = (key: MasterKey, purpose: string, text: string) =>
    createHmac('sha256', key.keyFor(`sign:${purpose}`))
      .update(text)
      .digest('base64url')
  return {
    seal(place, clear) {
      const iv = freshIv()
      const key = ring.newest()
      const cipher = createCipheriv('aes-256-gcm', key.keyFor('seal'), iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
      return Buffer.concat([headOf(key), iv, cipher.getAuthTag(), body])
    },
    open(place, sealed) {
      const isNamed = sealed[0] !== nameless
      const id = sealed.subarray(1, 1 + idBytes).toString('hex')
      // Before keys had names there was one.
      const key = isNamed ? ring.find(id) : ring.oldest()
      if (isNamed && sealed[0] !== named) throw new Error(`A value of ${place} is not sealed`)
      if (!key) throw new Error(`The key ${id} that sealed a value of ${place} is not among those given`)
      const rest = sealed.subarray(isNamed ? 1 + idBytes : 1)
      const decipher = createDecipheriv('aes-256-gcm', key.keyFor('seal'), rest.subarray(0, 12), {
        authTagLength: 16,
      })
      decipher.setAAD(Buffer.from(place)).setAuthTag(rest.subarray(12, 28))
      return Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]).toString('utf8')
    },
    sealedNow: () => headOf(ring.newest()),
    blindIndex: (place, clear) =>
      createHmac('sha256', ring.oldest().keyFor('index')).update(`${place}\0${clear}`).digest(),
    sign: (purpose, text) => signBy(ring.newest(), purpose, text),
    verify(purpose, text, signature) {
      const given = Buffer.from(signature)
      return ring.all().some((key) => {
        const wanted = Buffer.from(signBy(key, purpose, text))
        return wanted.length === given.length && timingSafeEqual(wanted, given)
      })
    },
  }
}
