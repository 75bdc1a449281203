import { professionalClasses } from './classes/professional.ts'
import { publicClasses } from './classes/public.ts'
import { specializedClasses } from './classes/specialized.ts'
import { vocationalClasses } from './classes/vocational.ts'
import type { ClassContent } from './trainClass.ts'

/** All classes of the demo portal on a day in China: sixty, of that year and the seven before it, of the four types. */
export const classesOn = (today: string): ClassContent[] => [
  ...publicClasses(today),
  ...specializedClasses(today),
  ...professionalClasses(today),
  ...vocationalClasses(today),
]
