import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { badInput } from '../../../../server/input.ts'
import { page } from '../../../../server/page.ts'
import { inScope, type Session } from '../../../../server/session.ts'
import { learnersNamed } from '../../../account/server/actions.ts'
import { pathInScope } from '../../../unit/server/actions.ts'
import {
  getForm,
  getPreview,
  hindranceOf,
  kindsOf,
  lockOffer,
  type Offer,
  takePlace,
} from '../../server/actions.ts'
import { faultOfAnswers } from '../../rules.ts'
import { Applicant, type applicationCalls, applicationRefusals } from '../contract.ts'
import { recordSteps } from './transition.ts'

type Filled = InputOf<typeof applicationCalls.apply>

/** Refuses (409) what keeps a person from applying, or everybody where nobody is given. */
export function assertOpen({ title: name, obstacle }: Pick<Offer, 'title' | 'obstacle'>): void {
  if (obstacle) refuse(applicationRefusals[obstacle], { name })
}

/** Refuses (409, 422 with the field) what keeps a person from applying, and answers that the form does not allow. */
function assertFilled(
  offer: Omit<Offer, 'id' | 'fee' | 'unitId'>,
  filled: Pick<Filled, 'formVersion' | 'answers' | 'subjectIds'>,
): void {
  const { title: name, kind, formVersion, fields, subjectIds } = offer
  assertOpen(offer)
  if (filled.formVersion !== formVersion) refuse(applicationRefusals.formChanged, { name }, 'formVersion')
  const fault = faultOfAnswers(fields, filled.answers)
  if (fault) throw badInput(`answers.${fault.at}`, fault.words)
  if (filled.subjectIds.some((id) => !subjectIds.includes(id)))
    refuse(applicationRefusals.unknownSubject, {}, 'subjectIds')
  if (kind === 'exam' && filled.subjectIds.length === 0)
    refuse(applicationRefusals.noSubject, {}, 'subjectIds')
}

/** Refuses (409) a form that requires a file where several people are applied for by what is filled in once or in a sheet. */
export function assertNoFiles({ title: name, fields }: Pick<Offer, 'title' | 'fields'>): void {
  const file = fields.find(({ kind, required }) => kind === 'file' && required)
  if (file) refuse(applicationRefusals.filesNeeded, { name, field: file.label })
}

/** Gives uploaded files to an application; refuses (422) one that the caller did not upload for its field. */
async function takeFiles(tx: Tx, session: Session, applicationId: string, filled: Filled): Promise<void> {
  for (const { key, fileId } of filled.answers) {
    if (fileId === undefined) continue
    const taken = await tx`
      update sign_up_files set application_id = ${applicationId}
      where id = ${fileId} and sign_up_id = ${filled.signUpId} and field_key = ${key} and application_id is null
        and account_id = ${session.accountId} returning id`
    if (taken.length === 0) refuse(applicationRefusals.fileGone, {}, `answers.${key}`)
  }
}

/**
 * Applies for a person, with the person's account locked: a place of the sign-up is taken until the application ends.
 * Refuses 404 a sign-up that was never opened, (409) what keeps the person from applying, the last place gone and an older
 * version of the form, and (422, the field named) answers, subjects and files that it does not take.
 */
async function apply(
  tx: Tx,
  session: Session,
  accountId: string,
  filled: Filled,
  mayApply: (offer: Offer) => boolean = () => true,
): Promise<{ id: string }> {
  const { projectId } = session
  const offer = await lockOffer(tx, { projectId, accountId }, filled.signUpId)
  if (!mayApply(offer)) refuse(commonRefusals.notFound)
  assertFilled(offer, filled)
  const { title: name, fee, unitId } = offer
  if (!(await takePlace(tx, offer.id))) refuse(applicationRefusals.full, { name })
  const [row] = await tx<{ id: string }[]>`
    insert into sign_up_applications ${tx({
      projectId,
      signUpId: offer.id,
      accountId,
      unitId,
      appliedBy: session.accountId,
      formVersion: filled.formVersion,
      answers: tx.json(filled.answers as never),
      subjectIds: filled.subjectIds,
      fee,
    })} returning id`
  const { id } = row!
  await takeFiles(tx, session, id, filled)
  await recordSteps(tx, session, [id], null)
  await audit(tx, {
    by: session,
    action: 'signUpApplication.apply',
    subjectKind: 'signUpApplication',
    subjectId: id,
    after: { status: 'applied', signUpId: offer.id, accountId, fee },
  })
  return { id }
}

/** Applies for the caller; refuses as `apply` does. */
export async function applyMyself(tx: Tx, session: Session, filled: Filled): Promise<{ id: string }> {
  await tx`select from accounts where id = ${session.accountId} for no key update`
  return apply(tx, session, session.accountId, filled)
}

/** Applies for a learner of the caller's scope; refuses 404 others, and as `apply` does. */
export async function applyFor(
  tx: Tx,
  session: Session,
  { accountId, ...filled }: InputOf<typeof applicationCalls.applyFor>,
): Promise<{ id: string }> {
  const { scope } = session
  const [person] = await tx`
    select from accounts a join roles r on r.id = a.role_id and r.role_system = 3 left join units u on u.id = a.unit_id
    where a.id = ${accountId} and a.status = 'active'
      and ${inScope(tx, scope, { project: 'a.project_id', unitPath: 'u.path' })} for no key update of a`
  if (!person) refuse(commonRefusals.notFound, {}, 'accountId')
  return apply(tx, session, accountId, filled, ({ kind }) => kindsOf(session, 'apply').includes(kind))
}

/** Refuses (404) a sign-up that the caller may not apply for others to. */
async function assertReach(db: Db, session: Session, signUpId: string): Promise<void> {
  const { kind } = await getPreview(db, session, signUpId)
  if (!kindsOf(session, 'apply').includes(kind)) refuse(commonRefusals.notFound)
}

/** Learners of the caller's scope, by name, with what keeps each from applying for a sign-up; refuses 404. */
export async function pagePeople(
  db: Db,
  session: Session,
  input: InputOf<typeof applicationCalls.findPeople>,
): Promise<OutputOf<typeof applicationCalls.findPeople>> {
  const { signUpId, keyword, unitId, free } = input
  await assertReach(db, session, signUpId)
  const { scope } = session
  const { projectId, unitPath } = scope
  const hindrance = hindranceOf(db, { signUpId, unitPath }, db`a.id`)
  return page(db, Applicant, input, {
    columns: db`
      a.id as account_id, coalesce(p.real_name, a.user_name) as real_name, p.card_mask, a.mobile_mask, u.name as unit_name,
      ${hindrance} as hindrance`,
    key: db`a.id`,
    from: db`accounts a join roles r on r.id = a.role_id and r.role_system = 3 left join units u on u.id = a.unit_id`,
    join: db`left join students p on p.account_id = a.id`,
    where: [
      db`a.status = 'active' and ${inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path' })}`,
      keyword && db`a.id = any(array(${learnersNamed(db, { projectId, unitPath }, keyword)}))`,
      unitId && db`u.path ^@ coalesce(${pathInScope(db, scope, unitId)}, '?')`,
      free && db`${hindrance} is null`,
    ],
    sorts: { realName: db`a.user_name`, unitName: db`u.name` },
    orderBy: db`a.user_name, a.id`,
  })
}

/** Names of learners of the caller's scope, by id. */
export async function namePeople(
  db: Db,
  { scope }: Pick<Session, 'scope'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    select a.id, coalesce(p.real_name, a.user_name) as name
    from accounts a left join students p on p.account_id = a.id left join units u on u.id = a.unit_id
    where a.id = any(${ids as string[]}::uuid[]) and ${inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path' })}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Refuses one form for many: 404 a sign-up out of reach, (409) one that requires a file, and an older version of the form,
 * and (422, the field named) answers that the form does not allow, and filters of another sign-up.
 */
export async function checkMany(
  tx: Tx,
  session: Session,
  { filter, ...filled }: InputOf<typeof applicationCalls.applyForMany>,
): Promise<void> {
  await assertReach(tx, session, filled.signUpId)
  if (filter && filter.signUpId !== filled.signUpId)
    throw badInput('filter', { zh: '应为同一个报名', en: 'must be of the same sign-up' })
  const form = await getForm(tx, { projectId: session.projectId, accountId: null }, filled.signUpId)
  assertNoFiles(form)
  assertFilled({ ...form, subjectIds: form.subjects.map(({ id }) => id) }, filled)
}
