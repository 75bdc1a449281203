import type { Feature } from '../../server/feature.ts'
import type { UploadPurpose } from './server/actions.ts'
import { tusRoutes } from './server/routes.ts'

/** Uploads that continue where they broke off. */
export const uploadFeature = (purposes: readonly UploadPurpose[]): Feature => ({
  tables: {
    uploads: { copy: 'Uploads', after: 'files of the staff, for the provider' },
  },
  routes: [tusRoutes(purposes)],
})
