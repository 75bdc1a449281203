import type { Bilingual } from '../../contract/refusal.ts'
import type { EarnedHours } from './contract.ts'

/** Names of where a line of the ledger of hours comes from. */
export const sourceNames: Readonly<Record<EarnedHours['source'], Bilingual>> = {
  class: { zh: '班级', en: 'Class' },
  correction: { zh: '更正', en: 'Correction' },
  reversal: { zh: '冲销', en: 'Reversal' },
  external: { zh: '校外认定', en: 'External credit' },
}
