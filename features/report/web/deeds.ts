import type { PortfolioRow } from '../../enrolment/contract.ts'
import { enrolmentLifecycle } from '../../enrolment/rules.ts'

export const deeds = ['approve', 'reject', 'pass', 'liftBar', 'makeUp', 'extend', 'remove'] as const
/** What a manager does to enrolments. */
export type Deed = (typeof deeds)[number]

/** The permission each deed needs. */
export const permissionOf: Readonly<Record<Deed, `/${string}`>> = {
  approve: '/train-manage/study-report#review',
  reject: '/train-manage/study-report#review',
  pass: '/train-manage/study-report#pass',
  liftBar: '/train-manage/study-report#pass',
  makeUp: '/train-manage/study-report#pass',
  extend: '/train-manage/study-report#extend',
  remove: '/train-manage/study-report#delete',
}

/** What may be done to an enrolment as it stands. Whether it was paid, the server knows and says. */
export function deedsFor({ status, hold }: Pick<PortfolioRow, 'status' | 'hold'>): Deed[] {
  return deeds.filter((deed) =>
    deed === 'liftBar' ? hold === 'barred' : enrolmentLifecycle.can(status, deed),
  )
}
