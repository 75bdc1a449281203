import { exported } from '../../../server/exporting.ts'
import { supportCaseExports, type UnitIssue } from '../contract.ts'
import { type ExceptionKind, exceptionLifecycle } from '../rules.ts'

const kinds: Readonly<Record<ExceptionKind, { zh: string; en: string }>> = {
  unit: { zh: '单位', en: 'Unit' },
  identity: { zh: '实名信息', en: 'Name and ID' },
  hours: { zh: '学时', en: 'Hours' },
  exam: { zh: '考试', en: 'Exam' },
  order: { zh: '订单', en: 'Order' },
  face: { zh: '人脸核对', en: 'Face check' },
  other: { zh: '其他', en: 'Other' },
}
const doubts: Readonly<Record<UnitIssue['issue'], { zh: string; en: string }>> = {
  none: { zh: '没有单位', en: 'No unit' },
  closed: { zh: '单位已停用', en: 'Unit disabled' },
  differs: { zh: '账号与资料不一致', en: 'Account and profile do not match' },
}

/** The sheets of registered issues, and of learners whose unit is in doubt. */
export const supportCaseExportList = [
  exported(supportCaseExports.exportIssueList, [
    { title: { zh: '学员', en: 'Learner' }, value: (row) => row.realName },
    {
      title: { zh: '证件号', en: 'ID number' },
      width: 22,
      value: (row) => row.cardMask,
      number: { kind: 'card', of: (row) => row.accountId },
    },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    { title: { zh: '类型', en: 'Type' }, value: (row) => kinds[row.kind] },
    { title: { zh: '情况说明', en: 'Description' }, width: 40, value: (row) => row.note },
    { title: { zh: '状态', en: 'Status' }, value: (row) => exceptionLifecycle.stateName(row.status) },
    { title: { zh: '处理结果', en: 'Result' }, width: 40, value: (row) => row.outcome },
    {
      title: { zh: '经办', en: 'Handled by' },
      value: (row) => [row.registrarName, row.settlerName].filter(Boolean).join('; '),
    },
    { title: { zh: '创建时间', en: 'Created' }, format: 'moment', width: 18, value: (row) => row.createdAt },
  ]),
  exported(supportCaseExports.exportUnitIssues, [
    { title: { zh: '学员', en: 'Learner' }, value: (row) => row.realName },
    {
      title: { zh: '证件号', en: 'ID number' },
      width: 22,
      value: (row) => row.cardMask,
      number: { kind: 'card', of: (row) => row.id },
    },
    {
      title: { zh: '手机号', en: 'Mobile number' },
      value: (row) => row.mobileMask,
      number: { kind: 'mobile', of: (row) => row.id },
    },
    { title: { zh: '疑点', en: 'Issue' }, width: 30, value: (row) => doubts[row.issue] },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    {
      title: { zh: '学员填写的部门', en: 'Department entered by learner' },
      width: 30,
      value: (row) => row.workPlace,
    },
    {
      title: { zh: '注册时间', en: 'Registered' },
      format: 'moment',
      width: 18,
      value: (row) => row.createdAt,
    },
  ]),
]
