import { yuan } from '../../../contract/money.ts'
import type { Bilingual } from '../../../contract/refusal.ts'
import type { Terms, UnitObstacle } from './contract.ts'

/** The terms of a unit when neither it nor one above it has any: everything, at the class's price, both ways. */
export const defaultTerms: Terms = {
  open: true,
  priceMode: 'listed',
  rate: null,
  hourPrice: null,
  paymentMode: 'both',
  validFrom: null,
  validTo: null,
  categoryIds: [],
}

/** Fields of a class that decide its price and whether it may be bought; fen, and tenths of an hour. */
export interface Priced {
  price: number
  hoursTenths: number
}

/** The part of terms that decides prices. */
type Pricing = Pick<Terms, 'priceMode' | 'rate' | 'hourPrice'>

/** A rate of all of the price, in basis points. */
const fullRate = 10_000

/** Price for a learner by the unit's terms, in fen, rounded down once; at most the class's own. */
export function payableOf(terms: Pricing, { price, hoursTenths }: Priced) {
  if (terms.priceMode === 'discount') return Math.floor((price * terms.rate!) / fullRate)
  if (terms.priceMode === 'hourly') return Math.min(price, Math.floor((terms.hourPrice! * hoursTenths) / 10))
  return price
}

/** Terms with what belongs to another price mode left out, or the field that is missing or contradicts. */
export function readTerms(terms: Terms): Terms | { missing: 'rate' | 'hourPrice' | 'validTo' } {
  const { priceMode, validFrom, validTo } = terms
  if (priceMode === 'discount' && terms.rate === null) return { missing: 'rate' }
  if (priceMode === 'hourly' && terms.hourPrice === null) return { missing: 'hourPrice' }
  if (validFrom && validTo && validTo < validFrom) return { missing: 'validTo' }
  return {
    ...terms,
    rate: priceMode === 'discount' ? terms.rate : null,
    hourPrice: priceMode === 'hourly' ? terms.hourPrice : null,
  }
}

/** Obstacle that terms do not cover a class on a day (YYYY-MM-DD), or null; what they do not cover has its listed price. */
export function coverObstacle(
  terms: Pick<Terms, 'open' | 'validFrom' | 'validTo'>,
  at: { today: string; inCategory: boolean },
): Exclude<UnitObstacle, 'unit_group' | 'unit_disabled'> | null {
  if (!terms.open || !at.inCategory) return 'unit_closed'
  if (terms.validFrom && at.today < terms.validFrom) return 'unit_not_yet'
  return terms.validTo && at.today > terms.validTo ? 'unit_over' : null
}

/** Obstacle to a learner's buying under the terms of the own unit on a day (YYYY-MM-DD), or null. */
export function termsObstacle(
  terms: Pick<Terms, 'open' | 'paymentMode' | 'validFrom' | 'validTo'>,
  at: { today: string; inCategory: boolean; payable: number },
): UnitObstacle | null {
  const uncovered = coverObstacle(terms, at)
  if (uncovered !== null) return uncovered
  return terms.paymentMode === 'group' && at.payable > 0 ? 'unit_group' : null
}

/** Obstacle to a unit's buying for its people under its own terms on a day (YYYY-MM-DD), or null. */
export function groupObstacle(
  terms: Parameters<typeof termsObstacle>[0],
  at: Parameters<typeof termsObstacle>[1],
): Exclude<UnitObstacle, 'unit_group'> | 'unit_personal' | null {
  const obstacle = termsObstacle(terms, at)
  if (obstacle !== null && obstacle !== 'unit_group') return obstacle
  return terms.paymentMode === 'personal' && at.payable > 0 ? 'unit_personal' : null
}

/** True if terms take something off the listed price of some class. */
const isBelowListed = ({ priceMode, rate }: Pricing) => priceMode !== 'listed' && rate !== fullRate

/**
 * True if terms may give a class a lower price than others: a discount and a price per hour are each lower for some class.
 */
const undercuts = (terms: Pricing, others: Pricing): boolean =>
  isBelowListed(terms) &&
  (terms.priceMode !== others.priceMode ||
    (terms.rate ?? terms.hourPrice)! < (others.rate ?? others.hourPrice)!)

/** True if terms let a unit buy what, or when, it may not by those before; `reached` are their categories and all below. */
function isWider(before: Terms, after: Terms, reached: readonly string[]): boolean {
  const opens = after.open && !before.open
  const begins = before.validFrom !== null && (after.validFrom === null || after.validFrom < before.validFrom)
  const lasts = before.validTo !== null && (after.validTo === null || after.validTo > before.validTo)
  const { categoryIds } = after
  const reaches =
    before.categoryIds.length > 0 &&
    (categoryIds.length === 0 || categoryIds.some((id) => !reached.includes(id)))
  return opens || begins || lasts || reaches
}

/**
 * True if a change of terms takes two people: some class may cost less than by those before, or more may be bought below
 * the listed price. It counts while the type is closed too: what was lowered then would hold when it is opened. The same
 * as `undercuts` of the database, which counts agreed prices as well.
 */
export const isLowered = (before: Terms, after: Terms, reached: readonly string[]): boolean =>
  undercuts(after, before) || (isBelowListed(after) && isWider(before, after, reached))

export const priceModeNames: Readonly<Record<Terms['priceMode'], Bilingual>> = {
  listed: { zh: '班级标价', en: 'Class price' },
  discount: { zh: '折扣价', en: 'Discount' },
  hourly: { zh: '按学时计价', en: 'Per hour' },
}

export const paymentModeNames: Readonly<Record<Terms['paymentMode'], Bilingual>> = {
  personal: { zh: '个人付款', en: 'Personal' },
  group: { zh: '集体付款', en: 'Group' },
  both: { zh: '个人或集体', en: 'Personal or group' },
}

export const openNames = {
  true: { zh: '已开通', en: 'Open' },
  false: { zh: '未开通', en: 'Not open' },
} as const satisfies Record<string, Bilingual>

export const allCategories: Bilingual = { zh: '全部类别', en: 'All' }

/** Price by terms, in words. */
export function sayPrice({ priceMode, rate, hourPrice }: Pricing): Bilingual {
  if (priceMode === 'discount') return { zh: `标价的 ${rate! / 100}%`, en: `${rate! / 100}% of the price` }
  if (priceMode === 'hourly')
    return { zh: `每学时 ¥${yuan(hourPrice!)}`, en: `¥${yuan(hourPrice!)} per hour` }
  return priceModeNames.listed
}

/** Days on which a unit may buy by terms, in words. */
export function sayPeriod({ validFrom, validTo }: Pick<Terms, 'validFrom' | 'validTo'>): Bilingual {
  if (validFrom && validTo) return { zh: `${validFrom} 至 ${validTo}`, en: `${validFrom} to ${validTo}` }
  if (validFrom) return { zh: `${validFrom} 起`, en: `from ${validFrom}` }
  return validTo ? { zh: `至 ${validTo}`, en: `until ${validTo}` } : { zh: '长期有效', en: 'Always' }
}

/** Terms with the names of their categories. */
export interface NamedTerms extends Terms {
  categoryNames: readonly string[]
}

/** Categories of terms, by their names. */
export function sayCategories({ categoryNames }: Pick<NamedTerms, 'categoryNames'>): Bilingual {
  const names = categoryNames.join(' · ')
  return names ? { zh: names, en: names } : allCategories
}

const described: readonly (readonly [Bilingual, (terms: NamedTerms) => Bilingual])[] = [
  [{ zh: '是否开通', en: 'open' }, ({ open }) => openNames[`${open}`]],
  [{ zh: '价格', en: 'price' }, sayPrice],
  [{ zh: '付款方式', en: 'payment' }, ({ paymentMode }) => paymentModeNames[paymentMode]],
  [{ zh: '有效期', en: 'validity' }, sayPeriod],
  [{ zh: '可选类别', en: 'categories' }, sayCategories],
]

/** Differences of terms to those before, from what to what; the price also where it stays. */
export function sayChange(before: NamedTerms, after: NamedTerms): Bilingual {
  const say = (language: keyof Bilingual, separator: string) =>
    described
      .map(([name, of]) => ({ name: name[language], was: of(before)[language], is: of(after)[language], of }))
      .filter(({ was, is, of }) => was !== is || of === sayPrice)
      .map(({ name, was, is }) => `${name} ${was === is ? is : `${was} → ${is}`}`)
      .join(separator)
  return { zh: say('zh', '；'), en: say('en', '; ') }
}
