import type { Bilingual } from '../../../contract/refusal.ts'
import { exported, type SheetValue } from '../../../server/exporting.ts'
import { staffOf } from '../../approval/rules.ts'
import { enrolmentStatuses } from '../../enrolment/contract.ts'
import { enrolmentLifecycle } from '../../enrolment/rules.ts'
import { type Correction, correctionExports } from '../contract.ts'
import { correctionLifecycle, type CorrectionKind } from '../rules.ts'

const kinds: Readonly<Record<CorrectionKind, Bilingual>> = {
  identity: { zh: '实名信息', en: 'Name and ID' },
  unit: { zh: '所属单位', en: 'Unit' },
  hours: { zh: '学时', en: 'Hours' },
  score: { zh: '考试成绩', en: 'Exam score' },
  pass: { zh: '合格状态', en: 'Pass' },
}

const both = (text: unknown): Bilingual => {
  const said = text === null || text === undefined ? '' : String(text)
  return { zh: said, en: said }
}

/** One side of a correction as a text. */
function sideOf(kind: CorrectionKind, side: Correction['before']): Bilingual {
  switch (kind) {
    case 'identity':
      return both([side.realName, side.cardNumber].filter(Boolean).join(' '))
    case 'unit':
      return both(side.unitName)
    case 'hours':
      return both(Number(side.hoursTenths) / 10)
    case 'score':
      return both(side.score)
    case 'pass':
      return enrolmentLifecycle.stateName(enrolmentStatuses.find((one) => one === side.status) ?? 'active')
  }
}

/** Old and new values, with their subject. */
function changeOf({ kind, title, before, after }: Correction): SheetValue {
  const [from, to] = [sideOf(kind, before), sideOf(kind, after)]
  const about = title === '' ? '' : `${title}: `
  return { zh: `${about}${from.zh} → ${to.zh}`, en: `${about}${from.en} → ${to.en}` }
}

/** The sheet of corrections; numbers are masked. */
export const correctionExportList = [
  exported(correctionExports.exportCorrectionList, [
    { title: { zh: '学员', en: 'Learner' }, value: (row) => row.realName },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    { title: { zh: '更正内容', en: 'What to correct' }, value: (row) => kinds[row.kind] },
    { title: { zh: '更正前 → 更正后', en: 'Before → after' }, width: 50, value: changeOf },
    { title: { zh: '原因', en: 'Reason' }, width: 30, value: (row) => row.reason },
    {
      title: { zh: '状态', en: 'Status' },
      width: 20,
      value: (row) => correctionLifecycle.stateName(row.status),
    },
    { title: { zh: '经办', en: 'Handled by' }, width: 24, value: staffOf },
    {
      title: { zh: '创建时间', en: 'Created' },
      format: 'moment',
      width: 18,
      value: (row) => row.proposed.at,
    },
  ]),
]
