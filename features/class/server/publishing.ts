import { Refusal, Refusals, type RefusalWords, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { classRefusals, type ManagedClass } from '../contract.ts'
import { classLifecycle, hoursBeyondContent, publishProblems } from '../rules.ts'
import { endProposals } from './approvals.ts'
import { countLearners, countOrdered, countReturning, getPublishFacts, lockManaged } from './data.ts'

/** Refuses (409) a class that cannot be published; its hours are checked only where they are published. */
export async function assertPublishable(
  tx: Tx,
  id: string,
  name: string,
  judge: { hours: boolean },
): Promise<void> {
  const { settings, ...facts } = await getPublishFacts(tx, id)
  if (facts.superseded) refuse(classRefusals.superseded, { name })
  const { hideElective, minutesPerHour, hourTolerance } = settings
  const isBound = judge.hours && hourTolerance !== null
  const beyond = isBound ? hoursBeyondContent(facts, facts, minutesPerHour, hourTolerance) : null
  const [first, ...others] = publishProblems({
    ...facts,
    hideElective: judge.hours && hideElective,
    beyondContent: beyond !== null,
  })
  if (!first) return
  const values = {
    name,
    ...(beyond && {
      hours: (beyond.hoursTenths / 10).toFixed(1),
      content: (beyond.contentTenths / 10).toFixed(1),
      tolerance: hourTolerance!,
    }),
  }
  const problem = (words: RefusalWords) => new Refusal(words, values)
  throw new Refusals([problem(first), ...others.map(problem)])
}

/** Takes a class to its next status, with its entry in the log. */
export async function move(
  tx: Tx,
  session: ProjectSession,
  managed: ManagedClass,
  event: 'shelve' | 'unshelve' | 'delete',
): Promise<void> {
  const status = classLifecycle.next(managed.status, event)
  // A draft has a price from now on, by who publishes it.
  const publisherId = managed.status === 'draft' && event === 'shelve' ? session.accountId : null
  const priced = publisherId === null ? {} : { pricedBy: publisherId }
  const firstDay =
    event === 'shelve'
      ? tx`coalesce(published_at, moment())`
      : tx`case when not is_first_day(published_at) then published_at end`
  await tx`
    update train_classes set ${tx({ status, ...priced })}, published_at = ${firstDay} where id = ${managed.id}`
  await audit(tx, {
    by: session,
    action: `class.${event}`,
    subjectKind: 'class',
    subjectId: managed.id,
    before: { status: managed.status },
    after: { status },
  })
}

/** Publishes or unpublishes a class. Refuses (409) until courses, videos, hours and dates are there. */
export async function setPublished(
  tx: Tx,
  session: ProjectSession,
  id: string,
  onShelf: boolean,
): Promise<void> {
  const managed = await lockManaged(tx, session, id)
  await move(tx, session, managed, onShelf ? 'shelve' : 'unshelve')
  if (onShelf) await assertPublishable(tx, id, managed.name, { hours: true })
}

/**
 * Deletes a class. Refuses (409) a newer version that was published, and while a learner holds a place or may come back by the undo of a transfer, or a place
 * is ordered that is not open yet.
 */
export async function deleteClass(tx: Tx, session: ProjectSession, id: string): Promise<void> {
  const managed = await lockManaged(tx, session, id)
  if (managed.version > 1 && managed.status !== 'draft')
    refuse(classRefusals.newerVersion, { name: managed.name })
  const enrolments = await countLearners(tx, id)
  const orders = await countOrdered(tx, id)
  if (enrolments + orders > 0) refuse(classRefusals.inUse, { name: managed.name, enrolments, orders })
  const returning = await countReturning(tx, id)
  if (returning > 0) refuse(classRefusals.mayReturn, { name: managed.name, count: returning })
  await move(tx, session, managed, 'delete')
  await endProposals(tx, session, { id, projectId: session.projectId })
}
