import { exported } from '../../../server/exporting.ts'
import { planExports, type PlanPerson } from '../contract.ts'
import { personStateNames } from '../rules.ts'

const of = (row: PlanPerson) => row.accountId

/** The sheet of the learners whom a plan is for. */
export const planExportList = [
  exported(planExports.exportPeople, [
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
    { title: { zh: '状态', en: 'Status' }, value: (row) => personStateNames[row.state] },
    {
      title: { zh: '还差学时', en: 'Hours missing' },
      format: 'decimal',
      width: 12,
      value: (row) => row.missingTenths,
    },
    {
      title: { zh: '未合格的必选班级', en: 'Required classes not passed' },
      format: 'count',
      width: 18,
      value: (row) => row.missingClasses,
    },
    {
      title: { zh: '上次提醒', en: 'Last reminder' },
      format: 'moment',
      width: 18,
      value: (row) => row.remindedAt,
    },
  ]),
]
