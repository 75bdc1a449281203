import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { normalizeCode } from '../../../../contract/normalize.ts'
import { type Language, refuse } from '../../../../contract/refusal.ts'
import type { Db } from '../../../../server/db.ts'
import { pictureRefusals } from '../contract.ts'
import {
  hasZeroBits,
  pictureLength,
  pictureLetters,
  pictureSeconds,
  questionWork,
  sumQuestion,
  workText,
} from '../rules.ts'
import { drawCode } from './draw.ts'

const hash = (token: string, answer: string) => createHash('sha256').update(`${token}:${answer}`).digest()

const newToken = () => randomBytes(16).toString('hex')

/** Remembers a code for two minutes; without an answer it opens nothing yet. */
async function saveCode(db: Db, codeToken: string, answerHash: Buffer | null): Promise<void> {
  await db`
    with old as (delete from picture_codes where expires_at < moment())
    insert into picture_codes (token, answer_hash, expires_at)
    values (${codeToken}, ${answerHash}, moment() + make_interval(secs => ${pictureSeconds}))`
}

/** Creates a picture of a code to type. */
export async function makePictureCode(db: Db) {
  const letters = Array.from(
    { length: pictureLength },
    () => pictureLetters[randomInt(pictureLetters.length)],
  ).join('')
  const codeToken = newToken()
  await saveCode(db, codeToken, hash(codeToken, letters))
  const image = `data:image/png;base64,${(await drawCode(letters)).toString('base64')}`
  return { codeToken, work: null, image, question: null, seconds: pictureSeconds }
}

/** Creates a question that is asked once the browser has done its work. */
export async function makeQuestion(db: Db) {
  const codeToken = newToken()
  await saveCode(db, codeToken, null)
  return { codeToken, work: questionWork, image: null, question: null, seconds: pictureSeconds }
}

const isDone = (codeToken: string, proof: readonly number[]) =>
  proof.length === questionWork.rounds &&
  proof.every((tried, round) =>
    hasZeroBits(
      createHash('sha256')
        .update(workText(codeToken, round, tried))
        .digest(),
      questionWork.bits,
    ),
  )

/** Asks the question of a code, once: its first proof is looked at, right or wrong. */
export async function askQuestion(
  db: Db,
  given: { codeToken: string; proof: readonly number[] },
  language: Language,
) {
  const { codeToken, proof } = given
  const [a, b] = [randomInt(11, 90), randomInt(2, 10)]
  const answerHash = isDone(codeToken, proof) ? hash(codeToken, String(a + b)) : null
  const asked = await db`
    update picture_codes set answer_hash = ${answerHash},
      expires_at = case when ${answerHash === null} then '-infinity' else moment() + make_interval(secs => ${pictureSeconds}) end
    where token = ${codeToken} and answer_hash is null and expires_at > moment() returning token`
  if (asked.length === 0 || answerHash === null) refuse(pictureRefusals.workNeeded, {}, 'proof')
  return {
    codeToken,
    work: null,
    image: null,
    question: sumQuestion(a, b, language),
    seconds: pictureSeconds,
  }
}

/** Spends a code with one try: whether it was typed as shown, and in time. */
export async function spendPictureCode(
  db: Db,
  typed: { codeToken: string; vcode: string },
): Promise<boolean> {
  const [row] = await db<{ answerHash: Buffer | null; live: boolean }[]>`
    delete from picture_codes where token = ${typed.codeToken} returning answer_hash, expires_at > moment() as live`
  return (
    row?.answerHash != null &&
    row.live &&
    timingSafeEqual(row.answerHash, hash(typed.codeToken, normalizeCode(typed.vcode)))
  )
}
