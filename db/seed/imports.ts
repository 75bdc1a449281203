import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ImportKind, startImport } from '../../features/import/server/actions.ts'
import type { ImportColumn } from '../../features/import/rules.ts'
import { questionKind } from '../../features/question/import/server/actions.ts'
import { scoreImportKind } from '../../features/score/import/server/actions.ts'
import { rosterKind } from '../../features/student/import/server/actions.ts'
import type { AppContext } from '../../server/appContext.ts'
import { writeSheet } from '../../server/sheet.ts'
import { questionFile, rosterFile, rosterPeople } from './content/imports.ts'
import type { SeededPortal } from './portal.ts'
import { scoreSheet } from './scores.ts'
import { staffOf } from './staff.ts'

type Cells = Readonly<Record<string, string>>

/** The cells of the roster's people, choices written as the template offers them. */
function rosterRows(columns: readonly ImportColumn[]): Cells[] {
  const written = (key: string, code: string) =>
    columns.find((column) => column.key === key)?.options?.find(({ value }) => value === code)?.zh ?? ''
  return rosterPeople().map(({ name, idCard, mobile, personnelCategory }) => ({
    realName: name,
    cardNumber: idCard,
    mobile,
    personnelCategory: written('personnelCategory', personnelCategory),
  }))
}

/**
 * Three files that the administrator imports: questions and scores, of each of which two are not taken, and a roster that
 * waits for a word once it is checked. The portal's own jobs do all as soon as it runs, so that a first start waits for neither.
 */
export async function seedImports(app: AppContext, portal: SeededPortal): Promise<void> {
  const { db } = app
  const admin = await staffOf(db, portal, 'admin')
  const folder = await mkdtemp(join(tmpdir(), 'jixu-demo-'))
  async function bring(
    kind: ImportKind,
    name: string,
    params: Record<string, string>,
    rowsOf: (columns: readonly ImportColumn[]) => readonly Cells[],
    autoApply = false,
  ): Promise<void> {
    const columns = await kind.columns(db, portal.projectId)
    const path = join(folder, `${kind.key}.xlsx`)
    const rows = rowsOf(columns).map((cells) => columns.map(({ key }) => cells[key] ?? null))
    const sheet = { name: kind.title.zh, columns: columns.map(({ title }) => ({ title: title.zh })), rows }
    await pipeline(writeSheet(sheet), createWriteStream(path))
    await startImport(app, admin, kind, { params, name, path, autoApply })
  }
  try {
    const [bank] = await db`
      insert into question_banks ${db({ projectId: portal.projectId, name: questionFile.bank })} returning id`
    await bring(
      questionKind,
      questionFile.name,
      { bankId: bank!.id as string },
      () => questionFile.rows,
      true,
    )
    await bring(rosterKind, rosterFile.name, { unitId: portal.unitIds.get(rosterFile.unit)! }, rosterRows)
    const { signUpId, rows } = await scoreSheet(db)
    await bring(scoreImportKind, '法律法规成绩.xlsx', { signUpId }, () => rows, true)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
