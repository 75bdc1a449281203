import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { type Db, rowsOf } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { isMeantFor } from '../../class/audience/server/actions.ts'
import { isOpen } from '../../class/category/server/actions.ts'
import { ComingClass, comingHours, newTenths } from '../../hours/rules.ts'
import { comingClasses, listHeldHours } from '../../hours/server/actions.ts'
import type { Offer } from '../../order/offer/contract.ts'
import { listOffers } from '../../order/offer/server/actions.ts'
import { mostItems } from '../../order/rules.ts'
import { type MyPlan, myClassStates } from '../contract.ts'
import { chooseClasses, gapsAfter, type Hours, type OfferedClass } from '../rules.ts'
import { isForPerson } from './person.ts'

const Tenths = Type.Record(Type.String(), Type.Integer())

const ListedClass = Type.Object({
  classId: Type.String(),
  name: Type.String(),
  classType: Type.String(),
  hoursTenths: Type.Integer(),
  required: Type.Boolean(),
  state: OneOf(myClassStates),
})

const Facts = Type.Object({
  id: Type.String(),
  name: Type.String(),
  year: Type.Integer(),
  introduction: Type.String(),
  dueOn: Nullable(Type.String()),
  hours: Tenths,
  earned: Tenths,
  personnelCategory: Nullable(Type.String()),
  region: Nullable(Type.String()),
  /** Classes of the year that are studied or wait. */
  coming: Type.Array(ComingClass),
  classes: Type.Array(ListedClass),
})
type Facts = Static<typeof Facts>

/** The most plans that a learner is shown, the latest years first. */
const mostPlans = 5

/** The most classes of a year and type among which gaps of a plan without a list are filled. */
const mostOpen = 20

/** The earliest end to come of the published plans of a year for a learner; null where none has one. */
export async function hoursDue(db: Db, accountId: string, year: number): Promise<string | null> {
  const [row] = await db<{ due: string | null }[]>`
    select min(e.due) as due
    from accounts a join train_plans p on p.project_id = a.project_id and p.status = 'published' and p.year = ${year}
    left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    cross join lateral (
      select (p.due_on + interval '1 day' - interval '1 second') at time zone 'Asia/Shanghai' as due) e
    where a.id = ${accountId} and e.due > moment() and ${isForPerson(db)}`
  return row!.due
}

/** Published plans for a learner, with what the learner has of each; one query. */
async function listFacts(db: Db, accountId: string, year: number | undefined): Promise<Facts[]> {
  const rows = await db`
    select p.id, p.name, p.year, p.introduction, p.due_on, p.hours, s.personnel_category, u.region,
      coalesce((
        select json_object_agg(class_type, tenths) from (
          select h.class_type, sum(h.hours_tenths) as tenths from hour_entries h
          where h.account_id = a.id and h.year = p.year group by h.class_type) sums), '{}') as earned,
      ${comingClasses(db, db`a.id`, db`p.year`)} as coming,
      coalesce((
        select json_agg(json_build_object('classId', coalesce(o.id, c.id), 'name', coalesce(o.name, c.name),
          'classType', coalesce(o.class_type, c.class_type), 'hoursTenths', coalesce(o.hours_tenths, c.hours_tenths),
          'required', k.required,
          'state', case j.status when 'passed' then 'passed' when 'active' then 'booked' when 'applied' then 'applied'
            when 'approved' then 'approved' when 'failed' then 'failed' when 'expired' then 'failed'
            else case when exists (select from order_items i join train_classes v on v.id = i.class_id
              where i.account_id = a.id and i.waiting and v.root_id = c.root_id) then 'ordered' else 'open' end end)
          order by k.sort)
        from train_plan_classes k join train_classes c on c.id = k.class_id and c.status <> 'deleted'
        left join lateral (
          select v.id, v.name, v.class_type, v.hours_tenths from train_classes v
          where v.root_id = c.root_id and v.status = 'on_shelf' order by v.version desc limit 1) o on true
        left join lateral (
          select e.status from enrolments e join train_classes v on v.id = e.class_id and v.root_id = c.root_id
          where e.account_id = a.id and is_live(e.status) order by e.status = 'passed' desc, e.id desc limit 1) j on true
        where k.plan_id = p.id), '[]') as classes
    from accounts a join train_plans p on p.project_id = a.project_id and p.status = 'published'
    left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    where a.id = ${accountId} and ${isForPerson(db)} ${year === undefined ? db`` : db`and p.year = ${year}`}
    order by p.year desc, p.id desc limit ${mostPlans}`
  return rowsOf(Facts, rows)
}

interface Needed {
  year: number
  classType: string
}

/** Published classes that fill gaps of plans without a list, a few of each year and type. */
async function listOpen(
  db: Db,
  projectId: string,
  member: { personnelCategory: string | null; region: string | null },
  needed: readonly Needed[],
): Promise<(Needed & { classId: string })[]> {
  if (needed.length === 0) return []
  return db<(Needed & { classId: string })[]>`
    select n.year, n.class_type, o.id as class_id
    from unnest(${needed.map(({ year }) => year)}::int[], ${needed.map(({ classType }) => classType)}::text[])
      as n (year, class_type)
    cross join lateral (
      select c.id, c.sort from train_classes c join class_categories g on g.id = c.category_id
      where c.project_id = ${projectId} and c.status = 'on_shelf' and c.class_type = n.class_type and c.year = n.year
        and c.hours_tenths > 0 and not c.need_review and ${isOpen(db, projectId)} and ${isMeantFor(db, member)}
      order by c.sort, c.id limit ${mostOpen}) o
    order by n.year desc, n.class_type, o.sort, o.id`
}

/** Reason for which an offer is not ordered with others at once; null for none. */
const obstacleOf = ({ obstacle, mismatch }: Offer): MyPlan['classes'][number]['obstacle'] =>
  obstacle ?? (mismatch ? 'confirm' : null)

/** Hours that are missing, and the gaps that what is studied or waits leaves in them, by class type. */
function progressOf({ hours, earned, coming }: Facts, held: ReadonlyMap<string, number>) {
  const { pending, waiting } = comingHours(coming, held)
  return {
    pending,
    waiting,
    missing: gapsAfter(hours, earned),
    gaps: gapsAfter(hours, earned, pending, waiting),
  }
}

/** A plan with what is missing of it and the classes to order for that. */
function planOf(
  facts: Facts,
  held: ReadonlyMap<string, number>,
  offers: ReadonlyMap<string, Offer>,
  open: readonly (Needed & { classId: string })[],
): MyPlan {
  const { id, name, year, introduction, dueOn, hours, earned, classes } = facts
  const { pending, waiting, missing: missingHours, gaps } = progressOf(facts, held)
  const required = classes.filter((one) => one.required)
  const offered = (classId: string): OfferedClass[] => {
    const offer = offers.get(classId)
    return offer && obstacleOf(offer) === null
      ? [{ classId, classType: offer.classType, hoursTenths: newTenths(offer), payable: offer.payable }]
      : []
  }
  const missing = required.filter(({ state }) => state === 'open').flatMap(({ classId }) => offered(classId))
  const listed = classes.filter((one) => !one.required)
  const choices =
    listed.length > 0
      ? listed.filter(({ state }) => state === 'open')
      : open.filter((one) => one.year === year && !required.some(({ classId }) => classId === one.classId))
  const { chosen, unfilled } = chooseClasses(
    gaps,
    missing,
    choices.flatMap(({ classId }) => offered(classId)),
  )
  const isEarned = Object.keys(missingHours).length === 0
  return {
    id,
    name,
    year,
    introduction,
    dueOn,
    fulfilled: isEarned && required.every(({ state }) => state === 'passed'),
    types: Object.entries(hours).map(([classType, askedTenths]) => ({
      classType,
      askedTenths,
      earnedTenths: earned[classType] ?? 0,
      pendingTenths: pending[classType] ?? 0,
      waitingTenths: waiting[classType] ?? 0,
      missingTenths: missingHours[classType] ?? 0,
    })),
    classes: required.map(({ required: _, ...one }) => {
      const offer = offers.get(one.classId)
      return { ...one, obstacle: one.state === 'open' && offer ? obstacleOf(offer) : null }
    }),
    toOrder: chosen.slice(0, mostItems).map((one) => ({
      classId: one.classId,
      name: offers.get(one.classId)!.name,
      classType: one.classType,
      hoursTenths: one.hoursTenths,
      required: missing.some(({ classId }) => classId === one.classId),
      payable: one.payable,
    })),
    unfilled: hoursList(unfilled),
  }
}

const hoursList = (hours: Hours) =>
  Object.entries(hours).map(([classType, hoursTenths]) => ({ classType, hoursTenths }))

/** Published plans for a learner, what is missing of each, and the classes that can be ordered for it now. */
export async function findMyPlans(
  db: Db,
  session: Pick<Session, 'projectId' | 'accountId' | 'unitId'>,
  year: number | undefined,
): Promise<MyPlan[]> {
  const { projectId, accountId } = session
  const plans = await listFacts(db, accountId, year)
  const [first] = plans
  if (!first) return []
  const coming = plans.flatMap((plan) => plan.coming.map(({ classId }) => classId))
  const held = await listHeldHours(db, accountId, [...new Set(coming)])
  const behind = plans.map((plan) => ({ ...plan, gaps: progressOf(plan, held).gaps }))
  const needed = behind
    .filter(({ classes }) => classes.every((one) => one.required))
    .flatMap(({ gaps, year: of }) => Object.keys(gaps).map((classType) => ({ year: of, classType })))
  const wanted = new Map(needed.map((one) => [`${one.year} ${one.classType}`, one]))
  const open = await listOpen(db, projectId, first, [...wanted.values()])
  const listed = behind.flatMap(({ classes, gaps }) =>
    classes.filter((one) => one.state === 'open' && (one.required || (gaps[one.classType] ?? 0) > 0)),
  )
  const ids = new Set([...listed, ...open].map(({ classId }) => classId))
  const offers = ids.size === 0 ? [] : await listOffers(db, session, [...ids])
  const byId = new Map(offers.map((offer) => [offer.classId, offer]))
  return plans.map((plan) => planOf(plan, held, byId, open))
}
