import { markColumn } from '../../features/import/rules.ts'
import { sheetColumns } from '../../features/question/sheet/rules.ts'
import { aSheetFile } from './import.ts'

/** The titles of the template's columns. */
export const questionHeader = [markColumn, ...sheetColumns].map(({ title }) => title.zh)

/** An import of questions into a bank. */
export const intoBank = (bankId: string) => ({ kind: 'question', params: { bankId } })

/** Cells of a row by column title. */
export type FilledRow = Partial<Record<string, string>>
export const cellsOfRow = (filled: FilledRow) => questionHeader.map((title) => filled[title] ?? '')

/** A single choice of two whose right answer is B. */
export const aChoiceRow = (stem: string, more: FilledRow = {}): FilledRow => ({
  题型: '单选题',
  题干: stem,
  选项A: '甲',
  选项B: '乙',
  答案: 'B',
  ...more,
})

/** The template, filled in. */
export const aQuestionFile = (...rows: FilledRow[]) => aSheetFile([questionHeader, ...rows.map(cellsOfRow)])
