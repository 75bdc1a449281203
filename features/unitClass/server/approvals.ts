import { sayMoment } from '../../../contract/message.ts'
import { yuan } from '../../../contract/money.ts'
import { type Bilingual, type Language, refuse } from '../../../contract/refusal.ts'
import { type Action, audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { mayCall, type Session, wholeProjectOf } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import {
  type ApprovalKind,
  type LockedApproval,
  proposeApproval,
  withdrawWaiting,
} from '../../approval/server/actions.ts'
import { type Extent, extentOf, isSameExtent, payModeNames, unitClassRefusals, widened } from '../rules.ts'
import { findFacts, type UnitClassFacts } from './data.ts'

/** Permission to lower what classes cost. */
const pricing = '/train-manage/class#price'

type PriceSide = Extent & { price: number; unitId: string; classId: string }
type PriceProposal = LockedApproval<PriceSide & Record<string, unknown>> & { before: PriceSide }

/** A value, or what it was and what it becomes. */
const changeOf = (before: string, after: string) => (before === after ? after : `${before} → ${after}`)

const noQuota: Bilingual = { zh: '不限', en: 'unlimited' }

const withStudy: Bilingual = { zh: '与学习期限同时', en: 'with the study period' }

const withClass: Bilingual = { zh: '与班级相同', en: 'as the class' }

/** Places, ways to pay and ends of a proposal, in one language. */
function extentIn(language: Language, before: Extent, after: Extent): string {
  const separator = language === 'zh' ? '、' : ', '
  const parts: readonly (readonly [Bilingual, (extent: Extent) => string])[] = [
    [{ zh: '名额', en: 'places' }, ({ quota }) => (quota === null ? noQuota[language] : String(quota))],
    [
      { zh: '付款方式', en: 'ways to pay' },
      ({ payModes }) => payModes.map((mode) => payModeNames[mode][language]).join(separator),
    ],
    [
      { zh: '下单截止', en: 'orders close' },
      ({ signUpTo }) => (signUpTo === null ? withStudy : sayMoment(signUpTo))[language],
    ],
    [
      { zh: '学习截止', en: 'study ends' },
      ({ studyTo }) => (studyTo === null ? withClass : sayMoment(studyTo))[language],
    ],
  ]
  return parts
    .map(([name, of]) => `${name[language]} ${changeOf(of(before), of(after))}`)
    .join(language === 'zh' ? '；' : '; ')
}

const lockUnitClass = (tx: Tx, id: string) => tx`select from unit_classes where id = ${id} for no key update`

/**
 * A price for one unit below what its terms give, for so many places, these ways to pay and until these ends. Nobody but the
 * unit sees it, and people are ordered at it as soon as it holds, so it is never undone: another is set.
 */
export const unitPriceKind: ApprovalKind<PriceProposal> = {
  key: 'unitPrice',
  log: { prefix: 'approval', subjectKind: 'unitClass' },
  second: true,
  propose: pricing,
  approve: ['/customer/exception-register#approve', pricing],
  words: approvalRefusals,
  lock: lockUnitClass,
  describe({ title, ...sides }) {
    const { before, after } = sides as unknown as Record<'before' | 'after', PriceSide>
    const price = changeOf(`¥${yuan(before.price)}`, `¥${yuan(after.price)}`)
    return {
      zh: `单位班级“${title}”：每人单价 ${price}，低于单位的培训类别价格；${extentIn('zh', before, after)}`,
      en: `Unit class “${title}”: price a head ${price}, below the unit’s terms; ${extentIn('en', before, after)}`,
    }
  },
  async apply(tx, _secrets, session, row) {
    wholeProjectOf(session)
    const { id, before, after } = { ...row, id: row.subjectId }
    const facts = await findFacts(tx, id)
    const stands =
      facts?.price === before.price &&
      facts.unitId === before.unitId &&
      facts.classId === before.classId &&
      isSameExtent(facts, before) &&
      (after.quota === null || after.quota >= facts.taken)
    if (!stands) refuse(approvalRefusals.changedSince)
    const { price } = after
    await tx`
      update unit_classes set ${tx({ ...extentOf(after), price, approved: true, byUnit: false })}, revision = revision + 1
      where id = ${id}`
    await audit(tx, {
      by: session,
      action: 'unitClass.change',
      subjectKind: 'unitClass',
      subjectId: id,
      before: { ...extentOf(before), price: before.price },
      after: { ...extentOf(after), price, revision: facts.revision + 1 },
    })
    return {}
  },
}

/** Refuses (403) a price below the terms of a unit, or more at one, by somebody who may not lower prices. */
export function assertMayPrice(session: Session, field: 'price' | keyof Extent): void {
  if (mayCall(session, pricing)) return
  refuse(field === 'price' ? unitClassRefusals.priceBelow : unitClassRefusals.widerBelow, {}, field)
}

/**
 * Proposes to a second person a price a head of a locked unit class, with the places, ways to pay and end it is for. Refuses
 * (409) while another waits.
 */
export async function proposePrice(
  tx: Tx,
  session: Session,
  facts: UnitClassFacts,
  wanted: Extent & { price: number },
): Promise<void> {
  const { id, name, unitName, unitId, classId, price } = facts
  const of = { unitId, classId }
  await proposeApproval(tx, session, unitPriceKind as ApprovalKind, {
    subjectId: id,
    title: `${name} · ${unitName}`,
    before: { ...of, ...extentOf(facts), price, count: 0, names: [] },
    after: { ...of, ...wanted },
    reason: 'unitClass.price',
    field: wanted.price < price ? 'price' : (widened(facts, wanted) ?? 'price'),
  })
}

/** Ends what is proposed about the prices of locked unit classes that are others now, or gone. */
export const endProposals = (
  tx: Tx,
  by: Action['by'],
  classes: readonly Pick<UnitClassFacts, 'id' | 'projectId'>[],
): Promise<void> =>
  withdrawWaiting(
    tx,
    by,
    classes.map(({ id: subjectId, projectId }) => ({ projectId, subjectKind: 'unitClass', subjectId })),
    'unitClass.changed',
  )

/** Ends what is proposed about the prices of the unit classes of a class that is another now, or gone. */
export async function endProposalsOf(tx: Tx, by: Action['by'], classId: string): Promise<void> {
  const waiting = await tx<Pick<UnitClassFacts, 'id' | 'projectId'>[]>`
    select u.id, u.project_id from unit_classes u join approvals p on p.subject_id = u.id
    where u.class_id = ${classId} and p.kind = ${unitPriceKind.key} and p.status = 'proposed' order by u.id for no key update of u`
  await endProposals(tx, by, waiting)
}
