import { currentLocale } from '../../../web/words.ts'
import type { Bilingual } from '../contract.ts'

/** A sentence in the reader's language. */
export const inLocale = (sentence: Bilingual) => sentence[currentLocale() === 'en' ? 'en' : 'zh']
