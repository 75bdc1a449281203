import { type Static, Type } from 'typebox'
import { type Db, rowsOf } from '../../../../server/db.ts'
import { isClosed } from '../../server/data.ts'
import { Terms, type UnitObstacle } from '../contract.ts'
import {
  coverObstacle,
  defaultTerms,
  groupObstacle,
  payableOf,
  type Priced,
  termsObstacle,
} from '../rules.ts'

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
  /** Price to be paid, in fen: by the terms where they cover the class on this day, and the listed one elsewhere. */
  payable(sold: Sold): number
  /** Reason for which it may not be bought, or null. */
  obstacle(sold: Sold): UnitObstacle | null
  /** True if it would cost less once it is confirmed that the learner belongs to the unit. */
  awaitsUnit(sold: Sold): boolean
  /** True if it costs nothing because of its own price, and not by the terms of the unit alone. */
  isFree(sold: Sold): boolean
  /** Reason for which the unit may not buy it for its people, or null. */
  groupObstacle(sold: Sold): ReturnType<typeof groupObstacle>
  /** Class types of which nothing is shown, and those of which some categories are, with the ids of these. */
  readonly hiddenTypes: readonly string[]
  readonly limitedTypes: readonly string[]
  readonly shownCategories: readonly string[]
}

/** A price above which terms that leave nothing to pay would leave it of any. */
const dearest = 100_000_000

const everything: Buying = {
  payable: ({ price }) => price,
  isFree: ({ price }) => price === 0,
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
        'validTo', t.valid_to, 'categoryIds', t.category_ids, 'reached', categories_below(t.category_ids)))
      from terms_of(u.id) t), '[]') as terms
    from units u where u.id = any(${[...unitIds]}::uuid[])`
  return new Map(rowsOf(BuyingRow, rows).map((row) => [row.id, buyingOf(row)]))
}

function buyingOf(row: Static<typeof BuyingRow>): Buying {
  const byType = new Map(row.terms.map((terms) => [terms.classType, terms]))
  const termsOf = (classType: string) => byType.get(classType) ?? { ...defaultTerms, reached: [] as string[] }
  const open = row.terms.filter((terms) => terms.open)
  const limited = open.filter((terms) => terms.categoryIds.length > 0)
  const placeOf = ({ classType, categoryId }: Sold) => {
    const terms = termsOf(classType)
    const inCategory = terms.categoryIds.length === 0 || terms.reached.includes(categoryId)
    return { terms, at: { today: row.today, inCategory } }
  }
  const payable = (sold: Sold) => {
    const { terms, at } = placeOf(sold)
    return coverObstacle(terms, at) === null ? payableOf(terms, sold) : sold.price
  }
  const judge = <O>(by: (...given: Parameters<typeof termsObstacle>) => O, sold: Sold) => {
    if (row.closed) return 'unit_disabled'
    const { terms, at } = placeOf(sold)
    return by(terms, { ...at, payable: payable(sold) })
  }
  if (row.unconfirmed) {
    const awaitsUnit = (sold: Sold) => judge(termsObstacle, sold) === null && payable(sold) < sold.price
    return { ...everything, awaitsUnit }
  }
  return {
    payable,
    isFree: (sold) => sold.price === 0 || (payable(sold) === 0 && payable({ ...sold, price: dearest }) > 0),
    awaitsUnit: () => false,
    obstacle: (sold) => judge(termsObstacle, sold),
    groupObstacle: (sold) => judge(groupObstacle, sold),
    hiddenTypes: row.terms.filter((terms) => !terms.open).map((terms) => terms.classType),
    limitedTypes: limited.map((terms) => terms.classType),
    shownCategories: limited.flatMap((terms) => terms.reached),
  }
}

/**
 * Terms that take something off the listed price of classes of a category, those that are proposed too, by unit and class
 * type or by proposal, with the names of the units.
 */
export async function loweringTerms(db: Db, categoryId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ terms: string; name: string }[]>`
    select t.terms, u.name from class_categories g
    join (
      select concat_ws(' ', unit_id, class_type) as terms, unit_id, class_type, price_mode, rate, category_ids
      from unit_train_types
      union all
      select proposal_id::text, unit_id, class_type, price_mode, rate, category_ids from waiting_terms) t
      on t.class_type = g.class_type and t.price_mode <> 'listed' and t.rate is distinct from 10000
        and (t.category_ids = '{}' or g.id = any(categories_below(t.category_ids)))
    join units u on u.id = t.unit_id and u.project_id = g.project_id and unit_exists(u.status)
    where g.id = ${categoryId} order by u.name, u.id`
  return new Map(rows.map(({ terms, name }) => [terms, name]))
}
