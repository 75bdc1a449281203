import type { World } from '../harness.ts'
import type { AddRow } from './rows.ts'

type Desk = Record<'accountId' | 'keeperId' | 'managedId' | 'mark' | 'classId' | 'enrolmentId', string>

/** Fills the service desk for one learner: corrections and passes in three states, two problems. */
export async function aServiceDesk({ db }: World, add: AddRow, desk: Desk) {
  const { accountId, keeperId, managedId, mark, classId, enrolmentId } = desk
  const decidedBy = (deciderId: string) => ({ status: 'approved', deciderId, decidedAt: db`moment()` })
  const appliedBy = (applierId: string) => ({ status: 'applied', applierId, appliedAt: db`moment()` })
  const proposal = { second: true, title: mark }
  const hours = async (year: number, state: object = {}, entryId: string | null = null) => {
    const line = { year, classType: 'public', attribute: 'required' }
    const id = await add('approvals', {
      ...proposal,
      subjectId: accountId,
      kind: 'hours',
      part: `${year} public required`,
      before: { ...line, hoursTenths: 0 },
      after: { ...line, hoursTenths: 10, change: 10 },
      ...state,
    })
    await add('corrections', { id, accountId, entryId })
    return id
  }
  const passes = (part: string, state: object = {}) =>
    add('approvals', {
      ...proposal,
      subjectId: classId,
      kind: 'passes',
      part: `${accountId} ${part}`,
      proposerId: managedId,
      before: { count: 1, names: [mark], members: [{ id: enrolmentId, name: mark, status: 'active' }] },
      after: { status: 'passed', passed: [] },
      ...state,
    })
  const entryId = await add('hour_entries', {
    accountId,
    year: 2023,
    classType: 'public',
    hoursTenths: 10,
    source: 'correction',
    reason: mark,
    operatorId: managedId,
  })
  const problem = (kind: 'unit' | 'hours') => add('exception_registers', { accountId, kind })
  return {
    proposalId: await passes('proposed'),
    approvedProposalId: await passes('approved', decidedBy(keeperId)),
    appliedProposalId: await passes('applied', { ...decidedBy(keeperId), ...appliedBy(keeperId) }),
    proposedId: await hours(2022),
    approvedId: await hours(2021, decidedBy(managedId)),
    appliedId: await hours(2020, { ...decidedBy(managedId), ...appliedBy(managedId) }, entryId),
    unitProblemId: await problem('unit'),
    hoursProblemId: await problem('hours'),
  }
}
