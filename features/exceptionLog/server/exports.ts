import { exported } from '../../../server/exporting.ts'
import { exceptionLogExports } from '../contract.ts'
import { errorStatusWords, sourceWords } from '../rules.ts'

/** The sheet of the list of errors. */
export const exceptionLogExportList = [
  exported(exceptionLogExports.exportExceptionLog, [
    { title: { zh: '最近一次', en: 'Last seen' }, format: 'moment', width: 18, value: (row) => row.lastAt },
    { title: { zh: '首次出现', en: 'First seen' }, format: 'moment', width: 18, value: (row) => row.firstAt },
    { title: { zh: '出现次数', en: 'Occurrences' }, value: (row) => row.times },
    { title: { zh: '状态', en: 'Status' }, width: 12, value: (row) => errorStatusWords[row.status] },
    { title: { zh: '来源', en: 'Source' }, width: 12, value: (row) => sourceWords[row.source] },
    { title: { zh: '接口、任务或页面', en: 'Call, job or page' }, width: 50, value: (row) => row.place },
    { title: { zh: '所在页面', en: 'On the page' }, width: 30, value: (row) => row.page ?? '' },
    { title: { zh: '错误类型', en: 'Error type' }, width: 24, value: (row) => row.kind },
    { title: { zh: '错误信息', en: 'Message' }, width: 60, value: (row) => row.message },
    { title: { zh: '产品版本', en: 'Product version' }, width: 12, value: (row) => row.release },
    { title: { zh: '错误编号', en: 'Reference' }, width: 38, value: (row) => row.traceId },
  ]),
]
