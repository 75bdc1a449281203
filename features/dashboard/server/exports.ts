import { type ExportColumn, exported, type ProjectNames } from '../../../server/exporting.ts'
import { type BoardDay, dashboardExports } from '../contract.ts'
import { type BoardKind, boardKinds, boards, plainAmount, typeWords } from '../rules.ts'

const formats = { count: 'count', fen: 'money', tenths: 'decimal' } as const

const dayColumn = (kind: BoardKind): ExportColumn<BoardDay> => ({
  title: boards[kind].words,
  format: formats[boards[kind].measure],
  width: 16,
  value: (row) => row[kind],
})

/** The kind of the rows and their amounts in the range and the one before. */
const compared = [
  {
    title: { zh: '各项数据', en: 'Figures' },
    width: 16,
    value: ({ kind }: { kind: BoardKind }) => boards[kind].words,
  },
  {
    title: { zh: '本期', en: 'This period' },
    format: 'number',
    width: 16,
    value: ({ kind, value }: { kind: BoardKind; value: number }) => plainAmount(kind, value),
  },
  {
    title: { zh: '上期', en: 'Previous period' },
    format: 'number',
    width: 16,
    value: ({ kind, before }: { kind: BoardKind; before: number }) => plainAmount(kind, before),
  },
] as const

/** The sheets of the boards. */
export const dashboardExportList = [
  exported(dashboardExports.exportDays, [
    { title: { zh: '统计日期', en: 'Counted on' }, format: 'date', width: 14, value: (row) => row.day },
    ...boardKinds.map(dayColumn),
  ]),
  exported(dashboardExports.exportTypes, [
    {
      title: { zh: '班级类型', en: 'Class type' },
      width: 24,
      value: ({ classType }, names: ProjectNames) => typeWords[classType] ?? names.classType(classType),
    },
    ...compared,
  ]),
  exported(dashboardExports.exportUnits, [
    {
      title: { zh: '单位', en: 'Unit' },
      width: 30,
      value: ({ unitName }) => unitName ?? { zh: '不在以上单位', en: 'In none of these units' },
    },
    ...compared,
  ]),
]
