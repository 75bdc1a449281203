import { exported, type ExportColumn } from '../../../../server/exporting.ts'
import { type Question, questionExports } from '../../contract.ts'
import { splitScore } from '../../rules.ts'
import { difficultyWords, optionKeys, partialWords, sheetColumns, typeWords } from '../../sheet/rules.ts'
import { writeAnswer } from '../rules.ts'

/** A row of the sheet: a part of a question, with its share of the points. */
interface SheetPart {
  question: Question
  part: Question['content']['parts'][number]
  key: Question['key'][number]
  score: number
}

const partsOf = (question: Question): SheetPart[] => {
  const { parts } = question.content
  const scores = splitScore(question.score, parts.length)
  return parts.map((part, i) => ({ question, part, key: question.key[i]!, score: scores[i]! }))
}

/** The cells that an import reads, by its columns. */
const values: Readonly<Record<string, ExportColumn<SheetPart>['value']>> = {
  type: ({ part }) => typeWords[part.type],
  material: ({ question }) => question.content.material,
  stem: ({ part }) => part.stem,
  ...Object.fromEntries(
    optionKeys.map((key, place) => [key, ({ part }: SheetPart) => part.options[place] ?? null]),
  ),
  answer: ({ part, key }) => writeAnswer(part.type, key.answer),
  analysis: ({ key }) => key.analysis,
  difficulty: ({ question }) => difficultyWords[question.difficulty],
  score: ({ score }) => score,
  category: ({ question }) => question.category,
  partial: ({ part }) => (part.type === 'multiple' ? partialWords[part.partial] : null),
}

const states = { active: { zh: '启用', en: 'Enabled' }, disabled: { zh: '停用', en: 'Disabled' } }

/**
 * The sheet of questions with their keys, which the list shows as well: a row for each part, in the columns of the
 * import, and what it does not read behind them. Imported, it gives the same questions.
 */
export const questionExportList = [
  exported(
    questionExports.exportQuestionList,
    [
      ...sheetColumns.map(
        ({ key, title, width }): ExportColumn<SheetPart> => ({
          title,
          ...(width && { width }),
          ...(key === 'score' && { format: 'number' }),
          value: values[key]!,
        }),
      ),
      { title: { zh: '题库', en: 'Bank' }, width: 24, value: ({ question }) => question.bankName },
      { title: { zh: '状态', en: 'Status' }, value: ({ question }) => states[question.status] },
      {
        title: { zh: '更新', en: 'Updated' },
        format: 'moment',
        width: 18,
        value: ({ question }) => question.updatedAt,
      },
    ],
    partsOf,
  ),
]
