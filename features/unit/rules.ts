import { isCreditCode, isEmail } from '../../contract/identity.ts'
import { normalizeCode, normalizeEmail, normalizePhone } from '../../contract/normalize.ts'
import { lifecycle } from '../../contract/lifecycle.ts'

/** States of a unit and their transitions; a merged unit stays as the sign that points to its successor. */
export const unitLifecycle = lifecycle({
  states: {
    active: ['正常', 'Active', { disable: 'disabled', merge: 'merged', delete: 'deleted' }],
    disabled: ['已停用', 'Disabled', { enable: 'active', merge: 'merged', delete: 'deleted' }],
    merged: ['已合并', 'Merged'],
    deleted: ['已删除', 'Deleted'],
  },
  events: {
    disable: ['停用', 'disable'],
    enable: ['启用', 'enable'],
    merge: ['合并', 'merge'],
    delete: ['删除', 'delete'],
  },
})

/** A unit that exists; merged and deleted ones are history. */
export const existingUnitStatuses: readonly string[] = ['active', 'disabled']

/** Levels a tree of units has at most, the top counted. */
export const maxLevels = 8

/** Number of units of one level in the tree; the list beside it pages through all. */
export const shownOfLevel = 500

/** Characters an id takes in a path, its slash included. */
const stepLength = 37

/** The level of a path; the top is 1, an empty path 0. */
export const levelOfPath = (path: string) => path.length / stepLength

/** Ids of a path from the top down. */
export const idsOfPath = (path: string) => path.split('/').slice(0, -1)

/** Between two new neighbours there is room for this many. */
const gap = 10

/**
 * A place between two siblings: their `sort`, null where there is none. Null when no number is free between them and
 * the siblings must be numbered again.
 */
export function placeBetween(before: number | null, after: number | null): number | null {
  if (after === null) return (before ?? 0) + gap
  const place = Math.floor(((before ?? -1) + after) / 2)
  return place > (before ?? -1) && place < after ? place : null
}

/** Fields of a unit that its manager may change; the rest is the provider's. */
export const managersFields = ['contact', 'phone', 'email', 'address', 'invoiceTitle'] as const

/** Checks of a unit's form, each with a fault or null; empty fields are not judged. */
export const unitFaults = {
  creditCode: (text: string) => !isCreditCode(normalizeCode(text)),
  phone: (text: string) =>
    !/^(1[3-9]\d{9}|(0\d{2,3}-?)?\d{7,8}(-\d{1,6})?|400-?\d{3}-?\d{4})$/.test(normalizePhone(text)),
  email: (text: string) => !isEmail(normalizeEmail(text)),
  taxNo: (text: string) => !/^[0-9A-Z]{15,20}$/.test(normalizeCode(text)),
  bankAccount: (text: string) => !/^\d{7,40}$/.test(normalizeCode(text)),
} as const

/** The address of a unit's page. */
export const detailOf = (unitId: string) => `/unit-manage/detail?id=${unitId}`
