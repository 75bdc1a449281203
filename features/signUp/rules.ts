import { lifecycle } from '../../contract/lifecycle.ts'
import type { Permission } from '../../contract/menu.ts'
import type { Bilingual } from '../../contract/refusal.ts'

export const signUpKinds = ['training', 'exam'] as const
/** Kind of a sign-up: for a training, or for an exam with subjects and sessions. */
export type SignUpKind = (typeof signUpKinds)[number]

export const signUpKindNames: Readonly<Record<SignUpKind, Bilingual>> = {
  training: { zh: '培训报名', en: 'Training' },
  exam: { zh: '考试报名', en: 'Exam' },
}

/** Page of the back office that administers the sign-ups of a kind. */
export const signUpPages = {
  training: '/cms-manage/apply-manage',
  exam: '/cms-manage/apply-exam-manage',
} as const satisfies Record<SignUpKind, Permission>

/** Buttons that the pages of both kinds have. */
type SignUpButton = 'publish' | 'delete' | 'review' | 'apply'

/** Permission of a button on the page of a kind; of the page itself without one. */
export const signUpPermission = (kind: SignUpKind, button?: SignUpButton): Permission =>
  button ? `${signUpPages[kind]}#${button}` : signUpPages[kind]

/** Permission to change the fee of a sign-up that was opened: the one to change what published classes cost. */
export const feePermission: Permission = '/train-manage/class#price'

/** A sign-up from being written to its end; applications are made while it is open and its period runs. */
export const signUpLifecycle = lifecycle({
  states: {
    draft: ['草稿', 'Draft', { publish: 'open', delete: 'deleted' }],
    open: ['已开放', 'Open', { close: 'closed' }],
    closed: ['已结束', 'Closed', { reopen: 'open' }],
    deleted: ['已删除', 'Deleted'],
  },
  events: {
    publish: ['开放', 'open'],
    close: ['结束', 'close'],
    reopen: ['重新开放', 'open again'],
    delete: ['删除', 'delete'],
  },
})

/** Events of a sign-up that leave it there. */
export const signUpEvents = ['publish', 'close', 'reopen'] as const

export const fieldKinds = ['text', 'choice', 'date', 'file', 'number', 'agreement'] as const
/** Kind of a field of a form. */
export type FieldKind = (typeof fieldKinds)[number]

export const fieldKindNames: Readonly<Record<FieldKind, Bilingual>> = {
  text: { zh: '文字', en: 'Text' },
  choice: { zh: '选择', en: 'Choice' },
  date: { zh: '日期', en: 'Date' },
  file: { zh: '文件', en: 'File' },
  number: { zh: '数字', en: 'Number' },
  agreement: { zh: '承诺', en: 'Agreement' },
}

export const fileKinds = ['image', 'pdf'] as const
/** Kind of a file that a field takes: a picture, or a PDF document. */
export type FileKind = (typeof fileKinds)[number]

export const fileKindNames: Readonly<Record<FileKind, Bilingual>> = {
  image: { zh: '图片', en: 'pictures' },
  pdf: { zh: 'PDF', en: 'PDF' },
}

/** Limits of a form, its answers and the tables of an exam. */
export const formLimits = {
  fields: 40,
  choices: 60,
  choiceLength: 60,
  /** Characters of a text answer. */
  textLength: 1000,
  /** Kilobytes of 1024 bytes of one file. */
  kilobytes: 10_240,
  subjects: 20,
  sessions: 20,
  rooms: 100,
  seatsOfRoom: 2000,
} as const

/** A field of a form; a rule that its kind does not have is null or empty. */
export interface FormField {
  /** Name of the field for its answers, kept through all versions. */
  key: string
  kind: FieldKind
  label: string
  hint: string
  required: boolean
  /** Characters of a text. */
  minLength: number | null
  maxLength: number | null
  /** Choices, and how many of them may be chosen at most. */
  choices: readonly string[]
  most: number | null
  /** Bounds of a number. */
  min: number | null
  max: number | null
  /** First and last day of a date, YYYY-MM-DD. */
  from: string | null
  to: string | null
  /** Kinds of file it takes, and the largest in kilobytes. */
  fileKinds: readonly FileKind[]
  maxKilobytes: number | null
  /** Text of an agreement, which its applicant reads and accepts. */
  text: string
}

/** An answer to a field, in the property of the field's kind. */
export interface FormAnswer {
  key: string
  text?: string | undefined
  choices?: readonly string[] | undefined
  date?: string | undefined
  number?: number | undefined
  fileId?: string | undefined
  agreed?: boolean | undefined
}

/** A problem with a field or an answer, as it follows the name of the field. */
export interface FieldFault {
  /** Property of the field, or the key of the answer. */
  at: string
  words: Bilingual
}

const fault = (at: string, zh: string, en: string): FieldFault => ({ at, words: { zh, en } })

const isBelow = <T extends number | string>(high: T | null, low: T | null) =>
  high !== null && low !== null && high < low

/** Returns the first problem with a field as its form declares it, or null: bounds that leave nothing, or nothing to choose. */
export function faultOfField(field: FormField): FieldFault | null {
  const { kind, choices, most, text } = field
  if (isBelow(field.maxLength, field.minLength))
    return fault('maxLength', '不能小于最少字数', 'must not be below the shortest length')
  if (isBelow(field.max, field.min))
    return fault('max', '不能小于最小值', 'must not be below the smallest value')
  if (isBelow(field.to, field.from))
    return fault('to', '不能早于最早日期', 'must not be before the first day')
  if (kind === 'choice' && choices.length < 2)
    return fault('choices', '至少要有两个选项', 'must have at least two')
  if (kind === 'choice' && new Set(choices).size < choices.length)
    return fault('choices', '有重复的选项', 'has the same choice twice')
  if (kind === 'choice' && (most ?? 1) > choices.length)
    return fault('most', '不能多于选项的个数', 'must not be more than there are choices')
  if (kind === 'file' && field.fileKinds.length === 0)
    return fault('fileKinds', '至少要允许一种文件', 'must have at least one kind of file')
  if (kind === 'agreement' && text.trim() === '')
    return fault('text', '请填写承诺的内容', 'must say what is agreed to')
  return null
}

/** Returns whether an answer to a field of a kind says anything. */
export function isAnswered(kind: FieldKind, answer: FormAnswer | undefined): boolean {
  if (!answer) return false
  if (kind === 'text') return (answer.text ?? '').trim() !== ''
  if (kind === 'choice') return (answer.choices ?? []).length > 0
  if (kind === 'date') return answer.date !== undefined
  if (kind === 'number') return answer.number !== undefined
  if (kind === 'file') return answer.fileId !== undefined
  return answer.agreed === true
}

const propertyOf = {
  text: 'text',
  choice: 'choices',
  date: 'date',
  number: 'number',
  file: 'fileId',
  agreement: 'agreed',
} as const satisfies Record<FieldKind, keyof FormAnswer>

/** Returns the problem of an answer that says something, by the rules of its field; files are checked where they come in. */
function faultOfAnswer(field: FormField, answer: FormAnswer): FieldFault | null {
  const { key, minLength, maxLength, min, max, from, to, choices } = field
  const length = [...(answer.text ?? '')].length
  if (field.kind === 'text' && minLength !== null && length < minLength)
    return fault(key, `至少 ${minLength} 个字`, `must have at least ${minLength} characters`)
  if (field.kind === 'text' && length > (maxLength ?? formLimits.textLength))
    return fault(
      key,
      `最多 ${maxLength ?? formLimits.textLength} 个字`,
      `must have at most ${maxLength ?? formLimits.textLength} characters`,
    )
  const { number = 0, date = '' } = answer
  if (field.kind === 'number' && min !== null && number < min)
    return fault(key, `不能小于 ${min}`, `must be at least ${min}`)
  if (field.kind === 'number' && max !== null && number > max)
    return fault(key, `不能大于 ${max}`, `must be at most ${max}`)
  if (field.kind === 'date' && from !== null && date < from)
    return fault(key, `不能早于 ${from}`, `must not be before ${from}`)
  if (field.kind === 'date' && to !== null && date > to)
    return fault(key, `不能晚于 ${to}`, `must not be after ${to}`)
  const chosen = answer.choices ?? []
  const most = field.most ?? 1
  if (field.kind === 'choice' && chosen.some((choice) => !choices.includes(choice)))
    return fault(key, '不是可以选择的选项', 'is not one of the choices')
  if (field.kind === 'choice' && new Set(chosen).size < chosen.length)
    return fault(key, '同一个选项选了两次', 'has the same choice twice')
  if (field.kind === 'choice' && chosen.length > most)
    return fault(key, `最多选 ${most} 项`, `must have at most ${most} of the choices`)
  return null
}

/**
 * Returns the first problem of the answers to a form, in the order of its fields, or null: an answer to no field of it, in
 * the place of another kind, missing where it is required, or beyond the rules of its field.
 */
export function faultOfAnswers(
  fields: readonly FormField[],
  answers: readonly FormAnswer[],
): FieldFault | null {
  const given = new Map(answers.map((answer) => [answer.key, answer]))
  const unknown = answers.find(({ key }) => !fields.some((field) => field.key === key))
  if (unknown) return fault(unknown.key, '报名表里没有这一项', 'is not in the form')
  if (given.size < answers.length) {
    const [repeated] = answers.filter(({ key }, at) => answers.findIndex((one) => one.key === key) < at)
    return fault(repeated!.key, '填写了两次', 'is answered twice')
  }
  for (const field of fields) {
    const answer = given.get(field.key)
    const { key: _key, ...said } = answer ?? { key: field.key }
    const places = Object.entries(said).filter(([, value]) => value !== undefined)
    if (places.some(([place]) => place !== propertyOf[field.kind]))
      return fault(field.key, '填写的内容类型不对', 'is not of the kind of this field')
    if (!answer || !isAnswered(field.kind, answer)) {
      if (!field.required) continue
      return field.kind === 'agreement'
        ? fault(field.key, '需要同意后才能报名', 'must be accepted')
        : fault(field.key, '必须填写', 'must be filled in')
    }
    const found = faultOfAnswer(field, answer)
    if (found) return found
  }
  return null
}

/** Obstacles that keep a person from applying. */
export const signUpObstacles = ['notOpen', 'notYet', 'over', 'full', 'audience', 'applied'] as const
export type SignUpObstacle = (typeof signUpObstacles)[number]

export const signUpObstacleNames: Readonly<Record<SignUpObstacle, Bilingual>> = {
  notOpen: { zh: '报名未开放', en: 'sign-up is not open' },
  notYet: { zh: '报名还没有开始', en: 'sign-up has not begun yet' },
  over: { zh: '报名已经截止', en: 'sign-up is over' },
  full: { zh: '名额已满', en: 'no places are left' },
  audience: { zh: '不在报名范围内', en: 'it is meant for others' },
  applied: { zh: '已经报名', en: 'there is an application already' },
}

/** Hindrances of a person whom another applies for: those of the person as well. */
export const hindrances = [...signUpObstacles, 'notActive', 'otherUnit'] as const
export type Hindrance = (typeof hindrances)[number]

/** A hindrance, and what to do about it. */
export const hindranceNames: Readonly<Record<Hindrance, Bilingual & { fix: Bilingual }>> = {
  notOpen: {
    ...signUpObstacleNames.notOpen,
    fix: { zh: '请主办方开放报名', en: 'ask the organiser to open it' },
  },
  notYet: { ...signUpObstacleNames.notYet, fix: { zh: '报名开始后再提交', en: 'apply once it begins' } },
  over: {
    ...signUpObstacleNames.over,
    fix: { zh: '请主办方延长报名时间', en: 'ask the organiser for more time' },
  },
  full: {
    ...signUpObstacleNames.full,
    fix: {
      zh: '减少人数，或请主办方增加名额',
      en: 'apply for fewer people, or ask the organiser for more places',
    },
  },
  audience: {
    ...signUpObstacleNames.audience,
    fix: {
      zh: '核对其单位、地区和人员类别，有误的先更正',
      en: 'check their unit, region and personnel category, and correct what is wrong',
    },
  },
  applied: {
    ...signUpObstacleNames.applied,
    fix: { zh: '不必再报，从名单移除', en: 'leave them out; nothing more is needed' },
  },
  notActive: {
    zh: '账号已停用或不是学员',
    en: 'the account is disabled, or no learner’s',
    fix: { zh: '先启用账号', en: 'enable the account first' },
  },
  otherUnit: {
    zh: '不是本单位及下级单位的人员',
    en: 'belongs to another unit',
    fix: {
      zh: '请其所在单位报名，或先调入本单位',
      en: 'their own unit applies for them, or move them first',
    },
  },
}
