import { exported } from '../../../../server/exporting.ts'
import { accountLifecycle } from '../../../account/manage/rules.ts'
import { studentExports, type StudentRow, type VerifyStatus } from '../contract.ts'
import { memberNames } from '../rules.ts'

const verification: Readonly<Record<VerifyStatus, { zh: string; en: string }>> = {
  unverified: { zh: '未核验', en: 'Not verified' },
  verified: { zh: '已核验', en: 'Verified' },
  failed: { zh: '核验不符', en: 'Mismatch' },
}
const completeness = {
  yes: { zh: '完整', en: 'Complete' },
  no: { zh: '不完整', en: 'Incomplete' },
}

const of = (row: StudentRow) => row.id

/** The sheet of the list of learners. */
export const studentExportList = [
  exported(studentExports.exportStudentList, [
    { title: { zh: '姓名', en: 'Name' }, value: (row) => row.realName },
    { title: { zh: '账号', en: 'Account' }, value: (row) => row.loginName },
    {
      title: { zh: '证件号', en: 'ID number' },
      width: 22,
      value: (row) => row.cardMask,
      number: { kind: 'card', of },
    },
    {
      title: { zh: '手机号', en: 'Mobile number' },
      value: (row) => row.mobileMask,
      number: { kind: 'mobile', of },
    },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    {
      title: { zh: '单位确认', en: 'Unit confirmation' },
      width: 24,
      value: (row) => (row.unitId === null ? '' : memberNames[row.unconfirmed ? 'unconfirmed' : 'confirmed']),
    },
    {
      title: { zh: '人员类别', en: 'Personnel category' },
      width: 24,
      value: (row, names) => names.code('personnelCategory', row.personnelCategory),
    },
    {
      title: { zh: '账号状态', en: 'Account status' },
      value: (row) => accountLifecycle.stateName(row.status),
    },
    {
      title: { zh: '实名核验', en: 'Identity verification' },
      value: (row) => verification[row.verifyStatus],
    },
    {
      title: { zh: '资料', en: 'Profile' },
      value: (row) => completeness[row.missing.length === 0 ? 'yes' : 'no'],
    },
    {
      title: { zh: '最近登录', en: 'Last sign-in' },
      format: 'moment',
      width: 18,
      value: (row) => row.lastLoginAt,
    },
    {
      title: { zh: '注册时间', en: 'Registered' },
      format: 'moment',
      width: 18,
      value: (row) => row.createdAt,
    },
  ]),
]
