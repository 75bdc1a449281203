import { Type } from 'typebox'
import {
  alternative,
  Difficulty,
  type PartInput,
  type PartType,
  partTypes,
} from '../../../features/question/contract.ts'
import { readContent, record } from './read.ts'

const asked = {
  stem: Type.String(),
  analysis: Type.String({ pattern: '。$' }),
  difficulty: Type.Optional(Difficulty),
}
const options = Type.Array(Type.String(), { minItems: 4, maxItems: 4, uniqueItems: true })
const letters = Type.String({ pattern: '^A?B?C?D?$', minLength: 2 })
const gaps = Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })

const Bank = record({
  name: Type.String(),
  single: Type.Array(record({ ...asked, options, answer: Type.String({ pattern: '^[A-D]$' }) })),
  multiple: Type.Array(record({ ...asked, options, answer: letters })),
  judge: Type.Array(record({ ...asked, answer: Type.Boolean() })),
  blank: Type.Optional(Type.Array(record({ ...asked, answer: gaps }))),
  essay: Type.Optional(Type.Array(record({ ...asked, answer: Type.String({ minLength: 1 }) }))),
})

/** The answer as the product stores it; in a gap, `|` parts what is right as well. */
function answerOf(type: PartType, answer: string | boolean | string[]): string[] {
  if (typeof answer === 'boolean') return [answer ? 'A' : 'B']
  if (typeof answer === 'string') return type === 'essay' ? [answer] : [...answer]
  return answer.map((text) => text.replaceAll('|', alternative))
}

/** A question of the demo portal. */
export interface Question {
  difficulty: Difficulty
  part: PartInput
}

/** A topic of the public courses with its questions, type by type. */
interface Topic {
  key: string
  name: string
  questions: Question[]
}

function readTopic(key: string): Topic {
  const bank = readContent(`questions/${key}.yaml`, Bank)
  const questions = partTypes.flatMap((type) =>
    (bank[type] ?? []).map(({ difficulty = 'medium', answer, ...rest }): Question => {
      return { difficulty, part: { type, options: [], ...rest, answer: answerOf(type, answer) } }
    }),
  )
  return { key, name: bank.name, questions }
}

/** The topics of the demo portal with the question bank written for it. */
export const topics: Topic[] = [
  'data-security',
  'personal-information',
  'ai-literacy',
  'ethics',
  'intellectual-property',
  'emergency',
  'innovation',
  'carbon',
  'mental-health',
].map(readTopic)
