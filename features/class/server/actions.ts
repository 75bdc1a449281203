import { randomBytes } from 'node:crypto'
import { digitsOf, spokenCode } from '../../../contract/spokenCode.ts'
import type { OutputOf } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Fragment, Tx } from '../../../server/db.ts'
import { publishPictures } from '../../file/server/actions.ts'
import { badInput } from '../../../server/input.ts'
import { assertCurrent } from '../../../server/revision.ts'
import { mayCall, type ProjectSession } from '../../../server/session.ts'
import { assertCategory } from '../category/server/actions.ts'
import { copyHashOf, copyParts } from './copy.ts'
import {
  type classCalls,
  type ClassFields,
  classRefusals,
  type ManagedClass,
  type SettledFields,
} from '../contract.ts'
import { isOtherContent, isOtherInterval, isOtherOffer } from '../rules.ts'
import { endProposals, type Prices, pricing, proposePrices, takesTwo } from './approvals.ts'
import {
  countLearners,
  countAgreedPrices,
  countOrdered,
  countReturning,
  findCopy,
  findCreated,
  getManagedClass,
  getPublishFacts,
  hasExam,
  lockManaged,
} from './data.ts'
import { classEdits } from './edits.ts'
import { assertHours, assertInterval, checkFields, columnsOf, fieldsOf } from './fields.ts'
import { assertPublishable, move } from './publishing.ts'

/**
 * True if learners see a course `co` of a class `c`: electives may be hidden, but a class of electives only,
 * or one that requires some, shows them.
 */
export const isShown = (db: Db): Fragment => db`
  (co.attribute = 'required' or c.elective_min_tenths > 0 or not (settings_of(c.project_id)->>'hideElective')::boolean
    or not exists (select from class_courses k join courses o on o.id = k.course_id
      where k.class_id = c.id and o.attribute = 'required'))`

/** An edited class as the operation log records it. */
const entryOf = (managed: ManagedClass) => ({ ...fieldsOf(managed), revision: managed.revision })

/** Shows everybody the pictures of a class. */
const publish = (tx: Tx, session: ProjectSession, { introduction, coverKey }: SettledFields) =>
  publishPictures(tx, session, { html: introduction, key: coverKey, field: 'coverKey' })

async function writeCourses(tx: Tx, classId: string, courseIds: readonly string[]): Promise<void> {
  await tx`delete from class_courses where class_id = ${classId}`
  await tx`
    insert into class_courses (class_id, course_id, sort)
    select ${classId}, c.id, c.sort from unnest(${courseIds as string[]}::uuid[]) with ordinality as c (id, sort)`
}

/** A code for a class of a year that can be said on the telephone. */
const newCode = (year: number) => `${year}-${spokenCode(digitsOf(randomBytes(8).readBigUInt64BE(), 7))}`

async function insertClass(
  tx: Tx,
  session: ProjectSession,
  fresh: {
    fields: SettledFields
    classType: string
    version: number
    /** The first of its versions. */
    versionOf?: string
    status: ManagedClass['status']
    /** The class it is made of. */
    from?: Pick<ManagedClass, 'id'>
    copiedFrom?: string
    /** The key of the request that makes it. */
    request?: string | undefined
    /** Hash of the request for a copy, besides the class: the key is not valid for another. */
    requestHash?: string
  },
): Promise<string> {
  const insert = (code: string) => tx<{ id: string; code: string }[]>`
    insert into train_classes ${tx({
      ...columnsOf(fresh.fields, fresh.classType),
      projectId: session.projectId,
      code,
      pricedBy: session.accountId,
      version: fresh.version,
      versionOf: fresh.versionOf ?? null,
      status: fresh.status,
      copiedFrom: fresh.copiedFrom ?? null,
      copyRequest: fresh.request ?? null,
      copyRequestHash: fresh.requestHash ?? null,
    })}
    on conflict (project_id, code, version) do nothing returning id, code`
  const { code: chosen, year } = fresh.fields
  let [row] = await insert(chosen ?? newCode(year))
  // A code nobody chose is drawn again where it is in use.
  while (!row && chosen === undefined) [row] = await insert(newCode(year))
  if (!row) refuse(classRefusals.codeTaken, { code: chosen! }, 'code')
  const { id, code } = row
  await publish(tx, session, fresh.fields)
  await writeCourses(tx, id, fresh.fields.courseIds)
  await audit(tx, {
    by: session,
    action: fresh.from ? 'class.copy' : 'class.create',
    subjectKind: 'class',
    subjectId: id,
    before: fresh.from && { id: fresh.from.id },
    after: { ...fresh.fields, code, version: fresh.version },
  })
  return id
}

/**
 * Writes a new class as a draft; sent again with the same key, the request writes the class that it made. Refuses (422)
 * whatever the project does not have, and a code in use, and (409) a class that it made and a colleague has changed since.
 */
export async function createClass(
  tx: Tx,
  session: ProjectSession,
  fields: ClassFields,
  requestKey?: string,
): Promise<Edited> {
  const { projectId } = session
  if (requestKey !== undefined) {
    await tx`select pg_advisory_xact_lock(hashtext(${`class ${projectId} ${requestKey}`}))`
    const made = await findCreated(tx, projectId, requestKey, session.accountId)
    if (made) return changeClass(tx, session, made.id, made.revision, fields)
  }
  const { courses, ...checked } = await checkFields(tx, projectId, fields)
  assertHours(checked.fields, courses)
  await assertInterval(tx, projectId, fields)
  const id = await insertClass(tx, session, { ...checked, version: 1, status: 'draft', request: requestKey })
  return { id, version: 1, revision: 1 }
}

/** Result of an edit: the class itself, or its new version, and what was proposed about its price. */
type Edited = OutputOf<typeof classCalls.createTrainClass>

/**
 * Changes a class as it was read at a revision; refuses (409) an older one. When learners hold places or may still come
 * back, or unpaid orders wait, and hours, year, type or courses differ, a new version is published in its place; those
 * learners and orders keep the old one. A price that takes two people (`takesTwo`) is proposed, and the rest is saved. Refuses
 * (409) what would leave a published class incomplete, and (403) another price of one that was published by who may not
 * change prices.
 */
export async function changeClass(
  tx: Tx,
  session: ProjectSession,
  id: string,
  revision: number | undefined,
  given: ClassFields,
): Promise<Edited> {
  return edit(tx, session, await lockManaged(tx, session, id), revision, given)
}

/** Changes some fields of a class, as it was read at a revision or without one as it is now, and leaves the others. */
export async function modifyClass(
  tx: Tx,
  session: ProjectSession,
  id: string,
  revision: number | undefined,
  changes: Partial<ClassFields>,
): Promise<void> {
  const before = await lockManaged(tx, session, id)
  await edit(tx, session, before, revision ?? before.revision, { ...fieldsOf(before), ...changes })
}

/**
 * Refuses (403) another price of a class that was published by who may not change prices; the first one is a part of
 * writing the class.
 */
function assertPrice(session: ProjectSession, before: ManagedClass, fields: SettledFields): void {
  if (before.status === 'draft' || mayCall(session, pricing)) return
  const changed = (['price', 'originalPrice'] as const).find((name) => fields[name] !== before[name])
  if (changed) refuse(classRefusals.priceFixed, {}, changed)
}

/**
 * True if what a class gives is fixed: it has learners, or an order whose places are not open yet, whose learners get the
 * version that was sold, or learners who come back as soon as their transfer is undone, or a price for one unit that two
 * people agreed for it.
 */
async function isFixed(tx: Tx, id: string): Promise<boolean> {
  const counts = [countLearners, countOrdered, countReturning, countAgreedPrices]
  for (const count of counts) if ((await count(tx, id)) > 0) return true
  return false
}

async function edit(
  tx: Tx,
  session: ProjectSession,
  before: ManagedClass,
  revision: number | undefined,
  given: ClassFields,
): Promise<Edited> {
  const { id } = before
  await assertCurrent(tx, classEdits, before, revision)
  const { fields: wanted, classType, courses } = await checkFields(tx, session.projectId, given)
  assertPrice(session, before, wanted)
  await assertCategory(tx, before, wanted.categoryId)
  const { price, originalPrice } = before
  const isProposed = await takesTwo(tx, before, wanted.price)
  const fields = isProposed ? { ...wanted, price, originalPrice } : wanted
  const isOther = isOtherContent(before, { ...fields, classType })
  // Hours that were let through once are judged again when they, or the courses, are changed.
  if (isOther) assertHours(fields, courses)
  // A class that the project's settings came to contradict is still edited: its own bound holds.
  if (isOtherInterval(before, fields)) await assertInterval(tx, session.projectId, fields)
  if (isOther && (await isFixed(tx, id)))
    return revise(tx, session, before, { fields, classType, proposed: isProposed ? wanted : null })
  const taken = before.sold + before.held
  if (fields.quota !== null && fields.quota < taken) {
    throw badInput('quota', {
      zh: `不能少于已有的 ${taken} 人${before.held > 0 ? `（其中 ${before.held} 人待付款）` : ''}`,
      en: `must not be below the ${taken} who joined${before.held > 0 ? `, ${before.held} of them unpaid` : ''}`,
    })
  }
  const code = fields.code ?? before.code
  await tx`
    update train_classes set ${tx({ ...columnsOf(fields, classType), code })}, revision = revision + 1,
      priced_by = case when ${isOther || fields.price !== before.price} then ${session.accountId} else priced_by end,
      refundable_since = case when ${fields.refundable} and not refundable then moment() else refundable_since end
    where id = ${id}`.catch((error: { constraint_name?: string }) => {
    if (error.constraint_name === 'train_classes_project_id_code_version_key')
      refuse(classRefusals.codeTaken, { code }, 'code')
    throw error
  })
  if (isOtherOffer(fieldsOf(before), fields))
    await endProposals(tx, session, { id, projectId: session.projectId })
  await publish(tx, session, fields)
  await writeCourses(tx, id, fields.courseIds)
  if (before.status === 'on_shelf') await assertPublishable(tx, id, fields.name, { hours: isOther })
  const after = await getManagedClass(tx, session.projectId, id)
  await audit(tx, {
    by: session,
    action: 'class.change',
    subjectKind: 'class',
    subjectId: id,
    before: entryOf(before),
    after: entryOf(after),
  })
  const proposal = isProposed ? { approvalId: await proposePrices(tx, session, after, wanted) } : {}
  return { id, version: after.version, revision: after.revision, ...proposal }
}

async function revise(
  tx: Tx,
  session: ProjectSession,
  old: ManagedClass,
  next: { fields: SettledFields; classType: string; proposed: Prices | null },
): Promise<Edited> {
  if ((await getPublishFacts(tx, old.id)).superseded) refuse(classRefusals.superseded, { name: old.name })
  // The exam belongs to the old version; without one, study would be enough to pass the new version.
  if (await hasExam(tx, old.id)) refuse(classRefusals.examStays, { name: old.name })
  const version = old.version + 1
  const [root] = await tx<{ rootId: string }[]>`select root_id from train_classes where id = ${old.id}`
  const id = await insertClass(tx, session, {
    fields: { ...next.fields, code: old.code },
    classType: next.classType,
    version,
    versionOf: root!.rootId,
    status: old.status,
    from: old,
  })
  await tx`
    update train_classes v set published_at = c.published_at from train_classes c where v.id = ${id} and c.id = ${old.id}`
  if (old.status === 'on_shelf') {
    await assertPublishable(tx, id, next.fields.name, { hours: true })
    await move(tx, session, old, 'unshelve')
  }
  await endProposals(tx, session, { id: old.id, projectId: session.projectId })
  // Anyone who still edits the old version has not seen that there is another.
  await tx`update train_classes set revision = revision + 1 where id = ${old.id}`
  const fresh = await getManagedClass(tx, session.projectId, id)
  await audit(tx, {
    by: session,
    action: 'class.revise',
    subjectKind: 'class',
    subjectId: old.id,
    before: { ...entryOf(old), version: old.version },
    after: { ...entryOf(fresh), version, revision: old.revision + 1 },
  })
  const proposal = next.proposed && { approvalId: await proposePrices(tx, session, fresh, next.proposed) }
  return { id, version, revision: fresh.revision, ...proposal }
}

/**
 * Copies a class with its exam as drafts, without learners, optionally into another category or under another name;
 * the same request sent again gives the copy it made. Refuses (409) its key with another request, and where the copy was
 * deleted since.
 */
export async function copyClass(
  tx: Tx,
  session: ProjectSession,
  id: string,
  change: {
    name?: string | undefined
    categoryId?: string | undefined
    requestKey?: string | undefined
  },
): Promise<{ id: string; withExam: boolean }> {
  const original = await lockManaged(tx, session, id)
  const { requestKey } = change
  const requestHash = copyHashOf(change)
  const made = requestKey === undefined ? null : await findCopy(tx, id, requestKey)
  // A copy of an earlier version has no hash.
  if (made && made.requestHash !== null && made.requestHash !== requestHash)
    refuse(classRefusals.otherCopy, {}, 'requestKey')
  if (made?.deleted) refuse(classRefusals.copyDeleted, {}, 'requestKey')
  if (made) return { id: made.id, withExam: made.withExam }
  const { code, ...copied } = fieldsOf(original)
  const fields = {
    ...copied,
    name: change.name ?? original.name,
    categoryId: change.categoryId ?? original.categoryId,
  }
  await assertCategory(tx, original, fields.categoryId)
  const { courses: _, ...checked } = await checkFields(tx, session.projectId, fields)
  const copyId = await insertClass(tx, session, {
    ...checked,
    version: 1,
    status: 'draft',
    from: original,
    copiedFrom: id,
    request: requestKey,
    ...(requestKey !== undefined && { requestHash }),
  })
  return { id: copyId, withExam: await copyParts(tx, session, id, copyId) }
}
