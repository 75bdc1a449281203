import { audit } from '../../../server/audit.ts'
import { handlers, type BoundCall, type Context, type FileReply } from '../../../server/serve.ts'
import { sheetMime, writeSheet, writeTemplate } from '../../../server/sheet.ts'
import { announceUpload } from '../../upload/server/actions.ts'
import { importCalls } from '../contract.ts'
import {
  type ImportColumn,
  isErrorTitle,
  markColumn,
  mostOptions,
  noteOf,
  reasonColumn,
  rowColumn,
  sayProblem,
  templateRows,
} from '../rules.ts'
import {
  applyImport,
  beginImport,
  cancelImport,
  type ImportKind,
  kindFor,
  sheetPurpose,
  visibilityOf,
} from './actions.ts'
import { getProgress, headerOf, listOwn, lockImport, pageRows, refusedRows, type SayProblem } from './data.ts'
import { findFaults, editRow } from './edit.ts'
import { leaveOutHidden } from './recheck.ts'
import { numberPlaces } from './staging.ts'

/** A file in place of the contract's output, which is unused here: the server streams it. */
const streamed = (file: FileReply) => file as unknown as null

/** Punctuation between the reasons against a row. */
const punctuation = {
  zh: { colon: '：', semicolon: '；', open: '（', close: '）' },
  en: { colon: ': ', semicolon: '; ', open: ' (', close: ')' },
} as const

const columnsIn = (columns: readonly ImportColumn[], language: 'zh' | 'en') =>
  columns.map(({ title, width, options }) => ({
    title: title[language],
    ...(width ? { width } : {}),
    ...(options && options.length <= mostOptions
      ? { choices: options.map((option) => option[language]) }
      : {}),
  }))

/** Returns a function that words the problems of a kind's rows. */
const sayerOf =
  ({ problems, fixOf }: ImportKind): SayProblem =>
  (stored) =>
    sayProblem(problems, fixOf, stored)

/** The calls of the engine, for these kinds. */
export function importHandlers(kinds: readonly ImportKind[]): BoundCall[] {
  const askedOf = ({ session, secrets, language }: Pick<Context, 'session' | 'secrets' | 'language'>) => ({
    session,
    secrets,
    language,
    visibility: visibilityOf(kinds, session),
    kindOf: (key: string) => kindFor(kinds, session, key),
  })
  return handlers(importCalls, {
    async getTemplate({ db, session, input }) {
      const kind = kindFor(kinds, session, input.kind)
      const columns = await kind.columns(db, session.projectId)
      return {
        title: kind.title,
        columns: columns.map((column) => ({
          key: column.key,
          ...column.title,
          note: { zh: noteOf(column, 'zh'), en: noteOf(column, 'en') },
          required: column.required,
          options: (column.options ?? []).map(({ zh, en }) => ({ zh, en })),
        })),
      }
    },

    async downloadTemplate({ db, session, input, language }) {
      const kind = kindFor(kinds, session, input.kind)
      const columns = [markColumn, ...(await kind.columns(db, session.projectId))]
      const title = kind.title[language]
      return streamed({
        name: { zh: `${title}导入模板.xlsx`, en: `${title.toLowerCase()}-template.xlsx` }[language],
        type: sheetMime,
        body: await writeTemplate({
          name: title,
          columns: columnsIn(columns, language),
          rows: templateRows(columns, language),
        }),
      })
    },

    getUploadToken: ({ session, input, ...app }) => announceUpload(app, session, sheetPurpose, input.bytes),

    async begin({ db, session, input }) {
      const kind = kindFor(kinds, session, input.kind)
      const importId = await db.begin((tx) =>
        beginImport(tx, session, kind, {
          params: input.params ?? {},
          uploadId: input.uploadId,
        }),
      )
      return { importId }
    },

    getProgress: ({ db, session, input }) => getProgress(db, visibilityOf(kinds, session), input.importId),

    async findRows({ db, session, input }) {
      const { kind } = await getProgress(db, visibilityOf(kinds, session), input.importId)
      return pageRows(db, input, sayerOf(kindFor(kinds, session, kind)))
    },

    findFaults: ({ db, input, ...ctx }) => db.begin((tx) => findFaults(tx, askedOf(ctx), input)),

    editRow: ({ db, input, ...ctx }) => db.begin((tx) => editRow(tx, askedOf(ctx), input)),

    async leaveOutHidden({ db, input, ...ctx }) {
      await db.begin((tx) => leaveOutHidden(tx, ctx.session, askedOf(ctx), input))
      return null
    },

    async apply({ db, session, input }) {
      const { importId, updateExisting = false } = input
      const visibility = visibilityOf(kinds, session)
      await db.begin((tx) => applyImport(tx, session, visibility, { importId, updateExisting }))
      return null
    },

    async cancel({ db, files, session, input }) {
      const visibility = visibilityOf(kinds, session)
      const fileKey = await db.begin((tx) => cancelImport(tx, session, visibility, input.importId))
      if (fileKey) await files.remove(fileKey)
      return null
    },

    async exportError({ db, secrets, session, input, language }) {
      const found = await lockImport(db, visibilityOf(kinds, session), input.importId, false)
      const { fileName } = found
      // Anyone who brought the file reads their own numbers in it; to others they stay masked.
      const own = found.operatorId === session.accountId ? secrets : null
      const { header, keys } = await headerOf(db, input.importId)
      const kind = kindFor(kinds, session, found.kind)
      const columns = await kind.columns(db, session.projectId)
      const at = numberPlaces(columns, new Map(keys.map((name, place) => [name, place])))
      const titles = new Map(columns.map(({ key: name, title }) => [name, title[language]]))
      await db.begin((tx) =>
        audit(tx, {
          by: session,
          action: 'import.exportError',
          subjectKind: 'import',
          subjectId: input.importId,
          after: { fileName },
        }),
      )
      // The columns of an earlier error file are not copied.
      const kept = [...header.keys()].filter((place) => keys[place] !== '' || !isErrorTitle(header[place]!))
      const rejected = { zh: '未导入', en: 'Rejected' }[language]
      const marks = punctuation[language]
      const say = sayerOf(kind)
      async function* rows() {
        for await (const { rowNo, cells, problems } of refusedRows(db, own, input.importId, at)) {
          const said = problems.map(say).map((problem) => {
            const column = problem.column
              ? `${titles.get(problem.column) ?? problem.column}${marks.colon}`
              : ''
            const fix = problem.fix ? marks.open + problem.fix[language] + marks.close : ''
            return `${column}${problem[language]}${fix}`
          })
          yield [said.join(marks.semicolon), String(rowNo), ...kept.map((place) => cells[place] ?? null)]
        }
      }
      return streamed({
        name: `${fileName.replace(/\.xlsx$/i, '')}-${rejected.toLowerCase()}.xlsx`,
        type: sheetMime,
        body: writeSheet({
          name: rejected,
          columns: [
            { title: reasonColumn[language], width: 40 },
            { title: rowColumn[language], width: 10 },
            ...kept.map((place) => ({ title: header[place]! })),
          ],
          rows: rows(),
        }),
      })
    },

    findList: ({ db, session }) => listOwn(db, visibilityOf(kinds, session), session),
  })
}
