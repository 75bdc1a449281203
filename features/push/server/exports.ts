import { exported } from '../../../server/exporting.ts'
import { pushExports } from '../contract.ts'
import { causeNames, eventNames, pushLifecycle } from '../rules.ts'

/** The sheet of what was pushed. */
export const pushExportList = [
  exported(pushExports.exportPushes, [
    { title: { zh: '姓名', en: 'Name' }, value: (row) => row.realName },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    { title: { zh: '事件', en: 'Event' }, width: 18, value: (row) => eventNames[row.event] },
    { title: { zh: '班级', en: 'Class' }, width: 30, value: (row) => row.title },
    { title: { zh: '年度', en: 'Year' }, format: 'count', value: (row) => row.year },
    { title: { zh: '学时', en: 'Hours' }, format: 'decimal', value: (row) => row.hoursTenths },
    { title: { zh: '状态', en: 'Status' }, value: (row) => pushLifecycle.stateName(row.status) },
    { title: { zh: '原因', en: 'Reason' }, width: 30, value: (row) => row.cause && causeNames[row.cause] },
    { title: { zh: '发送次数', en: 'Attempts' }, format: 'count', value: (row) => row.tries },
    { title: { zh: '创建时间', en: 'Created' }, format: 'moment', width: 18, value: (row) => row.createdAt },
    {
      title: { zh: '最近发送', en: 'Last attempt' },
      format: 'moment',
      width: 18,
      value: (row) => row.triedAt,
    },
  ]),
]
