import { type TSchema, Type } from 'typebox'
import { Text } from '../../../contract/call.ts'
import type { CellKind, CellOption, ImportColumn } from '../../import/rules.ts'
import {
  type ProfileField,
  type ProfileKey,
  profileField,
  type RegisterField,
} from '../../project/register/rules.ts'

/** Columns of a roster that stand in no list of codes, by what the learner's own row is called. */
export const profileColumns = [
  'nation',
  'politicalStatus',
  'education',
  'degree',
  'titleLevel',
  'jobTitle',
  'personnelCategory',
  'schoolName',
  'major',
  'workPlace',
  'workSince',
] as const satisfies readonly ProfileKey[]
export type ProfileColumn = (typeof profileColumns)[number]

/** The check of a field's value, as the form of a learner makes it. */
export function checkOf(field: ProfileField, options: readonly CellOption[] = []): TSchema {
  if (field.kind === 'choice') return Type.Enum(options.map(({ value }) => value))
  if (field.kind === 'date') return Type.String({ format: 'date' })
  return Text(field.maxLength ?? 100, field.kind === 'name' ? 2 : 1)
}

const kinds: Readonly<Record<ProfileField['kind'], CellKind>> = {
  name: 'text',
  card: 'card',
  mobile: 'mobile',
  unit: 'text',
  choice: 'choice',
  text: 'text',
  date: 'date',
  photo: 'text',
}

const notes: Partial<Record<ProfileKey, { zh: string; en: string }>> = {
  cardNumber: {
    zh: '18 位，这一列已设为文本，请不要改成数字',
    en: '18 characters; the column is text, do not turn it into a number',
  },
  mobile: {
    zh: '11 位，学员用它收验证码登录，不能与他人相同',
    en: '11 digits; used for SMS sign-in, so it must be unique',
  },
  unitId: {
    zh: '留空即导入到所选单位；或写其下级单位的名称',
    en: 'leave empty for the selected unit, or enter the name of a unit below it',
  },
}

const samples: Partial<Record<ProfileKey, readonly [string, string]>> = {
  realName: ['张小明', '李芳'],
  cardNumber: ['11010119900307002X', '110101198506150027'],
  mobile: ['13900000001', '13900000002'],
  schoolName: ['某某大学', ''],
  major: ['土木工程', ''],
  workPlace: ['工程部', ''],
  workSince: ['2012-07-01', ''],
}

/**
 * The columns of a roster: the project's registration fields in their order, without the photo. Name, ID and mobile
 * are always there; the unit is never required, since the roster has one.
 */
export function rosterColumns(
  fields: readonly RegisterField[],
  lists: ReadonlyMap<string, readonly CellOption[]>,
): ImportColumn[] {
  return fields.flatMap(({ key, required }) => {
    const field: ProfileField = profileField(key)
    if (field.kind === 'photo') return []
    const options = field.list ? (lists.get(field.list) ?? []) : undefined
    const [zh, en] = field.name
    const examples = [0, 1].map((i) => {
      const option = options?.[i] ?? options?.[0]
      const text = samples[key]?.[i] ?? ''
      return option ? { zh: option.zh, en: option.en } : { zh: text, en: text }
    })
    return {
      key,
      title: { zh, en },
      kind: kinds[field.kind],
      check: checkOf(field, options),
      required: required && field.kind !== 'unit',
      ...(notes[key] && { note: notes[key] }),
      examples,
      ...(options && { options }),
      width: field.kind === 'card' ? 24 : 16,
      plain: true,
      past: true,
    }
  })
}
