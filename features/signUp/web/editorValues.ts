import type { Dayjs } from 'dayjs'
import { freshId } from '../../../web/freshId.ts'
import { momentOf, wallOf } from '../../../web/wallTime.ts'
import type { FormField, SignUp, SignUpFields, SignUpForm } from '../contract.ts'
import { type FieldKind, fileKinds, type SignUpKind } from '../rules.ts'

/** From and to, as a date field has them. */
type Period = [Dayjs | null, Dayjs | null] | null

/** A session with its period, before its rooms have both a name and seats. */
interface SessionValues {
  id?: string
  period: Period
  rooms: { name: string; seats: number | null }[]
}
interface SubjectValues {
  id?: string
  name: string
  fullScore: number
  passScore: number
  sessions: SessionValues[]
}

/** Values of the form in which a sign-up is written: money in yuan, times as China's clock shows them. */
export interface EditorValues {
  title: string
  introduction: string
  period: Period
  quota: number | null
  fee: number
  personnelCategories: string[]
  regions: string[]
  unitIds: string[]
  fields: FormField[]
  subjects: SubjectValues[]
}

/** Marks of a subject unless others are chosen. */
export const usualMarks = { fullScore: 100, passScore: 60 } as const

const periodOf = (from: string, to: string): Period => [wallOf(from), wallOf(to)]

/** Returns the values of the form for a sign-up, or for a new one. */
export function valuesOf(signUp: SignUp | null): EditorValues {
  return {
    title: signUp?.title ?? '',
    introduction: signUp?.introduction ?? '',
    period: signUp && periodOf(signUp.opensAt, signUp.closesAt),
    quota: signUp?.quota ?? null,
    fee: (signUp?.fee ?? 0) / 100,
    personnelCategories: signUp?.personnelCategories ?? [],
    regions: signUp?.regions ?? [],
    unitIds: signUp?.unitIds ?? [],
    fields: signUp?.fields ?? [],
    subjects:
      signUp?.subjects.map(({ sessions, ...subject }) => ({
        ...usualMarks,
        ...subject,
        sessions: sessions.map(({ startsAt, endsAt, ...session }) => ({
          ...session,
          period: periodOf(startsAt, endsAt),
        })),
      })) ?? [],
  }
}

/** Returns a field as its contract has it: what was emptied is null. */
export function fieldOf(field: FormField): FormField {
  const number = (value: number | null | undefined) => value ?? null
  return {
    ...field,
    label: field.label.trim(),
    minLength: number(field.minLength),
    maxLength: number(field.maxLength),
    most: number(field.most),
    min: number(field.min),
    max: number(field.max),
    maxKilobytes: number(field.maxKilobytes),
    from: field.from || null,
    to: field.to || null,
  }
}

const bounds = (period: Period) => ({ from: momentOf(period![0]!), to: momentOf(period![1]!) })

/** Returns the fields of a sign-up that its form has, once both ends of every period are there. */
export function fieldsOf(kind: SignUpKind, values: EditorValues): SignUpFields {
  const { period, fee, fields, subjects, ...others } = values
  const { from: opensAt, to: closesAt } = bounds(period)
  return {
    ...others,
    kind,
    opensAt,
    closesAt,
    fee: Math.round(fee * 100),
    fields: fields.map(fieldOf),
    subjects:
      kind === 'exam'
        ? subjects.map(({ sessions, ...subject }) => ({
            ...subject,
            sessions: sessions.map(({ period: sat, rooms, ...session }) => {
              const { from: startsAt, to: endsAt } = bounds(sat)
              return {
                ...session,
                startsAt,
                endsAt,
                rooms: rooms.map(({ name, seats }) => ({ name, seats: seats! })),
              }
            }),
          }))
        : [],
  }
}

/** Returns a new field of a kind, with a key that no field has. */
export function newField(kind: FieldKind): FormField {
  return {
    key: `f${freshId().replaceAll('-', '').slice(0, 12)}`,
    kind,
    label: '',
    hint: '',
    required: true,
    minLength: null,
    maxLength: null,
    choices: [],
    most: null,
    min: null,
    max: null,
    from: null,
    to: null,
    fileKinds: kind === 'file' ? [...fileKinds] : [],
    maxKilobytes: null,
    text: '',
  }
}

/** Returns the form of what was typed as its applicant would fill it in; what has no name yet has none. */
export function previewOf(values: EditorValues): Pick<SignUpForm, 'fields' | 'subjects' | 'fee'> {
  return {
    fee: Math.round((values.fee ?? 0) * 100),
    fields: values.fields.map(fieldOf),
    subjects: values.subjects.map(({ name, sessions }, at) => ({
      id: String(at),
      name,
      sessions: sessions.flatMap(({ period }, i) =>
        period?.[0] && period[1]
          ? [{ id: String(i), startsAt: momentOf(period[0]), endsAt: momentOf(period[1]) }]
          : [],
      ),
    })),
  }
}
