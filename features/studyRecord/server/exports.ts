import { exported } from '../../../server/exporting.ts'
import { hourAttributeNames, hourSourceNames } from '../../hours/rules.ts'
import { studyRecordExports } from '../contract.ts'

/** The sheet of the ledger of hours. */
export const studyRecordExportList = [
  exported(studyRecordExports.exportHours, [
    { title: { zh: '姓名', en: 'Name' }, value: (row) => row.realName },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    { title: { zh: '年度', en: 'Year' }, format: 'count', width: 8, value: (row) => row.year },
    { title: { zh: '班级类型', en: 'Class type' }, value: (row, names) => names.classType(row.classType) },
    {
      title: { zh: '属性', en: 'Requirement' },
      width: 10,
      value: (row) => hourAttributeNames[row.attribute],
    },
    { title: { zh: '明细名称', en: 'Entry title' }, width: 40, value: (row) => row.title },
    { title: { zh: '课程', en: 'Course' }, width: 30, value: (row) => row.courseName },
    { title: { zh: '学时', en: 'Hours' }, format: 'decimal', width: 10, value: (row) => row.hoursTenths },
    { title: { zh: '来源', en: 'Source' }, width: 12, value: (row) => hourSourceNames[row.source] },
    { title: { zh: '原因', en: 'Reason' }, width: 30, value: (row) => row.reason },
    { title: { zh: '入账时间', en: 'Credited' }, format: 'moment', width: 18, value: (row) => row.createdAt },
  ]),
]
