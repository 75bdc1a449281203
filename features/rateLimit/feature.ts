import type { Feature } from '../../server/feature.ts'

/** How often something may be tried: passwords, codes, faces, messages. */
export const rateLimitFeature: Feature = {
  tables: {
    tries: { shared: 'counts tries, and names nobody' },
  },
}
