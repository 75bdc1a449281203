import { isIdCard, isMobile } from '../../../contract/identity.ts'
import { normalizeCode, normalizeMobile } from '../../../contract/normalize.ts'
import type { DictionaryKind } from '../../dictionary/contract.ts'

/** Kind of a field, by which it is filled in and checked. */
type FieldKind = 'name' | 'card' | 'mobile' | 'unit' | 'choice' | 'text' | 'date' | 'photo'

/** A field of a learner's profile. */
export interface ProfileField {
  key: string
  name: readonly [zh: string, en: string]
  kind: FieldKind
  /** The code list of a choice. */
  list?: DictionaryKind
  maxLength?: number
}

/**
 * The fields a project may require of its learners, in the default order of a form. Sex and birth date
 * are read from the citizen ID and never entered.
 */
export const profileFields = [
  { key: 'realName', name: ['真实姓名', 'Real name'], kind: 'name', maxLength: 40 },
  { key: 'cardNumber', name: ['身份证号', 'ID card number'], kind: 'card' },
  { key: 'mobile', name: ['手机号', 'Mobile number'], kind: 'mobile' },
  { key: 'unitId', name: ['所属单位', 'Organisation'], kind: 'unit' },
  {
    key: 'personnelCategory',
    name: ['人员类别', 'Personnel category'],
    kind: 'choice',
    list: 'personnelCategory',
  },
  { key: 'photo', name: ['证件照', 'Photo'], kind: 'photo' },
  { key: 'nation', name: ['民族', 'Ethnic group'], kind: 'choice', list: 'nation' },
  {
    key: 'politicalStatus',
    name: ['政治面貌', 'Political status'],
    kind: 'choice',
    list: 'politicalStatus',
  },
  { key: 'education', name: ['学历', 'Education'], kind: 'choice', list: 'education' },
  { key: 'degree', name: ['学位', 'Degree'], kind: 'choice', list: 'degree' },
  { key: 'schoolName', name: ['毕业院校', 'School'], kind: 'text', maxLength: 60 },
  { key: 'major', name: ['专业', 'Major'], kind: 'text', maxLength: 60 },
  { key: 'titleLevel', name: ['职称级别', 'Title level'], kind: 'choice', list: 'titleLevel' },
  { key: 'jobTitle', name: ['职称', 'Professional title'], kind: 'choice', list: 'jobTitle' },
  { key: 'workPlace', name: ['工作部门', 'Department'], kind: 'text', maxLength: 100 },
  { key: 'workSince', name: ['参加工作日期', 'Working since'], kind: 'date' },
] as const satisfies readonly ProfileField[]
/** The code lists that profiles are written with. */
export const profileLists: DictionaryKind[] = profileFields.flatMap((field) =>
  'list' in field ? [field.list] : [],
)
export type ProfileKey = (typeof profileFields)[number]['key']

/** The fields of one project: absent ones are neither shown nor accepted. */
export interface RegisterField {
  key: ProfileKey
  required: boolean
}

/** Learners are identified by them; a project can neither hide them nor make them optional. */
export const fixedFields = ['realName', 'cardNumber', 'mobile'] as const satisfies readonly ProfileKey[]
const isFixed = (key: ProfileKey) => fixedFields.some((fixed) => fixed === key)

/** The default fields of a project. */
export const defaultRegisterFields: readonly RegisterField[] = [
  ...fixedFields.map((key) => ({ key, required: true })),
  { key: 'unitId', required: false },
  { key: 'personnelCategory', required: false },
]

/**
 * A project's register config as stored, in its order: the fixed fields are there, each key once, unknown ones left
 * out.
 */
export function registerFieldsOf(
  saved: readonly { key: string; required: boolean }[] | null,
): RegisterField[] {
  if (saved === null) return [...defaultRegisterFields]
  const known = saved.filter(
    (field, i): field is RegisterField =>
      profileFields.some(({ key }) => key === field.key) &&
      saved.findIndex(({ key }) => key === field.key) === i,
  )
  const missing = fixedFields.filter((key) => !known.some((field) => field.key === key))
  return [
    ...missing.map((key) => ({ key, required: true })),
    ...known.map((field) => ({ ...field, required: field.required || isFixed(field.key) })),
  ]
}

/** Fault of a field of a form, or null; choices are checked against their list by anyone who has it. */
export type FieldFault = 'needed' | 'name' | 'card' | 'mobile' | 'text' | 'date' | 'choice'

const isDate = (value: string) => {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** The field of the catalogue that a key names. */
export const profileField = (key: ProfileKey): ProfileField =>
  profileFields.find((field) => field.key === key)!

/**
 * The fault of what was typed into a field, or null. `codes` are those of the field's list; without them a choice is
 * not looked up. Nothing typed is a fault where the field is required.
 */
export function fieldFault(
  { key, required }: RegisterField,
  typed: string | undefined,
  codes?: ReadonlySet<string>,
): FieldFault | null {
  const value = (typed ?? '').trim()
  const { kind, maxLength = 40 } = profileField(key)
  if (value === '') return required ? 'needed' : null
  if (kind === 'name') return [...value].length >= 2 && [...value].length <= maxLength ? null : 'name'
  if (kind === 'card') return isIdCard(normalizeCode(value)) ? null : 'card'
  if (kind === 'mobile') return isMobile(normalizeMobile(value)) ? null : 'mobile'
  if (kind === 'text') return [...value].length <= maxLength ? null : 'text'
  if (kind === 'date') return isDate(value) && value >= '1940-01-01' ? null : 'date'
  if (kind === 'choice') return codes && !codes.has(value) ? 'choice' : null
  return null
}

/** The fields a form asks for besides name, ID and number, which every form has. */
export const furtherFields = (fields: readonly RegisterField[]) =>
  fields.filter((field) => !isFixed(field.key))
