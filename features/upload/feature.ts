import type { Feature } from '../../server/feature.ts'
import { tusRoutes } from './server/routes.ts'

/** Uploads that continue where they broke off. */
export const uploadFeature = (all: readonly Feature[]): Feature => ({
  group: 'platform',
  tables: {
    uploads: { copy: 'Uploads', after: 'files of the staff, for the provider' },
  },
  get routes() {
    return [tusRoutes(all.flatMap(({ purposes = [] }) => purposes))]
  },
})
