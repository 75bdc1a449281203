import { handlers } from '../../../../server/serve.ts'
import { consumeAttempt } from '../../../rateLimit/server/actions.ts'
import { pictureCalls } from '../contract.ts'
import { askQuestion, makePictureCode, makeQuestion } from './actions.ts'

export const pictureHandlers = handlers(pictureCalls, {
  async getLoginVcode({ db, input, language, ip }) {
    const { kind = 'picture', codeToken, proof = [] } = input
    const isAsked = kind === 'picture' || codeToken !== undefined
    if (isAsked) await consumeAttempt(db, 'captcha', ip)
    if (kind === 'picture') return makePictureCode(db)
    if (codeToken === undefined) return makeQuestion(db)
    return askQuestion(db, { codeToken, proof }, language)
  },
})
