import { randomUUID } from 'node:crypto'
import type { World } from '../harness.ts'
import type { Project } from './project.ts'
import { openRows } from './rows.ts'
import { aSlip } from './slips.ts'

/**
 * A unit class with a person on its roster, ordered and unpaid with a slip to review; another order of it, paid, of which a
 * place could not be opened and one is open; and a unit class without orders.
 */
export async function aGroupPurchase(
  world: World,
  project: Project,
  { mark, unitId, accountId, place }: { mark: string; unitId: string; accountId: string; place: string },
) {
  const { db } = world
  const { projectId, keeperId, portal, groupClass } = project
  const { classId } = groupClass
  const add = await openRows(world, mark, { projects: projectId, units: unitId, accounts: keeperId })
  const anotherLearner = () =>
    openRows(world, mark, { projects: projectId, units: unitId }).then((addOne) =>
      addOne('accounts', { unitId, roleId: portal.roles.learner, loginName: `next_${randomUUID()}` }),
    )
  const terms = { classId, price: 6000, payModes: ['code', 'transfer', 'free'], byUnit: false, unitId }
  const spareUnitClassId = await add('unit_classes', terms)
  const unitClassId = await add('unit_classes', terms)
  await add('unit_class_people', { accountId })
  const anOrder = async (learnerId: string, order: object, batch: object) => {
    const id = await add('orders', {
      kind: 'batch',
      payerUnitId: unitId,
      unitId,
      amount: 6000,
      orderNo: `BATCH${randomUUID().slice(0, 8).toUpperCase()}`,
      expiresAt: db`moment() + interval '1 day'`,
      ...order,
    })
    const isSettled = 'status' in order
    const item = { accountId: learnerId, classId, price: 6000, payable: 6000, waiting: !isSettled }
    const itemId = await add('order_items', item)
    await add('batch_orders', { orderId: id, payMode: 'transfer', ...batch })
    return { id, itemId }
  }
  const settled = await anOrder(
    await anotherLearner(),
    { status: 'paid', channel: 'offline', amount: 12_000, paidAt: db`moment()` },
    { delivery: 'opened_with_errors' },
  )
  await add('batch_places', {
    itemId: settled.itemId,
    orderId: settled.id,
    state: 'failed',
    problem: { code: 'common.notFound' },
  })
  // One more, whose place is open and not begun.
  const idleLearnerId = await anotherLearner()
  const openItemId = await add('order_items', {
    orderId: settled.id,
    accountId: idleLearnerId,
    classId,
    sort: 1,
    price: 6000,
    payable: 6000,
    waiting: false,
  })
  await add('batch_places', { itemId: openItemId, orderId: settled.id, state: 'opened' })
  await add('unit_class_people', { unitClassId, accountId: idleLearnerId })
  await add('enrolments', {
    accountId: idleLearnerId,
    classId,
    source: 'batch',
    sourceId: openItemId,
    status: 'active',
  })
  const unpaid = await anOrder(
    await anotherLearner(),
    { payReference: `R${place}`.toUpperCase().padEnd(6, '2') },
    {},
  )
  await aSlip(world, add, unpaid.id)
  const slipKey = `image/2023/${randomUUID()}.jpg`
  await add('images', { key: slipKey })
  return {
    slipKey,
    idleLearnerId,
    spareUnitClassId,
    unitClassId,
    batchOrderId: unpaid.id,
    settledBatchId: settled.id,
    settledBatchItemId: settled.itemId,
    nextLearnerId: await anotherLearner(),
    peopleImportId: await project.anImport('unitClassStu', unitId, { unitClassId }),
    orderImportId: await project.anImport('unitClassOrder', unitId, { unitClassId, payMode: 'transfer' }),
  }
}
