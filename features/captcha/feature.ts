import type { Feature } from '../../server/feature.ts'
import { pictureHandlers } from './picture/server/calls.ts'
import { captchaHandlers } from './server/calls.ts'

/** The slider and the picture code that keep scripts from guessing. */
export const captchaFeature: Feature = {
  handlers: [captchaHandlers, pictureHandlers],
}
