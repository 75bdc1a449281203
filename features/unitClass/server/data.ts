import { type Static, Type } from 'typebox'
import { type InputOf, Nullable, OneOf, type OutputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { type Db, type Fragment, rowsOf, type Tx } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { learnersNamed } from '../../account/server/actions.ts'
import { pathInScope } from '../../unit/server/actions.ts'
import { findBuying } from '../../unit/trainType/server/actions.ts'
import { UnitClass, type unitClassCalls } from '../contract.ts'
import { personProblems, unitClassObstacles } from '../rules.ts'
import { personColumns, personJoins, problemOf, sayPerson } from './person.ts'
import { priceNow } from './price.ts'

const visible = (db: Db, scope: Scope): Fragment =>
  inScope(db, scope, { project: 'uc.project_id', unitPath: 'u.path' })

/** Places of a unit class `uc` that its orders hold or have. */
const taken = (db: Db): Fragment => db`(
  select count(*)::int from batch_orders b join orders o on o.id = b.order_id and o.status <> 'cancelled'
  join order_items i on i.order_id = o.id
  where b.unit_class_id = uc.id and not (i.payable > 0 and i.refunded = i.payable))`

/** Places that can be ordered of a unit class `uc` of a class `c`; null without a limit. */
const seatsLeft = (db: Db): Fragment => db`
  (select case when l.seats < 0 then 0 else l.seats end
    from (select least(uc.quota - ${taken(db)}, c.quota - c.sold - c.held) as seats) l)`

/** True if a unit `u` or one above it is disabled. */
const isClosed = (db: Db): Fragment => db`
  exists (select from units x where x.id = any(string_to_array(rtrim(u.path, '/'), '/')::uuid[]) and x.status = 'disabled')`

const obstacle = (db: Db): Fragment => db`
  case when uc.status = 'deleted' or c.status = 'deleted' then 'class_gone'
    when c.status = 'draft' or uc.by_unit and c.status <> 'on_shelf' then 'off_shelf'
    when least(uc.study_to, c.study_to) < moment() then 'study_over'
    when uc.by_unit and c.sign_up_from > moment() then 'not_yet'
    when uc.sign_up_to < moment() or uc.by_unit and c.sign_up_to < moment() then 'sign_up_over'
    when ${isClosed(db)} then 'unit_disabled'
    when ${seatsLeft(db)} = 0 then 'full' end`

const columns = (db: Db, { scope }: Pick<Session, 'scope'>): Fragment => db`
  uc.id, uc.name, uc.unit_id, u.name as unit_name, uc.class_id, c.name as class_name, c.class_type,
  c.category_id, g.name as category_name, c.year, c.hours_tenths, uc.price, uc.approved, public_price(c.id) as list_price, (
    select (p.after ->> 'price')::bigint from approvals p
    where p.subject_id = uc.id and p.kind = 'unitPrice' and p.status = 'proposed' and ${scope.unitPath === null}) as proposed_price,
  uc.sign_up_to, uc.study_to, c.study_to as class_study_to, c.valid_days, uc.quota, ${seatsLeft(db)} as seats_left, uc.pay_modes, uc.by_unit,
  ${obstacle(db)} as obstacle,
  (select count(*)::int from unit_class_people p where p.unit_class_id = uc.id) as people,
  n.ordered, n.opened, n.begun, n.passed, (uc.by_unit or ${scope.unitPath === null}) as editable, uc.revision,
  uc.created_at`

const joins = (db: Db): Fragment => db`
  join train_classes c on c.id = uc.class_id join class_categories g on g.id = c.category_id
  cross join lateral (
    select count(*) filter (where o.status = 'unpaid')::int as ordered,
      count(*) filter (where e.id is not null)::int as opened,
      count(*) filter (where e.watched_seconds > 0)::int as begun,
      count(*) filter (where e.status = 'passed')::int as passed
    from batch_orders b join orders o on o.id = b.order_id and o.status <> 'cancelled'
    join order_items i on i.order_id = o.id
    left join enrolments e on e.account_id = i.account_id and e.class_id = i.class_id and e.source = 'batch'
      and e.source_id = i.id and is_live(e.status)
    where b.unit_class_id = uc.id) n`

const StoredRow = Type.Object({
  ...UnitClass.properties,
  categoryId: Type.String(),
  approved: Type.Boolean(),
})

/** Rows of unit classes as they are shown, each at its price at this moment. */
const shown = async (db: Db, rows: readonly Static<typeof StoredRow>[]): Promise<UnitClass[]> =>
  (await priceNow(db, rows)).map(({ categoryId: _categoryId, approved: _approved, ...row }) => row)

/** Unit classes of the caller's scope, newest first. */
export async function pageUnitClasses(
  db: Db,
  session: Pick<Session, 'scope'>,
  input: InputOf<typeof unitClassCalls.queryPageList>,
): Promise<OutputOf<typeof unitClassCalls.queryPageList>> {
  const { total, list } = await page(db, StoredRow, input, {
    columns: columns(db, session),
    key: db`uc.id`,
    from: db`unit_classes uc join units u on u.id = uc.unit_id`,
    join: joins(db),
    where: [
      visible(db, session.scope),
      db`uc.status = 'open'`,
      input.id && db`uc.id = ${input.id}`,
      input.unitId && db`u.path ^@ coalesce(${pathInScope(db, session.scope, input.unitId)}, '?')`,
      input.classId && db`uc.class_id = ${input.classId}`,
      input.keyword &&
        db`(${nameContains(db, db`uc.name`, input.keyword)} or uc.class_id in (
          select id from train_classes where project_id = ${session.scope.projectId}
            and name_bigrams @> ${bigramsOf(input.keyword)}))`,
      input.year !== undefined &&
        db`uc.class_id in (select id from train_classes where year = ${input.year})`,
      input.open && db`(select ${obstacle(db)} from train_classes c where c.id = uc.class_id) is null`,
    ],
    sorts: { price: db`uc.price`, createdAt: db`uc.created_at` },
    orderBy: db`uc.id desc`,
    capped: true,
  })
  return { total, list: await shown(db, list) }
}

/** One unit class of the caller's scope; refuses 404. */
export async function getUnitClass(db: Db, session: Pick<Session, 'scope'>, id: string): Promise<UnitClass> {
  const rows = await db`
    select ${columns(db, session)} from unit_classes uc join units u on u.id = uc.unit_id ${joins(db)}
    where uc.id = ${id} and uc.status = 'open' and ${visible(db, session.scope)}`
  const [row] = await shown(db, rowsOf(StoredRow, rows))
  return row ?? refuse(commonRefusals.notFound)
}

/** A unit class as its actions need it. */
export const UnitClassFacts = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  name: Type.String(),
  unitId: Type.String(),
  unitName: Type.String(),
  unitPath: Type.String(),
  taxNo: Nullable(Type.String()),
  titleName: Nullable(Type.String()),
  classId: Type.String(),
  rootId: Type.String(),
  className: Type.String(),
  classType: Type.String(),
  categoryId: Type.String(),
  hoursTenths: Type.Integer(),
  listPrice: Type.Integer(),
  price: Type.Integer(),
  approved: Type.Boolean(),
  signUpTo: Nullable(Type.String()),
  studyTo: Nullable(Type.String()),
  classStudyTo: Nullable(Type.String()),
  validDays: Nullable(Type.Integer()),
  quota: Nullable(Type.Integer()),
  seatsLeft: Nullable(Type.Integer()),
  taken: Type.Integer(),
  payModes: Type.Array(OneOf(['code', 'transfer', 'free'])),
  byUnit: Type.Boolean(),
  obstacle: Nullable(OneOf(unitClassObstacles)),
  revision: Type.Integer(),
})
export type UnitClassFacts = Static<typeof UnitClassFacts>

async function readFacts(db: Db, where: Fragment): Promise<UnitClassFacts | null> {
  const rows = await db`
    select uc.id, uc.project_id, uc.name, uc.unit_id, u.name as unit_name, u.path as unit_path,
      coalesce(nullif(u.invoice_title ->> 'taxNo', ''), u.credit_code) as tax_no,
      nullif(u.invoice_title ->> 'name', '') as title_name, uc.class_id, c.root_id, c.name as class_name,
      c.class_type, c.category_id,
      c.hours_tenths, public_price(c.id) as list_price, uc.price, uc.approved, uc.sign_up_to, uc.study_to, c.study_to as class_study_to,
      c.valid_days, uc.quota, ${seatsLeft(db)} as seats_left, ${taken(db)} as taken, uc.pay_modes, uc.by_unit,
      ${obstacle(db)} as obstacle, uc.revision
    from unit_classes uc join units u on u.id = uc.unit_id join train_classes c on c.id = uc.class_id
    where ${where}`
  const [facts] = await priceNow(db, rowsOf(UnitClassFacts, rows))
  if (!facts?.byUnit) return facts ?? null
  // What a unit opened for itself follows its terms, as a learner's order does.
  const { groupObstacle } = await findBuying(db, facts.unitId)
  return { ...facts, obstacle: facts.obstacle ?? groupObstacle({ ...facts, price: facts.listPrice }) }
}

/** Facts of a unit class of the caller's scope; refuses 404. */
export const getFacts = async (db: Db, scope: Scope, id: string): Promise<UnitClassFacts> =>
  (await readFacts(db, db`uc.id = ${id} and uc.status = 'open' and ${visible(db, scope)}`)) ??
  refuse(commonRefusals.notFound)

/** The same of one whose use was allowed before, as by a job; null where it is gone. */
export const findFacts = (db: Db, id: string): Promise<UnitClassFacts | null> =>
  readFacts(db, db`uc.id = ${id} and uc.status = 'open'`)

/** Locks a unit class of the caller's scope, then reads it; refuses 404. */
export async function lockFacts(tx: Tx, scope: Scope, id: string): Promise<UnitClassFacts> {
  await getFacts(tx, scope, id)
  await tx`select from unit_classes where id = ${id} for no key update`
  return getFacts(tx, scope, id)
}

const Staff = Type.Object({
  accountId: Type.String(),
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  listed: Type.Boolean(),
  problem: Nullable(OneOf(personProblems)),
})

/** Learners of the unit of a unit class and of those below it, by name; refuses 404. */
export async function pageStaff(
  db: Db,
  { scope }: Session,
  input: InputOf<typeof unitClassCalls.findStaff>,
): Promise<OutputOf<typeof unitClassCalls.findStaff>> {
  const facts = await getFacts(db, scope, input.unitClassId)
  const { projectId, unitPath } = facts
  const listed = db`
    exists (select from unit_class_people p where p.unit_class_id = ${facts.id} and p.account_id = a.id)`
  const { total, list } = await page(db, Staff, input, {
    columns: db`${personColumns(db)}, ${listed} as listed, ${problemOf(db, facts)} as problem`,
    from: db`accounts a join roles r on r.id = a.role_id and r.role_system = 3 join units w on w.id = a.unit_id`,
    join: personJoins(db),
    where: [
      db`a.project_id = ${projectId} and w.path ^@ ${unitPath} and a.status = 'active'`,
      input.keyword && db`a.id = any(array(${learnersNamed(db, { projectId, unitPath }, input.keyword)}))`,
      input.free && db`not ${listed} and ${problemOf(db, facts)} is null`,
    ],
    orderBy: db`a.user_name, a.id`,
  })
  return { total, list: list.map((row) => ({ ...row, problem: sayPerson(row.problem) })) }
}

const OfferRow = Type.Object({
  classId: Type.String(),
  name: Type.String(),
  classType: Type.String(),
  categoryId: Type.String(),
  categoryName: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  listPrice: Type.Integer(),
  seatsLeft: Nullable(Type.Integer()),
  signUpTo: Nullable(Type.String()),
  studyTo: Nullable(Type.String()),
  validDays: Nullable(Type.Integer()),
  obstacle: Nullable(OneOf(unitClassObstacles)),
})

/** Published classes with what they cost a unit a head, the newest first. */
export async function pageOffers(
  db: Db,
  projectId: string,
  unitId: string | null,
  input: InputOf<typeof unitClassCalls.findOffers>,
): Promise<OutputOf<typeof unitClassCalls.findOffers>> {
  const buying = await findBuying(db, unitId)
  const { total, list } = await page(db, OfferRow, input, {
    columns: db`
      c.id as class_id, c.name, c.class_type, c.category_id, g.name as category_name, c.year, c.hours_tenths,
      c.price as list_price, c.quota - c.sold - c.held as seats_left, c.sign_up_to, c.study_to, c.valid_days,
      case when c.study_to < moment() then 'study_over' when c.sign_up_from > moment() then 'not_yet'
        when c.sign_up_to < moment() then 'sign_up_over' when c.sold + c.held >= c.quota then 'full' end as obstacle`,
    key: db`c.id`,
    from: db`train_classes c`,
    join: db`join class_categories g on g.id = c.category_id`,
    where: [
      db`c.project_id = ${projectId} and c.status = 'on_shelf'`,
      input.classId && db`c.id = ${input.classId}`,
      input.keyword && db`c.name_bigrams @> ${bigramsOf(input.keyword)}`,
      input.classType && db`c.class_type = ${input.classType}`,
      input.year !== undefined && db`c.year = ${input.year}`,
      buying.hiddenTypes.length > 0 && db`c.class_type <> all(${[...buying.hiddenTypes]})`,
      buying.limitedTypes.length > 0 &&
        db`(c.class_type <> all(${[...buying.limitedTypes]}) or c.category_id = any(${[...buying.shownCategories]}::uuid[]))`,
    ],
    // Those whose time is over are shown last, with the reason.
    orderBy: db`coalesce(c.study_to < moment() or c.sign_up_to < moment(), false), c.id desc`,
  })
  return {
    total,
    list: list.map(({ categoryId, ...row }) => {
      const sold = { ...row, categoryId, price: row.listPrice }
      return { ...row, price: buying.payable(sold), obstacle: row.obstacle ?? buying.groupObstacle(sold) }
    }),
  }
}

/** Refuses (404) a unit beyond the caller's scope. */
export async function assertUnit(db: Db, scope: Scope, unitId: string): Promise<void> {
  const [row] = await db<{ path: string | null }[]>`select ${pathInScope(db, scope, unitId)} as path`
  if (!row!.path) refuse(commonRefusals.notFound)
}
