import { Type } from 'typebox'
import { OneOf } from '../../../contract/call.ts'
import type { FormField } from '../../../features/signUp/contract.ts'
import { fileKinds } from '../../../features/signUp/rules.ts'
import { dayAfter, yearOf } from './periods.ts'
import { filled, readContent, record } from './read.ts'

const text = Type.String()
const number = Type.Integer()

const SignUp = record({
  title: text,
  introduction: text,
  opens: number,
  closes: number,
  quota: number,
  feeFen: number,
  personnel: Type.Optional(Type.Array(text)),
  fields: Type.Array(
    record({
      key: text,
      kind: OneOf(['text', 'choice', 'date', 'file', 'number', 'agreement']),
      label: text,
      hint: Type.Optional(text),
      required: Type.Optional(Type.Boolean()),
      maxKilobytes: Type.Optional(number),
      maxLength: Type.Optional(number),
      choices: Type.Optional(Type.Array(text)),
      min: Type.Optional(number),
      max: Type.Optional(number),
      text: Type.Optional(text),
    }),
  ),
  subjects: Type.Optional(Type.Array(record({ name: text, day: number, from: text, to: text }))),
  rooms: Type.Optional(Type.Array(record({ name: text, seats: number }))),
})

const content = readContent(
  'signUps.yaml',
  record({ training: SignUp, exam: SignUp, nursing: SignUp, sat: SignUp, draft: SignUp }),
)

/** A field of a form with the rules that it has, all others empty. */
const fieldOf = (given: (typeof content)['exam']['fields'][number]): FormField => ({
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
  fileKinds: given.kind === 'file' ? [...fileKinds] : [],
  maxKilobytes: null,
  text: '',
  ...given,
})

/** The sign-ups of the demo portal on a day in China, as their manager writes them. */
export function signUpsOn(today: string) {
  const at = (days: number, time: string) => `${dayAfter(today, days)}T${time}:00+08:00`
  const written = ({ title, introduction, quota, feeFen, personnel, ...rest }: (typeof content)['exam']) => ({
    title: filled(title, { year: yearOf(today) }),
    introduction,
    opensAt: at(rest.opens, '09:00'),
    closesAt: at(rest.closes, '18:00'),
    quota,
    fee: feeFen,
    personnelCategories: personnel ?? [],
    regions: [],
    unitIds: [],
    fields: rest.fields.map(fieldOf),
    subjects: (rest.subjects ?? []).map(({ name, day, from, to }) => ({
      name,
      sessions: [{ startsAt: at(day, from), endsAt: at(day, to), rooms: rest.rooms! }],
    })),
  })
  return {
    training: { kind: 'training' as const, ...written(content.training) },
    exam: { kind: 'exam' as const, ...written(content.exam) },
    nursing: { kind: 'training' as const, ...written(content.nursing) },
    sat: { kind: 'exam' as const, ...written(content.sat) },
    draft: { kind: 'training' as const, ...written(content.draft) },
  }
}
