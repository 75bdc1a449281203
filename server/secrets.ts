import { createCipheriv, createDecipheriv, createHmac, randomFillSync, timingSafeEqual } from 'node:crypto'
import type { Environment } from './environment.ts'
import { type MasterKey, openKeyRing } from './keyRing.ts'

/** Guard of personal data and signatures; one key in, a derived key for each purpose. */
export interface Secrets {
  /**
   * AES-256-GCM, bound to its column (`table.column`) and its row, so that it opens nowhere else; the output names its
   * key.
   */
  seal(place: string, row: string, clear: string): Buffer
  /** Throws `Unreadable` for a value of another row or column, or one that was changed. */
  open(place: string, row: string, sealed: Buffer): string
  /** Beginning of every value that was sealed under the newest key, and bound to its row. */
  sealedNow(): Buffer
  /** Equal text gives an equal index under one place, and reveals nothing else: for look-up and uniqueness. */
  blindIndex(place: string, clear: string): Buffer
  /** Short signature of a text, URL-safe. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

/** A sealed value that does not open in its row: moved here from another row, or changed. */
export class Unreadable extends Error {}

/** The first byte of a sealed value: without and with the id of its key, and bound to its row as well. */
const [nameless, named, bound] = [1, 2, 3]

/** Places whose values moved to another table as they were, before they were bound to their row. */
const formerPlaces: Readonly<Record<string, string>> = {
  'corrections.before_card': 'corrections.card',
  'corrections.after_card': 'corrections.card',
  'import_rows.mobile': 'accounts.mobile',
  'import_rows.card': 'students.card',
  'wechat_scenes.nickname': 'wechat.nickname',
  'wechat_bindings.nickname': 'wechat.nickname',
}
const boundTo = (place: string, row: string) => Buffer.from(`${place}\0${row}`)
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
  const headOf = (key: MasterKey) => Buffer.concat([Buffer.from([bound]), Buffer.from(key.id, 'hex')])
  const signBy = (key: MasterKey, purpose: string, text: string) =>
    createHmac('sha256', key.keyFor(`sign:${purpose}`))
      .update(text)
      .digest('base64url')
  return {
    seal(place, row, clear) {
      const iv = freshIv()
      const key = ring.newest()
      const cipher = createCipheriv('aes-256-gcm', key.keyFor('seal'), iv).setAAD(boundTo(place, row))
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
      return Buffer.concat([headOf(key), iv, cipher.getAuthTag(), body])
    },
    open(place, row, sealed) {
      const version = sealed[0]
      const isNamed = version !== nameless
      const id = sealed.subarray(1, 1 + idBytes).toString('hex')
      // Before keys had names there was one.
      const key = isNamed ? ring.find(id) : ring.oldest()
      if (isNamed && version !== named && version !== bound) {
        throw new Unreadable(`A value of ${place} is not sealed`)
      }
      if (!key) throw new Error(`The key ${id} that sealed a value of ${place} is not among those given`)
      const rest = sealed.subarray(isNamed ? 1 + idBytes : 1)
      const decipher = createDecipheriv('aes-256-gcm', key.keyFor('seal'), rest.subarray(0, 12), {
        authTagLength: 16,
      })
      const aad = version === bound ? boundTo(place, row) : Buffer.from(formerPlaces[place] ?? place)
      decipher.setAAD(aad).setAuthTag(rest.subarray(12, 28))
      const clear = decipher.update(rest.subarray(28))
      try {
        return Buffer.concat([clear, decipher.final()]).toString('utf8')
      } catch {
        throw new Unreadable(`The sealed value of ${place} does not belong to row ${row}`)
      }
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
