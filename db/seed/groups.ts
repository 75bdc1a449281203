import { randomUUID } from 'node:crypto'
import { type ApprovalKind, approveLocked } from '../../features/approval/server/actions.ts'
import { lockProposal } from '../../features/approval/server/proposals.ts'
import {
  cancelBatch,
  freeBatchOrder,
  place,
  preview,
  rejectBatchVoucher,
  submitBatchVoucher,
} from '../../features/batchOrder/server/actions.ts'
import { openNext } from '../../features/batchOrder/server/deliver.ts'
import { openEnrolment, passByHand } from '../../features/enrolment/server/actions.ts'
import { expireDue } from '../../features/enrolment/server/expiry.ts'
import { lockOrder } from '../../features/order/server/actions.ts'
import { receiptKind, recordReceipt } from '../../features/receipt/server/actions.ts'
import { openRefund } from '../../features/refund/server/application.ts'
import { refundOrPropose } from '../../features/refund/server/execute.ts'
import { rollUp } from '../../features/study/server/actions.ts'
import type { PayMode } from '../../features/unitClass/rules.ts'
import { saveUnitClass } from '../../features/unitClass/server/actions.ts'
import { unitPriceKind } from '../../features/unitClass/server/approvals.ts'
import { addPeople } from '../../features/unitClass/server/pasted.ts'
import type { AppContext } from '../../server/appContext.ts'
import type { Tx } from '../../server/db.ts'
import type { Job } from '../../server/jobs.ts'
import type { ProjectSession, Session } from '../../server/session.ts'
import { people } from './content/people.ts'
import { withPicture } from './pictures.ts'
import type { SeededPortal } from './portal.ts'
import { managerOf, staffOf } from './staff.ts'

/** The demo's group purchase, who buys for the unit and who handles it in the office. */
interface Group {
  tx: Tx
  app: AppContext
  portal: SeededPortal
  manager: Session
  admin: ProjectSession
  finance: ProjectSession
}

/** A unit class and the people on its roster. */
interface Roster {
  unitClassId: string
  /** People who are not ordered yet. */
  accountIds: string[]
}

interface Ordered {
  id: string
  amount: number
  reference: string
  payerName: string
}

const prices = { plain: 12_000, costly: 360_000 }

/** People who join the unit for it: those after all that the demo has and that come by its roster. */
const newPeople = (count: number) => people(220 + count).slice(220)

/** The bank's record of a transfer, as a picture. */
const slip = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">
  <rect width="640" height="360" fill="#fbfaf5"/>
  <rect x="24" y="24" width="592" height="312" fill="none" stroke="#8a6d3b" stroke-width="3"/>
  <path d="M24 96h592M24 168h592M24 240h592M200 96v240" stroke="#c9b58a" stroke-width="2"/>
  <circle cx="540" cy="276" r="44" fill="none" stroke="#b03a2e" stroke-width="5"/>
</svg>`

/** Opens a class for the unit with as many people on its roster; the first on sale that takes all of them. */
async function roster(
  group: Group,
  name: string,
  price: number,
  known: readonly string[],
  fresh: number,
): Promise<Roster> {
  const { tx, app, admin, finance, manager, portal } = group
  const classes = await tx<{ id: string }[]>`
    select c.id from train_classes c
    where c.project_id = ${portal.projectId} and c.status = 'on_shelf' and c.price > 0 and not c.need_review
      and moment() >= c.sign_up_from and coalesce(c.sign_up_to, 'infinity') > moment() + interval '1 day'
      and coalesce(c.study_to, 'infinity') > moment() + interval '30 days'
      and cardinality(c.personnel_categories) + cardinality(c.regions) = 0
      and not exists (select from unit_classes u where u.class_id = c.id)
    order by c.year desc, c.class_type <> 'specialized', c.id limit 1`
  const unitClassId = await saveUnitClass(tx, admin, {
    unitId: manager.unitId!,
    classId: classes[0]!.id,
    name,
    price,
    payModes: ['code', 'transfer', 'free'],
    requestKey: randomUUID(),
  })
  const [waiting] = await tx<{ id: string }[]>`
    select id from approvals where subject_id = ${unitClassId} and status = 'proposed'`
  if (waiting) {
    const { row, kind } = await lockProposal(tx, [unitPriceKind as ApprovalKind], finance, waiting.id)
    await approveLocked(tx, app.secrets, finance, kind, row, true)
  }
  const rows = newPeople(fresh).map((person) => ({ name: person.name, number: person.idCard, create: true }))
  await addPeople(tx, app.secrets, manager, {
    unitClassId,
    ...(rows.length > 0 && { rows }),
    ...(known.length > 0 && { accountIds: [...known] }),
  })
  const listed = await tx<{ id: string }[]>`
    select account_id as id from unit_class_people where unit_class_id = ${unitClassId} order by account_id`
  return { unitClassId, accountIds: listed.map(({ id }) => id) }
}

/** Orders places for the next people of a roster, as its unit's manager. */
async function order(group: Group, from: Roster, payMode: PayMode, heads = 2): Promise<Ordered> {
  const { tx, manager } = group
  const { unitClassId } = from
  const accountIds = from.accountIds.splice(0, heads)
  const seen = await preview(tx, manager, { unitClassId, accountIds, limit: 1 })
  const { orderId } = await place(tx, manager, {
    unitClassId,
    accountIds,
    payMode,
    expectedHeads: seen.headCount,
    expectedAmount: seen.amount,
    requestKey: randomUUID(),
  })
  const [row] = await tx<Ordered[]>`
    select id, amount, pay_reference as reference, payer_name from orders where id = ${orderId}`
  return row!
}

let transfers = 0

/** Records a transfer with the reference of an order; gives the proposal that it pays it, where it does. */
const transfer = ({ tx, finance, portal }: Group, { reference, payerName }: Ordered, amount: number) =>
  recordReceipt(tx, finance, {
    serialNo: `${portal.today.replaceAll('-', '')}00093${++transfers}`,
    payerName,
    day: portal.today,
    amount,
    memo: `培训费 ${reference}`,
  })

/** Pays an order by a transfer that another person approves, of more than it costs where that is said. */
async function pay(group: Group, ordered: Ordered, more = 0): Promise<void> {
  const { tx, app, admin } = group
  const { approvalId } = await transfer(group, ordered, ordered.amount + more)
  const { row, kind } = await lockProposal(tx, [receiptKind as ApprovalKind], admin, approvalId!)
  await approveLocked(tx, app.secrets, admin, kind, row, true)
}

/** Opens the places of a paid order, as the portal's own job does. */
async function deliver({ tx }: Group, { id }: Ordered): Promise<void> {
  const job = { progress: async () => {} } as unknown as Job
  while (!(await openNext(tx, job, (await lockOrder(tx, id))!)));
}

/** Refunds so many places of an order outside any channel. */
async function refund(
  { tx, finance, portal }: Group,
  { id: orderId }: Ordered,
  count: number,
): Promise<void> {
  const items = await tx<{ itemId: string }[]>`
    select id as item_id from order_items where order_id = ${orderId} order by sort limit ${count}`
  const { refundId } = await openRefund(tx, finance, {
    orderId,
    items: items.map(({ itemId }) => ({ itemId })),
    reason: '人员调离，单位来函要求退回',
  })
  const offline = {
    bank: '江海演示银行营业部',
    serialNo: `${portal.today.replaceAll('-', '')}77003${++transfers}`,
    day: portal.today,
  }
  await refundOrPropose(tx, finance, refundId, offline)
}

/** Videos that the learners of an order have watched, one after the other; null for all of the class. */
const watched = [0, 1, 2, null, 1, 0]

/** Lets an order's learners come to each state that a board shows: one passes, and the next one's time is over. */
async function study({ tx, admin }: Group, { id }: Ordered): Promise<void> {
  const enrolled = await tx<{ id: string; classId: string }[]>`
    select e.id, e.class_id from enrolments e join order_items i on i.id = e.source_id
    where e.source = 'batch' and i.order_id = ${id} order by i.sort`
  for (const [at, { id: enrolmentId, classId }] of enrolled.entries()) {
    const videos = watched[at]
    if (videos === 0) continue
    await tx`
      insert into watch_coverages (enrolment_id, item_id, ranges, furthest_ms, accepted_ms, duration_ms, completed_at, updated_at)
      select ${enrolmentId}, v.id, int4multirange(int4range(0, v.ms)), v.ms, v.ms, v.ms, moment(), moment()
      from (select i.id, (r.duration_seconds * 1000)::int as ms from class_courses k
        join course_items i on i.course_id = k.course_id join resources r on r.id = i.resource_id
        where k.class_id = ${classId} order by k.sort, i.sort limit ${videos ?? null}) v`
    await rollUp(tx, enrolmentId)
  }
  const [passing, ending] = enrolled.slice(watched.indexOf(null))
  const [reached] = await tx`select status from enrolments where id = ${passing!.id}`
  if (reached!.status === 'active')
    await passByHand(tx, passing!.id, { by: admin, reason: '现场考核合格，由单位出具证明' })
  await tx`update enrolments set expires_at = moment() - interval '1 hour' where id = ${ending!.id}`
  await expireDue(tx, { enrolmentId: ending!.id })
}

/** Hands in the picture of a slip for an order. */
const handIn = (
  { tx, manager, portal }: Group,
  { id: orderId, amount, payerName }: Ordered,
  proof: string,
  serialNo: string,
) => submitBatchVoucher(tx, manager, { orderId, payerName, day: portal.today, amount, serialNo, proof })

/** A picture of a slip that the manager has brought. */
const picture = ({ tx, app, manager, portal }: Group): Promise<string> =>
  withPicture(slip, async ({ path, width, height, bytes }) => {
    const key = await app.files.take(path, 'image', '.jpg')
    await tx`insert into images ${tx({ key, projectId: portal.projectId, accountId: manager.accountId, width, height, bytes })}`
    return key
  })

/**
 * Seeds a unit that buys for its people: two classes with rosters, and an order in each state that money and places go through,
 * but the one in which the portal's own job is opening its places.
 */
export async function seedGroups(tx: Tx, app: AppContext, portal: SeededPortal): Promise<void> {
  const [admin, finance] = [await staffOf(tx, portal, 'admin'), await staffOf(tx, portal, 'finance')]
  const manager = await managerOf(tx, portal, 'unit')
  const group: Group = { tx, app, portal, manager, admin, finance }
  const all = await roster(group, '年度全员培训', prices.plain, [], 29)
  const known = [...all.accountIds]

  const studying = await order(group, all, 'transfer', watched.length)
  await pay(group, studying)
  await deliver(group, studying)
  await study(group, studying)
  const excess = await order(group, all, 'transfer')
  await pay(group, excess, 5000)
  await deliver(group, excess)
  const [joined] = all.accountIds
  const failing = await order(group, all, 'transfer', 3)
  await pay(group, failing)
  const [sold] = await tx<
    { classId: string }[]
  >`select class_id from order_items where order_id = ${failing.id} limit 1`
  const { projectId } = portal
  await openEnrolment(tx, {
    projectId,
    accountId: joined!,
    classId: sold!.classId,
    source: 'import',
    sourceId: null,
    by: admin,
  })
  await deliver(group, failing)
  const part = await order(group, all, 'transfer')
  await pay(group, part)
  await deliver(group, part)
  await refund(group, part, 1)
  const gone = await order(group, all, 'transfer')
  await pay(group, gone)
  await deliver(group, gone)
  await refund(group, gone, 2)
  const waived = await order(group, all, 'free')
  await freeBatchOrder(tx, finance, { orderId: waived.id, reason: '援助地区的人员，按约定免收培训费' })
  await deliver(group, waived)
  await cancelBatch(tx, manager, (await order(group, all, 'transfer')).id)

  await order(group, all, 'transfer')
  const reviewed = await order(group, all, 'transfer')
  await handIn(group, reviewed, await picture(group), `${portal.today.replaceAll('-', '')}550011`)
  const rejected = await order(group, all, 'transfer')
  await handIn(group, rejected, await picture(group), `${portal.today.replaceAll('-', '')}550012`)
  await rejectBatchVoucher(tx, finance, { orderId: rejected.id, reason: '回单金额看不清，请重新上传' })
  const little = await order(group, all, 'transfer')
  await transfer(group, little, little.amount - 4000)
  const proposed = await order(group, all, 'transfer')
  await transfer(group, proposed, proposed.amount)

  // A large order whose waiver is above what one person may take off alone, and one whose code the demo keeps open for days.
  const costly = await roster(group, '骨干人员研修', prices.costly, known.slice(0, 9), 0)
  const large = await order(group, costly, 'free', 6)
  await freeBatchOrder(tx, finance, { orderId: large.id, reason: '主管部门委托的骨干培训，经费另行拨付' })
  const byCode = await order(group, costly, 'code', 2)
  await tx`update orders set expires_at = moment() + interval '7 days' where id = ${byCode.id}`
}
