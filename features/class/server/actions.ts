import { randomBytes } from 'node:crypto'
import { digitsOf, spokenCode } from '../../../contract/spokenCode.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Fragment, Tx } from '../../../server/db.ts'
import { inheritPrice, lockPerson, recordFormerPrice } from '../../approval/server/actions.ts'
import { publishPictures } from '../../file/server/actions.ts'
import { badInput } from '../../../server/input.ts'
import { assertCurrent } from '../../../server/revision.ts'
import { mayCall, type ProjectSession } from '../../../server/session.ts'
import { assertCategory } from '../category/server/actions.ts'
import { copyHashOf, copyParts } from './copy.ts'
import {
  classCalls,
  type ClassFields,
  classRefusals,
  type ManagedClass,
  type SettledFields,
} from '../contract.ts'
import { isOtherContent, isOtherInterval, priceProblem } from '../rules.ts'
import {
  countLearners,
  countAgreedPrices,
  countReturning,
  countUnpaidOrders,
  findCopy,
  findCreated,
  getManagedClass,
  getPublishFacts,
  hasExam,
  lockClass,
  lockManaged,
} from './data.ts'
import { classEdits } from './edits.ts'
import { assertHours, assertInterval, checkFields, columnsOf, fieldsOf } from './fields.ts'
import { countRaise } from './price.ts'
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
    from?: Pick<ManagedClass, 'id' | 'price'>
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
  if (fresh.from) {
    const shown = { isShown: fresh.status === 'on_shelf', isVersion: fresh.versionOf !== undefined }
    await inheritPrice(tx, id, { ...fresh.from, ...shown, by: session.accountId })
  }
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
 * whatever the project does not have, and a code in use.
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
    const made = await findCreated(tx, projectId, requestKey)
    if (made) return changeClass(tx, session, made.id, made.revision, fields)
  }
  const { courses, ...checked } = await checkFields(tx, projectId, fields)
  assertHours(checked.fields, courses)
  await assertInterval(tx, projectId, fields)
  const id = await insertClass(tx, session, { ...checked, version: 1, status: 'draft', request: requestKey })
  return { id, version: 1, revision: 1 }
}

/** Result of an edit: the class itself, or its new version. */
type Edited = { id: string; version: number; revision: number }

/**
 * Changes a class as it was read at a revision; refuses (409) an older one. When learners hold places or may still come
 * back, or unpaid orders wait, and hours, year, type or courses differ, a new version is published in its place; those
 * learners and orders keep the old one. Refuses (409) what would leave a published class incomplete, and (403) another
 * price of one that was published by who may not change prices.
 */
export async function changeClass(
  tx: Tx,
  session: ProjectSession,
  id: string,
  revision: number | undefined,
  given: ClassFields,
): Promise<Edited> {
  await lockPerson(tx, session.accountId)
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
  await lockPerson(tx, session.accountId)
  const before = await lockManaged(tx, session, id)
  await edit(tx, session, before, revision ?? before.revision, { ...fieldsOf(before), ...changes })
}

/** Permission to change what published classes cost. */
const pricing = classCalls.batchModifyClassAmount.allow

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
 * True if what a class gives is fixed: it has learners, or an unpaid order, whose learner gets the version that was sold, or
 * learners who come back as soon as their transfer is undone, or a price for one unit that two people agreed for it.
 */
async function isFixed(tx: Tx, id: string): Promise<boolean> {
  const counts = [countLearners, countUnpaidOrders, countReturning, countAgreedPrices]
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
  const { fields, classType, courses } = await checkFields(tx, session.projectId, given)
  assertPrice(session, before, fields)
  await assertCategory(tx, before, fields.categoryId)
  await countRaise(tx, session, before, fields.price)
  const isOther = isOtherContent(before, { ...fields, classType })
  // Hours that were let through once are judged again when they, or the courses, are changed.
  if (isOther) assertHours(fields, courses)
  // A class that the project's settings came to contradict is still edited: its own bound holds.
  if (isOtherInterval(before, fields)) await assertInterval(tx, session.projectId, fields)
  if (isOther && (await isFixed(tx, id))) return revise(tx, session, before, { fields, classType })
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
  if (before.status !== 'draft' && fields.price !== before.price)
    await recordFormerPrice(tx, id, {
      price: before.price,
      isShown: before.status === 'on_shelf',
      by: session.accountId,
    })
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
  return { id, version: after.version, revision: after.revision }
}

async function revise(
  tx: Tx,
  session: ProjectSession,
  old: ManagedClass,
  next: { fields: SettledFields; classType: string },
): Promise<Edited> {
  if ((await getPublishFacts(tx, old.id)).superseded) refuse(classRefusals.superseded, { name: old.name })
  // The exam belongs to the old version; without one, study would be enough to pass the new version.
  if (await hasExam(tx, old.id)) refuse(classRefusals.examStays, { name: old.name })
  const version = old.version + 1
  const [root] = await tx`select root_id from train_classes where id = ${old.id}`
  const id = await insertClass(tx, session, {
    fields: { ...next.fields, code: old.code },
    classType: next.classType,
    version,
    versionOf: root!.rootId as string,
    status: old.status,
    from: old,
  })
  if (old.status === 'on_shelf') {
    await assertPublishable(tx, id, next.fields.name, { hours: true })
    await move(tx, session, old, 'unshelve')
  }
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
  return { id, version, revision: fresh.revision }
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

/**
 * Writes columns of a class that nothing else of it depends on, as it was read at a revision or without one as it is
 * now: for thousands of classes, none of them is read and checked as a whole.
 */
async function writeColumns(
  tx: Tx,
  session: ProjectSession,
  { id, revision }: { id: string; revision?: number | undefined },
  columns: Partial<Pick<ClassFields, 'price' | 'originalPrice' | 'sort'>>,
): Promise<void> {
  await lockClass(tx, session.scope, id)
  const [row] = await tx<
    Pick<ManagedClass, 'name' | 'status' | 'revision' | 'price' | 'originalPrice' | 'sort'>[]
  >`
    select name, status, revision, price, original_price, sort from train_classes where id = ${id}`
  const before = row!
  await assertCurrent(tx, classEdits, { id, ...before }, revision ?? before.revision)
  if (columns.price !== undefined) await countRaise(tx, session, { id, ...before }, columns.price)
  const isPriced = columns.price !== undefined && columns.price !== before.price
  const written = { ...columns, ...(isPriced && { pricedBy: session.accountId }) }
  await tx`update train_classes set ${tx(written)}, revision = revision + 1 where id = ${id}`
  if (isPriced && before.status !== 'draft')
    await recordFormerPrice(tx, id, {
      price: before.price,
      isShown: before.status === 'on_shelf',
      by: session.accountId,
    })
  const names = Object.keys(columns) as (keyof typeof columns)[]
  await audit(tx, {
    by: session,
    action: 'class.change',
    subjectKind: 'class',
    subjectId: id,
    before: { ...Object.fromEntries(names.map((name) => [name, before[name]])), revision: before.revision },
    after: { ...columns, revision: before.revision + 1 },
  })
}

/** Sets the price of a class. Refuses (422) an original price below it, and (409) what `countRaise` names. */
export async function setPrice(
  tx: Tx,
  session: ProjectSession,
  row: { id: string; revision?: number | undefined },
  prices: Pick<ClassFields, 'price' | 'originalPrice'>,
): Promise<void> {
  const problem = priceProblem(prices)
  if (problem) throw badInput(problem.field, problem)
  await lockPerson(tx, session.accountId)
  await writeColumns(tx, session, row, prices)
}

/**
 * Sets the places of classes in the catalogue, each as it was read at a revision. Refuses as a whole: 404 when one is
 * not the caller's to change, 409 when one was edited meanwhile.
 */
export async function sortClasses(
  tx: Tx,
  session: ProjectSession,
  items: readonly { id: string; revision: number; sort: number }[],
): Promise<void> {
  for (const { sort, ...row } of [...items].sort((a, b) => (a.id < b.id ? -1 : 1)))
    await writeColumns(tx, session, row, { sort })
}
