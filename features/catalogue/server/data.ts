import { type Static, Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { windowOf } from '../../../contract/paging.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { namedCache } from '../../../server/cache.ts'
import { type Db, type Fragment, rowOf, rowsOf, where } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { badInput } from '../../../server/input.ts'
import { type AudienceMember, getAudienceMember, isMeantFor } from '../../class/audience/server/actions.ts'
import { inCategory, isOpen } from '../../class/category/server/actions.ts'
import { isShown } from '../../class/server/actions.ts'
import { regionsAround } from '../../dictionary/rules.ts'
import { countedClasses } from '../rules.ts'
import { bringsHours, listHeldHours } from '../../hours/server/actions.ts'
import { type Buying, findBuying } from '../../unit/trainType/server/actions.ts'
import { CatalogueClass, type catalogueCalls, ClassDetail, type ClassOrder } from '../contract.ts'

type Query = InputOf<typeof catalogueCalls.findClassList>

/** Counting stops here: nobody pages further, and counting is linear. */

type PlacedOrder = Exclude<ClassOrder, 'recommended'>

const order: Record<PlacedOrder, (db: Db) => Fragment> = {
  sorted: (db) => db`c.year desc, c.sort, c.id`,
  newest: (db) => db`c.id desc`,
  cheapest: (db) => db`c.price, c.id`,
  hours: (db) => db`c.hours_tenths desc, c.id desc`,
}

/** Place that a reader has reached in the list; a class of another project has none. */
interface Place {
  id: string
  projectId: string
}
const reached = (db: Db, columns: Fragment, { id, projectId }: Place) => db`
  (select ${columns} from train_classes where id = ${id} and project_id = ${projectId})`

/**
 * The condition for classes after the reader's current one, per order; row comparisons, so that an index scan can start
 * there.
 */
const afterPlace: Record<PlacedOrder, (db: Db, place: Place) => Fragment> = {
  sorted: (db, place) => db`
    c.year <= ${reached(db, db`year`, place)}
    and (c.year < ${reached(db, db`year`, place)} or (c.sort, c.id) > ${reached(db, db`sort, id`, place)})`,
  newest: (db, { id }) => db`c.id < ${id}`,
  cheapest: (db, place) => db`(c.price, c.id) > ${reached(db, db`price, id`, place)}`,
  hours: (db, place) => db`(c.hours_tenths, c.id) < ${reached(db, db`hours_tenths, id`, place)}`,
}

/** Within one year the order is only by place, so that keyset paging reaches the deepest page as fast as the first. */
const afterPlaceInYear = (db: Db, place: Place) => db`(c.sort, c.id) > ${reached(db, db`sort, id`, place)}`

/** The condition for classes that can be joined now. */
export const isJoinable = (db: Db): Fragment => db`
  (coalesce(c.sign_up_from <= moment(), true) and coalesce(c.sign_up_to > moment(), true)
    and coalesce(c.study_to > moment(), true) and coalesce(c.sold + c.held < c.quota, true))`

/** The order of classes that suit a learner equally: the earliest deadline, then the price. */
export const bySoonest = (db: Db): Fragment =>
  db`least(c.sign_up_to, c.study_to) nulls last, c.price, c.sort, c.id`

/**
 * The order of classes for a learner: those meant for them, those that bring hours they do not have, the earliest
 * deadline, the price; what they have passed or cannot join any more comes last.
 */
const bySuiting = (db: Db, learner: { projectId: string; accountId: string }, member: AudienceMember) => db`
  exists (select from enrolments e join train_classes v on v.id = e.class_id
    where e.account_id = ${learner.accountId} and v.root_id = c.root_id and e.status = 'passed'),
  not (${isJoinable(db)} or exists (select from enrolments e where e.account_id = ${learner.accountId}
    and e.class_id = c.id and is_live(e.status))),
  not ${isMeantFor(db, member)}, not ${bringsHours(db, learner)}, c.year desc, ${bySoonest(db)}`

/** The reader: project, account if signed in, what their unit may buy, and a learner's audience. */
export interface Reader {
  projectId: string
  accountId: string | null
  buying: Buying
  /** Null for anyone but a learner: every class is meant for them. */
  member: AudienceMember | null
}

/** The reader of a call: a learner reads by the terms of the own unit, everybody else everything. */
export async function readerOf(
  db: Db,
  ctx: {
    projectId: string
    session: { accountId: string; roleSystem: number; unitId: string | null } | null
  },
): Promise<Reader> {
  const { projectId, session } = ctx
  const learner = session?.roleSystem === 3 ? session : null
  return {
    projectId,
    accountId: session?.accountId ?? null,
    buying: await findBuying(db, learner?.unitId ?? null, learner?.accountId),
    member: learner && (await getAudienceMember(db, { projectId, accountId: learner.accountId })),
  }
}

/** Condition without what a reader's unit may not buy; false for no condition. */
export function offered(db: Db, { hiddenTypes, limitedTypes, shownCategories }: Buying): Fragment | false {
  if (hiddenTypes.length + limitedTypes.length === 0) return false
  return db`(c.class_type <> all(${hiddenTypes as string[]})
    and (c.class_type <> all(${limitedTypes as string[]}) or c.category_id = any(${shownCategories as string[]}::uuid[])))`
}

/** A class as a reader sees it: its price, and what prevents joining, by the terms of the own unit. */
function priced<C extends Static<typeof ListedClass>>({ buying }: Reader, listed: C) {
  return {
    ...listed,
    price: buying.payable(listed),
    unitObstacle: buying.obstacle(listed),
    awaitsUnit: buying.awaitsUnit(listed),
  }
}

/** Classes as a reader sees them: priced, and with the hours of each that the reader holds already. */
export async function forReader<C extends Static<typeof ListedClass>>(
  db: Db,
  reader: Reader,
  listed: readonly C[],
): Promise<(C & CatalogueClass)[]> {
  const ids = listed.map((one) => one.id)
  const held = reader.accountId ? await listHeldHours(db, reader.accountId, ids) : new Map<string, number>()
  return listed.map((one) => ({
    ...priced(reader, one),
    heldTenths: held.get(one.id) ?? 0,
    mismatch: reader.member?.mismatchOf(one) ?? null,
  }))
}

function conditions(
  db: Db,
  { projectId, buying, member }: Reader,
  input: Query,
): (Fragment | false | undefined)[] {
  const { keyword } = input
  return [
    offered(db, buying),
    db`c.project_id = ${projectId} and c.status = 'on_shelf'`,
    isOpen(db, projectId),
    input.ids !== undefined && db`c.id = any(${input.ids})`,
    input.classType !== undefined && db`c.class_type = ${input.classType}`,
    input.year !== undefined && db`c.year = ${input.year}`,
    input.categoryId !== undefined && inCategory(db, input.categoryId),
    Boolean(keyword) &&
      ([...keyword!].length === 1
        ? nameContains(db, db`c.name`, keyword!)
        : db`c.name_bigrams @> ${bigramsOf(keyword!)}`),
    input.suitable === true && member !== null && isMeantFor(db, member),
    input.free === true && db`c.price = 0`,
    input.hoursFrom !== undefined && db`c.hours_tenths >= ${input.hoursFrom}`,
    input.hoursTo !== undefined && db`c.hours_tenths < ${input.hoursTo}`,
    input.personnelCategory !== undefined &&
      db`(c.personnel_categories = '{}' or c.personnel_categories @> ${[input.personnelCategory]})`,
    input.region !== undefined && db`(c.regions = '{}' or c.regions && ${regionsAround(input.region)})`,
  ]
}

const tables = (db: Db) => db`
  train_classes c join class_categories g on g.id = c.category_id`

const columns = (db: Db, accountId: string | null) => db`
  c.id, c.name, c.class_type, c.category_id, g.name as category_name, c.year, c.hours_tenths, c.price,
  c.original_price, c.cover_key, c.quota - c.sold - c.held as places_left, c.held as places_held, c.sign_up_from, c.sign_up_to, c.study_to,
  c.valid_days, c.need_review, c.personnel_categories, c.regions, ${
    accountId === null
      ? db`null as joined`
      : db`(
        select json_build_object('enrolmentId', e.id, 'status', e.status, 'progress', e.progress,
          'suspended', e.suspended_by is not null,
          'refunding', coalesce(e.suspended_by like 'refund:%', false))
        from enrolments e join train_classes v on v.id = e.class_id and v.root_id = c.root_id
        where e.account_id = ${accountId} and is_live(e.status)
        order by v.id = c.id desc limit 1) as joined`
  }`

/** A class as it is listed to any reader. */
export const ListedClass = Type.Omit(CatalogueClass, ['unitObstacle', 'awaitsUnit', 'heldTenths', 'mismatch'])

const totals = namedCache<number>('catalogueTotals', { max: 2000, ttl: 5000 })

/**
 * Counts matching classes: the same for all who may buy the same and belong to the same audiences, so one
 * answer serves them for five seconds.
 */
async function countCatalogue(db: Db, reader: Reader, input: Query): Promise<number> {
  const filters = Object.entries(input).filter(
    ([name]) => !['page', 'limit', 'after', 'order'].includes(name),
  )
  const { hiddenTypes, limitedTypes, shownCategories } = reader.buying
  const key = JSON.stringify([
    reader.projectId,
    filters.sort(),
    hiddenTypes,
    limitedTypes,
    shownCategories,
    input.suitable === true && reader.member && [reader.member.personnelCategory, reader.member.region],
  ])
  const known = totals.get(key)
  if (known !== undefined) return known
  // Written out: as a parameter it would be planned as a tenth of all rows.
  const cap = db.unsafe(String(countedClasses))
  const [row] = await db`
    select count(*) as total from (
      select 1 from ${tables(db)} ${where(db, conditions(db, reader, input))} limit ${cap}) matching`
  totals.set(key, row!.total as number)
  return row!.total as number
}

/** A page of the catalogue with its total. Refuses (422) page numbers beyond the counted rows. */
export async function pageCatalogue(
  db: Db,
  reader: Reader,
  input: Query,
): Promise<{ total: number; list: CatalogueClass[] }> {
  const { projectId, accountId, member } = reader
  const { limit, offset } = windowOf(input)
  if (offset >= countedClasses) throw badInput('page', { zh: '请缩小查询范围', en: 'narrow the search' })
  const { after, year } = input
  const asked = input.order ?? 'sorted'
  const by = asked === 'recommended' ? 'sorted' : asked
  const suiting =
    asked === 'recommended' && accountId !== null && member !== null
      ? bySuiting(db, { projectId, accountId }, member)
      : null
  if (suiting && after !== undefined)
    throw badInput('after', { zh: '按推荐排序时请用页码', en: 'does not go with this order; ask for a page' })
  const place = after !== undefined && { id: after, projectId }
  const key =
    place && (by === 'sorted' && year !== undefined ? afterPlaceInYear(db, place) : afterPlace[by](db, place))
  const [rows, total] = await Promise.all([
    db`
      select ${columns(db, accountId)} from ${tables(db)}
      ${where(db, [...conditions(db, reader, input), key])}
      order by ${suiting ?? order[by](db)} limit ${limit} offset ${offset}`,
    countCatalogue(db, reader, input),
  ])
  return { total, list: await forReader(db, reader, rowsOf(ListedClass, rows)) }
}

const DetailRow = Type.Object({
  ...Type.Omit(ClassDetail, ['unitObstacle', 'awaitsUnit', 'heldTenths', 'mismatch']).properties,
  trySeeVideo: Type.Boolean(),
  courses: Type.Array(
    Type.Object({
      ...ClassDetail.properties.courses.items.properties,
      items: Type.Array(
        Type.Object({
          id: Type.String(),
          title: Type.String(),
          durationSeconds: Type.Number(),
          resourceId: Type.String(),
          trial: Type.Boolean(),
        }),
      ),
    }),
  ),
})

/**
 * One class as everyone may read it; null unless it is published or the reader has joined it.
 */
export async function findClassDetail(db: Db, reader: Reader, id: string) {
  const { projectId, accountId } = reader
  const rows = await db`
    select ${columns(db, accountId)}, c.status, c.study_from, c.introduction,
      c.refundable, c.sold, c.required_hours_tenths, c.elective_min_tenths, t.name as certificate_name, (
        select json_build_object('minutes', q.minutes, 'total', q.total, 'passScore', q.pass_score,
          'attempts', x.attempts, 'makeUpAttempts', x.make_up_attempts, 'requiredProgress', x.required_progress)
        from exams x join papers q on q.id = x.paper_id where x.class_id = c.id and x.status = 'active') as exam,
      (settings_of(c.project_id)->>'trySeeVideo')::boolean as try_see_video,
      coalesce((
        select json_agg(json_build_object('id', co.id, 'name', co.name, 'teacherName', co.teacher_name,
          'teacherIntroduction', co.teacher_introduction, 'hoursTenths', co.hours_tenths,
          'attribute', co.attribute, 'items', coalesce((
            select json_agg(json_build_object('id', i.id, 'title', i.title, 'resourceId', r.id,
              'durationSeconds', r.duration_seconds, 'trial', r.id = any(c.trial_resource_ids)) order by i.sort)
            from course_items i join resources r on r.id = i.resource_id where i.course_id = co.id), '[]'))
          order by cc.sort)
        from class_courses cc join courses co on co.id = cc.course_id where cc.class_id = c.id
          and ${isShown(db)}), '[]') as courses
    from ${tables(db)} left join certificate_templates t on t.id = c.certificate_template_id
    where c.id = ${id} and c.project_id = ${projectId}`
  const row = rowOf(DetailRow, rows)
  if (!row || (row.status !== 'on_shelf' && !row.joined)) return null
  const [detail] = await forReader(db, reader, [row])
  return detail!
}
