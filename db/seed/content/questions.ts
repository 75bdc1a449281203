import type { Question } from './question.ts'
import { aiLiteracyQuestions } from './questions/aiLiteracy.ts'
import { carbonQuestions } from './questions/carbon.ts'
import { dataSecurityQuestions } from './questions/dataSecurity.ts'
import { emergencyQuestions } from './questions/emergency.ts'
import { ethicsQuestions } from './questions/ethics.ts'
import { innovationQuestions } from './questions/innovation.ts'
import { intellectualPropertyQuestions } from './questions/intellectualProperty.ts'
import { mentalHealthQuestions } from './questions/mentalHealth.ts'
import { personalInformationQuestions } from './questions/personalInformation.ts'

/** The question bank of the demo portal, written for it; nine topics, five types. */
export const questions: Question[] = [
  ...dataSecurityQuestions,
  ...personalInformationQuestions,
  ...aiLiteracyQuestions,
  ...ethicsQuestions,
  ...intellectualPropertyQuestions,
  ...emergencyQuestions,
  ...innovationQuestions,
  ...carbonQuestions,
  ...mentalHealthQuestions,
]
