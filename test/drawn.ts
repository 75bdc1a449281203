import type { ManagedClass } from '../features/class/contract.ts'
import type { Order, OrderItem } from '../features/order/contract.ts'

/** Answers of calls in tests that draw pages, each complete, with changes. */

export const aManagedClass = (changes: Partial<ManagedClass> = {}): ManagedClass => ({
  ...{ id: 'c1', code: 'GX-1', name: '数据安全', categoryId: 'g1', categoryName: '公需' },
  ...{ classType: 'public', requiredHoursTenths: 80, electiveMinTenths: 0, year: 2023, hoursTenths: 80 },
  ...{ coverKey: null, introduction: '', price: 100, originalPrice: 200, signUpFrom: null, signUpTo: null },
  ...{ studyFrom: null, studyTo: null, validDays: 365, quota: null, sold: 0, held: 0 },
  ...{ personnelCategories: [], regions: [], needReview: false, certificateTemplateId: null },
  ...{ trialResourceIds: [], refundable: true, sort: 0, version: 1, revision: 3, status: 'draft' },
  ...{ createdAt: '2023-01-01T00:00:00.000Z', courseIds: [], courses: [] },
  ...{ hasExam: false, examUnpublished: false, superseded: false },
  ...changes,
})

/** A class in an order, with what it costs in fen. */
export const anOrderItem = (name: string, payable: number, changes: Partial<OrderItem> = {}): OrderItem => ({
  ...{ id: name, classId: name, name, classType: 'public', year: 2023, hoursTenths: 80, heldTenths: 0 },
  ...{ approved: false, price: payable, discount: 0, reduction: 0, payable, refunded: 0, refunding: 0 },
  mismatch: null,
  ...changes,
})

/** An unpaid order of these items. */
export const anOrder = (items: OrderItem[], changes: Partial<Order> = {}): Order => ({
  ...{ id: 'o1', orderNo: '20231122AB', kind: 'personal', status: 'unpaid', refunded: 0, channel: null },
  ...{ amount: items.reduce((sum, { payable }) => sum + payable, 0), items, transferPending: false },
  ...{ createdAt: '2023-11-22T02:30:00.000Z', expiresAt: '2023-11-22T03:00:00.000Z', secondsLeft: 1700 },
  ...{ paidAt: null, closedReason: null },
  ...changes,
})
