import { handlers } from '../../../../server/serve.ts'
import { pictureCalls } from '../contract.ts'
import { makePictureCode } from './actions.ts'

export const pictureHandlers = handlers(pictureCalls, {
  getLoginVcode: ({ db, input, language }) => makePictureCode(db, input.kind ?? 'picture', language),
})
