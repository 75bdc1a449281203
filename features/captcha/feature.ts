import type { Feature } from '../../server/feature.ts'
import { pictureHandlers } from './picture/server/calls.ts'
import { captchaHandlers } from './server/calls.ts'

/** Slider and picture captchas against automated guessing. */
export const captchaFeature: Feature = {
  group: 'platform',
  tables: {
    captchas: { shared: 'of a visitor whom nobody knows yet' },
    picture_codes: { shared: 'of a visitor whom nobody knows yet' },
  },
  handlers: [captchaHandlers, pictureHandlers],
}
