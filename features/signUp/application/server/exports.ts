import { exported } from '../../../../server/exporting.ts'
import { signUpKindNames } from '../../rules.ts'
import { applicationExports, type ApplicationRow } from '../contract.ts'
import { applicationLifecycle } from '../rules.ts'

const of = (row: ApplicationRow) => row.accountId

/** The sheet of applications. */
export const applicationExportList = [
  exported(applicationExports.exportApplications, [
    { title: { zh: '姓名', en: 'Name' }, value: (row) => row.realName },
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
    { title: { zh: '报名项目', en: 'Sign-up' }, width: 40, value: (row) => row.signUpTitle },
    { title: { zh: '类型', en: 'Type' }, value: (row) => signUpKindNames[row.kind] },
    { title: { zh: '科目', en: 'Subjects' }, width: 30, value: (row) => row.subjectNames.join('; ') },
    { title: { zh: '状态', en: 'Status' }, value: (row) => applicationLifecycle.stateName(row.status) },
    { title: { zh: '费用', en: 'Fee' }, format: 'money', width: 12, value: (row) => row.fee },
    { title: { zh: '订单号', en: 'Order' }, width: 22, value: (row) => row.orderNo },
    { title: { zh: '准考证号', en: 'Ticket number' }, width: 18, value: (row) => row.ticketNo },
    { title: { zh: '原因', en: 'Reason' }, width: 30, value: (row) => row.reason },
    {
      title: { zh: '提交报名时间', en: 'Applied' },
      format: 'moment',
      width: 18,
      value: (row) => row.appliedAt,
    },
    {
      title: { zh: '审核时间', en: 'Reviewed' },
      format: 'moment',
      width: 18,
      value: (row) => row.reviewedAt,
    },
  ]),
]
