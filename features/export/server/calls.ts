import { Readable } from 'node:stream'
import type { TObject } from 'typebox'
import { streamedRows } from '../../../contract/exporting.ts'
import { type Language, refuse } from '../../../contract/refusal.ts'
import type { ExportDocument } from '../../../server/exporting.ts'
import { checkFilter } from '../../../server/input.ts'
import { openFrames } from '../../../server/sealedFile.ts'
import { type BoundCall, type Context, type FileReply, handlers } from '../../../server/serve.ts'
import type { Session } from '../../../server/session.ts'
import { sheetMime, writeSheet } from '../../../server/sheet.ts'
import { listExportCalls, listExportRefusals } from '../contract.ts'
import { cancelExport, createExport, fetchExport, kindFor, recordExport } from './actions.ts'
import { listOwn } from './data.ts'
import {
  type ExportKind,
  type ExportKinds,
  fileNameOf,
  readCells,
  readRows,
  sheetColumns,
} from './reading.ts'

/** A file in place of the contract's output, which is unused here: the server streams it. */
const streamed = (file: FileReply) => file as unknown as null

/** Answers an export with its sheet; refuses (409) what a job has to make. */
async function streamList(kind: ExportKind, ctx: Context): Promise<FileReply> {
  const { db, language } = ctx
  const session = ctx.session as Session
  const { unmasked = false, ...filter } = ctx.input as { unmasked?: boolean }
  const { path } = listExportCalls.create
  if (unmasked) refuse(listExportRefusals.inFull, { call: path })
  const reader = { session, filter, language, unmasked: false }
  if (kind.document) return streamDocument(kind, kind.document, ctx, reader)
  const read = await db.begin('isolation level repeatable read read only', async (tx) => {
    const cells = []
    let total = 0
    for await (const piece of readCells(ctx, tx, kind, reader, streamedRows)) {
      total = piece.total
      cells.push(...piece.cells)
    }
    return { cells, total, name: await fileNameOf(tx, kind, language) }
  })
  if (read.total > streamedRows) refuse(listExportRefusals.tooMany, { most: streamedRows, call: path })
  // The log takes no part in the moment that was read, and nothing leaves before it is written.
  await db.begin((tx) =>
    recordExport(tx, session, 'export.stream', kind, { filter, unmasked, rows: read.cells.length }),
  )
  return {
    name: read.name,
    type: sheetMime,
    body: writeSheet({
      name: kind.call.title[language],
      columns: sheetColumns(kind, language),
      rows: read.cells,
    }),
  }
}

/** Answers an export with its document, where few rows are in it; refuses (409) what a job has to make. */
async function streamDocument(
  kind: ExportKind,
  document: ExportDocument,
  ctx: Context,
  { session, filter, language }: { session: Session; filter: object; language: Language },
): Promise<FileReply> {
  const { db } = ctx
  const given: string[] = []
  const most = document.atOnce
  const read = await db.begin('isolation level repeatable read read only', async (tx) => {
    const pieces: (readonly never[])[] = []
    let total = 0
    for await (const piece of readRows(ctx, tx, kind, { session, filter, language }, most)) {
      total = piece.total
      pieces.push(piece.list as readonly never[])
    }
    if (total > most) refuse(listExportRefusals.tooMany, { most, call: listExportCalls.create.path })
    const writing = { app: ctx, db: tx, language, give: (id: string) => given.push(id) }
    const parts: Uint8Array[] = []
    for await (const part of document.write(writing, Readable.from(pieces))) parts.push(part)
    return { body: Buffer.concat(parts), total, name: await fileNameOf(tx, kind, language) }
  })
  await db.begin(async (tx) => {
    await document.given(tx, given)
    await recordExport(tx, session, 'export.stream', kind, { filter, unmasked: false, rows: read.total })
  })
  return { name: read.name, type: document.mime, body: Readable.from([read.body]) }
}

/** The calls of the exports themselves, and those of what jobs make of them. */
export function exportHandlers(kinds: ExportKinds): BoundCall[] {
  const checks = new Map(
    [...kinds.values()].map(({ call }) => {
      const { unmasked: _unmasked, ...filters } = (call.input as TObject).properties
      return [call.path, checkFilter(filters)]
    }),
  )
  const streams = [...kinds.values()].map((kind) => ({
    call: kind.call,
    handle: (ctx: Context) => streamList(kind, ctx),
  }))
  const jobs = handlers(listExportCalls, {
    async create({ db, secrets, session, input, language }) {
      const { path, filter: given, unmasked: isAsked = false, reason } = input
      const kind = kindFor(kinds, session, path, isAsked)
      const filter = checks.get(path)!(given)
      const unmasked = isAsked && kind.call.numbers.length > 0
      const exportId = await db.begin((tx) =>
        createExport(tx, secrets, session, kind, { filter, unmasked, reason, language }),
      )
      return { exportId }
    },
    findList: ({ db, session }) => listOwn(db, kinds, session),
    async cancel({ db, session, input }) {
      await db.begin((tx) => cancelExport(tx, session, input.exportId))
      return null
    },
    async download({ db, files, secrets, session, input }) {
      const { fileName, fileKey, mime, contentKey } = await db.begin((tx) =>
        fetchExport(tx, secrets, kinds, session, input.exportId),
      )
      if ((await files.size(fileKey)) === null) refuse(listExportRefusals.notReady)
      return streamed({
        name: fileName,
        type: mime,
        body: Readable.from(openFrames(contentKey, files.read(fileKey)), { objectMode: false }),
      })
    },
  })
  return [...streams, ...jobs]
}
