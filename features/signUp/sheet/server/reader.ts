import { cellReader } from '../../../import/cell/rules.ts'
import type { ImportColumn } from '../../../import/rules.ts'
import type { ReaderOf } from '../../../import/server/actions.ts'
import { type PersonDraft, readPerson } from '../../../student/people/rules.ts'
import type { FormAnswer } from '../../rules.ts'
import { readAnswers, type SheetForm } from '../rules.ts'

/** Plain data that reading a sheet of applicants needs: the form as it was when the sheet was checked. */
export interface ApplicantSetup {
  /** By the database's clock, in China. */
  today: string
  columns: readonly ImportColumn[]
  form: SheetForm
}

/** The content of a row of applicants. */
export interface ApplicantDraft extends PersonDraft {
  formVersion: number
  answers: FormAnswer[]
  subjectIds: string[]
}

/** Reads rows of applicants, each by itself. */
export const reader: ReaderOf<ApplicantSetup> = ({ today, columns, form }, secrets) => {
  const read = cellReader(columns, today)
  return (row, places) => {
    const cells = read(row.cells, row.faults, places)
    const { problems, ...filled } = readAnswers(form, cells.values, cells.problems)
    const person = readPerson(cells.values, [...cells.problems, ...problems], secrets.blindIndex)
    const draft: ApplicantDraft | null = person.draft && {
      ...person.draft,
      formVersion: form.formVersion,
      ...filled,
    }
    return { ...person, draft }
  }
}
