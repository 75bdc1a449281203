import { type ExportColumn, exported } from '../../../server/exporting.ts'
import { transferExports, type TransferRecord } from '../contract.ts'

const columns: readonly ExportColumn<TransferRecord>[] = [
  { title: { zh: '姓名', en: 'Name' }, value: (row) => row.realName },
  {
    title: { zh: '证件号', en: 'ID number' },
    width: 22,
    value: (row) => row.cardMask,
    number: { kind: 'card', of: (row) => row.accountId },
  },
  { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
  { title: { zh: '原班级', en: 'From' }, width: 40, value: (row) => row.fromName },
  { title: { zh: '新班级', en: 'To' }, width: 40, value: (row) => row.toName },
  {
    title: { zh: '带入时长', en: 'Time carried' },
    format: 'duration',
    value: (row) => row.carriedSeconds,
  },
  { title: { zh: '原进度', en: 'Progress before' }, format: 'percent', value: (row) => row.progressBefore },
  { title: { zh: '新进度', en: 'Progress after' }, format: 'percent', value: (row) => row.progressAfter },
  {
    title: { zh: '差价（元）', en: 'Price difference (CNY)' },
    format: 'money',
    value: (row) => row.priceDifference,
  },
  { title: { zh: '原因', en: 'Reason' }, width: 40, value: (row) => row.reason },
  { title: { zh: '操作人', en: 'By' }, value: (row) => row.operatorName },
  {
    title: { zh: '转班时间', en: 'Transferred' },
    format: 'moment',
    width: 18,
    value: (row) => row.createdAt,
  },
  { title: { zh: '已撤销', en: 'Undone' }, format: 'moment', width: 18, value: (row) => row.undoneAt },
]

/** The sheet of transfers. */
export const transferExportList = [exported(transferExports.exportRecords, columns)]
