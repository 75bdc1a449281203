import type { Permission } from '../../../contract/menu.ts'
import type { PortfolioRow } from '../../enrolment/contract.ts'
import { enrolmentLifecycle, isPromised } from '../../enrolment/rules.ts'

export const actions = [
  'approve',
  'reject',
  'pass',
  'liftBar',
  'makeUp',
  'extend',
  'transfer',
  'refund',
  'remove',
] as const
/** Action of a manager on enrolments. */
export type Action = (typeof actions)[number]

/** The permission each action needs. */
export const permissionOf: Readonly<Record<Action, Permission>> = {
  approve: '/train-manage/study-report#review',
  reject: '/train-manage/study-report#review',
  pass: '/train-manage/study-report#pass',
  liftBar: '/train-manage/study-report#pass',
  makeUp: '/train-manage/study-report#pass',
  extend: '/train-manage/study-report#extend',
  transfer: '/train-manage/study-report#transfer',
  refund: '/invoice-manage/refund-list#do',
  remove: '/train-manage/study-report#delete',
}

/** The actions an enrolment's status allows; what was not ordered is not refunded. */
export function actionsFor({
  status,
  hold,
  source,
}: Pick<PortfolioRow, 'status' | 'hold' | 'source'>): Action[] {
  return actions.filter((action) => {
    if (action === 'liftBar') return hold === 'barred'
    if (action === 'transfer' && (hold === 'refunding' || hold === 'suspended')) return false
    if (action === 'refund' && (!isPromised(source) || hold === 'refunding')) return false
    return enrolmentLifecycle.can(status, action)
  })
}
