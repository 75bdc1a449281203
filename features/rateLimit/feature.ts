import type { Feature } from '../../server/feature.ts'

/** Limits on attempts: passwords, codes, faces, messages. */
export const rateLimitFeature: Feature = {
  group: 'platform',
  tables: {
    tries: { shared: 'counts tries, and names nobody' },
  },
}
