import { Type } from 'typebox'
import type { Bilingual } from '../../../contract/refusal.ts'
import { Text } from '../../../contract/call.ts'
import { nameKey } from '../../../contract/normalize.ts'
import { maskFreeText } from '../../../contract/personalNumber.ts'
import {
  type CellOption,
  type ImportColumn,
  normalize,
  problemsOf,
  type ProblemTable,
  type StoredProblem,
} from '../../import/rules.ts'
import { peopleColumns, peopleProblems } from '../../student/people/rules.ts'
import { faultOfAnswers, type FormAnswer, type FormField, formLimits, hindranceNames } from '../rules.ts'

/** A form that a sheet is made from and read by. */
export interface SheetForm {
  formVersion: number
  fields: readonly FormField[]
  subjects: readonly { id: string; name: string }[]
}

/** Problems of a row of applicants. */
export const applicantProblems = {
  ...peopleProblems,
  ...hindranceNames,
  answer: {
    zh: '{words}',
    en: '{words}',
    fix: { zh: '按报名表的要求填写', en: 'fill it in as the form asks' },
  },
  notNumber: {
    zh: '“{text}”不是数字',
    en: '“{text}” is not a number',
    fix: { zh: '只填数字', en: 'enter a number alone' },
  },
  notAgreed: {
    zh: '需要同意后才能报名',
    en: 'must be accepted',
    fix: { zh: '本人同意的填“同意”', en: 'enter “Accepted” once the person accepts it' },
  },
  refused: {
    zh: '{reason}',
    en: '{reason}',
    fix: { zh: '重新上传即可看到现在的情况', en: 'upload the file again to see the current state' },
  },
} satisfies ProblemTable

export const applicantProblem = problemsOf(applicantProblems)

/** Name of the column of the subjects, and how the exported list heads it. */
const subjectsKey = 'subjects'
const subjectTitles = ['科目', 'Subjects']

const keyOf = (field: FormField) => `answer${field.key}`

const agreedWords: CellOption = { value: 'agreed', zh: '同意', en: 'Accepted' }

const optionsOf = (names: readonly string[]): CellOption[] =>
  names.map((name) => ({ value: name, zh: name, en: name }))

const severalNote = (names: readonly string[], most: number): Bilingual => ({
  zh: `最多选 ${most} 项，用分号隔开：${names.join('；')}`,
  en: `${most} at most, with semicolons between them: ${names.join('; ')}`,
})

const boundsNote = (low: number | string | null, high: number | string | null): Bilingual | undefined =>
  low === null && high === null
    ? undefined
    : { zh: `${low ?? ''} 至 ${high ?? ''}`, en: `${low ?? ''} to ${high ?? ''}` }

const same = (text: string): Bilingual => ({ zh: text, en: text })

/** A column in which one of some names is chosen, or several of them are written. */
function choiceColumn(names: readonly string[], most: number) {
  if (most === 1) return { kind: 'choice', check: Type.Enum([...names]), options: optionsOf(names) } as const
  return {
    kind: 'text',
    check: Type.String({ maxLength: formLimits.choices * (formLimits.choiceLength + 1) }),
    note: severalNote(names, most),
  } as const
}

/** The cells of a field of a kind; a file is in no cell. */
function cellsOf(
  field: FormField,
): Pick<ImportColumn, 'kind' | 'check' | 'options' | 'note'> & { example: string } {
  const { kind, choices, most, minLength, maxLength, min, max, from, to } = field
  if (kind === 'choice') return { ...choiceColumn(choices, most ?? 1), example: choices[0] ?? '' }
  if (kind === 'agreement')
    return { kind: 'choice', check: Type.Enum([agreedWords.value]), options: [agreedWords], example: '' }
  if (kind === 'text')
    return { kind, check: Text(maxLength ?? formLimits.textLength, minLength ?? 1), example: '' }
  const note = kind === 'date' ? boundsNote(from, to) : boundsNote(min, max)
  return {
    kind: kind === 'date' ? 'date' : 'number',
    check: kind === 'date' ? Type.String({ format: 'date' }) : Type.String({ maxLength: 40 }),
    ...(note && { note }),
    example: String((kind === 'date' ? from : min) ?? ''),
  }
}

/** The columns of the sheet of a form: who applies, the subjects of an exam, and each field that a cell can hold. */
export function applicantColumns({ fields, subjects }: SheetForm): ImportColumn[] {
  const taken = new Set(peopleColumns.flatMap(({ title }) => Object.values(title).map(normalize)))
  /** The title of a column: what the form calls it, numbered where another column is called so. */
  function titleOf(label: string, at: number): Bilingual {
    const isTaken = taken.has(normalize(label))
    taken.add(normalize(label))
    return isTaken ? { zh: `第 ${at + 1} 项 ${label}`, en: `Item ${at + 1} ${label}` } : same(label)
  }
  const names = subjects.map(({ name }) => name)
  const ofSubjects: ImportColumn[] =
    names.length === 0
      ? []
      : [
          {
            key: subjectsKey,
            title: { zh: '报考科目', en: 'Exam subjects' },
            otherTitles: subjectTitles,
            required: true,
            width: 24,
            ...choiceColumn(names, names.length),
            examples: [same(names[0]!)],
          },
        ]
  for (const { title, otherTitles = [] } of ofSubjects)
    for (const word of [...Object.values(title), ...otherTitles]) taken.add(normalize(word))
  return [
    ...peopleColumns,
    ...ofSubjects,
    ...fields.flatMap((field, at): ImportColumn[] => {
      if (field.kind === 'file') return []
      const { example, ...cells } = cellsOf(field)
      return [
        {
          key: keyOf(field),
          title: titleOf(field.label, at),
          required: field.required && field.kind !== 'agreement',
          width: 20,
          ...cells,
          examples: [field.kind === 'agreement' ? { zh: agreedWords.zh, en: agreedWords.en } : same(example)],
        },
      ]
    }),
  ]
}

/**
 * Names that a cell lists, one of those there are or several between semicolons, however they are typed; what is none of
 * them stays as it is written.
 */
function listed(text: string, names: readonly string[]): string[] {
  const byKey = new Map(names.map((name) => [nameKey(name), name]))
  const known = (typed: string) => (names.includes(typed) ? typed : byKey.get(nameKey(typed)))
  const whole = known(text)
  if (whole !== undefined) return [whole]
  const parts = text.split(/[;；\n]/).map((part) => part.trim())
  return [...new Set(parts.filter(Boolean).map((part) => known(part) ?? part))]
}

/** The answer that a cell gives to its field; null where the cell is no number. */
function answerOf({ key, kind, choices }: FormField, text: string): FormAnswer | null {
  if (kind === 'choice') return { key, choices: listed(text, choices) }
  if (kind === 'date') return { key, date: text }
  if (kind === 'agreement') return { key, agreed: true }
  if (kind === 'text') return { key, text: maskFreeText(text) }
  const number = Number(text.normalize('NFKC').replaceAll(',', ''))
  return Number.isFinite(number) && Math.abs(number) <= 1_000_000_000 ? { key, number } : null
}

/** Answers and subjects that a row of a sheet fills in, and the problems of its cells. */
export interface FilledRow {
  answers: FormAnswer[]
  subjectIds: string[]
  problems: StoredProblem[]
}

/** Reads the answers of a row from the values of its cells, each judged by the rules of its field. */
export function readAnswers(
  { fields, subjects }: SheetForm,
  values: Readonly<Record<string, string>>,
  ofCells: readonly StoredProblem[],
): FilledRow {
  const problems: StoredProblem[] = []
  const answers: FormAnswer[] = []
  const isWrong = (column: string) => ofCells.some((problem) => problem.column === column)
  for (const field of fields) {
    const column = keyOf(field)
    if (field.kind === 'file' || isWrong(column)) continue
    const text = values[column]
    const answer = text === undefined ? undefined : answerOf(field, text)
    if (answer === null) {
      problems.push(applicantProblem(column, 'notNumber', { text: text!.slice(0, 40) }))
      continue
    }
    const fault = faultOfAnswers([field], answer ? [answer] : [])
    if (fault && field.kind === 'agreement') problems.push(applicantProblem(column, 'notAgreed'))
    else if (fault) problems.push(applicantProblem(column, 'answer', { words: fault.words }))
    else if (answer) answers.push(answer)
  }
  const names = listed(
    values[subjectsKey] ?? '',
    subjects.map(({ name }) => name),
  )
  const subjectIds = subjects.filter(({ name }) => names.includes(name)).map(({ id }) => id)
  if (!isWrong(subjectsKey) && subjectIds.length < names.length) {
    const unknown = names.filter((name) => !subjects.some((subject) => subject.name === name))
    problems.push(applicantProblem(subjectsKey, 'notOption', { text: unknown.join('；').slice(0, 40) }))
  }
  return { answers, subjectIds, problems }
}
