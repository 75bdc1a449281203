import type { Terms } from '../contract.ts'

/** Terms as the form holds them: percent and yuan as people write them. */
export interface TermsFields {
  open: boolean
  priceMode: Terms['priceMode']
  percent?: number | null
  yuanAnHour?: number | null
  paymentMode: Terms['paymentMode']
  validFrom?: string
  validTo?: string
  categoryIds: string[]
}

/** Terms as the form shows them. */
export function fieldsOf(terms: Terms): TermsFields {
  const { open, priceMode, rate, hourPrice, paymentMode, validFrom, validTo, categoryIds } = terms
  return {
    open,
    priceMode,
    paymentMode,
    categoryIds,
    percent: rate === null ? null : rate / 100,
    yuanAnHour: hourPrice === null ? null : hourPrice / 100,
    ...(validFrom ? { validFrom } : {}),
    ...(validTo ? { validTo } : {}),
  }
}

/** A form as terms; what is not written is null. */
export function termsOf(fields: TermsFields): Terms {
  const { open, priceMode, percent, yuanAnHour, paymentMode, validFrom, validTo, categoryIds } = fields
  const hundredfold = (value: number | null | undefined) =>
    value === null || value === undefined ? null : Math.round(value * 100)
  return {
    open,
    priceMode,
    paymentMode,
    categoryIds,
    rate: priceMode === 'discount' ? hundredfold(percent) : null,
    hourPrice: priceMode === 'hourly' ? hundredfold(yuanAnHour) : null,
    validFrom: validFrom || null,
    validTo: validTo || null,
  }
}

/** Parts of the terms that may be changed for many units at once, each with the keys it includes. */
export const termParts = {
  open: ['open'],
  price: ['priceMode', 'rate', 'hourPrice'],
  payment: ['paymentMode'],
  period: ['validFrom', 'validTo'],
} as const satisfies Record<string, readonly (keyof Terms)[]>
export type TermPart = keyof typeof termParts

/** Only the chosen parts of the terms. */
export function partsOf(terms: Terms, parts: readonly TermPart[]): Partial<Terms> {
  const keys = parts.flatMap((part): readonly (keyof Terms)[] => termParts[part])
  return Object.fromEntries(keys.map((key) => [key, terms[key]])) as Partial<Terms>
}
