import { professionalClasses } from './classes/professional.ts'
import { publicClasses } from './classes/public.ts'
import { specializedClasses } from './classes/specialized.ts'
import { vocationalClasses } from './classes/vocational.ts'
import type { ClassContent } from './trainClass.ts'

/** All classes of the demo portal: sixty, from 2019 to 2026, of the four types. */
export const classes: ClassContent[] = [
  ...publicClasses,
  ...specializedClasses,
  ...professionalClasses,
  ...vocationalClasses,
]
