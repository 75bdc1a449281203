import { answers } from '../../../../server/serve.ts'
import { picturePath } from '../../../file/rules.ts'
import { avatarCalls } from '../contract.ts'
import { saveAvatar } from './actions.ts'

export const avatarAnswers = answers(avatarCalls, {
  async saveAvatar({ db, session, input }) {
    await saveAvatar(db, session, input.key)
    return { imagePath: picturePath(input.key) }
  },
})
