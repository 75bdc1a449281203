import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../../server/db.ts'
import { spendPictureCode } from '../picture/server/actions.ts'
import { fits, readTyped, verificationText } from '../rules.ts'
import { drawPuzzle } from './draw.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** AES-128-ECB with PKCS padding and a key of 16 letters, as the protocol has it; an encoding, no secret. */
export function encode(text: string, key: string): string {
  const cipher = createCipheriv('aes-128-ecb', key, null)
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}

function decode(text: string, key: string): string | null {
  try {
    const decipher = createDecipheriv('aes-128-ecb', key, null)
    return Buffer.concat([decipher.update(text, 'base64'), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Draws a puzzle and remembers its answer for two minutes. */
export async function makeCaptcha(db: Db) {
  const puzzle = await drawPuzzle()
  const token = randomBytes(16).toString('hex')
  const secretKey = randomBytes(12).toString('base64url')
  await db`
    with old as (delete from captchas where greatest(expires_at, verified_until) < moment() - interval '10 minutes')
    insert into captchas (token, secret_key, x, expires_at)
    values (${token}, ${secretKey}, ${puzzle.x}, moment() + interval '2 minutes')`
  return {
    originalImageBase64: puzzle.background,
    jigsawImageBase64: puzzle.piece,
    token,
    secretKey,
  }
}

/** Checks an answer; right or wrong, the token is used up. A right one may be spent within three minutes. */
export async function checkCaptcha(
  db: Db,
  input: { token: string; pointJson: string },
): Promise<'solved' | 'expired' | 'wrong'> {
  const [row] = await db<{ secretKey: string; x: number }[]>`
    update captchas set expires_at = '-infinity' where token = ${input.token} and expires_at > moment()
    returning secret_key, x`
  if (!row) return 'expired'
  const pointJson = decode(input.pointJson, row.secretKey)
  let answer: unknown = null
  try {
    answer = JSON.parse(pointJson ?? 'null')
  } catch {
    return 'wrong'
  }
  if (pointJson === null || !fits(answer, row.x)) return 'wrong'
  const verification = encode(verificationText(input.token, pointJson), row.secretKey)
  await db`
    update captchas set verification_hash = ${hash(verification)}, verified_until = moment() + interval '3 minutes'
    where token = ${input.token}`
  return 'solved'
}

/** Spends a solved captcha or a typed picture code: true once, a slider's within three minutes of solving. */
export async function spendCaptcha(db: Db, verification: string | undefined): Promise<boolean> {
  if (!verification) return false
  const typed = readTyped(verification)
  if (typed) return spendPictureCode(db, typed)
  const spent = await db`
    delete from captchas where verification_hash = ${hash(verification)} and verified_until > moment() returning token`
  return spent.length === 1
}
