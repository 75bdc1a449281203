import { exported } from '../../../server/exporting.ts'
import { unitExports } from '../contract.ts'
import { unitLifecycle } from '../rules.ts'

/** The sheet of the list of units. */
export const unitExportList = [
  exported(unitExports.exportUnitList, [
    { title: { zh: '名称', en: 'Name' }, width: 40, value: (row) => row.name },
    { title: { zh: '上级单位', en: 'Parent unit' }, width: 40, value: (row) => row.parentName },
    { title: { zh: '统一社会信用代码', en: 'Credit code' }, width: 22, value: (row) => row.creditCode },
    { title: { zh: '状态', en: 'Status' }, value: (row) => unitLifecycle.stateName(row.status) },
    { title: { zh: '学员', en: 'Learners' }, format: 'count', value: (row) => row.people },
    { title: { zh: '管理员', en: 'Managers' }, format: 'count', value: (row) => row.managers },
    { title: { zh: '直接下级单位', en: 'Direct sub-units' }, format: 'count', value: (row) => row.below },
    {
      title: { zh: '地区', en: 'Region' },
      width: 24,
      value: (row, names) => names.code('region', row.region),
    },
    {
      title: { zh: '行业', en: 'Industry' },
      width: 24,
      value: (row, names) => names.code('industry', row.industry),
    },
    { title: { zh: '联系人', en: 'Contact' }, value: (row) => row.contact },
    { title: { zh: '联系电话', en: 'Phone' }, value: (row) => row.phone },
  ]),
]
