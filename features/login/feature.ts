import type { Feature } from '../../server/feature.ts'
import { registerHandlers } from './register/server/calls.ts'
import { eraseRegistration } from './register/server/erase.ts'

/** Registration and the pages people sign in by. */
export const loginFeature: Feature = {
  group: 'composition',
  tables: {
    agreement_consents: { copy: 'Consents', after: 'that somebody agreed, without from where' },
    chosen_skills: { copy: 'Chosen skill', after: 'gone' },
  },
  erase: eraseRegistration,
  handlers: [registerHandlers],
}
