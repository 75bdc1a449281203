import { isEmail, isTaxNo } from '../../../../contract/identity.ts'
import {
  normalizeCode,
  normalizeEmail,
  normalizeName,
  normalizePhone,
} from '../../../../contract/normalize.ts'
import type { Faults } from '../../../../web/kit/Form.tsx'
import type { BuyerTitle, Invoice } from '../../contract.ts'

/** Typed part of a request that says to whom the invoice is made out. */
export interface TitleDraft {
  invoiceKind: Invoice['kind']
  kind: BuyerTitle['kind']
  name: string
  taxNo: string
  address: string
  phone: string
  bank: string
  bankAccount: string
  email: string
}

/** Fields of a title that only an organisation has, and a special invoice needs. */
export const bankFacts = ['address', 'phone', 'bank', 'bankAccount'] as const

/** A draft with nothing typed. */
export const emptyDraft = (isUnit: boolean, email: string | null): TitleDraft => ({
  invoiceKind: 'ordinary',
  kind: isUnit ? 'enterprise' : 'personal',
  name: '',
  taxNo: '',
  address: '',
  phone: '',
  bank: '',
  bankAccount: '',
  email: email ?? '',
})

/** A draft with a title that was used before. */
export const withTitle = (draft: TitleDraft, title: BuyerTitle): TitleDraft => ({
  ...draft,
  kind: title.kind,
  name: title.name,
  taxNo: title.taxNo ?? '',
  address: title.address,
  phone: title.phone,
  bank: title.bank,
  bankAccount: title.bankAccount,
})

/** The request's part of a draft, in normal form. */
export function requestOf(draft: TitleDraft): {
  kind: Invoice['kind']
  title: BuyerTitle
  email: string | null
} {
  const isUnit = draft.kind === 'enterprise'
  const only = (text: string) => (isUnit ? text : '')
  return {
    kind: draft.invoiceKind,
    title: {
      kind: draft.kind,
      name: normalizeName(draft.name),
      taxNo: isUnit ? normalizeCode(draft.taxNo) : null,
      address: normalizeName(only(draft.address)),
      phone: normalizePhone(only(draft.phone)),
      bank: normalizeName(only(draft.bank)),
      bankAccount: normalizeCode(only(draft.bankAccount)),
    },
    email: normalizeEmail(draft.email) || null,
  }
}

/** True if the typed tax number is right; false if it can be none however it goes on; null while it may become one. */
export function taxNoSoFar(typed: string): boolean | null {
  const code = normalizeCode(typed)
  if (isTaxNo(code)) return true
  return code.length === 18 || code.length >= 20 || /[^0-9A-Z]/.test(code) ? false : null
}

/** Returns what is wrong with a draft, each by its field, in the words that are given. */
export function titleFaults(
  draft: TitleDraft,
  texts: Record<'titleFirst' | 'taxNoFirst' | 'taxNoWrong' | 'mustFill' | 'wrongEmail', string>,
): Faults {
  const { kind, title, email } = requestOf(draft)
  const faults: Record<string, string> = {}
  if (title.name.length < 2) faults.name = texts.titleFirst
  if (title.kind === 'enterprise') {
    if (!title.taxNo) faults.taxNo = texts.taxNoFirst
    else if (!isTaxNo(title.taxNo)) faults.taxNo = texts.taxNoWrong
    if (kind === 'special') for (const field of bankFacts) if (!title[field]) faults[field] = texts.mustFill
  }
  if (email && !isEmail(email)) faults.email = texts.wrongEmail
  return faults
}

/** The fault of a field, by its own name or as a part of the title. */
export const faultOf = (faults: Faults, field: string): string | undefined =>
  Object.entries(faults).find(([name]) => name.split(/[./]/).at(-1) === field)?.[1]
