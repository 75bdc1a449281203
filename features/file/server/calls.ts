import { handlers } from '../../../server/serve.ts'
import { fileCalls } from '../contract.ts'
import { picturePath } from '../rules.ts'
import { keepImage } from './actions.ts'

export const fileHandlers = handlers(fileCalls, {
  async uploadImage({ db, files, session, upload }) {
    const kept = await keepImage({ db, files }, session, upload?.file ?? null)
    return { data: { imagePath: picturePath(kept.key), ...kept } }
  },
})
