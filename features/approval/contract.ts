import { type Static, Type } from 'typebox'

/** A sentence in both languages. */
export const Bilingual = Type.Object({ zh: Type.String(), en: Type.String() })
export type Bilingual = Static<typeof Bilingual>
