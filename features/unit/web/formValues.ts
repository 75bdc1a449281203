import type { InvoiceTitle, UnitDetail, UnitForm } from '../contract.ts'

/** Fields of the form; those left empty are undefined or ''. */
export interface Fields {
  name?: string
  parentId?: string
  creditCode?: string
  region?: string
  industry?: string
  contact?: string
  phone?: string
  email?: string
  address?: string
  sort?: number | null
  invoiceTitle?: Partial<InvoiceTitle>
}

const titleKeys = ['name', 'taxNo', 'address', 'phone', 'bank', 'bankAccount', 'email'] as const
const reach = ['contact', 'phone', 'email', 'address'] as const
const facts = ['creditCode', 'region', 'industry'] as const

/** A known unit as the form shows it. */
export function formOf(unit: UnitDetail): Fields {
  const texts = Object.fromEntries([...reach, ...facts].map((key) => [key, unit[key] ?? undefined]))
  return { ...texts, name: unit.name, sort: unit.sort, invoiceTitle: unit.invoiceTitle ?? {} }
}

/** True if anything of an invoice title is written. */
export const hasTitle = (title: Partial<InvoiceTitle> | undefined) =>
  titleKeys.some((key) => (title?.[key] ?? '').trim() !== '')

function titleOf(given: Partial<InvoiceTitle> | undefined): InvoiceTitle | null {
  if (!hasTitle(given)) return null
  return Object.fromEntries(titleKeys.map((key) => [key, given?.[key] ?? ''])) as unknown as InvoiceTitle
}

/** Input to be sent: all fields the writer may change, an empty one as null. */
export function inputOf(
  fields: Fields,
  unit: Pick<UnitDetail, 'id' | 'version'> | null,
  isProvider: boolean,
): UnitForm {
  const written = (keys: readonly (keyof Fields)[]) =>
    Object.fromEntries(keys.map((key) => [key, fields[key] || null]))
  return {
    ...(unit ? { unitId: unit.id, version: unit.version } : { parentId: fields.parentId ?? null }),
    ...written(reach),
    invoiceTitle: titleOf(fields.invoiceTitle),
    ...(isProvider ? { ...written(facts), name: fields.name ?? '' } : {}),
    ...(isProvider && typeof fields.sort === 'number' ? { sort: fields.sort } : {}),
  }
}
