import { Type } from 'typebox'
import { alternative } from '../../../features/question/contract.ts'
import { type Person, people } from './people.ts'
import { mapOf, readContent, record } from './read.ts'

const text = Type.String()

const { questions, roster, applicants } = readContent(
  'imports.yaml',
  record({
    questions: record({ bank: text, name: text, rows: Type.Array(mapOf(text)) }),
    roster: record({ unit: text, name: text }),
    applicants: record({ name: text, post: text, stranger: text }),
  }),
)

/** The bank that a hospital's questions go into, and the file they come from. */
export const questionFile = {
  ...questions,
  rows: questions.rows.map((row) => ({ ...row, answer: row.answer!.replaceAll('|', alternative) })),
}

/** The unit whose new people are on a roster, and the file that it comes in. */
export const rosterFile = roster

/** The file in which a unit applies for its people: its name, what they fill in, and a name that is nobody's. */
export const applicantFile = applicants

/** A person as the roster says them: six are new, one is there already, and three rows are wrong. */
export function rosterPeople(): Person[] {
  const known = people(200)
  const fresh = people(208).slice(200)
  const ofUnit = known.find(({ unit }) => unit === rosterFile.unit)!
  const elsewhere = known.find(({ unit }) => unit !== rosterFile.unit)!
  const [shortMobile, wrongCard] = fresh.slice(6) as [Person, Person]
  const last = wrongCard.idCard.at(-1) === '0' ? '1' : '0'
  return [
    ...fresh.slice(0, 4),
    { ...shortMobile, mobile: shortMobile.mobile.slice(0, 10) },
    ofUnit,
    ...fresh.slice(4, 6),
    { ...wrongCard, idCard: wrongCard.idCard.slice(0, 17) + last },
    elsewhere,
  ]
}
