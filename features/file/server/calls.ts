import { handlers } from '../../../server/serve.ts'
import { fileCalls } from '../contract.ts'
import { personalPicturePath, saveImage } from './actions.ts'

export const fileHandlers = handlers(fileCalls, {
  async uploadImage({ db, files, secrets, session, upload }) {
    const saved = await saveImage({ db, files }, session, upload?.file ?? null)
    return { data: { imagePath: personalPicturePath(secrets, session, saved.key), ...saved } }
  },
})
