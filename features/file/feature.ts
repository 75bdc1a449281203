import type { Feature } from '../../server/feature.ts'
import { fileHandlers } from './server/calls.ts'
import { sealPictures, sweepPictures } from './server/jobs.ts'
import { pictureRoutes } from './server/routes.ts'

/** Pictures and other files in texts and records. */
export const fileFeature: Feature = {
  group: 'platform',
  tables: {
    images: { copy: 'Pictures', after: 'swept within hours once nothing shows them' },
  },
  handlers: [fileHandlers],
  routes: [pictureRoutes],
  jobs: [sealPictures, sweepPictures],
}
