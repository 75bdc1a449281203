import { type Bilingual, commonRefusals, Refusal, refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import {
  type ApprovalKind,
  applyAlone,
  applyLocked,
  approveLocked,
  assertNotOwn,
  lockPerson,
  mayOf,
  proposeApproval,
  rejectLocked,
  undoLocked,
  withdrawLocked,
} from '../../approval/server/actions.ts'
import { takePersonal } from '../../file/server/actions.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { type CorrectionEffects, correctionRefusals, type Proposal } from '../contract.ts'
import { type CorrectionKind, correctionKinds, type CorrectionStatus, needsSecond } from '../rules.ts'
import { assertLearner, isCertified, type LockedCorrection, lockCorrection } from './data.ts'
import { withEffects } from './effects.ts'
import { correctionApplied } from './messages.ts'
import { applyChange, revert } from './perform.ts'
import { planOf } from './plan.ts'

export { assertLearner, learnerOf } from './data.ts'

const page = '/customer/exception-register'
const rights = { propose: `${page}#correct`, approve: [`${page}#approve`] } as const

/** Returns whether the caller may propose and approve corrections. */
export const powersOf = (session: Session) => mayOf(rights, session)

/** A correction as an approval about a learner, so that it appears in the learner's history. */
const kindOf = (key: CorrectionKind, isCertified = false): ApprovalKind<LockedCorrection> => ({
  ...rights,
  key,
  log: { prefix: 'correction', subjectKind: 'account' },
  second: needsSecond(key, isCertified),
  words: correctionRefusals,
  learner: async (_, { accountId }) => accountId,
  async apply(tx, secrets, session, row) {
    const { result, effects } = await withEffects(tx, row.accountId, () =>
      applyChange(tx, secrets, session, row),
    )
    const { entryId = null, ...sides } = result
    await tx`
      update corrections set entry_id = ${entryId}, effects = ${tx.json(effects as never)} where id = ${row.id}`
    await sendMessage(tx, correctionApplied, row.subjectId, { what: key }, row.id)
    return sides
  },
  async undo(tx, secrets, session, row, why) {
    const { effects } = await withEffects(tx, row.accountId, () => revert(tx, secrets, session, row, why))
    await tx`update corrections set effects = ${tx.json(effects as never)} where id = ${row.id}`
  },
})

/** The kinds of corrections as approvals. */
export const correctionApprovals = correctionKinds.map((key) => kindOf(key))

/** The id of a correction, and whether another than its proposer has to approve it. */
export interface ProposedAs {
  id: string
  second: boolean
}

/**
 * Proposes a change of what is on record about a learner. Refuses (404) one out of scope, (409) while another proposal
 * for the same thing waits, a record of the caller's own, and whatever is no change.
 */
export async function propose(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  accountId: string,
  { change, reason, proof }: Proposal,
  unitField?: string,
): Promise<ProposedAs> {
  await assertLearner(tx, session.scope, accountId)
  await assertNotOwn(tx, session, accountId)
  if (proof !== undefined) {
    const isOwn = await takePersonal(tx, session.accountId, proof, accountId)
    if (!isOwn) refuse(correctionRefusals.proofAbsent, {}, 'proof')
  }
  const plan = await planOf(tx, secrets, session, accountId, change, unitField)
  const { subject: part, title, before, after } = plan
  const [learner] = await tx<{ certified: boolean }[]>`
    select ${isCertified(tx, tx`${accountId}`)} as certified`
  const kind = kindOf(change.kind, learner!.certified)
  const id = await proposeApproval(tx, session, kind, {
    subjectId: accountId,
    part,
    title,
    before,
    after,
    reason,
    proofKey: proof ?? null,
  })
  const seal = (place: 'before_card' | 'after_card', card: string | undefined) =>
    card === undefined ? null : secrets.seal(`corrections.${place}`, id, card)
  await tx`insert into corrections ${tx({
    id,
    accountId,
    beforeCardSealed: seal('before_card', plan.beforeCard),
    afterCardSealed: seal('after_card', plan.afterCard),
  })}`
  return { id, second: kind.second }
}

/** Locks a correction; refuses 404 out of scope. */
const lock = async (tx: Tx, secrets: Secrets, session: Session, id: string): Promise<LockedCorrection> =>
  (await lockCorrection(tx, secrets, session, id)) ?? refuse(commonRefusals.notFound)

/** Ends a savepoint whose changes are only looked at. */
class Previewed extends Error {}

/**
 * Returns what applying a correction now would do: it is applied and rolled back, so that the preview never
 * differs from what follows. Returns the reason if it would be refused.
 */
export async function preview(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
): Promise<{ effects: CorrectionEffects | null; refusal: Bilingual | null }> {
  const row = await lock(tx, secrets, session, id)
  if (row.status !== 'proposed' && row.status !== 'approved') {
    const { settledAlready } = correctionRefusals
    return { effects: null, refusal: { zh: settledAlready.zh, en: settledAlready.en } }
  }
  let found: CorrectionEffects | null = null
  try {
    await tx.savepoint(async (inner) => {
      const { effects } = await withEffects(inner as Tx, row.accountId, () =>
        applyChange(inner as Tx, secrets, session, row),
      )
      found = effects
      throw new Previewed()
    })
  } catch (error) {
    if (error instanceof Refusal)
      return { effects: null, refusal: { zh: error.say('zh'), en: error.say('en') } }
    if (!(error instanceof Previewed)) throw error
  }
  const { certificates, hours } = found!
  // Numbers of what was rolled back mean nothing.
  return {
    effects: { certificates: certificates.map((one) => ({ ...one, current: null })), hours },
    refusal: null,
  }
}

/**
 * Approves a correction and, with `applies`, applies it in the same transaction: both or neither. Refuses (403) the
 * proposer of what takes two people, and (409) whose record it is.
 */
export async function approve(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
  applies: boolean,
): Promise<CorrectionStatus> {
  const row = await lock(tx, secrets, session, id)
  return approveLocked(tx, secrets, session, kindOf(row.kind), row, applies)
}

/**
 * Applies an approved correction. Refuses (409) where the record has changed since it was proposed and whose record it is,
 * and (403) its proposer where only they approved it and it takes two people by now.
 */
export async function apply(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
): Promise<CorrectionStatus> {
  const row = await lock(tx, secrets, session, id)
  return applyLocked(tx, secrets, session, kindOf(row.kind), row)
}

/** Rejects a proposal, for a reason its proposer reads. Refuses (409) whose record it is. */
export async function reject(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
  reason: string,
): Promise<CorrectionStatus> {
  const row = await lock(tx, secrets, session, id)
  return rejectLocked(tx, session, kindOf(row.kind), row, reason)
}

/**
 * Withdraws one's own proposal, or, for those who approve, one that was approved and can no longer be applied. Refuses
 * (409) whose record it is.
 */
export async function withdraw(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
): Promise<CorrectionStatus> {
  const row = await lock(tx, secrets, session, id)
  return withdrawLocked(tx, session, kindOf(row.kind), row)
}

/**
 * Undoes an applied correction, for a reason. Refuses (403) the proposer of what takes two people, and (409) after a day,
 * while something depends on it, and a pass that is given back beyond those of the day.
 */
export async function undo(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
  reason: string,
): Promise<CorrectionStatus> {
  // One after the other, so that the limit of the day counts each pass that is given back.
  await lockPerson(tx, session.accountId)
  const row = await lock(tx, secrets, session, id)
  return undoLocked(tx, secrets, session, kindOf(row.kind), row, reason)
}

/**
 * Puts a learner into another unit: proposed, approved and applied in one step that can be undone like any other.
 * Refuses (404) a learner out of scope, and (422) a unit that is no change or takes nobody new.
 */
export async function correctUnit(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  { accountId, unitId, reason }: { accountId: string; unitId: string; reason: string },
): Promise<string> {
  const change = { kind: 'unit', unitId } as const
  const { id } = await propose(tx, secrets, session, accountId, { change, reason }, 'unitId')
  const row = await lock(tx, secrets, session, id)
  await applyAlone(tx, secrets, session, kindOf(row.kind), row)
  return id
}
