import type { Tx } from '../../../server/db.ts'
import { approvalLifecycle, type ApprovalStatus } from '../rules.ts'
import { type ApprovalKind, record } from './actions.ts'
import type { Side } from './data.ts'

interface About {
  id: string
  projectId: string
  kind: string
  subjectId: string
  status: ApprovalStatus
  title: string
  before: Side & Listed
  after: Side & { passed?: string[]; leftOut?: { name: string }[] }
  reason: string
  decision: string | null
  undoReason: string | null
  /** It is about the person alone, and no class or exam. */
  own: boolean
}

/** People concerned by a proposal about a class or exam: the first by name, and each with the enrolment. */
interface Listed {
  names?: string[]
  members?: { id: string; name: string }[]
}

/** A value in which a name is replaced wherever it stands. */
function renamed(value: unknown, former: string, name: string): unknown {
  if (typeof value === 'string') return value === former ? name : value
  if (Array.isArray(value)) return value.map((item) => renamed(item, former, name))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renamed(item, former, name)]))
}

/** Replaces the name and removes the ID number in a side of a proposal about the person alone. */
const withoutIdentity = (side: Side, name: string): Side => ({
  ...side,
  ...('realName' in side && { realName: name }),
  ...('cardNumber' in side && { cardNumber: null }),
})

/**
 * Both sides of a proposal that lists people, with the members of these enrolments renamed and no namesake: the first
 * names are those of the first members, and who was left out are the members that did not pass, each in their order.
 */
function withoutMembers(
  { before, after }: Pick<About, 'before' | 'after'>,
  enrolments: ReadonlySet<string>,
  { formerName, name }: { formerName: string; name: string },
): { before: Side; after: Side } {
  const { members, names } = before
  if (!members) {
    // One of an earlier version has names alone: of the same ones it is no matter which.
    const place = names?.indexOf(formerName) ?? -1
    return { before: place < 0 ? before : { ...before, names: names!.with(place, name) }, after }
  }
  const isTheirs = members.map(({ id }) => enrolments.has(id))
  const others = members.flatMap(({ id }, i) => (after.passed?.includes(id) ? [] : [isTheirs[i]!]))
  return {
    before: {
      ...before,
      ...(names && { names: names.map((each, i) => (isTheirs[i] ? name : each)) }),
      members: members.map((member, i) => (isTheirs[i] ? { ...member, name } : member)),
    },
    after: {
      ...after,
      ...(after.leftOut && {
        leftOut: after.leftOut.map((one, i) => (others[i] ? { ...one, name } : one)),
      }),
    },
  }
}

/**
 * Takes the name of a closed account's owner out of all proposals, and the picture of their papers; those about the
 * person alone that are open are withdrawn. What was decided, by whom and why stays.
 */
export const eraseProposals =
  (kinds: readonly Pick<ApprovalKind, 'key' | 'log'>[]) =>
  async (
    tx: Tx,
    { accountId, name, formerName }: { accountId: string; name: string; formerName: string },
  ): Promise<void> => {
    const theirs = await tx<{ id: string; classId: string }[]>`
      select id, class_id from enrolments where account_id = ${accountId}`
    const enrolments = new Set(theirs.map(({ id }) => id))
    const rows = await tx<About[]>`
      with own as (
        select ${accountId}::uuid as id union all select id from orders where account_id = ${accountId}
        union all select id from refunds where account_id = ${accountId}
        union all select id from scores where account_id = ${accountId}),
      listing as (
        select p.id from unnest(${[...enrolments]}::uuid[]) e(id)
        join approvals p on p.before->'members' @> jsonb_build_array(jsonb_build_object('id', e.id))),
      exams_of as (select id from exams where class_id = any(${theirs.map(({ classId }) => classId)}::uuid[]))
      select p.id, p.project_id, p.kind, p.subject_id, p.status, p.title, p.before, p.after, p.reason, p.decision,
        p.undo_reason, p.subject_id in (select id from own) as own
      from approvals p
      where p.id = any(array(
        select id from approvals where subject_id in (select id from own)
        union select id from listing
        union select id from approvals
          where subject_id in (select id from exams_of) and not before ? 'members' and before->'names' ? ${formerName}))
      order by p.id for update`
    for (const row of rows) {
      const { id, status, own } = row
      const isOpen = own && approvalLifecycle.can(status, 'withdraw')
      const side = (value: Side) => withoutIdentity(renamed(value, formerName, name) as Side, name)
      const { before, after } = own
        ? { before: side(row.before), after: side(row.after) }
        : withoutMembers(row, enrolments, { formerName, name })
      const without = <T extends string | null>(text: T) =>
        own ? (text?.replaceAll(formerName, name) ?? null) : text
      const title = without(row.title)!
      await tx`
        update approvals set before = ${tx.json(before as never)}, after = ${tx.json(after as never)}, title = ${title},
          reason = ${without(row.reason)}, decision = ${without(row.decision)},
          undo_reason = ${without(row.undoReason)}, proof_key = case when ${own} then null else proof_key end,
          status = ${isOpen ? approvalLifecycle.next(status, 'withdraw') : status},
          decider_id = case when ${isOpen} then null else decider_id end,
          decided_at = case when ${isOpen} then null else decided_at end
        where id = ${id}`
      const kind = kinds.find(({ key }) => key === row.kind)!
      if (isOpen) await record(tx, null, kind, 'withdraw', { ...row, title })
    }
  }
