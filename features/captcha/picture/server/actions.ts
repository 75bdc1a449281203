import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Language } from '../../../../contract/refusal.ts'
import type { Db } from '../../../../server/db.ts'
import { pictureLength, pictureLetters, pictureSeconds, plainCode, sumQuestion } from '../rules.ts'
import { drawCode } from './draw.ts'

const hash = (token: string, answer: string) => createHash('sha256').update(`${token}:${answer}`).digest()

/** Creates a code to type, as a picture or as a sum in words, and remembers its answer for two minutes. */
export async function makePictureCode(db: Db, kind: 'picture' | 'question', language: Language) {
  const [a, b] = [randomInt(11, 90), randomInt(2, 10)]
  const letters = Array.from(
    { length: pictureLength },
    () => pictureLetters[randomInt(pictureLetters.length)],
  )
  const answer = kind === 'question' ? String(a + b) : letters.join('')
  const codeToken = randomBytes(16).toString('hex')
  await db`
    with old as (delete from picture_codes where expires_at < moment())
    insert into picture_codes (token, answer_hash, expires_at)
    values (${codeToken}, ${hash(codeToken, answer)}, moment() + make_interval(secs => ${pictureSeconds}))`
  return {
    codeToken,
    image: kind === 'picture' ? `data:image/png;base64,${(await drawCode(answer)).toString('base64')}` : null,
    question: kind === 'question' ? sumQuestion(a, b, language) : null,
    seconds: pictureSeconds,
  }
}

/** Spends a code with one try: whether it was typed as shown, and in time. */
export async function spendPictureCode(
  db: Db,
  typed: { codeToken: string; vcode: string },
): Promise<boolean> {
  const [row] = await db<{ answerHash: Buffer; live: boolean }[]>`
    delete from picture_codes where token = ${typed.codeToken} returning answer_hash, expires_at > moment() as live`
  return (
    row !== undefined &&
    row.live &&
    timingSafeEqual(row.answerHash, hash(typed.codeToken, plainCode(typed.vcode)))
  )
}
