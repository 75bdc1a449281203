import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { assertCurrent } from '../../../server/revision.ts'
import { type ProjectSession, type Session, wholeProjectOf } from '../../../server/session.ts'
import { listEntries } from '../../dictionary/server/actions.ts'
import { type UnitForm, unitRefusals } from '../contract.ts'
import { managersFields, unitFaults } from '../rules.ts'
import { assertDepth, lockTree, takePlace } from './actions.ts'
import { type LockedUnit, lockUnit } from './data.ts'
import { unitEdits } from './edits.ts'

const columns = [
  'name',
  'creditCode',
  'region',
  'industry',
  'contact',
  'phone',
  'email',
  'address',
  'invoiceTitle',
  'sort',
] as const
type Column = (typeof columns)[number]
type Written = Partial<Pick<LockedUnit, Column>>

const problems = {
  phone: { zh: '应为手机号，或带区号的座机号，如 010-12345678', en: 'must be a mobile or a landline number' },
  email: { zh: '应为邮箱地址，如 wang@example.cn', en: 'must be an e-mail address' },
  taxNo: { zh: '应为 15 至 20 位数字或大写字母', en: 'must be 15 to 20 digits or capital letters' },
  bankAccount: { zh: '应为银行账号', en: 'must be an account number' },
}

/** A form as it is stored: empty texts are null; refuses (422) with the field that is wrong. */
async function readForm(db: Db, projectId: string, form: UnitForm): Promise<Written> {
  const given = Object.fromEntries(
    columns.filter((key) => form[key] !== undefined).map((key) => [key, form[key] === '' ? null : form[key]]),
  ) as Written
  if (given.creditCode && unitFaults.creditCode(given.creditCode))
    refuse(unitRefusals.codeWrong, {}, 'creditCode')
  for (const key of ['phone', 'email'] as const) {
    if (given[key] && unitFaults[key](given[key])) throw badInput(key, problems[key])
  }
  const title = given.invoiceTitle
  if (title) {
    for (const key of ['taxNo', 'bankAccount', 'email', 'phone'] as const) {
      if (title[key] && unitFaults[key](title[key])) throw badInput(`invoiceTitle.${key}`, problems[key])
    }
  }
  for (const key of ['region', 'industry'] as const) {
    if (!given[key]) continue
    const known = (await listEntries(db, projectId, [key])).some((entry) => entry.code === given[key])
    if (!known) throw badInput(key, { zh: '请从列表中选择', en: 'must be chosen from the list' })
  }
  return given
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Creates a unit or changes one; returns its id. */
export async function saveUnit(tx: Tx, session: Session, form: UnitForm): Promise<{ unitId: string }> {
  const unitId = form.unitId
    ? await changeUnit(tx, session, { ...form, unitId: form.unitId })
    : await createUnit(tx, wholeProjectOf(session), form)
  return { unitId }
}

async function createUnit(tx: Tx, session: ProjectSession, form: UnitForm): Promise<string> {
  const { projectId, scope } = session
  const { name, parentId = null } = form
  await lockTree(tx, projectId)
  const parent = parentId === null ? null : await lockUnit(tx, scope, parentId)
  if (name === undefined) throw badInput('name', { zh: '必须填写', en: 'is required' })
  const written = await readForm(tx, projectId, form)
  assertDepth(name, parent?.path ?? '', 1)
  await assertCodeFree(tx, session, written.creditCode ?? null, null)
  const sort = written.sort ?? (await takePlace(tx, { projectId, parentId, beforeId: null, movedId: null }))
  const [fresh] = await tx`select new_id() as id`
  const id = fresh!.id as string
  await tx`insert into units ${tx({
    id,
    projectId,
    parentId,
    path: `${parent?.path ?? ''}${id}/`,
    name,
    ...asColumns(tx, written),
    sort,
  })}`
  await audit(tx, {
    by: session,
    action: 'unit.create',
    subjectKind: 'unit',
    subjectId: id,
    after: { ...written, parent: parent?.name ?? null },
  })
  return id
}

async function changeUnit(tx: Tx, session: Session, form: UnitForm & { unitId: string }): Promise<string> {
  // Before the row: anyone who changes the shape of the tree takes them in this order.
  await lockTree(tx, session.projectId)
  const unit = await lockUnit(tx, session.scope, form.unitId)
  if (form.version !== undefined) {
    const edits = () => unitEdits(tx, session.projectId)
    await assertCurrent(tx, edits, { ...unit, revision: unit.version }, form.version)
  }
  const given = await readForm(tx, session.projectId, form)
  if (given.sort === null || given.name === null) refuse(commonRefusals.notAllowed)
  const changed = (Object.keys(given) as Column[]).filter((key) => !same(given[key], unit[key]))
  const guarded = changed.find((key) => !(managersFields as readonly string[]).includes(key))
  if (guarded && session.scope.unitPath !== null) refuse(unitRefusals.notYours, {}, guarded)
  if (changed.length === 0) return unit.id
  if (changed.includes('creditCode')) await assertCodeFree(tx, session, given.creditCode ?? null, unit.id)
  const written = Object.fromEntries(changed.map((key) => [key, given[key]])) as Written
  await tx`update units set ${tx(asColumns(tx, written))}, version = version + 1 where id = ${unit.id}`
  await audit(tx, {
    by: session,
    action: 'unit.change',
    subjectKind: 'unit',
    subjectId: unit.id,
    before: Object.fromEntries(changed.map((key) => [key, unit[key]])),
    after: { ...written, revision: unit.version + 1 },
  })
  return unit.id
}

const asColumns = (tx: Tx, { invoiceTitle, ...written }: Written) =>
  ({
    ...written,
    ...(invoiceTitle === undefined ? {} : { invoiceTitle: invoiceTitle && tx.json(invoiceTitle) }),
  }) as Record<string, never>

/** The tree is locked: nobody else writes a code meanwhile. */
async function assertCodeFree(
  tx: Tx,
  session: Session,
  code: string | null,
  ownId: string | null,
): Promise<void> {
  if (code === null) return
  const [holder] = await tx`
    select name from units where project_id = ${session.projectId} and credit_code = ${code}
      and unit_exists(status) and id is distinct from ${ownId}`
  if (holder) refuse(unitRefusals.codeTaken, { name: holder.name as string }, 'creditCode')
}
