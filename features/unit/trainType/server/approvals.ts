import { type Bilingual, refuse } from '../../../../contract/refusal.ts'
import type { Tx } from '../../../../server/db.ts'
import { type ProjectSession, wholeProjectOf } from '../../../../server/session.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { type ApprovalKind, type LockedApproval, proposeApproval } from '../../../approval/server/actions.ts'
import type { Terms, UnitTrainType } from '../contract.ts'
import { defaultTerms, type NamedTerms, sayChange } from '../rules.ts'
import { listTerms, nameCategories, termsByType } from './data.ts'
import { bare, isSame, writeTerms } from './edit.ts'

/** Permission to change the terms of units. */
const changing = '/unit-manage/list#terms'

interface Before {
  terms: NamedTerms
  /** They are the unit's own, and not those of one above. */
  own: boolean
  type: Bilingual
}
interface After {
  terms: NamedTerms
  /** The unit goes back to what it inherits. */
  inherits: boolean
}
type TermsProposal = LockedApproval<Before & Record<string, unknown>> & { after: After }

/**
 * Terms of a unit for a class type by which a class may cost less, or more may be bought at a price below the listed one.
 * They are never undone: others are set, and higher ones take one person.
 */
export const unitTermsKind: ApprovalKind<TermsProposal> = {
  key: 'unitTerms',
  log: { prefix: 'approval', subjectKind: 'unit' },
  second: true,
  propose: changing,
  approve: ['/customer/exception-register#approve', changing],
  words: approvalRefusals,
  lock: (tx, id) => tx`select from units where id = ${id} for no key update`,
  describe({ title, ...sides }) {
    const { before, after } = sides as unknown as { before: Before; after: After }
    const change = sayChange(before.terms, after.terms)
    const [zh, en] = after.inherits ? ['改为沿用上级，', 'inherit from above, '] : ['', '']
    return {
      zh: `单位“${title}”的${before.type.zh}培训类别：${zh}${change.zh}`,
      en: `Terms of unit “${title}” for ${before.type.en}: ${en}${change.en}`,
    }
  },
  async apply(tx, _secrets, session, { subjectId: unitId, part: classType, before, after }) {
    const approver = wholeProjectOf(session)
    const [now] = await listTerms(tx, session.scope, [unitId], classType)
    const stands = now && isSame(now, before.terms) && (now.fromId === unitId) === before.own
    if (!stands) refuse(approvalRefusals.changedSince)
    const next = after.inherits ? await inheritedTerms(tx, now) : after.terms
    if (!isSame(next, after.terms)) refuse(approvalRefusals.changedSince)
    await writeTerms(tx, approver, now, after.inherits ? null : bare(next))
    return {}
  },
}

/** Terms that a unit has for a class type where it has none of its own. */
export const inheritedTerms = async (
  tx: Tx,
  { unitId, classType }: Pick<UnitTrainType, 'unitId' | 'classType'>,
): Promise<Terms> => (await termsByType(tx, unitId, { above: true })).get(classType) ?? defaultTerms

/** Proposes terms of a locked unit to a second person; null goes back to those it inherits. */
export async function proposeTerms(
  tx: Tx,
  session: ProjectSession,
  now: UnitTrainType,
  { next, inherited, type, field }: { next: Terms | null; inherited: Terms; type: Bilingual; field: string },
): Promise<string> {
  const { unitId, unitName, classType, categoryNames } = now
  const after = next ?? inherited
  const names = await nameCategories(tx, session.projectId, after.categoryIds)
  const own = now.fromId === unitId
  return proposeApproval(tx, session, unitTermsKind as ApprovalKind, {
    subjectId: unitId,
    part: classType,
    title: unitName,
    before: { count: 0, names: [], type, own, terms: { ...bare(now), categoryNames } },
    after: { inherits: next === null, terms: { ...after, categoryNames: names } },
    reason: 'unit.terms',
    field,
  })
}
