import { Type } from 'typebox'
import { nameKey } from '../../../../contract/normalize.ts'
import { type Branch, flatten } from '../../../../contract/tree.ts'
import { type Db, type Fragment, rowsOf, type Tx } from '../../../../server/db.ts'
import type { Category } from '../../../category/contract.ts'
import { problemsOf, type StoredProblem } from '../../../import/rules.ts'
import { type FoundImport, judgeEach } from '../../../import/server/actions.ts'
import { resourceCategories } from '../../category/server/actions.ts'
import { findTitled } from '../../server/actions.ts'
import { fileKeysOf, listProblems } from '../rules.ts'
import type { ListDraft } from './reader.ts'

const problem = problemsOf(listProblems)

/** Finds the folder of a row, null being the library itself; or says what is wrong with it. */
type FolderFinder = (draft: Pick<ListDraft, 'folder'>) => { categoryId: string | null } | StoredProblem

/** Makes the finder of an import's folders: by the path from the top, or by a name that only one has. */
export async function folderFinder(db: Db, { projectId, params }: FoundImport): Promise<FolderFinder> {
  const tree = await resourceCategories.tree(db, db`g.project_id = ${projectId}`)
  const byName = new Map<string, string[]>()
  const byPath = new Map<string, string>()
  function enter(branches: readonly Branch<Category>[], above: string) {
    for (const { id, name, children } of branches) {
      const key = nameKey(name)
      byPath.set(above + key, id)
      byName.set(key, [...(byName.get(key) ?? []), id])
      enter(children, `${above}${key}/`)
    }
  }
  enter(tree, '')
  const chosen = params.categoryId ?? null
  const isThere = chosen === null || flatten(tree).some(({ id }) => id === chosen)
  return ({ folder }) => {
    if (folder === null) return isThere ? { categoryId: chosen } : problem('folder', 'folderGone')
    const key = folder.split(/[/／]/).map(nameKey).filter(Boolean).join('/')
    const path = byPath.get(key)
    const named = path === undefined ? (byName.get(key) ?? []) : [path]
    if (named.length === 0) return problem('folder', 'noFolder', { folder })
    return named.length > 1
      ? problem('folder', 'manyFolders', { folder, count: named.length })
      : { categoryId: named[0]! }
  }
}

const DraftRow = Type.Object({ rowNo: Type.Integer(), draft: Type.Unsafe<ListDraft>(Type.Any()) })

/** Rows of a list that wait to be added, by a condition on the rows `r`. */
export async function listDrafts(db: Db, importId: string, among: Fragment) {
  const rows = await db`
    select r.row_no, r.draft from import_rows r
    where r.import_id = ${importId} and r.state = 'good' and ${among} order by r.row_no`
  return rowsOf(DraftRow, rows)
}

/** Judges the rows of a list by each other, by the folders, and by what the library has. */
export async function checkList(tx: Tx, found: FoundImport, among: Fragment): Promise<void> {
  const rows = await listDrafts(tx, found.id, among)
  const folderOf = await folderFinder(tx, found)
  const files = new Map<string, number>()
  const titles = new Map<string, number>()
  /** Row that had a key before; the first row of a key is noted. */
  function earlier(seen: Map<string, number>, keys: readonly string[], row: number): number | undefined {
    const before = keys.map((key) => seen.get(key)).find((one) => one !== undefined)
    for (const key of keys) if (!seen.has(key)) seen.set(key, row)
    return before
  }
  const judged = rows.map(({ rowNo, draft }) => {
    const folder = folderOf(draft)
    const categoryId = 'code' in folder ? null : folder.categoryId
    const sameFile = earlier(files, [fileKeysOf(draft.fileName)[0]], rowNo)
    const sameTitle = earlier(titles, [`${categoryId ?? ''}/${nameKey(draft.title)}`], rowNo)
    const wrong =
      'code' in folder
        ? folder
        : sameFile !== undefined
          ? problem('fileName', 'sameFile', { row: sameFile })
          : sameTitle !== undefined
            ? problem('title', 'sameTitle', { row: sameTitle })
            : null
    return { rowNo, categoryId, title: draft.title, wrong }
  })
  const there = await findTitled(
    tx,
    found.projectId,
    judged.map(({ categoryId, title }) => ({ categoryId, title })),
  )
  await judgeEach(
    tx,
    found.id,
    judged.map(({ rowNo, wrong: problem }, i) => ({
      rowNo,
      problem,
      outcome: there[i] ? 'same' : 'new',
      targetId: there[i]!,
    })),
  )
}
