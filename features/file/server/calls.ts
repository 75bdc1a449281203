import { handlers } from '../../../server/serve.ts'
import { fileCalls } from '../contract.ts'
import { picturePath } from '../rules.ts'
import { saveImage } from './actions.ts'

export const fileHandlers = handlers(fileCalls, {
  async uploadImage({ db, files, session, upload }) {
    const saved = await saveImage({ db, files }, session, upload?.file ?? null)
    return { data: { imagePath: picturePath(saved.key), ...saved } }
  },
})
