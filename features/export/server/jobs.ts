import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { Refusal, respCodes } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Job, JobHandler } from '../../../server/jobs.ts'
import { sealFrames } from '../../../server/sealedFile.ts'
import type { Session } from '../../../server/session.ts'
import { writeSheet } from '../../../server/sheet.ts'
import { sessionOfWork } from '../../session/server/actions.ts'
import { listExportRefusals } from '../contract.ts'
import { failExport, filterOf, finishExport, freshKey, lapseExports, makeJob, mayExport } from './actions.ts'
import { findMaking, type StoredExport } from './data.ts'
import { type ExportKind, type ExportKinds, readCells, readRows, sheetColumns } from './reading.ts'

/** Thrown where somebody cancelled the export meanwhile. */
class Cancelled extends Error {}

/** Milliseconds between words of how far it is, at each of which a cancelled one stops. */
const reportEvery = 300

/** The longest a statement may take over a list of a million rows. */
const statementTime = '15min'

/** Writes the file of a list to a path, sealed under a key; gives how many rows it has, and those in a document. */
async function write(
  app: AppContext,
  job: Job,
  kind: ExportKind,
  work: { found: StoredExport; session: Session; path: string; contentKey: Buffer },
): Promise<{ rows: number; given: string[] }> {
  const { db } = app
  const { found, session, path, contentKey } = work
  const { id, language, unmasked } = found
  const filter = filterOf(app.secrets, found)
  const reader = { session, filter, language, unmasked }
  const given: string[] = []
  let rows = 0
  let reportedAt = 0
  async function report(total: number): Promise<void> {
    job.signal.throwIfAborted()
    if (performance.now() - reportedAt < reportEvery) return
    reportedAt = performance.now()
    await job.progress(db, { done: rows, total })
    if (!(await findMaking(db, id))) throw new Cancelled()
  }
  // All of it as it was at one moment.
  await db.begin('isolation level repeatable read read only', async (tx) => {
    await tx`select set_config('statement_timeout', ${statementTime}, true)`
    async function* cells() {
      for await (const piece of readCells(app, tx, kind, reader)) {
        await report(piece.total)
        yield* piece.cells
        rows += piece.cells.length
        // Calls that wait for an answer of this process come first.
        await breathe()
      }
    }
    async function* pieces() {
      for await (const { total, list } of readRows(app, tx, kind, reader)) {
        await report(total)
        yield list as readonly never[]
        rows += list.length
        await breathe()
      }
    }
    const writing = { app, db: tx, language, give: (row: string) => given.push(row) }
    await pipeline(
      kind.document
        ? kind.document.write(writing, pieces())
        : writeSheet({
            name: kind.call.title[language],
            columns: sheetColumns(kind, language),
            rows: cells(),
          }),
      (bytes: AsyncIterable<Uint8Array>) => sealFrames(contentKey, bytes),
      createWriteStream(path, { mode: 0o600, flags: 'wx' }),
    )
  })
  return { rows, given }
}

/** Makes a file of a list; broken off anywhere, it is made again from the beginning, and no part of it is ever given. */
async function make(kinds: ExportKinds, job: Job, app: AppContext): Promise<void> {
  const { db, files, secrets } = app
  const { exportId } = job.input as { exportId: string }
  const found = await findMaking(db, exportId)
  if (!found) return
  const kind = kinds.get(found.path)
  const { operatorId: accountId, roleId, scopeUnitId: unitId, unmasked } = found
  const session = await sessionOfWork(db, { accountId, roleId, unitId })
  const end = (problem: 'noLongerAllowed' | 'nothing') =>
    db.begin((tx) => failExport(tx, exportId, new Refusal(listExportRefusals[problem])))
  if (!kind || !session || !mayExport(kind, session, unmasked)) return end('noLongerAllowed')
  await mkdir(files.path('export'), { recursive: true })
  const path = files.path(`export/${randomUUID()}.part`)
  const contentKey = freshKey()
  try {
    const { rows, given } = await write(app, job, kind, { found, session, path, contentKey })
    // An empty file would say less than this sentence.
    if (rows === 0) return await end('nothing')
    const { size: bytes } = await stat(path)
    const key = await files.take(path, 'export', '.sealed')
    const isTaken = await db.begin(async (tx) => {
      await job.progress(tx, { done: rows, total: rows })
      const { unitPath: scopePath } = session.scope
      return finishExport(tx, secrets, found, kind, { key, contentKey, bytes, rows, given, scopePath })
    })
    if (!isTaken) await files.remove(key)
  } catch (error) {
    // The list itself refuses the caller, as where it is for those of the whole project alone.
    const isNotAllowed = error instanceof Refusal && error.words.code === respCodes.notAllowed
    if (isNotAllowed) await end('noLongerAllowed')
    else if (!(error instanceof Cancelled)) throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** Removes the files of exports whose days are over, of closed accounts, and what a crash left behind. */
async function sweep({ signal }: Job, { db, files }: AppContext): Promise<void> {
  for (const key of await db.begin(lapseExports)) await files.remove(key)
  const [clock] = await db`select extract(epoch from moment() - interval '1 hour')::float8 * 1000 as before`
  for (const entry of await readdir(files.path('export'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )) {
    signal.throwIfAborted()
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const there = await stat(path).catch(() => null)
    if (!there || there.ctimeMs > (clock!.before as number)) continue
    const key = path.slice(files.path('export').length - 'export'.length)
    const [named] = await db`select from list_exports where file_key = ${key}`
    if (!named) await files.remove(key)
  }
}

/** The jobs of exports. */
export const exportJobs = (kinds: ExportKinds): JobHandler[] => [
  {
    ...makeJob,
    run: (job, app) => make(kinds, job, app),
    async onFailed(tx, { input }) {
      const { exportId } = input as { exportId: string }
      await failExport(tx, exportId, new Refusal(listExportRefusals.stopped))
    },
  },
  { type: 'export.sweep', lane: 'people', everySeconds: 3600, run: sweep },
]
