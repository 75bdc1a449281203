import { exported } from '../../../server/exporting.ts'
import { signUpExports } from '../contract.ts'
import { signUpKindNames, signUpLifecycle } from '../rules.ts'

/** The sheet of sign-ups. */
export const signUpExportList = [
  exported(signUpExports.exportSignUps, [
    { title: { zh: '名称', en: 'Name' }, width: 40, value: (row) => row.title },
    { title: { zh: '类型', en: 'Type' }, value: (row) => signUpKindNames[row.kind] },
    { title: { zh: '状态', en: 'Status' }, value: (row) => signUpLifecycle.stateName(row.status) },
    { title: { zh: '报名开始时间', en: 'Opens' }, format: 'moment', width: 18, value: (row) => row.opensAt },
    {
      title: { zh: '报名结束时间', en: 'Closes' },
      format: 'moment',
      width: 18,
      value: (row) => row.closesAt,
    },
    { title: { zh: '费用', en: 'Fee' }, format: 'money', width: 12, value: (row) => row.fee },
    { title: { zh: '名额', en: 'Places' }, format: 'count', width: 10, value: (row) => row.quota },
    { title: { zh: '已占名额', en: 'Places taken' }, format: 'count', width: 12, value: (row) => row.taken },
    {
      title: { zh: '待审核', en: 'Awaiting review' },
      format: 'count',
      width: 10,
      value: (row) => row.applied,
    },
    { title: { zh: '待缴费', en: 'Fee due' }, format: 'count', width: 10, value: (row) => row.approved },
    { title: { zh: '报名成功', en: 'Confirmed' }, format: 'count', width: 10, value: (row) => row.confirmed },
    { title: { zh: '创建时间', en: 'Created' }, format: 'moment', width: 18, value: (row) => row.createdAt },
  ]),
]
