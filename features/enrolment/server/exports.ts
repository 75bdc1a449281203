import { type ExportColumn, exported } from '../../../server/exporting.ts'
import { type EnrolmentSource, enrolmentExports, type PortfolioRow } from '../contract.ts'
import { enrolmentLifecycle } from '../rules.ts'

const sources: Readonly<Record<EnrolmentSource, { zh: string; en: string }>> = {
  order: { zh: '订单', en: 'Order' },
  batch: { zh: '集体订单', en: 'Batch order' },
  free: { zh: '免费加入', en: 'Joined free' },
  transfer: { zh: '转班', en: 'Transfer' },
  import: { zh: '导入', en: 'Import' },
  apply: { zh: '申请', en: 'Application' },
}

const passes = {
  rule: { zh: '自动合格', en: 'Automatic' },
  manual: { zh: '人工合格', en: 'Manual' },
}

const of = (row: PortfolioRow) => row.accountId

const columns: readonly ExportColumn<PortfolioRow>[] = [
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
  { title: { zh: '班级', en: 'Class' }, width: 40, value: (row) => row.className },
  { title: { zh: '班级类型', en: 'Class type' }, value: (row, names) => names.classType(row.classType) },
  { title: { zh: '年度', en: 'Year' }, format: 'count', width: 8, value: (row) => row.year },
  { title: { zh: '学时', en: 'Hours' }, format: 'decimal', width: 10, value: (row) => row.hoursTenths },
  { title: { zh: '状态', en: 'Status' }, value: (row) => enrolmentLifecycle.stateName(row.status) },
  { title: { zh: '学习进度', en: 'Progress' }, format: 'percent', width: 10, value: (row) => row.progress },
  { title: { zh: '已计时长', en: 'Time counted' }, format: 'duration', value: (row) => row.watchedSeconds },
  { title: { zh: '考试成绩', en: 'Exam score' }, format: 'number', value: (row) => row.examScore },
  { title: { zh: '合格时间', en: 'Passed at' }, format: 'moment', width: 18, value: (row) => row.passedAt },
  { title: { zh: '合格方式', en: 'Passed by' }, value: (row) => row.passedBy && passes[row.passedBy] },
  { title: { zh: '学习截止', en: 'Study until' }, format: 'date', value: (row) => row.expiresAt },
  { title: { zh: '来源', en: 'Source' }, value: (row) => sources[row.source] },
  { title: { zh: '加入时间', en: 'Joined' }, format: 'moment', width: 18, value: (row) => row.createdAt },
]

/** The sheets of the study report: of one class, and of all. */
export const enrolmentExportList = [
  exported(enrolmentExports.exportClassTrainExcel, columns),
  exported(enrolmentExports.exportPortfolioExcel, columns),
]
