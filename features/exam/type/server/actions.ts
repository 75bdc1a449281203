import type { InputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { ProjectScope, ProjectSession } from '../../../../server/session.ts'
import { type examTypeCalls, typeRefusals } from '../contract.ts'
import { lockType } from './data.ts'

/** Refuses a name that another branch beside this one has. */
async function refuseTaken(
  tx: Tx,
  session: ProjectSession,
  branch: { id: string | null; kind: string; parentId: string | null },
  name: string,
): Promise<void> {
  // Names of one project are decided one after the other.
  await tx`select pg_advisory_xact_lock(hashtext(${`exam_types ${session.projectId}`}))`
  const [taken] = await tx`
    select from exam_types where project_id = ${session.projectId} and kind = ${branch.kind} and name_key(name) = name_key(${name})
      and parent_id is not distinct from ${branch.parentId} and id is distinct from ${branch.id}`
  if (taken) refuse(typeRefusals.nameTaken, { name }, 'name')
}

/** Creates a branch, or renames the one named by id; its place and kind stay. */
export async function saveType(
  tx: Tx,
  session: ProjectSession,
  input: InputOf<typeof examTypeCalls.saveType>,
): Promise<string> {
  const before = input.typeId ? await lockType(tx, session.scope, input.typeId) : null
  if (!before && input.parentId) await assertType(tx, session.scope, input.kind, input.parentId)
  await refuseTaken(
    tx,
    session,
    before ?? { id: null, kind: input.kind, parentId: input.parentId ?? null },
    input.name,
  )
  const [row] = before
    ? await tx`update exam_types set name = ${input.name} where id = ${before.id} returning id`
    : await tx`insert into exam_types ${tx({
        projectId: session.projectId,
        kind: input.kind,
        parentId: input.parentId ?? null,
        name: input.name,
      })} returning id`
  const typeId = row!.id as string
  await audit(tx, {
    by: session,
    action: before ? 'exam-type.rename' : 'exam-type.create',
    subjectKind: 'exam-type',
    subjectId: typeId,
    before: before && { name: before.name },
    after: { name: input.name },
  })
  return typeId
}

/** Deletes a branch; refuses (409) while something is filed in it. */
export async function deleteType(tx: Tx, session: ProjectSession, typeId: string): Promise<void> {
  const type = await lockType(tx, session.scope, typeId)
  if (type.filled) refuse(typeRefusals.notEmpty, { name: type.name })
  await tx`delete from exam_types where id = ${typeId}`
  await audit(tx, {
    by: session,
    action: 'exam-type.delete',
    subjectKind: 'exam-type',
    subjectId: typeId,
    before: { name: type.name },
  })
}

/** Refuses (404) a branch that is not of this kind and in the caller's scope. */
export async function assertType(
  db: Db,
  scope: ProjectScope,
  kind: 'paper' | 'exam',
  typeId: string,
): Promise<void> {
  if ((await lockType(db, scope, typeId)).kind !== kind) refuse(commonRefusals.notFound)
}
