import { type TSchema, Type } from 'typebox'
import { Name, PersonName, Text } from '../../../contract/call.ts'
import { cellProblems } from '../../import/cell/rules.ts'
import type { CellKind, CellOption, ImportColumn, ProblemTable } from '../../import/rules.ts'
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
  if (field.kind === 'unit') return Name(100)
  return field.kind === 'name' ? PersonName : Text(field.maxLength ?? 100)
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

/** Titles of the columns in rosters that offices keep themselves. */
const otherTitles: Partial<Record<ProfileKey, readonly string[]>> = {
  realName: ['姓名', '学员姓名', '员工姓名', '人员姓名', 'Name', 'Full name'],
  cardNumber: [
    '身份证号码',
    '身份证',
    '居民身份证号',
    '居民身份证号码',
    '公民身份号码',
    '证件号',
    '证件号码',
    'ID number',
    'ID card',
  ],
  mobile: [
    '手机号码',
    '手机',
    '移动电话',
    '联系电话',
    '联系方式',
    '电话',
    '电话号码',
    'Mobile',
    'Mobile phone',
    'Phone',
    'Phone number',
  ],
  unitId: [
    '单位',
    '单位名称',
    '工作单位',
    '工作单位名称',
    '所在单位',
    '公司',
    '公司名称',
    'Unit',
    'Company',
    'Employer',
    'Organization',
  ],
  personnelCategory: ['人员类型', '人员分类'],
  nation: ['Ethnicity'],
  education: ['文化程度', '最高学历', '学历层次'],
  degree: ['最高学位'],
  schoolName: ['毕业学校', '毕业院校名称', '院校名称'],
  major: ['所学专业', '专业名称'],
  titleLevel: ['职称等级'],
  jobTitle: ['专业技术职称', '职称名称'],
  workPlace: ['部门', '部门名称', '所在部门', '科室', 'Division'],
  workSince: ['参加工作时间', '参加工作年月', '工作时间'],
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
      ...(otherTitles[key] && { otherTitles: otherTitles[key] }),
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

/** Problems of a roster's row, by itself or by what the portal holds. */
export const rosterProblems = {
  ...cellProblems,
  deleted: {
    zh: '这个证件号的账号已被删除',
    en: 'the account with this ID was deleted',
    fix: { zh: '请联系管理员恢复账号', en: 'ask an administrator to restore it' },
  },
  staff: {
    zh: '这个证件号属于一位管理人员',
    en: 'this ID belongs to a member of staff',
    fix: { zh: '请删除这一行', en: 'delete this row' },
  },
  below: {
    zh: '这位学员已在“{unit}”',
    en: 'this learner is in "{unit}" already',
    fix: {
      zh: '在学员页把他调入本单位，或在单位列写上“{unit}”',
      en: 'move the learner on the learner page, or enter “{unit}” in the unit column',
    },
  },
  elsewhere: {
    zh: '这位学员已在其他单位登记',
    en: 'this learner is registered with another unit',
    fix: {
      zh: '由双方共同的上级单位或项目管理员调动；导入不会移动学员',
      en: 'ask a manager of a unit above both, or a project administrator, to move the learner; imports do not move learners',
    },
  },
  name: {
    zh: '与这个证件号已登记的姓名不同',
    en: 'is not the name on record for this ID',
    fix: {
      zh: '核对姓名和证件号；确已改名的，在学员详情里更正',
      en: 'check name and ID number; if the name has changed, correct it in the learner’s details',
    },
  },
  mobileTaken: {
    zh: '这个手机号已是别人的',
    en: 'somebody else has this mobile number',
    fix: {
      zh: '填学员本人的手机号；不会因手机号相同而合并账号',
      en: 'enter the learner’s own number; accounts are never merged by mobile number',
    },
  },
  closed: {
    zh: '这个单位在检查之后停用或合并了',
    en: 'this unit was disabled or merged after the check',
    fix: { zh: '写其他单位后重新上传', en: 'enter another unit and upload the file again' },
  },
  meanwhile: {
    zh: '检查之后有人登记了这位学员',
    en: 'somebody registered this learner after the check',
    fix: { zh: '重新上传即可看到现在的情况', en: 'upload the file again to see the current state' },
  },
  disabledUnit: {
    zh: '“{name}”已停用，不接收新人员',
    en: '"{name}" is disabled and takes nobody new',
    fix: {
      zh: '写其他单位；它重新启用后再上传也可以',
      en: 'enter another unit, or upload the file again once it is enabled',
    },
  },
  mergedUnit: {
    zh: '“{name}”已并入“{successor}”',
    en: '"{name}" was merged into "{successor}"',
    fix: { zh: '写“{successor}”', en: 'enter “{successor}”' },
  },
  unknownUnit: {
    zh: '所选单位及其下级中没有“{name}”',
    en: '"{name}" is neither the chosen unit nor below it',
    fix: { zh: '写单位的全称，或留空', en: 'enter the unit’s full name, or leave it empty' },
  },
  nearUnit: {
    zh: '所选单位及其下级中没有“{name}”',
    en: '"{name}" is neither the chosen unit nor below it',
    fix: cellProblems.nearOption.fix,
  },
  manyUnits: {
    zh: '有 {count} 个单位叫“{name}”',
    en: '{count} units are called "{name}"',
    fix: {
      zh: '留空，并在第一步选择这个单位后单独导入',
      en: 'leave it empty, and import this unit’s rows separately',
    },
  },
  sameCard: {
    zh: '与第 {row} 行的证件号相同',
    en: 'is the ID of row {row} as well',
    fix: {
      zh: '删除其中一行，或改正填错的一行',
      en: 'delete one of the two rows, or correct the wrong one',
    },
  },
  sameMobile: {
    zh: '与第 {row} 行的手机号相同',
    en: 'is the mobile number of row {row} as well',
    fix: { zh: '每位学员填自己的手机号', en: 'enter each learner’s own number' },
  },
} satisfies ProblemTable
