import { exported } from '../../../server/exporting.ts'
import { type RosterRow, unitClassExports } from '../contract.ts'
import { rosterStateNames } from '../rules.ts'

const of = (row: RosterRow) => row.accountId

/** The sheet of the people of a unit class, with how far each has come. */
export const unitClassExportList = [
  exported(unitClassExports.exportPeople, [
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
    { title: { zh: '状态', en: 'Status' }, value: (row) => rosterStateNames[row.state] },
    { title: { zh: '原因', en: 'Reason' }, width: 30, value: (row) => row.problem },
    { title: { zh: '订单号', en: 'Order' }, width: 24, value: (row) => row.orderNo },
    { title: { zh: '合格时间', en: 'Passed at' }, format: 'moment', width: 18, value: (row) => row.passedAt },
    {
      title: { zh: '有效期至', en: 'Access until' },
      format: 'moment',
      width: 18,
      value: (row) => row.expiresAt,
    },
  ]),
]
