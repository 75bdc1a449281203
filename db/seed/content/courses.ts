import { Type } from 'typebox'
import { mapOf, readContent, record } from './read.ts'

const text = Type.String()

const rows = readContent(
  'courses.yaml',
  mapOf(
    record({
      name: text,
      questions: text,
      teacherName: text,
      teacherIntroduction: text,
      introduction: text,
      hours: Type.Integer({ minimum: 1 }),
      attribute: Type.Optional(Type.Literal('elective')),
      items: Type.Record(text, text, { minProperties: 1 }),
    }),
  ),
)

/** The courses of the demo portal; the hours of a class are the sum over its courses. */
export const courses = Object.entries(rows).map(([key, { attribute, items, ...course }]) => ({
  key,
  ...course,
  attribute: attribute ?? ('required' as const),
  items: Object.entries(items).map(([title, lesson]) => ({ title, lesson })),
}))

/** A course by its key; refuses an unknown one. */
export function courseOf(key: string): (typeof courses)[number] {
  const course = courses.find((candidate) => candidate.key === key)
  if (!course) throw new Error(`No course ${key}`)
  return course
}
