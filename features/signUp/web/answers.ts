import type { FormAnswer, FormField } from '../rules.ts'
import { faultOfAnswers, type FieldFault } from '../rules.ts'

/** A file that was uploaded for a field. */
export interface PickedFile {
  id: string
  name: string
}

/** An answer as it is typed: a number as its text, a file with its name. */
export interface Draft {
  text?: string
  choices?: readonly string[]
  date?: string
  number?: string
  file?: PickedFile
  agreed?: boolean
}

/** Drafts of a form, by the key of the field. */
export type Drafts = Readonly<Record<string, Draft>>

/** Returns the answer that a draft gives to its field; undefined where it says nothing yet. */
export function answerOf({ key, kind }: FormField, draft: Draft = {}): FormAnswer | undefined {
  const { text = '', choices = [], date = '', number = '', file, agreed } = draft
  if (kind === 'text') return text.trim() ? { key, text: text.trim() } : undefined
  if (kind === 'choice') return choices.length > 0 ? { key, choices } : undefined
  if (kind === 'date') return date ? { key, date } : undefined
  if (kind === 'number') return number.trim() ? { key, number: Number(number) } : undefined
  if (kind === 'file') return file ? { key, fileId: file.id } : undefined
  return agreed ? { key, agreed } : undefined
}

/** Returns the answers to a form, in the order of its fields; a field without an answer is left out. */
export function answersOf(fields: readonly FormField[], drafts: Drafts): FormAnswer[] {
  return fields.flatMap((field) => answerOf(field, drafts[field.key]) ?? [])
}

/** Returns whether the text of a number is none; a browser lets any text be typed. */
export const isNoNumber = ({ kind }: FormField, draft: Draft = {}): boolean =>
  kind === 'number' && (draft.number ?? '').trim() !== '' && !Number.isFinite(Number(draft.number))

/** Returns the problem of a field's draft by the rules of the field, or null. */
export function faultOfDraft(field: FormField, drafts: Drafts): FieldFault | null {
  return faultOfAnswers([field], answersOf([field], drafts))
}

/** Returns the key of the field that a refusal is about, by its key or the place of its answer; undefined for none. */
export function keyOfRefusal(
  refused: string | undefined,
  fields: readonly FormField[],
  sent: readonly FormAnswer[],
): string | undefined {
  const parts = refused?.split(/[./]/) ?? []
  const named = parts.find((part) => fields.some(({ key }) => key === part))
  const at = parts.indexOf('answers')
  return named ?? (at >= 0 ? sent[Number(parts[at + 1])]?.key : undefined)
}

/** Fields that one step of the form shows. */
const fieldsOfStep = 6

/** A step of filling in a form. */
export type Step = { kind: 'subjects' } | { kind: 'fields'; fields: readonly FormField[] } | { kind: 'check' }

/** Returns the steps of a form: the subjects of an exam, its fields a few at a time, and a look at all of it. */
export function stepsOf(form: { fields: readonly FormField[]; subjects: readonly unknown[] }): Step[] {
  const count = Math.ceil(form.fields.length / fieldsOfStep)
  const each = Math.ceil(form.fields.length / Math.max(1, count))
  return [
    ...(form.subjects.length > 0 ? [{ kind: 'subjects' } as const] : []),
    ...Array.from({ length: count }, (_, at) => ({
      kind: 'fields' as const,
      fields: form.fields.slice(at * each, (at + 1) * each),
    })),
    { kind: 'check' },
  ]
}
