import { commonRefusals, Refusal, refuse } from '../../../contract/refusal.ts'
import { type Action, auditAll } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { assertSeat, lockClasses, type LockedClass, takeSeats } from '../../class/seat/server/actions.ts'
import { enrolmentRefusals, type EnrolmentSource, type EnrolmentStatus } from '../contract.ts'
import { enrolmentLifecycle, isPromised } from '../rules.ts'

export interface NewEnrolment {
  projectId: string
  accountId: string
  classId: string
  source: EnrolmentSource
  /** The order item, import row or transfer it came from; null when the learner simply joined. */
  sourceId: string | null
  /** The actor; null for the system, as when a payment arrives. */
  by: Action['by']
  /** A place in the class is held for it already, as by an order that waited. */
  held?: boolean
  /** A place the learner has already in another class, which staff move: neither published nor open for sign-up. */
  moved?: boolean
  /** The end of its study at the latest, where it ends before the class. */
  until?: string | null
  /** An application takes its place before it is decided; active otherwise. */
  status?: 'applied' | 'active'
}

/** A live enrolment in the class that is wanted, or in another version of it. */
interface Existing {
  id: string
  accountId: string
  classId: string
  rootId: string
  status: EnrolmentStatus
  name: string
}

/** An enrolment that may be opened: in the place of an approved application, or new. */
interface Opening {
  fresh: NewEnrolment
  approvedId: string | null
  held: number
  expiresAt: string | null
  /** Leaves its place to others again, before anything is written. */
  withdraw: () => void
}

/** Locks learners' enrolments in some classes, and the classes: learners first, classes last, each by id. */
async function lockAll(tx: Tx, all: readonly NewEnrolment[]) {
  const classIds = [...new Set(all.map(({ classId }) => classId))]
  const accountIds = [...new Set(all.map(({ accountId }) => accountId))]
  // A learner is in one version of a class: who joins two at once takes turns here.
  await tx`select from accounts where id = any(${accountIds}::uuid[]) order by id for no key update`
  const existing = await tx<Existing[]>`
    select e.id, e.account_id, e.class_id, v.root_id, e.status, v.name
    from train_classes v join enrolments e on e.class_id = v.id
    where v.root_id in (select root_id from train_classes where id = any(${classIds}::uuid[]))
      and e.account_id = any(${accountIds}::uuid[]) and is_live(e.status)
    order by e.id for no key update of e`
  return { existing, classes: await lockClasses(tx, classIds) }
}

/** Returns the earlier of two moments; null where there is neither. */
const earlier = (one: string | null, other: string | null) =>
  one === null || other === null ? (one ?? other) : Date.parse(one) <= Date.parse(other) ? one : other

type Undecided = 'applied' | 'approved'

/** True of an application that is reviewed or waits to be paid: nobody can study by it yet. */
const isUndecided = <E extends { status: EnrolmentStatus }>(there: E): there is E & { status: Undecided } =>
  there.status === 'applied' || there.status === 'approved'

/** Decides who may be put into which of some locked classes, one after the other, so that the last place goes once. */
function admissions(existing: readonly Existing[], classes: ReadonlyMap<string, LockedClass>) {
  const left = new Map([...classes].map(([id, found]) => [id, { ...found }]))
  const keyOf = (accountId: string, rootId: string) => `${accountId} ${rootId}`
  const live = new Map<string, readonly Pick<Existing, 'id' | 'classId' | 'status' | 'name'>[]>(
    Map.groupBy(existing, ({ accountId, rootId }) => keyOf(accountId, rootId)),
  )

  function admit(fresh: NewEnrolment): Opening {
    const found = left.get(fresh.classId)
    if (found?.projectId !== fresh.projectId) refuse(commonRefusals.notFound)
    const key = keyOf(fresh.accountId, found.rootId)
    const there = live.get(key) ?? []
    const other = there.find(({ classId }) => classId !== fresh.classId)
    if (other && isUndecided(other)) refuse(enrolmentRefusals.otherApplied, { name: found.name })
    if (other) refuse(enrolmentRefusals.otherVersion, { name: other.name })
    const own = there[0]
    const isApproved = own?.status === 'approved' && fresh.status !== 'applied'
    if (own && !isApproved) {
      const words = isUndecided(own) ? enrolmentRefusals[own.status] : enrolmentRefusals.alreadyJoined
      refuse(words, { name: found.name })
    }
    const held = Number(isApproved) + Number(fresh.held === true)
    const promised = isPromised(fresh.source) || isApproved || fresh.moved === true
    assertSeat(found, { promised, held })
    found.sold++
    found.held -= held
    const { name } = found
    const expiresAt = earlier(found.expiresAt, fresh.until ?? null)
    live.set(key, [{ id: '', classId: fresh.classId, status: 'active', name }])
    const withdraw = () => {
      found.sold--
      found.held += held
      live.set(key, there)
    }
    return { fresh, approvedId: isApproved ? own.id : null, held, expiresAt, withdraw }
  }

  /** All of a group or, with the reason against one of them, none. */
  return (group: readonly NewEnrolment[]): Opening[] | Refusal => {
    const openings: Opening[] = []
    try {
      for (const fresh of group) openings.push(admit(fresh))
      return openings
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const { withdraw } of openings.toReversed()) withdraw()
      return error
    }
  }
}

/** Writes what was admitted; gives the enrolments' ids in its order. */
async function write(tx: Tx, openings: readonly Opening[]): Promise<string[]> {
  const admitted = enrolmentLifecycle.next('approved', 'admit')
  const rows = openings.map(({ fresh, approvedId, expiresAt }) => {
    const { projectId, accountId, classId, source, sourceId, status = 'active' } = fresh
    return { id: approvedId, projectId, accountId, classId, source, sourceId, status, expiresAt }
  })
  const made = await tx<{ id: string; accountId: string; classId: string }[]>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${tx.json(rows as never)}) as w (id uuid, "projectId" uuid, "accountId" uuid,
        "classId" uuid, source text, "sourceId" uuid, status text, "expiresAt" timestamptz)),
    admitted as (
      update enrolments e set status = ${admitted}, source = w.source, source_id = w."sourceId",
        expires_at = w."expiresAt", pay_until = null
      from wanted w where e.id = w.id)
    insert into enrolments (project_id, account_id, class_id, source, source_id, status, expires_at)
    select "projectId", "accountId", "classId", source, "sourceId", status, "expiresAt" from wanted where id is null
    returning id, account_id, class_id`
  const idOf = new Map(made.map(({ id, accountId, classId }) => [`${accountId} ${classId}`, id]))
  const taken = new Map<string, { classId: string; sold: number; held: number }>()
  for (const { fresh, held } of openings) {
    const { classId } = fresh
    const before = taken.get(classId) ?? { classId, sold: 0, held: 0 }
    taken.set(classId, { classId, sold: before.sold + 1, held: before.held + held })
  }
  await takeSeats(tx, [...taken.values()])
  const ids = rows.map(({ id, accountId, classId }) => id ?? idOf.get(`${accountId} ${classId}`)!)
  await auditAll(
    tx,
    rows.map(
      ({ id, projectId, accountId, classId, source, sourceId, status }, n): Action => ({
        by: openings[n]!.fresh.by,
        projectId,
        subjectKind: 'enrolment',
        subjectId: ids[n]!,
        ...(id === null
          ? {
              action: status === 'applied' ? 'enrolment.apply' : 'enrolment.open',
              after: { accountId, classId, source, sourceId, status },
            }
          : {
              action: 'enrolment.admit',
              before: { status: 'approved' },
              after: { status: admitted, source, sourceId },
            }),
      }),
    ),
  )
  return ids
}

/**
 * Puts learners into classes, each group whole or not at all, as the places of one order: the ids of its enrolments, or
 * the refusal of one of them, of which nothing is written. An approved application becomes the enrolment. Refused (409)
 * is who has a live enrolment in the class or in another version of it, and who finds no place free or held, the study
 * period over or, unless the place is moved or comes from a paid order or batch, the class not published or outside its
 * sign-up time; (404) a class of another project. So many are opened by as many statements as one.
 */
export async function openTogether(
  tx: Tx,
  groups: readonly (readonly NewEnrolment[])[],
): Promise<(string[] | Refusal)[]> {
  const all = groups.flat()
  if (all.length === 0) return groups.map(() => [])
  const { existing, classes } = await lockAll(tx, all)
  const decide = admissions(existing, classes)
  const decided = groups.map(decide)
  const openings = decided.flatMap((group) => (group instanceof Refusal ? [] : group))
  const ids = openings.length > 0 ? await write(tx, openings) : []
  let next = 0
  return decided.map((group) => (group instanceof Refusal ? group : group.map(() => ids[next++]!)))
}

/** Puts one learner into a class and gives the enrolment's id; refuses as `openTogether` says. */
export async function openEnrolment(tx: Tx, fresh: NewEnrolment): Promise<string> {
  const [opened] = await openTogether(tx, [[fresh]])
  if (opened instanceof Refusal) throw opened
  return opened![0]!
}
