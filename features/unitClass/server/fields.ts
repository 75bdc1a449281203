import { cellProblems } from '../../import/cell/rules.ts'
import { problemsOf, type ProblemTable } from '../../import/rules.ts'
import { rosterColumns } from '../../student/import/rules.ts'
import { personProblemWords } from '../rules.ts'

/** Problems of a pasted row or a row of a sheet of people. */
export const rowProblems = {
  ...cellProblems,
  ...personProblemWords,
  twice: {
    zh: '与第 {row} 行是同一个人',
    en: 'is the same person as row {row}',
    fix: { zh: '删除其中一行', en: 'delete one of the two rows' },
  },
  alike: {
    zh: '有太多只差几位的号码，没有核对',
    en: 'too many numbers differ by a few digits only, so they were not compared',
    fix: { zh: '只保留核对过的号码', en: 'keep the numbers you have verified' },
  },
  name: {
    zh: '与这个号码登记的姓名不同',
    en: 'is not the name on record for this number',
    fix: { zh: '核对姓名和号码', en: 'check the name and the number' },
  },
  unknown: {
    zh: '平台上没有这个人',
    en: 'nobody of this name and number is registered',
    fix: {
      zh: '核对号码；确是新人的，勾选“为没有账号的人建立账号”',
      en: 'check the number, or tick that new people are created',
    },
  },
  unknownMobile: {
    zh: '平台上没有这个手机号',
    en: 'nobody is registered with this mobile number',
    fix: {
      zh: '填证件号；新人凭姓名和证件号建立账号',
      en: 'enter the ID number; new people are created by name and ID',
    },
  },
  absent: {
    zh: '没有这名学员，或不在您的管理范围',
    en: 'there is no such learner, or they are outside your scope',
    fix: { zh: '刷新后重新选择', en: 'refresh and choose again' },
  },
  noNumber: {
    zh: '证件号和手机号至少填一项',
    en: 'enter an ID number or a mobile number',
    fix: { zh: '填证件号', en: 'enter the ID number' },
  },
  twoPeople: {
    zh: '证件号和手机号属于两个人',
    en: 'the ID and the mobile number belong to two people',
    fix: { zh: '核对两个号码，或只填证件号', en: 'check both numbers, or leave the mobile number out' },
  },
  mobileTaken: {
    zh: '这个手机号已是别人的',
    en: 'somebody else has this mobile number',
    fix: { zh: '填学员本人的手机号，或留空', en: 'enter the learner’s own number, or leave it empty' },
  },
  meanwhile: {
    zh: '检查之后情况已变',
    en: 'the situation has changed since the check',
    fix: { zh: '重新上传即可看到现在的情况', en: 'upload the file again to see the current state' },
  },
  ended: {
    zh: '单位班级现在不能下单',
    en: 'the unit class cannot be ordered now',
    fix: { zh: '在单位班级页查看原因', en: 'see the reason on the page of the unit class' },
  },
} satisfies ProblemTable

export const rowProblem = problemsOf(rowProblems)

/** Columns of a sheet of people: those of a roster that say who somebody is. Who is new needs a name and an ID. */
export const peopleColumns = rosterColumns(
  [
    { key: 'realName', required: true },
    { key: 'cardNumber', required: false },
    { key: 'mobile', required: false },
  ],
  new Map(),
)
