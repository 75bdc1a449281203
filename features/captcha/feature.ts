import type { Feature } from '../../server/feature.ts'
import { pictureHandlers } from './picture/server/calls.ts'
import { captchaHandlers } from './server/calls.ts'

export const captchaFeature: Feature = {
  handlers: [captchaHandlers, pictureHandlers],
}
