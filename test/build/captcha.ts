import { createHash } from 'node:crypto'
import { captchaCalls } from '../../features/captcha/contract.ts'
import { pictureCalls } from '../../features/captcha/picture/contract.ts'
import { verificationText } from '../../features/captcha/rules.ts'
import { encode } from '../../features/captcha/server/actions.ts'
import type { World } from '../harness.ts'

/** A solved captcha, in the format a browser submits. */
export async function aCaptcha(world: World): Promise<string> {
  const { repData } = await world.ask(captchaCalls.get, { captchaType: 'blockPuzzle' })
  const { token, secretKey } = repData!
  const [row] = await world.db`select x from captchas where token = ${token}`
  const pointJson = JSON.stringify({ x: row!.x as number, y: 5 })
  await world.ask(captchaCalls.check, {
    captchaType: 'blockPuzzle',
    token,
    pointJson: encode(pointJson, secretKey),
  })
  return encode(verificationText(token, pointJson), secretKey)
}

/** A picture code as somebody with eyes types it. */
export async function aPictureCode(world: World): Promise<{ codeToken: string; vcode: string }> {
  const { codeToken } = await world.ask(pictureCalls.getLoginVcode, {})
  const vcode = 'AC234'
  const answer = createHash('sha256').update(`${codeToken}:${vcode}`).digest()
  await world.db`update picture_codes set answer_hash = ${answer} where token = ${codeToken}`
  return { codeToken, vcode }
}
