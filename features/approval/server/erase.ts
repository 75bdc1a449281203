import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { approvalLifecycle, type ApprovalStatus } from '../rules.ts'
import type { Side } from './data.ts'

interface About {
  id: string
  projectId: string
  status: ApprovalStatus
  title: string
  before: Side
  after: Side
  reason: string
  decision: string | null
  undoReason: string | null
  /** It is about the person alone, and no class or exam. */
  own: boolean
}

/** A value in which a name is replaced, and name and masked number of an identity left out. */
function renamed(value: unknown, former: string, name: string): unknown {
  if (typeof value === 'string') return value === former ? name : value
  if (Array.isArray(value)) return value.map((item) => renamed(item, former, name))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renamed(item, former, name)]))
}

/** Of a proposal about the person alone: whichever name it changed to or from. */
const withoutIdentity = (side: Side, name: string): Side => ({
  ...side,
  ...('realName' in side && { realName: name }),
  ...('cardNumber' in side && { cardNumber: null }),
})

/**
 * Takes the name of a closed account's owner out of all proposals, and the picture of their papers; those about the
 * person alone that are open are withdrawn. What was decided, by whom and why stays.
 */
export async function eraseProposals(
  tx: Tx,
  { accountId, name, formerName }: { accountId: string; name: string; formerName: string },
): Promise<void> {
  const rows = await tx<About[]>`
    with own as (select ${accountId}::uuid as id union all select id from orders where account_id = ${accountId}),
    classes as (select class_id as id from enrolments where account_id = ${accountId}),
    shared as (select id from classes union select x.id from exams x join classes c on c.id = x.class_id)
    select p.id, p.project_id, p.status, p.title, p.before, p.after, p.reason, p.decision, p.undo_reason,
      p.subject_id in (select id from own) as own
    from approvals p
    where p.subject_id in (select id from own)
      or (p.subject_id in (select id from shared) and position(${formerName} in p.before::text || p.after::text) > 0)
    order by p.id for update`
  for (const { id, projectId, status, own, before, after, ...said } of rows) {
    const isOpen = own && approvalLifecycle.can(status, 'withdraw')
    const side = (value: Side) => {
      const plain = renamed(value, formerName, name) as Side
      return tx.json((own ? withoutIdentity(plain, name) : plain) as never)
    }
    const without = <T extends string | null>(text: T) =>
      own ? (text?.replaceAll(formerName, name) ?? null) : text
    await tx`
      update approvals set before = ${side(before)}, after = ${side(after)}, title = ${without(said.title)},
        reason = ${without(said.reason)}, decision = ${without(said.decision)},
        undo_reason = ${without(said.undoReason)}, proof_key = case when ${own} then null else proof_key end,
        status = ${isOpen ? approvalLifecycle.next(status, 'withdraw') : status},
        decider_id = case when ${isOpen} then null else decider_id end,
        decided_at = case when ${isOpen} then null else decided_at end
      where id = ${id}`
    if (!isOpen) continue
    await audit(tx, {
      ...{ by: null, projectId, action: 'approval.withdraw', subjectKind: 'account', subjectId: accountId },
      after: { approvalId: id },
    })
  }
}
