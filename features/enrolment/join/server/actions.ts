import { type Static, Type } from 'typebox'
import type { InputOf } from '../../../../contract/call.ts'
import { type Bilingual, commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import { type Db, type Fragment, rowOf, rowsOf, type Tx } from '../../../../server/db.ts'
import { enqueue, type JobKind } from '../../../../server/jobs.ts'
import { inScope, type Scope, type Session } from '../../../../server/session.ts'
import { importedIn } from '../../../import/server/actions.ts'
import { openEnrolment } from '../../server/actions.ts'
import { getOffer } from '../../server/roster.ts'
import { type joinCalls, type JoinProgress, joinRefusals } from '../contract.ts'

export const joinJob = { type: 'enrolment.join', lane: 'people' } as const satisfies JobKind

/** What the job is queued with: the class, and the learners as they are in the scope of who asked. */
export interface JoinInput {
  classId: string
  ids?: string[]
  importId?: string
  scope: Scope
}

/** How far a job is; refusals by the place of their reason, of which there are few. */
export interface Step {
  after: string | null
  joined: number
  refused: number
  reasons: Bilingual[]
  failed: { id: string; reason: number }[]
}

export const first: Step = { after: null, joined: 0, refused: 0, reasons: [], failed: [] }

/** The learners that are to join. */
export const learners = (db: Db, { scope, ids, importId }: JoinInput): Fragment => db`
  accounts a join roles r on r.id = a.role_id left join units u on u.id = a.unit_id
  where a.status <> 'deleted' and r.role_system = 3
    and ${inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })}
    and ${importId ? importedIn(db, scope, importId) : db`a.id = any(${ids ?? []}::uuid[])`}`

/**
 * Queues the joining of learners to a class. Refuses (404) a class of another project and (422) when nobody is named
 * who is in scope.
 */
export async function beginJoin(
  tx: Tx,
  session: Session,
  { classId, ids, importId }: InputOf<typeof joinCalls.begin>,
): Promise<string> {
  const { projectId, accountId: operatorId, scope } = session
  const [found] = await tx`
    select name from train_classes where id = ${classId} and project_id = ${projectId} and status <> 'deleted'`
  if (!found) refuse(commonRefusals.notFound)
  const input: JoinInput = { classId, scope, ...(importId ? { importId } : { ids: ids ?? [] }) }
  const [some] = await tx`select count(*)::int as count from ${learners(tx, input)}`
  if (some!.count === 0) refuse(joinRefusals.whom)
  const joinId = await enqueue(tx, { ...joinJob, input, projectId, operatorId })
  await audit(tx, {
    by: session,
    action: 'enrolment.join',
    subjectKind: 'class',
    subjectId: classId,
    after: { learners: some!.count, ...(importId ? { importId } : {}) },
  })
  return joinId
}

/** Puts one learner into a class. Refuses (409) who is in it, who must pay for it, and whom it is not offered to. */
export async function joinOne(
  tx: Tx,
  by: { accountId: string; projectId: string },
  learner: { accountId: string; unitId: string | null },
  { classId, importId }: JoinInput,
): Promise<void> {
  const { projectId } = by
  await tx`select from accounts where id = ${learner.accountId} for no key update`
  const [live] = await tx`
    select c.name from train_classes c join train_classes v on v.root_id = c.root_id
    join enrolments e on e.class_id = v.id and e.account_id = ${learner.accountId} and is_live(e.status)
      and (e.status <> 'approved' or v.id <> c.id)
    where c.id = ${classId}`
  if (live) refuse(joinRefusals.already, { name: live.name as string })
  const { name, payable } = await getOffer(tx, { projectId, ...learner, classId, acceptMismatch: true })
  if (payable > 0) refuse(joinRefusals.mustPay, { name })
  const sourceId = importId ?? null
  const { accountId } = learner
  await openEnrolment(tx, { projectId, accountId, classId, source: 'import', sourceId, by })
}

/**
 * One's own joinings of the last days that failed as a whole, as work that waits until the class is joined again; each
 * in its class.
 */
export const waitingJoins = (db: Db, { accountId, projectId }: Session): Fragment => db`
  select j.id, j.created_at, j.input->>'classId' from jobs j
  where j.operator_id = ${accountId} and j.project_id = ${projectId} and j.type = ${joinJob.type}
    and j.status = 'failed' and j.created_at > moment() - interval '7 days'
    and not exists (
      select from jobs later where later.operator_id = j.operator_id and later.type = j.type
        and later.created_at > j.created_at and later.input->>'classId' = j.input->>'classId')`

const JobRow = Type.Object({
  status: Type.String(),
  done: Type.Integer(),
  total: Type.Integer(),
  className: Type.String(),
  step: Type.Unsafe<Step>({ type: 'object' }),
})
const NameRow = Type.Object({ id: Type.String(), name: Type.String() })

/** How far one's own joining is, or a refusal 404. */
export async function getJoin(db: Db, session: Session, joinId: string): Promise<JoinProgress> {
  const found: Static<typeof JobRow> =
    rowOf(
      JobRow,
      await db`
        select j.status, coalesce(j.done, 0) as done, coalesce(j.total, 0) as total, c.name as class_name,
          coalesce(j.result, j.checkpoint, ${db.json(first as never)}) as step
        from jobs j join train_classes c on c.id = (j.input->>'classId')::uuid
        where j.id = ${joinId} and j.type = ${joinJob.type} and j.operator_id = ${session.accountId}
          and j.project_id = ${session.projectId}`,
    ) ?? refuse(commonRefusals.notFound)
  const { status, done, total, className, step } = found
  const names = new Map(
    rowsOf(
      NameRow,
      await db`
        select a.id, coalesce(s.real_name, a.user_name) as name
        from accounts a left join students s on s.account_id = a.id
        where a.id = any(${step.failed.map(({ id }) => id)}::uuid[])`,
    ).map(({ id, name }) => [id, name]),
  )
  const over = { succeeded: 'done', partly: 'done', failed: 'failed', cancelled: 'failed' } as const
  return {
    ...{ joinId, className, total, done, joined: step.joined, refused: step.refused },
    status: over[status as keyof typeof over] ?? 'running',
    failed: step.failed.map(({ id, reason }) => ({
      id,
      name: names.get(id) ?? '',
      reason: step.reasons[reason]!,
    })),
  }
}
