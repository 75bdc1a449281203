import { Type } from 'typebox'
import { Id } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { type ProjectSession, type Session, wholeProjectOf } from '../../../../server/session.ts'
import { problemsOf } from '../../../import/rules.ts'
import type { Decision, ImportKind, OpenRow } from '../../../import/server/actions.ts'
import { listReadyUploads } from '../../../upload/server/actions.ts'
import { resourceCategories } from '../../category/server/actions.ts'
import { createResource, findTitled } from '../../server/actions.ts'
import { videoPurpose } from '../../upload/server/actions.ts'
import { fileFor, listColumns, listProblems } from '../rules.ts'
import { checkList, folderFinder, listDrafts } from './check.ts'
import type { ListDraft } from './reader.ts'

const problem = problemsOf(listProblems)

/** Finished videos of a person's own that nothing was made of yet, the last one first. */
const listArrived = (db: Db, session: Pick<Session, 'projectId' | 'accountId'>) =>
  listReadyUploads(db, session, videoPurpose.key)

/**
 * Adds the videos of rows whose files have arrived; a row without its file is refused. Lists of one project are applied
 * one after the other: what another has brought since the rows were judged is there already.
 */
async function addListed(
  tx: Tx,
  session: ProjectSession,
  rows: readonly (OpenRow & { draft: ListDraft })[],
  folderOf: Awaited<ReturnType<typeof folderFinder>>,
): Promise<Decision[]> {
  const decisions: Decision[] = []
  await tx`select pg_advisory_xact_lock(hashtextextended(${`videoList ${session.projectId}`}, 0))`
  const folders = rows.map(({ draft }) => folderOf(draft))
  const there = await findTitled(
    tx,
    session.projectId,
    rows.map(({ draft: { title } }, i) => ({ categoryId: null, ...folders[i], title })),
  )
  const arrived = await listArrived(tx, session)
  for (const [i, { rowNo: row, draft }] of rows.entries()) {
    const folder = folders[i]!
    const file = fileFor(draft.fileName, arrived)
    if ('code' in folder) decisions.push({ row, problem: folder })
    else if (there[i]) decisions.push({ row, targetId: there[i], isThere: true })
    else if (!file) decisions.push({ row, problem: problem('fileName', 'noFile', { file: draft.fileName }) })
    else {
      const video = { uploadId: file.id, title: draft.title, categoryId: folder.categoryId }
      const { id: targetId } = await createResource(tx, session, video)
      arrived.splice(arrived.indexOf(file), 1)
      decisions.push({ row, targetId })
    }
  }
  return decisions
}

/** Videos from a sheet that names their files, which are uploaded beside it. */
export const videoListKind: ImportKind = {
  key: 'videoList',
  title: { zh: '视频清单', en: 'List of videos' },
  menu: '/resource-manage/video',
  page: '/resource-manage/video',
  params: Type.Object({ categoryId: Type.Optional(Id) }),
  batch: 20,
  problems: listProblems,
  reader: new URL('./reader.ts', import.meta.url),

  async admit(db, session, { categoryId }) {
    const { scope } = wholeProjectOf(session)
    if (categoryId) await resourceCategories.branch(db, scope, categoryId)
    return { unitId: null }
  },
  columns: async () => [...listColumns],
  setup: async () => null,
  check: checkList,

  async apply(tx, _app, found, rows, importer) {
    const session = wholeProjectOf(importer ?? refuse(commonRefusals.notAllowed))
    return addListed(
      tx,
      session,
      rows as readonly (OpenRow & { draft: ListDraft })[],
      await folderFinder(tx, found),
    )
  },
}

/** Files of a list: of the rows that wait to be added, those whose file has arrived and those that are missing. */
interface ListedFiles {
  arrived: number
  missing: string[]
  /** Arrived files that no row names. */
  extra: { uploadId: string; name: string }[]
}

/** Files that a person has sent for a list, by the names in its rows. */
export async function listedFiles(
  db: Db,
  session: Pick<Session, 'projectId' | 'accountId'>,
  importId: string,
): Promise<ListedFiles> {
  const files = await listArrived(db, session)
  const drafts = await listDrafts(db, importId, db`r.outcome = 'new'`)
  const missing: string[] = []
  for (const { fileName } of drafts.map(({ draft }) => draft)) {
    const file = fileFor(fileName, files)
    if (file) files.splice(files.indexOf(file), 1)
    else missing.push(fileName)
  }
  const extra = files.map(({ id: uploadId, name }) => ({ uploadId, name }))
  return { arrived: drafts.length - missing.length, missing, extra }
}
