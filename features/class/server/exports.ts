import { exported } from '../../../server/exporting.ts'
import { classExports } from '../contract.ts'
import { classLifecycle } from '../rules.ts'

/** The sheet of the list of classes. */
export const classExportList = [
  exported(classExports.exportClassExcel, [
    { title: { zh: '编号', en: 'Code' }, value: (row) => row.code },
    { title: { zh: '班级名称', en: 'Class name' }, width: 40, value: (row) => row.name },
    { title: { zh: '状态', en: 'Status' }, value: (row) => classLifecycle.stateName(row.status) },
    { title: { zh: '年度', en: 'Year' }, format: 'count', width: 8, value: (row) => row.year },
    { title: { zh: '学时', en: 'Hours' }, format: 'decimal', width: 10, value: (row) => row.hoursTenths },
    { title: { zh: '价格（元）', en: 'Price (yuan)' }, format: 'money', value: (row) => row.price },
    { title: { zh: '学员', en: 'Learners' }, format: 'count', value: (row) => row.sold },
    { title: { zh: '名额', en: 'Places' }, format: 'count', value: (row) => row.quota },
    {
      title: { zh: '班级类型', en: 'Class type' },
      value: (row, names) => names.classType(row.classType),
    },
    { title: { zh: '类别', en: 'Category' }, value: (row) => row.categoryName },
    { title: { zh: '报名截止', en: 'Sign-up until' }, format: 'date', value: (row) => row.signUpTo },
    { title: { zh: '学习截止', en: 'Study until' }, format: 'date', value: (row) => row.studyTo },
    { title: { zh: '排序号', en: 'Sort position' }, format: 'count', width: 8, value: (row) => row.sort },
    { title: { zh: '创建时间', en: 'Created' }, format: 'moment', width: 18, value: (row) => row.createdAt },
  ]),
]
