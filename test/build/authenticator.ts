import { codeOf, stepOf } from '../../features/session/factor/server/totp.ts'
import type { World } from '../harness.ts'

/** The bytes of a secret in base 32, as a server hands it out. */
export function secretOf(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Code an authenticator shows for a secret by the database's clock; `later` steps on. */
export async function codeFor(world: World, secret: Buffer, later = 0): Promise<string> {
  const [row] = await world.db`select extract(epoch from moment())::float8 as seconds`
  return codeOf(secret, stepOf(row!.seconds as number) + later)
}
