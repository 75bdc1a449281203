import { refuse } from '../../../../contract/refusal.ts'
import { answers, type FileReply } from '../../../../server/serve.ts'
import { sheetMime, writeSheet, writeTemplate } from '../../../../server/sheet.ts'
import { reasonColumn, sheetColumns, templateRows, titleOf } from '../../sheet/rules.ts'
import { importCalls, importRefusals } from '../contract.ts'
import { applyImport, cancelImport, startImport } from './actions.ts'
import { getProgress, headerOf, pageRows, refusedRows } from './data.ts'

const columnsOf = (language: 'zh' | 'en') =>
  sheetColumns.map((column) => ({
    title: column[language],
    ...(column.width ? { width: column.width } : {}),
    ...(column.choices ? { choices: column.choices[language] } : {}),
  }))

/** A file in the place of the contract's output, which stands for nothing here: the door streams it. */
const streamed = (file: FileReply) => file as unknown as null

export const importAnswers = answers(importCalls, {
  downloadTemplate: async ({ language }) =>
    streamed({
      name: language === 'zh' ? '题目导入模板.xlsx' : 'question-template.xlsx',
      type: sheetMime,
      body: await writeTemplate({
        name: language === 'zh' ? '题目' : 'Questions',
        columns: columnsOf(language),
        rows: templateRows(language),
      }),
    }),

  async import({ db, files, session, upload, input }) {
    const file = upload?.file ?? refuse(importRefusals.noFile, {}, 'file')
    return { importId: await startImport(db, files, session, { ...file, bankId: input.bankId }) }
  },

  getImportProgress: ({ db, session, input }) => getProgress(db, session.scope, input.importId),
  findImportRows: ({ db, session, input }) => pageRows(db, session.scope, input),

  async applyImport({ db, session, input }) {
    await db.begin((tx) => applyImport(tx, session, input.importId))
    return null
  },

  async cancelImport({ db, session, input }) {
    await db.begin((tx) => cancelImport(tx, session, input.importId))
    return null
  },

  async exportError({ db, session, input, language }) {
    const { fileName } = await getProgress(db, session.scope, input.importId)
    const header = await headerOf(db, input.importId)
    // Reasons of an earlier error file are not carried along.
    const kept = [...header.keys()].filter((place) => !Object.values(reasonColumn).includes(header[place]!))
    async function* rows() {
      for await (const { cells, problems } of refusedRows(db, input.importId)) {
        const reasons = problems.map((problem) => {
          const column = problem.column ? `${titleOf(problem.column, language)}：` : ''
          return `${column}${problem[language]}`
        })
        yield [reasons.join('；'), ...kept.map((place) => cells[place] ?? null)]
      }
    }
    return streamed({
      name: `${fileName.replace(/\.xlsx$/i, '')}-${language === 'zh' ? '未导入' : 'rejected'}.xlsx`,
      type: sheetMime,
      body: writeSheet({
        name: language === 'zh' ? '未导入' : 'Rejected',
        columns: [
          { title: reasonColumn[language], width: 40 },
          ...kept.map((place) => ({ title: header[place]! })),
        ],
        rows: rows(),
      }),
    })
  },
})
