import { handlers } from '../../../../server/serve.ts'
import { personalPicturePath } from '../../../file/server/actions.ts'
import { avatarCalls } from '../contract.ts'
import { saveAvatar } from './actions.ts'

export const avatarHandlers = handlers(avatarCalls, {
  async saveAvatar({ db, secrets, session, input }) {
    await db.begin((tx) => saveAvatar(tx, session, input.key))
    return { imagePath: personalPicturePath(secrets, session, input.key) }
  },
})
