import { type Static, Type } from 'typebox'
import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import { type Db, rowsOf, type Tx } from '../../../../server/db.ts'
import { badInput } from '../../../../server/input.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { isClosed, lockUnit } from '../../server/data.ts'
import { Terms, trainTypeRefusals, type UnitObstacle } from '../contract.ts'
import { defaultTerms, groupObstacle, payableOf, type Priced, readTerms, termsObstacle } from '../rules.ts'
import { listCategories, listClassTypes, listTerms } from './data.ts'

const BuyingRow = Type.Object({
  id: Type.String(),
  closed: Type.Boolean(),
  unconfirmed: Type.Boolean(),
  today: Type.String(),
  terms: Type.Array(
    Type.Object({
      classType: Type.String(),
      ...Terms.properties,
      categoryIds: Type.Array(Type.String()),
      /** The categories named and all below them. */
      reached: Type.Array(Type.String()),
    }),
  ),
})

/** A class as the terms of a unit judge it. */
export interface Sold extends Priced {
  classType: string
  categoryId: string
}

/** Offer for the people of a unit: what they may buy, and at what price. */
export interface Buying {
  /** Price to be paid, in fen. */
  payable(sold: Sold): number
  /** Reason for which it may not be bought, or null. */
  obstacle(sold: Sold): UnitObstacle | null
  /** True if it would cost less once it is confirmed that the learner belongs to the unit. */
  awaitsUnit(sold: Sold): boolean
  /** Reason for which the unit may not buy it for its people, or null. */
  groupObstacle(sold: Sold): ReturnType<typeof groupObstacle>
  /** Class types of which nothing is shown, and those of which some categories are, with the ids of these. */
  readonly hiddenTypes: readonly string[]
  readonly limitedTypes: readonly string[]
  readonly shownCategories: readonly string[]
}

const everything: Buying = {
  payable: ({ price }) => price,
  obstacle: () => null,
  awaitsUnit: () => false,
  groupObstacle: () => null,
  hiddenTypes: [],
  limitedTypes: [],
  shownCategories: [],
}

/**
 * Finds what the people of a unit may buy at this moment; without a unit everything at its own price. So may a learner
 * who is still to be confirmed in the unit.
 */
export async function findBuying(
  db: Db,
  unitId: string | null,
  learnerId: string | null = null,
): Promise<Buying> {
  if (unitId === null) return everything
  return (await findBuyings(db, [unitId], learnerId)).get(unitId) ?? everything
}

/** Finds the same of several units, by their ids. */
export async function findBuyings(
  db: Db,
  unitIds: readonly string[],
  learnerId: string | null = null,
): Promise<ReadonlyMap<string, Buying>> {
  const rows = await db`
    select u.id, ${isClosed(db)} as closed, exists (
      select from accounts l where l.id = ${learnerId} and l.unit_id = u.id and is_unconfirmed(l)) as unconfirmed,
      to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today, coalesce((
      select json_agg(json_build_object('classType', t.class_type, 'open', t.open, 'priceMode', t.price_mode,
        'rate', t.rate, 'hourPrice', t.hour_price, 'paymentMode', t.payment_mode, 'validFrom', t.valid_from,
        'validTo', t.valid_to, 'categoryIds', t.category_ids, 'reached', array(
          with recursive below as (
            select unnest(t.category_ids) as id
            union select g.id from class_categories g join below on g.parent_id = below.id)
          select id from below)))
      from terms_of(u.id) t), '[]') as terms
    from units u where u.id = any(${[...unitIds]}::uuid[])`
  return new Map(rowsOf(BuyingRow, rows).map((row) => [row.id, buyingOf(row)]))
}

function buyingOf(row: Static<typeof BuyingRow>): Buying {
  const byType = new Map(row.terms.map((terms) => [terms.classType, terms]))
  const termsOf = (classType: string) => byType.get(classType) ?? { ...defaultTerms, reached: [] as string[] }
  const payable = (sold: Sold) => payableOf(termsOf(sold.classType), sold)
  const open = row.terms.filter((terms) => terms.open)
  const limited = open.filter((terms) => terms.categoryIds.length > 0)
  const judge = <O>(by: (...given: Parameters<typeof termsObstacle>) => O, sold: Sold) => {
    if (row.closed) return 'unit_disabled'
    const terms = termsOf(sold.classType)
    const inCategory = terms.categoryIds.length === 0 || terms.reached.includes(sold.categoryId)
    return by(terms, { today: row.today, inCategory, payable: payable(sold) })
  }
  if (row.unconfirmed) {
    const awaitsUnit = (sold: Sold) => judge(termsObstacle, sold) === null && payable(sold) < sold.price
    return { ...everything, awaitsUnit }
  }
  return {
    payable,
    awaitsUnit: () => false,
    obstacle: (sold) => judge(termsObstacle, sold),
    groupObstacle: (sold) => judge(groupObstacle, sold),
    hiddenTypes: row.terms.filter((terms) => !terms.open).map((terms) => terms.classType),
    limitedTypes: limited.map((terms) => terms.classType),
    shownCategories: limited.flatMap((terms) => terms.reached),
  }
}

const missing = {
  rate: { zh: '请填写折扣', en: 'is required for a discount' },
  hourPrice: { zh: '请填写每学时价格', en: 'is required for a price per hour' },
  validTo: { zh: '结束日期不能早于开始日期', en: 'must not be before the first day' },
}

/**
 * Gives units terms for class types: each its present ones with the change over them; null makes them inherit those
 * above.
 */
export async function changeTerms(
  tx: Tx,
  session: ProjectSession,
  input: {
    unitIds: readonly string[]
    classTypes: readonly string[]
    change: Partial<Terms> | null
    /** The path of the change in the input, to name the wrong field. */
    field: string
  },
): Promise<number> {
  const { scope, projectId } = session
  // All or none, in one order, so that two of these never wait for each other in a circle.
  for (const id of [...input.unitIds].sort()) await lockUnit(tx, scope, id)
  const known = new Set((await listClassTypes(tx, projectId)).map((type) => type.key))
  let changed = 0
  for (const classType of input.classTypes) {
    if (!known.has(classType)) refuse(trainTypeRefusals.typeUnknown, {}, 'classType')
    await assertCategories(tx, projectId, classType, input)
    for (const now of await listTerms(tx, scope, input.unitIds, classType)) {
      changed += await writeTerms(tx, session, now, input)
    }
  }
  return changed
}

async function assertCategories(
  tx: Tx,
  projectId: string,
  classType: string,
  input: { change: Partial<Terms> | null; field: string },
): Promise<void> {
  const named = input.change?.categoryIds ?? []
  if (named.length === 0) return
  const known = new Set((await listCategories(tx, projectId, classType)).map(({ id }) => id))
  if (named.some((id) => !known.has(id))) {
    refuse(trainTypeRefusals.categoryUnknown, {}, `${input.field}.categoryIds`)
  }
}

/** Only the terms that apply to a unit. */
const bare = (now: Terms): Terms =>
  Object.fromEntries(
    Object.keys(defaultTerms).map((key) => [key, now[key as keyof Terms]]),
  ) as unknown as Terms

async function writeTerms(
  tx: Tx,
  session: ProjectSession,
  now: Awaited<ReturnType<typeof listTerms>>[number],
  { change, field }: { change: Partial<Terms> | null; field: string },
): Promise<number> {
  const { unitId, classType } = now
  const own = now.fromId === unitId
  const before = bare(now)
  if (change === null && !own) return 0
  const next = change === null ? null : readTerms({ ...before, ...change })
  if (next && 'missing' in next) throw badInput(`${field}.${next.missing}`, missing[next.missing])
  if (own && next && JSON.stringify(next) === JSON.stringify(before)) return 0
  await (next
    ? tx`
      insert into unit_train_types ${tx({ unitId, classType, ...next } as never)}
      on conflict (unit_id, class_type) do update set open = excluded.open, price_mode = excluded.price_mode,
        rate = excluded.rate, hour_price = excluded.hour_price, payment_mode = excluded.payment_mode,
        valid_from = excluded.valid_from, valid_to = excluded.valid_to, category_ids = excluded.category_ids,
        updated_at = moment()`
    : tx`delete from unit_train_types where unit_id = ${unitId} and class_type = ${classType}`)
  await audit(tx, {
    by: session,
    action: next ? 'unit.terms' : 'unit.inheritTerms',
    subjectKind: 'unit',
    subjectId: unitId,
    before: { classType, ...before },
    after: { classType, ...next },
  })
  return 1
}

/** Takes the terms of its own from a unit that is there no more. */
export async function dropTerms(tx: Tx, unitId: string): Promise<void> {
  await tx`delete from unit_train_types where unit_id = ${unitId}`
}
