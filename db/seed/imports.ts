import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ImportKind, startImport } from '../../features/import/server/actions.ts'
import type { ImportColumn } from '../../features/import/rules.ts'
import { questionKind } from '../../features/question/import/server/actions.ts'
import { scoreImportKind } from '../../features/score/import/server/actions.ts'
import { applicantKinds } from '../../features/signUp/sheet/server/actions.ts'
import { rosterKind } from '../../features/student/import/server/actions.ts'
import type { AppContext } from '../../server/appContext.ts'
import type { Session } from '../../server/session.ts'
import { writeSheet } from '../../server/sheet.ts'
import { applicantFile, questionFile, rosterFile, rosterPeople } from './content/imports.ts'
import type { SeededPortal } from './portal.ts'
import { scoreSheet } from './scores.ts'
import { managerOf, staffOf } from './staff.ts'

const [trainingApplicants] = applicantKinds

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

/** The open sign-up for a training, and six people of a unit who have not applied for it, by name and number. */
async function findApplicants({ db, secrets }: AppContext, { unitId, projectId }: Session) {
  const [signUp] = await db<{ id: string }[]>`
    select id from sign_ups where project_id = ${projectId} and kind = 'training' and status = 'open' order by id limit 1`
  const { id: signUpId } = signUp!
  const rows = await db<{ accountId: string; realName: string; cardSealed: Buffer }[]>`
    select a.id as account_id, s.real_name, s.card_sealed from accounts a join students s on s.account_id = a.id
    where a.unit_id = ${unitId} and a.status = 'active' and not exists (
      select from sign_up_applications p where p.sign_up_id = ${signUpId} and p.account_id = a.id)
    order by a.id desc limit 6`
  const people = rows.map(({ accountId, realName, cardSealed }) => ({
    realName,
    cardNumber: secrets.open('students.card', accountId, cardSealed),
  }))
  return { signUpId, people }
}

/** The cells of applicants by the examples of their columns; of the last two one is left out, and one is nobody's. */
function applicantRows(columns: readonly ImportColumn[], people: readonly Cells[]): Cells[] {
  const filled = Object.fromEntries(
    columns.map(({ key, examples, options, required }) => [
      key,
      examples[0]?.zh || options?.[0]?.zh || (required ? applicantFile.post : ''),
    ]),
  )
  const rows = people.map((person) => ({ ...filled, mobile: '', ...person }))
  const asked = columns.find(({ key, required }) => required && key.startsWith('answer'))!.key
  return rows.map((row, at) => {
    if (at === rows.length - 2) return { ...row, [asked]: '' }
    return at === rows.length - 1 ? { ...row, realName: applicantFile.stranger } : row
  })
}

/**
 * Three files that the administrator imports, questions and scores, of each of which two are not taken, and a roster, and one
 * of a unit that applies for its people. The roster and the applicants wait for a word once they are checked. The portal's
 * own jobs do all of it as soon as it runs, so that a first start waits for none.
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
    { autoApply = false, by = admin as Session } = {},
  ): Promise<void> {
    const columns = await kind.columns(db, portal.projectId, params)
    const path = join(folder, `${kind.key}.xlsx`)
    const rows = rowsOf(columns).map((cells) => columns.map(({ key }) => cells[key] ?? null))
    const sheet = { name: kind.title.zh, columns: columns.map(({ title }) => ({ title: title.zh })), rows }
    await pipeline(writeSheet(sheet), createWriteStream(path))
    await startImport(app, by, kind, { params, name, path, autoApply })
  }
  try {
    const [bank] = await db`
      insert into question_banks ${db({ projectId: portal.projectId, name: questionFile.bank })} returning id`
    await bring(questionKind, questionFile.name, { bankId: bank!.id as string }, () => questionFile.rows, {
      autoApply: true,
    })
    await bring(rosterKind, rosterFile.name, { unitId: portal.unitIds.get(rosterFile.unit)! }, rosterRows)
    const by = await managerOf(db, portal, 'unit')
    const applicants = await findApplicants(app, by)
    await bring(
      trainingApplicants!,
      applicantFile.name,
      { signUpId: applicants.signUpId },
      (columns) => applicantRows(columns, applicants.people),
      { by },
    )
    const { signUpId, rows } = await scoreSheet(db)
    await bring(scoreImportKind, '法律法规成绩.xlsx', { signUpId }, () => rows, {
      autoApply: true,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
